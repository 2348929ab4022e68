"""What is asked of several projects at once: one question to all of them, and what there is.

Scores of different artifacts compare: each says how sure an answer can be at all (`retrieve.rank.evidence`),
whatever the best of its own hits. Hits are merged by them, within the budget and the `k` of one answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from mcp_types import CallToolResult

from graphrag_batch.errors import ArtifactError, GraphragError, NotFound
from graphrag_batch.retrieve import pack
from graphrag_batch.retrieve.values import Answer, Hit, Query
from graphrag_batch.serve import render
from graphrag_batch.serve.about import About, about
from graphrag_batch.serve.calls import result, size_of
from graphrag_batch.serve.library import Library
from graphrag_batch.serve.models import QueryReply, StatusReply
from graphrag_batch.serve.state import Shelf
from graphrag_batch.serve.tools import Tools, found, searched, smaller

# Of the budget, for each project that a footer names.
_FOOTER = 20
_MOST_EDGES = 10
_END, _MARK = "x", 8
_MODES = {"l": "lexical", "h": "hybrid"}
_PLACE = re.compile(rf"(\d{{1,6}})([lh{_END}])([0-9a-f]{{{_MARK}}}|)", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where to go on in one project: after `offset` hits, searching in `mode` ("" from the start), as long
    as it is the artifact that `mark` tells; `ended` where there is no more."""

    offset: int = 0
    mode: str = ""
    mark: str = ""
    ended: bool = False

    def __str__(self) -> str:
        return f"{self.offset}{_END if self.ended else self.mode[:1]}{self.mark}"


@dataclass(frozen=True, slots=True)
class _Part:
    """What one project answers from `place` on. `mark` is what a cursor of it depends on."""

    index: About
    answer: Answer
    reason: str
    mark: str
    place: _Place

    def after(self, shown: int) -> _Place:
        """Where it goes on after so many of its hits."""
        more = shown < len(self.answer.hits) or self.answer.truncated
        return _Place(self.place.offset + shown, self.answer.search_mode, self.mark, ended=not more)


@dataclass(frozen=True, slots=True)
class _Merged:
    """The best hits of all parts, and what leads from one to another."""

    hits: list[tuple[str, Hit]]
    graph: list[str]
    cursor: str

    def given(self, project: str) -> int:
        """How many are of this project."""
        return sum(name == project for name, _ in self.hits)


class Across(Tools):
    """The tools that take all projects of a library together."""

    def __init__(self, library: Library) -> None:
        self._shelves = library.shelves

    def _ask(self, query: Query, most: int) -> CallToolResult:
        query = replace(query, budget=max(pack.LEAST_SNIPPET, query.budget - _FOOTER * len(self._shelves)))
        places = _read_cursor(query, list(self._shelves))
        while True:
            parts, notes = self._parts(query, places)
            merged = _merge(query, parts, places)
            reply = _reply(merged, parts, notes)
            size = size_of(reply)
            if len(merged.hits) < 2 or size <= most:
                break
            query = smaller(query, most, size)
        text = render.hits_text(merged.hits, merged.graph, notes, merged.cursor)
        shown = [part.index for name, part in parts.items() if merged.given(name) or not merged.hits]
        words = " · ".join(" · ".join(filter(None, [index.words, index.trouble])) for index in shown)
        return result(
            text, render.footer(words, *render.mode(reply.search_mode, reply.degraded_reason)), reply
        )

    def _parts(self, query: Query, places: Mapping[str, _Place]) -> tuple[dict[str, _Part], list[str]]:
        """The answer of each project that has one, and what must be known of them. Raises GraphragError where
        none has."""
        parts: dict[str, _Part] = {}
        notes: list[str] = []
        failed: GraphragError | None = None
        for name, place in places.items():
            if place.ended:
                continue
            try:
                parts[name] = _part(self._shelves[name], query, place)
            except GraphragError as error:
                failed = failed or error
                notes.append(f"{name} is not searched: {render.clip(error.what)}")
        if not parts and failed is not None:
            raise failed
        for name, part in parts.items():
            notes += [f"{name}: {note}" for note in part.answer.notes]
        return parts, notes

    def status(self) -> Annotated[CallToolResult, StatusReply]:
        """The projects served, and of each what is indexed, search mode and problems; of one: counts, files
        left out and more."""
        lines = {name: _line(shelf) for name, shelf in self._shelves.items()}
        modes = [shelf.degraded for shelf in self._shelves.values()]
        problems = [name for name, shelf in self._shelves.items() if shelf.problem or not shelf.opened]
        reply = StatusReply(
            commit="",
            problem=f"see {', '.join(problems)}" if problems else "",
            search_mode="lexical" if any(modes) else "hybrid",
            projects=lines,
        )
        text = "\n".join(f"{name}: {line}" for name, line in lines.items())
        return result(text, "", reply)


