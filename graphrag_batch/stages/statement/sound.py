"""What is no statement, whatever its words: the text is a licence or a notation; an end is a number of a
ticket, a date; the reader is told to do it, or what it would be for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.biddings import FAR, is_bidden
from graphrag_batch.stages.statement.fitting import belongs, fits
from graphrag_batch.stages.statement.tongues import every
from graphrag_batch.stages.statement.tree import MOST_SPANS
from graphrag_batch.textual import SURE, Passage, RawMention, Span, Statement, folded

_MEASURES = frozenset(("ticket", "date", "version", "quantity"))
# Of these a ticket or a date may well be an end.
_OF_ANYTHING = frozenset(("refers_to", "cites", "same_as", "defines"))
_NO_OWNERS = frozenset(
    ("api", "option", "variable", "path", "version", "ticket", "standard", "date", "quantity")
)
_PROSE = frozenset(
    (
        "verb",
        "passive",
        "near",
        "trigger",
        "is-a",
        "is-noun",
        "noun-is",
        "as-noun",
        "adjective",
    )
)
_HEADS = ("title", "heading", "term")
_LICENCE = (
    "as is", "hereby grant", "royalty-free", "sublicen", "licensee", "licensor", "warrant", "liable",
    "liabilit", "redistribut", "copyright",
)  # fmt: skip
_NEAR = 24
_ENOUGH, _BEGINNING, _APART = 5, 3000, 400
_TITLED = re.compile(r"licen[cs]e|licen[cs]ing|copying|copyright|lizenz|licencia")
_PIECE = re.compile(r"\S+")
# Marks that stand alone in a notation, and not between the words of a sentence.
_SIGN = re.compile(
    r"[|=*+?\[\](){}<>':,;^~]+|['\"][^\w\s]+['\"],?|\[?['\"][^'\"]*['\"],?|\S*\w:(?:$)|::=|:=|\w*_\w+"
)
_FEW, _SHARE = 4, 4
# "ACL-like", "Kestrel-specific": what something is like, no thing.
_ADJECTIVE = re.compile(
    r".*-(?:like|specific|formatted|style|based|compatible|aware|only|friendly|independent|agnostic|compliant|ready)"
)
# Values and types of values in code: nothing is told of them.
_LITERAL = re.compile(
    r"(?:true|false|null|nil|none|undefined|nan|number|string|str|int|integer|float|object|boolean|bool|array|list|"
    r"dict|void|any)",
    re.IGNORECASE,
)
# The number of a change, in brackets after what was changed: no name of a ticket, as "CLS-340" is.
_NUMBER = re.compile(r"(?:#|GH-|!)\d")
# What would be, if another thing were not done.
_ELSE = re.compile(
    r"\b(?:sonst|ansonsten|andernfalls|sinon|autrement|de lo contrario|otherwise|or else)\b", re.IGNORECASE
)
_FRONTED = re.compile(
    r"(?:when|while|if|as|after|before|since|because|although|though|unless|once)\s[^,]*,\s"
)
# What begins a reason or a condition tells what something is in passing: "Because it is a class, …".
_SUBORDINATE = re.compile(rf"\b(?:{every('reasons')})['’e]?\s(?:(?:{every('standing')})\s*)?$", re.IGNORECASE)
_PRONOUN = re.compile(rf"\W*(?:{every('standing')})\b", re.IGNORECASE)
# "is a bit slower": how much, not what.
_DEGREE = re.compile(rf"\s\w+\s(?:an?|one|une?|eine?|una?|the)\s(?:{every('degrees')})\b", re.IGNORECASE)
_ADVERBS = re.compile(every("adverbs"), re.IGNORECASE)
# What follows a name that only tells which thing is meant: "the Kestrel instance passed to it".
_OF_NAME = re.compile(
    r"\s(?!is\b|was\b|are\b|has\b)[a-z]+(?<!ed)(?<!en)\s(?:[a-z]{3,}ed|given|of|in|for|to|on)\b"
)
# After the lead of an item, what the lead is: "a Fastify plugin".
_KIND = re.compile(r"[\s:–—-]*(?:(?:an?|the)\s)?(?:[a-z-]+\s){0,2}", re.IGNORECASE)
_NOUN = re.compile(r"\s[a-z-]{3,}\b")
_NO_NOUN = re.compile(r"\s(?:uses?|is|are|has|have|can|may|and|or|for|with|that|which|in|on|of|to|[a-z]+s)\b")


def sound(
    document: Document, passages: Sequence[Passage], named: Sequence[RawMention], found: Iterable[Statement]
) -> Iterator[Statement]:
    """The statements that may be so, of those found in a document; `named` are the names in it."""
    if is_licence(document) or _is_grammar(passages):
        return
    english = document.lang.partition("-")[0].casefold() in ("en", "")
    read = _Read(passages, named)
    for one in found:
        passage = read.passage(one)
        if passage is None:
            yield one
        elif read.is_of_notation_or_else(passage, one):
            continue
        elif (
            (kept := read.told(passage, one))
            and not (english and read.is_bidden(passage, kept))
            and (fitting := read.fitting(kept))
        ):
            yield fitting


def is_licence(document: Document) -> bool:
    """Whether a document is a licence: by its words, of which a page that speaks of one has few, and its
    title or beginning."""
    lower = folded(document.text)
    if sum(word in lower for word in _LICENCE) < _ENOUGH:
        return False
    often = sum(lower.count(word) for word in _LICENCE)
    titled = _TITLED.search(folded(document.title or "") + " " + lower[:_BEGINNING])
    return titled is not None and len(lower) < _APART * often


def is_notation(text: str) -> bool:
    """Whether a passage is a grammar, a formula or the like: of its words a quarter are signs."""
    said = _PIECE.findall(text)
    signs = sum(_SIGN.fullmatch(one) is not None for one in said[1:])
    return signs >= _FEW and _SHARE * signs >= len(said)


def _is_grammar(passages: Sequence[Passage]) -> bool:
    """Whether most of a document's text is a notation: then what explains it tells of that."""
    said = [p.text for p in passages if p.kind not in _HEADS]
    return 2 * sum(len(text) for text in said if is_notation(text)) > sum(map(len, said))


