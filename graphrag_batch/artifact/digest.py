"""Digests of an artifact's rows: the same for equal content, whatever the order of its making.

The content digest covers every logical table but `meta` (which carries it) and `vectors` (whose
last bits may differ between processors, hence a digest of their own). Derived tables are left out.
A document's own rows have a digest in `docs.digest`, so an incremental build reads only what changed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from graphrag_batch.artifact import schema
from graphrag_batch.fingerprint import DIGEST_BYTES, digest

if TYPE_CHECKING:
    import apsw

_ENCODER = msgspec.msgpack.Encoder()

_OF_DOCUMENT = {
    "sections": "SELECT * FROM sections WHERE doc = ? ORDER BY ordinal, id",
    "chunks": "SELECT * FROM chunks WHERE doc = ? ORDER BY ordinal, id",
    "chunk_windows": """SELECT w.* FROM chunks c JOIN chunk_windows w ON w.chunk = c.id
        WHERE c.doc = ? ORDER BY w.chunk, w.ordinal""",
    "symbols": "SELECT * FROM symbols WHERE doc = ? ORDER BY id",
    "links": "SELECT * FROM links WHERE doc = ? ORDER BY ordinal",
}
# Every corpus-wide table in the order of its primary key.
_OF_CORPUS = {
    "skipped": "SELECT * FROM skipped ORDER BY path",
    "entities": "SELECT * FROM entities ORDER BY id",
    "relations": "SELECT * FROM relations ORDER BY src, dst, rel",
    "evidence": "SELECT * FROM evidence ORDER BY src, dst, rel, chunk, start",
}


def document_digest(con: apsw.Connection, doc: int) -> str:
    """Digest of one document's stored rows; what `docs.digest` holds is not read."""
    tables: list[Any] = [row[:-1] for row in con.execute("SELECT * FROM docs WHERE id = ?", (doc,))]
    tables += [con.execute(sql, (doc,)).fetchall() for sql in _OF_DOCUMENT.values()]
    return digest(_ENCODER.encode(tables))


def content_digest(con: apsw.Connection) -> str:
    """Digest of the content, taking `docs.digest` at its word."""
    documents: list[Any] = sorted(value for (value,) in con.execute("SELECT digest FROM docs"))
    parts = [f"format {schema.FORMAT_VERSION}", "docs", digest(*documents)]
    for table, sql in _OF_CORPUS.items():
        parts += [table, _rows_digest(con, sql)]
    return digest(*parts)


def vector_digest(con: apsw.Connection) -> str:
    """Digest of all vectors with their scales."""
    return _rows_digest(con, "SELECT * FROM vectors ORDER BY id")


def stale_documents(con: apsw.Connection) -> list[str]:
    """Paths whose `docs.digest` is not the digest of their rows."""
    stored: list[Any] = con.execute("SELECT id, path, digest FROM docs ORDER BY path").fetchall()
    return [path for doc, path, value in stored if value != document_digest(con, doc)]


def _rows_digest(con: apsw.Connection, sql: str) -> str:
    h = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for row in con.execute(sql):
        h.update(_ENCODER.encode(row))
    return h.hexdigest()
