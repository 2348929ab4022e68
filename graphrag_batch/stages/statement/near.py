"""What the words between two names say of them, by the class of their verb and by what the names
are: for what no parse and no expression has told. Less sure than these, of any language with a table."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.about import About, Named
from graphrag_batch.stages.statement.clause import Clause, Item, Name, clauses_of, items_of
from graphrag_batch.stages.statement.decide import Verdict, between, decided
from graphrag_batch.stages.statement.described import apposed, explained
from graphrag_batch.stages.statement.gapped import Gapped
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.plain import sentences_of
from graphrag_batch.stages.statement.tongues import Words, words_of
from graphrag_batch.stages.statement.whose import PEOPLE_AND_PLACES, Place, Subject, Whose
from graphrag_batch.textual import Passage, RawMention, Span, Statement, folded

_MEASURES = frozenset(("date", "quantity", "version", "step", "ticket", "vulnerability"))
_TOLD, _LOOSE, _AGAIN = 0.45, 0.3, 0.45
_OF_PAGE = ("depends_on", "cites", "owned_by")
_NO_SENTENCES = ("title", "heading", "term")
_NAMED = ("product", "api", "concept", "organization", "path", "host", "standard", "variable")
_QUIET = ("defines", "same_as", "refers_to")
_SHORT = 6
# A heading that is no name of anything in code.
# Possessive throughout: a letter can be taken in two ways, and long titles have many.
_PLAIN = re.compile(r"(?:[\d.]+\s)?[^\W\d_]?+[^\W\d_A-Z]*+(?:[ '’-][^\W\d_]?+[^\W\d_A-Z]*+)*+")
# A sentence with more names lists them, and costs the square of what it holds.
_MOST = 64


def _is_name(raw: RawMention) -> bool:
    """Whether a mention is one that may be an end: no word that has nothing but a capital letter."""
    return raw.strong or raw.found != "name" or raw.type != "concept"


class Names:
    """The mentions of a document that no other covers, without measures."""

    def __init__(self, found: Iterable[RawMention]) -> None:
        self._names: list[tuple[int, int, str]] = []
        weak: dict[Span, str] = {}
        end = -1
        for raw in sorted(found, key=lambda one: (one.start, -one.end, not one.strong, one)):
            if raw.start >= end and raw.found != "reference":
                end = raw.end
                if raw.type not in _MEASURES and _is_name(raw):
                    self._names.append((raw.start, raw.end, raw.type))
                elif raw.type == "concept":
                    weak[raw.start, raw.end] = raw.surface
        often = Counter(weak.values())
        self.nouns = {span: often[surface] for span, surface in weak.items()}

    def thing(self, span: Span | None) -> Subject:
        """A stretch of the document as a subject, if it is the name of a thing and little else."""
        if span is None:
            return Subject()
        for n in range(bisect_left(self._names, (span[0], 0, "")), len(self._names)):
            start, end, kind = self._names[n]
            if start >= span[1]:
                break
            if kind in _NAMED and 5 * (end - start) >= 3 * (span[1] - span[0]):
                return Subject((span,), kind)
        return Subject()

    def of(self, passage: Passage) -> list[Name]:
        """Those of a passage, in order; none is within another."""
        if not passage.text:
            return []
        first, last = passage.place(0), passage.place(len(passage.text) - 1) + 1
        runs = sorted((there, here) for here, there in passage.places)
        found = []
        for n in range(bisect_left(self._names, (first, 0, "")), len(self._names)):
            start, end, kind = self._names[n]
            if end > last:
                break
            there, here = runs[max(0, bisect_left(runs, (start + 1, -1)) - 1)]
            at = here + start - there
            if 0 <= at < len(passage.text) and passage.place(at) == start:
                found.append(Name(at, min(len(passage.text), at + end - start), kind, (start, end)))
        return found


class Near:
    """What is said near names, passage by passage: what "it" is, is known from the sentence before."""

    def __init__(self, text: str, words: Words, whose: Whose, *, german: bool) -> None:
        self._text, self._german = text, german
        self._words, self._whose = words, whose

    def of(
        self, passage: Passage, names: Sequence[Name], above: Place, told: Sequence[Statement]
    ) -> Iterator[Statement]:
        """What a passage says that stands under `above`; `told` is what is said of it already, in order."""
        lower = folded(passage.text)
        self._whose.enter(passage, above)
        starts = [name.start for name in names]
        reach = list(accumulate((one.end for one in told), max))
        defined = {
            name.place for one in told if one.rel == "defines" for s in one.objects for name in _met(names, s)
        }
        for sentence in sentences_of(passage.text, set(starts)):
            those = names[bisect_left(starts, sentence[0]) : bisect_left(starts, sentence[1])]
            inside = [name for name in those if name.end <= sentence[1]]
            if inside and inside[0].start == sentence[0] and self._is_deed(lower, inside[0]):
                del inside[0]  # "Relays mails to …" is no name
            if not 0 < len(inside) <= _MOST:
                self._whose.skip(items_of(passage.text, lower, sentence, ()) if not inside else (), sentence)
                continue
            place = passage.span(*sentence)
            if "?" in passage.text[sentence[1] - 2 : sentence[1]] or "¿" in passage.text[slice(*sentence)]:
                continue
            near = told[
                bisect_right(reach, place[0]) : bisect_left(told, place[1], key=lambda one: one.start)
            ]
            taken = _taken(near, names, place)
            items = items_of(passage.text, lower, sentence, inside)
            for name in self._told(lower, items):
                if name.place not in defined:
                    yield Statement(
                        "defines", *place, (), (name.place,), "near", _TOLD, "section", passage.section
                    )
            again = Gapped(items, self._words)
            for rel, one, two in _again(names, near, again):
                yield Statement(rel, *place, (one.place,), (two.place,), "near", _AGAIN, "", passage.section)
            for verdict, subject, other in self._said(lower, items, sentence, opens=above.opens):
                if other.place not in taken or verdict.rel == "located_in":
                    yield from self._stated(passage, place, verdict, subject, other, again)

    def _stated(
        self, passage: Passage, place: Span, verdict: Verdict, subject: Subject, other: Name, again: Gapped
    ) -> Iterator[Statement]:
        """What a verdict states of its subject, and of the names that the sentence goes on with."""
        if other.place in subject.spans or self._is_itself(passage, other, subject):
            return
        if other.place in again.ends and not again.ends.intersection(subject.spans):
            return
        if not subject.spans and (verdict.rel not in _OF_PAGE or verdict.turned):
            return
        ends: tuple[tuple[Span, ...], tuple[Span, ...]] = (subject.spans, (other.place,))
        ends = (ends[1], ends[0]) if verdict.turned else ends
        weight = round(verdict.weight * subject.sure, 4)
        said = Statement(verdict.rel, *place, *ends, "near", weight, subject.of, passage.section)
        yield said
        for one, two in again.after(subject.spans[-1], other.place) if subject.spans else ():
            pair = (two, one) if verdict.turned else (one, two)
            yield said._replace(subjects=(pair[0].place,), objects=(pair[1].place,))

    def _is_deed(self, lower: str, name: Name) -> bool:
        word = lower[name.start : name.end]
        return word.endswith(self._words.alone_here) and bool(self._words.verb(word))

    def _is_itself(self, passage: Passage, other: Name, subject: Subject) -> bool:
        """Whether something is told of what its subject is called: "Kestrel" under "The Kestrel"."""
        name = passage.text[other.start : other.end].casefold()
        return any(name in self._text[slice(*span)].casefold() for span in subject.spans)

    def _said(
        self, lower: str, items: Sequence[Item], sentence: Span, *, opens: bool
    ) -> Iterator[tuple[Verdict, Subject, Name]]:
        yield from self._pairs(lower, items)
        carried = last = self._whose.focus
        for clause in clauses_of(items, self._words, german=self._german):
            subject = self._whose.of(clause, carried, last)
            certain = self._certainty(lower, clause)
            if certain and subject:
                for verdict, other in self._of_clause(lower, clause, subject, opens=opens):
                    yield verdict._replace(weight=verdict.weight * certain), subject, other
            if subject and not clause.relative:
                carried = subject
            self._whose.note(clause)
            last = self._whose.after(clause, subject)
        self._whose.leave(items, carried, sentence)

    def _told(self, lower: str, items: Sequence[Item]) -> Iterator[Name]:
        """The names that a sentence says what they are."""
        if self._words.denying.search(lower, items[0].start, items[-1].end):
            return
        yield from apposed(items, self._words, german=self._german)
        for clause in clauses_of(items, self._words, german=self._german):
            if not self._words.conditional.search(lower, clause.items[0].start, clause.items[-1].end):
                name = explained(clause, self._words, german=self._german)
                if name:
                    yield name

    def _certainty(self, lower: str, clause: Clause) -> float:
        start, end = clause.items[0].start, clause.items[-1].end
        if self._words.conditional.search(lower, start, end):
            return 0.0
        return 0.5 if self._words.hedging.search(lower, start, end) else 1.0

    def _pairs(self, lower: str, items: Sequence[Item]) -> Iterator[tuple[Verdict, Subject, Name]]:
        """What names say that stand side by side."""
        at = [i for i, item in enumerate(items) if item.name]
        for i, j in pairwise(at):
            one, other = items[i].name, items[j].name
            if one is None or other is None:
                continue
            said = [item.word for item in items[i + 1 : j]]
            verdict = between(self._words, said, one.type, other.type) if said else None
            if verdict and said[0] == "," and _is_enumeration(items, i, j, other.type):
                continue
            if verdict and not self._words.denying.search(lower, items[0].start, other.start):
                yield verdict, Subject((one.place,), one.type), other

    def _of_clause(
        self, lower: str, clause: Clause, subject: Subject, *, opens: bool
    ) -> Iterator[tuple[Verdict, Name]]:
        """What a clause says of its subject and the names that are no subjects."""
        given: Verdict | None = None
        for i, item in enumerate(clause.items):
            other = item.name
            if item.word in self._words.spoken:
                return  # what follows is what somebody does: "it is unlikely that you use …"
            if other is None or other.place in subject.spans:
                given = None if item.word == ";" else given
                continue
            denied = lower[clause.items[0].start : clause.items[-1].end if self._german else other.start]
            if self._words.denying.search(denied):
                given = None
                continue
            held = clause.held(i, self._words, german=self._german)
            if held.joined and given:
                yield given, other
                continue
            given = None
            if held.verb is not None:
                passive = clause.is_passive(held.verb, held.prep, self._words, german=self._german)
                verb = self._words.verb(clause.items[held.verb].word)
                said = {one.word for one in clause.items[min(held.verb, i) : max(held.verb, i)]}
                ends = subject.kind, other.type
                kind = clause.is_kind(i, self._words)
                given = decided(self._words, verb, said, held.prep, *ends, passive=passive, kind=kind)
            else:
                given = self._unsaid(clause, i, held.prep, subject, opens=opens)
            if given:
                yield given, other

    def _unsaid(self, clause: Clause, i: int, prep: str, subject: Subject, *, opens: bool) -> Verdict | None:
        """What a clause says without a known verb: "Part of the Platform team", "X fits it with Y"."""
        words, other = self._words, clause.items[i].name
        if other is None or not prep:
            return None
        led = clause.free_names(0, 2, words)
        if not led:
            if not opens or clause.number or i > _SHORT or clause.items[0].word in words.definite:
                return None
            said = {one.word for one in clause.items[:i]}
            ends = subject.kind, other.type
            return decided(words, {"be"}, said, prep, *ends, passive=False, kind=clause.is_kind(i, words))
        at = next(n for n, item in enumerate(clause.items) if item.name == led[0])
        after = clause.items[at + 1].word
        done = after.isalpha() and after not in words.bound
        thing = subject.kind not in PEOPLE_AND_PLACES and other.type in ("product", "standard")
        return Verdict("uses", _LOOSE) if done and thing and prep in words.means else None


def _is_enumeration(items: Sequence[Item], i: int, j: int, kind: str) -> bool:
    """Whether more names of a kind follow, or go before, by commas."""
    after = [item for item in items[j + 1 : j + 4] if item.name]
    before = [item for item in items[max(0, i - 3) : i] if item.name]
    return any(item.name and item.name.type == kind for item in (*after, *before))


def _again(
    names: Sequence[Name], told: Sequence[Statement], again: Gapped
) -> Iterator[tuple[str, Name, Name]]:
    """What a sentence says again of other names, of what surer rules told of it: relation and both ends."""
    for said in told if again.ends else ():
        ones = [span for s in said.subjects if (span := _within(names, s, -1))]
        others = [span for s in said.objects if (span := _within(names, s, 0))]
        if ones and others and said.rel not in _QUIET:
            yield from ((said.rel, *pair) for pair in again.after(ones[-1], others[0]))


def _taken(told: Sequence[Statement], names: Sequence[Name], place: Span) -> set[Span]:
    """The names of which something is told in a sentence, of something that has a name too."""
    taken: set[Span] = set()
    for one in told:
        if one.rel in _QUIET or not (one.start < place[1] and place[0] < one.end) or one.pattern == "named":
            continue
        ends = (
            [n for n in (_within(names, span, -1) for span in one.subjects) if n],
            [n for n in (_within(names, span, 0) for span in one.objects) if n],
        )
        if (ends[0] or one.of) and ends[1]:
            taken.update(ends[1])
            taken.update(ends[0] if one.rel in ("part_of", "owned_by", "precedes") else ())
    return taken


def _within(names: Sequence[Name], span: Span, which: int) -> Span | None:
    """The first (0) or the last (-1) of the names in a stretch: the one that counts there."""
    found = _met(names, span)
    return found[which].place if found else None


def _met(names: Sequence[Name], span: Span) -> Sequence[Name]:
    """The names, in order of place, that share something with a stretch."""
    first = bisect_right(names, span[0], key=lambda name: name.place[1])
    return names[first : bisect_left(names, span[1], key=lambda name: name.place[0])]


def of_near(
    document: Document,
    passages: Sequence[Passage],
    found: Sequence[RawMention],
    page: About,
    told: Iterable[Statement],
) -> Iterator[Statement]:
    """What the sentences of a document say near names. `told` is what is known of them already."""
    tag = document.lang.partition("-")[0].casefold()
    names, places = Names(found), _Places(document, passages, words_of(tag))
    whose = Whose(words_of(tag), page, Known(passages, tag), names.nouns, german=tag == "de")
    near = Near(document.text, words_of(tag), whose, german=tag == "de")
    known = sorted(told, key=lambda one: (one.start, one.end, one))
    starts = [one.start for one in known]
    for passage in passages:
        above = places.of(passage, names)
        inside = names.of(passage) if passage.kind not in _NO_SENTENCES else []
        if inside:
            first, last = passage.place(0), passage.place(len(passage.text) - 1) + 1
            here = known[bisect_left(starts, first) : bisect_left(starts, last)]
            yield from near.of(passage, inside, above, here)


class _Places:
    """What the passages of a document stand under, asked one after another."""

    def __init__(self, document: Document, passages: Sequence[Passage], words: Words) -> None:
        self._document, self._named, self._words = document, Named(passages), words
        self._rows: dict[tuple[int, int], Span] = {}
        self._open: set[int] = set()

    def of(self, passage: Passage, names: Names) -> Place:
        """The place of the next passage."""
        if passage.kind == "cell":
            if passage.text:
                self._rows.setdefault((passage.group, passage.row), passage.span(0, len(passage.text)))
            return Place(names.thing(self._rows.get((passage.group, passage.row))), opens=True)
        opens = passage.kind == "definition" or (
            passage.kind == "paragraph" and passage.section not in self._open
        )
        self._open.add(passage.section) if passage.kind not in _NO_SENTENCES else None
        named = self._thing(self._named.of(passage), names)
        return Place(named, Subject() if named else self._above(passage.section, names), opens)

    def _above(self, section: int, names: Names) -> Subject:
        sections = self._document.sections
        if not 0 <= section < len(sections) or not _PLAIN.fullmatch(sections[section].title):
            return Subject()
        while 0 <= section < len(sections):
            if found := self._thing(self._named.heading(section), names):
                return found
            section = sections[section].parent
        return Subject()

    def _thing(self, span: Span | None, names: Names) -> Subject:
        """What a heading or a term names, unless it says what to do with it: "Using Kestrel"."""
        first = self._document.text[slice(*span)].split(maxsplit=1)[:1] if span else []
        told = any(self._words.verb(word.casefold()) or word.endswith("ing") for word in first)
        return Subject() if told and span and " " in self._document.text[slice(*span)] else names.thing(span)
