"""The structured side of each tool's answer: what programs read, declared as output schemas.

Ids are text here: a JSON number beyond 2^53 loses its last digits in every JavaScript client.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


class Reply(BaseModel):
    """What every tool hands back. `commit` is the indexed commit (the tree, where there is none);
    `cursor`, with the same arguments, goes on where this answer was `truncated`."""

    commit: str = ""
    truncated: bool = False
    cursor: str = ""


class Found(BaseModel):
    """One hit."""

    chunk_id: str
    path: str
    start_line: int
    end_line: int
    section: str
    section_id: str
    kind: str
    score: float
    components: dict[str, float]
    why: str
    snippet: str
    snippet_line: int


class QueryReply(Reply):
    """Hits, best first, with entities and edges around them."""

    hits: list[Found] = []
    entities: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    search_mode: str = ""
    degraded_reason: str = ""
    notes: list[str] = []


class ReadReply(Reply):
    """Text of one file with its lines."""

    path: str = ""
    start_line: int = 0
    end_line: int = 0
    lines: int = 0
    section: str = ""
    text: str = ""
    previous: str = ""
    next: str = ""


class OutlineReply(Reply):
    """What a folder or file holds."""

    path: str = ""
    kind: str = ""
    entries: list[dict[str, Any]] = []
    skipped: dict[str, int] = {}


class StatusReply(BaseModel):
    """What is served, and in which state. `problem` is "" when all is well. `index` holds tree,
    digest, format, model, path of the file and when it was written."""

    commit: str = ""
    problem: str = ""
    search_mode: str = ""
    degraded_reason: str = ""
    counts: dict[str, int] = {}
    skipped: dict[str, int] = {}
    index: dict[str, str] = {}
