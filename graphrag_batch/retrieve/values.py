"""What is asked, and what comes back. Pure values."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked. `rels`, `kinds` empty means all; `path` is a glob; `budget` is in tokens of
    text handed back; `since`/`until` are ISO dates (or moments), both inclusive."""

    text: str
    k: int = 10
    hops: int = 1
    rels: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    path: str = ""
    since: str = ""
    until: str = ""
    budget: int = 2000
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One chunk that answers. `section` is the innermost one around the best match; `start_line` to
    `end_line` are its lines, as far as they are in the chunk `chunk_id`. `snippet` begins on
    `snippet_line` and may go on after `end_line`. `components` are the weighted parts that add up to
    `score`; `why` is one short line for the reader; `tokens` counts the whole chunk's. `changed` is the day
    of the document's last commit (UTC), "uncommitted", or "" where that is not known. `pages` are the first
    and the last page that the lines are on, in a document that has pages. `columns` is the first line of the
    table that the chunk goes on with, if it does. `made_of` is the format of a file that is no text:
    its lines are those of the text made of it. `copies` are other paths where the same stands.
    `security` is the document's class, "" where it has none. `warnings` say what of a file that is no text is
    not in the text made of it."""

    chunk_id: int
    path: str
    start_line: int
    end_line: int
    section: str
    kind: str
    score: float
    components: dict[str, float]
    snippet: str
    snippet_line: int
    why: str
    section_id: int = 0
    tokens: int = 0
    changed: str = ""
    pages: tuple[int, int] | None = None
    columns: str = ""
    made_of: str = ""
    copies: tuple[str, ...] = ()
    security: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query gives. `search_mode` is hybrid, lexical or semantic; when less than asked,
    `degraded_reason` says why. `truncated` with a `cursor` when more is to be had."""

    hits: tuple[Hit, ...]
    entities: tuple[dict[str, Any], ...] = ()
    edges: tuple[dict[str, Any], ...] = ()
    search_mode: str = "hybrid"
    degraded_reason: str = ""
    truncated: bool = False
    cursor: str = ""
    notes: tuple[str, ...] = field(default=())


def lines_shown(hit: Hit, most: int = sys.maxsize) -> str:
    """Which lines a snippet has, cut to `most`, where these are not all that the hit's place names."""
    first = hit.snippet_line
    last = first + min(hit.snippet.count("\n") + 1, most) - 1
    if (first, last) == (hit.start_line, hit.end_line):
        return ""
    lines = f"lines {first}-{last}" if last > first else f"line {first}"
    return f"shown: {lines}"
