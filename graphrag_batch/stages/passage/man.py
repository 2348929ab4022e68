"""The passages of manual pages, and of plain text. Pure.

What a line of a manual page prints that belongs to an item is indented below it; a blank line is a macro, as
often as not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_batch.stages.passage.build import Markup, Range, Writer
from graphrag_batch.stages.passage.reader import DEEPEST, Place, Reader, lines_of

if TYPE_CHECKING:
    from graphrag_batch.records import Document

_ITEM = re.compile(r"[ \t]*(?:([-*+•])|(\d{1,9}[.)]|[A-Za-z][.)]))[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"[ \t]*[=~-]{2,}[ \t]*$")
_EQUALS = re.compile(r"={1,6}[ \t]+(\S.*?)(?:[ \t]+=+)?[ \t]*$")


def scan_nothing(content: str) -> Markup | None:
    """Plain text has no markup."""
    return None


class PlainReader(Reader):
    """Reads lines of plain text into a writer."""

    item = _ITEM

    def block(self, lines: Sequence[Range], n: int, line: str, place: Place, after_blank: bool) -> int:
        """Read what begins at line `n`; the line after it."""
        if place.deep < DEEPEST and _ITEM.match(line):
            return self.items(lines, n, place)
        first = n
        while n < len(lines) and (line := self.get(lines[n])).strip():
            if n > first and _ITEM.match(line):
                break
            n += 1
        self.add([self.trimmed(line) for line in lines[first:n]], place)
        return n


def read_text(document: Document, writer: Writer) -> None:
    """Write the passages of plain text."""
    reader = PlainReader(writer, scan_nothing)
    titled = document.title is None
    blocks = document.blocks
    n = 0
    while n < len(blocks):
        block, last = blocks[n], n + 1
        while block.kind == "list" and last < len(blocks) and blocks[last].kind == "list":
            last += 1  # items with blank lines between them
        writer.section = block.section
        lines = lines_of(writer.text, block.start, blocks[last - 1].end)
        n = last
        if block.kind == "heading":
            kept = [line for line in lines if not _UNDERLINE.match(reader.get(line))]
            equals = _EQUALS.match(reader.get(kept[0])) if len(kept) == 1 else None
            kept = (
                [(kept[0][0] + equals.start(1), kept[0][0] + equals.end(1))] if equals is not None else kept
            )
            is_title = not titled and document.sections[block.section].title == document.title
            titled = titled or is_title
            reader.add(kept, Place("title" if is_title else "heading"))
        elif block.kind in ("paragraph", "list"):
            reader.read(lines, Place())


def read_man(document: Document, writer: Writer) -> None:
    """Write the passages of a manual page."""
    reader = PlainReader(writer, scan_nothing)
    for block in document.blocks:
        writer.section = block.section
        lines = [line for line in lines_of(writer.text, block.start, block.end) if reader.get(line).strip()]
        if block.kind == "list":
            _items(reader, lines)
        elif block.kind in ("heading", "paragraph", "table"):
            reader.add(
                [reader.trimmed(line) for line in lines],
                Place(block.kind if block.kind == "heading" else "paragraph"),
            )


def _items(reader: PlainReader, lines: Sequence[Range]) -> None:
    """Tags with what is indented below them, and items with a bullet or a number."""
    group, row = reader.writer.new_group(), -1
    n = 0
    while n < len(lines):
        indent = _indent(reader, lines[n])
        text = reader.get(lines[n])
        item = _ITEM.match(text)
        last = n + 1
        while (
            last < len(lines)
            and _indent(reader, lines[last]) > indent
            and not _ITEM.match(reader.get(lines[last]))
        ):
            last += 1
            if last < len(lines) and _indent(reader, lines[last]) > _indent(reader, lines[last - 1]):
                break  # a tag within
        row += 1
        here = Place("item", (item[2] or "") if item is not None else "", group, row)
        if item is not None:
            start = lines[n][0] + item.end()
            reader.add([(start, lines[n][1]), *map(reader.trimmed, lines[n + 1 : last])], here)
        elif last > n + 1:
            reader.add([reader.trimmed(lines[n])], Place("term", group=group, row=row))
            reader.add(
                [reader.trimmed(line) for line in lines[n + 1 : last]],
                Place("definition", group=group, row=row),
            )
        else:
            reader.add([reader.trimmed(lines[n])], Place("paragraph", group=group, row=row))
        n = last


def _indent(reader: PlainReader, line: Range) -> int:
    text = reader.get(line)
    return len(text) - len(text.lstrip())
