"""The semantic view: how near a query's vector is to each chunk's nearest window, and how far that is to
be believed.

Models have cosines of their own: for text that has nothing to do with a question, MiniLM's are about .06,
multilingual-e5-small's about .80. All are brought to MiniLM's scale, by how many standard deviations they
lie over the mean, so that what is far counts as nothing whichever the model.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.embedders import minilm, traits_named
from graphrag_batch.embedders.traits import STUB, Traits
from graphrag_batch.errors import EndpointError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.artifact.vectors import Scores
    from graphrag_batch.records import Embedder
    from graphrag_batch.retrieve.catalog import Catalog, Floats, Positions

NEAREST = 2_000
# In other scripts than Latin, vectors of a model that reads English say little.
WEAK = 0.15
SCALE = minilm.TRAITS
# Of fewer vectors no mean is taken, of more than the most only some, evenly spread.
FEWEST, MOST_SAMPLED = 50, 4_096
NO_MODEL = "no embedding model is loaded"


@dataclass(frozen=True, slots=True, eq=False)
class Nearness:
    """A question's vector, (chunks,) how near each is to it, and how far that is to be believed, in 0..1.
    `foreign`: whether the model finds a text by a question in another language."""

    vector: NDArray[np.float32]
    cosines: Floats
    believed: float
    foreign: bool


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

    def search(self, query: NDArray[np.float32], traits: Traits = SCALE) -> Floats:
        """(chunks,) cosine of each chunk's nearest window, on MiniLM's scale; 0 beyond the `NEAREST` vectors
        and below."""
        ids, scores = self._matrix.search(query, NEAREST)
        scores = self._scaled(scores, query, traits)
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

    def _scaled(self, scores: Scores, query: NDArray[np.float32], traits: Traits) -> Scores:
        mean, spread = traits.unrelated, traits.spread
        if not spread and len(self._matrix) >= FEWEST:
            mean, spread = self._usual(query)
        if not spread or (mean, spread) == (SCALE.unrelated, SCALE.spread):
            return scores
        scaled: Scores = SCALE.unrelated + (scores - mean) / spread * SCALE.spread
        return scaled.clip(max=1.0)

    def _usual(self, query: NDArray[np.float32]) -> tuple[float, float]:
        """Mean and standard deviation of the cosines of a query to all vectors."""
        mean, moment = self._moments
        unit = query.astype(np.float64) / (np.linalg.norm(query) or 1.0)
        usual = float(unit @ mean)
        return usual, float(max(0.0, float(unit @ moment @ unit) - usual**2) ** 0.5)

    @cached_property
    def _moments(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Mean (dim,) and second moment (dim, dim) of the vectors' directions."""
        step = max(1, len(self._matrix) // MOST_SAMPLED)
        rows = self._matrix.codes[::step].astype(np.float64)
        rows /= np.maximum(self._matrix.norms[::step], 1.0)[:, None]
        return rows.mean(axis=0), rows.T @ rows / len(rows)


class Meaning:
    """The artifact's vectors, and the model that asks them. `embedder` may be set later; until then
    `degraded` may say why there is none."""

    def __init__(self, artifact: Artifact, catalog: Catalog, embedder: Embedder | None) -> None:
        self.embedder = embedder
        self.degraded = ""
        self._artifact, self._catalog = artifact, catalog
        self._last: tuple[Embedder, str, NDArray[np.float32]] | None = None

    @cached_property
    def semantic(self) -> Semantic:
        """The vectors, read when first asked."""
        return Semantic(self._artifact, self._catalog)

    def why_not(self, text: str) -> str:
        """Why this question cannot be asked by meaning, "" when it can."""
        told = self._artifact.meta.get("degraded_reason", "")
        if self.embedder is None:
            return self.degraded or told or NO_MODEL
        if not len(self.semantic):  # where nothing is indexed, nothing is lacking
            return told or ("the index has no vectors" if len(self._catalog.chunk_ids) else "")
        if str(self.embedder.dim) != self._artifact.meta["dim"]:
            return "the model's vectors have another dimension than the index's"
        try:
            self._vector(self.embedder, text)
        except EndpointError as error:
            return str(error)
        return ""

    def doubt(self) -> str:
        """What must be said of every answer by meaning, "" when nothing."""
        return STUB if self.embedder is not None and traits_named(self.embedder.name).stub else ""

    def near(self, text: str) -> Nearness | None:
        """How near everything is to a question; None without a model."""
        if self.embedder is None:
            return None
        traits = traits_named(self.embedder.name)
        vector = self._vector(self.embedder, text)
        foreign = traits.many_languages and not traits.stub
        return Nearness(vector, self.semantic.search(vector, traits), trust(text, traits), foreign)

    def _vector(self, embedder: Embedder, text: str) -> NDArray[np.float32]:
        """The last question's is kept: it may have come from far away."""
        if self._last is None or self._last[:2] != (embedder, text):
            self._last = embedder, text, embedder.embed_query(text)
        return self._last[2]


def trust(text: str, traits: Traits) -> float:
    """How much a model's vectors are to be believed for a query: 1, or less where it cannot read the
    script that most letters of the query are written in."""
    if traits.many_languages:
        return 1.0
    letters = [c for c in text[:1000] if c.isalpha()]
    latin = sum(c.isascii() or unicodedata.name(c, "").startswith("LATIN") for c in letters)
    return 1.0 if 2 * latin >= len(letters) else WEAK
