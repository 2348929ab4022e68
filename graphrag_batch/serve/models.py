"""The structured side of each tool's answer: what programs read, declared as output schemas.

Ids are text here: a JSON number beyond 2^53 loses its last digits in every JavaScript client.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

# Some clients show this form to their model, so it must be short too: a field that holds its default
# is left out (see `slim`), and nothing is said twice.


class Reply(BaseModel):
    """What every tool hands back. `commit` is the indexed commit (the tree, where there is none), `stale`
    why it is not what is checked out; `cursor`, with the same arguments, goes on where this answer was
    `truncated`."""

    commit: str
    stale: str = ""
    truncated: bool = False
    cursor: str = ""


class Found(BaseModel):
    """One hit. `snippet_line` is where the snippet begins, if not on the first line; `pages` for citing;
    `columns` head the table that the text is from; `copies` are a few of the paths where it stands too;
    `warnings` say what of the file is not indexed; `project` is told where several are served."""

    project: str = ""
    chunk_id: str
    path: str
    start_line: int
    end_line: int
    section: str = ""
    score: float
    why: str
    snippet: str
    snippet_line: int = 0
    pages: str = ""
    columns: str = ""
    made_of: str = ""
    copies: list[str] = []
    security: str = ""
    warnings: str = ""


class QueryReply(Reply):
    """Hits, best first, and what leads from one to another: a sentence for each edge. `commits` are those
    indexed, by project, where several were searched."""

    search_mode: str
    hits: list[Found]
    graph: list[str] = []
    commits: dict[str, str] = {}
    degraded_reason: str = ""
    notes: list[str] = []


class ReadReply(Reply):
    """Text of one file, which has `lines` lines; `previous` and `next` are the chunks beside the one
    asked for. Of a file `made_of` another format, lines are those of the text made of it."""

    path: str
    text: str
    start_line: int = 0
    end_line: int = 0
    lines: int = 0
    section: str = ""
    previous: str = ""
    next: str = ""
    pages: str = ""
    made_of: str = ""
    about: dict[str, str] = {}


class Entry(BaseModel):
    """What a folder or file holds: a folder (its path ends in `/`), a file, or a section with its id.
    `below` counts what lies under it and is not listed; `depth` and `pages` are a section's."""

    path: str = ""
    section_id: str = ""
    title: str = ""
    start_line: int = 0
    end_line: int = 0
    lines: int = 0
    depth: int = 0
    below: int = 0
    security: str = ""
    pages: str = ""


class OutlineReply(Reply):
    """The entries of a folder (`path` "": the root) or file. `skipped` counts the paths that are not
    indexed, by reason; `together` the commits that changed a file along with this one."""

    entries: list[Entry]
    path: str = ""
    skipped: dict[str, int] = {}
    changed: str = ""
    together: dict[str, int] = {}
    about: dict[str, str] = {}


class Entity(BaseModel):
    """An entity. `rank` is its PageRank (1: average), `links` how many others it is linked to."""

    id: str
    type: str
    name: str
    at: str = ""
    aliases: list[str] = []
    description: str = ""
    rank: float = 0
    links: int = 0


class LookupReply(Reply):
    """Entities, best first, of `total`; for each name that nothing has, the nearest (`missing`)."""

    entities: list[Entity]
    total: int = 0
    missing: dict[str, list[str]] = {}
    notes: list[str] = []


class Relation(BaseModel):
    """An edge of the entity asked for, as a sentence; `other` is the id at its other end, `said` the text
    that says so and `at` where."""

    edge: str
    other: str
    confidence: float
    count: int = 1
    said: str = ""
    at: str = ""


class Neighbour(BaseModel):
    """An entity some steps away, and the way there."""

    id: str
    type: str
    way: str


class Passage(BaseModel):
    """A place that names the entity `count` times."""

    chunk_id: str
    at: str
    text: str
    confidence: float
    count: int = 1


class ExplainReply(Reply):
    """What is known of an entity. `totals` counts its edges by relation, `←` for those that lead to it; `way`
    leads to the entity asked for; `others` are called the same."""

    entity: Entity
    totals: dict[str, int] = {}
    relations: list[Relation]
    neighbours: list[Neighbour] = []
    sources: list[Passage] = []
    way: str = ""
    others: list[Entity] = []
    notes: list[str] = []


class Group(BaseModel):
    """A community, named after its best entity. `beside` counts the edges to others, by their numbers."""

    community: int
    label: str
    size: int
    links: int = 0
    types: dict[str, int] = {}
    beside: dict[str, int] = {}


class OverviewReply(Reply):
    """The graph, or one community with its `members`. `figures` are components, modularity and the like."""

    entities: dict[str, int] = {}
    relations: dict[str, int] = {}
    figures: dict[str, float] = {}
    communities: list[Group]
    top: list[Entity] = []
    bridges: list[Entity] = []
    members: list[Entity] = []
    notes: list[str] = []


class StatusReply(BaseModel):
    """What is served, and in which state. `problem` is "" when all is well. `checkout` says how HEAD
    (`head`) stands to the index, which is `behind` it by so many commits (None: that is not all there
    is to it). `index` holds tree, digest, format, model, path of the file and when it was written. Of several
    projects together `projects` holds a line each."""

    commit: str
    problem: str
    search_mode: str
    checkout: str = ""
    head: str = ""
    behind: int | None = None
    building: str = ""
    queued: bool = False
    last_error: str = ""
    last_error_at: str = ""
    degraded_reason: str = ""
    counts: dict[str, int] = {}
    skipped: dict[str, int] = {}
    languages: dict[str, int] = {}
    redacted: dict[str, int] = {}
    index: dict[str, str] = {}
    projects: dict[str, str] = {}


def slim(reply: BaseModel) -> dict[str, Any]:
    """The structured content: without the fields that say nothing, except in the status of one artifact."""
    whole = isinstance(reply, StatusReply) and not reply.projects
    return reply.model_dump(exclude={"projects"}) if whole else reply.model_dump(exclude_defaults=True)
