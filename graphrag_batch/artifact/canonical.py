"""An artifact's canonical file: the same bytes for the same content, however the artifact came about.

A build changes a copy of an earlier artifact, so where rows, words and vectors lie in its file tells of all
that was built before. Here everything is written anew into an empty file: tables in one order, rows by their
keys, the full text as one segment, vec0 filled from the rows, and nothing in `meta` that tells how it was
built. SQLite and sqlite-vec of one version make the same pages of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import apsw

from graphrag_batch import __version__
from graphrag_batch.artifact import schema, segment, vec0
from graphrag_batch.artifact.header import REBUILD
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError
from graphrag_batch.records import Progress, no_progress

MODE = "published"
NO_VEC0 = "published where sqlite-vec could not be loaded"
NOT_ALL_VECTORS = "published without all of its vectors: where it was built, the model was not at hand"

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
    and where `target`, or what is made beside it meanwhile, cannot be written; what is there then is to be
    deleted.
    """
    with open_artifact(source) as artifact:
        meta = artifact.meta
    steps = len(_PLAIN) + 4
    words = target.with_name(f"{target.name}.words")
    progress("write", 0, steps)
    try:
        _merge_words(source, words)
        with _writing(target, source=source, words=words) as con:
            _create(con)
            for done, table in enumerate(_PLAIN, 1):
                progress("write", done, steps)
                _copy(con, table)
            for ddl in (*schema.VIEWS.values(), *_INDEXES):
                con.execute(ddl)
            progress("write", steps - 2, steps)
            segment.copy(con, "words")
            no_vec0 = _fill_vec0(con, int(meta["dim"]))
            rows = canonical_meta(meta, no_vec0).items()
            con.executemany("INSERT INTO main.meta VALUES (?, ?)", sorted(rows))
            con.execute("PRAGMA incremental_vacuum").fetchall()
    except (apsw.CorruptError, apsw.NotADBError, apsw.ConstraintError) as error:
        raise ArtifactCorrupt(f"damaged: {error}", where=str(source), next_step=REBUILD) from error
    except _DISK as error:
        raise ArtifactError(
            f"cannot be written: {error}",
            where=str(target),
            next_step="free some disk space, or name another folder with --out",
        ) from error
    finally:
        words.unlink(missing_ok=True)
    progress("write", steps, steps)


def canonical_meta(meta: Mapping[str, str], no_vec0: str) -> dict[str, str]:
    """The meta of the canonical file of an artifact that has this one; `no_vec0` is "" or why there is no
    vec0 table."""
    known = {
        "build_mode": MODE,
        "build_reason": MODE,
        "parent_tree": "",
        "tool_version": __version__,
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


def _merge_words(source: Path, words: Path) -> None:
    """A database of the full text alone, merged."""
    with _writing(words, source=source) as con:
        segment.gather(con, "source")
    with _writing(words) as con:
        segment.merge(con)


@contextmanager
def _writing(path: Path, **attached: Path) -> Iterator[apsw.Connection]:
    """The one transaction on a file, others attached for reading under their names."""
    con = _open(path, attached)
    try:
        con.execute("BEGIN IMMEDIATE")
        yield con
        con.execute("COMMIT")
    finally:
        con.close()


def _open(path: Path, attached: Mapping[str, Path]) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
    con = apsw.Connection(path.absolute().as_uri(), flags=flags)
    try:
        con.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        con.execute("PRAGMA auto_vacuum = INCREMENTAL")  # as whoever builds on it needs
        # Until it is whole nobody reads it, and whoever publishes it makes it durable.
        con.execute("PRAGMA journal_mode = OFF").fetchall()
        con.execute("PRAGMA synchronous = OFF")
        con.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        for name, other in attached.items():
            con.execute(f"ATTACH ? AS {name}", (f"{other.absolute().as_uri()}?mode=ro",))
    except BaseException:
        con.close()
        raise
    return con


def _create(con: apsw.Connection) -> None:
    con.execute(f"PRAGMA main.application_id = {schema.APPLICATION_ID}")
    con.execute(f"PRAGMA main.user_version = {schema.FORMAT_VERSION}")
    for table in (*TABLES, *_VIRTUAL):
        con.execute(_TABLES[table])


def _copy(con: apsw.Connection, table: str) -> None:
    keys = ", ".join(
        name
        for name, _ in sorted(
            con.execute("SELECT name, pk FROM pragma_table_info(?, 'main') WHERE pk", (table,)),
            key=lambda column: column[1],
        )
    )
    con.execute(f"INSERT INTO main.{table} SELECT * FROM source.{table} ORDER BY {keys}")


def _fill_vec0(con: apsw.Connection, dim: int) -> str:
    if not dim:
        return "no vectors"
    if vec0.load(con):
        return NO_VEC0
    vec0.refill(con, dim)
    return ""
