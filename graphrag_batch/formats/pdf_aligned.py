"""Tables without rules: rows whose pieces stand under one another."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from graphrag_batch.formats.pdf_blocks import item_mark
from graphrag_batch.formats.pdf_layout import Item, Row
from graphrag_batch.formats.pdf_page import Line, Word, join
from graphrag_batch.formats.pdf_tables import Table

_MIN_GAP = 1.5
_Gap = tuple[float, float]
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
    rows, gaps = _rows_from(items, at)
    for later in range(at + 1, min(at + 3, at + len(rows))):  # a row of few cells may stand above the table
        other, finer = _rows_from(items, later)
        if len(finer) > len(gaps) and 2 * len(other) > len(rows):
            above = rows[: later - at]
            if not all(_heads(row, finer) for row in above):
                return None
            rows, gaps = [*above, *other], finer
            break
    full = sum(1 for row in rows if len(row.pieces) > 1)
    if not gaps or full < 3 or full < 0.5 * len(rows) or (len(gaps) == 1 and not _are_pairs(rows)):
        return None
    return _table(rows, gaps), at + len(rows)


def _rows_from(items: list[Item], at: int) -> tuple[list[Row], list[_Gap]]:
    """The rows from `at` on that leave gaps in common, and those gaps."""
    first = items[at]
    if not isinstance(first, Row) or not _may_be_cells(first):
        return [], []
    rows = [_apart(first)]
    gaps = _gaps(rows[0])
    for item in items[at + 1 :]:
        if not isinstance(item, Row) or not _follows(rows[-1], item):
            break
        several = len(item.pieces) > 1
        if several and not _may_be_cells(item):
            break
        row = _apart(item) if several else item
        left = _shared(gaps, row)
        if not left or (not several and len(left) < len(gaps)):
            break
        if len(rows) >= 3 and 2 * len(left) <= len(gaps):
            break
        rows.append(row)
        gaps = left
    while len(rows) > 1 and len(rows[-1].pieces) == 1 and not _continues(rows[-2], rows[-1]):
        rows.pop()
    return rows, gaps


def _heads(row: Row, gaps: list[_Gap]) -> bool:
    """Whether a row has its cells over these columns, even if one or the other has none."""
    crosses = any(p.x0 <= a and p.x1 >= b for p in row.pieces for a, b in gaps)
    return not crosses and 2 * len(row.pieces) > len(gaps)


def _may_be_cells(row: Row) -> bool:
    if len(row.pieces) < 2 or row.pieces[0].style.mono:
        return False
    if len(row.pieces) == 2 and item_mark(row) and row.pieces[0].chars <= 5:
        return False
    text = join(row.words)
    return _LEADER not in text and ". . ." not in text and not row.pieces[0].across


def _apart(row: Row) -> Row:
    """The row in as many pieces as may be cells: cut wherever the space is wider than between words."""
    pieces: list[Line] = []
    for line in row.pieces:
        last: Word | None = None
        for word in line.words:
            space = 0.0 if last is None or word.glued else max(word.x0 - last.x1, last.x0 - word.x1)
            wide = 0.4 if word.text[0].isdecimal() else 0.55
            if last is None or space > max(2.5, wide * line.size):
                pieces.append(Line([], word.x0, line.y0, word.x1, line.y1, line.base, line.order, line.block))
            piece = pieces[-1]
            piece.words.append(word)
            piece.x0, piece.x1 = min(piece.x0, word.x0), max(piece.x1, word.x1)
            last = word
    return replace(row, pieces=pieces)


def _follows(above: Row, row: Row) -> bool:
    space = row.y0 - above.y1
    return -above.main.size < space < 2.2 * above.main.size and row.left == above.left


def _gaps(row: Row) -> list[_Gap]:
    pieces = sorted(row.pieces, key=lambda p: p.x0)
    gaps = [(a.x1, b.x0) for a, b in pairwise(pieces)]
    return [g for g in gaps if g[1] - g[0] >= _MIN_GAP]


def _shared(gaps: list[_Gap], row: Row) -> list[_Gap]:
    """What the row's pieces leave of the gaps. Text that covers one takes it away."""
    left = gaps
    for piece in row.pieces:
        left = [_cut(a, b, piece) for a, b in left]
    return [(a, b) for a, b in left if b - a >= _MIN_GAP]


def _cut(a: float, b: float, piece: Line) -> _Gap:
    if piece.x1 <= a or piece.x0 >= b:
        return a, b
    before, after = piece.x0 - a, b - piece.x1
    if max(before, after) <= 0:
        return a, a
    return (a, piece.x0) if before >= after else (piece.x1, b)


def _continues(above: Row, row: Row) -> bool:
    return row.y0 - above.y1 < 0.5 * row.main.size and row.x0 > above.left + 2


def _are_pairs(rows: list[Row]) -> bool:
    """Two columns are a table only where the cells are short: else it is a text beside another."""
    cells = [piece.chars for row in rows for piece in row.pieces]
    return sum(cells) / len(cells) <= 30


def _table(rows: list[Row], gaps: list[_Gap]) -> Table:
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
