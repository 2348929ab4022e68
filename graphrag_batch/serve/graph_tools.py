"""The tools over the graph: entities by name, all that is known of one, the whole.

As in `tools`, the docstring of each public method is what the model reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from graphrag_batch.serve import graph_text
from graphrag_batch.serve.about import About, about
from graphrag_batch.serve.calls import (
    BUDGET,
    DEFAULT_BUDGET,
    FRAME,
    HOPS,
    SLACK,
    Id,
    Names,
    check_bounds,
    result,
    size_of,
    wrong,
)
from graphrag_batch.serve.models import (
    Entity,
    ExplainReply,
    Group,
    LookupReply,
    Neighbour,
    OverviewReply,
    Passage,
    Relation,
)
from graphrag_batch.serve.state import Shelf

if TYPE_CHECKING:
    from graphrag_batch.retrieve.knowledge.values import Community, Explained, Found, Members, Overview, Thing

K = 20
SORTS = "relevance|rank|links|name|recent"


class GraphTools:
    """The tools over one shelf's graph."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def entity_lookup(
        self,
        q: Annotated[str, Field(description="name or words")] = "",
        names: Annotated[Names, Field(description="exact names")] = [],  # noqa: B006
        type: Annotated[str, Field(description="product, function…")] = "",
        sort: Annotated[str, Field(description=SORTS)] = "",
        since: Annotated[str, Field(description="ISO date")] = "",
        cursor: str = "",
    ) -> Annotated[CallToolResult, LookupReply]:
        """Find entities of the graph: people, products, terms, code, documents. Without q and names, the
        most important."""
        from graphrag_batch.retrieve.knowledge.lookup import Lookup, lookup

        if q and names:
            raise wrong("give q or names, not both", "entity_lookup", "leave one of them out")
        asked = Lookup(
            q=q, names=tuple(names), type=type, sort=sort, since=since, k=K, budget=DEFAULT_BUDGET - FRAME,
            cursor=cursor,
        )  # fmt: skip
        with self._shelf.use() as served:
            found = lookup(served.knowledge, asked)
            index = about(self._shelf, served)
        return result(graph_text.lookup_text(found), index.footer(), _lookup_reply(found, index))

    def explain_entity(
        self,
        entity: Annotated[Id, Field(description="name or id")],
        hops: Annotated[int, Field(description="0-3")] = 1,
        rels: Annotated[Names, Field(description="only these")] = [],  # noqa: B006
        to: Annotated[Id, Field(description="show only the way to this entity")] = "",
        budget: int = DEFAULT_BUDGET,
        cursor: str = "",
    ) -> Annotated[CallToolResult, ExplainReply]:
        """What the graph knows of an entity: definition, relations in and out with sentence and path:line,
        passages that name it, neighbours."""
        from graphrag_batch.retrieve.knowledge.explain import Explain, explain

        check_bounds(hops=(hops, *HOPS), budget=(budget, *BUDGET))
        room = budget - FRAME
        with self._shelf.use() as served:
            index = about(self._shelf, served)
            while True:
                asked = Explain(entity, hops, tuple(rels), to, budget=room, cursor=cursor)
                found = explain(served.knowledge, asked)
                reply = _explain_reply(found, index)
                size, most = size_of(reply), int(budget * SLACK)
                if size <= most or room <= FRAME:
                    break
                room = int(room * 0.9 * most / size)
        return result(graph_text.explained_text(found), index.footer(), reply)

    def graph_overview(
        self,
        community: Annotated[Id, Field(description="number, or an entity in it")] = "",
        cursor: str = "",
    ) -> Annotated[CallToolResult, OverviewReply]:
        """The graph as a whole: counts, communities, most important entities; or one community's members."""
        from graphrag_batch.retrieve.knowledge import overview

        if cursor and not community.strip():
            raise wrong("a cursor goes with a community", "cursor", "give the community it came with")
        with self._shelf.use() as served:
            index = about(self._shelf, served)
            if community.strip():
                members = overview.community(served.knowledge, community, place=cursor)
                text, reply = graph_text.members_text(members), _members_reply(members, index)
            else:
                found = overview.overview(served.knowledge)
                text, reply = graph_text.overview_text(found), _overview_reply(found, index)
        return result(text, index.footer(), reply)