def _part(shelf: Shelf, query: Query, place: _Place) -> _Part:
    with shelf.use() as served:
        index = about(shelf, served)
        whole = served.searcher.mark(query)
        mark = whole[:_MARK]
        if place.mark not in ("", mark):
            raise ArtifactError(
                "the index has changed since this cursor was made", next_step="ask again without a cursor"
            )
        cursor = pack.write_cursor(query, whole, pack.Place(place.offset, place.mode)) if place.mode else ""
        answer = searched(served, replace(query, cursor=cursor))
        return _Part(index, answer, shelf.degraded or answer.degraded_reason, mark, place)


def _merge(query: Query, parts: Mapping[str, _Part], places: Mapping[str, _Place]) -> _Merged:
    """The best hits of all, as many as are asked for and fit into the budget."""
    ranked: list[tuple[float, int, str, Hit]] = []
    for number, (name, part) in enumerate(parts.items()):
        least = float("inf")
        for hit in part.answer.hits:
            least = min(least, hit.score)  # a project's own order stands
            ranked.append((-least, number, name, hit))
    ranked.sort(key=lambda one: one[:2])
    before = sum(place.offset for place in places.values())
    best = [(name, hit) for _, _, name, hit in ranked][: max(0, query.k - before)]
    fitting, left = pack.fill(len(best), lambda n: best[n][1], query.budget)
    hits = best[: len(fitting)]
    merged = _Merged(hits, _edges(parts, hits, min(_MOST_EDGES, left // pack.EDGE_TOKENS)), "")
    ends = {name: replace(place, ended=True) for name, place in places.items()}
    ends |= {name: part.after(merged.given(name)) for name, part in parts.items()}
    more = before + len(hits) < query.k and not all(place.ended for place in ends.values())
    return replace(merged, cursor=_write_cursor(query, ends)) if more else merged


def _edges(parts: Mapping[str, _Part], hits: list[tuple[str, Hit]], most: int) -> list[str]:
    """What leads from one hit to another, project by project, the best hit's first."""
    names = dict.fromkeys(name for name, _ in hits)
    return [f"{name}: {edge}" for name in names for edge in render.edges(parts[name].answer)][:most]


def _write_cursor(query: Query, places: Mapping[str, _Place]) -> str:
    return ".".join([pack.question(query)[:_MARK], *map(str, places.values())])


def _read_cursor(query: Query, names: list[str]) -> dict[str, _Place]:
    """Where each project goes on; the start without a cursor. Raises NotFound for one that is none of this
    question to these projects."""
    if not query.cursor:
        return {name: _Place() for name in names}
    asked, *rest = query.cursor.split(".")
    matches = [_PLACE.fullmatch(text) for text in rest]
    again = "repeat the query as it was, or ask without a cursor"
    if asked != pack.question(query)[:_MARK] or len(matches) != len(names):
        raise NotFound("this cursor belongs to another query", where=query.cursor[:80], next_step=again)
    places = {}
    for name, match in zip(names, matches, strict=True):
        if match is None:
            raise NotFound("this is no cursor", where=query.cursor[:80], next_step=again)
        mode = _MODES.get(match[2], "")
        places[name] = _Place(int(match[1]), mode, match[3], ended=not mode)
    return places


def _reply(merged: _Merged, parts: Mapping[str, _Part], notes: list[str]) -> QueryReply:
    reasons = {name: part.reason for name, part in parts.items() if part.reason}
    told = dict.fromkeys(reasons.values())
    stale = {name: part.index.stale for name, part in parts.items() if part.index.stale}
    lexical = any(part.answer.search_mode == "lexical" for part in parts.values())
    return QueryReply(
        commit="",
        commits={name: part.index.commit for name, part in parts.items()},
        stale="; ".join(f"{name}: {words}" for name, words in stale.items()),
        truncated=bool(merged.cursor),
        cursor=merged.cursor,
        hits=[found(hit).model_copy(update={"project": name}) for name, hit in merged.hits],
        graph=merged.graph,
        search_mode="lexical" if lexical else "hybrid",
        degraded_reason="; ".join(
            f"{', '.join(name for name in reasons if reasons[name] == reason)}: {reason}" for reason in told
        ),
        notes=notes,
    )


def _line(shelf: Shelf) -> str:
    """A project in a line."""
    try:
        with shelf.use() as served:
            index = about(shelf, served)
            ((chunks,),) = served.artifact.execute("SELECT count(*) FROM chunks")
            state = index.checkout or index.written
            how = f"lexical ({shelf.degraded})" if shelf.degraded else "hybrid"
            words = f"commit {index.commit}, {state}, {chunks} chunks, {how}"
            return f"{words}; {shelf.problem}" if shelf.problem else words
    except GraphragError as error:
        return f"not served: {error}"
