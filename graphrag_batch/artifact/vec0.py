"""The sqlite-vec tables derived from `vectors`; they may be absent where the extension is.

vec0 knows no UPDATE of int8, and never reuses the room of a row that went, so it grows and slows with churn:
once a tenth of the table is such room it is dropped, made again and filled in id order. All-zero vectors
have no direction and stay out.
"""

from __future__ import annotations

import importlib.util
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.artifact import schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import apsw

PACKAGE = "sqlite_vec"
TABLE = "chunk_vec"
MOST_NEIGHBOURS = 4096
# Rows are kept in blocks of this many.
_BLOCK = 1024
_HELD = f"""SELECT count(*) FROM vectors v JOIN {TABLE}_rowids r ON r.rowid = v.id
    WHERE v.id = ? AND r.chunk_id = ? AND r.chunk_offset = ? AND v.vec = ?"""
_DIRECTED = "SELECT count(*) FROM vectors WHERE vec <> :none"


def load(con: apsw.Connection) -> str:
    """Loads the extension into a connection; "" or the reason why it cannot be."""
    import apsw

    try:
        con.enable_load_extension(True)
        try:
            con.load_extension(_library())
        finally:
            con.enable_load_extension(False)
    except (apsw.Error, ImportError, AttributeError) as error:
        return f"sqlite-vec cannot be loaded: {error}"
    return ""


def _library() -> str:
    """Where the extension lies. Importing its package would bring numpy into every command."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ImportError(f"{PACKAGE} is not installed")
    return str(Path(spec.origin).with_name("vec0"))


def present(con: apsw.Connection) -> bool:
    """Is the table in this file (whether or not it can be read)?"""
    return bool(con.execute("SELECT count(*) FROM sqlite_schema WHERE name = ?", (TABLE,)).get)


def drop(con: apsw.Connection) -> None:
    """Removes the table; only the extension can."""
    con.execute(f"DROP TABLE IF EXISTS main.{TABLE}")


def refill(con: apsw.Connection, dim: int) -> None:
    """Makes the table anew from `vectors`, whose vectors have `dim` bytes."""
    drop(con)
    con.execute(schema.vec_table(TABLE, dim))
    con.execute(
        f"""INSERT INTO {TABLE} (rowid, embedding)
        SELECT id, vec_int8(vec) FROM vectors WHERE vec <> zeroblob(?) ORDER BY id""",
        (dim,),
    )


def change(con: apsw.Connection, removed: Iterable[int], added: Iterable[int]) -> None:
    """Brings the table in step with rows of `vectors` that went and came (ids)."""
    con.executemany(f"DELETE FROM {TABLE} WHERE rowid = ?", ((key,) for key in removed))
    con.executemany(
        f"""INSERT INTO {TABLE} (rowid, embedding)
        SELECT id, vec_int8(vec) FROM vectors WHERE id = ? AND vec <> zeroblob(length(vec))""",
        ((key,) for key in added),
    )


def problems(con: apsw.Connection, dim: int) -> Iterator[str]:
    """What is wrong with the table, in plain words, when it should hold the vectors of `vectors` that have a
    direction. Reads the tables that it is made of, not through the extension, which trusts them: for a file
    that comes from elsewhere."""
    held = 0
    for chunk, size, valid, rowids in con.execute(
        f"SELECT chunk_id, size, validity, rowids FROM {TABLE}_chunks"
    ):
        vectors = con.execute(f"SELECT vectors FROM {TABLE}_vector_chunks00 WHERE rowid = ?", (chunk,)).get
        if not _is_block(size, valid, rowids, vectors, dim):
            yield f"{TABLE} has a block of another form"
            return
        for place, key in enumerate(struct.unpack(f"<{_BLOCK}q", rowids)):
            if valid[place // 8] >> place % 8 & 1:
                held += 1
                vector = vectors[place * dim : (place + 1) * dim]
                if not con.execute(_HELD, (key, chunk, place, vector)).get:
                    yield f"{TABLE} does not hold what vectors does"
                    return
    for sql in (f"SELECT count(*) FROM {TABLE}_rowids", _DIRECTED):
        if con.execute(sql, {"none": bytes(dim)}).get != held:
            yield f"{TABLE} does not hold what vectors does"
            return


def _is_block(size: object, valid: object, rowids: object, vectors: object, dim: int) -> bool:
    sizes = [len(part) if isinstance(part, bytes) else -1 for part in (valid, rowids, vectors)]
    return size == _BLOCK and sizes == [_BLOCK // 8, _BLOCK * 8, _BLOCK * dim]


def is_bloated(con: apsw.Connection, rows: int) -> bool:
    """Whether much of the table is room of rows that went; `rows` is how many it should hold."""
    blocks: int = con.execute(f"SELECT count(*) FROM {TABLE}_chunks").get
    needed = -(-rows // _BLOCK)
    return blocks > needed + max(1, needed // 10)
