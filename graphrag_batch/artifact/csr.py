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
    names = sorted({*graph.names, *(row[2] for row in by.related)})
    if len(names) > MOST_RELATIONS:
        raise ValueError(f"{len(names)} relation names: at most {MOST_RELATIONS} fit one byte")
    ids = _without(graph.ids, _places(graph.ids, np.array(sorted(by.removed), dtype=np.int64)))
    ids = _with(ids, {*by.added, *(end for row in by.related for end in row[:2])})
    sources = np.repeat(np.arange(len(graph.ids)), np.diff(graph.indptr))
    code = np.searchsorted(names, graph.names) if graph.names else np.empty(0, dtype=np.int64)
    rels = code[graph.rels]
    held = _keys(len(graph.ids), sources, graph.indices, rels)
    gone = _places(held, np.sort(_keys_of(graph.ids, names, by.unrelated)))
    # Of the ids that stay, none overtakes another, so the edges that stay keep their order.
    moved = np.searchsorted(ids, graph.ids)
    keys = _without(_keys(len(ids), moved[sources], moved[graph.indices], rels), gone)
    come = _keys_of(ids, names, by.related)
    order = np.argsort(come)
    places = np.searchsorted(keys, come[order])
    weights = np.array([row[3] for row in by.related], dtype=np.float32)[order]
    return _compressed(
        names,
        ids,
        np.insert(keys, places, come[order]),
        np.insert(_without(graph.weights, gone), places, weights),
    )


def _empty() -> Csr:
    none = {name: np.empty(0, dtype=dtype) for name, dtype in _DTYPES.items()}
    none["indptr"] = none["back_indptr"] = np.zeros(1, dtype=np.int32)
    return Csr((), **none)


def _places(held: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.intp]:
    """Where ascending values stand in an ascending array. ValueError when they do not."""
    places = np.searchsorted(held, wanted)
    if len(wanted) and (places[-1] == len(held) or (held[places] != wanted).any()):
        raise ValueError("what is not there cannot go")
    return places


def _with(held: NDArray[np.int64], more: set[int]) -> NDArray[np.int64]:
    """An ascending array with values that it may hold already."""
    come = np.array(sorted(more), dtype=np.int64)
    places = np.searchsorted(held, come)
    if len(held):
        new = held[np.minimum(places, len(held) - 1)] != come
        come, places = come[new], places[new]
    return np.insert(held, places, come)


def _without(values: NDArray[Any], places: NDArray[np.intp]) -> NDArray[Any]:
    return np.delete(values, places) if len(places) else values


def _keys(nodes: int, src: NDArray[Any], dst: NDArray[Any], rels: NDArray[Any]) -> NDArray[np.int64]:
    """An edge between positions as one number, in the order of edges: fits 63 bits for up to 190 million
    nodes."""
    keys: NDArray[np.int64] = (src.astype(np.int64) * nodes + dst) * MOST_RELATIONS + rels
    return keys


def _keys_of(ids: NDArray[np.int64], names: Sequence[str], rows: Sequence[Edge]) -> NDArray[np.int64]:
    code = {name: n for n, name in enumerate(names)}
    src, dst = (np.searchsorted(ids, np.array([row[n] for row in rows], dtype=np.int64)) for n in (0, 1))
    return _keys(len(ids), src, dst, np.array([code.get(row[2], -1) for row in rows], dtype=np.int64))


def _compressed(
    names: Sequence[str], ids: NDArray[np.int64], keys: NDArray[np.int64], weights: NDArray[np.float32]
) -> Csr:
    pairs, codes = np.divmod(keys, MOST_RELATIONS)
    rows, columns = np.divmod(pairs, max(1, len(ids)))
    used = np.flatnonzero(np.bincount(codes, minlength=len(names)))
    rels = np.searchsorted(used, codes).astype(np.uint8)
    indptr, _ = compress(len(ids), rows)
    back_indptr, back = compress(len(ids), columns)
    return Csr(
        tuple(names[n] for n in used.tolist()), ids,
        indptr, columns.astype(np.int32), rels, weights,
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
    """The graph that `to_blobs` wrote. Raises KeyError, ValueError, IndexError when it is damaged, TypeError
    or RecursionError when it is none."""
    arrays = {name: np.frombuffer(blobs[name], dtype=dtype) for name, dtype in _DTYPES.items()}
    names = json.loads(blobs["names"])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("relations without a name")
    graph = Csr(tuple(names), **arrays)
    if (np.diff(graph.ids) <= 0).any():
        raise ValueError("nodes out of order")
    for prefix in ("", "back_"):
        indptr, indices, rels, weights = (
            arrays[prefix + name] for name in ("indptr", "indices", "rels", "weights")
        )
        if len(indptr) != len(graph.ids) + 1 or {len(indices), len(rels), len(weights)} != {int(indptr[-1])}:
            raise ValueError("arrays of different lengths")
        if indptr[0] != 0 or (np.diff(indptr) < 0).any():
            raise ValueError("edges that begin nowhere")
        if len(indices) and not 0 <= int(indices.min()) <= int(indices.max()) < len(graph.ids):
            raise ValueError("an edge to no node")
        if len(rels) and (int(rels.max()) >= len(names) or not np.isfinite(weights).all()):
            raise ValueError("an edge of no relation")
    return graph
