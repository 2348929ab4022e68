"""The prose of a document as passages: paragraphs, items, headings, terms, cells, with the markup stripped.

Every word of prose is in one passage; code, front matter, comments, targets of links and tags are in none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from graphrag_batch.stages.passage.asciidoc import read_asciidoc
from graphrag_batch.stages.passage.build import Writer
from graphrag_batch.stages.passage.man import read_man, read_text
from graphrag_batch.stages.passage.markdown import read_markdown
from graphrag_batch.stages.passage.org import read_org
from graphrag_batch.stages.passage.rst import read_rst
from graphrag_batch.textual import Passage

if TYPE_CHECKING:
    from graphrag_batch.records import Document


_READERS: dict[str, Callable[[Document, Writer], None]] = {
    "rst": read_rst,
    "asciidoc": read_asciidoc,
    "org": read_org,
    "man": read_man,
    "text": read_text,
}
_NONE = ("table", "code")


def passages(document: Document) -> tuple[Passage, ...]:
    """The passages of this document, in order; none of source code and data."""
    family = document.format.partition(":")[0]
    if family in _NONE:
        return ()
    writer = Writer(document.text)
    _READERS.get(family, read_markdown)(document, writer)
    return tuple(writer.passages)
