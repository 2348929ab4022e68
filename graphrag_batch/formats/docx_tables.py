"""Tables of a Word file: as Markdown tables, or, where they only arrange a page, as what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_batch.formats.docx_numbers import is_on, value_of, whole
from graphrag_batch.formats.docx_package import Element, W

if TYPE_CHECKING:
    from graphrag_batch.formats.docx_blocks import Body

_ROW, _CELL, _TABLE, _P = f"{W}tr", f"{W}tc", f"{W}tbl", f"{W}p"
_WRAPPERS = (f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}ins", f"{W}moveTo")
_MAX_COLUMNS = 64  # Word allows 63
_REPEATED = 80  # characters of a cell merged over rows that are said again in each


@dataclass(slots=True)
class _Cell:
    element: Element
    span: int
    goes_on: bool  # the cell above it reaches down to here


def write_table(body: Body, table: Element) -> None:
    """Write a table after what the body holds."""
    rows = [(row, _cells(row)) for row in _inner(table, _ROW) if not _is_deleted(row)]
    if body.flat:
        for _, cells in rows:
            texts = (" ".join(body.flatten(cell.element)) for cell in cells if not cell.goes_on)
            body.add_line(" · ".join(text for text in texts if text))
        return
    if _only_arranges(body, [cells for _, cells in rows]):
        for _, cells in rows:
            for cell in cells:
                body.read_within(cell.element)
        return
    while len(rows) > 1 and _is_caption(rows):
        body.read_within(rows.pop(0)[1][0].element)
    headers = 0
    while headers < len(rows) - 1 and is_on(rows[headers][0].find(f"{W}trPr/{W}tblHeader")):
        headers += 1
    grid = _filled([_texts(body, row, cells, n < headers - 1) for n, (row, cells) in enumerate(rows)])
    body.block(_markdown(grid, max(headers, 1)))
    body.end()


def _inner(parent: Element, tag: str) -> Iterator[Element]:
    """The rows of a table or the cells of a row, through what may be wrapped around them."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _inner(child, tag)


def _is_deleted(row: Element) -> bool:
    return row.find(f"{W}trPr/{W}del") is not None


def _cells(row: Element) -> list[_Cell]:
    cells: list[_Cell] = []
    for cell in _inner(row, _CELL):
        properties = cell.find(f"{W}tcPr")
        if properties is not None and properties.find(f"{W}cellDel") is not None:
            continue
        span = min(max(whole(value_of(properties, "gridSpan"), 1), 1), _MAX_COLUMNS)
        goes_on = False
        for name in ("vMerge", "hMerge"):
            merge = properties.find(W + name) if properties is not None else None
            goes_on = goes_on or (merge is not None and merge.get(f"{W}val", "continue") == "continue")
        cells.append(_Cell(cell, span, goes_on))
    return cells


def _only_arranges(body: Body, rows: list[list[_Cell]]) -> bool:
    """Whether a table is there for the looks of the page: one column, one row of blocks, or headings."""
    if all(len(cells) <= 1 for cells in rows):
        return True
    if len(rows) == 1 and any(_has_blocks(cell.element) for cell in rows[0]):
        return True
    return any(body.is_heading(p) for cells in rows for cell in cells for p in cell.element.iterfind(_P))


def _is_caption(rows: list[tuple[Element, list[_Cell]]]) -> bool:
    """Whether the first row is one cell over all columns: it says what the table is, not what a column is."""
    first = rows[0][1]
    width = max(sum(cell.span for cell in cells) for _, cells in rows)
    return len(first) == 1 and width > 1 and first[0].span >= width


def _has_blocks(cell: Element) -> bool:
    if cell.find(_TABLE) is not None:
        return True
    return sum(1 for p in cell.iterfind(_P) if next(p.iter(f"{W}t"), None) is not None) > 1


def _texts(body: Body, row: Element, cells: list[_Cell], spread: bool) -> list[str | None]:
    """The texts of a row by column of the grid, None where the cell above reaches down to here. A cell over
    several columns is in the first, or (`spread`: it heads them) in each."""
    before = min(max(whole(value_of(row.find(f"{W}trPr"), "gridBefore"), 0), 0), _MAX_COLUMNS)
    texts: list[str | None] = [""] * before
    for cell in cells:
        text = None if cell.goes_on else "<br>".join(body.flatten(cell.element)).replace("|", "\\|")
        texts += [text, *[text if spread else ""] * (cell.span - 1)]
    if len(texts) > _MAX_COLUMNS:
        kept, rest = texts[: _MAX_COLUMNS - 1], texts[_MAX_COLUMNS - 1 :]
        texts = [*kept, " ".join(text for text in rest if text)]
    return texts


def _filled(grid: list[list[str | None]]) -> list[list[str]]:
    """Rows of equal length, without columns and rows that hold nothing. What is merged over rows is said
    again in each, so that every row can be read alone."""
    width = max((len(row) for row in grid), default=0)
    above = [""] * width
    filled: list[list[str]] = []
    for row in grid:
        texts = [*row, *[""] * (width - len(row))]
        said = [a if text is None else text for text, a in zip(texts, above, strict=True)]
        above = said
        shown = ["" if t is None and len(s) > _REPEATED else s for t, s in zip(texts, said, strict=True)]
        if any(text for text in texts if text):
            filled.append(shown)
    used = [n for n in range(width) if any(row[n] for row in filled)]
    return [[row[n] for n in used] for row in filled]


def _markdown(grid: list[list[str]], headers: int) -> list[str]:
    if not grid or not grid[0]:
        return []
    headers = min(headers, len(grid))
    top = [" / ".join(dict.fromkeys(t for t in column if t)) for column in zip(*grid[:headers], strict=True)]
    rows = [top, ["---"] * len(top), *grid[headers:]]
    return [f"| {' | '.join(row)} |" for row in rows]
