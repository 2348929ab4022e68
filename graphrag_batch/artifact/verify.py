"""Everything that can be checked about an artifact from the artifact alone. Reads only.

Logical rows are checked against their digests and one another, derived tables against the rows they
derive from: the full text is built again in a temporary database and compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import apsw

from graphrag_batch.artifact import digest, fulltext, history, schema, vec0
from graphrag_batch.artifact.read import connect, open_artifact
from graphrag_batch.fingerprint import id63

# (table, column, table it names the id of)
_REFERENCES = (
    ("sections", "doc", "docs"), ("sections", "parent", "sections"),
    ("chunks", "doc", "docs"), ("chunks", "section", "sections"),
    ("chunk_windows", "chunk", "chunks"),
    ("symbols", "doc", "docs"), ("symbols", "section", "sections"),
    ("sketches", "doc", "docs"), ("duplicates", "doc", "docs"), ("duplicates", "duplicate_of", "docs"),
    ("links", "doc", "docs"), ("links", "section", "sections"), ("links", "chunk", "chunks"),
    ("entities", "doc", "docs"), ("entities", "section", "sections"), ("entities", "chunk", "chunks"),
    ("relations", "src", "entities"), ("relations", "dst", "entities"),
    ("evidence", "chunk", "chunks"), ("evidence", "doc", "docs"), ("extracts", "doc", "docs"),
    ("mentions", "doc", "docs"), ("mentions", "chunk", "chunks"), ("mentions", "entity", "entities"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found: `problems` in plain words, and the digests as computed from the rows."""

    problems: tuple[str, ...]
    content_digest: str
    vector_digest: str

    @property
    def ok(self) -> bool:
        """Is the artifact what it claims to be?"""
        return not self.problems


def verify(path: Path) -> Verification:
    """Checks the whole artifact; takes about as long as building its full text.

    Raises an ArtifactError when it cannot even be opened.
    """
    with open_artifact(path) as artifact:
        meta = artifact.meta
    con = connect(path)
    try:
        problems: list[str] = []
        for check in _CHECKS:
            try:
                problems += check(con, meta)
            except Exception as error:  # what damaged rows lead to cannot be foreseen; here it is a finding
                problems.append(f"{check.__name__.strip('_')}: {type(error).__name__}: {error}")
        return Verification(tuple(problems), *_digests(con))
    finally:
        con.close()


def _digests(con: apsw.Connection) -> tuple[str, str]:
    try:
        sums = digest.sums_of(con)
        return digest.content_digest(sums), digest.vector_digest(sums)
    except Exception:  # the checks have told why
        return "", ""


def _pages(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    for (line,) in con.execute("PRAGMA integrity_check").fetchall():
        if line != "ok":
            yield f"SQLite: {line}"


def _references(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    for table, column, target in _REFERENCES:
        dangling = con.execute(
            f"SELECT count(*) FROM {table} "
            f"WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {target})"
        ).get
        if dangling:
            yield f"{dangling} rows of {table} have a {column} that is not in {target}"
    unfounded = con.execute(
        """SELECT count(*) FROM evidence e
        LEFT JOIN relations r ON r.src = e.src AND r.dst = e.dst AND r.rel = e.rel WHERE r.src IS NULL"""
    ).get
    if unfounded:
        yield f"{unfounded} rows of evidence belong to no relation"


def _content(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    for path in digest.stale_documents(con):
        yield f"the rows of {path} do not have the digest recorded for them"
    sums = digest.sums_of(con)
    if digest.content_digest(sums) != meta["content_digest"]:
        yield "the content digest is not the one recorded"
    for table, total in sums.items():
        if digest.as_text(total) != meta.get(f"sum_{table}"):
            yield f"the sum of {table} is not the one recorded"
    for table, count in json.loads(meta["counts"]).items():
        found = con.execute(f"SELECT count(*) FROM {table}").get if table in schema.LOGICAL else count
        if found != count:
            yield f"{table} has {found} rows where {count} are recorded"


def _history(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    if history.digest(con) != meta.get("history_digest", history.EMPTY_DIGEST):
        yield "the history digest is not the one recorded"
    names: list[Any] = con.execute("SELECT path FROM history").fetchall()
    paths = {id63("doc", name) for (name,) in names}
    pairs: list[Any] = con.execute("SELECT a, b FROM cochanges").fetchall()
    if wrong := sum(1 for a, b in pairs if a >= b or a not in paths or b not in paths):
        yield f"{wrong} rows of cochanges are no pairs of paths in history"


def _vectors(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    dim = int(meta["dim"])
    total = digest.sum_of(con.execute("SELECT * FROM vectors"))
    if digest.vector_digest({"vectors": total}) != meta["vector_digest"]:
        yield "the vector digest is not the one recorded"
    wrong = con.execute("SELECT count(*) FROM vectors WHERE length(vec) <> ?", (dim,)).get
    if wrong:
        yield f"{wrong} vectors have not {dim} dimensions"
    unused = con.execute(
        "SELECT count(*) FROM vectors WHERE id NOT IN (SELECT vector FROM chunk_windows)"
    ).get
    if unused:
        yield f"{unused} vectors belong to no chunk"
    missing = con.execute(
        "SELECT count(*) FROM chunk_windows WHERE vector NOT IN (SELECT id FROM vectors)"
    ).get
    if missing and not meta.get("degraded_reason"):
        yield f"{missing} windows of chunks have no vector"


def _vec0(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    if not meta.get("vec0"):
        yield from vec0.problems(con, int(meta["dim"]))


def _graph(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    from graphrag_batch.artifact import csr

    stored: Any = dict(con.execute("SELECT name, value FROM graph_csr").fetchall())  # type: ignore[arg-type]
    if stored != csr.to_blobs(csr.from_relations(con)):
        yield "graph_csr does not hold the graph of entities and relations"


def _fulltext(con: apsw.Connection, meta: dict[str, str]) -> Iterator[str]:
    fresh = apsw.Connection("")
    try:
        for table in fulltext.COLUMNS:
            fresh.execute(schema.DERIVED[table])
        fulltext.refill(con, fresh)
        for table in fulltext.COLUMNS:
            sizes = f"SELECT id, sz FROM {table}_docsize ORDER BY id"
            if not _equal(con.execute(sizes), fresh.execute(sizes)):
                yield f"{table} does not have the rows it should"
            elif not _equal(_words(con, table), _words(fresh, table)):
                yield f"{table} does not hold the words of its rows"
    finally:
        fresh.close()


def _words(con: apsw.Connection, table: str) -> Iterable[Any]:
    con.execute(f"CREATE VIRTUAL TABLE temp.{table}_words USING fts5vocab(main, {table}, col)")
    return con.execute(f"SELECT term, col, doc, cnt FROM temp.{table}_words")


def _equal(one: Iterable[Any], other: Iterable[Any]) -> bool:
    return all(a == b for a, b in zip_longest(one, other))


_CHECKS: tuple[Callable[[apsw.Connection, dict[str, str]], Iterator[str]], ...] = (
    _pages, _references, _content, _history, _vectors, _vec0, _graph, _fulltext,
)  # fmt: skip
