"""An artifact's canonical file: the same bytes for the same content, however the artifact came about.

A build changes a copy of an earlier artifact, so where rows, words and vectors lie in its file tells of all
that was built before. Here everything is written anew into an empty file: tables in one order, rows by their
keys, the full text and vec0 filled from the rows, and nothing in `meta` that tells how it was built. SQLite
and sqlite-vec of one version make the same pages of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import apsw

from graphrag_batch import __version__
from graphrag_batch.artifact import fulltext, schema, vec0
from graphrag_batch.artifact.header import REBUILD
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.stages.versions import LEXEMES_VERSION

MODE = "published"
NO_VEC0 = "published where sqlite-vec could not be loaded"
NOT_ALL_VECTORS = "published without all of its vectors: where it was built, the model was not at hand"

_SOURCE = "source"
_CACHE_KIB = 64 * 1024
_DISK = (apsw.FullError, apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError)
_TABLES = {**schema.LOGICAL, **schema.HISTORY, **schema.DERIVED}
TABLES = tuple(name for name, ddl in _TABLES.items() if ddl.startswith("CREATE TABLE"))
"""The tables whose rows are copied, or (of `meta`) made."""
_PLAIN = TABLES[1:]
_VIRTUAL = [name for name, ddl in _TABLES.items() if ddl.startswith("CREATE VIRTUAL")]
_INDEXES = [ddl for ddl in (*schema.INDEXES.values(), *schema.DERIVED.values()) if "CREATE INDEX" in ddl]


def write_canonical(source: Path, target: Path, progress: Progress = no_progress) -> None:
    """Writes the canonical file of the artifact `source` to `target`, where nothing is yet.

    It opens, verifies, serves and is built on like any other. `source` must be whole (it is not verified),
    and made by this version of the tool. Raises an ArtifactError for a source that cannot be opened or read
    and where `target` cannot be written; what is there then is to be deleted.
    """
    with open_artifact(source) as artifact:
        meta = artifact.meta
    with _writing(source, target) as con:
        steps = len(_PLAIN) + 3
        for done, table in enumerate(_PLAIN):
            progress("write", done, steps)
            _copy(con, table)
        for ddl in (*schema.VIEWS.values(), *_INDEXES):
            con.execute(ddl)
        progress("write", len(_PLAIN), steps)
        fulltext.refill(con, con)
        progress("write", len(_PLAIN) + 1, steps)
        no_vec0 = _fill_vec0(con, int(meta["dim"]))
        con.executemany("INSERT INTO main.meta VALUES (?, ?)", sorted(canonical_meta(meta, no_vec0).items()))
        con.execute("PRAGMA incremental_vacuum").fetchall()
        progress("write", steps, steps)


def canonical_meta(meta: Mapping[str, str], no_vec0: str) -> dict[str, str]:
    """The meta of the canonical file of an artifact that has this one; `no_vec0` is "" or why there is no
    vec0 table."""
    known = {
        "build_mode": MODE,
        "build_reason": MODE,
        "parent_tree": "",
        "tool_version": __version__,
        "lexemes_version": str(LEXEMES_VERSION),
        "vec0": no_vec0,
    }
    if is_degraded(meta):  # the reason names places of the machine that lacked it
        known["degraded_reason"] = NOT_ALL_VECTORS
    return {**meta, **known}


def versions() -> tuple[str, str]:
    """The versions of SQLite and sqlite-vec that canonical files are written with here, "" where the latter
    cannot be loaded."""
    con = apsw.Connection(":memory:")
    try:
        missing = vec0.load(con)
        return apsw.sqlitelibversion(), "" if missing else str(con.execute("SELECT vec_version()").get)
    finally:
        con.close()


def is_degraded(meta: Mapping[str, str]) -> bool:
    """Whether the artifact lacks vectors that its settings ask for."""
    return meta.get("search_mode") != "hybrid" and meta.get("model") != "none"


@contextmanager
def _writing(source: Path, target: Path) -> Iterator[apsw.Connection]:
    """The one transaction on the new file, with the source attached for reading."""
    con = None
    try:
        con = _open(source, target)
        con.execute("BEGIN IMMEDIATE")
        con.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        con.execute(f"PRAGMA user_version = {schema.FORMAT_VERSION}")
        for table in ("meta", *_PLAIN, *_VIRTUAL):
            con.execute(_TABLES[table])
        yield con
        con.execute("COMMIT")
    except (apsw.CorruptError, apsw.NotADBError, apsw.ConstraintError) as error:
        raise ArtifactCorrupt(f"damaged: {error}", where=str(source), next_step=REBUILD) from error
    except _DISK as error:
        raise ArtifactError(
            f"cannot be written: {error}",
            where=str(target),
            next_step="free some disk space, or name another folder with --out",
        ) from error
    finally:
        if con is not None:
            con.close()


def _open(source: Path, target: Path) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
    con = apsw.Connection(target.absolute().as_uri(), flags=flags)
    try:
        con.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        con.execute("PRAGMA auto_vacuum = INCREMENTAL")  # as whoever builds on it needs
        # Until it is whole nobody reads it, and whoever publishes it makes it durable.
        con.execute("PRAGMA journal_mode = OFF").fetchall()
        con.execute("PRAGMA synchronous = OFF")
        con.execute("PRAGMA temp_store = FILE")
        con.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        con.execute(f"ATTACH ? AS {_SOURCE}", (f"{source.absolute().as_uri()}?mode=ro",))
    except BaseException:
        con.close()
        raise
    return con


def _copy(con: apsw.Connection, table: str) -> None:
    keys = ", ".join(
        name
        for name, _ in sorted(
            con.execute("SELECT name, pk FROM pragma_table_info(?, 'main') WHERE pk", (table,)),
            key=lambda column: column[1],
        )
    )
    con.execute(f"INSERT INTO main.{table} SELECT * FROM {_SOURCE}.{table} ORDER BY {keys}")


def _fill_vec0(con: apsw.Connection, dim: int) -> str:
    if not dim:
        return "no vectors"
    if vec0.load(con):
        return NO_VEC0
    vec0.refill(con, dim)
    return ""
