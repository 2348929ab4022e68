"""The passages of Markdown, and of what was converted into it. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphrag_batch.stages.passage.build import Writer
from graphrag_batch.stages.passage.html import html_passages
from graphrag_batch.stages.passage.inline import MarkdownScan, folded
from graphrag_batch.stages.passage.lines import LineReader
from graphrag_batch.stages.passage.reader import Place, lines_of
from graphrag_batch.stages.passage.tables import pipe_table

if TYPE_CHECKING:
    from graphrag_batch.records import Block, Document

_REFERENCES = re.compile(r"^ {0,3}\[([^\[\]\n]{1,300})\]:[ \t]*\S", re.MULTILINE)
_ATX = re.compile(r"[ \t]*#{1,6}[ \t]*")
_UNDERLINE = re.compile(r"\n[ \t>]*(?:=+|-+)[ \t]*$")
_HTML_HEADING = re.compile(r"[ \t]*<")


def read_markdown(document: Document, writer: Writer) -> None:
    """Write the passages of this document."""
    text = document.text
    labels = (
        frozenset(folded(found[1]) for found in _REFERENCES.finditer(text)) if "]:" in text else frozenset()
    )
    reader = LineReader(writer, MarkdownScan(labels))
    titled = document.title is None
    for block in document.blocks:
        writer.section = block.section
        if block.kind == "heading":
            titled = _heading(reader, block, document, titled)
        elif block.kind == "paragraph":
            _paragraph(reader, block)
        elif block.kind == "list":
            reader.read(lines_of(text, block.start, block.end), Place())
        elif block.kind == "table":
            pipe_table(writer, lines_of(text, block.start, block.end), reader.scan)
        elif block.kind == "html":
            html_passages(writer, block.start, block.end)


def _heading(reader: LineReader, block: Block, document: Document, titled: bool) -> bool:
    """A heading, which is the title where it says the same; whether the title is found."""
    text = document.text
    section = document.sections[block.section]
    kind = "heading" if titled or section.title != document.title else "title"
    source = text[block.start : block.end]
    if _HTML_HEADING.match(source):
        reader.writer.section = block.section
        before = len(reader.writer.passages)
        html_passages(reader.writer, block.start, block.end)
        for n, passage in enumerate(reader.writer.passages[before:], start=before):
            if passage.kind == "heading" and kind == "title":
                marks = tuple((a, b, "title" if m == "heading" else m) for a, b, m in passage.marks)
                reader.writer.passages[n] = passage._replace(kind="title", marks=marks)
        return titled or kind == "title"
    atx = _ATX.match(source) if source.lstrip().startswith("#") else None
    start = block.start + (atx.end() if atx is not None else 0)
    under = _UNDERLINE.search(source) if atx is None else None
    reader.heading(start, block.start + under.start() if under is not None else block.end, kind)
    return titled or kind == "title"


def _paragraph(reader: LineReader, block: Block) -> None:
    writer = reader.writer
    lines = lines_of(writer.text, block.start, block.end)
    if block.info in ("quote", "admonition"):
        reader.read(lines, Place())
        return
    first = writer.text[block.start : block.start + 3]
    if first in (":::", "///") or (first[:1] == "<" and len(lines) > 1):
        reader.read(lines, Place())
    else:
        reader.paragraph(lines, Place())
