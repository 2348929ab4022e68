"""From headings and line ranges to the sections and blocks of a document, with the laws kept.

A reader (Markdown, reStructuredText, plain text) says which lines are what; this module clips
overlaps, fills the gaps with paragraphs, nests the headings and turns lines into offsets. So every
non-blank character lies in exactly one block, whatever the reader missed.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from graphrag_batch.records import Block, Link, Section


@dataclass(slots=True)
class Heading:
    """A heading found. `anchors` are the names it can be linked by, the best first."""

    level: int
    title: str
    anchors: list[str] = field(default_factory=list)


class Span(NamedTuple):
    """Lines `first` (0-based) up to, not including, `last` read as one unit."""

    kind: str
    first: int
    last: int
    info: str = ""
    heading: Heading | None = None


class LinkSpan(NamedTuple):
    """A link whose section is not known yet."""

    start: int
    end: int
    target: str
    text: str


class Outline(NamedTuple):
    """What a document is made of; see `records.Document`."""

    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    links: tuple[Link, ...]


class Lines:
    """The lines of a text; only "\\n" ends one."""

    __slots__ = ("count", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        starts = [0]
        at = text.find("\n") + 1
        while at:
            starts.append(at)
            at = text.find("\n", at) + 1
        if starts[-1] == len(text) and len(starts) > 1:
            starts.pop()
        self.starts = starts
        self.count = len(starts)

    def start(self, line: int) -> int:
        """Offset of the first character of `line` (0-based); the text's end for a line past it."""
        return self.starts[line] if line < self.count else len(self.text)

    def end(self, line: int) -> int:
        """Offset just past the last character of `line`, its "\\n" not counted."""
        if line + 1 < self.count:
            return self.starts[line + 1] - 1
        return len(self.text) - self.text.endswith("\n") if self.text else 0

    def get(self, line: int) -> str:
        """The line without its "\\n"."""
        return self.text[self.starts[line] : self.end(line)]

    def number(self, offset: int) -> int:
        """The 0-based line that holds `offset`."""
        return bisect_right(self.starts, offset) - 1


@dataclass(slots=True)
class _Open:
    """A section being built: where it ends is known only when all its blocks are."""

    heading: Heading
    parent: int
    start: int
    body: int
    end: int


def build(lines: Lines, spans: list[Span], links: list[LinkSpan]) -> Outline:
    """Sections, blocks and links in order. Spans may overlap and leave gaps; links may come in
    any order."""
    opened: list[_Open] = []
    blocks: list[Block] = []
    path: list[int] = []
    for span in _covering(lines, spans):
        start, end = _trim(lines, span)
        if start >= end:
            continue
        if span.heading is not None:
            while path and opened[path[-1]].heading.level >= span.heading.level:
                path.pop()
            opened.append(_Open(span.heading, path[-1] if path else -1, start, lines.start(span.last), end))
            path.append(len(opened) - 1)
        for index in path:
            opened[index].end = end
        blocks.append(Block(span.kind, start, end, path[-1] if path else -1, span.info))
    sections = tuple(_section(lines, o) for o in opened)
    return Outline(sections, tuple(blocks), _links(sections, links))


def _covering(lines: Lines, spans: list[Span]) -> list[Span]:
    """The spans in order without overlap, with paragraphs where nothing was claimed."""
    covering: list[Span] = []
    cursor = 0
    for span in sorted(spans, key=lambda s: s.first):
        if span.first > cursor:
            covering.append(Span("paragraph", cursor, span.first))
        first = max(span.first, cursor)
        if span.last > first:
            covering.append(span._replace(first=first) if first != span.first else span)
            cursor = span.last
    if cursor < lines.count:
        covering.append(Span("paragraph", cursor, lines.count))
    return covering


def _trim(lines: Lines, span: Span) -> tuple[int, int]:
    """Offsets of the span without blank lines around it; the first line keeps its indentation."""
    text = lines.text
    start, end = lines.start(span.first), lines.start(span.last)
    body = text[start:end]
    stripped = body.rstrip()
    if not stripped:
        return start, start
    end = start + len(stripped)
    if stripped[0].isspace():
        first_character = start + len(stripped) - len(stripped.lstrip())
        start = lines.starts[lines.number(first_character)]
        start = max(start, lines.start(span.first))
    return start, end


def _section(lines: Lines, o: _Open) -> Section:
    return Section(
        parent=o.parent,
        level=o.heading.level,
        title=o.heading.title,
        start=o.start,
        end=o.end,
        start_line=lines.number(o.start) + 1,
        end_line=lines.number(o.end - 1) + 1,
        body=min(o.body, o.end),
        anchor=" ".join(dict.fromkeys(a for a in o.heading.anchors if a)),
    )


def _links(sections: tuple[Section, ...], links: list[LinkSpan]) -> tuple[Link, ...]:
    starts = [s.start for s in sections]
    ordered = sorted(set(links))
    return tuple(Link(*link, section=bisect_right(starts, link.start) - 1) for link in ordered)