def _entity(thing: Thing, *, brief: bool = False) -> Entity:
    from graphrag_batch.retrieve.knowledge.wording import clipped, other_names, place

    if brief:
        return Entity(
            id=str(thing.id),
            type=thing.type,
            name=clipped(thing.name),
            at=place(thing),
            rank=round(thing.rank, 1),
        )
    return Entity(
        id=str(thing.id),
        type=thing.type,
        name=clipped(thing.name),
        at=place(thing),
        aliases=[clipped(name) for name in other_names(thing)[: graph_text.MOST_ALIASES]],
        description=clipped(thing.description, graph_text.MOST_DESCRIPTION),
        rank=round(thing.rank, 2),
        links=thing.links,
    )


def _lookup_reply(found: Found, index: About) -> LookupReply:
    return LookupReply(
        commit=index.commit, stale=index.stale, truncated=found.truncated, cursor=found.cursor,
        entities=[_entity(thing) for thing in found.things], total=found.total,
        missing={name: list(near) for name, near in found.missing.items()}, notes=list(found.notes),
    )  # fmt: skip


def _explain_reply(found: Explained, index: About) -> ExplainReply:
    from graphrag_batch.retrieve.knowledge.wording import chain, sentence

    far = [tie.dst if tie.src.id == found.thing.id else tie.src for tie in found.ties]
    ends = far if found.route is None else [step.end for step in found.route]
    relations = [
        Relation(
            edge=sentence(tie),
            other=str(end.id),
            confidence=round(tie.confidence, 2),
            count=tie.count,
            said=tie.said.text if tie.said else "",
            at=f"{tie.said.path}:{tie.said.line}" if tie.said else "",
        )
        for tie, end in zip(found.ties, ends, strict=True)
    ]
    passages = [
        Passage(
            chunk_id=str(one.chunk_id), at=f"{one.path}:{one.line}", text=one.text,
            confidence=round(one.confidence, 2), count=one.count,
        )
        for one in found.sources
    ]  # fmt: skip
    near = [Neighbour(id=str(one.thing.id), type=one.thing.type, way=chain(one.route)) for one in found.near]
    return ExplainReply(
        commit=index.commit, stale=index.stale, truncated=found.truncated, cursor=found.cursor,
        entity=_entity(found.thing), totals=found.totals, relations=relations, neighbours=near,
        sources=passages, way=chain(found.route or ()),
        others=[_entity(thing, brief=True) for thing in found.others], notes=list(found.notes),
    )  # fmt: skip


def _groups(communities: Sequence[Community]) -> list[Group]:
    from graphrag_batch.retrieve.knowledge.wording import label

    return [
        Group(
            community=one.id, label=label(one.label), size=one.size, links=one.links, types=one.types,
            beside={str(other): count for other, count in one.beside.items()},
        )
        for one in communities
    ]  # fmt: skip


def _overview_reply(found: Overview, index: About) -> OverviewReply:
    figures = {
        "components": found.components, "largest_component": found.largest, "communities": found.count,
        "modularity": round(found.modularity, 3), "clustering": round(found.clustering, 3),
        "without_edges": found.alone, "documents_apart": found.apart,
    }  # fmt: skip
    return OverviewReply(
        commit=index.commit, stale=index.stale, entities=found.entities, relations=found.relations,
        figures=figures, communities=_groups(found.communities),
        top=[_entity(thing, brief=True) for thing in found.top],
        bridges=[_entity(thing, brief=True) for thing, _ in found.bridges],
        notes=[] if found.exact else ["clustering and bridges are estimated from a sample"],
    )  # fmt: skip


def _members_reply(found: Members, index: About) -> OverviewReply:
    return OverviewReply(
        commit=index.commit, stale=index.stale, truncated=found.truncated, cursor=found.cursor,
        relations=found.relations, communities=_groups([found.community, *found.beside]),
        members=[_entity(thing, brief=True) for thing in found.members],
    )  # fmt: skip
