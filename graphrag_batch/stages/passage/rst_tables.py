"""Tables that are drawn, with borders or without. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_batch.stages.passage.build import Range, Scan, Writer
from graphrag_batch.stages.passage.tables import add_pieces

_COLUMN = re.compile(r"=+|-+")
_CELL = re.compile(r"(?:(\*)|[ \t]+)[ \t]*-(?:[ \t]+|$)")
_Row = list[list[Range]]


def grid_table(writer: Writer, lines: Sequence[Range], scan: Scan) -> None:
    """A table with `+---+` between its rows and `|` between its cells. Cells that span rows or columns are
    read line by line."""
    text = writer.text
    rows: list[_Row] = []
    headed, row = False, _Row()
    for start, end in lines:
        line = text[start:end]
        if line.lstrip().startswith("+"):
            headed = headed or ("=" in line and bool(row) and not rows)
            rows += [row] if row else []
            row = []
            continue
        at = line.find("|") + 1
        column = 0
        while at and (bar := line.find("|", at)) >= 0:
            _put(row, column, text, start + at, start + bar)
            at, column = bar + 1, column + 1
    add_pieces(writer, [*rows, row] if row else rows, scan, headed)


def simple_table(writer: Writer, lines: Sequence[Range], scan: Scan) -> None:
    """A table whose columns are where its border of `=` is. A line with a blank first column goes on with the
    row above."""
    text = writer.text
    columns = [found.span() for found in _COLUMN.finditer(text[lines[0][0] : lines[0][1]])]
    borders = sum(_is_border(text[start:end]) for start, end in lines)
    rows: list[_Row] = []
    for start, end in lines:
        line = text[start:end]
        if _is_border(line) or not line.strip() or not line.strip("- \t"):
            continue
        cells = [
            (start + a, start + (b if n + 1 < len(columns) else len(line)))
            for n, (a, b) in enumerate(columns)
        ]
        if not rows or line[columns[0][0] : columns[0][1]].strip():
            rows.append([])
        for column, (a, b) in enumerate(cells):
            _put(rows[-1], column, text, min(a, end), min(b, end))
    add_pieces(writer, rows, scan, headed=borders > 2)


def _is_border(line: str) -> bool:
    return bool(line.strip()) and not line.strip("= \t")


def _put(row: _Row, column: int, text: str, start: int, end: int) -> None:
    """A part of a cell, without blanks around it."""
    while len(row) <= column:
        row.append([])
    shown = text[start:end].strip()
    if shown:
        at = start + text[start:end].find(shown)
        row[column].append((at, at + len(shown)))


def list_table(writer: Writer, lines: Sequence[Range], scan: Scan) -> None:
    """A table written as a list of lists: a row begins with `* -`, another cell of it with `-`."""
    rows: list[_Row] = []
    headed = False
    for start, end in lines:
        line = writer.text[start:end]
        if not rows and line.startswith(":"):
            headed = headed or (line.startswith(":header-rows:") and "0" not in line)
            continue
        cell = _CELL.match(line)
        if cell is not None and cell[1]:
            rows.append([])
        if cell is not None and rows:
            rows[-1].append([])
        if rows and rows[-1]:
            at = cell.end() if cell is not None else 0
            _put(rows[-1], len(rows[-1]) - 1, writer.text, start + at, end)
    add_pieces(writer, rows, scan, headed)
