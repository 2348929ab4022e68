"""The memo: outputs of stages by `StageKey`, shared by all worktrees and branches of a repository.

It is only ever a shortcut. Whatever is wrong with the file — damaged, foreign, locked, read-only,
deleted meanwhile, no space — makes it an empty memo that says why (`reason`), never an error. Several
processes may use one file at once. Failures of stages are never stored: callers put results only.

What was used longest ago goes first when space is short. Use is remembered by the day, and days are
numbered as they come (table `days`): a clock that goes backwards begins a new day, and sends nothing
to the front or the back of the queue.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import apsw

from graphrag_batch.fingerprint import StageKey

APPLICATION_ID = 0x4752424D  # "GRBM"
VERSION = 3
"""3: `used` numbers days instead of being one. 2: every value carries a checksum. 1: the first."""

_BUSY_MS = 5_000
# Whoever holds it for so long is not about to let go, and a build puts values many times.
_BUSY_AGAIN_MS = 200
_BATCH = 500
_SCHEMA = (
    """CREATE TABLE memo (
        key BLOB PRIMARY KEY, stage TEXT NOT NULL, used INTEGER NOT NULL, value BLOB NOT NULL)""",
    "CREATE INDEX memo_used ON memo (used)",
    "CREATE TABLE days (number INTEGER PRIMARY KEY, day INTEGER NOT NULL)",
)
_LATEST = "SELECT number, day FROM days ORDER BY number DESC LIMIT 1"
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
        moved aside (`.bad`) and replaced by an empty one, a memo of another version just replaced;
        where that fails too, nothing is kept."""
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
            today = _number_of_today(con)
            for ids in _batches(wanted):
                marks = ", ".join("?" * len(ids))
                rows = con.execute(f"SELECT key, used, value FROM memo WHERE key IN ({marks})", ids)
                for key, used, value in rows:
                    whole = _unpack(key, value)
                    if whole is not None and key in wanted:
                        found[wanted[key]] = whole
                        if used != today:
                            self._touched.add(key)
        return found

    def put_many(self, items: Iterable[tuple[StageKey, bytes]]) -> None:
        """Stores values in one transaction; one that is there already is replaced."""
        if self._con is None:
            return
        rows = [(key.id, key.stage, _pack(key.id, value)) for key, value in items]
        with self._guarded() as con, con:
            today = _begin_today(con)
            con.executemany(
                "INSERT OR REPLACE INTO memo (key, stage, used, value) VALUES (?, ?, ?, ?)",
                ((key, stage, today, value) for key, stage, value in rows),
            )
            self._write_touched(con)

    def prune(self, max_bytes: int) -> int:
        """Brings the file under `max_bytes` by dropping what was used longest ago (to the day);
        returns how many values went. Costs nothing while it is under."""
        dropped = 0
        if self._con is None:
            return dropped
        with self._guarded() as con:
            if _size(con) <= max_bytes:
                return dropped
            self._write_touched(con)
            while (surplus := _size(con) - max_bytes) > 0 and (gone := _drop_oldest(con, surplus)):
                dropped += gone
            _give_back(con)
        return dropped

    def clear(self) -> int:
        """Drops every value, and a broken file that was set aside; returns how many values there were."""
        with contextlib.suppress(OSError):
            _aside(self.path).unlink(missing_ok=True)
        dropped = 0
        if self._con is None:
            return dropped
        with self._guarded() as con:
            with con:
                dropped = int(con.execute("SELECT count(*) FROM memo").get)
                con.execute("DELETE FROM memo")
            self._touched.clear()
            _give_back(con)
        return dropped

    def close(self) -> None:
        """Writes down what was used and closes the file; safe to call twice."""
        if self._con is None:
            return
        with self._guarded() as con:
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
            self._con.set_busy_timeout(_BUSY_AGAIN_MS)
        except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as error:
            self._con.close(True)
            self._con, self.reason = _anew(self.path, error)
        except (apsw.Error, OSError) as error:
            self.reason = f"no memo: {error}"
            self._con.close(True)
            self._con = None

    def _write_touched(self, con: apsw.Connection) -> None:
        if not self._touched:
            return
        with con:
            today = _begin_today(con)
            touched = [(today, key) for key in sorted(self._touched)]
            con.executemany("UPDATE memo SET used = ? WHERE key = ?", touched)
        self._touched.clear()


@dataclass(frozen=True, slots=True)
class Stats:
    """What a memo holds. `bytes` is the size of its files; `stages` maps a stage to how many values and
    bytes it has; `oldest` and `newest` are days of last use (ISO), "" without values; `set_aside` the
    size of a broken file that was replaced; `reason` is "" or why it cannot be used."""

    bytes: int
    values: int
    stages: dict[str, tuple[int, int]]
    oldest: str
    newest: str
    set_aside: int
    reason: str


