"""Reading an artifact, and nothing but reading: the only door of the server, the queries and reports.

The file is opened so that SQLite itself refuses every write, and nothing is created beside it; a
read-only folder or mount is fine. Opening checks what is cheap (a few milliseconds): that the file is an
artifact and holds nothing else (`header`, `fence`); `verify` checks all.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import apsw

from graphrag_batch.artifact import bfsvtab, fence, header, metadata, vec0
from graphrag_batch.errors import ArtifactCorrupt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from graphrag_batch.artifact.csr import Csr
    from graphrag_batch.artifact.vectors import VectorMatrix

QUERY_SECONDS = 120.0
LONG_SECONDS = 3600.0
"""How long one statement may take: of a person who waits, and of what checks or compares whole files."""

_DAMAGE = (
    apsw.CorruptError,
    apsw.NotADBError,
    apsw.IOError,
    apsw.TooBigError,
    apsw.NoMemError,
    UnicodeDecodeError,
)
_SNAPSHOT = "SELECT path, mode, blob FROM"


class Artifact:
    """An open artifact. `meta` is its key/value table.

    Any thread may call any method: calls take turns. Do not carry it over a fork.
    """

    def __init__(self, path: Path, con: apsw.Connection, meta: dict[str, str], size: int) -> None:
        self.path = path
        self.meta = meta
        self._con = con
        self._room = fence.Room(path, size)
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def execute(
        self, sql: str, args: Sequence[Any] | Mapping[str, Any] = (), *, blobs: bool = False
    ) -> list[tuple[Any, ...]]:
        """All rows of one query; bytes only where `blobs` are asked for, so that no text is any.

        Damage met on the way is ArtifactCorrupt; more time or room than an answer may take is ArtifactError;
        a faulty query, or one that would write, stays an apsw.Error.
        """
        with self._lock:
            try:
                return self._room.rows(self._con.execute(sql, args), blobs)
            except _DAMAGE as error:
                raise _corrupt(self.path, f"damaged: {error}") from error

    def snapshot(self) -> dict[str, tuple[int, str]]:
        """Every path the artifact knows, indexed or skipped → (mode, blob)."""
        rows = [*self.execute(f"{_SNAPSHOT} docs"), *self.execute(f"{_SNAPSHOT} skipped")]
        return {path: (mode, blob) for path, mode, blob in rows}

    def matrix(self) -> VectorMatrix:
        """All vectors, read anew at every call."""
        from graphrag_batch.artifact.vectors import from_rows

        rows = self.execute("SELECT id, scale, vec FROM vectors ORDER BY id", blobs=True)
        try:
            return from_rows(rows, int(self.meta["dim"]))
        except (ValueError, TypeError, OverflowError) as error:
            raise _corrupt(self.path, f"its vectors are damaged: {error!s:.200}") from error

    def nearest(self, query: NDArray[np.float32], k: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """What `matrix().search(query, k)` gives, for one question: through vec0 where it can be used."""
        from graphrag_batch.artifact.vectors import search_vec0

        if k > vec0.MOST_NEIGHBOURS or self.vec0:
            return self.matrix().search(query, k)
        return search_vec0(partial(self.execute, blobs=True), query, k)

    @cached_property
    def vec0(self) -> str:
        """Why vec0 cannot be used, "" when it can. The extension is loaded when this is first asked, and not
        sooner: it is code that trusts the tables it reads."""
        if self.meta.get("vec0"):
            return self.meta["vec0"]
        with self._lock:
            return vec0.load(self._con)

    def graph(self) -> Csr:
        """The stored graph, read anew at every call (a few milliseconds per million edges)."""
        from graphrag_batch.artifact.csr import from_blobs

        try:
            return from_blobs(dict(self.execute("SELECT name, value FROM graph_csr", blobs=True)))
        except (KeyError, ValueError, IndexError, TypeError, RecursionError) as error:
            raise _corrupt(self.path, f"its graph is damaged: {error!r:.200}") from error

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        with self._lock:
            self._con.close()


def open_artifact(path: Path, seconds: float = QUERY_SECONDS) -> Artifact:
    """Opens an artifact for reading. `seconds` is how long one query may take.

    Raises ArtifactMissing, ArtifactForeign, ArtifactTooNew or ArtifactCorrupt (truncated, damaged,
    with an interrupted write beside it, or holding what no artifact holds), each saying what to do
    next. Never changes anything.
    """
    con, size = _open(path, seconds)
    try:
        bfsvtab.register(con)
        con.execute("PRAGMA query_only = ON")
        fence.allow_reading(con)
        meta = metadata.checked(path, con.execute("SELECT key, value FROM meta").fetchall())
        return Artifact(path, con, meta, size)
    except _DAMAGE as error:
        con.close()
        raise _corrupt(path, f"damaged: {error}") from error
    except BaseException:
        con.close()
        raise


def connect(path: Path, seconds: float = LONG_SECONDS) -> apsw.Connection:
    """A bare connection that SQLite itself keeps from writing; it may fill temporary tables, in memory.
    `seconds` is how long one statement may take. Raises like `open_artifact`."""
    con, _ = _open(path, seconds)
    fence.allow_reading(con, temporary=True)
    return con


def _open(path: Path, seconds: float) -> tuple[apsw.Connection, int]:
    """A connection to a file that has proved to be an artifact, and the file's size."""
    header.check(path)
    uri = f"{path.absolute().as_uri()}?mode=ro"
    con = None
    try:
        size = os.stat(path).st_size
        con = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        fence.settle(con, size)
        fence.watch(con, path, seconds)
        fence.check_schema(path, con)
    except (apsw.Error, UnicodeDecodeError, OSError) as error:
        if con is not None:
            con.close()
        raise _corrupt(path, f"damaged, it cannot be opened: {error}") from error
    except BaseException:
        if con is not None:
            con.close()
        raise
    return con, size


def choose(con: apsw.Connection, docs: Iterable[int]) -> None:
    """Makes the table `temp.chosen` (column `doc`) hold these ids, for queries about many documents."""
    con.execute("CREATE TABLE IF NOT EXISTS temp.chosen (doc INTEGER PRIMARY KEY)")
    con.execute("DELETE FROM temp.chosen")
    con.executemany("INSERT INTO temp.chosen VALUES (?)", ((doc,) for doc in docs))


def _corrupt(path: Path, what: str) -> ArtifactCorrupt:
    return ArtifactCorrupt(what, where=str(path), next_step=header.REBUILD)
