"""The semantic view: how near a query's vector is to each chunk's nearest window."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog, Floats, Positions

NEAREST = 2_000
# Models that read English; in other scripts their vectors say little (FACTS: zh .225, ru .163).
ENGLISH_MODELS = ("minilm",)
WEAK = 0.15


class Semantic:
    """The artifact's vectors in memory, and which chunk each belongs to."""

    def __init__(self, artifact: Artifact, catalog: Catalog) -> None:
        self._catalog = catalog
        self._matrix = artifact.matrix()
        rows = artifact.execute("SELECT chunk, vector FROM chunk_windows ORDER BY chunk, ordinal")
        windows = np.array(rows, dtype=np.int64).reshape(-1, 2)
        known = np.isin(windows[:, 1], self._matrix.ids)
        chunks, vectors = catalog.chunks_of(windows[known, 0]), windows[known, 1]
        order = np.argsort(chunks, kind="stable")
        self._chunks: Positions = chunks[order]
        self._vectors: Positions = np.searchsorted(self._matrix.ids, vectors[order])

    def __len__(self) -> int:
        return len(self._vectors)

    def search(self, query: NDArray[np.float32]) -> Floats:
        """(chunks,) cosine of each chunk's nearest window; 0 beyond the `NEAREST` vectors and below."""
        ids, scores = self._matrix.search(query, NEAREST)
        vectors = np.zeros(len(self._matrix), dtype=np.float32)
        vectors[np.searchsorted(self._matrix.ids, ids)] = scores
        chunks = np.zeros(len(self._catalog.chunk_ids), dtype=np.float32)
        np.maximum.at(chunks, self._chunks, vectors[self._vectors])
        return chunks

    def focus(self, query: NDArray[np.float32], chunk: int) -> float:
        """Where in a chunk its nearest window begins, as a share of the chunk's length."""
        first, last = np.searchsorted(self._chunks, [chunk, chunk + 1]).tolist()
        if last - first < 2:
            return 0.0
        vectors = self._vectors[first:last]
        cosines = self._matrix.codes[vectors] @ query / self._matrix.norms[vectors]
        return float(int(np.argmax(cosines)) / (last - first))


def trust(text: str, model: str) -> float:
    """How much a model's vectors are to be believed for a query: 1, or less where it cannot read the
    script that most letters of the query are written in."""
    if not any(name in model.lower() for name in ENGLISH_MODELS):
        return 1.0
    letters = [c for c in text[:1000] if c.isalpha()]
    latin = sum(c.isascii() or unicodedata.name(c, "").startswith("LATIN") for c in letters)
    return 1.0 if 2 * latin >= len(letters) else WEAK
