"""Markdown that a converter made of something else, to a Document of that format."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import replace

from graphrag_batch.formats.markdown import read_converted
from graphrag_batch.formats.metadata import tags_of
from graphrag_batch.records import Decoded, Document, Section


def document_of(format: str, decoded: Decoded) -> Document:
    """The Document of converted text: structure from the Markdown, the rest from what the converter found."""
    made = read_converted(decoded)
    lines = [s.start_line - 1 for s in made.sections]
    anchors: dict[int, list[str]] = {}
    for line, name in decoded.anchors:
        anchors.setdefault(bisect_right(lines, line) - 1, []).append(name)
    sections = (_with_anchors(s, anchors.get(n, [])) for n, s in enumerate(made.sections))
    return replace(
        made,
        format=format,
        title=decoded.title or made.title,
        lang=decoded.lang,
        meta=decoded.meta,
        tags=tags_of(json.loads(decoded.meta)),
        sections=tuple(_with_pages(s, decoded.pages) for s in sections),
        pages=tuple(line + 1 for line in decoded.pages),
    )


def _with_anchors(section: Section, names: list[str]) -> Section:
    known = section.anchor.split()
    return replace(section, anchor=" ".join(dict.fromkeys([*known, *names]))) if names else section


def _with_pages(section: Section, pages: tuple[int, ...]) -> Section:
    if not pages:
        return section
    first, last = (bisect_right(pages, line - 1) for line in (section.start_line, section.end_line))
    return replace(section, page_start=max(first, 1), page_end=max(last, 1))
