"""A document's sections and blocks as one tree: what a chunk may hold together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphrag_batch.records import Block

if TYPE_CHECKING:
    from graphrag_batch.records import Document

_DEEPEST = 24  # sections nested deeper are read as part of the one above


@dataclass(slots=True)
class Node:
    """A section (-1: the document) with its own blocks and its child sections, in order of text."""

    section: int
    start: int
    end: int
    items: list[Block | Node] = field(default_factory=list)


def tree(document: Document) -> Node:
    """The document as a tree. Sections that hold no block do not appear."""
    blocks = document.blocks or (Block("paragraph", 0, len(document.text), -1),)
    open_nodes = [Node(-1, blocks[0].start, blocks[0].end)]
    for block in blocks:
        path = _ancestry(document, block.section)
        shared = 1
        while shared < min(len(path), len(open_nodes)) and open_nodes[shared].section == path[shared]:
            shared += 1
        del open_nodes[shared:]
        for section in path[shared:]:
            node = Node(section, block.start, block.end)
            open_nodes[-1].items.append(node)
            open_nodes.append(node)
        open_nodes[-1].items.append(block)
        for node in open_nodes:
            node.end = block.end
    return open_nodes[0]


def _ancestry(document: Document, section: int) -> list[int]:
    """Section numbers from the document (-1) down to `section`."""
    path = []
    while section >= 0:
        path.append(section)
        section = document.sections[section].parent
    return [-1, *reversed(path)][:_DEEPEST]
