"""The memo: outputs of stages by `StageKey`, shared by all worktrees and branches of a repository.

It is only ever a shortcut. Whatever is wrong with the file — damaged, foreign, locked, read-only,
deleted meanwhile, no space — makes it an empty memo that says why (`reason`), never an error. Several
processes may use one file at once. Failures of stages are never stored: callers put results only.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import apsw

from graphrag_batch.fingerprint import StageKey

APPLICATION_ID = 0x4752424D  # "GRBM"
VERSION = 2
"""2: every value carries a checksum. 1: the first."""

_BUSY_MS = 5_000
_BATCH = 500
_SCHEMA = (
    """CREATE TABLE memo (
        key BLOB PRIMARY KEY, stage TEXT NOT NULL, used INTEGER NOT NULL, value BLOB NOT NULL)""",
    "CREATE INDEX memo_used ON memo (used)",
)
_RAW, _DEFLATED = b"\x00", b"\x01"
_CHECKSUM = 8
# Below this nothing is saved that is worth the time.
_COMPRESS_FROM = 1024
_ROW_OVERHEAD = 48
_SIZE = ("page_count", "freelist_count", "page_size")


class Memo:
    """Made by `Memo.open`. `reason` is "" while all is well, else why values are being missed.

    For one thread. What was used is written down when values are put and on `close`.
    """

    def __init__(self, path: Path, con: apsw.Connection | None, reason: str = "") -> None:
        self.path = path
        self.reason = reason
        self._con = con
        self._touched: set[bytes] = set()

    @classmethod
    def open(cls, path: Path) -> Memo:
        """The memo at `path`, created if need be. A file that is no memo of ours, or damaged, is
        moved aside (`.bad`) and replaced by an empty one; where that fails too, nothing is kept."""
        try:
            return cls(path, _connect(path))
        except (apsw.CorruptError, apsw.NotADBError, _Foreign) as error:
            return cls(path, *_anew(path, error))
        except (apsw.Error, OSError) as error:
            return cls(path, None, f"no memo: {error}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def get_many(self, keys: Sequence[StageKey]) -> dict[StageKey, bytes]:
        """The values there are. A value that cannot be read back counts as missing."""
        wanted = {key.id: key for key in keys}
        found: dict[StageKey, bytes] = {}
        if self._con is None:
            return found
        with self._guarded() as con:
            for ids in _batches(wanted):
                marks = ", ".join("?" * len(ids))
                for key, value in con.execute(f"SELECT key, value FROM memo WHERE key IN ({marks})", ids):
                    whole = _unpack(key, value)
                    if whole is not None and key in wanted:
                        found[wanted[key]] = whole
                        self._touched.add(key)
        return found

    def put_many(self, items: Iterable[tuple[StageKey, bytes]]) -> None:
        """Stores values in one transaction; one that is there already is replaced."""
        if self._con is None:
            return
        today = _today()
        rows = [(key.id, key.stage, today, _pack(key.id, value)) for key, value in items]
        with self._guarded() as con, con:
            con.executemany("INSERT OR REPLACE INTO memo (key, stage, used, value) VALUES (?, ?, ?, ?)", rows)
            self._write_touched(con)

    def prune(self, max_bytes: int) -> int:
        """Brings the file under `max_bytes` by dropping what was used longest ago (to the day);
        returns how many values went."""
        dropped = 0
        if self._con is None:
            return dropped
        with self._guarded() as con:
            with con:
                self._write_touched(con)
            while (surplus := _size(con) - max_bytes) > 0 and (gone := _drop_oldest(con, surplus)):
                dropped += gone
            con.execute("PRAGMA incremental_vacuum").fetchall()
            con.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return dropped

    def close(self) -> None:
        """Writes down what was used and closes the file; safe to call twice."""
        if self._con is None:
            return
        with self._guarded() as con, con:
            self._write_touched(con)
        if self._con is not None:
            self._con.close(True)
            self._con = None

    # ---- inside ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[apsw.Connection]:
        """The open connection; what fails in it is noted, and ends its use unless it is only busy. A
        damaged file makes way for an empty one."""
        assert self._con is not None
        try:
            yield self._con
        except apsw.BusyError as error:
            self.reason = f"the memo is busy: {error}"
        except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as error:
            self._con.close(True)
            self._con, self.reason = _anew(self.path, error)
        except (apsw.Error, OSError) as error:
            self.reason = f"no memo: {error}"
            self._con.close(True)
            self._con = None

    def _write_touched(self, con: apsw.Connection) -> None:
        today = _today()
        touched = [(today, key, today) for key in sorted(self._touched)]
        con.executemany("UPDATE memo SET used = ? WHERE key = ? AND used < ?", touched)
        self._touched.clear()


class _Foreign(Exception):
    """The file is a database, but not a memo of this version."""


def _connect(path: Path) -> apsw.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
    con = apsw.Connection(path.absolute().as_uri(), flags=flags)
    try:
        con.set_busy_timeout(_BUSY_MS)
        # A cache that loses its last seconds in a power cut is still a cache.
        con.execute("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA synchronous = OFF")
        con.execute("PRAGMA journal_mode = WAL").fetchall()
        con.transaction_mode = "IMMEDIATE"
        if not _is_memo(con):
            with con:
                _create(con)
    except BaseException:
        con.close(True)
        raise
    return con


def _is_memo(con: apsw.Connection) -> bool:
    found = (con.execute("PRAGMA application_id").get, con.execute("PRAGMA user_version").get)
    return found == (APPLICATION_ID, VERSION)


def _create(con: apsw.Connection) -> None:
    """Makes the table in an empty file; raises _Foreign when the file holds something else."""
    if _is_memo(con):
        return
    if con.execute("SELECT count(*) FROM sqlite_schema").get or con.execute("PRAGMA application_id").get:
        raise _Foreign(f"not a memo of version {VERSION}")
    con.execute(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}")
    for sql in _SCHEMA:
        con.execute(sql)


def _anew(path: Path, error: Exception) -> tuple[apsw.Connection | None, str]:
    """An empty memo in the place of one that cannot be used, and the reason."""
    reason = f"the memo was set aside: {error}"
    try:
        _set_aside(path)
        return _connect(path), reason
    except (apsw.Error, OSError, _Foreign) as failure:
        return None, f"{reason}; no memo: {failure}"


def _set_aside(path: Path) -> None:
    os.replace(path, path.with_name(path.name + ".bad"))
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _drop_oldest(con: apsw.Connection, surplus: int) -> int:
    """Deletes the values used longest ago that hold `surplus` bytes; returns how many."""
    keys, size = [], 0
    rows: Iterable[Any] = con.execute("SELECT key, length(value) FROM memo ORDER BY used, key")
    for key, length in rows:
        keys.append((key,))
        size += length + _ROW_OVERHEAD
        if size >= surplus:
            break
    with con:
        con.executemany("DELETE FROM memo WHERE key = ?", keys)
    return len(keys)


def _size(con: apsw.Connection) -> int:
    """Bytes in use; what deleted values held is not."""
    pages, free, page_size = (int(con.execute(f"PRAGMA {name}").get) for name in _SIZE)
    return (pages - free) * page_size


def _pack(key: bytes, value: bytes) -> bytes:
    """A value as it is stored: a checksum, how it is kept, and the bytes."""
    body = _RAW + value
    if len(value) >= _COMPRESS_FROM:
        deflated = zlib.compress(value, 1)
        if len(deflated) < 0.9 * len(value):
            body = _DEFLATED + deflated
    return _checksum(key, body) + body


def _unpack(key: object, stored: object) -> bytes | None:
    """The value, or None when these are not the bytes stored under this key: SQLite notices damage to its
    own structures only, and a wrong value would be believed for ever."""
    if not isinstance(key, bytes) or not isinstance(stored, bytes):
        return None
    checksum, body = stored[:_CHECKSUM], stored[_CHECKSUM:]
    if checksum != _checksum(key, body):
        return None
    return zlib.decompress(body[1:]) if body[:1] == _DEFLATED else body[1:]


def _checksum(key: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_CHECKSUM, key=key).digest()


def _batches(ids: Iterable[bytes]) -> Iterator[list[bytes]]:
    rest = list(ids)
    for start in range(0, len(rest), _BATCH):
        yield rest[start : start + _BATCH]


def _today() -> int:
    return int(time.time() // 86_400)
