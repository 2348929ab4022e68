"""CSV and TSV to Markdown: what the columns hold, and the first rows. Pure.

Everything is linear in the size of the file: a column of which a row has nothing costs that row nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graphrag_batch.config import FormatsConfig
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.decode import decode
from graphrag_batch.formats.escape import escape, escape_inline
from graphrag_batch.formats.table_columns import columns_of, name_of
from graphrag_batch.formats.table_dialect import Table, read_table
from graphrag_batch.records import Decoded, Unreadable

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_MOST_LISTED = 500  # columns with a line of their own
_MOST_IN_META = 100
_WIDE = 30  # columns, above which a row is a list of names and values
_LONG = 1_000  # characters of an average row, likewise
_LINE_END = re.compile(r"\s*\n\s*")


def convert_table(raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """The text of a table: a summary, its columns, and the first `formats.table.rows` rows."""
    decoded = decode(raw)
    if isinstance(decoded, Unreadable):
        return decoded
    table = read_table(decoded.text)
    if not table.rows and not table.header:
        return Unreadable("empty")
    width = max(len(table.header), max(map(len, table.rows), default=0))
    shown = table.rows[: options.table.rows]
    left_out = len(table.rows) - len(shown)
    warnings = [*decoded.warnings, *table.warnings]
    if left_out:
        warnings.append(f"rows not indexed: {left_out} of {len(table.rows)} (formats.table.rows)")
    parts = [
        *map(escape, table.notes),
        _summary(table, width, left_out),
        "## Columns",
        *_column_parts(table, width),
        *(["## Rows", *_row_parts(table, width, shown)] if shown else []),
    ]
    names = [_line(name_of(table.header, n + 1))[:200] for n in range(min(width, _MOST_IN_META))]
    return replace(
        decoded,
        text="\n\n".join(parts) + "\n",
        warnings=tuple(warnings),
        title=_line(table.notes[0])[:200] if table.notes else None,
        meta=canonical_json({"rows": len(table.rows), "columns": names}),
    )


def _summary(table: Table, width: int, left_out: int) -> str:
    said = f"A table of {_counted(len(table.rows), 'row')} and {_counted(width, 'column')}"
    if width > 1 and table.delimiter in _SEPARATORS:
        said += f", separated by {_SEPARATORS[table.delimiter]}"
    said += "." if table.header else ", without column names."
    if left_out:
        said += f" The first {_counted(len(table.rows) - left_out, 'row')} follow; {left_out} are left out."
    return said


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _column_parts(table: Table, width: int) -> list[str]:
    """A line for each column; of a great many the last by their names alone."""
    lines = ["| Column | Type | Distinct | Values |", "| --- | --- | --- | --- |"]
    for column in columns_of(table.header, table.rows, _MOST_LISTED):
        lines.append(f"| {_cell(column.name)} | {column.type} | {column.distinct} | {_cell(column.values)} |")
    more = width - _MOST_LISTED
    if more <= 0:
        return ["\n".join(lines)]
    names = ", ".join(escape_inline(_line(name)) for name in table.header[_MOST_LISTED:] if name)
    return ["\n".join(lines), f"And {_counted(more, 'more column')}{': ' if names else ''}{names}"]


def _row_parts(table: Table, width: int, rows: Sequence[Sequence[str]]) -> list[str]:
    size = sum(len(cell) for row in rows for cell in row)
    if width > _WIDE or size > _LONG * len(rows):
        return [_record(table, row, number) for number, row in enumerate(rows, 1)]
    names = [name_of(table.header, n + 1) for n in range(width)]
    lines = [_cells(names), "| --- " * width + "|"]
    lines += [_cells([*row, *[""] * (width - len(row))]) for row in rows]
    return ["\n".join(lines)]


def _record(table: Table, row: Sequence[str], number: int) -> str:
    """A row as a list of what its columns hold."""
    parts = [f"### Row {number}", ""]
    for n, cell in enumerate(row[:_MOST_LISTED], 1):
        if cell.strip():
            name = _line(name_of(table.header, n))
            parts.append(f"- {escape_inline(name)}: {escape_inline(_line(cell))}")
    more = [cell for cell in row[_MOST_LISTED:] if cell.strip()]
    if more:
        parts.append(f"- more columns: {escape_inline(_line(f'{table.delimiter} '.join(more)))}")
    return "\n".join(parts)


def _cells(row: Sequence[str]) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(map(_cell, row))} |"


def _cell(text: str) -> str:
    return escape_inline(_line(text)).replace("|", "\\|")


def _line(text: str) -> str:
    """`text` in one line."""
    return _LINE_END.sub(" / ", text.strip())
