"""Tables of which each row is a line with `|` between its cells. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from graphrag_batch.stages.passage.build import Range, Scan, Writer

RULE_ROW = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_BAR = re.compile(r"\\.|(`+)|\|")


def pipe_table(writer: Writer, lines: Sequence[Range], scan: Scan) -> None:
    """A table's cells: those of the first row are names of columns, if a rule comes below it."""
    texts = [writer.text[start:end] for start, end in lines]
    headed = any(RULE_ROW.match(text) and "-" in text for text in texts[1:2])
    rows = [
        [(start + a, start + b) for a, b in cells(text)]
        for (start, _), text in zip(lines, texts, strict=True)
        if not (RULE_ROW.match(text) and "-" in text)
    ]
    add_rows(writer, rows, scan, headed)


def add_rows(writer: Writer, rows: Sequence[Sequence[Range]], scan: Scan, headed: bool) -> None:
    """Rows of cells, each one stretch of text."""
    add_pieces(writer, [[[cell] for cell in row] for row in rows], scan, headed)


def add_pieces(writer: Writer, rows: Sequence[Sequence[Sequence[Range]]], scan: Scan, headed: bool) -> None:
    """Rows of cells of several lines each. Those of a first row that is `headed` have no label and name the
    columns."""
    group = writer.new_group()
    labels: list[str] = []
    for number, row in enumerate(rows):
        for column, pieces in enumerate(row):
            shown = [(a, b) for a, b in pieces if a < b]
            label = labels[column] if column < len(labels) else ""
            cell = writer.add("cell", shown, scan, label, group, number) if shown else None
            if headed and not number:
                labels.append(cell.text if cell is not None else "")


def cells(line: str) -> list[Range]:
    """Where the cells of a row stand, without blanks around them. A bar in code, or after a backslash, parts
    nothing."""
    cuts = [-1]
    code = ""
    for found in _BAR.finditer(line):
        if found[1]:
            code = (
                ""
                if code == found[1]
                else code or (found[1] if line.find(found[1], found.end()) >= 0 else "")
            )
        elif found[0] == "|" and not code:
            cuts.append(found.start())
    cuts.append(len(line))
    ranges = [_trim(line, a + 1, b) for a, b in pairwise(cuts)]
    if ranges and line.lstrip().startswith("|"):
        ranges = ranges[1:]
    if ranges and line.rstrip().endswith("|") and ranges[-1][0] >= ranges[-1][1]:
        ranges = ranges[:-1]
    return ranges


def _trim(line: str, start: int, end: int) -> Range:
    text = line[start:end]
    lead = len(text) - len(text.lstrip())
    return (start + lead, start + len(text.rstrip())) if text.strip() else (start, start)
