"""All that the graph knows of one entity: what it is, what is said of it and where, what is near."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.knowledge.around import COUNTED, nearby, way_to
from graphrag_batch.retrieve.knowledge.lookup import cursor, marked, resumed
from graphrag_batch.retrieve.knowledge.naming import one
from graphrag_batch.retrieve.knowledge.passages import sources
from graphrag_batch.retrieve.knowledge.ties import tied
from graphrag_batch.retrieve.knowledge.values import Explained, Near, Source, Thing, Tie
from graphrag_batch.retrieve.reading import estimate_tokens
from graphrag_batch.retrieve.walk import WAYS, relation_weight

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from graphrag_batch.retrieve.knowledge.frame import Knowledge
    from graphrag_batch.retrieve.knowledge.naming import Meant

_T = TypeVar("_T")

BUDGET = 1500
# Of the budget, beside what the relations take.
_FOR_NEAR, _FOR_SOURCES = 0.25, 0.25
# What the fields around names and sentences cost.
_FRAME = 24

MOST_SOURCES, MOST_OTHERS = 8, 5
# Edges of one relation shown before those of the next.
AT_ONCE = 4
MOST_TIES = 200


@dataclass(frozen=True, slots=True)
class Explain:
    """What is asked: an entity by name or id, how far to look, over which relations (empty: all), which way
    (`both`, `out`, `in`), and the entity to find a way to: then the way is all that is told. `budget` is in
    tokens of text handed back."""

    entity: str
    hops: int = 1
    rels: tuple[str, ...] = ()
    to: str = ""
    way: str = "both"
    budget: int = BUDGET
    cursor: str = ""


def explain(knowledge: Knowledge, asked: Explain) -> Explained:
    """What the graph knows of an entity, as much as the budget holds; the cursor goes on with its edges.

    Raises NotFound for a name that nothing has or that several have, and for a relation that there is not,
    each time with those to choose from.
    """
    if asked.way not in WAYS:
        raise NotFound(f"{asked.way[:40]!r} is no way", where="way", next_step=f"one of {', '.join(WAYS)}")
    _check_relations(knowledge, asked.rels)
    meant = one(knowledge, asked.entity)
    if asked.to:
        return _way(knowledge, meant, asked)
    node = meant.node
    rels = frozenset(asked.rels)
    edges = _edges(knowledge, node, rels, asked.way)
    mark = marked(knowledge, str(knowledge.graph.ids[node]), *sorted(rels), asked.way)
    start = resumed(asked.cursor, mark, len(edges.order))
    # All but the edges comes once.
    beside = _Beside() if asked.cursor else _beside(knowledge, meant, asked)
    ties = _ties(knowledge, edges, start, asked.budget - beside.cost)
    end = start + len(ties)
    more = end < len(edges.order)
    return Explained(
        thing=knowledge.things([node])[node],
        totals=edges.totals,
        ties=tuple(ties),
        near=beside.near,
        sources=beside.sources,
        others=beside.others,
        truncated=more,
        cursor=cursor(end, mark) if more else "",
        notes=beside.notes,
    )


def _way(knowledge: Knowledge, meant: Meant, asked: Explain) -> Explained:
    """The way to another entity, step by step, each with what it rests on."""
    route, notes = way_to(knowledge, meant.node, asked.to, frozenset(asked.rels), asked.way)
    return Explained(
        thing=knowledge.things([meant.node])[meant.node],
        totals={},
        ties=tuple(tied(knowledge, step.src, step.dst, step.rel) for step in route or ()),
        route=route,
        others=tuple(knowledge.things(meant.others[:MOST_OTHERS]).values()),
        notes=(*meant.notes, *notes),
    )


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is told of an entity beside its edges."""

    near: tuple[Near, ...] = ()
    sources: tuple[Source, ...] = ()
    others: tuple[Thing, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """About how many tokens it takes."""
        return sum(map(_cost_of_near, self.near)) + sum(map(_cost_of_source, self.sources))


def _beside(knowledge: Knowledge, meant: Meant, asked: Explain) -> _Beside:
    node, rels = meant.node, frozenset(asked.rels)
    near = nearby(knowledge, node, asked.hops, rels, asked.way) if asked.hops > 1 else ()
    told = sources(knowledge, int(knowledge.graph.ids[node]), MOST_SOURCES)
    return _Beside(
        near=tuple(_fitting(near, _cost_of_near, asked.budget * _FOR_NEAR)),
        sources=tuple(_fitting(told, _cost_of_source, asked.budget * _FOR_SOURCES)),
        others=tuple(knowledge.things(meant.others[:MOST_OTHERS]).values()),
        notes=meant.notes,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """A node's edges: `ends` the other ends, `codes` the relations, `out` whether they leave the node, `sure`
    their confidence; `order` has those to tell of, a few of each relation, then more of each."""

    node: int
    ends: NDArray[np.int64]
    codes: NDArray[np.int64]
    out: NDArray[np.bool_]
    sure: NDArray[np.float32]
    order: NDArray[np.int64]
    totals: dict[str, int]


def _edges(knowledge: Knowledge, node: int, rels: frozenset[str], way: str) -> _Edges:
    graph = knowledge.graph
    go = slice(int(graph.indptr[node]), int(graph.indptr[node + 1]))
    come = slice(int(graph.back_indptr[node]), int(graph.back_indptr[node + 1]))
    ends = np.concatenate([graph.indices[go], graph.back_indices[come]]).astype(np.int64)
    codes = np.concatenate([graph.rels[go], graph.back_rels[come]]).astype(np.int64)
    sure = np.concatenate([graph.weights[go], graph.back_weights[come]])
    out = np.arange(len(ends)) < go.stop - go.start
    totals, groups = _groups(knowledge, codes, out)
    told = np.array([name in rels if rels else name not in COUNTED for name in graph.names], dtype=np.bool_)
    kept = np.flatnonzero(
        (told[codes] if len(codes) else out) & {"out": out, "in": ~out}.get(way, out | ~out)
    )
    if not rels:
        kept = kept[~_mirrored(knowledge, ends, codes, out)[kept]]
    # Within a relation: the surest, what is no date, the best known.
    quiet = np.isin(ends, np.fromiter(knowledge.quiet, dtype=np.int64))
    keys = (ends, -knowledge.rank[ends], quiet, -sure, groups)
    order = kept[np.lexsort([key[kept] for key in keys])]
    group = groups[order]
    place = np.arange(len(order)) - np.searchsorted(group, group)
    order = order[np.lexsort((place, group, place // AT_ONCE))]
    return _Edges(node, ends, codes, out, sure, order, totals)


def _mirrored(
    knowledge: Knowledge, ends: NDArray[np.int64], codes: NDArray[np.int64], out: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Edges that say the other way round what another says: a part of what it is defined by."""
    part, defined = (np.array([n == name for n in knowledge.graph.names]) for name in ("part_of", "defines"))
    if not part.any() or not defined.any() or not len(codes):
        return np.zeros(len(codes), dtype=np.bool_)
    mirrored = np.zeros(len(codes), dtype=np.bool_)
    for away in (True, False):
        told = ends[defined[codes] & (out != away)]
        mirrored |= part[codes] & (out == away) & np.isin(ends, told)
    return mirrored


def _groups(
    knowledge: Knowledge, codes: NDArray[np.int64], out: NDArray[np.bool_]
) -> tuple[dict[str, int], NDArray[np.int64]]:
    """(edges by relation, the place of each edge's relation): what weighs most first, what leads away before
    what leads here, what merely holds a file together last."""
    names = knowledge.graph.names
    kinds = [(code, away) for code in range(len(names)) for away in (True, False)]
    kinds.sort(
        key=lambda kind: (
            names[kind[0]] == "part_of",
            -relation_weight(names[kind[0]]),
            *kind[:1],
            not kind[1],
        )
    )
    totals, groups = {}, np.zeros(len(codes), dtype=np.int64)
    for place, (code, away) in enumerate(kinds):
        here = (codes == code) & (out == away)
        groups[here] = place
        if count := int(here.sum()):
            totals[names[code] if away else f"← {names[code]}"] = count
    return totals, groups


def _ties(knowledge: Knowledge, edges: _Edges, start: int, budget: float) -> list[Tie]:
    """The edges from the place `start` on that fit; the first always does."""
    some = edges.order[start : start + MOST_TIES].tolist()
    things = knowledge.things([edges.node, *(int(edges.ends[at]) for at in some)])
    ties: list[Tie] = []
    for at in some:
        src, dst = things[edges.node], things[int(edges.ends[at])]
        if not edges.out[at]:
            src, dst = dst, src
        tie = tied(knowledge, src, dst, knowledge.graph.names[int(edges.codes[at])])
        budget -= _cost_of_tie(tie)
        if ties and budget < 0:
            break
        ties.append(tie)
    return ties


def _check_relations(knowledge: Knowledge, rels: Sequence[str]) -> None:
    names = knowledge.graph.names
    for rel in rels:
        if rel not in names:
            raise NotFound(
                f"there is no relation {rel[:40]!r}", where="rel", next_step=f"one of {', '.join(names)}"
            )


def _fitting(values: Sequence[_T], cost: Callable[[_T], int], budget: float) -> Sequence[_T]:
    for number, value in enumerate(values):
        budget -= cost(value)
        if budget < 0:
            return values[:number]
    return values


def _cost_of_tie(tie: Tie) -> int:
    text = tie.src.name + tie.dst.name + (tie.said.text + tie.said.path if tie.said else "")
    return estimate_tokens(text) + _FRAME


def _cost_of_near(near: Near) -> int:
    return sum(estimate_tokens(step.end.name) + 6 for step in near.route) + _FRAME


def _cost_of_source(source: Source) -> int:
    return estimate_tokens(source.path + source.text) + _FRAME
