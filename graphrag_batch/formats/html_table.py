"""Tables of a page as Markdown: data as a table, layout as what it lays out. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lxml import etree

from graphrag_batch.formats.html_blocks import Block, settle
from graphrag_batch.formats.html_code import is_gutter
from graphrag_batch.formats.html_escape import MARK
from graphrag_batch.formats.html_prune import class_names

if TYPE_CHECKING:
    from graphrag_batch.formats.html_convert import Converter

_MAX_COLUMNS = 100
_LONG_CELL = 1_500  # characters from which a cell is read as blocks
_REPEATED = 80  # characters up to which a cell over several rows is repeated in each
_BLOCKS_IN_CELL = ("h1", "h2", "h3", "h4", "h5", "h6", "table", "pre", "hr", "dl")
_CELLS = ("td", "th")
_SECTIONS = ("thead", "tbody", "tfoot")


@dataclass(slots=True)
class _Row:
    cells: list[etree._Element]
    head: bool
    texts: list[str] = field(default_factory=list)


def table_blocks(converter: Converter, table: etree._Element) -> list[Block]:
    """The blocks of a table: its caption, then its rows."""
    before = converter.strays(table, (*_SECTIONS, "tr", *_CELLS))
    rows: list[_Row] = []
    for element in _parts(table):
        if element.tag in _SECTIONS:
            before += converter.strays(element, ("tr", *_CELLS))
        elif element.tag == "tr":
            before += [Block("mark", converter.mark(element)), *converter.strays(element, _CELLS)]
            rows.append(_row(element))
        else:  # a cell without a row around it
            rows.append(_Row([element], False))
    before = [block for block in before if block.text]
    rows = [row for row in rows if row.cells]
    if not rows:
        return settle(before)
    head = _head(rows)
    if "memname" in class_names(table):  # Doxygen lays a signature out in cells
        return settle([*before, *converter.paragraph(_apart(converter, rows))])
    if _is_layout(table, rows):
        laid = [block for row in rows for cell in row.cells for block in _cell_blocks(converter, cell)]
        return settle([*before, *_line(table, rows, laid)])
    if any(_has_blocks(cell) for row in rows for cell in row.cells):
        return settle([*before, *_records(converter, rows, head)])
    return settle([*before, *_grid(converter, rows, head)])


def _apart(converter: Converter, rows: list[_Row]) -> Iterator[str]:
    for row in rows:
        for cell in row.cells:
            yield f" {converter.inline(cell, frozenset())} "


def _parts(table: etree._Element) -> Iterator[etree._Element]:
    """Sections and rows, in order."""
    for child in table:
        if child.tag in ("tr", *_CELLS):
            yield child
        elif child.tag in _SECTIONS:
            yield child
            yield from (e for e in child if e.tag in ("tr", *_CELLS))


def _row(element: etree._Element) -> _Row:
    cells = [e for e in element if e.tag in _CELLS and not is_gutter(e)]
    parent = element.getparent()
    head = parent is not None and parent.tag == "thead"
    return _Row(cells, head or (bool(cells) and all(e.tag == "th" for e in cells)))


def _head(rows: list[_Row]) -> int:
    """How many rows at the top head the columns."""
    count = next((n for n, row in enumerate(rows) if not row.head), len(rows))
    return count if count < len(rows) else min(count, 1)


def _is_layout(table: etree._Element, rows: list[_Row]) -> bool:
    if table.get("role") in ("presentation", "none"):
        return True
    cells = [cell for row in rows for cell in row.cells]
    if any(cell.tag == "th" for cell in cells) or table.find("caption") is not None:
        return False
    if len(rows) == 1 or max(len(row.cells) for row in rows) == 1:
        return True
    return any(_has_blocks(cell) for cell in cells)


def _has_blocks(cell: etree._Element) -> bool:
    """Whether a cell holds more than can stand in a line."""
    if not len(cell):
        return len(cell.text or "") > _LONG_CELL
    for element in cell.iter(*_BLOCKS_IN_CELL):
        if (
            element.tag != "pre"
            or "\n" in "".join(element.itertext()).strip()
            or element.find(".//br") is not None
        ):
            return True
    return sum(len(text) for text in cell.itertext()) > _LONG_CELL


def _line(table: etree._Element, rows: list[_Row], laid: list[Block]) -> list[Block]:
    """The cells of a single row of short text, which read as a line."""
    short = (
        len(rows) == 1
        and len(laid) > 1
        and all(b.kind in ("text", "mark") and len(b.text) < 60 for b in laid)
    )
    if not short or any("\n" in b.text for b in laid):
        return laid
    return [Block("text", " ".join(b.text for b in laid))]


def _cell_blocks(converter: Converter, cell: etree._Element) -> list[Block]:
    mark = converter.mark(cell)
    return [*([Block("mark", mark)] if mark else []), *converter.blocks(cell)]


def _records(converter: Converter, rows: list[_Row], head: int) -> list[Block]:
    """Rows whose cells are no lines: each cell under the name of its column."""
    names = [_cell_text(converter, cell) for row in rows[:head] for cell in row.cells]
    names = names if head == 1 else []
    made: list[Block] = []
    if not names:
        made = [block for row in rows[:head] for cell in row.cells for block in _cell_blocks(converter, cell)]
    for row in rows[head:]:
        for index, cell in enumerate(row.cells):
            blocks = _cell_blocks(converter, cell)
            name = names[index] if index < len(names) else ""
            if MARK.sub("", name) and any(b.kind != "mark" for b in blocks):
                made.append(Block("text", f"**{name}**" if "**" not in name else name))
            made += blocks
    return made


def _cell_text(converter: Converter, cell: etree._Element) -> str:
    text = converter.mark(cell) + converter.inline(cell, frozenset(("cell",)))
    return " ".join(text.replace("|", "\\|").split())


def _grid(converter: Converter, rows: list[_Row], head: int) -> list[Block]:
    below: dict[int, tuple[int, str]] = {}  # column: rows to go, text of the cell above that reaches down
    for number, row in enumerate(rows):
        _fill(converter, row, number < head, below)
    width = max(len(row.texts) for row in rows)
    header = [
        _joined([row.texts[n] if n < len(row.texts) else "" for row in rows[:head]]) for n in range(width)
    ]
    lines = [_markdown(header, width), f"|{' --- |' * width}"]
    lines += [_markdown(row.texts, width) for row in rows[head:] if any(row.texts)]
    return [Block("table", "\n".join(lines))] if any(header) or len(lines) > 2 else []


def _fill(converter: Converter, row: _Row, head: bool, below: dict[int, tuple[int, str]]) -> None:
    """Put the texts of a row in their columns. Over columns a heading is repeated, over rows short text."""
    texts = row.texts
    cells = iter(row.cells)
    while len(texts) < _MAX_COLUMNS:
        if len(texts) in below:
            left, text = below.pop(len(texts))
            if left > 1:
                below[len(texts)] = (left - 1, text)
            texts.append(text)
            continue
        cell = next(cells, None)
        if cell is None:
            if not any(column > len(texts) for column in below):
                break
            texts.append("")
            continue
        text = _cell_text(converter, cell)
        again = MARK.sub("", text)
        for n in range(min(_span(cell, "colspan"), _MAX_COLUMNS - len(texts))):
            column = len(texts)
            texts.append(text if n == 0 else again if head else "")
            if (reach := _span(cell, "rowspan")) > 1:
                below[column] = (reach - 1, again if (n == 0 or head) and len(again) <= _REPEATED else "")
    rest = [_cell_text(converter, cell) for cell in cells]
    if rest:
        texts[-1] = " ".join((texts[-1], *rest))


def _span(cell: etree._Element, name: str) -> int:
    value = (cell.get(name) or "1").strip()
    return max(1, int(value[:5])) if value.isascii() and value.isdigit() else 1


def _joined(texts: list[str]) -> str:
    return " ".join(dict.fromkeys(text for text in texts if text))


def _markdown(texts: list[str], width: int) -> str:
    return f"| {' | '.join([*texts, *[''] * (width - len(texts))])} |"
