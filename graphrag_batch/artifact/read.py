"""Reading an artifact, and nothing but reading: the only door of the server, the queries and reports.

The file is opened so that SQLite itself refuses every write, and nothing is created beside it; a
read-only folder or mount is fine. Opening checks what is cheap (a few milliseconds); `verify` checks all.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import apsw

from graphrag_batch.artifact import bfsvtab, header, schema, vec0
from graphrag_batch.errors import ArtifactCorrupt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from graphrag_batch.artifact.csr import Csr
    from graphrag_batch.artifact.vectors import VectorMatrix

REQUIRED_META = ("format_version", "content_digest", "vector_digest", "dim")

_SNAPSHOT = "SELECT path, mode, blob FROM"
_SETTINGS = (
    (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
    (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
    (apsw.SQLITE_DBCONFIG_DQS_DDL, 0),
)


class Artifact:
    """An open artifact. `meta` is its key/value table; `vec0` is "" or why vec0 cannot be used.

    Any thread may call any method: calls take turns. Do not carry it over a fork.
    """

    def __init__(self, path: Path, con: apsw.Connection, meta: dict[str, str], no_vec0: str) -> None:
        self.path = path
        self.meta = meta
        self.vec0 = no_vec0
        self._con = con
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def execute(self, sql: str, args: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of one query. Damage met on the way is ArtifactCorrupt; a faulty query, or one
        that would write, stays an apsw.Error."""
        with self._lock:
            try:
                return self._con.execute(sql, args).fetchall()
            except (apsw.CorruptError, apsw.NotADBError, apsw.IOError) as error:
                raise _corrupt(self.path, f"damaged: {error}") from error

    def snapshot(self) -> dict[str, tuple[int, str]]:
        """Every path the artifact knows, indexed or skipped → (mode, blob)."""
        rows = [*self.execute(f"{_SNAPSHOT} docs"), *self.execute(f"{_SNAPSHOT} skipped")]
        return {path: (mode, blob) for path, mode, blob in rows}

    def matrix(self) -> VectorMatrix:
        """All vectors, read anew at every call."""
        from graphrag_batch.artifact.vectors import from_rows

        rows = self.execute("SELECT id, scale, vec FROM vectors ORDER BY id")
        try:
            return from_rows(rows, int(self.meta["dim"]))
        except ValueError as error:
            raise _corrupt(self.path, f"its vectors are damaged: {error}") from error

    def nearest(self, query: NDArray[np.float32], k: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """What `matrix().search(query, k)` gives, for one question: through vec0 where it can be used."""
        from graphrag_batch.artifact.vectors import search_vec0

        if self.vec0 or k > vec0.MOST_NEIGHBOURS:
            return self.matrix().search(query, k)
        return search_vec0(self.execute, query, k)

    def graph(self) -> Csr:
        """The stored graph, read anew at every call (a few milliseconds per million edges)."""
        from graphrag_batch.artifact.csr import from_blobs

        try:
            return from_blobs(dict(self.execute("SELECT name, value FROM graph_csr")))
        except (KeyError, ValueError, IndexError) as error:
            raise _corrupt(self.path, f"its graph is damaged: {error!r}") from error

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        with self._lock:
            self._con.close()


def open_artifact(path: Path) -> Artifact:
    """Opens an artifact for reading.

    Raises ArtifactMissing, ArtifactForeign, ArtifactTooNew or ArtifactCorrupt (truncated, damaged,
    or with an interrupted write beside it), each saying what to do next. Never changes anything.
    """
    header.check(path)
    try:
        con = connect(path)
    except apsw.Error as error:
        raise _corrupt(path, f"cannot be opened: {error}") from error
    try:
        _check_tables(path, con)
        meta = _meta(path, con)
        no_vec0 = vec0.load(con) or meta.get("vec0", "")
        bfsvtab.register(con)
        con.execute("PRAGMA query_only = ON")
    except (apsw.Error, UnicodeDecodeError) as error:
        con.close()
        raise _corrupt(path, f"damaged: {error}") from error
    except BaseException:
        con.close()
        raise
    return Artifact(path, con, meta, no_vec0)


def connect(path: Path) -> apsw.Connection:
    """A bare connection that SQLite itself keeps from writing, wary of the file's contents."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    con = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    for setting, value in _SETTINGS:
        con.config(setting, value)
    # Neither ATTACH nor VACUUM INTO may make a file.
    con.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
    con.execute("PRAGMA cell_size_check = ON")
    return con


def choose(con: apsw.Connection, docs: Iterable[int]) -> None:
    """Makes the table `temp.chosen` (column `doc`) hold these ids, for queries about many documents."""
    con.execute("CREATE TABLE IF NOT EXISTS temp.chosen (doc INTEGER PRIMARY KEY)")
    con.execute("DELETE FROM temp.chosen")
    con.executemany("INSERT INTO temp.chosen VALUES (?)", ((doc,) for doc in docs))


def _check_tables(path: Path, con: apsw.Connection) -> None:
    """Every table is there with its columns, and its first page can be read."""
    present = {name for (name,) in con.execute("SELECT name FROM sqlite_schema")}
    for name in (*schema.LOGICAL, *schema.HISTORY, *schema.VIEWS, *schema.DERIVED):
        if name not in present:
            raise _corrupt(path, f"it has no table {name}")
    for name, columns in schema.COLUMNS.items():
        try:
            con.execute(f"SELECT {columns} FROM {name} LIMIT 1").fetchall()
        except apsw.SQLError as error:
            raise _corrupt(path, f"table {name}: {error}") from error


def _meta(path: Path, con: apsw.Connection) -> dict[str, str]:
    meta: dict[Any, Any] = dict(con.execute("SELECT key, value FROM meta").fetchall())  # type: ignore[arg-type]
    missing = [key for key in REQUIRED_META if not meta.get(key)]
    if missing:
        raise _corrupt(path, f"its meta has no {', '.join(missing)}")
    if not meta["dim"].isdecimal():
        raise _corrupt(path, f"its meta has dim {meta['dim']!r}")
    return meta


def _corrupt(path: Path, what: str) -> ArtifactCorrupt:
    return ArtifactCorrupt(what, where=str(path), next_step=header.REBUILD)
