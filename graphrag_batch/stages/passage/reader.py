"""What readers of lines have in common: items and what is indented below them. Pure.

Every line is looked at once for each list it is in; what is deeper than `DEEPEST` is read as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from graphrag_batch.stages.passage.build import Range, Scan, Writer

DEEPEST = 12
EMPTY: Range = (0, 0)


class Place(NamedTuple):
    """What the passages that are found are part of."""

    kind: str = "paragraph"
    label: str = ""
    group: int = -1
    row: int = -1
    deep: int = 0
    marks: tuple[str, ...] = ()

    def inside(self, kind: str) -> Place:
        """A place within this one."""
        return Place(kind, group=self.group, row=self.row, deep=self.deep + 1)


class Reader:
    """Reads lines into a writer. `item` tells an item: its first group is a bullet, its second a number; the
    match ends where the item's text begins."""

    item: re.Pattern[str]

    def __init__(self, writer: Writer, scan: Scan) -> None:
        self.writer, self.scan = writer, scan

    def read(self, lines: Sequence[Range], place: Place) -> None:
        """The passages of these lines. The first of an item is an item; what follows are paragraphs of it."""
        n, after_blank = 0, True
        while n < len(lines):
            line = self.get(lines[n])
            if not line.strip():
                n, after_blank = n + 1, True
                continue
            n = self.block(lines, n, line, place, after_blank)
            if place.kind == "item":
                place = place._replace(kind="paragraph", label="")
            after_blank = False

    def block(self, lines: Sequence[Range], n: int, line: str, place: Place, after_blank: bool) -> int:
        """Read what begins at line `n`; the line after it."""
        raise NotImplementedError

    def get(self, line: Range) -> str:
        """A line's text."""
        return self.writer.text[line[0] : line[1]]

    def run(self, lines: Sequence[Range], n: int) -> int:
        """The next blank line."""
        while n < len(lines) and self.get(lines[n]).strip():
            n += 1
        return n

    def indented(self, lines: Sequence[Range], n: int) -> int:
        """The line after the indented and blank lines from `n` on, blank ones at the end left out."""
        last = n
        while n < len(lines):
            line = self.get(lines[n])
            if line.strip():
                if not line[0].isspace():
                    break
                last = n + 1
            n += 1
        return last

    def is_lazy(self, line: str) -> bool:
        """Whether a line that is indented too little may go on with the item above it."""
        return not self.item.match(line)

    def below(self, lines: Sequence[Range], n: int, indent: int, lazy: bool) -> tuple[list[Range], int]:
        """The lines from `n` on that are indented by `indent` columns, without these, and the line after
        them. `lazy`: a line right below one of them may be indented less."""
        inside: list[Range] = []
        last, blank = n, False
        while n < len(lines):
            line = self.get(lines[n])
            if not line.strip():
                inside.append(EMPTY)
                n, blank = n + 1, True
                continue
            width = _width(line, indent)
            if width < 0:
                if blank or not lazy or not self.is_lazy(line):
                    break
                width = len(line) - len(line.lstrip())
            inside.append((lines[n][0] + width, lines[n][1]))
            n, blank = n + 1, False
            last = n
        return inside[: len(inside) - (n - last)], last

    def items(self, lines: Sequence[Range], n: int, place: Place) -> int:
        """A list that begins at line `n`; the line after it."""
        group, row = self.writer.new_group(), 0
        first = self.item.match(self.get(lines[n]))
        bullet = first is not None and first[1] is not None
        while n < len(lines):
            line = self.get(lines[n])
            item = self.item.match(line)
            if item is None or (item[1] is not None) != bullet or not self.is_item(line):
                break
            at = item.end(1) if bullet else item.end(2)
            blanks = len(line) - at - len(line[at:].lstrip()) if line[at:].strip() else 1
            indent = at + max(1, min(blanks, 4))
            inside, last = self.below(lines, n + 1, indent, True)
            text = (lines[n][0] + min(item.end(), len(line)), lines[n][1])
            self.entry([text, *inside], Place("item", item[2] or "", group, row, place.deep + 1))
            row += 1
            n = last
            while n < len(lines) and not self.get(lines[n]).strip():
                n += 1
        return n

    def is_item(self, line: str) -> bool:
        """Whether a line that looks like an item is none."""
        return True

    def entry(self, lines: list[Range], place: Place) -> None:
        """The lines of one item."""
        if place.deep <= DEEPEST:
            self.read(lines, place)
        else:
            self.add([line for line in lines if line[0] < line[1]], place)

    def add(self, pieces: Sequence[Range], place: Place) -> None:
        """A passage of these lines, if there are any."""
        if pieces:
            self.writer.add(place.kind, pieces, self.scan, place.label, place.group, place.row, place.marks)

    def trimmed(self, line: Range) -> Range:
        """A line without the blanks it begins with."""
        text = self.get(line)
        return line[0] + len(text) - len(text.lstrip()), line[1]


def _width(line: str, columns: int) -> int:
    """How many characters make up the first `columns` columns of a line, all blank; -1 where they are not."""
    at = column = 0
    while column < columns:
        if line[at : at + 1] == " ":
            column += 1
        elif line[at : at + 1] == "\t":
            column += 4 - column % 4
        else:
            return -1
        at += 1
    return at


def lines_of(text: str, start: int, end: int) -> list[Range]:
    """The lines of a stretch of text."""
    lines: list[Range] = []
    while start <= end:
        at = text.find("\n", start, end)
        if at < 0:
            lines.append((start, end))
            break
        lines.append((start, at))
        start = at + 1
    return lines
