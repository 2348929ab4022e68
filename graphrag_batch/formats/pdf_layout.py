"""The order in which a page is read: columns one after the other, what spans them in between.

Where text stands side by side it is either columns of prose or rows of a table. Told by how full the
lines are, and by whether the file itself goes down the columns or along the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from graphrag_batch.formats.pdf_page import Line, Word, right_to_left
from graphrag_batch.formats.pdf_tables import Table

_MAX_LINES = 2500
_MAX_DEPTH = 6
_GUTTER = 7.0  # points; narrower gaps are spaces


@dataclass(slots=True)
class Row:
    """What is read as one line: pieces that stand apart on one base line, from the first to the last.

    `left` and `right` are the edges of the column it stands in."""

    pieces: list[Line]
    x0: float
    y0: float
    x1: float
    y1: float
    left: float
    right: float

    @property
    def words(self) -> list[Word]:
        """All words, in order."""
        return [word for piece in self.pieces for word in piece.words]

    @property
    def main(self) -> Line:
        """The piece with the most text: it gives the row its style."""
        return max(self.pieces, key=lambda piece: piece.chars)


Item = Row | Table
_Box = Line | Table


def reading_order(lines: list[Line], tables: list[Table]) -> list[Item]:
    """Rows and tables in reading order; text turned against the page comes last."""
    upright: list[_Box] = [*(line for line in lines if not line.across), *tables]
    turned = [line for line in lines if line.across]
    regions = _regions(upright, 0) if len(upright) <= _MAX_LINES else [upright]
    items = [item for region in regions for item in _rows(region)]
    return items + [Row([n], n.x0, n.y0, n.x1, n.y1, n.x0, n.x1) for n in turned]


# ---- columns ----------------------------------------------------------------------------------


def _regions(boxes: list[_Box], depth: int) -> list[list[_Box]]:
    """The boxes in groups to be read one after the other, each from top to bottom."""
    if len(boxes) < 4 or depth >= _MAX_DEPTH:
        return [boxes] if boxes else []
    gutter = _gutter(boxes)
    if gutter is None:
        return [boxes]
    parts: list[list[list[_Box]]] = []  # columns of a band, or one group that no columns divide
    for band, crosses in _bands(boxes, gutter):
        sides = _sides(band, gutter)
        if not crosses and _are_columns(*sides):
            parts.append([*reversed(sides)] if _is_rtl(band) else sides)
        elif parts and len(parts[-1]) == 1:
            parts[-1][0].extend(band)
        else:
            parts.append([band])
    if len(parts) == 1 and len(parts[0]) == 1:
        return [boxes]
    return [region for part in parts for group in part for region in _regions(group, depth + 1)]


def _sides(band: list[_Box], gutter: float) -> list[list[_Box]]:
    left = [b for b in band if (b.x0 + b.x1) / 2 < gutter]
    return [left, [b for b in band if (b.x0 + b.x1) / 2 >= gutter]]


def _is_rtl(band: list[_Box]) -> bool:
    return right_to_left(" ".join(b.text for b in band if isinstance(b, Line)))


def _gutter(boxes: list[_Box]) -> float | None:
    """Where the most text stands side by side with a gap between: the middle of the gap most share."""
    gaps = _gaps(boxes)
    if len(gaps) < 2:
        return None
    edges = sorted({x for gap in gaps for x in gap[:2]})
    best, place = 0.0, None
    for a, b in pairwise(edges):
        if b - a < 1:
            continue
        weight = sum(w for x0, x1, w in gaps if x0 <= a and x1 >= b)
        if weight > best + 1e-6:
            best, place = weight, (a + b) / 2
    return place


def _gaps(boxes: list[_Box]) -> list[tuple[float, float, float]]:
    """(from, to, height) of the gap between each line and the nearest to its right on its level."""
    gaps = []
    ordered = sorted(boxes, key=lambda b: (b.y0, b.x0))
    tallest = max(box.y1 - box.y0 for box in boxes)
    for n, box in enumerate(ordered):
        nearest: float | None = None
        for other in _beside(ordered, n, tallest):
            if other.x0 >= box.x1 - 1 and (nearest is None or other.x0 < nearest):
                nearest = other.x0
        if nearest is not None and nearest - box.x1 >= _GUTTER:
            gaps.append((box.x1, nearest, min(box.y1 - box.y0, 40.0)))
    return gaps


def _beside(ordered: list[_Box], n: int, tallest: float) -> list[_Box]:
    """The boxes that overlap box `n` in height by half of the smaller."""
    box, found = ordered[n], []
    for step in (1, -1):
        m = n + step
        while 0 <= m < len(ordered):
            other = ordered[m]
            if other.y0 > box.y1 or (step < 0 and box.y0 - other.y0 > tallest):
                break
            if _level(box, other):
                found.append(other)
            m += step
    return found


def _level(a: _Box, b: _Box) -> bool:
    shared = min(a.y1, b.y1) - max(a.y0, b.y0)
    return shared >= 0.5 * min(a.y1 - a.y0, b.y1 - b.y0)


def _bands(boxes: list[_Box], gutter: float) -> list[tuple[list[_Box], bool]]:
    """From top to bottom: what crosses the gutter (with what stands beside it), and what is between."""
    crossing = [b for b in boxes if b.x0 < gutter - 2 and b.x1 > gutter + 2]
    heading = _headings_between(boxes, gutter)
    bands: list[tuple[list[_Box], bool]] = []
    for box in sorted(boxes, key=lambda b: (b.y0, b.x0)):
        crosses = box in heading or any(box is c or _level(box, c) for c in crossing)
        if bands and bands[-1][1] == crosses:
            bands[-1][0].append(box)
        else:
            bands.append(([box], crosses))
    return bands


def _headings_between(boxes: list[_Box], gutter: float) -> list[_Box]:
    """Headings of full width that are too short to cross the gutter: alone on their level, larger than the
    text, and later in the file than what stands above them on the other side."""
    lines = [b for b in boxes if isinstance(b, Line)]
    if not lines:
        return []
    size = sorted(n.size for n in lines)[len(lines) // 2]
    found: list[_Box] = []
    for line in lines:
        if line.size < 1.1 * size and not line.style.bold:
            continue
        mine = line.x0 < gutter
        others = [b for b in boxes if (b.x0 < gutter) != mine]
        if any(b.y0 < line.y1 and b.y1 > line.y0 for b in others):
            continue
        above = [b.order for b in others if b.y1 <= line.y0 + 1]
        below = [b.order for b in others if b.y0 >= line.y1 - 1]
        if above and below and max(above) < line.order < min(below):
            found.append(line)
    return found


def _are_columns(left: list[_Box], right: list[_Box]) -> bool:
    """Whether two groups side by side are columns of prose rather than cells of rows."""
    if min(len(left), len(right)) < 2:
        return False
    sides = [_fill(left), _fill(right)]
    chars = min(c for c, _ in sides)
    fill = min(f for _, f in sides)
    turns = _turns(left, right)
    rows = min(len(left), len(right))
    if turns <= max(2, 0.25 * rows):  # the file goes down one, then down the other
        return chars >= 15 or (rows >= 3 and chars >= 6)
    return rows >= 3 and chars >= 18 and fill >= 0.55


def _fill(side: list[_Box]) -> tuple[float, float]:
    """Characters on a line, and how much of the column's width the lines take, on average."""
    lines = [b for b in side if isinstance(b, Line)]
    if not lines:
        return 99.0, 1.0
    width = max(b.x1 for b in side) - min(b.x0 for b in side)
    return fmean(n.chars for n in lines), fmean(n.x1 - n.x0 for n in lines) / max(width, 1.0)


