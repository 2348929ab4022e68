"""What the words between two names say of them, by the class of their verb and by what the names
are: for what no parse and no expression has told. Less sure than these, of any language with a table."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.clause import Clause, Item, Name
from graphrag_batch.stages.statement.decide import Verdict, between, carried, decided
from graphrag_batch.stages.statement.described import apposed, explained
from graphrag_batch.stages.statement.gapped import Gapped
from graphrag_batch.stages.statement.readings import Read, Reading, Sentence
from graphrag_batch.stages.statement.tongues import Words, words_of
from graphrag_batch.stages.statement.whose import PEOPLE_AND_PLACES, Subject
from graphrag_batch.textual import Passage, Span, Statement

_TOLD, _LOOSE, _AGAIN = 0.45, 0.3, 0.45
_OF_PAGE = ("depends_on", "cites", "owned_by")
_QUIET = ("defines", "same_as", "refers_to")
_SHORT = 6


class Near:
    """What is said near names, passage by passage."""

    def __init__(self, text: str, words: Words, *, german: bool) -> None:
        self._text, self._words, self._german = text, words, german

    def of(self, read: Read, told: Sequence[Statement]) -> Iterator[Statement]:
        """What a passage says; `told` is what is said of it already, in order."""
        passage, names = read.passage, read.names
        reach = list(accumulate((one.end for one in told), max))
        defined = {
            name.place for one in told if one.rel == "defines" for s in one.objects for name in _met(names, s)
        }
        for sentence in read.sentences:
            place = passage.span(*sentence.span)
            near = told[
                bisect_right(reach, place[0]) : bisect_left(told, place[1], key=lambda one: one.start)
            ]
            taken = _taken(near, names, place)
            for name in self._told(read.lower, sentence):
                if name.place not in defined:
                    yield Statement(
                        "defines", *place, (), (name.place,), "near", _TOLD, "section", passage.section
                    )
            again = Gapped(sentence.items, self._words)
            for rel, one, two in _again(names, near, again):
                yield Statement(rel, *place, (one.place,), (two.place,), "near", _AGAIN, "", passage.section)
            for verdict, subject, other in self._said(read.lower, sentence, opens=read.opens):
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

    def _is_itself(self, passage: Passage, other: Name, subject: Subject) -> bool:
        """Whether something is told of what its subject is called: "Kestrel" under "The Kestrel"."""
        name = passage.text[other.start : other.end].casefold()
        return any(name in self._text[slice(*span)].casefold() for span in subject.spans)

    def _said(
        self, lower: str, sentence: Sentence, *, opens: bool
    ) -> Iterator[tuple[Verdict, Subject, Name]]:
        yield from self._pairs(lower, sentence.items)
        for clause, subject in sentence.said:
            certain = self._certainty(lower, clause) if subject else 0.0
            if certain:
                for verdict, other in self._of_clause(lower, clause, subject, opens=opens):
                    yield verdict._replace(weight=verdict.weight * certain), subject, other

    def _told(self, lower: str, sentence: Sentence) -> Iterator[Name]:
        """The names that a sentence says what they are."""
        items = sentence.items
        if not items or self._words.denying.search(lower, items[0].start, items[-1].end):
            return
        yield from apposed(items, self._words, german=self._german)
        for clause, _ in sentence.said:
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
            if not verdict and said and said[0] in self._words.toward:
                before = [item.word for item in items[:i] if item.word]
                verdict = carried(self._words, before, said, one.type, other.type)
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


def of_near(document: Document, reading: Reading, told: Iterable[Statement]) -> Iterator[Statement]:
    """What the sentences of a document say near names. `told` is what is known of them already."""
    tag = document.lang.partition("-")[0].casefold()
    near = Near(document.text, words_of(tag), german=tag == "de")
    known = sorted(told, key=lambda one: (one.start, one.end, one))
    starts = [one.start for one in known]
    for read in reading.passages:
        if read.names:
            first, last = read.passage.place(0), read.passage.place(len(read.passage.text) - 1) + 1
            here = known[bisect_left(starts, first) : bisect_left(starts, last)]
            yield from near.of(read, here)
