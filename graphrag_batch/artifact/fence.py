"""What an artifact from elsewhere may be, and what a connection that reads it may do.

A file may have been made to attack whoever opens it. So its schema must be ours, object by object, before
a row is read: SQLite runs code (expressions of views, indexes and generated columns, triggers, modules of
virtual tables) for whoever says so in a schema. And the connection itself is kept to reading, to sizes that
an artifact needs, and to a time for each statement, whatever its rows lead to.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import apsw

from graphrag_batch.artifact import schema
from graphrag_batch.artifact.header import REBUILD
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError

WIDEST = 32_000_000
"""Bytes that one value may have; in an artifact of more than half a gigabyte a sixteenth of it (arrays of its
graph)."""

_SETTINGS = (
    (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
    (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
    (apsw.SQLITE_DBCONFIG_DQS_DDL, 0),
)
# What our own statements and schema need, and some room. Neither ATTACH nor VACUUM INTO may make a file.
_LIMITS = {
    "ATTACHED": 0,
    "COLUMN": 60,
    "COMPOUND_SELECT": 20,
    "EXPR_DEPTH": 100,
    "FUNCTION_ARG": 20,
    "LIKE_PATTERN_LENGTH": 10_000,
    "SCHEMA": 500,
    "SQL_LENGTH": 500_000,
    "TRIGGER_DEPTH": 1,
    "VDBE_OP": 200_000,
    "WORKER_THREADS": 0,
}
# Instructions of SQLite between two looks at the clock: a millisecond.
_STEPS = 10_000
_ANSWER_BYTES = 128_000_000
_ROW_BYTES = 100

# What FTS5 and sqlite-vec make beside each of their tables.
_FTS5 = {
    "data": "CREATE TABLE '{0}_data'(id INTEGER PRIMARY KEY, block BLOB)",
    "idx": "CREATE TABLE '{0}_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
    "docsize": "CREATE TABLE '{0}_docsize'(id INTEGER PRIMARY KEY, sz BLOB)",
    "config": "CREATE TABLE '{0}_config'(k PRIMARY KEY, v) WITHOUT ROWID",
}
_FTS5_VERSION = 4
_VEC0 = {
    "info": 'CREATE TABLE "{0}_info" (key text primary key, value any)',
    "chunks": 'CREATE TABLE "{0}_chunks"(chunk_id INTEGER PRIMARY KEY AUTOINCREMENT,size INTEGER NOT NULL,'
    "validity BLOB NOT NULL,rowids BLOB NOT NULL)",
    "rowids": 'CREATE TABLE "{0}_rowids"(rowid INTEGER PRIMARY KEY AUTOINCREMENT,id,chunk_id INTEGER,'
    "chunk_offset INTEGER)",
    "vector_chunks00": 'CREATE TABLE "{0}_vector_chunks00"(rowid PRIMARY KEY,vectors BLOB NOT NULL)',
}
_KEYED = ("info", "vector_chunks00")  # these have a key of their own, hence an index that SQLite makes
_CHUNK_VEC = "chunk_vec"
_SEQUENCE = ("table", "sqlite_sequence", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)")

_Object = tuple[str, str, str, str | None]


def settle(con: apsw.Connection, size: int) -> None:
    """Makes a new connection to a file of `size` bytes wary of it, before anything is read."""
    for setting, value in _SETTINGS:
        con.config(setting, value)
    for name, most in _LIMITS.items():
        if (limit := getattr(apsw, f"SQLITE_LIMIT_{name}", None)) is not None:  # some are new
            con.limit(limit, most)
    con.limit(apsw.SQLITE_LIMIT_LENGTH, min(max(WIDEST, size // 16), 1_000_000_000))
    con.execute("PRAGMA cell_size_check = ON")
    con.execute("PRAGMA temp_store = MEMORY")  # there may be no folder to write in, and none is written in


def check_schema(path: Path, con: apsw.Connection) -> None:
    """Raises ArtifactCorrupt unless every object of the schema is ours, as we make it, and none is missing.
    About a millisecond."""
    rows: Any = con.execute("SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema").fetchall()
    pages = con.execute("PRAGMA page_count").get
    vec0 = _vec0_of({row[1]: row[3] for row in rows})
    missing = dict(_OWN)
    roots: set[int] = set()
    for kind, name, table, sql, root in rows:
        expected = missing.pop(name, None) or vec0.pop(name, None)
        if expected is None:
            raise _corrupt(path, f"it holds the {_told(kind)} {_told(name)}, which does not belong there")
        if (kind, name, table, sql) != expected:
            raise _corrupt(path, f"the {expected[0]} {name} is not made as it should be")
        stored = kind == "index" or (kind == "table" and not str(sql).startswith("CREATE VIRTUAL"))
        if not isinstance(root, int) or root in roots or (not 1 < root <= pages if stored else root != 0):
            raise _corrupt(path, f"the {kind} {name} begins where it cannot")
        roots.update([root] if stored else [])
    vec0.pop(_SEQUENCE[1], None)  # there may be none where no row was ever added
    for name, (kind, *_) in {**missing, **vec0}.items():
        raise _corrupt(path, f"it has no {kind} {name}")
    for table in _FULLTEXT:  # what is set there names functions to call
        if con.execute(f"SELECT k, v FROM {table}_config").fetchall() != [("version", _FTS5_VERSION)]:
            raise _corrupt(path, f"the full text {table} is not set as it should be")


def watch(con: apsw.Connection, path: Path, seconds: float) -> None:
    """From now on, a statement that takes longer than so many seconds is given up: ArtifactError."""
    until = time.monotonic() + seconds

    def begin(*_: Any) -> bool:
        nonlocal until
        until = time.monotonic() + seconds
        return True

    def check() -> bool:
        if time.monotonic() > until:
            raise ArtifactError(
                f"a query took longer than {seconds:g} s and was given up",
                where=str(path),
                next_step="ask for less (fewer hops, a narrower path) or again when the machine is less "
                "busy; `graphrag-batch verify FILE` tells whether the file is what it should be",
            )
        return False

    con.exec_trace = begin
    con.set_progress_handler(check, _STEPS)


class Room:
    """How much the rows of one query may take in all: some of it for any file, more for a larger one.

    A row may lie in a file once and be found in it a million times.
    """

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._bytes = _ANSWER_BYTES + 12 * size

    def rows(self, cursor: apsw.Cursor, blobs: bool) -> list[tuple[Any, ...]]:
        """All rows. Raises ArtifactError when they take too much, ArtifactCorrupt for bytes where there
        should be no `blobs`."""
        room, found = self._bytes, []
        for row in cursor:
            room -= _ROW_BYTES
            for value in row:
                if value.__class__ is str:
                    room -= len(value)
                elif value.__class__ is bytes:
                    room -= len(value)
                    if not blobs:
                        raise _corrupt(self._path, "damaged: bytes where text should be")
            if room < 0:
                raise ArtifactError(
                    f"a query gives more than {self._bytes // 1_000_000} MB",
                    where=str(self._path),
                    next_step="ask for less; `graphrag-batch verify FILE` tells whether the file is what it "
                    "should be",
                )
            found.append(row)
        return found


# ---- what a statement may do --------------------------------------------------------------------

# fmt: off
FUNCTIONS = frozenset((
    "abs", "bm25", "coalesce", "count", "glob", "group_concat", "ifnull", "length", "like", "lower", "match",
    "max", "min", "substr", "sum", "typeof", "vec_int8", "zeroblob",
))
"""The functions of SQL that a statement on an artifact may call."""
PRAGMAS = frozenset((
    "data_version", "database_list", "freelist_count", "integrity_check", "page_count", "schema_version",
))
"""The pragmas, all of which read."""

_READING = (apsw.SQLITE_SELECT, apsw.SQLITE_READ, apsw.SQLITE_RECURSIVE)
_IN_TEMP = frozenset((
    apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE, apsw.SQLITE_CREATE_TABLE,
    apsw.SQLITE_CREATE_TEMP_TABLE, apsw.SQLITE_CREATE_INDEX, apsw.SQLITE_CREATE_TEMP_INDEX,
    apsw.SQLITE_CREATE_VTABLE, apsw.SQLITE_REINDEX,
))
# fmt: on


def allow_reading(con: apsw.Connection, *, temporary: bool = False) -> None:
    """From now on statements may read, and nothing else; with `temporary` also fill tables in memory."""

    def decide(action: int, one: str | None, two: str | None, database: str | None, _: str | None) -> int:
        if action in _READING:
            allowed = True
        elif action == apsw.SQLITE_FUNCTION:
            allowed = (two or "").lower() in FUNCTIONS
        elif action == apsw.SQLITE_PRAGMA:
            allowed = (one or "").lower() in PRAGMAS
        else:
            allowed = temporary and action in _IN_TEMP and database == "temp"
        return apsw.SQLITE_OK if allowed else apsw.SQLITE_DENY

    con.authorizer = decide


def attach(con: apsw.Connection, path: Path, name: str) -> None:
    """Puts another artifact, which has proved to be one, beside the first for reading, as schema `name`."""
    con.authorizer = None
    con.limit(apsw.SQLITE_LIMIT_ATTACHED, 1)
    con.execute(f"ATTACH ? AS {name}", (f"{path.absolute().as_uri()}?mode=ro",))
    con.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
    allow_reading(con, temporary=True)


# ---- what is ours -------------------------------------------------------------------------------


def _own() -> Iterator[_Object]:
    for name, ddl in {
        **schema.LOGICAL, **schema.HISTORY, **schema.INDEXES, **schema.VIEWS, **schema.DERIVED
    }.items():  # fmt: skip
        kind = ddl.split(maxsplit=2)[1].lower().replace("virtual", "table")
        table = re.sub(r".* ON (\w+) .*", r"\1", ddl) if kind == "index" else name
        yield kind, name, table, ddl
        if " USING fts5(" in ddl:
            yield from _beside(name, _FTS5)
        if " UNIQUE" in ddl:
            yield "index", f"sqlite_autoindex_{name}_1", name, None


def _beside(table: str, made: Mapping[str, str]) -> Iterator[_Object]:
    for suffix, ddl in made.items():
        name = f"{table}_{suffix}"
        yield "table", name, name, ddl.format(table)
        if table == _CHUNK_VEC and suffix in _KEYED:
            yield "index", f"sqlite_autoindex_{name}_1", name, None


def _vec0_of(held: Mapping[str, str | None]) -> dict[str, _Object]:
    """What the file should hold of vec0, by name: it has none where sqlite-vec was not at hand, or nothing to
    index (what counted its rows stays)."""
    found = re.fullmatch(r".* int8\[(\d{1,5})\] .*", held.get(_CHUNK_VEC) or "", re.DOTALL | re.ASCII)
    if not found:
        return {_SEQUENCE[1]: _SEQUENCE}
    ddl = schema.vec_table(_CHUNK_VEC, int(found[1]))
    table: _Object = ("table", _CHUNK_VEC, _CHUNK_VEC, ddl)
    return {entry[1]: entry for entry in (table, *_beside(_CHUNK_VEC, _VEC0), _SEQUENCE)}


_OWN = {entry[1]: entry for entry in _own()}
_FULLTEXT = [name for name, ddl in schema.DERIVED.items() if " USING fts5(" in ddl]


def _told(name: object) -> str:
    """A name from a file, harmless in a message."""
    return ascii(name)[1:-1][:80] if isinstance(name, str) else "without a name"


def _corrupt(path: Path, what: str) -> ArtifactCorrupt:
    return ArtifactCorrupt(what, where=str(path), next_step=REBUILD)
