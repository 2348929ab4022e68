"""Blocks of Markdown, and how they are put together. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from graphrag_batch.formats.html_escape import MARK

_NEXT_LINES = re.compile(r"\n(?=[^\n])")


class Block(NamedTuple):
    """A block without blank edges. Kinds: text, heading, list, fence, table, quote, rule; mark is an anchor
    that waits for the block it stands before."""

    kind: str
    text: str


def settle(blocks: Iterable[Block]) -> list[Block]:
    """The blocks with every anchor in one: the next, or at the end the last."""
    settled: list[Block] = []
    waiting = ""
    for block in blocks:
        if block.kind == "mark":
            waiting += block.text
        else:
            settled.append(Block(block.kind, waiting + block.text) if waiting else block)
            waiting = ""
    if waiting and settled:
        settled[-1] = Block(settled[-1].kind, settled[-1].text + waiting)
    elif waiting:
        settled.append(Block("mark", waiting))
    return settled


def join(blocks: list[Block], *, item: bool = False) -> str:
    """The text of settled blocks; in an item of a list, a list that explains a line follows it at once."""
    parts: list[str] = []
    for index, block in enumerate(blocks):
        if index:
            before = blocks[index - 1].kind
            close = (
                item
                and before == "text"
                and block.kind == "list"
                and MARK.sub("", block.text).startswith(("- ", "1. "))
            )
            parts.append("\n" if close else "\n\n")
        parts.append(block.text)
    return "".join(parts)


def indent(text: str, first: str) -> str:
    """Text as an item of a list whose marker is `first`."""
    return first + _NEXT_LINES.sub("\n" + " " * len(first), text)


def quote(text: str) -> str:
    """Text as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
