"""A directed graph as compressed sparse rows: what `graph_csr` holds and graph walks read.

Nodes are numbered by position in the sorted array of ids. All arrays are little-endian whatever the
machine, so a stored graph is the same bytes everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphrag_batch.artifact.ledger import Edge, GraphChange
from graphrag_batch.fingerprint import canonical_json

if TYPE_CHECKING:
    import apsw

MOST_RELATIONS = 256

_DTYPES = {
    "ids": "<i8",
    "indptr": "<i4",
    "indices": "<i4",
    "rels": "|u1",
    "weights": "<f4",
    "back_indptr": "<i4",
    "back_indices": "<i4",
    "back_rels": "|u1",
    "back_weights": "<f4",
}


@dataclass(frozen=True, slots=True, eq=False)
class Csr:
    """Out-edges of node `i` are positions `indptr[i]:indptr[i + 1]` of `indices`, `rels` and
    `weights`; in-edges likewise in the `back_` arrays. `ids` (n,) are sorted entity ids, `names`
    the relation of each code in `rels`, `weights` the relations' confidence."""

    names: tuple[str, ...]
    ids: NDArray[np.int64]
    indptr: NDArray[np.int32]
    indices: NDArray[np.int32]
    rels: NDArray[np.uint8]
    weights: NDArray[np.float32]
    back_indptr: NDArray[np.int32]
    back_indices: NDArray[np.int32]
    back_rels: NDArray[np.uint8]
    back_weights: NDArray[np.float32]

    def position(self, entity: int) -> int | None:
        """Where an entity's id stands in `ids`, or None."""
        at = int(np.searchsorted(self.ids, entity))
        return at if at < len(self.ids) and self.ids[at] == entity else None


