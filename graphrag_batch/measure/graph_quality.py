"""How right the graph is that was read out of pages: what was found against what people found.

Pure. Mentions are compared by their spans (`exact`), by spans and types (`typed`), and by whether they
overlap at all. Of those with equal spans:

- linking accuracy: the share whose entity is the home of the gold entity (the one that most of its mentions
  went to) while that home is shared with no gold entity that has more mentions there. So both splitting an
  entity and merging two cost; `varied` is the same for gold entities that are written in several ways.
- pairwise F1: over all pairs of mentions, those that are one entity in both.

References ("it") are scored apart: right are those with the same span and the entity's home. Nothing found
in front matter counts, nor what is found in files whose names are not annotated.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphrag_batch.measure.golden import Golden, GoldMention


class FoundMention(NamedTuple):
    """A row of `mentions`; `entity` is an id."""

    path: str
    start: int
    end: int
    surface: str
    type: str
    entity: int
    reference: bool


class FoundRelation(NamedTuple):
    """A row of `relations`. `structural`: all of its evidence is nesting, links and definitions in code."""

    src: int
    rel: str
    dst: int
    structural: bool
    confidence: float = 1.0


class Node(NamedTuple):
    """An entity: its names, the one shown first, and the page that it is or is a section of ("": none).
    `start` is where one begins that is a section, -1 for any other."""

    names: tuple[str, ...]
    path: str = ""
    start: int = -1


@dataclass(frozen=True, slots=True)
class Found:
    """What an artifact holds of a golden set's pages."""

    mentions: Sequence[FoundMention]
    relations: Sequence[FoundRelation]
    nodes: Mapping[int, Node]


class Score(NamedTuple):
    """`right` of `found` are among the `gold` ones; `recalled` of the gold ones were found (it differs from
    `right` where several found ones meet one of them)."""

    gold: int
    found: int
    right: int
    recalled: int

    @property
    def precision(self) -> float:
        """Of what was found, the share that is right; 1 where nothing was found."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Of what there is, the share that was found; 1 where there is nothing."""
        return self.recalled / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def as_json(self) -> dict[str, float]:
        """Figures and counts."""
        shares = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {**{name: round(value, 4) for name, value in shares.items()}, **self._asdict()}


@dataclass(slots=True)
class MentionReport:
    """Scores of mentions and of linking; `missing` and `wrong` are by span, in order."""

    exact: Score
    typed: Score
    overlap: Score
    references: Score
    by_type: dict[str, Score]
    accuracy: float
    varied: float
    pairs: Score
    owners: dict[int, str] = field(default_factory=dict)
    missing: list[GoldMention] = field(default_factory=list)
    wrong: list[FoundMention] = field(default_factory=list)
    mistyped: list[tuple[GoldMention, FoundMention]] = field(default_factory=list)
    mislinked: list[tuple[GoldMention, FoundMention]] = field(default_factory=list)


Place = tuple[str, int, int]


def score_mentions(golden: Golden, found: Sequence[FoundMention]) -> MentionReport:
    """Compare what was found in the annotated pages with the annotation."""
    counted = [m for m in found if m.path in golden.pages and m.start >= golden.asides.get(m.path, 0)]
    gold = {_place(m): m for m in golden.mentions if not m.reference}
    names = {_place(m): m for m in counted if not m.reference}
    both = sorted(gold.keys() & names.keys())
    matched = [(gold[place], names[place]) for place in both]
    homes, owners = _homes(matched)
    right = [homes[g.entity] == f.entity and owners[f.entity] == g.entity for g, f in matched]
    ways = _ways(gold.values())
    varied = [ok for ok, (g, _) in zip(right, matched, strict=True) if ways[g.entity] > 1]
    return MentionReport(
        exact=Score(len(gold), len(names), len(both), len(both)),
        typed=_typed(gold.values(), names.values(), matched),
        overlap=_overlap(gold.keys(), names.keys()),
        references=_references(golden, counted, homes),
        by_type=_by_type(gold.values(), names.values(), matched),
        accuracy=_share(right),
        varied=_share(varied),
        pairs=_pairs(matched),
        owners=owners,
        missing=[gold[place] for place in sorted(gold.keys() - names.keys())],
        wrong=[names[place] for place in sorted(names.keys() - gold.keys())],
        mistyped=[(g, f) for g, f in matched if g.type != f.type],
        mislinked=[pair for pair, ok in zip(matched, right, strict=True) if not ok],
    )


def _place(mention: GoldMention | FoundMention) -> Place:
    return mention.path, mention.start, mention.end


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 1.0


Pairs = Sequence[tuple[GoldMention, FoundMention]]


def _typed(gold: Iterable[GoldMention], found: Iterable[FoundMention], matched: Pairs) -> Score:
    right = sum(g.type == f.type for g, f in matched)
    return Score(len(list(gold)), len(list(found)), right, right)


def _by_type(gold: Iterable[GoldMention], found: Iterable[FoundMention], matched: Pairs) -> dict[str, Score]:
    golds, founds = Counter(m.type for m in gold), Counter(m.type for m in found)
    rights = Counter(g.type for g, f in matched if g.type == f.type)
    return {
        kind: Score(golds[kind], founds[kind], rights[kind], rights[kind])
        for kind in sorted(golds.keys() | founds.keys())
    }


def _overlap(gold: Iterable[Place], found: Iterable[Place]) -> Score:
    gold, found = list(gold), list(found)
    return Score(len(gold), len(found), _touching(found, gold), _touching(gold, found))


def _touching(ones: Iterable[Place], others: Iterable[Place]) -> int:
    """How many of `ones` overlap one of `others`."""
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for path, start, end in others:
        spans[path].append((start, end))
    return sum(any(a < end and start < b for a, b in spans[path]) for path, start, end in ones)


def _homes(matched: Pairs) -> tuple[dict[str, int], dict[int, str]]:
    """The id that most of each gold entity's mentions went to, and the gold entity that most of each id's
    mentions came from; of equals the least."""
    votes = Counter((g.entity, f.entity) for g, f in matched)
    homes: dict[str, int] = {}
    owners: dict[int, str] = {}
    for (entity, id_), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0])):
        homes.setdefault(entity, id_)
        owners.setdefault(id_, entity)
    return homes, owners


def _ways(gold: Iterable[GoldMention]) -> Counter[str]:
    """In how many ways each gold entity is written."""
    return Counter(entity for entity, _ in {(m.entity, " ".join(m.surface.split()).casefold()) for m in gold})


def _pairs(matched: Pairs) -> Score:
    gold = _pairs_of(Counter(g.entity for g, _ in matched).values())
    found = _pairs_of(Counter(f.entity for _, f in matched).values())
    both = _pairs_of(Counter((g.entity, f.entity) for g, f in matched).values())
    return Score(gold, found, both, both)


def _pairs_of(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def _references(golden: Golden, counted: Iterable[FoundMention], homes: Mapping[str, int]) -> Score:
    gold = {_place(m): m for m in golden.mentions if m.reference}
    found = {_place(m): m for m in counted if m.reference}
    right = sum(found[place].entity == homes.get(gold[place].entity) for place in gold.keys() & found.keys())
    return Score(len(gold), len(found), right, right)
