"""A block rule for markdown-it that reads plain paragraphs at a fraction of the usual cost.

Most lines of most pages begin with a letter and can be nothing but text. For each of them
markdown-it asks eleven rules and makes three tokens; this rule answers first and makes one, and it
sends headings, fences and bullets to their own rules at once. Where a line could be anything else
it steps aside, so the result is the same (tested against the parser without it).
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, fence, heading, list_block

# A line that can neither begin nor end any block but a paragraph. `[` may begin a definition, and
# `|`, `:` and `-` a table's second line; two marks of emphasis before a letter are no rule or item.
_TEXT = r"[^\s`~>#<=|:+\-*_\d\[]|`(?!``)|\*{1,2}(?=[^\W\d_])|_{1,2}(?=[^\W\d_])"
_BEGINS = re.compile(_TEXT)
_ITEM = re.compile(r"[*+-] {1,4}[^\s*\-_]")  # no rule: it would go on with marks
_CONTINUES = re.compile(rf"{_TEXT}|\[")


def plain_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Headings, fences, bullets and plain paragraphs, told by how the line begins."""
    if silent or state.is_code_block(start):
        return False
    at = _first(state, start)
    mark = state.src[at]
    if mark == "#":
        return heading(state, start, end, False)
    if mark == "`":
        return fence(state, start, end, False) or _plain_paragraph(state, start, end)
    if mark in "*-+" and _ITEM.match(state.src, at):
        return list_block(state, start, end, False)
    return _plain_paragraph(state, start, end)


def _plain_paragraph(state: StateBlock, start: int, end: int) -> bool:
    """A paragraph of lines that can be nothing else, as a lone `inline` token."""
    if not _BEGINS.match(state.src, _first(state, start)):
        return False
    line = start + 1
    while line < end and not state.isEmpty(line):
        if not _CONTINUES.match(state.src, _first(state, line)):
            return False
        line += 1
    state.line = line
    token = state.push("inline", "", 0)
    token.content = state.getLines(start, line, state.blkIndent, False).strip()
    token.map = [start, line]
    token.children = []
    return True


def _first(state: StateBlock, line: int) -> int:
    return state.bMarks[line] + state.tShift[line]


def install(md: MarkdownIt) -> None:
    """Let `md` ask this rule before all others."""
    md.block.ruler.before("table", "plain", plain_block, {"alt": []})
