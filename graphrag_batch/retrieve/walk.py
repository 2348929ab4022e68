"""Steps along the graph from what a query found: what is linked to it, and how closely. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.artifact.csr import Csr

MOST_HOPS = 3
MOST_REACHED = 2_000
# A node with more neighbours says nothing about any of them; it is reached, but not left again.
MOST_NEIGHBOURS = 256

HOP = (1.0, 0.7, 0.4, 0.2)
RELATION = {
    "same_as": 1.0, "defines": 1.0, "uses": 0.9, "depends_on": 0.8, "owned_by": 0.7, "refers_to": 0.7,
    "part_of": 0.6, "precedes": 0.6, "located_in": 0.5, "cites": 0.5, "mentions": 0.5,
}  # fmt: skip
OTHER_RELATION = 0.5
# Types of entities that things share by chance: reached, but not left again.
QUIET = frozenset({"date", "quantity", "step", "version"})
WAYS = ("both", "out", "in")


@dataclass(frozen=True, slots=True)
class Reached:
    """A node that the walk came to from `seed`: `score` is the seed's, times the hop's weight, times each
    edge's weight and confidence (`relation`: these alone); `source` is the node before it, `rel` the relation
    between them, `forward` when it leaves the source."""

    seed: int
    score: float
    hops: int
    relation: float
    source: int = -1
    rel: str = ""
    forward: bool = True


def walk(
    graph: Csr,
    seeds: Mapping[int, float],
    hops: int,
    rels: frozenset[str],
    *,
    way: str = "both",
    quiet: Collection[int] = (),
) -> dict[int, Reached]:
    """Nodes (positions in `graph.ids`) within `hops` steps of the seeds, the seeds among them.

    Only edges whose relation is in `rels` (empty: all) are walked, `way` both, `out` or `in`; from hubs and
    from `quiet` nodes, unless they are seeds, none. A node keeps the best of its scores within the
    fewest steps; equal scores keep the smaller source.
    """
    reached = {node: Reached(node, score, 0, 1.0) for node, score in seeds.items()}
    frontier = sorted(reached)
    for step in range(1, min(hops, MOST_HOPS) + 1):
        found: dict[int, Reached] = {}
        for node in frontier:
            if step > 1 and (node in quiet or is_hub(graph, node)):
                continue
            for other, rel, forward, sure in edges_of(graph, node, rels, way):
                if other not in reached:
                    relation = reached[node].relation * relation_weight(rel) * sure
                    seed = reached[node].seed
                    score = seeds[seed] * HOP[step] * relation
                    candidate = Reached(seed, score, step, relation, node, rel, forward)
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


def is_hub(graph: Csr, node: int) -> bool:
    """Whether a node has so many edges that they say nothing about one another."""
    ends = (
        (graph.indptr[node], graph.indptr[node + 1]),
        (graph.back_indptr[node], graph.back_indptr[node + 1]),
    )
    return sum(int(last) - int(first) for first, last in ends) > MOST_NEIGHBOURS


def edges_of(
    graph: Csr, node: int, rels: frozenset[str], way: str = "both"
) -> Iterator[tuple[int, str, bool, float]]:
    """(neighbour, relation, whether the edge leaves `node`, confidence) of a node's edges over these
    relations (empty: all), at most `MOST_REACHED` each way."""
    ways = (
        (graph.indptr, graph.indices, graph.rels, graph.weights, True),
        (graph.back_indptr, graph.back_indices, graph.back_rels, graph.back_weights, False),
    )
    for indptr, indices, codes, weights, forward in ways:
        if way == ("in" if forward else "out"):
            continue
        span = slice(int(indptr[node]), min(int(indptr[node + 1]), int(indptr[node]) + MOST_REACHED))
        edges = zip(indices[span].tolist(), codes[span].tolist(), weights[span].tolist(), strict=True)
        for other, code, sure in edges:
            if not rels or graph.names[code] in rels:
                yield other, graph.names[code], forward, sure
