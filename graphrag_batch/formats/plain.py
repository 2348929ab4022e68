"""Block rules for markdown-it that read what is plain at a fraction of the usual cost.

Most lines of most pages begin with a letter and can be nothing but text. For each of them
markdown-it asks eleven rules and makes three tokens; `plain_block` answers first and makes one, and it
sends headings, fences and bullets to their own rules at once. Of a table it keeps where it is, and the
cells that may hold a link. Where a line could be anything else it steps aside, so the result is the same
(tested against the parser without it).
"""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock, fence, heading, list_block
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS
from markdown_it.token import Token

# A line that can neither begin nor end any block but a paragraph. `[` may begin a definition, and
# `|`, `:` and `-` a table's second line; two marks of emphasis before a letter are no rule or item.
_TEXT = r"[^\s`~>#<=|:+\-*_\d\[]|`(?!``)|\*{1,2}(?=[^\W\d_])|_{1,2}(?=[^\W\d_])"
_BEGINS = re.compile(_TEXT)
_ITEM = re.compile(r"[*+-] {1,4}[^\s*\-_]")  # no rule: it would go on with marks
_CONTINUES = re.compile(rf"{_TEXT}|\[")
_RULER = re.compile(r"\|[-:| \t]+")
_COLUMN = re.compile(r":?-+:?")
_LINKING = re.compile(r"[\[<]|://")


class _Token(Token):
    """A token made in a third of the time."""

    __slots__ = ()

    def __init__(self, type: str, tag: str, nesting: Any, level: int) -> None:
        self.type, self.tag, self.nesting, self.level = type, tag, nesting, level
        self.attrs, self.meta = {}, {}
        self.map = self.children = None
        self.content = self.markup = self.info = ""
        self.block, self.hidden = True, False


class _State(StateBlock):
    def push(self, ttype: str, tag: str, nesting: Any) -> Token:
        if nesting < 0:
            self.level -= 1
        token = _Token(ttype, tag, nesting, self.level)
        if nesting > 0:
            self.level += 1
        self.tokens.append(token)
        return token


def block_tokens(md: MarkdownIt, text: str, env: dict[str, Any]) -> list[Token]:
    """The blocks of a text."""
    tokens: list[Token] = []
    if text:
        state = _State(text, md, env, tokens)
        md.block.tokenize(state, state.line, state.lineMax)
    return tokens


def plain_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Headings, fences, bullets, tables and plain paragraphs, told by how the line begins."""
    if silent or state.is_code_block(start):
        return False
    at = _first(state, start)
    mark = state.src[at]
    if mark == "#":
        return heading(state, start, end, False)
    if mark == "`":
        return fence(state, start, end, False) or _plain_paragraph(state, start, end)
    if mark == "|":
        return _plain_table(state, start, end)
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
            if _is_item(state, line):
                break
            return False
        line += 1
    state.line = line
    _add_inline(state, start, line, state.getLines(start, line, state.blkIndent, False).strip())
    return True


def _is_item(state: StateBlock, line: int) -> bool:
    """Whether this line is a bullet, which ends any paragraph but where it is indented deeply."""
    indent = state.sCount[line]
    if not 0 <= indent <= state.blkIndent + 3:
        return False
    if state.listIndent >= 0 and indent - state.listIndent >= 4:
        return False
    return _ITEM.match(state.src, _first(state, line)) is not None


def _plain_table(state: StateBlock, start: int, end: int) -> bool:
    """A table all rows of which begin with `|`, which begins nothing else, and escape none."""
    if start + 2 > end or state.sCount[start + 1] < state.blkIndent or state.is_code_block(start + 1):
        return False
    head, columns = (
        _text(state, start),
        _columns(state.src[_first(state, start + 1) : state.eMarks[start + 1]]),
    )
    if not columns or "\\" in head or _cells(head) != columns:
        return False
    line, lacking = start + 2, 0
    while line < end and state.sCount[line] >= state.blkIndent:
        row = _text(state, line)
        if not row or state.is_code_block(line):
            break
        lacking += columns - _cells(row)
        if row[0] != "|" or "\\" in row or lacking > MAX_AUTOCOMPLETED_CELLS:
            return False
        line += 1
    state.push("table_open", "table", 1).map = [start, line]
    for number in range(start, line):
        if number != start + 1 and _LINKING.search(row := _text(state, number)):
            for cell in row[1:].split("|")[:columns]:
                _add_inline(state, number, number + 1, mdTrim(cell))
    state.push("table_close", "table", -1)
    state.line = line
    return True


def _columns(ruler: str) -> int:
    """How many columns the second line of a table tells of; 0 where it is none."""
    if not _RULER.fullmatch(ruler):
        return 0
    parts = [part.strip(" \t") for part in ruler.split("|")]
    inner = parts[1:-1] if not parts[-1] else parts[1:]
    return len(inner) if all(map(_COLUMN.fullmatch, inner)) else 0


def _cells(row: str) -> int:
    """How many cells a row that begins with `|` has."""
    return row.count("|") - (row[-1] == "|")


def _first(state: StateBlock, line: int) -> int:
    """Where the text of a line begins."""
    return state.bMarks[line] + state.tShift[line]


def _text(state: StateBlock, line: int) -> str:
    """A line without white space around it."""
    return mdTrim(state.src[_first(state, line) : state.eMarks[line]])


def _add_inline(state: StateBlock, first: int, last: int, content: str) -> None:
    token = state.push("inline", "", 0)
    token.content, token.map, token.children = content, [first, last], []


def install(md: MarkdownIt) -> None:
    """Let `md` ask this rule before all others."""
    md.block.ruler.before("table", "plain", plain_block, {"alt": []})
