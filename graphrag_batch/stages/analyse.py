"""The shape of the graph: who matters, what belongs together, where the bridges are. Pure; arrays in and out.

Nodes are positions 0 to n - 1. Every sum is made in the order of the edges given, so equal edges in equal
order give equal numbers to the last bit, whatever the machine, the threads or the hash seed; what is handed
back is rounded to six digits after the point. Costs are bounded: betweenness and clustering are estimated
from a fixed sample where a graph is large, and say so (`Estimate.share` below 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Positions = NDArray[np.int64]

DIGITS = 6
DAMPING = 0.85
MOST_ROUNDS = 100
CLOSE_ENOUGH = 1e-7

SEED = 1
NO_COMMUNITY = -1

# Sources that shortest paths are counted from: so many nodes at most, fewer where these visit more edges.
EXACT_NODES = 400
EDGE_VISITS = 5_000_000
LEAST_SOURCES = 8
MOST_STEPS = 50

MOST_WEDGES = 3_000_000


@dataclass(frozen=True, eq=False)
class Net:
    """Directed edges `src[i]` → `dst[i]` between `nodes` nodes, with weights above 0."""

    nodes: int
    src: Positions
    dst: Positions
    weight: Floats

    @cached_property
    def both(self) -> Both:
        """The same without directions."""
        return _both(self)


@dataclass(frozen=True, eq=False)
class Both:
    """Edges without direction: neighbours of node `i` are positions `indptr[i]:indptr[i + 1]` of `indices`,
    ascending, each once, never `i` itself; `weight` is the sum over the edges between the two."""

    indptr: Positions
    indices: Positions
    weight: Floats

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.indptr) - 1

    @cached_property
    def degree(self) -> Positions:
        """How many neighbours each node has."""
        return np.diff(self.indptr)


@dataclass(frozen=True, eq=False)
class Estimate:
    """(nodes,) values; `share` of the whole work was done for them: 1 where they are exact."""

    values: Floats
    share: float


def pagerank(net: Net) -> Floats:
    """(nodes,) PageRank times the number of nodes, so that 1 is the average.

    Brin and Page (1998), damping .85, weighted; what is in a node without out-edges goes to all alike.
    """
    out = np.bincount(net.src, weights=net.weight, minlength=net.nodes)
    part = net.weight / out[net.src]
    ends = (out == 0).astype(np.intp)
    rank = np.ones(net.nodes)
    for _ in range(MOST_ROUNDS):
        # A sum by bincount runs in order; `sum` would add in the order that suits the processor.
        lost = np.bincount(ends, weights=rank, minlength=2)[1] / max(1, net.nodes)
        gained = np.bincount(net.dst, weights=rank[net.src] * part, minlength=net.nodes)
        after = (1 - DAMPING) + DAMPING * (gained + lost)
        done = bool(np.abs(after - rank).max(initial=0.0) < CLOSE_ENOUGH)
        rank = after
        if done:
            break
    return _rounded(rank)


def components(both: Both) -> Positions:
    """(nodes,) the number of the connected component, counted in the order of their first nodes."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    shape = (both.nodes, both.nodes)
    matrix = csr_matrix((np.ones(len(both.indices), dtype=np.int8), both.indices, both.indptr), shape=shape)
    return _numbered(connected_components(matrix, directed=False)[1])


def communities(both: Both) -> Positions:
    """(nodes,) the community of each node, counted in the order of their first nodes; `NO_COMMUNITY` for a
    node without neighbours.

    Leiden (Traag, Waltman, van Eck 2019) for modularity at resolution 1.
    """
    found = np.full(both.nodes, NO_COMMUNITY, dtype=np.int64)
    linked = np.flatnonzero(both.degree)
    if len(linked):
        from graspologic_native import leiden_csr

        place = np.zeros(both.nodes, dtype=np.int32)
        place[linked] = np.arange(len(linked), dtype=np.int32)
        indptr = np.append(both.indptr[linked], both.indptr[-1])
        _, of = leiden_csr(indptr, place[both.indices], both.weight, len(linked), seed=SEED)
        found[linked] = _numbered(np.fromiter((of[n] for n in range(len(linked))), dtype=np.int64))
    return found


def modularity(both: Both, community: Positions) -> float:
    """How much more weight lies within the communities than chance would put there: at most 1 (Newman and
    Girvan 2004). 0 for a graph without edges."""
    linked = np.flatnonzero(both.degree)
    if not len(linked):
        return 0.0
    src = np.repeat(np.arange(both.nodes), both.degree)
    total = np.bincount(np.zeros(len(src), dtype=np.intp), weights=both.weight)[0]
    inside = (community[src] == community[both.indices]).astype(np.intp)
    within = np.bincount(inside, weights=both.weight, minlength=2)[1] / total
    shares = np.bincount(community[src], weights=both.weight) / total
    by_chance = np.bincount(np.zeros(len(shares), dtype=np.intp), weights=shares * shares)[0]
    return round(float(within - by_chance), DIGITS)


