"""The sqlite-vec tables derived from `vectors`; they may be absent where the extension is.

vec0 knows no UPDATE of int8, and never reuses the room of a row that went, so it grows and slows with churn:
once a tenth of the table is such room it is dropped, made again and filled in id order. All-zero vectors
have no direction and stay out.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.artifact import schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

PACKAGE = "sqlite_vec"
TABLE = "chunk_vec"
MOST_NEIGHBOURS = 4096
# Rows are kept in blocks of this many.
_BLOCK = 1024


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


def is_bloated(con: apsw.Connection, rows: int) -> bool:
    """Whether much of the table is room of rows that went; `rows` is how many it should hold."""
    blocks: int = con.execute(f"SELECT count(*) FROM {TABLE}_chunks").get
    needed = -(-rows // _BLOCK)
    return blocks > needed + max(1, needed // 10)
