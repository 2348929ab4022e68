"""Full-text rows: what FTS5 indexes for a chunk, a document and an entity.

The tables are contentless, so deleting a row needs the exact words that were inserted: both come
from here, and depend on stored rows and `LEXEMES_VERSION` alone. A chunk's expansions may be passed
in when they are known already; they must equal what `stages.lexemes` gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from graphrag_batch.stages.lexemes import cjk, ident, path_words

if TYPE_CHECKING:
    import apsw

Row = tuple[Any, ...]

COLUMNS = {
    "chunks_fts": ("text", "ident", "cjk", "path"),
    "docs_fts": ("text", "ident", "cjk", "path", "names"),
    "entities_fts": ("name", "aliases", "description"),
}


_CHUNKS = "SELECT id, text, overlap FROM chunks WHERE doc = ? ORDER BY ordinal, id"
_NAMES = """SELECT name FROM (
    SELECT 0 AS part, ordinal AS place, id, title AS name FROM sections WHERE doc = ?
    UNION ALL SELECT 1, start, id, name FROM symbols WHERE doc = ?) ORDER BY part, place, id"""
_GATHERED = "CREATE TABLE temp.gathered (id INTEGER PRIMARY KEY, text, ident, cjk, path)"
NOTHING_KNOWN: Mapping[int, tuple[str, str]] = MappingProxyType({})


class TextRows(NamedTuple):
    """Rows for `chunks_fts` and the row for `docs_fts`, each beginning with its rowid."""

    chunks: list[Row]
    doc: Row


def document_rows(
    con: apsw.Connection, doc: int, known: Mapping[int, tuple[str, str]] = NOTHING_KNOWN
) -> TextRows:
    """Full-text rows of one stored document; `known` maps chunk ids to (ident, cjk).

    The document's text is its chunks without their overlaps; its names are its headings and what
    it defines.
    """
    path: Any = con.execute("SELECT path FROM docs WHERE id = ?", (doc,)).get
    words = path_words(path)
    rows: list[Row] = []
    parts: list[tuple[str, str, str]] = []
    for chunk, text, overlap in con.execute(_CHUNKS, (doc,)):
        expanded = known.get(chunk) or _expand(text)
        rows.append((chunk, text, *expanded, words))
        own = text[overlap:]
        parts.append((own, *(_expand(own) if overlap else expanded)))
    columns = ("\n".join(column) for column in zip(*parts, strict=True)) if parts else ("",) * 3
    names = "\n".join(name for (name,) in con.execute(_NAMES, (doc, doc)))
    return TextRows(rows, (doc, *columns, words, _with_parts(names)))


def entity_row(entity: Row) -> Row:
    """Row for `entities_fts` from a row of `entities`."""
    key, _, name, _, aliases, description, *_ = entity
    return (key, _often(name), _often(aliases), _often(description))


def insert(con: apsw.Connection, table: str, rows: Iterable[Row]) -> None:
    """Adds rows (rowid first) to a full-text table."""
    con.executemany(f"INSERT INTO {table} (rowid, {_names(table)}) VALUES ({_marks(table)})", rows)


def delete(con: apsw.Connection, table: str, rows: Iterable[Row]) -> None:
    """Takes out rows that are exactly as they were inserted."""
    sql = f"INSERT INTO {table} ({table}, rowid, {_names(table)}) VALUES ('delete', {_marks(table)})"
    con.executemany(sql, rows)
    # A row that comes back at once would for ever be marked as one that was also taken out.
    con.execute(f"INSERT INTO {table} ({table}) VALUES ('flush')")


def clear(con: apsw.Connection, table: str) -> None:
    """Empties a full-text table, whatever it was filled with."""
    con.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")


def compact(con: apsw.Connection, table: str) -> None:
    """Merges all of a full-text table, so that nothing is left of rows that were taken out."""
    con.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")


def refill(con: apsw.Connection, target: apsw.Connection) -> None:
    """Fills the (empty) full-text tables of `target` from the rows of `con`, each in the order of its ids:
    FTS5 puts away what it has gathered whenever an id is not above the last."""
    docs: list[Any] = con.execute("SELECT id FROM docs ORDER BY id").fetchall()
    target.execute(_GATHERED)
    for (doc,) in docs:
        rows = document_rows(con, doc)
        target.executemany("INSERT INTO temp.gathered VALUES (?, ?, ?, ?, ?)", rows.chunks)
        insert(target, "docs_fts", [rows.doc])
    target.execute(
        f"INSERT INTO chunks_fts (rowid, {_names('chunks_fts')}) SELECT * FROM temp.gathered ORDER BY id"
    )
    target.execute("DROP TABLE temp.gathered")
    insert(target, "entities_fts", map(entity_row, con.execute("SELECT * FROM entities ORDER BY id")))


def _expand(text: str) -> tuple[str, str]:
    return ident(text), cjk(text)


def _with_parts(text: str) -> str:
    """Text followed by its expansions, for columns that have no column of their own for them."""
    more = _expand(text)
    return "\n".join(part for part in (text, *more) if part) if any(more) else text


# Most entities have no other name and no description; many are sections with the same title.
_often = lru_cache(maxsize=1 << 12)(_with_parts)


def _names(table: str) -> str:
    return ", ".join(COLUMNS[table])


def _marks(table: str) -> str:
    return ", ".join("?" * (len(COLUMNS[table]) + 1))
