"""The graph as a whole: what it holds, what hangs together, who matters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.knowledge.doubts import alone, apart
from graphrag_batch.retrieve.knowledge.lookup import cursor, marked, resumed
from graphrag_batch.retrieve.knowledge.naming import one
from graphrag_batch.retrieve.knowledge.prominence import beside
from graphrag_batch.retrieve.knowledge.values import Community, Members, Overview

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphrag_batch.retrieve.knowledge.frame import Knowledge

MOST_COMMUNITIES, MOST_TOP, MOST_BRIDGES, MOST_TYPES, MOST_BESIDE = 10, 10, 5, 4, 3
MEMBERS = 25

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


def overview(knowledge: Knowledge) -> Overview:
    """The whole graph. The first call measures it: about two seconds for a hundred thousand entities."""
    sizes = _sizes(knowledge)
    largest = np.lexsort((np.arange(len(sizes)), -sizes, beside(knowledge)))[:MOST_COMMUNITIES]
    parts = np.bincount(knowledge.component)
    between, close = knowledge.betweenness, knowledge.clustering
    several = knowledge.both.degree > 1
    top = knowledge.prominent(np.flatnonzero(knowledge.told))[:MOST_TOP]
    through = np.lexsort((np.arange(len(between.values)), -between.values))[:MOST_BRIDGES]
    bridges = [int(node) for node in through if between.values[node] > 0]
    things = knowledge.things([*top, *bridges])
    return Overview(
        entities=_counted(knowledge.type_names, knowledge.types),
        relations=_counted(knowledge.graph.names, knowledge.graph.rels),
        components=len(parts),
        largest=round(float(parts.max(initial=0)) / max(1, len(knowledge.graph.ids)), 4),
        communities=tuple(_communities(knowledge, [int(n) for n in largest])),
        count=len(sizes),
        modularity=knowledge.modularity,
        clustering=round(float(np.mean(close.values[several])) if several.any() else 0.0, 4),
        exact=between.share == close.share == 1,
        top=tuple(things[node] for node in top),
        bridges=tuple((things[node], round(float(between.values[node]), 4)) for node in bridges),
        alone=len(alone(knowledge)),
        apart=len(apart(knowledge)),
    )


def community(knowledge: Knowledge, which: str, *, k: int = MEMBERS, place: str = "") -> Members:
    """A community by its number, or by an entity in it: `k` of its entities, from the cursor `place` on.
    Raises NotFound for one that is none."""
    chosen = _chosen(knowledge, which)
    nodes = knowledge.prominent(np.flatnonzero(knowledge.community == chosen))
    mark = marked(knowledge, "community", str(chosen))
    start = resumed(place, mark, len(nodes))
    shown, end = nodes[start : start + k], min(len(nodes), start + k)
    things = knowledge.things(shown)
    src, dst = knowledge.community[knowledge.sources], knowledge.community[knowledge.graph.indices]
    found = _communities(knowledge, [chosen])[0]
    return Members(
        community=found,
        relations=_counted(knowledge.graph.names, knowledge.graph.rels[(src == chosen) & (dst == chosen)]),
        members=tuple(things[node] for node in shown),
        beside=tuple(_communities(knowledge, list(found.beside))),
        truncated=end < len(nodes),
        cursor=cursor(end, mark) if end < len(nodes) else "",
    )


def _sizes(knowledge: Knowledge) -> NDArray[np.int64]:
    sizes: NDArray[np.int64] = np.bincount(knowledge.community[knowledge.community >= 0])
    return sizes


def _chosen(knowledge: Knowledge, which: str) -> int:
    """The number of a community. What is one's number and another's id is the number."""
    count = len(_sizes(knowledge))
    if _NUMBER.fullmatch(which.strip()):
        number = int(which)
        if number < count:
            return number
        raise NotFound(
            "no community has this number",
            where=which,
            next_step=f"give one from 0 to {count - 1}, or a name",
        )
    number = int(knowledge.community[one(knowledge, which).node])
    if number < 0:
        raise NotFound("this entity is in no community: it has no edges", where=which, next_step="explain it")
    return number


def _communities(knowledge: Knowledge, numbers: Sequence[int]) -> list[Community]:
    of, found = knowledge.community, []
    src, dst = of[knowledge.sources], of[knowledge.graph.indices]
    best = {n: knowledge.prominent(np.flatnonzero(of == n))[0] for n in numbers}
    things = knowledge.things(list(best.values()))
    for number in numbers:
        members = of == number
        leave = np.concatenate(
            [dst[(src == number) & (dst != number)], src[(dst == number) & (src != number)]]
        )
        others = np.bincount(leave[leave >= 0])
        near = np.lexsort((np.arange(len(others)), -others))[:MOST_BESIDE]
        types = _counted(knowledge.type_names, knowledge.types[members])
        found.append(
            Community(
                id=number,
                label=things[best[number]],
                size=int(members.sum()),
                links=int(((src == number) & (dst == number)).sum()),
                types=dict(list(types.items())[:MOST_TYPES]),
                beside={int(n): int(others[n]) for n in near if others[n]},
            )
        )
    return found


def _counted(names: Sequence[str], codes: NDArray[np.uint8]) -> dict[str, int]:
    """How many of each name, most first."""
    counts = dict(zip(names, np.bincount(codes, minlength=len(names)).tolist(), strict=True))
    return {name: n for name, n in sorted(counts.items(), key=lambda one: (-one[1], one[0])) if n}
