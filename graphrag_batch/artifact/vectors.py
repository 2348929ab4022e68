"""Exact nearest neighbours over the artifact's int8 vectors, in memory or through vec0.

The query is quantised like the stored vectors. A dot product of int8 vectors is an integer below
2^24 (for up to 1,040 dimensions), so float32 arithmetic gives it exactly in whatever order the
processor adds: scores, and therefore results, are the same on every machine. Ties go to the
smaller id. All-zero vectors have no direction: they are never found, and find nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphrag_batch.artifact import vec0
from graphrag_batch.embedders.quantize import quantize

if TYPE_CHECKING:
    from collections.abc import Iterable

BLOCK = 256
EXACT_DIM = 1040
_VEC0_ERROR = 1e-5

Ids = NDArray[np.int64]
Scores = NDArray[np.float64]
Execute = Callable[[str, Sequence[Any]], "Iterable[tuple[Any, ...]]"]


@dataclass(frozen=True, slots=True, eq=False)
class VectorMatrix:
    """`ids` (n,) ascending, `codes` (n, dim) int8, `scales` (n,): vector ≈ codes · scale."""

    ids: Ids
    codes: NDArray[np.int8]
    scales: NDArray[np.float32]
    norms: Scores = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "norms", _norms(self.codes))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def dim(self) -> int:
        """Numbers in a vector; 0 when there is none."""
        return int(self.codes.shape[1])

    def search(self, query: NDArray[np.float32], k: int) -> tuple[Ids, Scores]:
        """Ids and cosines of the `k` nearest vectors, nearest first, ties by id.

        `query` is (dim,) of any length; fewer than `k` come back when there are not that many.
        Raises ValueError when the query's dimension is another, or it is not finite.
        """
        if not len(self):
            return _nothing()
        if query.shape != (self.dim,):
            raise ValueError(f"a query of shape {query.shape} in a space of {self.dim} dimensions")
        code = quantize(query[None, :])[0][0]
        if k < 1 or not code.any():
            return _nothing()
        return best(self.ids, self._cosines(code), k)

    def _cosines(self, code: NDArray[np.int8]) -> Scores:
        """(n,) cosines; -inf for all-zero vectors."""
        wide = code.astype(_wide(self.dim))
        dots = np.empty(len(self), dtype=wide.dtype)
        for rows, block in _blocks(self.codes):
            np.dot(block, wide, out=dots[rows])
        return _cosines(dots, self.norms, float(_norms(code[None, :])[0]))


def best(ids: Ids, scores: Scores, k: int) -> tuple[Ids, Scores]:
    """The `k` highest finite scores with their ids, highest first, ties by id."""
    keep = np.flatnonzero(scores > -np.inf)
    if k < len(keep):
        threshold = np.partition(scores[keep], len(keep) - k)[len(keep) - k]
        keep = keep[scores[keep] >= threshold]
    order = np.lexsort((ids[keep], -scores[keep]))[:k]
    return ids[keep][order], scores[keep][order]


def from_rows(rows: Sequence[tuple[int, float, bytes]], dim: int) -> VectorMatrix:
    """A matrix from (id, scale, `dim` bytes) rows in id order. ValueError for another length."""
    ids = np.array([row[0] for row in rows], dtype=np.int64)
    scales = np.array([row[1] for row in rows], dtype=np.float32)
    raw = b"".join([row[2] for row in rows])
    if len(raw) != len(rows) * dim or any(len(row[2]) != dim for row in rows):
        raise ValueError(f"a vector that has not {dim} bytes")
    return VectorMatrix(ids, np.frombuffer(raw, dtype=np.int8).reshape(len(rows), dim), scales)


def search_vec0(execute: Execute, query: NDArray[np.float32], k: int) -> tuple[Ids, Scores]:
    """What `VectorMatrix.search` gives, through the vec0 table: for one query, without loading all.

    vec0 rounds distances to float32 and orders ties by history, so its candidates are scored again
    exactly, and more of them are fetched while an unseen one could still belong to the best `k`.
    """
    code = quantize(query[None, :])[0][0]
    if k < 1 or not code.any():
        return _nothing()
    if k > vec0.MOST_NEIGHBOURS:
        raise ValueError(f"at most {vec0.MOST_NEIGHBOURS} neighbours, not {k}")
    fetch = min(2 * k + 16, vec0.MOST_NEIGHBOURS)
    while True:
        rows = list(execute(_NEAREST, (code.tobytes(), fetch)))
        found = from_rows([(key, 1.0, vec) for key, _, vec in rows], len(code)) if rows else None
        if found is None:
            return _nothing()
        ids, scores = best(found.ids, found._cosines(code), k)
        furthest = 1.0 - max(distance for _, distance, _ in rows)
        complete = len(rows) < fetch or (len(ids) == k and scores[-1] > furthest + _VEC0_ERROR)
        if complete or fetch == vec0.MOST_NEIGHBOURS:
            return ids, scores
        fetch = min(fetch * 4, vec0.MOST_NEIGHBOURS)


_NEAREST = f"""SELECT v.id, n.distance, v.vec FROM
    (SELECT rowid, distance FROM {vec0.TABLE} WHERE embedding MATCH vec_int8(?) AND k = ?) n
    JOIN vectors v ON v.id = n.rowid"""


def _wide(dim: int) -> np.dtype[Any]:
    return np.dtype(np.float32 if dim <= EXACT_DIM else np.float64)


def _blocks(codes: NDArray[np.int8]) -> Iterator[tuple[slice, NDArray[Any]]]:
    """Consecutive rows as floats, few enough to stay in the processor's cache; each block is valid
    until the next is asked for."""
    room = np.empty((min(BLOCK, len(codes)), codes.shape[1]), dtype=_wide(codes.shape[1]))
    for start in range(0, len(codes), BLOCK):
        rows = slice(start, min(start + BLOCK, len(codes)))
        block = room[: rows.stop - start]
        block[:] = codes[rows]
        yield rows, block


def _norms(codes: NDArray[np.int8]) -> Scores:
    """(n,) lengths of int8 vectors: the root of an exact integer."""
    squares = np.empty(len(codes), dtype=np.float64)
    for rows, block in _blocks(codes):
        squares[rows] = np.einsum("ij,ij->i", block, block)
    return np.sqrt(squares)


def _cosines(dots: NDArray[Any], norms: Scores, query_norm: float) -> Scores:
    lengths = norms * query_norm
    scores = np.full(len(dots), -np.inf)
    np.divide(dots, lengths, out=scores, where=lengths > 0)
    return scores


def _nothing() -> tuple[Ids, Scores]:
    return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64)
