"""What the words between two names say of them, by the class of their verb and by what the names
are: for what no parse and no expression has told. Less sure than these, of any language with a table."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.about import About, Named
from graphrag_batch.stages.statement.clause import Clause, Item, Name, clauses_of, items_of
from graphrag_batch.stages.statement.decide import Verdict, between, decided
from graphrag_batch.stages.statement.described import apposed, explained
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.languages import Language
from graphrag_batch.stages.statement.plain import sentences_of
from graphrag_batch.stages.statement.tongues import Words, words_of
from graphrag_batch.textual import Passage, RawMention, Span, Statement, folded

_MEASURES = frozenset(("date", "quantity", "version", "step", "ticket", "vulnerability"))
_GENERIC, _TOLD = 0.7, 0.45
_PEOPLE_AND_PLACES = ("person", "location", "group", "event")
_OF_PAGE = ("depends_on", "cites", "owned_by")
_NO_SENTENCES = ("title", "heading", "term")
_NAMED = ("product", "api", "concept", "organization", "path", "host", "standard", "variable")
_QUIET = ("defines", "same_as", "refers_to")
# A sentence with more names lists them, and costs the square of what it holds.
_MOST = 64


def _is_name(raw: RawMention) -> bool:
    """Whether a mention is one that may be an end: no word that has nothing but a capital letter."""
    return raw.strong or raw.found != "name" or raw.type != "concept"


class Names:
    """The mentions of a document that no other covers, without measures."""

    def __init__(self, found: Iterable[RawMention]) -> None:
        self._names: list[tuple[int, int, str]] = []
        end = -1
        for raw in sorted(found, key=lambda one: (one.start, -one.end, not one.strong, one)):
            if raw.start >= end and raw.found != "reference":
                end = raw.end
                if raw.type not in _MEASURES and _is_name(raw):
                    self._names.append((raw.start, raw.end, raw.type))

    def thing(self, span: Span | None) -> Span | None:
        """A stretch of the document, if it is the name of a thing and little else."""
        if span is None:
            return None
        for n in range(bisect_left(self._names, (span[0], 0, "")), len(self._names)):
            start, end, kind = self._names[n]
            if start >= span[1]:
                break
            if kind in _NAMED and 5 * (end - start) >= 3 * (span[1] - span[0]):
                return span
        return None

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


class _Subject(NamedTuple):
    """What a clause is of: names, or the stretches that stand for them. `sure`: no guess."""

    spans: tuple[Span, ...] = ()
    kind: str = ""
    of: str = ""
    sure: float = 1.0

    def __bool__(self) -> bool:
        return bool(self.spans or self.of)


class Near:
    """What is said near names, passage by passage: what "it" is, is known from the sentence before."""

    def __init__(self, words: Words, language: Language, page: About, known: Known, *, german: bool) -> None:
        self._words, self._language, self._page, self._known = words, language, page, known
        self._german = german
        self._focus = self._pair = _Subject()

    def of(
        self, passage: Passage, names: Sequence[Name], named: Span | None, told: Sequence[Statement]
    ) -> Iterator[Statement]:
        """What a passage says. `named` is what it is about, `told` what is said of it already, in order."""
        lower = folded(passage.text)
        self._focus = _Subject((named,)) if named else _Subject()
        self._pair = _Subject()
        starts = [name.start for name in names]
        reach = list(accumulate((one.end for one in told), max))
        defined = {
            name.place for one in told if one.rel == "defines" for s in one.objects for name in _met(names, s)
        }
        for sentence in sentences_of(passage.text, set(starts)):
            those = names[bisect_left(starts, sentence[0]) : bisect_left(starts, sentence[1])]
            inside = [name for name in those if name.end <= sentence[1]]
            if not 0 < len(inside) <= _MOST:
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
            for verdict, subject, other in self._said(passage, lower, items, named):
                if (other.place in taken and verdict.rel != "located_in") or (other.place in subject.spans):
                    continue
                if not subject.spans and (verdict.rel not in _OF_PAGE or verdict.turned):
                    continue
                ends: tuple[tuple[Span, ...], tuple[Span, ...]] = (subject.spans, (other.place,))
                ends = (ends[1], ends[0]) if verdict.turned else ends
                weight = round(verdict.weight * subject.sure, 4)
                yield Statement(verdict.rel, *place, *ends, "near", weight, subject.of, passage.section)

    def _said(
        self, passage: Passage, lower: str, items: Sequence[Item], named: Span | None
    ) -> Iterator[tuple[Verdict, _Subject, Name]]:
        yield from self._pairs(lower, items)
        carried = self._focus
        last: _Subject = carried
        for clause in clauses_of(items, self._words, german=self._german):
            subject = self._subject(passage, clause, carried, last, named)
            certain = self._certainty(lower, clause)
            if certain and subject:
                for verdict, other in self._of_clause(lower, clause, subject):
                    yield verdict._replace(weight=verdict.weight * certain), subject, other
            if subject and not clause.relative:
                carried = subject
            pair = clause.pair(self._words)
            self._pair = _Subject(tuple(name.place for name in pair), pair[0].type) if pair else self._pair
            last = self._last(clause, subject)
        if carried.spans and carried.kind not in _PEOPLE_AND_PLACES:
            self._focus = carried._replace(sure=min(carried.sure, 0.9))

    def _told(self, lower: str, items: Sequence[Item]) -> Iterator[Name]:
        """The names that a sentence says what they are."""
        if self._language.denying.search(lower, items[0].start, items[-1].end):
            return
        yield from apposed(items, self._words, german=self._german)
        for clause in clauses_of(items, self._words, german=self._german):
            if not self._language.conditional.search(lower, clause.items[0].start, clause.items[-1].end):
                name = explained(clause, self._words, german=self._german)
                if name:
                    yield name

    def _last(self, clause: Clause, subject: _Subject) -> _Subject:
        """What a relative clause after this one is of: its last name, unless that only tells what for."""
        at = [i for i, item in enumerate(clause.items) if item.name]
        if not at:
            return _Subject()
        name = clause.items[at[-1]].name
        idle = clause.governor(at[-1], self._words) in self._words.idle | self._words.of
        return subject if name is None or idle else _Subject((name.place,), name.type)

    def _certainty(self, lower: str, clause: Clause) -> float:
        start, end = clause.items[0].start, clause.items[-1].end
        if self._language.conditional.search(lower, start, end):
            return 0.0
        return 0.5 if self._language.hedging.search(lower, start, end) else 1.0

    def _pairs(self, lower: str, items: Sequence[Item]) -> Iterator[tuple[Verdict, _Subject, Name]]:
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
            if verdict and not self._language.denying.search(lower, items[0].start, other.start):
                yield verdict, _Subject((one.place,), one.type), other

    def _subject(
        self, passage: Passage, clause: Clause, carried: _Subject, last: _Subject, named: Span | None
    ) -> _Subject:
        """What a clause is of."""
        words = self._words
        first = clause.first_verb(words)
        before = clause.items[: first if first is not None else 0]
        names = clause.free_names(0, len(before), words)
        if clause.relative and not names:
            return last
        if self._is_spoken(before):
            return _Subject()
        if names:
            spans = tuple(name.place for name in names)
            return _Subject(spans, names[0].type)
        said = [item.word for item in before if item.word not in words.joint and item.word != ","]
        if first is None:
            led = clause.free_names(0, 2, words) if not clause.number else []
            return _Subject((led[0].place,), led[0].type) if led else carried
        if not said:
            return self._behind(clause, first) or (
                carried if clause.number or before else self._unnamed(clause, first)
            )
        if said[-1] in words.we:
            return _Subject((named,), sure=_GENERIC) if named else _Subject()
        if before[0].word in words.own and len(said) <= 3:
            return (carried if clause.number else self._focus)._replace(sure=0.9)
        if said[-1] in words.pronoun:
            polite = self._german and before[-1].capital and clause.items[first].word.endswith("n")
            if said[-1] in words.both and self._pair:
                return self._pair
            same = clause.number and carried.kind not in _PEOPLE_AND_PLACES
            return _Subject() if polite else carried if same else self._focus
        if self._german and said[0] in words.prepositions and (behind := self._behind(clause, first)):
            return behind
        return self._generic(passage, clause, before, named)

    def _is_spoken(self, before: Sequence[Item]) -> bool:
        """Whether somebody is spoken to, or speaks, in a clause: names in it are no subjects."""
        words = self._words
        person = words.person | (words.we if any(item.name for item in before) else frozenset())
        polite = [item for item in before[1:] if self._german and item.word == "sie" and item.capital]
        return bool(polite) or any(item.word in person for item in before)

    def _behind(self, clause: Clause, first: int) -> _Subject:
        """The subject after its verb: "Zuständig ist das Labor", "Im Keller steht der Server"."""
        if not self._german:
            return _Subject()
        names = clause.free_names(first + 1, min(len(clause.items), first + 4), self._words)[:1]
        return _Subject((names[0].place,), names[0].type) if names else _Subject()

    def _unnamed(self, clause: Clause, first: int) -> _Subject:
        """The subject that a sentence leaves out: what stands above it, if it is no command."""
        told = clause.items[first].word.endswith(self._words.alone) if self._words.alone else False
        return self._focus._replace(sure=_GENERIC) if told else _Subject()

    def _generic(
        self, passage: Passage, clause: Clause, before: Sequence[Item], named: Span | None
    ) -> _Subject:
        """What a subject without a name stands for: "the gateway", "the policy", "sessions"."""
        nouns = [item for item in before if item.word.isalpha() and item.word not in self._words.article]
        if not nouns or before[0].word in self._words.prepositions:
            return _Subject()
        holder = clause.holder(len(before), self._words)
        if holder is not None:
            return _Subject((holder.place,), holder.type, sure=0.9)
        noun = nouns[-1]
        what = self._known.what(noun.word, passage.place(noun.start))
        if what is not None and len(nouns) == 1:
            return _Subject((what,), sure=0.9)
        if self._page.is_meant(passage.text, (noun.start, noun.end)):
            return _Subject(of="document", sure=0.9)
        told = named and before[0].word in self._words.article
        return _Subject((named,), sure=_GENERIC) if named and told else _Subject()

    def _of_clause(self, lower: str, clause: Clause, subject: _Subject) -> Iterator[tuple[Verdict, Name]]:
        """What a clause says of its subject and the names that are no subjects."""
        given: Verdict | None = None
        for i, item in enumerate(clause.items):
            other = item.name
            if other is None or other.place in subject.spans:
                given = None if item.word == ";" else given
                continue
            denied = lower[clause.items[0].start : clause.items[-1].end if self._german else other.start]
            if self._language.denying.search(denied):
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
            if given:
                yield given, other


def _is_enumeration(items: Sequence[Item], i: int, j: int, kind: str) -> bool:
    """Whether more names of a kind follow, or go before, by commas."""
    after = [item for item in items[j + 1 : j + 4] if item.name]
    before = [item for item in items[max(0, i - 3) : i] if item.name]
    return any(item.name and item.name.type == kind for item in (*after, *before))


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
    language: Language,
    page: About,
    told: Iterable[Statement],
) -> Iterator[Statement]:
    """What the sentences of a document say near names. `told` is what is known of them already."""
    tag = document.lang.partition("-")[0].casefold()
    names, named = Names(found), Named(passages)
    near = Near(words_of(tag), language, page, Known(passages, tag), german=tag == "de")
    known = sorted(told, key=lambda one: (one.start, one.end, one))
    starts = [one.start for one in known]
    rows: dict[tuple[int, int], Span] = {}
    for passage in passages:
        if passage.kind == "cell" and passage.text:
            rows.setdefault((passage.group, passage.row), passage.span(0, len(passage.text)))
        inside = names.of(passage) if passage.kind not in _NO_SENTENCES else []
        if inside:
            first, last = passage.place(0), passage.place(len(passage.text) - 1) + 1
            here = known[bisect_left(starts, first) : bisect_left(starts, last)]
            about = rows.get((passage.group, passage.row)) if passage.kind == "cell" else named.of(passage)
            yield from near.of(passage, inside, names.thing(about), here)
