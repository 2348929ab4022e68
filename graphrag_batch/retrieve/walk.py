"""Steps along the graph from what a query found: what is linked to it, and how closely. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.artifact.csr import Csr

MOST_HOPS = 3
MOST_REACHED = 2_000
# A node with more neighbours says nothing about any of them; it is reached, but not left again.
MOST_NEIGHBOURS = 256

HOP = (1.0, 0.7, 0.4, 0.2)
RELATION = {"defines": 1.0, "uses": 0.9, "depends_on": 0.8, "refers_to": 0.7, "part_of": 0.6, "cites": 0.5}
OTHER_RELATION = 0.5


@dataclass(frozen=True, slots=True)
class Reached:
    """A node that the walk came to from `seed`: `score` is the seed's, times the hop's and the relations'
    weights; `source` is the node before it, `rel` the relation between them, `forward` when it leaves
    the source."""

    seed: int
    score: float
    hops: int
    relation: float
    source: int = -1
    rel: str = ""
    forward: bool = True


def walk(graph: Csr, seeds: Mapping[int, float], hops: int, rels: frozenset[str]) -> dict[int, Reached]:
    """Nodes (positions in `graph.ids`) within `hops` steps of the seeds, the seeds among them.

    Edges are walked both ways, and only those whose relation is in `rels` (empty: all). A node keeps
    the best of its scores within the fewest steps; equal scores keep the smaller source.
    """
    reached = {node: Reached(node, score, 0, 1.0) for node, score in seeds.items()}
    frontier = sorted(reached)
    for step in range(1, min(hops, MOST_HOPS) + 1):
        found: dict[int, Reached] = {}
        for node in frontier:
            for other, rel, forward in edges_of(graph, node, rels, always=step == 1):
                if other not in reached:
                    candidate = _step(reached[node], step, node, rel, forward)
                    if other not in found or candidate.score > found[other].score:
                        found[other] = candidate
        best = sorted(found, key=lambda node: (-found[node].score, node))
        frontier = sorted(best[: max(0, MOST_REACHED - len(reached))])
        reached.update((node, found[node]) for node in frontier)
    return reached


def rarity(graph: Csr, node: int, reached: Reached) -> float:
    """1 where the edge that a node was reached by is the only one of its kind there, less the more there
    are: what everything depends on says little about each."""
    indptr, codes = (graph.back_indptr, graph.back_rels) if reached.forward else (graph.indptr, graph.rels)
    span = codes[int(indptr[node]) : int(indptr[node + 1])]
    alike = int((span == graph.names.index(reached.rel)).sum())
    return 1 / (1 + math.log2(max(1, alike)))


def relation_weight(rel: str) -> float:
    """What a relation is worth in a walk."""
    return RELATION.get(rel, OTHER_RELATION)


def _step(before: Reached, step: int, node: int, rel: str, forward: bool) -> Reached:
    relation = before.relation * relation_weight(rel)
    seed = before.score / (HOP[before.hops] * before.relation)
    return Reached(before.seed, seed * HOP[step] * relation, step, relation, node, rel, forward)


def edges_of(
    graph: Csr, node: int, rels: frozenset[str], *, always: bool = True
) -> Iterator[tuple[int, str, bool]]:
    """(neighbour, relation, whether the edge leaves `node`) of a node's edges over these relations
    (empty: all), at most `MOST_REACHED` each way. Unless `always`, nothing for a hub."""
    ways = (
        (graph.indptr, graph.indices, graph.rels, True),
        (graph.back_indptr, graph.back_indices, graph.back_rels, False),
    )
    spans = [(int(indptr[node]), int(indptr[node + 1])) for indptr, *_ in ways]
    if not always and sum(last - first for first, last in spans) > MOST_NEIGHBOURS:
        return
    for (first, last), (_, indices, codes, forward) in zip(spans, ways, strict=True):
        span = slice(first, min(last, first + MOST_REACHED))
        for other, code in zip(indices[span].tolist(), codes[span].tolist(), strict=True):
            if not rels or graph.names[code] in rels:
                yield other, graph.names[code], forward
