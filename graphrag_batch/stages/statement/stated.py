"""Names that statements make sure of. A word with a capital letter may be a name; where a sentence says that
it uses something, it is one. What stands in the place of a name, and nobody found, becomes one."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.frames import STANDARD, TEAM_NOUNS
from graphrag_batch.stages.statement.words import words
from graphrag_batch.textual import Passage, RawMention, Span, Statement

_SCORE = 0.7
_LEAST = 0.5
_NEAR_MARKS = 8
_LONGEST = 60
_MOST_WORDS, _TITLE_WORDS = 5, 10
_NO_NAMES = frozenset(("refers_to", "same_as"))
# Patterns by which a place is one for names, whatever its letters.
_PLACES = frozenset(("key", "key-table", "table", "list", "requirements", "references", "stages"))
_SET_APART = frozenset(("code", "bold", "link", "term", "italic", "quoted"))
_SMALL = words("of de del la las los der die das für and the du des le les y und et for von zu")
_CAPITAL = re.compile(r"[^\W\d_]?[A-ZÀ-Þ\d]")
_NO_NAME = words(
    "a an the your our their its this that these those some any more other here they it we you i he she "
    "there what who let everybody everyone nobody somebody"
)
_TERM_WORDS = 3
_CODE = re.compile(r"@?[A-Za-z_/$~][\w.@/:+#-]*")
_WORD = re.compile(r"[\w.+#@/-]+")
# What verbs, gerunds and nouns for actions end in, at the beginning of a sentence.
_ABSTRACT = re.compile(r"(?:ing|[ts]ions?|ments?|ness|ility|[eo]rs)$")
_SINGULAR = re.compile(r"\s(?:is|was|has|does|[a-z]+[^s]s)\b")
_ROLES = {
    ("uses", 1): "product",
    ("uses", 0): "product",
    ("depends_on", 0): "product",
    ("depends_on", 1): "product",
    ("owned_by", 0): "product",
    ("owned_by", 1): "organization",
    ("located_in", 1): "location",
}


def stated(
    document: Document, found: Sequence[RawMention], said: Iterable[Statement], passages: Sequence[Passage]
) -> tuple[RawMention, ...]:
    """The mentions of a document, ordered as they were, with what its statements make of them: those that
    stand for an end of one are strong, and ends that hold none are mentions themselves."""
    names = [n for n, one in enumerate(found) if one.found != "reference"]
    index = _Index([found[n] for n in names], passages, nouns=document.lang.startswith("de"))
    changed: dict[int, RawMention] = {}
    added: dict[Span, RawMention] = {}
    for one in said:
        if one.confidence < _LEAST or one.rel in _NO_NAMES:
            continue
        for end, span in _ends(one):
            at = index.held(span, last=end == 0)
            if (
                one.rel == "cites"
                and end == 1
                and index.is_part(at, span)
                and (new := index.titled(span, one))
            ):
                added[span] = new
            elif at >= 0:
                before = changed.get(names[at], found[names[at]])
                if index.is_named(before, span, one, end):
                    changed[names[at]] = _surer(before, one.rel, end)
            elif span not in added and (new := index.new(span, one, end)):
                added[span] = new
    return tuple(sorted([*(changed.get(n, one) for n, one in enumerate(found)), *_apart(added)]))


def _ends(one: Statement) -> Iterator[tuple[int, Span]]:
    yield from ((0, span) for span in one.subjects)
    yield from ((1, span) for span in one.objects)


def _apart(added: dict[Span, RawMention]) -> Iterator[RawMention]:
    last = -1
    for span in sorted(added):
        if span[0] >= last:
            yield added[span]
            last = span[1]


def _surer(one: RawMention, rel: str, end: int) -> RawMention:
    kind = _ROLES.get((rel, end), one.type) if one.type in ("concept", "") else one.type
    return one._replace(score=max(one.score, _SCORE), strong=True, type=kind)


class _Index:
    """The mentions and the passages of a document, by place."""

    def __init__(self, names: Sequence[RawMention], passages: Sequence[Passage], *, nouns: bool) -> None:
        self._names, self._nouns = names, nouns
        self._starts = [one.start for one in names]
        read = sorted((p for p in passages if p.text), key=lambda p: p.place(0))
        self._passages, self._places = read, [p.place(0) for p in read]

    def held(self, span: Span, *, last: bool) -> int:
        """The number of the last, or the first, mention within a span; -1 for none."""
        if last:
            at = bisect_left(self._starts, span[1]) - 1
            return at if at >= 0 and self._names[at].end > span[0] else -1
        at = bisect_left(self._starts, span[0])
        if at and self._names[at - 1].end > span[0]:
            at -= 1
        return at if at < len(self._names) and self._names[at].start < span[1] else -1

    def is_named(self, one: RawMention, span: Span, told: Statement, end: int) -> bool:
        """Whether a mention is what the end of a statement names, and no word that only begins it."""
        if re.split(r"['’ ]", one.surface.lower())[0] in _NO_NAME:
            return False
        if one.strong and one.score >= _SCORE:
            return False
        if one.found == "pattern" and not one.strong and ("code" in one.marks or _is_key(one.surface)):
            return (one.start, one.end) == span
        if one.found not in ("name", "ner"):
            return False
        if end == 0 and one.end < span[1] and one.start > span[0]:
            return False
        if one.start > told.start or " " in one.surface or one.marks or not one.surface[1:].islower():
            return True
        if one.end < span[1] or _ABSTRACT.search(one.surface):
            return False
        after = self._text_after(one)
        return not one.surface.endswith("s") or _SINGULAR.match(after) is not None

    def _text_after(self, one: RawMention) -> str:
        found = self._stretch((one.start, one.end))
        return found[0].text[found[2] : found[2] + 20] if found else ""

    def _stretch(self, span: Span) -> tuple[Passage, int, int] | None:
        """The passage that holds a span of the document, and where in its text."""
        at = bisect_right(self._places, span[0]) - 1
        if at < 0:
            return None
        passage = self._passages[at]
        start, end = (passage.offset(place) for place in (span[0], span[1] - 1))
        return (passage, start, end + 1) if 0 <= start <= end < len(passage.text) else None

    def is_part(self, at: int, span: Span) -> bool:
        """Whether a mention is but a part of what stands in a span."""
        return at >= 0 and self._names[at].end - self._names[at].start < span[1] - span[0]

    def titled(self, span: Span, told: Statement) -> RawMention | None:
        """A mention of a work whose title is set apart as a whole; None for anything else."""
        one = self.new(span, told, 1)
        return one if one and {"italic", "quoted", "link"} & set(one.marks) else None

    def new(self, span: Span, told: Statement, end: int) -> RawMention | None:
        """A mention of what an end names, where that looks like a name; None where it does not."""
        found = self._stretch(span)
        if found is None or span[1] - span[0] > _LONGEST:
            return None
        passage, start, stop = found
        text = passage.text[start:stop]
        near = _marks_at(passage, start)
        marks = tuple(dict.fromkeys(m for _, b, m in near if stop <= b))
        exact = {m for a, b, m in near if (a, b) == (start, stop)}
        if text.endswith("()"):
            text, span = text[:-2], (span[0], span[1] - 2)
        most = _TITLE_WORDS if told.rel == "cites" else _MOST_WORDS
        if text.count(" ") >= most or not any(c.isalpha() for c in text):
            return None
        if "code" in exact:
            named = _CODE.fullmatch(text) is not None
        elif told.pattern in _PLACES and (_is_entry(text, told, self._nouns) or _is_key(text)):
            named = True
        else:
            named = bool(exact & _SET_APART) and _is_titled(text, told, exact)
        if not named:
            return None
        return RawMention(*span, text, _type(told, end, text), "name", _SCORE, True, marks, passage.section)


def _marks_at(passage: Passage, start: int) -> Sequence[tuple[int, int, str]]:
    """The marks that may cover a place: the last few that begin before it."""
    at = bisect_right(passage.marks, (start, 1 << 62))
    return passage.marks[max(0, at - _NEAR_MARKS) : at]


def _is_titled(text: str, told: Statement, marks: set[str]) -> bool:
    """Whether words that are set apart as a whole are a name, or a term that is defined."""
    parts = text.split()
    if parts[0].lower() in _NO_NAME or not (parts[0][0].isalnum() or parts[0][0] in "@/.$"):
        return False
    if told.rel in ("defines", "part_of") and marks & {"bold", "term", "italic"}:
        return len(parts) <= _TERM_WORDS
    if told.rel == "cites" and marks & {"italic", "quoted"}:
        return parts[0][:1].isupper()
    return (
        all(_CAPITAL.match(part) or part in _SMALL for part in parts) and _CAPITAL.match(parts[0]) is not None
    )


def _is_entry(text: str, told: Statement, nouns: bool) -> bool:
    """Whether words in a place for names look like one: with capital letters, or a team."""
    if nouns and told.rel not in ("owned_by", "located_in", "cites", "precedes"):
        return re.search(r"\d|[^\W_][A-ZÄÖÜ]", text) is not None
    parts = text.split()
    if told.rel == "owned_by" and parts[-1] in TEAM_NOUNS:
        parts.pop()
    return all(_CAPITAL.match(part) or part in _SMALL for part in parts) and not text.islower()


def _is_key(text: str) -> bool:
    """Whether a word in small letters is a name as it stands: with a sign of code in it."""
    return _WORD.fullmatch(text) is not None and re.search(r"[\w]+[-_./@\d][\w]+", text) is not None


def _type(told: Statement, end: int, text: str) -> str:
    if told.pattern == "stages":
        return "step" if re.match(r"\w+ (?:\d+|[A-Z])$", text) else "concept"
    if told.rel == "cites" and end == 1:
        return "standard" if STANDARD.match(text) and any(map(str.isdigit, text)) else "work"
    return "concept" if told.rel == "defines" else _ROLES.get((told.rel, end), "concept")
