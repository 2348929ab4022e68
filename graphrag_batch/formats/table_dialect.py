"""How a table is written: what separates its cells, whether it names its columns, what stands above it. Pure.

The first row names the columns if its cells are all different, short, and neither numbers nor dates nor
empty. The first cell may be empty (an index), and years may follow a name. Anything else is a row.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from graphrag_batch.formats.table_columns import is_value, is_year

_DELIMITERS = ("\t", ",", ";", "|")
_NO_DELIMITER = "\x1f"
_SAMPLE_LINES = 60
_SAMPLE_SIZE = 60_000
_LONGEST_NAME = 200
_MOST_NOTES = 20
_SAID = re.compile(r'sep=(.)["\s]*', re.IGNORECASE)
_RULE = re.compile(r"[-=+:| ]*-[-=+:| ]*")
_ANY_SIZE = 1 << 30  # characters of a cell, instead of the library's 131072


@dataclass(slots=True)
class Table:
    """A table as it is written. `header` is empty where no row names the columns; `notes` are lines above."""

    delimiter: str
    header: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def read_table(text: str) -> Table:
    """The table that `text` holds; any text is one, if only of one column."""
    said = _SAID.fullmatch(text.partition("\n")[0])
    if said is not None:
        text = text.partition("\n")[2]
    delimiter = said[1] if said is not None and said[1] in _DELIMITERS else _delimiter(text)
    table = Table(delimiter)
    records = list(_records(text, delimiter))
    if _is_open(records, text):
        records = list(_records(text, delimiter, quoting=csv.QUOTE_NONE))
        table.warnings.append("a quotation mark is never closed: quotation marks are read as text")
    _part_notes(table, records)
    if (len(records) > 1 or (records and len(records[0]) > 1)) and _names_columns(records[0]):
        table.header = [cell.strip() for cell in records.pop(0)]
    table.rows = records
    ragged = sum(len(row) != len(table.header or table.rows[0]) for row in table.rows)
    if ragged:
        table.warnings.append(f"rows with more or fewer cells than the first: {ragged}")
    return table


def _records(text: str, delimiter: str, quoting: Literal[0, 3] = csv.QUOTE_MINIMAL) -> Iterator[list[str]]:
    """The rows that hold anything; the empty first and last cell of a row between bars left out."""
    csv.field_size_limit(_ANY_SIZE)
    lines = (f"{line}\n" for line in text.split("\n"))
    bars = delimiter == "|"
    for record in csv.reader(lines, delimiter=delimiter, quoting=quoting, skipinitialspace=True):
        cells = _without_edges(record) if bars else record
        if any(cell.strip() for cell in cells) and not (bars and _RULE.fullmatch("|".join(cells))):
            yield cells


def _without_edges(record: list[str]) -> list[str]:
    edges = len(record) > 2 and not record[0].strip() and not record[-1].strip()
    return record[1:-1] if edges else record


def _is_open(records: list[list[str]], text: str) -> bool:
    """Whether a quotation mark that nobody closed has swallowed the last lines."""
    last = records[-1][-1] if records else ""
    return "\n" in last and not text.rstrip().endswith('"')


def _delimiter(text: str) -> str:
    """What parts the first lines into equally many cells, and into values rather than text."""
    sample = "\n".join(text[:_SAMPLE_SIZE].split("\n")[:_SAMPLE_LINES])
    scores = {delimiter: _score(sample, delimiter) for delimiter in _DELIMITERS if delimiter in sample}
    best = max(scores, key=lambda delimiter: scores[delimiter], default=",")
    return best if scores.get(best, 0.0) > 0 else _NO_DELIMITER


def _score(sample: str, delimiter: str) -> float:
    """From 0 (parts nothing) to 2 (all rows alike, all cells values)."""
    records = list(_records(sample, delimiter))
    if not records:
        return 0.0
    (width, count), *_ = Counter(map(len, records)).most_common(1)
    if width < 2:
        return 0.0
    cells = [cell.strip() for record in records if len(record) == width for cell in record]
    values = sum(is_value(cell) for cell in cells)
    return (count / len(records)) ** 2 * (1 + values / len(cells))


def _part_notes(table: Table, records: list[list[str]]) -> None:
    """Move what stands above the table to its notes: lines down to the last remark (after `#`), titles."""
    widths = Counter(map(len, records[:_SAMPLE_LINES]))
    width = widths.most_common(1)[0][0] if widths else 0
    lead = min(len(records) - 1, _MOST_NOTES)
    remarks = [n for n in range(lead) if records[n][0].startswith("#") and len(records[n]) != width]
    end = remarks[-1] + 1 if remarks else 0
    while end < lead and sum(bool(cell.strip()) for cell in records[end]) == 1 < width - 1:
        end += 1
    for record in records[:end]:
        note = f"{table.delimiter} ".join(cell.strip() for cell in record if cell.strip())
        table.notes.append(note.lstrip("#").strip() or note)
    del records[:end]


def _names_columns(record: list[str]) -> bool:
    cells = [cell.strip() for cell in record]
    while cells and not cells[-1]:
        cells.pop()  # what follows a delimiter at the end of the line
    if not cells or len(set(cells)) < len(cells) or max(map(len, cells)) > _LONGEST_NAME:
        return False
    named = [bool(cell) and not is_value(cell) for cell in cells]
    years = all(is_year(cell) for cell, name in zip(cells[1:], named[1:], strict=True) if not name)
    return years and (named[0] or (not cells[0] and any(named[1:])))
