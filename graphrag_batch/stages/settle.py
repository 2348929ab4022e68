"""What one document's prose says, with what is known of all others: which entity each name means, and which
relations its statements make.

Pure. The document's own part (`textual.Extract`) and the places of gazetteer terms come in; names are asked
for, and so what was asked decides when to settle anew. Of names that overlap the longest stands, then the
surest way of finding it. A weak one stands only if somebody else knows it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from graphrag_batch.textual import SHORTENED, SURE

if TYPE_CHECKING:
    from graphrag_batch.textual import Extract, RawMention, Span, Statement

HIT_SCORE = 0.8
REFERENCE_SCORE = 0.5
LEAST_CONFIDENCE = 0.1
SAME_AS = "same_as"
REFERENCE = "reference"
_PRONOUNS = frozenset(("it", "they", "them"))
# A reference means something near: this many code points before it at most.
NEAR = 400

_RANK = {"pattern": 0, "gazetteer": 1, "ner": 2, "name": 3}
_CODE = frozenset({"api"})
_END = 1 << 62
# What says how much, when or which, and is no end of a relation: "Python" of "Python 3.11".
_MEASURES = frozenset({"date", "quantity", "version"})


Hit = tuple[int, int, str]
"""A gazetteer term in the text: start, end, surface."""


class Known(NamedTuple):
    """What a name means: the entity's id and type."""

    entity: int
    type: str


class Lookup(Protocol):
    """Where names are looked up. Whoever answers notes what was asked."""

    def name(self, surface: str) -> Known | None:
        """The entity known by this name."""
        ...

    def symbol(self, surface: str) -> Known | None:
        """The one definition in source code so named."""
        ...

    def document(self, path: str) -> Known | None:
        """The document at a path, as written in the document that is settled."""
        ...


class Place(NamedTuple):
    """Where a section begins, and the entity it is."""

    start: int
    node: int


class Mention(NamedTuple):
    """A name in its place, and the entity it means. `node` is the section (or document) it stands in."""

    start: int
    end: int
    surface: str
    entity: int
    type: str
    score: float
    features: tuple[str, ...]
    node: int


class Fact(NamedTuple):
    """A relation that a sentence, or structure, gives evidence for."""

    src: int
    dst: int
    rel: str
    start: int
    end: int
    pattern: str
    confidence: float


@dataclass(slots=True)
class Settled:
    """Mentions in order, none within another; facts in order."""

    mentions: list[Mention] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)


def settle(
    extract: Extract, hits: Iterable[Hit], places: Sequence[Place], doc: int, lookup: Lookup
) -> Settled:
    """The mentions and facts of one document. `places` are its sections, ascending; `doc` its id."""
    where, full = _Where(places, doc), _full_forms(extract)
    if full:
        lookup = _Here(full, lookup)
    found = _hits(extract, hits, lookup, where)
    if extract.mentions:
        found += _raw(extract, lookup, where)
        found.sort()
    mentions = _apart(found)
    if references := [raw for raw in extract.mentions if raw.found == "reference"]:
        meant = {told.start: told.objects[0] for told in extract.statements if told.pattern == REFERENCE}
        mentions = sorted((*mentions, *_references(references, mentions, where, meant)))
    return Settled(mentions, _facts(extract.statements, mentions, where) if extract.statements else [])


class _Here:
    """What names mean within one document: a short form what the document says it is short for, a last name
    the one person whom the document names in full. Any other what it means everywhere."""

    def __init__(self, full: dict[str, str], lookup: Lookup) -> None:
        self._lookup = lookup
        self._full = full
        self._known: dict[str, Known | None] = {}

    def name(self, surface: str) -> Known | None:
        if surface not in self._known:
            full = self._full.get(surface)
            known = self._lookup.name(full) if full else None
            self._known[surface] = known or self._lookup.name(surface)
        return self._known[surface]

    def symbol(self, surface: str) -> Known | None:
        return self._lookup.symbol(surface)

    def document(self, path: str) -> Known | None:
        return self._lookup.document(path)


