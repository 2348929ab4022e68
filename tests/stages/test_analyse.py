"""Graphs small enough to count by hand, and laws of all graphs."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.stages import analyse
from graphrag_batch.stages.analyse import Net
from tests.building import clean_env

Pairs = list[tuple[int, int]]

#   0 ─ 1        4 ─ 5
#   │ × │ ─ 3    │ × │       8 alone
#   2 ───┘       6 ─ 7
CLIQUES = [*itertools.combinations((0, 1, 2, 3), 2), *itertools.combinations((4, 5, 6, 7), 2), (3, 4)]
PATH = [(0, 1), (1, 2), (2, 3), (3, 4)]


def net(edges: Pairs, nodes: int, weight: float = 1.0) -> Net:
    src, dst = (np.array([edge[end] for edge in edges], dtype=np.int64) for end in (0, 1))
    return Net(nodes, src, dst, np.full(len(edges), weight))


def test_what_is_linked_to_by_what_is_linked_to_ranks_first() -> None:
    # a = .15 + .85 b / 2 and a + b = 2, as b, which links to nothing, gives to both alike.
    a = 1 / 1.425
    assert analyse.pagerank(net([(0, 1)], 2)).tolist() == [round(a, 6), round(2 - a, 6)]
    rank = analyse.pagerank(net([(0, 2), (1, 2), (2, 3)], 4))
    assert rank[3] > rank[2] > rank[0] == rank[1]


def test_a_heavier_edge_gives_more() -> None:
    edges = Net(3, np.array([0, 0]), np.array([1, 2]), np.array([3.0, 1.0]))
    rank = analyse.pagerank(edges)
    assert rank[1] > rank[2]


def test_components_are_numbered_by_their_first_nodes() -> None:
    assert analyse.components(net([(4, 1), (0, 3)], 6).both).tolist() == [0, 1, 2, 0, 1, 3]


def test_two_cliques_are_two_communities_and_who_stands_alone_is_in_none() -> None:
    both = net(CLIQUES, 9).both
    found = analyse.communities(both)
    assert found.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, -1]
    # 12 of 13 edges within; either has half of all ends of edges.
    assert analyse.modularity(both, found) == round(12 / 13 - 0.5, 6)


def test_the_middle_of_a_path_is_between_most_pairs() -> None:
    found = analyse.betweenness(net(PATH, 5).both)
    assert found.share == 1
    assert found.values.tolist() == [0, 0.5, round(2 / 3, 6), 0.5, 0]


def test_neighbours_that_know_each_other_are_clustered() -> None:
    found = analyse.clustering(net([(0, 1), (1, 2), (2, 0), (2, 3)], 5).both)
    assert found.share == 1
    assert found.values.tolist() == [1, 1, round(1 / 3, 6), 0, 0]


@pytest.mark.parametrize("nodes", [0, 1, 3])
def test_a_graph_without_edges_has_nothing_to_measure(nodes: int) -> None:
    empty = net([], nodes)
    assert analyse.pagerank(empty).tolist() == [1.0] * nodes
    assert analyse.components(empty.both).tolist() == list(range(nodes))
    assert analyse.communities(empty.both).tolist() == [-1] * nodes
    assert analyse.modularity(empty.both, analyse.communities(empty.both)) == 0
    assert analyse.betweenness(empty.both).values.tolist() == [0] * nodes
    assert analyse.clustering(empty.both).values.tolist() == [0] * nodes


def test_a_large_graph_is_sampled_evenly_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyse, "EXACT_NODES", 40)
    nodes = 120
    ring = net([(n, (n + 1) % nodes) for n in range(nodes)], nodes)
    found = analyse.betweenness(ring.both)
    assert 0 < found.share < 1
    assert found.values.max() < 1.5 * found.values.min()
    hub = net([(0, n) for n in range(1, nodes)], nodes)
    assert analyse.betweenness(hub.both).values[0] == pytest.approx(1, abs=0.05)


def test_triangles_of_a_dense_graph_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    dense = net(list(itertools.combinations(range(30), 2)), 30).both
    monkeypatch.setattr(analyse, "MOST_WEDGES", 1_000)
    found = analyse.clustering(dense)
    assert found.share == pytest.approx(1 / 5)  # of 4,060
    assert found.values.mean() == pytest.approx(1, abs=0.2)


pairs = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


@given(pairs)
def test_measures_are_what_counting_one_by_one_gives(edges: Pairs) -> None:
    both = net(edges, 8).both
    near = [{b for a, b in [*edges, *(e[::-1] for e in edges)] if a == n != b} for n in range(8)]
    between, clustered = np.zeros(8), np.zeros(8)
    for n in range(8):
        knows = [b in near[a] for a, b in itertools.combinations(sorted(near[n]), 2)]
        clustered[n] = sum(knows) / len(knows) if knows else 0
        for a, b in itertools.permutations(set(range(8)) - {n}, 2):
            ways = shortest_ways(near, a, b)
            between[n] += sum(n in way for way in ways) / max(1, len(ways)) / 42
    assert analyse.clustering(both).values == pytest.approx(clustered, abs=1e-6)
    assert analyse.betweenness(both).values == pytest.approx(between, abs=1e-6)


def shortest_ways(near: list[set[int]], start: int, end: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    pending = deque([(start,)])
    while pending:
        way = pending.popleft()
        if found and len(way) >= len(found[0]):
            break
        for other in near[way[-1]] - set(way):
            if other == end:
                found.append((*way, other))
            else:
                pending.append((*way, other))
    return [way for way in found if len(way) == len(found[0])]


@given(pairs)
def test_pagerank_is_shared_out_and_nothing_is_lost(edges: Pairs) -> None:
    rank = analyse.pagerank(net(edges, 8))
    assert rank.sum() == pytest.approx(8, abs=1e-4)
    assert rank.min() >= 0.15


@given(pairs)
def test_communities_lie_within_components(edges: Pairs) -> None:
    both = net(edges, 8).both
    part, found = analyse.components(both), analyse.communities(both)
    assert {-1 if not d else 0 for d in both.degree} >= {min(0, int(n)) for n in found}
    for a, b in itertools.combinations(range(8), 2):
        assert found[a] < 0 or found[a] != found[b] or part[a] == part[b]
    first = [list(found).index(n) for n in range(int(found.max(initial=-1)) + 1)]
    assert first == sorted(first)


MEASURE = """
import hashlib, numpy as np
from graphrag_batch.stages import analyse
at = np.arange(1500)
net = analyse.Net(500, at * 7919 % 500, (at * at * 31 + at // 3) % 500, 0.1 + at % 7 / 10)
found = (analyse.pagerank(net), analyse.components(net.both), analyse.communities(net.both),
         analyse.betweenness(net.both).values, analyse.clustering(net.both).values)
print(hashlib.sha256(b"".join(array.tobytes() for array in found)).hexdigest())
"""


@pytest.mark.long
def test_neither_hash_seed_nor_threads_change_a_bit() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", MEASURE], env=clean_env(PYTHONHASHSEED=seed, OMP_NUM_THREADS=threads),
            capture_output=True, text=True, check=True,
        ).stdout
        for seed, threads in (("1", "1"), ("2", "4"))
    }  # fmt: skip
    assert len(said) == 1
