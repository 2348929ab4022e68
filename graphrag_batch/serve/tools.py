"""The read-only tools: arguments in, compact text and structured content out.

Each runs in a worker thread (the SDK does that for plain functions), so the event loop stays free.
"""

from __future__ import annotations

import difflib
import json
import re
import time
from dataclasses import replace
from typing import Annotated

from mcp_types import CallToolResult
from pydantic import Field

from graphrag_batch.errors import GraphragError
from graphrag_batch.records import CHUNK_KINDS
from graphrag_batch.retrieve import described, outlines, reading
from graphrag_batch.retrieve.finding import find_doc, written
from graphrag_batch.retrieve.sections import cited
from graphrag_batch.retrieve.values import Answer, Hit, Query
from graphrag_batch.serve import render
from graphrag_batch.serve.about import About, about, fill
from graphrag_batch.serve.calls import (
    BUDGET,
    DEFAULT_BUDGET,
    FRAME,
    HOPS,
    SLACK,
    Id,
    Names,
    bounds,
    check_bounds,
    result,
    size_of,
    wrong,
)
from graphrag_batch.serve.models import Entry, Found, OutlineReply, QueryReply, ReadReply, StatusReply
from graphrag_batch.serve.opened import Served
from graphrag_batch.serve.state import Shelf

# `12-40`, and how others write it: `L12-L40`, `12:40`, `12,40`. No file has more than 9 digits of lines.
_RANGE = r"L?(\d{1,9})(?:\s*[-:,–]\s*L?(\d{1,9})?)?"
_LINES = re.compile(rf"\s*{_RANGE}\s*", re.ASCII)
_PLACE = re.compile(rf"(?P<path>.+?)(?::|#)(?P<lines>{_RANGE})", re.ASCII)

K, DEPTH = (1, 50), (0, 20)

# Paths named of those where a hit stands too; `why` says how many there are.
MOST_COPIES = 3

# Each more makes a pattern take many times as long on a path that almost matches.
MOST_PATTERN = 1000


