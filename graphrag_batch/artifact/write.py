"""Writing an artifact: one transaction on a private copy. Never touches a published file.

The writer keeps the derived tables (full-text, vec0, graph) in step with the rows, so that after any
history they answer as those of a fresh build do. It decides nothing: what to remove and add is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import apsw

from graphrag_batch.artifact import digest, fulltext, header, history, read, schema, vec0
from graphrag_batch.artifact.ledger import GraphChange, Ledger
from graphrag_batch.errors import ArtifactError
from graphrag_batch.fingerprint import id63
from graphrag_batch.stages.assemble import DocumentRows
from graphrag_batch.stages.versions import LEXEMES_VERSION

Row = tuple[Any, ...]

_DISK = (apsw.FullError, apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError)
_CACHE_KIB = 64 * 1024
_LARGE_PART = 4  # a quarter
_MANY = 5_000
_INDEXES = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql != ''"
_SURROGATE = re.compile("[\ud800-\udfff]")
_ROWS = ("sections", "chunks", "chunk_windows", "symbols", "links", "redactions", "sketches", "extracts")
_DELETE = {
    "chunk_windows": "DELETE FROM chunk_windows WHERE chunk IN (SELECT id FROM chunks WHERE doc = ?)",
    **{table: f"DELETE FROM {table} WHERE doc = ?" for table in _ROWS if table != "chunk_windows"},
    "docs": "DELETE FROM docs WHERE id = ?",
}
# The keys of the tables that `change` changes: their first columns.
_KEYS = {
    "skipped": ("path",),
    "entities": ("id",),
    "relations": ("src", "dst", "rel"),
    "evidence": ("src", "dst", "rel", "chunk", "start"),
    "vectors": ("id",),
    "offers": ("key", "id"),
    "duplicates": ("doc",),
    "bands": ("key", "form"),
    "mentions": ("doc", "start"),
    "names": ("norm", "surface", "type"),
    "anchors": ("norm", "id"),
    "pairs": ("short", "long"),
    "terms": ("term",),
    "gazetteer": ("term",),
    "blocks": ("key", "norm"),
    "roots": ("norm",),
    "doubts": ("norm", "other"),
}
_LOOSE = """SELECT vector FROM chunk_windows WHERE chunk IN (SELECT id FROM chunks WHERE doc = ?)"""


class ArtifactWriter:
    """Opens the copy at `path`, or makes a new file there, and begins the one transaction.

    As a context manager it commits on a clean exit (after `finish`, else RuntimeError) and rolls
    back on an exception. A full disk or failing device is an ArtifactError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._con = _connect(path)
        except _DISK as error:
            raise _disk_error(path, error) from error
        self._no_vec0 = vec0.load(self._con)
        self._missing: dict[int, str] = {}
        self._loose: set[int] = set()
        self._vectors = (set[int](), set[int]())
        self._graph = GraphChange()
        self._finished = False
        meta: dict[Any, Any] = dict(self._con.execute("SELECT key, value FROM meta").fetchall())  # type: ignore[arg-type]
        self._ledger = Ledger(meta)
        self._lengths = {int(meta["dim"])} if self._ledger.counts["vectors"] else set[int]()
        # A table that could not be kept up, since the extension was missing, holds old vectors.
        self._vec0_stale = bool(meta.get("vec0"))
        # Words from other rules cannot be taken out one by one.
        self._text_removed = 0
        self._text_stale = bool(meta) and meta.get("lexemes_version") != str(LEXEMES_VERSION)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None and not self._finished:
                raise RuntimeError("an artifact must be finished before it is committed")
            self._con.execute("COMMIT" if kind is None else "ROLLBACK")
        except apsw.Error as failure:
            if kind is None:
                raise _disk_error(self.path, failure) from failure
        finally:
            self._con.close()
        if isinstance(error, _DISK):
            raise _disk_error(self.path, error) from error

    def execute(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """Rows of a query over what has been written so far."""
        return self._con.execute(sql, args).fetchall()

    def choose(self, docs: Iterable[int]) -> None:
        """Makes the table `temp.chosen` hold these ids (column `doc`), for queries about them."""
        read.choose(self._con, docs)

    def stamp(self, meta: Mapping[str, str]) -> None:
        """Changes these meta values and nothing else; stands in for `finish`."""
        self._con.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", sorted(meta.items()))
        self._finished = True

    def remove_documents(self, doc_ids: Iterable[int]) -> None:
        """Removes documents with all their rows; an id that is not there is ignored."""
        for doc in doc_ids:
            held = self._con.execute("SELECT digest FROM docs WHERE id = ?", (doc,)).fetchall()
            if held:
                if not self._text_stale:
                    self._delete_text(doc)
                self._loose.update(key for (key,) in self._con.execute(_LOOSE, (doc,)))
                for table, sql in _DELETE.items():
                    self._con.execute(sql, (doc,))
                    if table != "docs":
                        self._ledger.count(table, -self._con.changes())
                self._ledger.change("docs", held, [])
                self._con.execute("DELETE FROM asked WHERE doc = ?", (doc,))

    def add_documents(self, documents: Iterable[DocumentRows]) -> None:
        """Adds documents that are not there (those that were are removed first).

        `docs.digest` is filled in here, whatever the row holds.
        """
        for document in documents:
            doc = document.doc[0]
            self.remove_documents([doc])
            known = {chunk: (ident, cjk) for chunk, ident, cjk in document.lexemes}
            self._con.execute("SAVEPOINT document")
            try:
                self._insert_document(document)
            except UnicodeEncodeError:
                self._con.execute("ROLLBACK TO document")
                known = {}
                self._insert_document(document, _storable)
            self._con.execute("RELEASE document")
            for table in _ROWS:
                self._ledger.count(table, len(getattr(document, table)))
            own = digest.document_digest(self._con, doc)
            self._con.execute("UPDATE docs SET digest = ? WHERE id = ?", (own, doc))
            self._ledger.change("docs", [], [(own,)])
            if not self._text_stale:
                self._insert_text(doc, known)
            self._missing.update((id63("vector", key), key) for key in document.embed)

    def missing_vectors(self) -> list[tuple[int, str]]:
        """(id, text digest) of vectors that documents added here need and the file does not hold, by id."""
        held = "SELECT count(*) FROM vectors WHERE id = ?"
        return [i for i in sorted(self._missing.items()) if not self._con.execute(held, i[:1]).get]

    def add_vectors(self, vectors: Iterable[tuple[int, str, float, bytes]]) -> None:
        """Adds (id, text digest, scale, int8 bytes) rows that are not there."""
        rows = list(vectors)
        self._lengths.update(len(row[3]) for row in rows)
        self.change("vectors", [], rows)

    def change(self, table: str, removed: Iterable[Row], added: Iterable[Row]) -> None:
        """Takes rows, which are there, out of a table of the corpus and puts others in."""
        gone, come = _in_order(removed), _in_order(added)
        with self._indexed_after(table, len(come)):
            change_rows(self._con, table, gone, come)
        self._ledger.change(table, gone, come)
        if table == "entities":
            self._change_names(gone, come)
            ids, new = {row[0] for row in gone}, {row[0] for row in come}
            self._graph.removed, self._graph.added = sorted(ids - new), sorted(new - ids)
        if table == "relations":
            self._graph.unrelated += gone
            self._graph.related += come
        if table == "vectors":
            for kept, rows in zip(self._vectors, (gone, come), strict=True):
                kept.update(row[0] for row in rows)

    @contextmanager
    def _indexed_after(self, table: str, rows: int) -> Iterator[None]:
        """Where an empty table is filled with many rows: makes its indexes at the end, all at once."""
        if rows < _MANY or self.execute(f"SELECT 1 FROM {table} LIMIT 1"):
            yield
            return
        indexes = self.execute(_INDEXES, (table,))
        for name, _ in indexes:
            self._con.execute(f"DROP INDEX {name}")
        yield
        for _, ddl in indexes:
            self._con.execute(ddl)

    def set_asked(self, asked: Iterable[tuple[int, bytes]]) -> None:
        """What documents asked for, in place of what they asked before."""
        self._con.executemany("INSERT OR REPLACE INTO asked VALUES (?, ?)", asked)

    def update_history(self, before: str, added: history.Tally, removed: history.Tally | None) -> str | None:
        """Brings the history up to date from the state with the digest `before`; returns the new one.

        Without `removed`, it becomes what is `added`. None, with nothing done, where it cannot be told
        what is left of it.
        """
        if removed is None:
            return history.replace(self._con, before, added)
        return history.update(self._con, before, added, removed)

    def finish(self, meta: Mapping[str, str], dim: int) -> dict[str, str]:
        """Brings the derived tables up to date, computes the digests and replaces `meta`; returns
        it as stored.

        `dim` is the number of bytes of every vector, 0 for an artifact without. The writer adds
        the keys it knows: format and feature version, digests, dim, counts, lexemes_version, and
        vec0 ("" or why there is no vec0 table). Raises ValueError for a vector of another length.
        """
        self._drop_loose()
        self._refresh_vec0(dim)
        self._refresh_text()
        self._refresh_graph()
        own = {
            **self._ledger.as_meta(),
            "format_version": str(schema.FORMAT_VERSION),
            "feature_version": str(schema.FEATURE_VERSION),
            "content_digest": digest.content_digest(self._ledger.sums),
            "vector_digest": digest.vector_digest(self._ledger.sums),
            "dim": str(dim),
            "lexemes_version": str(LEXEMES_VERSION),
            "vec0": self._no_vec0 or ("" if dim else "no vectors"),
        }
        stored = {**meta, **own}
        self._con.execute("DELETE FROM meta")
        self._insert("meta", sorted(stored.items()))
        self._con.execute("PRAGMA incremental_vacuum").fetchall()
        self._finished = True
        return stored

    # ---- rows -----------------------------------------------------------------------------------

    def _insert_document(self, document: DocumentRows, clean: Callable[[Row], Row] | None = None) -> None:
        for table, rows in (("docs", (document.doc,)), *((t, getattr(document, t)) for t in _ROWS)):
            self._insert(table, map(clean, rows) if clean else rows)

    def _insert(self, table: str, rows: Iterable[Row]) -> None:
        rows = list(rows)
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self._con.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def _drop_loose(self) -> None:
        """Takes out the vectors that nothing needs any more."""
        used = "SELECT EXISTS (SELECT 1 FROM chunk_windows WHERE vector = ?)"
        loose = [key for key in self._loose if not self._con.execute(used, (key,)).get]
        rows = [
            row for key in loose for row in self._con.execute("SELECT * FROM vectors WHERE id = ?", (key,))
        ]
        self.change("vectors", rows, [])

    # ---- derived tables -------------------------------------------------------------------------

    def _delete_text(self, doc: int) -> None:
        rows = fulltext.document_rows(self._con, doc)
        fulltext.delete(self._con, "chunks_fts", rows.chunks)
        self._text_removed += len(rows.chunks)
        fulltext.delete(self._con, "docs_fts", [rows.doc])

    def _insert_text(self, doc: int, known: Mapping[int, tuple[str, str]]) -> None:
        rows = fulltext.document_rows(self._con, doc, known)
        fulltext.insert(self._con, "chunks_fts", rows.chunks)
        fulltext.insert(self._con, "docs_fts", [rows.doc])

    def _change_names(self, removed: Sequence[Row], added: Sequence[Row]) -> None:
        if self._text_stale:
            return
        old, new = ({row[0]: fulltext.entity_row(row) for row in rows} for rows in (removed, added))
        same = {key for key in old.keys() & new.keys() if old[key] == new[key]}
        fulltext.delete(self._con, "entities_fts", (row for key, row in old.items() if key not in same))
        fulltext.insert(self._con, "entities_fts", (row for key, row in new.items() if key not in same))

    def _refresh_text(self) -> None:
        if self._text_stale:
            for table in fulltext.COLUMNS:
                fulltext.clear(self._con, table)
            fulltext.refill(self._con, self._con)
            self._text_stale = False
        # FTS5 takes words out by adding to what is there; its own merging keeps up with small changes only.
        elif self._text_removed * _LARGE_PART > self._ledger.counts["chunks"]:
            for table in fulltext.COLUMNS:
                fulltext.compact(self._con, table)

    def _refresh_vec0(self, dim: int) -> None:
        removed, added = self._vectors
        held = self._ledger.counts["vectors"]
        if held and self._lengths != {dim}:
            raise ValueError(f"not all vectors have {dim} bytes: clear those of another model")
        if not self._no_vec0:
            try:
                self._write_vec0(dim, removed, added, held)
            except apsw.SQLError as error:  # whatever keeps sqlite-vec from writing: it tells nobody
                raise apsw.IOError(f"sqlite-vec: {error}") from error

    def _write_vec0(self, dim: int, removed: Iterable[int], added: Iterable[int], held: int) -> None:
        if not dim:
            vec0.drop(self._con)
        elif self._vec0_stale or not vec0.present(self._con):
            vec0.refill(self._con, dim)
        else:
            vec0.change(self._con, sorted(removed), sorted(added))
            if vec0.is_bloated(self._con, held):
                vec0.refill(self._con, dim)

    def _refresh_graph(self) -> None:
        if self._graph.empty and self._con.execute("SELECT count(*) FROM graph_csr").get:
            return
        from graphrag_batch.artifact import csr

        csr.store(self._con, csr.change(csr.stored(self._con), self._graph))


def _in_order(rows: Iterable[Row]) -> list[Row]:
    """Sorted. What comes document by document is in order but for the first column: half the time."""
    ordered = sorted(rows, key=itemgetter(0))
    ordered.sort()
    return ordered


def change_rows(con: apsw.Connection, table: str, gone: Sequence[Row], come: Sequence[Row]) -> None:
    """Takes rows out of a table of the corpus, or one derived from it, and puts others in."""
    keys = _KEYS[table]
    condition = " AND ".join(f"{key} = ?" for key in keys)
    con.executemany(f"DELETE FROM {table} WHERE {condition}", (row[: len(keys)] for row in gone))
    if come:
        marks = ", ".join("?" * len(come[0]))
        con.executemany(f"INSERT INTO {table} VALUES ({marks})", come)


def _connect(path: Path) -> apsw.Connection:
    new = not path.exists() or not path.stat().st_size
    if not new:
        header.check(path)
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
    con = apsw.Connection(path.absolute().as_uri(), flags=flags)
    try:
        con.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        if new:  # `finish` gives back what is free
            con.execute("PRAGMA auto_vacuum = INCREMENTAL")
        con.execute("PRAGMA journal_mode = DELETE").fetchall()
        con.execute("PRAGMA temp_store = MEMORY")
        # The copy is private and fsynced when published; until then only our own death matters.
        con.execute("PRAGMA synchronous = OFF")
        con.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        con.execute("BEGIN IMMEDIATE")
        if new:
            _create(con)
    except BaseException:
        con.close()
        raise
    return con


def _create(con: apsw.Connection) -> None:
    con.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    con.execute(f"PRAGMA user_version = {schema.FORMAT_VERSION}")
    for ddl in (schema.LOGICAL, schema.HISTORY, schema.INDEXES, schema.VIEWS, schema.DERIVED):
        for sql in ddl.values():
            con.execute(sql)


def _storable(row: Row) -> Row:
    """The row with lone surrogates, which are no text and which SQLite refuses, replaced."""
    return tuple(_SURROGATE.sub("\ufffd", value) if isinstance(value, str) else value for value in row)


def _disk_error(path: Path, error: BaseException) -> ArtifactError:
    return ArtifactError(
        f"cannot be written: {error}",
        where=str(path),
        next_step="free some disk space (or repair the disk) and index again; nothing was published",
    )
