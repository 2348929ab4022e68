"""How right the relations are that were read out of pages. Pure.

A found relation is right if the annotation states it: same relation, same direction, ends by entity. An end
is the gold entity that most of its mentions are of (or, without a mention, whose name it has); one that is a
page or a section is also the page, what the page is about, and what its heading names. It is wrong if the
pages know both ends but do not state it. Relations with an end that the annotation does not know are not
counted, nor those it leaves open (`maybe`), nor what is no statement: `refers_to`, `mentions`, `same_as`,
nesting, links and definitions in code. Precision is over rows found, recall over what is stated, each counted
once for the whole set; what manifests and CODEOWNERS say is scored apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphrag_batch.measure.golden import PAGE, Golden, GoldRelation
from graphrag_batch.measure.graph_quality import Found, FoundRelation, Node, Score

UNSCORED = frozenset({"refers_to", "mentions", "same_as"})
# Room for the marks of a heading.
_MARKS = 8

Triple = tuple[str, str, str]

LEVELS = (0.0, 0.3, 0.35, 0.4, 0.5, 0.6)
"""Confidences at which relations are scored: the least, and where a reader may draw the line."""


class Level(NamedTuple):
    """Scores of what prose states with at least this `confidence`. `strict` takes for wrong what the
    annotation leaves open and what it does not know."""

    confidence: float
    prose: Score
    strict: Score


class _Row(NamedTuple):
    """A found relation that is scored: the gold ones that it meets, and whether it is about prose."""

    relation: FoundRelation
    prose: bool
    met: tuple[int, ...]


@dataclass(slots=True)
class RelationReport:
    """Scores of what prose states (`prose`, `by_relation`) and of what other files do (`files`). The lists
    hold (subject, relation, object) by name. Not scored: relations found that are `left_open`, and `unknown`,
    how many have an end that the annotation does not know."""

    prose: Score
    files: Score
    by_relation: dict[str, Score]
    by_confidence: list[Level] = field(default_factory=list)
    missing: list[Triple] = field(default_factory=list)
    wrong: list[Triple] = field(default_factory=list)
    left_open: list[Triple] = field(default_factory=list)
    unknown: int = 0


def score_relations(golden: Golden, found: Found, owners: Mapping[int, str]) -> RelationReport:
    """Compare the relations found with those stated; `owners` as `score_mentions` has them."""
    gold = _distinct(golden.relations)
    stated = _by_triple(gold)
    meaning = _Meaning(golden, found, owners)
    rows: list[_Row] = []
    unscored: list[FoundRelation] = []
    wrong: list[Triple] = []
    left_open: list[Triple] = []
    unknown = 0
    for relation in found.relations:
        if relation.rel in UNSCORED or relation.structural:
            continue
        triples = meaning.triples(relation)
        known = sorted({number for triple in triples for number in stated.get(triple, ())})
        if known:
            rows.append(_Row(relation, any(gold[number].prose for number in known), tuple(known)))
        elif not triples:
            unknown += 1
            unscored.append(relation)
        elif open_ := [triple for triple in triples if triple in golden.maybe]:
            left_open.append(open_[0])
            unscored.append(relation)
        else:
            wrong.append(triples[0])
            rows.append(_Row(relation, meaning.in_prose(relation), ()))
    recalled = {number for row in rows for number in row.met}
    return RelationReport(
        prose=_score(gold, rows, prose=True),
        files=_score(gold, rows, prose=False),
        by_relation={
            rel: _score(gold, rows, prose=True, rel=rel)
            for rel in sorted({one.rel for one in gold} | {row.relation.rel for row in rows if row.prose})
        },
        by_confidence=[_level(gold, rows, unscored, level) for level in LEVELS],
        missing=[
            (min(relation.subjects), relation.rel, relation.object)
            for number, relation in enumerate(gold)
            if number not in recalled
        ],
        wrong=sorted(wrong),
        left_open=sorted(left_open),
        unknown=unknown,
    )


def _distinct(relations: Iterable[GoldRelation]) -> list[GoldRelation]:
    """Each statement once; one of prose stands before the same of a manifest."""
    once: dict[tuple[frozenset[str], str, str], GoldRelation] = {}
    for relation in sorted(relations, key=lambda one: not one.prose):
        once.setdefault((relation.subjects, relation.rel, relation.object), relation)
    return list(once.values())


def _by_triple(gold: Sequence[GoldRelation]) -> dict[Triple, list[int]]:
    stated: dict[Triple, list[int]] = {}
    for number, relation in enumerate(gold):
        for subject in relation.subjects:
            stated.setdefault((subject, relation.rel, relation.object), []).append(number)
    return stated


def _score(gold: Sequence[GoldRelation], rows: Sequence[_Row], *, prose: bool, rel: str = "") -> Score:
    wanted = {n for n, one in enumerate(gold) if one.prose == prose and rel in ("", one.rel)}
    counted = [row for row in rows if row.prose == prose and rel in ("", row.relation.rel)]
    right = sum(bool(row.met) for row in counted)
    # A statement of prose may be met by a row of another kind.
    recalled = {number for row in rows for number in row.met}
    return Score(len(wanted), len(counted), right, len(recalled & wanted))


def _level(
    gold: Sequence[GoldRelation], rows: Sequence[_Row], unscored: Iterable[FoundRelation], confidence: float
) -> Level:
    plain = _score(gold, [row for row in rows if row.relation.confidence >= confidence], prose=True)
    untold = sum(relation.confidence >= confidence for relation in unscored)
    return Level(confidence, plain, plain._replace(found=plain.found + untold))


class _Meaning:
    """Which gold entities the ends of found relations are."""

    def __init__(self, golden: Golden, found: Found, owners: Mapping[int, str]) -> None:
        self._golden, self._found, self._owners = golden, found, owners
        self._named = {name.casefold(): name for name in sorted(golden.types, reverse=True)}

    def triples(self, relation: FoundRelation) -> list[Triple]:
        """The ways to read a relation, the plainest first; none if an end is not known."""
        objects = self._ends(relation.dst, pages=False)
        return [(s, relation.rel, o) for s in self._ends(relation.src, pages=True) for o in objects if s != o]

    def in_prose(self, relation: FoundRelation) -> bool:
        """Whether it is about what prose names, and not said of a file that holds none."""
        node = self._found.nodes.get(relation.src)
        return node is None or not node.path or node.path in self._golden.pages

    def _ends(self, id_: int, *, pages: bool) -> list[str]:
        node = self._found.nodes.get(id_)
        ends = [self._owners[id_]] if id_ in self._owners else []
        if node is None:
            return ends
        if not ends:
            ends += [self._named[name.casefold()] for name in node.names if name.casefold() in self._named][
                :1
            ]
        if node.path in self._golden.annotated:
            ends += self._headed(node)
            ends += [self._golden.about[node.path]] if node.path in self._golden.about else []
            ends += [PAGE + node.path] if pages else []
        return list(dict.fromkeys(ends))

    def _headed(self, node: Node) -> list[str]:
        """What the heading of a section names. It stands where the section begins, perhaps below a line."""
        if node.start < 0:
            return []
        title = node.names[0]
        end = node.start + 2 * len(title) + _MARKS
        return [
            mention.entity
            for mention in self._golden.mentions
            if mention.path == node.path and node.start <= mention.start and mention.end <= end
            if mention.surface in title
        ]
