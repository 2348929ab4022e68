"""The compact text of what the graph's tools answer. Pure functions of values."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_batch.retrieve.knowledge.values import (
    Explained,
    Found,
    Members,
    Near,
    Overview,
    Source,
    Thing,
    Tie,
)
from graphrag_batch.retrieve.knowledge.wording import (
    chain,
    clipped,
    counts,
    entities,
    label,
    other_names,
    place,
    sentence,
    without_edges,
)

MOST_DESCRIPTION = 160
MOST_ALIASES = 4


def lookup_text(found: Found) -> str:
    """A line for each entity, and the nearest names for those that nothing has."""
    parts = [thing_line(thing) for thing in found.things]
    for name, near in found.missing.items():
        parts.append(f"nothing is called {name!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
    if not parts:
        parts.append("No entities. Try other words, no type, or graph_overview().")
    return "\n".join([*parts, *_notes(found.notes), *_more(found.truncated, found.cursor, found.total)])


def thing_line(thing: Thing) -> str:
    """Name, type, place, id, links; then what it is."""
    also = ", ".join(clipped(name) for name in other_names(thing)[:MOST_ALIASES])
    links = f"{thing.links} link{'s' * (thing.links != 1)}"
    parts = (
        f"{clipped(thing.name)} ({thing.type})", place(thing), f"id {thing.id}", links,
        f"also {also}" if also else "", clipped(thing.description, MOST_DESCRIPTION),
    )  # fmt: skip
    return " · ".join(filter(None, parts))


def explained_text(found: Explained) -> str:
    """The entity, the way asked for, its edges with their sentences, its sources, what is near."""
    if found.route is None:
        parts = [thing_line(found.thing)]
    else:
        parts = [f"way: {chain(found.route) or 'it is the same entity'}"]
    if found.totals:
        parts.append(f"relations: {counts(found.totals)}")
    parts += [_tie(tie) for tie in found.ties]
    parts += _titled("named in:", [_source(source) for source in found.sources])
    parts += _titled("near:", [_near(near) for near in found.near])
    parts += _titled("called the same:", [f"- {thing_line(thing)}" for thing in found.others])
    return "\n".join([*parts, *_notes(found.notes), *_more(found.truncated, found.cursor)])


def _tie(tie: Tie) -> str:
    times = f" ×{tie.count}" if tie.count > 1 else ""
    said = f' {tie.said.path}:{tie.said.line} "{tie.said.text}"' if tie.said else ""
    return f"- {sentence(tie)} ({tie.confidence:.2f}{times}){said}"


def _source(source: Source) -> str:
    times = f" ×{source.count}" if source.count > 1 else ""
    return f"- {source.path}:{source.line} ({source.confidence:.2f}{times}) {source.text}"


def _near(near: Near) -> str:
    return f"- {chain(near.route)} ({near.thing.type})"


def overview_text(found: Overview) -> str:
    """Counts, communities, the best entities, bridges."""
    estimated = "" if found.exact else " (estimated)"
    parts = [
        f"entities: {counts(found.entities)}",
        f"relations: {counts(found.relations)}",
        f"{found.components} components, the largest with {found.largest:.0%} of the entities; "
        f"clustering {found.clustering:.2f}{estimated}; " + without_edges(found.alone, found.apart),
        f"communities: {found.count}"
        + (
            f" (modularity {found.modularity:.2f}), the largest, data and tests last:"
            if found.communities
            else ""
        ),
        *(
            f"- {one.id}: {label(one.label)} · {entities(one.size)} · {counts(one.types, 4)}"
            for one in found.communities
        ),
    ]
    parts += _titled(
        "most important (with PageRank):", [f"- {brief(thing)} · {thing.rank:.1f}" for thing in found.top]
    )
    parts += _titled(
        f"most shortest paths{estimated} lead through:",
        [f"- {brief(thing)} · {share:.1%}" for thing, share in found.bridges],
    )
    return "\n".join(parts)


def members_text(found: Members) -> str:
    """One community: what is within, beside, and its entities."""
    own = found.community
    beside = ", ".join(f"{one.id} {label(one.label)} ({own.beside[one.id]})" for one in found.beside)
    parts = [
        f"community {own.id}: {label(own.label)} · {entities(own.size)} · {counts(own.types)}",
        f"edges within: {counts(found.relations)}",
        *([f"most edges to: {beside}"] if beside else []),
        *(f"- {brief(thing)} · {thing.rank:.1f}" for thing in found.members),
    ]
    return "\n".join([*parts, *_more(found.truncated, found.cursor)])


def brief(thing: Thing) -> str:
    """Name, type, place and id on a line."""
    at = "" if thing.type == "document" else place(thing)
    name = label(thing) if thing.type == "document" else clipped(thing.name)
    return " · ".join(filter(None, (f"{name} ({thing.type})", at, f"id {thing.id}")))


def _titled(title: str, lines: Sequence[str]) -> list[str]:
    return [title, *lines] if lines else []


def _notes(notes: Sequence[str]) -> list[str]:
    return [f"note: {note}" for note in notes]


def _more(truncated: bool, cursor: str, total: int = 0) -> list[str]:
    of = f" of {total}" if total else ""
    return [f"more{of}: same arguments with cursor={cursor!r}"] if truncated else []