class _Look(NamedTuple):
    """What a passage is: whether a notation, its command lines in order, and where the name ends that an item
    begins with (-1: it begins with none)."""

    notation: bool
    commands: list[Span]
    lead: int


def _begin(span: Span) -> int:
    return span[0]


class _Read:
    """The passages and the names of a document, by place."""

    def __init__(self, passages: Sequence[Passage], named: Sequence[RawMention]) -> None:
        self._passages = sorted((p for p in passages if p.text), key=lambda p: p.place(0))
        self._places = [p.place(0) for p in self._passages]
        self._named = sorted((one for one in named if one.found != "reference"), key=lambda one: one.start)
        self._starts = [one.start for one in self._named]
        self._looks: dict[int, _Look] = {}

    def passage(self, one: Statement) -> Passage | None:
        at = bisect_right(self._places, one.start) - 1
        return self._passages[at] if at >= 0 else None

    def _look(self, passage: Passage) -> _Look:
        """What is read of a passage once, however much it states."""
        look = self._looks.get(passage.place(0))
        if look is None:
            marks = sorted(passage.marks)
            lead = next((m[1] for m in marks if m[0] == 0 and m[2] in ("code", "link", "bold")), -1)
            look = _Look(
                passage.kind not in _HEADS and is_notation(passage.text),
                [(a, b) for a, b, mark in marks if mark == "code" and " " in passage.text[a:b]],
                lead if passage.kind == "item" else -1,
            )
            self._looks[passage.place(0)] = look
        return look

    def is_of_notation_or_else(self, passage: Passage, one: Statement) -> bool:
        """Whether a statement is of a notation, or up to the last of its ends of what else would be."""
        if one.pattern in _PROSE:
            last = passage.offset(max(span[1] for span in (*one.subjects, *one.objects)) - 1) + 1
            if _ELSE.search(passage.text, max(passage.offset(one.start), last - FAR), last):
                return True
        return self._look(passage).notation

    def told(self, passage: Passage, one: Statement) -> Statement | None:
        """A statement with those of its ends that may be ends; None where none is left."""
        if one.rel == "defines" and one.pattern == "apposition" and self._is_fronted(passage, one):
            return None
        if one.rel == "owned_by" and one.pattern in _PROSE and all(map(self._is_no_owner, one.objects)):
            return None
        if one.rel in _OF_ANYTHING:
            told = one.pattern in ("trigger", "near", "is-a", "apposition")
            return None if told and self._is_aside(passage, one) else one
        if self._is_of_measures(one):
            return one
        subjects, objects = (self._ends(end) for end in (one.subjects, one.objects))
        if not objects or (one.subjects and not subjects):
            return None
        if one.pattern in _PROSE:
            subjects = self._of_item(passage, subjects)
        return one._replace(subjects=subjects, objects=objects)

    def fitting(self, one: Statement) -> Statement | None:
        """A statement with those of its ends that may be what is said of them, by their types."""
        if one.rel in ("uses", "depends_on", "defines") and all(map(self._is_value, one.objects)):
            return None
        if one.pattern not in _PROSE and one.pattern != "apposition":
            return one
        subjects = [(span, self._type(span, -1)) for span in one.subjects]
        objects = [(span, self._type(span, 0)) for span in one.objects]
        rel = one.rel
        if subjects and all(belongs(rel, kind, other) for _, kind in subjects for _, other in objects):
            rel = "part_of"
        left = tuple(span for span, kind in subjects if any(fits(rel, kind, other) for _, other in objects))
        kinds = [kind for span, kind in subjects if span in left] or [""]
        right = tuple(span for span, other in objects if any(fits(rel, kind, other) for kind in kinds))
        if not right or (subjects and not left):
            return None
        return one._replace(rel=rel, subjects=left, objects=right)

    def _is_value(self, span: Span) -> bool:
        names = self._within(span)
        return bool(names) and _LITERAL.fullmatch(names[0].surface) is not None

    def _type(self, span: Span, which: int) -> str:
        names = self._within(span)
        return names[which].type if names and names[which].score >= SURE else ""

    def _within(self, span: Span) -> Sequence[RawMention]:
        low, high = (bisect_left(self._starts, place) for place in span)
        return self._named[low:high]

    def _name(self, span: Span, which: int) -> Span:
        """The name within a span, the first or the last (-1); the span where none is."""
        names = self._within(span)
        return (names[which].start, names[which].end) if names else span

    def _is_of_measures(self, one: Statement) -> bool:
        """Whether versions, or dates, follow one another."""
        return one.rel == "precedes" and all(
            any(m.type in ("version", "date") and (m.start, m.end) == s for m in self._within(s))
            for s in (*one.subjects, *one.objects)
        )

    def _ends(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        return tuple(kept for span in spans[:MOST_SPANS] if (kept := self._end(span)))

    def _end(self, span: Span) -> Span | None:
        """An end without the number of a ticket that follows it; None for a measure, an adjective."""
        names = self._within(span)
        for one in names:
            if one.type == "ticket" and _NUMBER.match(one.surface):
                left = one.start - span[0]
                return None if left < 2 else (span[0], one.start - 1)
            exact = (one.start, one.end) == span
            measure = one.type in _MEASURES and one.type != "ticket"
            if exact and (measure or _ADJECTIVE.fullmatch(one.surface)):
                return None
        return span

    def _is_no_owner(self, span: Span) -> bool:
        kinds = {one.type for one in self._within(span)}
        return bool(kinds) and kinds <= _NO_OWNERS

    def _is_fronted(self, passage: Passage, one: Statement) -> bool:
        """Whether what looks like an apposition follows a clause: "When using Windows, the emoji …"."""
        start, end = max(0, passage.offset(one.start)), passage.offset(one.objects[0][1])
        lower = folded(passage.text[start : min(max(0, end) + 2, start + FAR)])
        return _FRONTED.match(lower) is not None

    def _is_aside(self, passage: Passage, one: Statement) -> bool:
        """Whether what a sentence defines is another noun than the name in it: "the Kestrel instance
        passed to it is …", "the best of Kestrel is …"."""
        for start, end in one.objects if one.rel == "defines" else ():
            if not one.start <= start < one.end:
                if not _PRONOUN.match(passage.text, passage.offset(one.start)):
                    return True  # "Because it is a class, …"
                continue
            names = self._within((start, end))
            if not names:
                continue
            first, last = passage.offset(names[0].start), passage.offset(names[-1].end - 1) + 1
            before = passage.text[passage.offset(start) : first].split()
            after = passage.text[last : passage.offset(end - 1) + 1].split()
            if _DEGREE.match(passage.text, last) or _ADVERBS.fullmatch(passage.text, first, last):
                return True
            if _SUBORDINATE.search(passage.text, max(0, first - _NEAR), first):
                return True
            if one.pattern == "near" and _OF_NAME.match(passage.text, last):
                return True
            if len(after) > 1 or (after and after[0].startswith(("'s", "’s"))) or len(before) > 2:
                return True
        return False

    def _of_item(self, passage: Passage, subjects: tuple[Span, ...]) -> tuple[Span, ...]:
        """The name that an item begins with, where what follows is of its kind: "`x-kestrel` A Kestrel plugin
        that …"."""
        lead = self._look(passage).lead
        if lead < 0 or len(subjects) != 1:
            return subjects
        if not (names := self._within(subjects[0])):
            return subjects
        start, last = passage.offset(names[-1].start), passage.offset(names[-1].end - 1) + 1
        if not lead <= start or _KIND.fullmatch(passage.text, lead, start) is None:
            return subjects
        is_kind = _NOUN.match(passage.text, last) and not _NO_NOUN.match(passage.text, last)
        return (passage.span(0, lead),) if is_kind else subjects

    def is_bidden(self, passage: Passage, one: Statement) -> bool:
        """Whether a sentence tells the reader to do it, or what it would be for."""
        if one.pattern not in _PROSE or one.rel in _OF_ANYTHING:
            return False
        start, end = passage.offset(one.start), passage.offset(one.end - 1) + 1
        names = [*(self._name(s, -1) for s in one.subjects), *(self._name(s, 0) for s in one.objects)]
        spans = [(passage.offset(a), passage.offset(b - 1) + 1) for a, b in names]
        inside = [span for span in spans if start <= span[0] < span[1] <= end]
        every = self._look(passage).commands
        commands = {every[at - 1] for span in inside if (at := bisect_right(every, span[0], key=_begin))}
        return is_bidden(passage.text, (start, end), sorted(inside), sorted(commands), one.rel)