def betweenness(both: Both) -> Estimate:
    """(nodes,) the share of pairs of other nodes whose shortest paths lead through a node, edges taken
    without direction and weight (Brandes 2001).

    Of a large graph: from sources spread evenly over the nodes that have neighbours, along paths of at
    most `MOST_STEPS` edges (Brandes and Pich 2007).
    """
    linked = np.flatnonzero(both.degree)
    exact = both.nodes <= EXACT_NODES
    most = EDGE_VISITS // max(1, len(both.indices))
    count = min(len(linked), EXACT_NODES if exact else max(LEAST_SOURCES, min(most, EXACT_NODES)))
    sources = linked[np.arange(count) * len(linked) // max(1, count)]
    total = np.zeros(both.nodes)
    for source in sources.tolist():
        total += _dependencies(both, source, both.nodes if exact else MOST_STEPS)
    pairs = max(1, (both.nodes - 1) * (both.nodes - 2))
    scale = len(linked) / (max(1, count) * pairs)
    return Estimate(_rounded(total * scale), count / len(linked) if count else 1.0)


def clustering(both: Both) -> Estimate:
    """(nodes,) the share of pairs of a node's neighbours that are neighbours themselves (Watts and Strogatz
    1998), 0 with fewer than two. Of a graph with very many pairs, estimated from a fixed share of them."""
    triangles, share = _triangles(both)
    pairs = np.maximum(1, both.degree * (both.degree - 1) // 2)
    return Estimate(_rounded(np.minimum(1.0, triangles / pairs)), share)


def _both(net: Net) -> Both:
    apart = net.src != net.dst
    src, dst, weight = net.src[apart], net.dst[apart], net.weight[apart]
    keys = np.concatenate([src * net.nodes + dst, dst * net.nodes + src])
    pairs, of = np.unique(keys, return_inverse=True)
    rows, columns = np.divmod(pairs, max(1, net.nodes))
    indptr = np.zeros(net.nodes + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=net.nodes), out=indptr[1:])
    sums = np.bincount(of, weights=np.concatenate([weight, weight]), minlength=len(pairs))
    return Both(indptr, columns, sums.astype(np.float64))


def _numbered(labels: NDArray[Any]) -> Positions:
    """Labels as 0, 1, … in the order in which they first come."""
    _, first, of = np.unique(labels, return_index=True, return_inverse=True)
    order = np.empty(len(first), dtype=np.int64)
    order[np.argsort(first)] = np.arange(len(first))
    return order[of]


def _edges_from(both: Both, nodes: Positions) -> tuple[Positions, Positions]:
    """(from, to) of all edges that leave these nodes."""
    first, count = both.indptr[nodes], both.degree[nodes]
    ends = np.cumsum(count)
    at = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(first - ends + count, count)
    return np.repeat(nodes, count), both.indices[at]


def _dependencies(both: Both, source: int, most_steps: int) -> Floats:
    """(nodes,) how much of the shortest paths from one source to each other node leads through a node."""
    depth = np.full(both.nodes, -1, dtype=np.int64)
    paths, through = np.zeros(both.nodes), np.zeros(both.nodes)
    depth[source], paths[source] = 0, 1.0
    front = np.array([source])
    levels: list[tuple[Positions, Positions]] = []
    while len(front) and len(levels) < most_steps:
        before, after = _edges_from(both, front)
        new = depth[after] < 0
        before, after = before[new], after[new]
        front, of = np.unique(after, return_inverse=True)
        depth[front] = len(levels) + 1
        paths[front] = np.bincount(of, weights=paths[before], minlength=len(front))
        levels.append((before, after))
    for before, after in reversed(levels):
        share = paths[before] / paths[after] * (1 + through[after])
        nodes, of = np.unique(before, return_inverse=True)
        through[nodes] += np.bincount(of, weights=share, minlength=len(nodes))
    through[source] = 0.0
    return through


def _triangles(both: Both) -> tuple[Floats, float]:
    """(nodes,) triangles at each node, and the share of the candidates looked at. Each triangle is found
    once, from its corner of the smallest degree, so that hubs cost nothing."""
    src = np.repeat(np.arange(both.nodes), both.degree)
    place = np.empty(both.nodes, dtype=np.int64)
    place[np.lexsort((np.arange(both.nodes), both.degree))] = np.arange(both.nodes)
    up = place[src] < place[both.indices]
    low, high = src[up], both.indices[up]
    above = np.bincount(low, minlength=both.nodes)
    first = np.cumsum(above) - above
    # Each edge low → high with each of the later edges of `low`: two sides of what may be a triangle.
    later = first[low] + above[low] - np.arange(len(low)) - 1
    wedges = int(later.sum())
    step = 1 + wedges // MOST_WEDGES
    ends = np.cumsum(later)
    at = np.arange(0, wedges, step)
    one = np.searchsorted(ends, at, side="right")
    other = one + 1 + at - (ends - later)[one]
    a, b = high[one], high[other]
    keys = src * both.nodes + both.indices
    wanted = a * both.nodes + b
    found = np.searchsorted(keys, wanted)
    closed = keys[np.minimum(found, max(0, len(keys) - 1))] == wanted if len(keys) else np.zeros(0, bool)
    corners = np.concatenate([low[one][closed], a[closed], b[closed]])
    return (np.bincount(corners, minlength=both.nodes) * step).astype(np.float64), 1 / step


def _rounded(values: Floats) -> Floats:
    return np.round(values, DIGITS)