def compress(nodes: int, rows: NDArray[np.integer[Any]]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """(indptr, order) of edges that start at the node positions `rows`: `order` sorts them by row,
    and within a row keeps them as they came."""
    order = np.argsort(rows, kind="stable")
    indptr = np.zeros(nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(rows, minlength=nodes), out=indptr[1:])
    return indptr, order


def build(entities: Iterable[int], relations: Sequence[Edge]) -> Csr:
    """The graph of entity ids and (src, dst, rel, confidence) rows, in any order."""
    return change(None, GraphChange(added=list(entities), related=list(relations)))


def change(graph: Csr | None, by: GraphChange) -> Csr:
    """The graph (None: nothing yet) after a change, the same to the byte as one built anew. Raises
    ValueError when what goes is not there."""
    graph = graph or _empty()
    src, dst, rels, weights = _edges(graph)
    names = sorted({*graph.names, *(row[2] for row in by.related)})
    if len(names) > MOST_RELATIONS:
        raise ValueError(f"{len(names)} relation names: at most {MOST_RELATIONS} fit one byte")
    code = {name: n for n, name in enumerate(names)}
    rels = np.array([code[name] for name in graph.names], dtype=np.int64)[rels]
    ids = np.setdiff1d(graph.ids, _ids(by.removed), assume_unique=True)
    ids = np.union1d(ids, _ids([*by.added, *(end for row in by.related for end in row[:2])]))
    all_ids = np.union1d(ids, graph.ids)
    keep = ~np.isin(_keys(all_ids, src, dst, rels), _keys(all_ids, *_columns(by.unrelated, code)))
    if len(keep) - keep.sum() != len(by.unrelated):
        raise ValueError("a relation that is not there cannot go")
    more = _columns(by.related, code)
    src, dst, rels = (
        np.concatenate([old[keep], new]) for old, new in zip((src, dst, rels), more, strict=True)
    )
    weights = np.concatenate([weights[keep], np.array([row[3] for row in by.related], dtype=np.float32)])
    return _compressed(names, ids, src, dst, rels, weights)


def _empty() -> Csr:
    none = {name: np.empty(0, dtype=dtype) for name, dtype in _DTYPES.items()}
    none["indptr"] = none["back_indptr"] = np.zeros(1, dtype=np.int32)
    return Csr((), **none)


def _ids(values: Iterable[int]) -> NDArray[np.int64]:
    return np.unique(np.fromiter(values, dtype=np.int64))


def _edges(graph: Csr) -> tuple[NDArray[Any], ...]:
    """(src, dst, rel, weight) of every edge, with entity ids."""
    sources = np.repeat(graph.ids, np.diff(graph.indptr))
    return sources, graph.ids[graph.indices], graph.rels, graph.weights


def _columns(rows: Sequence[Edge], code: Mapping[str, int]) -> tuple[NDArray[np.int64], ...]:
    return (
        np.fromiter((row[0] for row in rows), dtype=np.int64),
        np.fromiter((row[1] for row in rows), dtype=np.int64),
        np.fromiter((code.get(row[2], -1) for row in rows), dtype=np.int64),
    )


def _keys(
    ids: NDArray[np.int64], src: NDArray[Any], dst: NDArray[Any], rels: NDArray[Any]
) -> NDArray[np.int64]:
    """One number per edge: fits 63 bits for up to 190 million entities."""
    pairs = np.searchsorted(ids, src) * len(ids) + np.searchsorted(ids, dst)
    keys: NDArray[np.int64] = pairs * MOST_RELATIONS + rels
    return keys


def _compressed(
    names: Sequence[str],
    ids: NDArray[np.int64],
    src: NDArray[Any],
    dst: NDArray[Any],
    rels: NDArray[Any],
    weights: NDArray[Any],
) -> Csr:
    order = np.lexsort((rels, dst, src))
    used, rels = np.unique(rels[order], return_inverse=True)
    rels, weights = rels.astype(np.uint8), weights[order].astype(np.float32)
    rows, columns = np.searchsorted(ids, src[order]), np.searchsorted(ids, dst[order])
    indptr, order = compress(len(ids), rows)
    back_indptr, back = compress(len(ids), columns)
    return Csr(
        tuple(names[n] for n in used.tolist()), ids,
        indptr, columns[order].astype(np.int32), rels[order], weights[order],
        back_indptr, rows[back].astype(np.int32), rels[back], weights[back],
    )  # fmt: skip


def from_relations(con: apsw.Connection) -> Csr:
    """The graph of the stored entities and relations."""
    entities: Any = (key for (key,) in con.execute("SELECT id FROM entities"))
    relations: Any = con.execute("SELECT src, dst, rel, confidence FROM relations").fetchall()
    return build(entities, relations)


def stored(con: apsw.Connection) -> Csr | None:
    """The stored graph, None where there is none."""
    blobs: Any = dict(con.execute("SELECT name, value FROM graph_csr").fetchall())  # type: ignore[arg-type]
    return from_blobs(blobs) if blobs else None


def store(con: apsw.Connection, graph: Csr) -> None:
    """Replaces the stored graph."""
    con.execute("DELETE FROM graph_csr")
    con.executemany("INSERT INTO graph_csr VALUES (?, ?)", sorted(to_blobs(graph).items()))


def to_blobs(graph: Csr) -> dict[str, bytes]:
    """The rows of `graph_csr`."""
    blobs = {"names": canonical_json(graph.names).encode()}
    for name, dtype in _DTYPES.items():
        blobs[name] = getattr(graph, name).astype(dtype, copy=False).tobytes()
    return blobs


def from_blobs(blobs: Mapping[str, bytes]) -> Csr:
    """The graph that `to_blobs` wrote. Raises KeyError, ValueError or IndexError when it is damaged."""
    arrays = {name: np.frombuffer(blobs[name], dtype=dtype) for name, dtype in _DTYPES.items()}
    graph = Csr(tuple(json.loads(blobs["names"])), **arrays)
    for prefix in ("", "back_"):
        indptr, indices = arrays[f"{prefix}indptr"], arrays[f"{prefix}indices"]
        sizes = {len(arrays[f"{prefix}{name}"]) for name in ("indices", "rels", "weights")}
        if len(indptr) != len(graph.ids) + 1 or sizes != {int(indptr[-1])}:
            raise ValueError("arrays of different lengths")
        if len(indices) and not 0 <= int(indices.min()) <= int(indices.max()) < len(graph.ids):
            raise ValueError("an edge to no node")
    return graph
