"""Tables without rules: rows whose pieces stand under one another."""

from __future__ import annotations

from itertools import pairwise

from graphrag_batch.formats.pdf_blocks import item_mark
from graphrag_batch.formats.pdf_layout import Item, Row
from graphrag_batch.formats.pdf_page import Line, Word, join
from graphrag_batch.formats.pdf_tables import Table

_MIN_GAP = 6.0
_LEADER = "...."


def with_aligned_tables(items: list[Item]) -> list[Item]:
    """The items with every run of aligned rows as a table."""
    made: list[Item] = []
    at = 0
    while at < len(items):
        run = _run(items, at)
        if run is None:
            made.append(items[at])
            at += 1
        else:
            made.append(run[0])
            at = run[1]
    return made


def _run(items: list[Item], at: int) -> tuple[Table, int] | None:
    """The table that begins with the row at `at`, and the place after it."""
    first = items[at]
    if not isinstance(first, Row) or not _may_be_cells(first):
        return None
    rows, gaps = [first], _gaps(first)
    end = at + 1
    while end < len(items):
        row = items[end]
        if not isinstance(row, Row) or not _follows(rows[-1], row):
            break
        if len(row.pieces) == 1 and not _fits(row, gaps):
            break
        left = _shared(gaps, row)
        if not left or (len(row.pieces) > 1 and not _may_be_cells(row)):
            break
        rows.append(row)
        gaps = left
        end += 1
    while len(rows) > 1 and len(rows[-1].pieces) == 1 and not _continues(rows[-2], rows[-1]):
        rows.pop()
    full = sum(1 for row in rows if len(row.pieces) > 1)
    columns = len(gaps) + 1
    if full < 3 or (columns == 2 and not _is_pair_table(rows)) or full < 0.5 * len(rows):
        return None
    return _table(rows, gaps), at + len(rows)


def _may_be_cells(row: Row) -> bool:
    if len(row.pieces) < 2 or row.pieces[0].style.mono:
        return False
    if len(row.pieces) == 2 and item_mark(row) and row.pieces[0].chars <= 5:
        return False
    text = join(row.words)
    return _LEADER not in text and ". . ." not in text and not row.pieces[0].across


def _follows(above: Row, row: Row) -> bool:
    space = row.y0 - above.y1
    return -above.main.size < space < 2.2 * above.main.size and row.left == above.left


def _gaps(row: Row) -> list[tuple[float, float]]:
    pieces = sorted(row.pieces, key=lambda p: p.x0)
    gaps = [(a.x1, b.x0) for a, b in pairwise(pieces)]
    return [g for g in gaps if g[1] - g[0] >= _MIN_GAP]


def _shared(gaps: list[tuple[float, float]], row: Row) -> list[tuple[float, float]]:
    """What the row's pieces leave of the gaps. Text that covers one takes it away."""
    left = gaps
    for piece in row.pieces:
        left = [_cut(a, b, piece) for a, b in left]
    return [(a, b) for a, b in left if b - a >= _MIN_GAP]


def _cut(a: float, b: float, piece: Line) -> tuple[float, float]:
    if piece.x1 <= a or piece.x0 >= b:
        return a, b
    before, after = piece.x0 - a, b - piece.x1
    if max(before, after) <= 0:
        return a, a
    return (a, piece.x0) if before >= after else (piece.x1, b)


def _fits(row: Row, gaps: list[tuple[float, float]]) -> bool:
    return not any(row.x0 < a - 1 and row.x1 > b + 1 for a, b in gaps)


def _continues(above: Row, row: Row) -> bool:
    return row.y0 - above.y1 < 0.5 * row.main.size and row.x0 > above.left + 2


def _is_pair_table(rows: list[Row]) -> bool:
    """Two columns are a table only where the cells are short: else it is a text beside another."""
    cells = [piece.chars for row in rows for piece in row.pieces]
    return sum(cells) / len(cells) <= 30


def _table(rows: list[Row], gaps: list[tuple[float, float]]) -> Table:
    stops = [(a + b) / 2 for a, b in gaps]
    grid: list[list[list[list[Word]]]] = []
    above: Row | None = None
    for row in rows:
        cells: list[list[list[Word]]] = [[] for _ in range(len(stops) + 1)]
        for piece in row.pieces:
            column = sum(1 for stop in stops if (piece.x0 + piece.x1) / 2 > stop)
            _put(cells[column], piece)
        close = above is not None and row.y0 - above.y1 < 0.45 * row.main.size
        if close and not cells[0] and (len(row.pieces) == 1 or sum(map(bool, cells)) < len(cells) - 1):
            for old, new in zip(grid[-1], cells, strict=True):
                old.extend(new)
        else:
            grid.append(cells)
        above = row
    box = (min(r.x0 for r in rows), rows[0].y0, max(r.x1 for r in rows), rows[-1].y1)
    return Table(*box, grid, [box[0], *stops, box[2]], min(p.order for r in rows for p in r.pieces))


def _put(cell: list[list[Word]], piece: Line) -> None:
    if cell:
        cell[0].extend(piece.words)
    else:
        cell.append(list(piece.words))
