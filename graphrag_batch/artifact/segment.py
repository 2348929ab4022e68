"""The full text of an artifact as one segment each, the same bytes whatever it grew from.

FTS5 keeps words in segments that it merges as it goes, so where they lie tells of every build. Its own
`optimize` merges all into one; which number and which level that has, and how often was written, still tell.
Here these are made a function of the segment alone: the number is part of the keys of its pages, the rest is
in one record of some bytes (fts5_index.c: "structure record"), which is read and written here. To make the
words anew would take five times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from graphrag_batch.artifact import fulltext, schema

if TYPE_CHECKING:
    import apsw

Segment = tuple[int, int, int]
"""Its number, its first page and its last."""

# Where in the key of a page the number of its segment begins.
_NUMBER = 37
_COOKIE = 4
_STRUCTURE = 10
# FTS5 merges four segments of a level into one of the next; a segment of so many pages is on the first.
_MERGED, _FIRST_PAGES = 4, 16
_NOBODY = -1  # no row has this id
_WORD = "x"


def gather(con: apsw.Connection, source: str) -> None:
    """Makes the full-text tables in the new database of `con`, with all that is in those of the schema
    `source`, their segments on one level, lest FTS5 keep words that were taken out for what might be on a
    higher one. They are to be used by another connection: this one takes them for empty."""
    for table in fulltext.COLUMNS:
        con.execute(schema.DERIVED[table])
        for part in ("data", "idx", "docsize"):
            con.execute(f"DELETE FROM main.{table}_{part}")
            con.execute(f"INSERT INTO main.{table}_{part} SELECT * FROM {source}.{table}_{part}")
        segments = _segments(con.execute(f"SELECT block FROM main.{table}_data WHERE id = {_STRUCTURE}").get)
        _record(con, table, segments, 0)


def merge(con: apsw.Connection) -> None:
    """Merges the segments of each full-text table; one that is alone is written again, too: whoever makes a
    segment of rows cuts it into other pages than whoever makes it of segments."""
    for table, columns in fulltext.COLUMNS.items():
        row = (_NOBODY, *(_WORD for _ in columns))
        fulltext.insert(con, table, [row])
        fulltext.delete(con, table, [row])
        fulltext.compact(con, table)


def copy(con: apsw.Connection, merged: str) -> None:
    """Fills the new full-text tables of `con` from those of the schema `merged`, which are merged."""
    for table in fulltext.COLUMNS:
        _copy(con, merged, table)


def _copy(con: apsw.Connection, merged: str, table: str) -> None:
    data = f"{merged}.{table}_data"
    con.execute(f"INSERT INTO main.{table}_docsize SELECT * FROM {merged}.{table}_docsize ORDER BY id")
    con.execute(f"UPDATE main.{table}_data SET block = (SELECT block FROM {data} WHERE id = 1) WHERE id = 1")
    segments = _segments(con.execute(f"SELECT block FROM {data} WHERE id = {_STRUCTURE}").get)
    if not segments:
        return
    ((number, first, last),) = segments
    con.execute(
        f"INSERT INTO main.{table}_data SELECT id - ?, block FROM {data} WHERE id > {_STRUCTURE} ORDER BY id",
        ((number - 1) << _NUMBER,),
    )
    con.execute(f"INSERT INTO main.{table}_idx SELECT 1, term, pgno FROM {merged}.{table}_idx ORDER BY term")
    _record(con, table, [(1, first, last)], _level(last - first + 1))


def _level(pages: int) -> int:
    level = 0
    while pages > _FIRST_PAGES * _MERGED**level:
        level += 1
    return level


# ---- the structure record -----------------------------------------------------------------------
# Four bytes of a cookie; then numbers: of levels, of segments, of writes; then of each level how many of its
# segments are being merged, how many it has, and of each its number, its first and its last page.


def _segments(record: bytes) -> list[Segment]:
    """The segments, the oldest first: the higher the level, the older."""
    numbers = _numbers(record[_COOKIE:])
    levels, _, _ = (next(numbers) for _ in range(3))
    held = []
    for _ in range(levels):
        _, count = next(numbers), next(numbers)
        held.append([(next(numbers), next(numbers), next(numbers)) for _ in range(count)])
    return [segment for level in reversed(held) for segment in level]


def _record(con: apsw.Connection, table: str, segments: Sequence[Segment], level: int) -> None:
    """Puts all segments on one level."""
    numbers = [level + 1, len(segments), 0, *[0, 0] * level, 0, len(segments), *chain(*segments)]
    record = bytes(_COOKIE) + b"".join(map(_varint, numbers))
    con.execute(f"UPDATE main.{table}_data SET block = ? WHERE id = {_STRUCTURE}", (record,))


def _numbers(raw: bytes) -> Iterator[int]:
    """Numbers as SQLite writes those below 2^56: seven bits to a byte, the highest first."""
    value = 0
    for byte in raw:
        value = value << 7 | byte & 127
        if byte < 128:
            yield value
            value = 0


def _varint(value: int) -> bytes:
    parts = [value & 127]
    while value := value >> 7:
        parts.append(value & 127 | 128)
    return bytes(reversed(parts))