def _turns(left: list[_Box], right: list[_Box]) -> int:
    """How often the file changes sides."""
    ordered = sorted([(b.order, 0) for b in left] + [(b.order, 1) for b in right])
    return sum(1 for a, b in pairwise(ordered) if a[1] != b[1]) - 1


# ---- rows -------------------------------------------------------------------------------------


def _rows(boxes: list[_Box]) -> list[Item]:
    """The boxes of one region from top to bottom, pieces on one base line as one row."""
    if not boxes:
        return []
    left, right = min(b.x0 for b in boxes), max(b.x1 for b in boxes)
    groups: list[list[_Box]] = []
    for box in sorted(boxes, key=lambda b: ((b.y0 + b.y1) / 2, b.x0, b.order)):
        if groups and any(_one_row(box, other) for other in groups[-1][-4:]):
            groups[-1].append(box)
        else:
            groups.append([box])
    items: list[Item] = []
    for group in groups:
        lines = [b for b in group if isinstance(b, Line)]
        items += [b for b in group if isinstance(b, Table)]
        if lines:
            items.append(_row(lines, left, right))
    return items


def _one_row(a: _Box, b: _Box) -> bool:
    if isinstance(a, Table) or isinstance(b, Table):
        return False
    apart = a.x0 >= b.x1 - 2 or b.x0 >= a.x1 - 2
    if abs(a.base - b.base) <= 0.15 * max(a.size, b.size):
        return apart or a.order != b.order
    shared = min(a.y1, b.y1) - max(a.y0, b.y0)
    return apart and shared >= 0.6 * min(a.y1 - a.y0, b.y1 - b.y0)


def _row(lines: list[Line], left: float, right: float) -> Row:
    rtl = right_to_left(" ".join(line.text for line in lines))
    lines = sorted(lines, key=lambda n: (-n.x1, n.order) if rtl else (n.x0, n.order))
    pieces: list[Line] = []
    for line in lines:
        last = pieces[-1] if pieces else None
        if last is not None and _gap(last, line) < 1.2 * max(last.size, line.size):
            pieces[-1] = _joined(last, line)
        else:
            pieces.append(line)
    return Row(
        pieces,
        min(n.x0 for n in lines),
        min(n.y0 for n in lines),
        max(n.x1 for n in lines),
        max(n.y1 for n in lines),
        left,
        right,
    )


def _gap(a: Line, b: Line) -> float:
    return max(b.x0 - a.x1, a.x0 - b.x1)


def _joined(a: Line, b: Line) -> Line:
    """Two pieces as one; no space where they touch."""
    words = b.words
    touching = _gap(a, b) < 0.1 * max(a.size, b.size)
    if touching and words:
        first = words[0]
        words = [Word(first.text, first.x0, first.x1, first.style, True, first.uri), *words[1:]]
    main = a if a.chars >= b.chars else b
    return Line(
        [*a.words, *words],
        min(a.x0, b.x0),
        min(a.y0, b.y0),
        max(a.x1, b.x1),
        max(a.y1, b.y1),
        main.base,
        min(a.order, b.order),
        main.block,
    )