class Tools:
    """The tools over one shelf. The docstring of each public method is what the model reads."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def hybrid_query(
        self,
        q: Annotated[str, Field(description="question, names, error text; quote exact phrases")],
        k: Annotated[int, bounds(*K)] = 10,
        hops: Annotated[int, bounds(*HOPS, "graph steps")] = 1,
        rels: Annotated[Names, Field(description="only these relations")] = [],  # noqa: B006
        kinds: Annotated[Names, Field(description="|".join(CHUNK_KINDS))] = [],  # noqa: B006
        path: Annotated[str, Field(description="glob: src/**")] = "",
        since: Annotated[str, Field(description="ISO date")] = "",
        until: str = "",
        budget: Annotated[int, bounds(*BUDGET, "tokens of answer")] = DEFAULT_BUDGET,
        cursor: str = "",
    ) -> Annotated[CallToolResult, QueryReply]:
        """Search this repository's code and docs by meaning, words, symbols, paths and graph.
        Gives hits with path:line, chunk_id and snippet. Use read for more text."""
        _check_kinds(kinds)
        check_bounds(k=(k, *K), hops=(hops, *HOPS), budget=(budget, *BUDGET))
        query = Query(
            text=q, k=k, hops=hops, rels=tuple(rels), kinds=tuple(kinds), path=_pattern(path),
            since=since, until=until, budget=budget - FRAME, cursor=cursor,
        )  # fmt: skip
        return self._ask(query, int(budget * SLACK))

    def _ask(self, query: Query, most: int) -> CallToolResult:
        with self._shelf.use() as served:
            index = about(self._shelf, served)
            answer, reply = self._answer(served, index, query, most)
            tail = index.footer(*render.mode(answer.search_mode, reply.degraded_reason))
        return result(render.answer_text(answer), tail, reply)

    def _answer(self, served: Served, index: About, query: Query, most: int) -> tuple[Answer, QueryReply]:
        """The answer, with fewer hits than the budget lets through where these would make more than
        `most` tokens as structured content; the cursor then goes on after the last one shown."""
        while True:
            answer = searched(served, query)
            reply = _query_reply(answer, self._shelf.degraded or answer.degraded_reason, index)
            size = size_of(reply)
            if len(answer.hits) < 2 or size <= most:
                return answer, reply
            query = smaller(query, most, size)

    def read(
        self,
        chunk_id: Id = "",
        section_id: Id = "",
        path: str = "",
        lines: Annotated[Id, Field(description="12-40; with path; default whole file")] = "",
        cursor: str = "",
    ) -> Annotated[CallToolResult, ReadReply]:
        """Read indexed text: a chunk, a whole section, or lines of a file (one of chunk_id,
        section_id, path)."""
        given = [name for name, value in (("chunk_id", chunk_id), ("section_id", section_id)) if value]
        given += ["path"] if path else []
        if len(given) != 1:
            raise wrong(
                f"give exactly one of chunk_id, section_id, path (got {' and '.join(given) or 'none'})",
                "read",
                "read(chunk_id=…) with an id from hybrid_query, or read(path=…, lines='1-80')",
            )
        if lines and not path:
            raise wrong("lines go with a path", "lines", "leave lines out, or give path instead of the id")
        with self._shelf.use() as served:
            page = self._page(served, chunk_id, section_id, path, lines, cursor)
            index = about(self._shelf, served)
        return result(render.page_text(page), index.footer(), _read_reply(page, index))

    def outline(
        self,
        path: Annotated[str, Field(description="folder or file; '' the root")] = "",
        depth: Annotated[int, bounds(*DEPTH, "levels; 0: what fits")] = 0,
        cursor: str = "",
    ) -> Annotated[CallToolResult, OutlineReply]:
        """List a folder's files with titles, or a file's sections and definitions with lines and
        section_ids."""
        check_bounds(depth=(depth, *DEPTH))
        with self._shelf.use() as served:
            outline = outlines.outline(served.artifact, path, depth, cursor=cursor)
            index = about(self._shelf, served)
        reply = OutlineReply(
            commit=index.commit, stale=index.stale, truncated=outline.truncated, cursor=outline.cursor,
            path=outline.path, skipped=outline.skipped,
            entries=[_entry(entry) for entry in outline.entries],
            changed=outline.changed, together=dict(outline.together), about=render.about(outline.about),
        )  # fmt: skip
        return result(render.outline_text(outline), index.footer(), reply)

    def status(self) -> Annotated[CallToolResult, StatusReply]:
        """What is indexed: commit, counts, files left out, search mode, problems."""
        try:
            with self._shelf.use() as served:
                index = about(self._shelf, served)
                reply = fill(self._status_of(served), self._shelf, index)
                tail = index.footer()
        except GraphragError as error:
            reply, tail = StatusReply(commit="", problem=str(error), search_mode=""), ""
            reply = fill(reply, self._shelf)
        return result(render.status_text(reply.model_dump()), tail, reply)

    def _page(
        self, served: Served, chunk_id: str, section_id: str, path: str, lines: str, cursor: str
    ) -> reading.Page:
        artifact = served.artifact
        if chunk_id:
            return reading.read_chunk(artifact, _number(chunk_id, "chunk_id"), cursor=cursor)
        if section_id:
            return reading.read_section(artifact, _number(section_id, "section_id"), cursor=cursor)
        place = _PLACE.fullmatch(path)
        if place and not lines and find_doc(artifact, written(artifact, path)) is None:
            path, lines = place["path"], place["lines"]
        first, last = _line_range(lines)
        return reading.read_lines(artifact, path, first, last, cursor=cursor)

    def _status_of(self, served: Served) -> StatusReply:
        meta = served.artifact.meta
        skipped = served.artifact.execute("SELECT reason, count(*) FROM skipped GROUP BY reason")
        return StatusReply(
            commit=meta.get("commit", ""),
            problem=str(self._shelf.problem or ""),
            search_mode="lexical" if self._shelf.degraded else "hybrid",
            degraded_reason=self._shelf.degraded,
            counts=json.loads(meta.get("counts", "{}")),
            skipped=dict(skipped),
            languages=described.languages(served.artifact),
            redacted=described.redacted(served.artifact),
            index={
                "artifact": str(served.path),
                "tree": meta.get("tree", ""),
                "digest": meta.get("content_digest", ""),
                "format": meta.get("format_version", ""),
                "model": meta.get("model", ""),
                "written": render.age(time.time() - served.written),
            },
        )


def searched(served: Served, query: Query) -> Answer:
    """What one artifact answers; what of the question was left out is noted."""
    # Loads numpy, which has no place before the first answer.
    from graphrag_batch.retrieve.searcher import MOST_CHARACTERS

    answer = served.searcher.search(query)
    if len(query.text) > MOST_CHARACTERS:
        note = f"only the first {MOST_CHARACTERS} characters of q were searched for"
        answer = replace(answer, notes=(*answer.notes, note))
    return answer


def smaller(query: Query, most: int, size: int) -> Query:
    """The query again where its answer was `size` tokens and `most` are wanted: the size falls with the
    budget, down to one hit."""
    return replace(query, budget=int(query.budget * 0.95 * most / size) - 1)


def _query_reply(answer: Answer, reason: str, index: About) -> QueryReply:
    return QueryReply(
        commit=index.commit,
        stale=index.stale,
        truncated=answer.truncated,
        cursor=answer.cursor,
        hits=[found(hit) for hit in answer.hits],
        graph=render.edges(answer),
        search_mode=answer.search_mode,
        degraded_reason=reason,
        notes=list(answer.notes),
    )


def found(hit: Hit) -> Found:
    """A hit in structured form."""
    return Found(
        chunk_id=str(hit.chunk_id),
        path=hit.path,
        start_line=hit.start_line,
        end_line=hit.end_line,
        section=render.clip(hit.section),
        score=round(hit.score, 2),
        why=render.clip(hit.why),
        snippet=hit.snippet,
        snippet_line=hit.snippet_line if hit.snippet_line > hit.start_line else 0,
        pages=cited(hit.pages),
        columns=render.clip(hit.columns),
        copies=[render.clip(path) for path in hit.copies[:MOST_COPIES]],
        security=render.clip(hit.security),
        made_of=hit.made_of,
        warnings=render.warned(hit.warnings),
    )


def _read_reply(page: reading.Page, index: About) -> ReadReply:
    return ReadReply(
        commit=index.commit, stale=index.stale, truncated=page.truncated, cursor=page.cursor, path=page.path,
        start_line=page.start_line, end_line=page.end_line, lines=page.lines, section=page.section,
        text=page.text, previous=str(page.previous or ""), next=str(page.next or ""),
        pages=cited(page.pages), made_of=page.made_of, about=render.about(page.about),
    )  # fmt: skip


def _entry(entry: outlines.OutlineEntry) -> Entry:
    """An entry without what its path tells already."""
    if entry.kind == "folder":
        return Entry(path=f"{entry.path}/", below=entry.below)
    title = "" if entry.path.endswith(entry.title) else entry.title
    if entry.kind == "file":
        security = render.clip(entry.security)
        return Entry(path=entry.path, title=render.clip(title), lines=entry.end_line, security=security)
    return Entry(
        section_id=str(entry.section_id), title=render.clip(title), start_line=entry.start_line,
        end_line=entry.end_line, depth=entry.depth, below=entry.below, pages=cited(entry.pages),
    )  # fmt: skip


def _pattern(path: str) -> str:
    """A glob as an agent may write it. Raises ToolError for an endless one."""
    if len(path) > MOST_PATTERN:
        what = f"{path[:80]!r}… is longer than {MOST_PATTERN} characters"
        raise wrong(what, "path", "write it shorter: src/**")
    return path.strip()


def _number(value: str, name: str) -> int:
    digits = value.strip().removeprefix(name).lstrip(" :=")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 19 or int(digits) >= 2**63:
        raise wrong(f"{value[:80]!r} is no id", name, "copy the digits from hybrid_query, outline or read")
    return int(digits)


def _line_range(lines: str) -> tuple[int, int]:
    """`12-40`, `12-` (to the end), `12` (that line) or nothing (the whole file) as numbers."""
    if not lines.strip():
        return 1, 0
    found = _LINES.fullmatch(lines)
    first = int(found[1]) if found else 0
    # `12-` has a mark after the number, `12` has none.
    last = int(found[2]) if found and found[2] else first if found and lines.strip("L \t").isdigit() else 0
    if not found or (last and last < first):
        raise wrong(f"{lines[:80]!r} is no range of lines", "lines", "write first-last, such as 12-40")
    return first, last


def _check_kinds(kinds: list[str]) -> None:
    for kind in kinds:
        if kind not in CHUNK_KINDS:
            near = difflib.get_close_matches(kind, CHUNK_KINDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(CHUNK_KINDS)}"
            raise wrong(f"{kind[:80]!r} is no kind of chunk", "kinds", hint)
