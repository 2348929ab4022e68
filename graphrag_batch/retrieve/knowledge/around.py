"""What lies around an entity, further than its own edges: the closest, and the way to another."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from graphrag_batch.retrieve.knowledge.naming import one
from graphrag_batch.retrieve.knowledge.routes import MOST_LENGTH, shortest
from graphrag_batch.retrieve.knowledge.ties import stepped
from graphrag_batch.retrieve.knowledge.values import Near
from graphrag_batch.retrieve.walk import MOST_HOPS, rarity, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphrag_batch.retrieve.knowledge.frame import Knowledge
    from graphrag_batch.retrieve.knowledge.ties import Walked
    from graphrag_batch.retrieve.knowledge.values import Step
    from graphrag_batch.retrieve.walk import Reached

MOST_NEAR = 12
# Through one entity between: what everything leads to says little of what it leads to.
MOST_THROUGH = 2
# What stands on one page need not have anything to do with each other: walked where nothing else leads on.
COUNTED = frozenset({"mentions"})
HUBS = "the only way leads through what very many are linked to: it may mean little"


def nearby(
    knowledge: Knowledge, node: int, hops: int, rels: frozenset[str], way: str = "both"
) -> tuple[Near, ...]:
    """The entities of other documents two steps away and more, the closest first, each with the way; what
    leads to much is less close, and leads to `MOST_THROUGH` of them at most."""
    own = int(knowledge.docs[node])
    for over in _over(knowledge, rels):
        reached = walk(
            knowledge.graph, {node: 1.0}, min(hops, MOST_HOPS), over, way=way, quiet=knowledge.quiet
        )
        score = {
            other: came.score * rarity(knowledge.graph, other, came) * _telling(knowledge, reached, came)
            for other, came in reached.items()
            if came.hops > 1 and not (own and knowledge.docs[other] == own) and _worth(knowledge, other)
        }
        if score:
            break
    best = _spread(sorted(score, key=lambda other: (-score[other], other)), reached)
    routes = {other: _traced(reached, other) for other in best}
    steps = stepped(knowledge, (step for route in routes.values() for step in route))
    things = knowledge.things(best)
    return tuple(
        Near(things[other], round(score[other], 4), tuple(steps[step] for step in routes[other]))
        for other in best
    )


def way_to(
    knowledge: Knowledge, node: int, name: str, rels: frozenset[str], way: str = "both"
) -> tuple[tuple[Step, ...] | None, tuple[str, ...]]:
    """(the shortest way to the entity of this name, None where there is none; what is to be known of it).
    Raises NotFound for a name that nothing has."""
    meant = one(knowledge, name)
    end = meant.node
    tries = [*((over, False) for over in _over(knowledge, rels)), (rels, True)]
    for over, hubs in tries:
        found = shortest(knowledge.graph, node, end, over, way=way, quiet=knowledge.quiet, hubs=hubs)
        if found is not None:
            break
    else:
        along = f" over {', '.join(sorted(rels))}" if rels else ""
        return None, (f"no way to {name[:80]}{along} within {MOST_LENGTH} steps", *meant.notes)
    walked: list[Walked] = []
    for edge in found:
        walked.append((edge, edge[0] == node))
        node = edge[1] if edge[0] == node else edge[0]
    steps = stepped(knowledge, walked)
    return tuple(steps[step] for step in walked), (*meant.notes, *((HUBS,) if hubs else ()))


def _over(knowledge: Knowledge, rels: frozenset[str]) -> tuple[frozenset[str], ...]:
    """The relations to walk along, and those to try after."""
    told = frozenset(knowledge.graph.names) - COUNTED
    return (rels,) if rels or not told else (told, frozenset())


def _worth(knowledge: Knowledge, node: int) -> bool:
    """Whether it says something to be near it: not to a date, nor to a key or rule in a file of data."""
    stands = knowledge.docs[node] and knowledge.docs[node] != knowledge.graph.ids[node]
    return node not in knowledge.quiet and bool(not stands or knowledge.told[node])


def _between(reached: dict[int, Reached], came: Reached) -> Iterator[int]:
    """The nodes on the way, without its ends."""
    while (before := reached[came.source]).hops:
        yield came.source
        came = before


def _telling(knowledge: Knowledge, reached: dict[int, Reached], came: Reached) -> float:
    """1 where the way leads through nothing that has further edges, less the more edges there are."""
    degrees = [int(knowledge.both.degree[node]) for node in _between(reached, came)]
    return math.prod(1 / (1 + math.log2(max(1, degree - 1))) for degree in degrees)


def _spread(best: list[int], reached: dict[int, Reached]) -> list[int]:
    """The first of these, not many of which are reached through the same."""
    chosen: list[int] = []
    times: Counter[int] = Counter()
    for other in best:
        middles = list(_between(reached, reached[other]))
        if len(chosen) < MOST_NEAR and all(times[middle] < MOST_THROUGH for middle in middles):
            chosen.append(other)
            times.update(middles)
    return chosen


def _traced(reached: dict[int, Reached], node: int) -> list[Walked]:
    way: list[Walked] = []
    while (came := reached[node]).hops:
        ends = (came.source, node) if came.forward else (node, came.source)
        way.append(((*ends, came.rel), came.forward))
        node = came.source
    return way[::-1]
