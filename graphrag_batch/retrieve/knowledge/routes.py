"""The shortest way from one entity to another, over the relations that are asked for. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.retrieve.walk import MOST_NEIGHBOURS, relation_weight

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from graphrag_batch.artifact.csr import Csr

MOST_LENGTH = 8

Edge = tuple[int, int, str]
"""Source, target (positions), relation."""


def shortest(
    graph: Csr,
    start: int,
    end: int,
    rels: frozenset[str],
    *,
    way: str = "both",
    quiet: Collection[int] = (),
    hubs: bool = False,
) -> list[Edge] | None:
    """The edges of a shortest way, at most `MOST_LENGTH`, from `start` to `end`: of several, the one whose
    relations and confidences weigh most. Through `quiet` nodes it never leads, through hubs only with
    `hubs`. None where there is no way."""
    if start == end:
        return []
    passable = _passable(graph, quiet, hubs)
    worth = np.array([relation_weight(n) if not rels or n in rels else 0.0 for n in graph.names])
    came = np.full(len(graph.ids), -1, dtype=np.int64)  # the edge that a node was reached by
    score = np.zeros(len(graph.ids))
    came[start], score[start] = 0, 1.0
    front = np.array([start])
    steps = _Steps(graph, worth, way)
    for _ in range(MOST_LENGTH):
        source, edge, target, weight = steps.of(front)
        new = came[target] < 0
        source, edge, target, weight = source[new], edge[new], target[new], weight[new]
        if not len(target):
            return None
        gained = score[source] * weight
        order = np.lexsort((edge, -gained, target))
        front, first = np.unique(target[order], return_index=True)
        chosen = order[first]
        came[front], score[front] = edge[chosen], gained[chosen]
        if came[end] >= 0:
            return _traced(steps, came, start, end)
        front = front[passable[front]]
    return None


class _Steps:
    """Edges both ways under one number: those of `indices`, then those of `back_indices`."""

    def __init__(self, graph: Csr, worth: NDArray[np.float64], way: str) -> None:
        self._graph = graph
        self._worth = worth
        self._way = way

    def of(
        self, nodes: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """(source, number of the edge, target, weight) of all edges to walk from these nodes."""
        graph, parts = self._graph, []
        if self._way != "in":
            parts.append(self._side(nodes, graph.indptr, graph.indices, graph.rels, graph.weights, 0))
        if self._way != "out":
            back = (graph.back_indptr, graph.back_indices, graph.back_rels, graph.back_weights)
            parts.append(self._side(nodes, *back, len(graph.indices)))
        source, edge, target, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
        kept = weight > 0
        return source[kept], edge[kept], target[kept], weight[kept]

    def _side(
        self,
        nodes: NDArray[np.int64],
        indptr: NDArray[np.int32],
        indices: NDArray[np.int32],
        rels: NDArray[np.uint8],
        weights: NDArray[np.float32],
        base: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        first = indptr[nodes].astype(np.int64)
        count = indptr[nodes + 1] - first
        ends = np.cumsum(count)
        at = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(first - ends + count, count)
        weight = self._worth[rels[at]] * weights[at] if len(self._worth) else np.zeros(len(at))
        return np.repeat(nodes, count), at + base, indices[at].astype(np.int64), weight

    def edge(self, number: int, target: int) -> tuple[int, Edge]:
        """(the node walked from, the edge) of an edge by its number and the node it was walked to."""
        graph = self._graph
        if number < len(graph.indices):
            source = int(np.searchsorted(graph.indptr, number, side="right")) - 1
            return source, (source, target, graph.names[graph.rels[number]])
        number -= len(graph.indices)
        source = int(np.searchsorted(graph.back_indptr, number, side="right")) - 1
        return source, (target, source, graph.names[graph.back_rels[number]])


def _passable(graph: Csr, quiet: Collection[int], hubs: bool) -> NDArray[np.bool_]:
    edges = np.diff(graph.indptr) + np.diff(graph.back_indptr)
    passable = np.ones(len(graph.ids), dtype=np.bool_) if hubs else edges <= MOST_NEIGHBOURS
    passable[sorted(quiet)] = False
    return passable


def _traced(steps: _Steps, came: NDArray[np.int64], start: int, end: int) -> list[Edge]:
    way, node = [], end
    while node != start:
        node, edge = steps.edge(int(came[node]), node)
        way.append(edge)
    return way[::-1]
