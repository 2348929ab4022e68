"""Two artifacts open side by side for reading, so that SQL compares them where they lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from graphrag_batch.artifact import fence
from graphrag_batch.artifact.header import REBUILD
from graphrag_batch.artifact.read import connect, open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, GraphragError

A, B = "main", "other"
"""The schema names of the two: `SELECT … FROM main.docs a JOIN other.docs b …`."""


class Pair:
    """Two open artifacts; `meta` holds the key/value table of each, by schema name."""

    def __init__(self, con: apsw.Connection, meta: dict[str, dict[str, str]]) -> None:
        self.meta = meta
        self._con = con

    def rows(self, sql: str, args: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of one query, read as they are asked for."""
        found: Iterator[tuple[Any, ...]] = iter(self._con.execute(sql, args))
        return found

    def note(self, table: str, pairs: Iterator[tuple[int, int]]) -> None:
        """A temporary table `table(key INTEGER PRIMARY KEY, value INTEGER)` to join with."""
        self._con.execute(f"CREATE TEMP TABLE {table} (key INTEGER PRIMARY KEY, value INTEGER NOT NULL)")
        self._con.executemany(f"INSERT INTO temp.{table} VALUES (?, ?)", pairs)


@contextmanager
def open_pair(a: Path, b: Path) -> Iterator[Pair]:
    """Opens both, strictly read-only. Raises the ArtifactError that fits the one that cannot be opened;
    what fails inside over a damaged file is ArtifactCorrupt and names it, however the damage shows."""
    meta = {}
    for schema, path in ((A, a), (B, b)):
        with open_artifact(path) as artifact:
            meta[schema] = artifact.meta
    con = connect(a)
    try:
        fence.attach(con, b, B)
        yield Pair(con, meta)
    except GraphragError:
        raise
    except Exception as error:
        for path in (a, b):
            if _is_damaged(path):
                raise ArtifactCorrupt(f"damaged ({error})", where=str(path), next_step=REBUILD) from error
        raise
    finally:
        con.close()


def _is_damaged(path: Path) -> bool:
    try:
        return not verify(path).ok
    except ArtifactError:
        return True
