"""A graph that is changed is, to the byte, the graph that is built anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.artifact import csr
from graphrag_batch.artifact.ledger import GraphChange

nodes = st.integers(0, 9).map(lambda n: n * 1_000_000_007)
edges = st.dictionaries(
    st.tuples(nodes, nodes, st.sampled_from(("cites", "defines", "part_of"))), st.sampled_from((0.5, 1.0))
)
graphs = st.tuples(st.sets(nodes), edges)


@given(graphs, graphs)
def test_a_changed_graph_is_the_one_built_anew(
    before: tuple[set[int], dict[tuple[int, int, str], float]],
    after: tuple[set[int], dict[tuple[int, int, str], float]],
) -> None:
    old, new = ([(*key, weight) for key, weight in g[1].items()] for g in (before, after))
    was, be = ({*g[0], *(end for key in g[1] for end in key[:2])} for g in (before, after))
    change = GraphChange(sorted(was - be), sorted(be - was), sorted({*old} - {*new}), sorted({*new} - {*old}))
    changed = csr.change(csr.build(was, old), change)
    assert csr.to_blobs(changed) == csr.to_blobs(csr.build(be, new[::-1]))
    assert csr.to_blobs(csr.from_blobs(csr.to_blobs(changed))) == csr.to_blobs(changed)


@pytest.mark.parametrize("change", [GraphChange(removed=[7]), GraphChange(unrelated=[(1, 2, "cites", 1.0)])])
def test_what_is_not_there_cannot_go(change: GraphChange) -> None:
    with pytest.raises(ValueError, match="cannot go"):
        csr.change(csr.build([1, 2], [(2, 1, "cites", 1.0)]), change)