def _full_forms(extract: Extract) -> dict[str, str]:
    """Short forms, first and last names, and the first of what they stand for; none that stands for
    several."""
    people = [raw.surface for raw in extract.mentions if raw.type == "person" and raw.found != "reference"]
    full: dict[str, list[str]] = {surface: [] for surface in people if " " not in surface}
    for surface in people:
        for part in dict.fromkeys((surface.partition(" ")[0], surface.rpartition(" ")[2])):
            if part != surface and part in full:
                full[part].append(surface)
    heads = {raw.surface for raw in extract.mentions if raw.score == SHORTENED and not raw.strong}
    # In the order of the text: of several with one first word, the first is what is meant.
    long_forms = dict.fromkeys(raw.surface for raw in extract.mentions if raw.strong and " " in raw.surface)
    for surface in long_forms if heads else ():
        if (last := surface.rpartition(" ")[2]) in heads:
            full.setdefault(last, []).append(surface)
    for alias in extract.aliases:
        full.setdefault(alias.short, []).append(alias.long)
    first = {
        short: {one.partition(" ")[0] if one.rpartition(" ")[2] == short else one for one in long}
        for short, long in full.items()
    }
    return {short: long[0] for short, long in full.items() if len(first[short]) == 1}


class _Where:
    """Which section a place is in."""

    def __init__(self, places: Sequence[Place], doc: int) -> None:
        self._starts = [place.start for place in places]
        self._nodes = [place.node for place in places]
        self.doc = doc

    def node(self, offset: int) -> int:
        return self.stretch(offset)[2]

    def stretch(self, offset: int) -> tuple[int, int, int]:
        """Where the section that a place is in begins, where the next one does, and the node."""
        at = bisect_right(self._starts, offset)
        node = self._nodes[at - 1] if at else self.doc
        return self._starts[at - 1] if at else 0, self._starts[at] if at < len(self._starts) else _END, node


# A corpus has hundreds of thousands of mentions: this takes a third of the time that `Mention(...)` does.
_mention = partial(tuple.__new__, Mention)


def _raw(extract: Extract, lookup: Lookup, where: _Where) -> Iterator[Mention]:
    begin, until, node = where.stretch(0)
    for start, end, surface, told, found, score, _, marks, _ in extract.mentions:
        if found == "reference":
            continue
        if known := _meaning(surface, told, marks, lookup):
            entity, type_ = known
            # What all documents make of a name is surer than what a model makes of one place.
            type_ = told if found == "pattern" and (score >= SURE or type_ == "concept") else type_
            if not begin <= start < until:
                begin, until, node = where.stretch(start)
            yield _mention((start, end, surface, entity, type_, score, (found, *marks), node))


def _meaning(surface: str, type_: str, marks: Sequence[str], lookup: Lookup) -> Known | None:
    if type_ == "path" and (document := lookup.document(surface)):
        return document
    if (type_ in _CODE or "code" in marks) and (symbol := lookup.symbol(surface)):
        return symbol
    return lookup.name(surface)


def _hits(extract: Extract, hits: Iterable[Hit], lookup: Lookup, where: _Where) -> list[Mention]:
    starts = [start for start, _ in extract.prose]
    found: list[Mention] = []
    meanings: dict[str, Known | None] = {}
    told = ("gazetteer",)
    first = last = 0
    begin, until, node = where.stretch(0)
    for start, end, surface in hits:
        if not (first <= start and end <= last):
            at = bisect_right(starts, start) - 1
            first, last = extract.prose[at] if at >= 0 else (0, 0)
            if end > last:  # a link's target, code, front matter
                continue
        if surface not in meanings:
            meanings[surface] = lookup.name(surface)
        if known := meanings[surface]:
            entity, type_ = known
            if not begin <= start < until:
                begin, until, node = where.stretch(start)
            found.append(_mention((start, end, surface, entity, type_, HIT_SCORE, told, node)))
    return found


def _apart(found: Iterable[Mention]) -> list[Mention]:
    """Those that stand, where names (in order) overlap: the longest, then the surest, then the first."""
    standing: list[Mention] = []
    crowded, first, end = False, 0, -1
    for mention in found:
        start, stop = mention[0], mention[1]
        if start < end:
            crowded, end = True, max(end, stop)
        else:
            if crowded:
                standing[first:] = _best(standing[first:])
            crowded, first, end = False, len(standing), stop
        standing.append(mention)
    standing[first:] = _best(standing[first:])
    return standing


