"""What a person should look at: edges that may be wrong, and what nothing is linked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.retrieve.knowledge.lookup import cursor, marked, resumed
from graphrag_batch.retrieve.knowledge.ties import tied
from graphrag_batch.retrieve.knowledge.values import Doubts, Orphans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphrag_batch.retrieve.knowledge.frame import Knowledge

# An edge that is this sure needs nobody to look at it.
DOUBTFUL = 0.6
SAME, MENTIONS = "same_as", "mentions"
SHOWN = 50


def doubts(
    knowledge: Knowledge,
    *,
    below: float = DOUBTFUL,
    k: int = SHOWN,
    place: str = "",
    mentions: bool = False,
) -> Doubts:
    """Pairs of entities that are perhaps one (`same_as`, the likeliest first), then the other edges less sure
    than `below`, the least sure first; `k` of them from the cursor `place` on. That a page has a name on it
    states nothing: such edges are told with `mentions` only."""
    graph = knowledge.graph
    if not graph.names:
        return Doubts((), 0)
    same, counted = (np.array([name == rel for name in graph.names])[graph.rels] for rel in (SAME, MENTIONS))
    doubtful = np.flatnonzero(same | ((graph.weights < np.float32(below)) & (mentions | ~counted)))
    sure = np.where(same, -graph.weights, graph.weights)[doubtful]
    order = doubtful[np.lexsort((doubtful, sure, ~same[doubtful]))]
    mark = marked(knowledge, "doubts", repr(below), repr(mentions))
    start = resumed(place, mark, len(order))
    shown = order[start : start + k].tolist()
    things = knowledge.things(
        [int(end) for at in shown for end in (knowledge.sources[at], graph.indices[at])]
    )
    ties = [
        tied(
            knowledge,
            things[int(knowledge.sources[at])],
            things[int(graph.indices[at])],
            graph.names[graph.rels[at]],
        )
        for at in shown
    ]
    end = start + len(ties)
    more = end < len(order)
    return Doubts(tuple(ties), len(order), more, cursor(end, mark) if more else "")


def orphans(knowledge: Knowledge, *, k: int = SHOWN, place: str = "") -> Orphans:
    """Entities without edges, then documents none of whose edges leads out of them, each by name of type and
    path; `k` of them from the cursor `place` on."""
    none, out = alone(knowledge), apart(knowledge)
    known = set(none)
    nodes = [*none, *(node for node in out if node not in known)]
    mark = marked(knowledge, "orphans")
    start = resumed(place, mark, len(nodes))
    shown = nodes[start : start + k]
    things = knowledge.things(shown)
    end = start + len(shown)
    more = end < len(nodes)
    return Orphans(
        tuple(things[node] for node in shown), len(none), len(out), more, cursor(end, mark) if more else ""
    )


def alone(knowledge: Knowledge) -> list[int]:
    """Nodes without neighbours, by type, then by place in the graph."""
    nodes = np.flatnonzero(knowledge.both.degree == 0)
    found: list[int] = nodes[np.lexsort((nodes, knowledge.types[nodes]))].tolist()
    return found


def apart(knowledge: Knowledge) -> list[int]:
    """The nodes of documents none of whose edges leads out of them: they link to nothing and name nothing,
    and nothing links to them."""
    graph, docs = knowledge.graph, knowledge.docs
    here, there = docs[knowledge.sources], docs[graph.indices]
    linked: NDArray[np.int64] = np.unique(np.concatenate([here[here != there], there[here != there]]))
    documents = np.flatnonzero((docs == graph.ids) & ~np.isin(docs, linked))
    found: list[int] = documents.tolist()
    return found
