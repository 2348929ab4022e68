"""The prose of a document as passages: paragraphs, items, headings, terms, cells, with the markup stripped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_batch.textual import Passage

if TYPE_CHECKING:
    from graphrag_batch.records import Document

PASSAGES_VERSION = 1


def passages(document: Document) -> tuple[Passage, ...]:
    """The passages of this document, in order; none of source code and data."""
    if document.format == "table" or document.format.startswith("code"):
        return ()
    found = []
    for block in document.blocks:
        if block.kind not in ("paragraph", "heading", "list"):
            continue
        text = document.text[block.start : block.end].replace("\n", " ")
        kind = "heading" if block.kind == "heading" else "paragraph"
        found.append(Passage(kind, block.section, text, ((0, block.start),)))
    return tuple(found)
