"""Tables whose cells are drawn: rules that cross make a grid, words fall into its cells."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from graphrag_batch.formats.pdf_page import Line, PageText, Rule, Word, join

_NEAR = 2.5  # how far apart rules may be and still be one
_MAX_SIDE = 400
_LONGEST_CELL = 1200


@dataclass(slots=True)
class Table:
    """Rows of cells, each cell the lines it holds (each a list of words)."""

    x0: float
    y0: float
    x1: float
    y1: float
    rows: list[list[list[list[Word]]]]
    columns: list[float] = field(default_factory=list)
    order: int = 0

    def cells(self) -> list[list[str]]:
        """The rows as plain text, to compare tables by."""
        return [[" ".join(join(words) for words in cell) for cell in row] for row in self.rows]


def ruled_tables(page: PageText) -> list[Table]:
    """The tables of the page that are drawn with rules; their lines leave `page.lines`."""
    across, down = _merged(page.across), _merged(page.down)
    tables: list[Table] = []
    for rows, columns in _grids(across, down):
        table = _table(page, rows, columns, across, down)
        if table is not None:
            tables.append(table)
    return tables


def _merged(rules: list[Rule]) -> list[Rule]:
    """Rules at the same place that touch, as one."""
    merged: list[Rule] = []
    snapped: list[Rule] = []
    at = None
    for rule in sorted(rules):
        if at is None or rule.at - at > _NEAR:
            at = rule.at
        snapped.append(rule._replace(at=at))
    for rule in sorted(snapped):
        last = merged[-1] if merged else None
        if last is not None and last.at == rule.at and rule.start <= last.end + 2 * _NEAR:
            merged[-1] = last._replace(end=max(last.end, rule.end))
        else:
            merged.append(rule)
    return merged


def _grids(across: list[Rule], down: list[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Groups of rules that hang together by crossing."""
    group = list(range(len(across) + len(down)))

    def root(n: int) -> int:
        while group[n] != n:
            group[n] = group[group[n]]
            n = group[n]
        return n

    for i, rule in enumerate(across):
        for j, other in enumerate(down):
            if (
                rule.start - _NEAR <= other.at <= rule.end + _NEAR
                and other.start - _NEAR <= rule.at <= other.end + _NEAR
            ):
                group[root(i)] = root(len(across) + j)
    grids: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for i, rule in enumerate(across):
        grids.setdefault(root(i), ([], []))[0].append(rule)
    for j, rule in enumerate(down):
        grids.setdefault(root(len(across) + j), ([], []))[1].append(rule)
    found = [g for g in grids.values() if len(g[0]) >= 2 and len(g[1]) >= 1]
    return sorted(found, key=lambda g: (g[0][0].at, g[1][0].at))


def _table(
    page: PageText, rows: list[Rule], columns: list[Rule], across: list[Rule], down: list[Rule]
) -> Table | None:
    xs = _stops([r.at for r in columns], [r.start for r in rows], [r.end for r in rows])
    ys = _stops([r.at for r in rows], [r.start for r in columns], [r.end for r in columns])
    if not (3 <= len(xs) <= _MAX_SIDE and 2 <= len(ys) <= _MAX_SIDE):
        return None
    inside = [line for line in page.lines if _inside(line, xs, ys)]
    inside, taken = _split(inside, xs), {id(line) for line in inside}
    cells = _filled(inside, xs, ys, rows, columns)
    grid = [row for row in _by_text_rows(cells, len(ys) - 1) if any(row)]
    grid = _without_empty_columns(grid)
    if not _is_table(grid):
        return None
    order = min(line.order for line in inside)
    page.lines = [line for line in page.lines if id(line) not in taken]
    return Table(xs[0], ys[0], xs[-1], ys[-1], grid, xs, order)


def _stops(places: list[float], starts: list[float], ends: list[float]) -> list[float]:
    """Where cells begin and end: at the rules, and where the crossing rules begin and end."""
    stops: list[float] = []
    for place in sorted({*places, min(starts), max(ends)}):
        if not stops or place - stops[-1] > 2 * _NEAR:
            stops.append(place)
    return stops


def _inside(line: Line, xs: list[float], ys: list[float]) -> bool:
    if line.across:
        return False
    x, y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
    return xs[0] - 1 <= x <= xs[-1] + 1 and ys[0] - 1 <= y <= ys[-1] + 1


def _split(lines: list[Line], xs: list[float]) -> list[Line]:
    """The lines, cut where they go over a column's edge between words."""
    pieces: list[Line] = []
    for line in lines:
        column = -1
        for word in line.words:
            at = bisect_right(xs, (word.x0 + word.x1) / 2)
            if at != column and not word.glued:
                pieces.append(Line([], word.x0, line.y0, word.x1, line.y1, line.base, line.order, line.block))
                column = at
            pieces[-1].words.append(word)
            pieces[-1].x1 = word.x1
    return pieces


