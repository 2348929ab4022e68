"""Digests of an artifact's rows: the same for equal content, whatever the order of its making.

The content digest covers every logical table but `meta` (which carries it) and `vectors` (whose
last bits may differ between processors, hence a digest of their own). Derived tables are left out.
A document's own rows have a digest in `docs.digest`. These digests, and the rows of every other table, have
a sum, of the BLAKE2b-512 of each modulo 2^512, which what comes and goes keeps up to date. So a build reads
only what changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from graphrag_batch.artifact import schema
from graphrag_batch.fingerprint import digest

if TYPE_CHECKING:
    import apsw

SUMMED = ("docs", *schema.CORPUS, "vectors")
"""The tables that have a sum, kept in meta under `sum_<table>`; that of `docs` is of their digests."""

_MODULUS = 1 << 512
_ENCODER = msgspec.msgpack.Encoder()

_OF_DOCUMENT = {
    "sections": "SELECT * FROM sections WHERE doc = ? ORDER BY ordinal, id",
    "chunks": "SELECT * FROM chunks WHERE doc = ? ORDER BY ordinal, id",
    "chunk_windows": """SELECT w.* FROM chunks c JOIN chunk_windows w ON w.chunk = c.id
        WHERE c.doc = ? ORDER BY w.chunk, w.ordinal""",
    "symbols": "SELECT * FROM symbols WHERE doc = ? ORDER BY id",
    "links": "SELECT * FROM links WHERE doc = ? ORDER BY ordinal",
    "redactions": "SELECT * FROM redactions WHERE doc = ? ORDER BY line, kind",
    "sketches": "SELECT * FROM sketches WHERE doc = ?",
    "extracts": "SELECT * FROM extracts WHERE doc = ?",
}


def document_digest(con: apsw.Connection, doc: int) -> str:
    """Digest of one document's stored rows; what `docs.digest` holds is not read."""
    tables: list[Any] = [row[:-1] for row in con.execute("SELECT * FROM docs WHERE id = ?", (doc,))]
    tables += [con.execute(sql, (doc,)).fetchall() for sql in _OF_DOCUMENT.values()]
    return digest(_ENCODER.encode(tables))


def content_digest(sums: Mapping[str, int]) -> str:
    """Digest of the content."""
    parts = [f"format {schema.FORMAT_VERSION}"]
    for table in ("docs", *schema.CORPUS):
        parts += [table, as_text(sums[table])]
    return digest(*parts)


def vector_digest(sums: Mapping[str, int]) -> str:
    """Digest of all vectors with their scales."""
    return digest("vectors", as_text(sums["vectors"]))


def sums_of(con: apsw.Connection) -> dict[str, int]:
    """The sums of all tables that have one, from their rows, taking `docs.digest` at its word."""
    columns = dict.fromkeys(SUMMED, "*") | {"docs": "digest"}
    return {table: sum_of(con.execute(f"SELECT {what} FROM {table}")) for table, what in columns.items()}


def sum_of(rows: Iterable[Any]) -> int:
    """The sum of rows in any order."""
    encode, blake2b = _ENCODER.encode, hashlib.blake2b
    return sum(int.from_bytes(blake2b(encode(row)).digest(), "big") for row in rows) % _MODULUS


def plus(total: int, more: int) -> int:
    """A sum with rows added to it, or (`more` negative) taken out."""
    return (total + more) % _MODULUS


def as_text(total: int) -> str:
    """A sum as 128 hex digits."""
    return f"{total:0128x}"


def stale_documents(con: apsw.Connection) -> list[str]:
    """Paths whose `docs.digest` is not the digest of their rows."""
    stored: list[Any] = con.execute("SELECT id, path, digest FROM docs ORDER BY path").fetchall()
    return [path for doc, path, value in stored if value != document_digest(con, doc)]