def stats(path: Path) -> Stats:
    """What the memo at `path` holds; makes, mends and moves nothing."""
    size, aside = sum(_file_size(file) for file in _files(path)), _file_size(_aside(path))
    if not path.exists():
        return Stats(size, 0, {}, "", "", aside, "")
    try:
        con = _open(path, apsw.SQLITE_OPEN_READWRITE)
        try:
            if not _is_memo(con):
                _check_empty(con)
                return Stats(size, 0, {}, "", "", aside, "")
            stages: Any = con.execute(
                "SELECT stage, count(*), sum(length(value)) FROM memo GROUP BY stage ORDER BY stage"
            ).fetchall()
            oldest, newest = (
                con.execute(f"SELECT day FROM days WHERE number = (SELECT {which}(used) FROM memo)").get
                for which in ("min", "max")
            )
        finally:
            con.close(True)
    except (apsw.Error, OSError, _Foreign) as error:
        return Stats(size, 0, {}, "", "", aside, f"no memo: {error}")
    held = {stage: (number, length) for stage, number, length in stages}
    values = sum(number for number, _ in held.values())
    return Stats(size, values, held, _date(oldest), _date(newest), aside, "")


def _date(day: Any) -> str:
    return "" if day is None else datetime.fromtimestamp(day * 86_400, UTC).date().isoformat()


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


class _Foreign(Exception):
    """The file is a database, but not a memo."""


class _Outdated(_Foreign):
    """The file is a memo of another version."""


def _connect(path: Path) -> apsw.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    con = _open(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    try:
        # A cache that loses its last seconds in a power cut is still a cache.
        con.execute("PRAGMA synchronous = OFF")
        con.transaction_mode = "IMMEDIATE"
        if not _is_memo(con):
            # These write, even what is already so: they would wait for any other build.
            con.execute("PRAGMA auto_vacuum = INCREMENTAL")
            con.execute("PRAGMA journal_mode = WAL").fetchall()
            with con:
                _create(con)
    except BaseException:
        con.close(True)
        raise
    return con


def _open(path: Path, flags: int) -> apsw.Connection:
    con = apsw.Connection(path.absolute().as_uri(), flags=flags | apsw.SQLITE_OPEN_URI)
    con.set_busy_timeout(_BUSY_MS)
    return con


def _is_memo(con: apsw.Connection) -> bool:
    found = (con.execute("PRAGMA application_id").get, con.execute("PRAGMA user_version").get)
    return found == (APPLICATION_ID, VERSION)


def _create(con: apsw.Connection) -> None:
    """Makes the table in an empty file; raises _Foreign when the file holds something else."""
    if _is_memo(con):
        return
    _check_empty(con)
    con.execute(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}")
    for sql in _SCHEMA:
        con.execute(sql)


def _check_empty(con: apsw.Connection) -> None:
    application = con.execute("PRAGMA application_id").get
    if application == APPLICATION_ID:
        raise _Outdated(f"a memo of another version than {VERSION}")
    if application or con.execute("SELECT count(*) FROM sqlite_schema").get:
        raise _Foreign("a database, but not a memo")


def _anew(path: Path, error: Exception) -> tuple[apsw.Connection | None, str]:
    """An empty memo in the place of one that cannot be used, and the reason."""
    outdated = isinstance(error, _Outdated)  # large, and of no use to anyone: not kept
    reason = f"the memo was {'begun anew' if outdated else 'set aside'}: {error}"
    try:
        if not outdated:
            os.replace(path, _aside(path))
        for file in _files(path):
            file.unlink(missing_ok=True)
        return _connect(path), reason
    except (apsw.Error, OSError, _Foreign) as failure:
        return None, f"{reason}; no memo: {failure}"


def _files(path: Path) -> list[Path]:
    """The database and what SQLite keeps beside it."""
    return [path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")]


def _aside(path: Path) -> Path:
    return path.with_name(path.name + ".bad")


def _drop_oldest(con: apsw.Connection, surplus: int) -> int:
    """Deletes the values used longest ago that hold `surplus` bytes; returns how many."""
    keys, size = [], 0
    rows: Iterable[Any] = con.execute("SELECT key, length(value) FROM memo ORDER BY used, rowid")
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


def _give_back(con: apsw.Connection) -> None:
    """What deleted values held, to the file system."""
    con.execute("PRAGMA incremental_vacuum").fetchall()
    con.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _number_of_today(con: apsw.Connection) -> int | None:
    """The number of this day, None when nothing was written on it yet."""
    latest: Any = con.execute(_LATEST).fetchone()
    return latest[0] if latest is not None and latest[1] == _today() else None


def _begin_today(con: apsw.Connection) -> int:
    """The number of this day, higher than any before when it is another than the latest. Needs a
    transaction."""
    number = _number_of_today(con)
    if number is None:
        number = int(con.execute("SELECT coalesce(max(number), 0) + 1 FROM days").get)
        con.execute("INSERT INTO days VALUES (?, ?)", (number, _today()))
        con.execute("DELETE FROM days WHERE number < (SELECT min(used) FROM memo)")
    return number


def _today() -> int:
    return int(time.time() // 86_400)