_Cells = dict[tuple[int, int], list[Line]]


def _filled(
    lines: list[Line], xs: list[float], ys: list[float], rows: list[Rule], columns: list[Rule]
) -> dict[tuple[int, int], list[Line]]:
    """The lines by (row, column); one that spans cells is in the first it spans."""
    filled: _Cells = {}
    last_row, last_column = len(ys) - 2, len(xs) - 2
    for line in lines:
        row = min(max(bisect_right(ys, (line.y0 + line.y1) / 2) - 1, 0), last_row)
        column = min(max(bisect_right(xs, (line.x0 + line.x1) / 2) - 1, 0), last_column)
        middle = (max(ys[row], line.y0) + min(ys[row + 1], line.y1)) / 2
        while column > 0 and not _divided(columns, xs[column], middle):
            column -= 1
        center = (max(xs[column], line.x0) + min(xs[column + 1], line.x1)) / 2
        while row > 0 and not _divided(rows, ys[row], center):
            row -= 1
        filled.setdefault((row, column), []).append(line)
    return filled


def _divided(rules: list[Rule], at: float, through: float) -> bool:
    return any(abs(r.at - at) <= 2 * _NEAR and r.start - _NEAR <= through <= r.end + _NEAR for r in rules)


def _by_text_rows(cells: _Cells, rows: int) -> list[list[list[list[Word]]]]:
    """Cells as rows of word lists; a drawn row that holds many aligned text rows is taken apart."""
    columns = max((c for _, c in cells), default=-1) + 1
    grid: list[list[list[list[Word]]]] = []
    for row in range(rows):
        lines = [cells.get((row, column), []) for column in range(columns)]
        for part in _aligned(lines, rows):
            grid.append([_in_order(cell) for cell in part])
    return grid


def _aligned(cells: list[list[Line]], rows: int) -> list[list[list[Line]]]:
    """The row, or the several rows that stand in it unruled: most base lines have text in most columns."""
    bases: list[float] = []
    for base in sorted(line.base for cell in cells for line in cell):
        if not bases or base - bases[-1] > 3:
            bases.append(base)
    used = sum(1 for cell in cells if cell)
    if len(bases) < 2 or used < 2:
        return [cells]
    numbers = used >= 3 and _are_numbers([line for cell in cells[1:] for line in cell])
    if not numbers and (rows > 3 or len(bases) < 3):
        return [cells]
    parts: list[list[list[Line]]] = [[[] for _ in cells] for _ in bases]
    for column, cell in enumerate(cells):
        for line in cell:
            parts[max(bisect_right(bases, line.base + 0.5) - 1, 0)][column].append(line)
    full = sum(1 for part in parts if sum(map(bool, part)) == used)
    return parts if full >= (1.0 if rows > 3 else 0.75) * len(parts) else [cells]


def _are_numbers(lines: list[Line]) -> bool:
    return sum(1 for line in lines if any(map(str.isdecimal, line.text))) >= 0.6 * len(lines)


def _in_order(cell: list[Line]) -> list[list[Word]]:
    """The cell's lines from top to bottom, pieces of one base line together."""
    lines: list[tuple[float, list[Word]]] = []
    for line in sorted(cell, key=lambda n: (round(n.base / 3), n.x0)):
        if lines and abs(lines[-1][0] - line.base) <= 3:
            lines[-1][1].extend(line.words)
        else:
            lines.append((line.base, list(line.words)))
    return [words for _, words in lines]


def _without_empty_columns(grid: list[list[list[list[Word]]]]) -> list[list[list[list[Word]]]]:
    width = max((len(row) for row in grid), default=0)
    used = [c for c in range(width) if any(c < len(row) and row[c] for row in grid)]
    return [[row[c] for c in used] for row in grid]


def _is_table(grid: list[list[list[list[Word]]]]) -> bool:
    """Whether the grid is worth a table, and no frame around a page, a form's lone box, or a chart."""
    if len(grid) < 2 or len(grid[0]) < 2:
        return False
    lengths = [sum(len(w.text) for words in cell for w in words) for row in grid for cell in row]
    filled = [n for n in lengths if n]
    if len(filled) < min(4, len(lengths) - 1) or len(filled) < (0.6 if len(lengths) <= 9 else 0.25) * len(
        lengths
    ):
        return False
    return max(filled) <= _LONGEST_CELL or len(lengths) > 20
