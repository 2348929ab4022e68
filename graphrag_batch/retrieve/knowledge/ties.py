"""An edge with all that there is to tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_batch.retrieve.knowledge.passages import said
from graphrag_batch.retrieve.knowledge.values import Step, Tie

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphrag_batch.retrieve.knowledge.frame import Knowledge
    from graphrag_batch.retrieve.knowledge.routes import Edge
    from graphrag_batch.retrieve.knowledge.values import Thing

_RELATION = "SELECT confidence, count, meta FROM relations WHERE src = ? AND dst = ? AND rel = ?"

Walked = tuple["Edge", bool]
"""An edge of the graph, and whether it was walked from its source."""


def tied(knowledge: Knowledge, src: Thing, dst: Thing, rel: str) -> Tie:
    """The relation between two entities, which is there, and where it is said best."""
    confidence, count, meta = knowledge.artifact.execute(_RELATION, (src.id, dst.id, rel))[0]
    best = said(knowledge, src.id, dst.id, rel)
    return Tie(src, rel, dst, round(confidence, 4), count, best[0] if best else None, meta)


def stepped(knowledge: Knowledge, walked: Iterable[Walked]) -> dict[Walked, Step]:
    """The steps that were walked."""
    walked = list(dict.fromkeys(walked))
    things = knowledge.things([end for (src, dst, _), _ in walked for end in (src, dst)])
    steps = {}
    for (src, dst, rel), forward in walked:
        ids = (things[src].id, things[dst].id, rel)
        confidence = knowledge.artifact.execute(_RELATION, ids)[0][0]
        steps[(src, dst, rel), forward] = Step(things[src], rel, things[dst], forward, round(confidence, 4))
    return steps
