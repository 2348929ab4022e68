"""Walks along a small graph drawn by hand, and laws of walks on any graph."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.artifact.csr import Csr, build
from graphrag_batch.retrieve.walk import HOP, MOST_NEIGHBOURS, WAYS, Reached, rarity, relation_weight, walk

#   1 ─defines→ 2 ─uses→ 3 ─cites→ 4        5 ─defines→ 1        6 ─part_of→ 2
EDGES = [(1, 2, "defines"), (2, 3, "uses"), (3, 4, "cites"), (5, 1, "defines"), (6, 2, "part_of")]


def graph(edges: list[tuple[int, int, str]], nodes: int = 0) -> Csr:
    return build(list(range(1, nodes + 1)), [(*edge, 1.0) for edge in edges])


def reach(
    edges: list[tuple[int, int, str]], seeds: dict[int, float], hops: int, *rels: str
) -> dict[int, Reached]:
    drawn = graph(edges, 10)
    found = walk(
        drawn,
        {at: s for node, s in seeds.items() if (at := drawn.position(node)) is not None},
        hops,
        frozenset(rels),
    )
    return {int(drawn.ids[node]): reached for node, reached in found.items()}


@pytest.mark.parametrize(
    ("hops", "reached"),
    [(0, {1}), (1, {1, 2, 5}), (2, {1, 2, 5, 3, 6}), (3, {1, 2, 5, 3, 6, 4}), (9, {1, 2, 5, 3, 6, 4})],
)
def test_a_walk_goes_so_many_steps_both_ways(hops: int, reached: set[int]) -> None:
    assert set(reach(EDGES, {1: 1.0}, hops)) == reached


@pytest.mark.parametrize(
    ("node", "hops", "score"),
    [(1, 0, 1.0), (2, 1, 0.7), (5, 1, 0.7), (3, 2, 0.4 * 0.9), (6, 2, 0.4 * 0.6), (4, 3, 0.2 * 0.9 * 0.5)],
)
def test_scores_fall_with_hops_and_with_relations(node: int, hops: int, score: float) -> None:
    found = reach(EDGES, {1: 1.0}, 3)[node]
    assert (found.hops, found.score) == (hops, pytest.approx(score))


def test_a_filter_holds_for_every_step_not_only_the_last() -> None:
    assert set(reach(EDGES, {1: 1.0}, 3, "uses")) == {1}
    assert set(reach(EDGES, {1: 1.0}, 3, "uses", "defines")) == {1, 2, 5, 3}


def test_the_stronger_seed_is_the_one_a_node_is_reached_from() -> None:
    found = reach([(1, 3, "defines"), (2, 3, "defines")], {1: 0.5, 2: 1.0}, 1)[3]
    assert found.score == pytest.approx(0.7)
    assert found.source == found.seed == 1  # the position of node 2


def test_edges_tell_which_way_they_were_walked() -> None:
    found = reach(EDGES, {1: 1.0}, 1)
    assert (found[2].rel, found[2].forward) == ("defines", True)
    assert (found[5].rel, found[5].forward) == ("defines", False)


def test_a_hub_is_reached_but_not_walked_through_unless_it_is_asked_about() -> None:
    hub = [(1, 2, "defines")] + [(2, 10 + n, "defines") for n in range(MOST_NEIGHBOURS + 1)]
    assert set(reach(hub, {1: 1.0}, 2)) == {1, 2}
    assert len(reach(hub, {2: 1.0}, 1)) == MOST_NEIGHBOURS + 3


def test_a_walk_may_go_one_way_only() -> None:
    drawn = graph(EDGES, 10)
    start = {drawn.position(2) or 0: 1.0}
    reached = {way: {int(drawn.ids[n]) for n in walk(drawn, start, 3, frozenset(), way=way)} for way in WAYS}
    assert reached == {"out": {2, 3, 4}, "in": {2, 1, 5, 6}, "both": {1, 2, 3, 4, 5, 6}}


def test_quiet_nodes_are_reached_but_not_walked_through_unless_asked_about() -> None:
    drawn = graph(EDGES, 10)
    at = {int(key): place for place, key in enumerate(drawn.ids)}
    quiet = frozenset({at[2]})
    assert set(walk(drawn, {at[1]: 1.0}, 3, frozenset(), quiet=quiet)) == {at[1], at[2], at[5]}
    assert at[3] in walk(drawn, {at[2]: 1.0}, 1, frozenset(), quiet=quiet)


def test_what_is_less_sure_counts_less() -> None:
    drawn = build(range(1, 4), [(1, 2, "uses", 0.5), (1, 3, "uses", 1.0)])
    found = walk(drawn, {0: 1.0}, 1, frozenset())
    assert found[1].score == pytest.approx(found[2].score / 2)


def test_what_many_depend_on_says_less_about_each_of_them() -> None:
    drawn = [(1, 9, "uses"), (2, 9, "uses"), (3, 9, "uses"), (4, 9, "uses"), (9, 8, "cites"), (5, 8, "uses")]
    net = graph(drawn, 9)
    node = {int(key): place for place, key in enumerate(net.ids)}
    found = walk(net, {node[1]: 1.0}, 2, frozenset())
    assert rarity(net, node[9], found[node[9]]) == pytest.approx(1 / 3)  # four of its kind
    assert rarity(net, node[8], found[node[8]]) == 1.0
    assert rarity(net, node[2], found[node[2]]) == 1.0  # walked backwards: what 2 itself uses


def test_cycles_and_loops_end() -> None:
    assert set(reach([(1, 2, "uses"), (2, 1, "uses"), (1, 1, "uses")], {1: 1.0}, 3)) == {1, 2}


edges = st.lists(
    st.tuples(st.integers(1, 8), st.integers(1, 8), st.sampled_from(["uses", "cites", "other"])), max_size=20
)


@given(
    edges, st.dictionaries(st.integers(1, 8), st.floats(0.1, 1), min_size=1, max_size=3), st.integers(0, 3)
)
def test_every_node_is_one_step_further_than_the_node_it_was_reached_from(
    drawn: list[tuple[int, int, str]], seeds: dict[int, float], hops: int
) -> None:
    net = graph(list(set(drawn)), 8)
    found = walk(
        net, {at: s for node, s in seeds.items() if (at := net.position(node)) is not None}, hops, frozenset()
    )
    for reached in found.values():
        assert reached.hops <= hops
        if reached.hops:
            before = found[reached.source]
            assert before.hops == reached.hops - 1
            assert before.seed == reached.seed
            weight = before.relation * relation_weight(reached.rel)
            assert reached.score == pytest.approx(found[reached.seed].score * HOP[reached.hops] * weight)


@given(edges, st.integers(0, 3))
def test_the_order_of_edges_and_seeds_does_not_matter(drawn: list[tuple[int, int, str]], hops: int) -> None:
    drawn = list(set(drawn))
    assert reach(drawn, {1: 1.0, 2: 1.0}, hops) == reach(drawn[::-1], {2: 1.0, 1: 1.0}, hops)
