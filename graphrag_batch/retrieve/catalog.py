"""What a searcher keeps in memory of an artifact: which documents and chunks there are, as arrays.

Positions, not ids, go through the ranking: document `i` is row `i` of `doc_ids` and `paths`, chunk `j`
row `j` of `chunk_ids`. The chunks of a document stand together, in its own order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphrag_batch.artifact.read import Artifact

_REDACTED = "SELECT id, text FROM chunks WHERE doc IN (SELECT doc FROM redactions)"
_MARK = re.compile(r"\[redacted: [a-z0-9-]+\]")
_WORD = re.compile(r"[^\W_]")
Floats = NDArray[np.float32]
Positions = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Catalog:
    """`doc_ids` ascending with `paths` beside them, and which are `code`; `path_order` each path's place
    among all sorted; `chunk_ids` grouped by document, `chunk_docs` the document of each; `first` the
    position of each document's first chunk, with one more at the end; `telling` are the chunks that hold
    more than marks of what was taken out."""

    doc_ids: NDArray[np.int64]
    paths: tuple[str, ...]
    code: NDArray[np.bool_]
    path_order: Positions
    chunk_ids: NDArray[np.int64]
    chunk_docs: Positions
    first: Positions
    telling: NDArray[np.bool_]
    _by_id: Positions

    def docs_of(self, ids: Sequence[int]) -> Positions:
        """Positions of these document ids, all of which exist."""
        return np.searchsorted(self.doc_ids, np.asarray(ids, dtype=np.int64))

    def chunks_of(self, ids: Sequence[int] | NDArray[np.int64]) -> Positions:
        """Positions of these chunk ids, all of which exist."""
        wanted = np.asarray(ids, dtype=np.int64)
        at: Positions = self._by_id[np.searchsorted(self.chunk_ids, wanted, sorter=self._by_id)]
        return at

    def best_chunk_of_each(self, values: Floats) -> Floats:
        """(documents,) the highest of each document's chunks' `values`; 0 without chunks."""
        best = np.zeros(len(self.doc_ids), dtype=np.float32)
        filled = np.flatnonzero(self.first[1:] > self.first[:-1])
        if len(filled):
            best[filled] = np.maximum.reduceat(values, self.first[filled])
        return best

    def all_chunks_of_each(self, values: Floats) -> Floats:
        """(documents,) the mean of each document's chunks' `values`; 0 without chunks."""
        held = np.maximum(np.diff(self.first), 1)
        sums = np.bincount(self.chunk_docs, weights=values, minlength=len(self.doc_ids))
        return (sums / held).astype(np.float32)

    def several_chunks_of_each(self, values: Floats, most: int = 3, damping: float = 0.5) -> Floats:
        """(documents,) the sum of each document's `most` highest `values`, each damped once more than
        the one before."""
        found = np.flatnonzero(values > 0)
        found = found[np.lexsort((-values[found], self.chunk_docs[found]))]
        docs = self.chunk_docs[found]
        place = np.arange(len(found)) - np.searchsorted(docs, docs)
        kept = place < most
        damped = values[found[kept]] * damping ** place[kept]
        sums = np.bincount(docs[kept], weights=damped, minlength=len(self.doc_ids))
        return sums.astype(np.float32)


def load_catalog(artifact: Artifact) -> Catalog:
    """Reads two narrow columns of two tables: about a microsecond a row."""
    docs = artifact.execute("SELECT id, path, format LIKE 'code:%' FROM docs ORDER BY id")
    chunks = _columns(artifact.execute("SELECT id, doc FROM chunks ORDER BY doc, ordinal"), 2)
    doc_ids = np.array([row[0] for row in docs], dtype=np.int64)
    path_order = np.empty(len(docs), dtype=np.intp)
    path_order[sorted(range(len(docs)), key=lambda n: docs[n][1])] = np.arange(len(docs))
    chunk_docs = np.searchsorted(doc_ids, chunks[1])
    return Catalog(
        doc_ids=doc_ids,
        paths=tuple(row[1] for row in docs),
        code=np.array([row[2] for row in docs], dtype=np.bool_),
        path_order=path_order,
        chunk_ids=chunks[0],
        chunk_docs=chunk_docs,
        first=np.searchsorted(chunk_docs, np.arange(len(doc_ids) + 1)),
        telling=~np.isin(chunks[0], np.array(_without_a_word(artifact), dtype=np.int64)),
        _by_id=np.argsort(chunks[0], kind="stable"),
    )


def _without_a_word(artifact: Artifact) -> list[int]:
    """The chunks in which nothing is left besides such marks."""
    rows = artifact.execute(_REDACTED)
    return [chunk for chunk, text in rows if not _WORD.search(_MARK.sub("", text))]


def _columns(rows: list[tuple[Any, ...]], width: int) -> NDArray[np.int64]:
    """(width, n) int64 from rows of `width` integers."""
    return np.array(rows, dtype=np.int64).reshape(len(rows), width).T.copy()