def _best(crowd: Sequence[Mention]) -> list[Mention]:
    starts: list[int] = []
    chosen: dict[int, Mention] = {}
    for mention in sorted(crowd, key=_preference):
        at = bisect_left(starts, mention.start)
        overlaps = at and chosen[starts[at - 1]].end > mention.start
        if not overlaps and not (at < len(starts) and starts[at] < mention.end):
            starts.insert(at, mention.start)
            chosen[mention.start] = mention
    return [chosen[start] for start in starts]


def _preference(mention: Mention) -> tuple[int, int, float, Mention]:
    length = mention.end - mention.start
    return -length, _RANK[mention.features[0]], -mention.score, mention


def _references(
    references: Iterable[RawMention],
    mentions: Sequence[Mention],
    where: _Where,
    meant: Mapping[int, Span],
) -> Iterator[Mention]:
    """What "it", "this service" and the like stand for: what sentences say that they mean (`meant`, by where
    they begin), or for nouns the nearest fitting name before them in the section (of "the former", the one
    before that)."""
    starts = [mention.start for mention in mentions]
    for raw in references:
        at, node = bisect_left(starts, raw.start), where.node(raw.start)
        if at < len(starts) and starts[at] < raw.end:
            continue
        if span := meant.get(raw.start):
            mention = _first(mentions, starts, span)
        elif raw.surface.casefold() in _PRONOUNS:
            continue
        else:
            mention = _nearest(mentions[max(0, at - 20) : at], raw, node)
        if mention and raw.type and mention.type in raw.type.split("|"):
            score = round(mention.score * REFERENCE_SCORE, 4)
            end = mention.entity, mention.type, score, ("reference",), node
            yield Mention(raw.start, raw.end, raw.surface, *end)


def _nearest(before: Sequence[Mention], raw: RawMention, node: int) -> Mention | None:
    wanted = frozenset(raw.type.split("|")) - {""}
    skip = 1 if raw.surface.casefold().endswith("former") else 0
    for mention in reversed(before):
        if mention.node != node or raw.start - mention.end > NEAR or mention.end > raw.start:
            return None
        if wanted and mention.type not in wanted:
            continue
        if not skip:
            return mention
        skip -= 1
    return None


def _first(mentions: Sequence[Mention], starts: Sequence[int], span: Span) -> Mention | None:
    """The first of the mentions (`starts` are where they begin) that shares something with a span."""
    at = bisect_left(starts, span[0])
    if at and mentions[at - 1].end > span[0]:
        at -= 1
    return mentions[at] if at < len(mentions) and mentions[at].start < span[1] else None


def _facts(statements: Iterable[Statement], mentions: Sequence[Mention], where: _Where) -> list[Fact]:
    mentions = [mention for mention in mentions if mention.type not in _MEASURES]
    starts = [mention.start for mention in mentions]

    def last(span: Span) -> Mention | None:
        at = bisect_left(starts, span[1]) - 1
        return mentions[at] if at >= 0 and mentions[at].end > span[0] else None

    best: dict[tuple[int, int, str, int], Fact] = {}
    for told in statements:
        if told.rel == SAME_AS:  # names that are said to be one are one (textual.Alias)
            continue
        objects = [found for span in told.objects if (found := _first(mentions, starts, span))]
        for src, score in _subjects(told, last, where):
            for dst in objects:
                sure = round(told.confidence * score * dst.score, 4)
                if src != dst.entity and sure >= LEAST_CONFIDENCE:
                    fact = Fact(src, dst.entity, told.rel, told.start, told.end, told.pattern, sure)
                    key = (src, dst.entity, told.rel, told.start)
                    if key not in best or (-best[key].confidence, best[key]) > (-sure, fact):
                        best[key] = fact
    return sorted(best.values())


def _subjects(
    told: Statement, last: Callable[[Span], Mention | None], where: _Where
) -> list[tuple[int, float]]:
    named = [(found.entity, found.score) for span in told.subjects if (found := last(span))]
    if named or not told.of:
        return named
    return [(where.doc if told.of == "document" else where.node(told.start), 1.0)]
