"""The graph around what was found: seeds, the documents a walk leads to, and how to tell of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from graphrag_batch.retrieve.walk import HOP, QUIET, Reached, edges_of, rarity, walk

if TYPE_CHECKING:
    from graphrag_batch.artifact.csr import Csr
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog, Floats
    from graphrag_batch.retrieve.values import Hit

MOST_ENTITIES = 20
# Each answer pays for its edges with room for text, and the hits say most of it: few, and only the telling.
MOST_EDGES = 4
# What a hit's breadcrumb says.
_TOLD = frozenset({"part_of", "defines"})
_MOST_ROWS = 2_000


# Source and target (node positions), relation.
_Edge = tuple[int, int, str]


@dataclass(slots=True, eq=False)
class Related:
    """A walk's result. `documents` (documents,) is the best score of an entity in each document that was
    reached from another document, `why` how it was and `edge` over which (source, target, relation);
    `reached` has all nodes by position."""

    documents: Floats
    why: dict[int, str] = field(default_factory=dict)
    edge: dict[int, _Edge] = field(default_factory=dict)
    reached: dict[int, Reached] = field(default_factory=dict)
    rels: frozenset[str] = frozenset()


class Surroundings:
    """The graph of one artifact."""

    def __init__(self, artifact: Artifact, catalog: Catalog) -> None:
        self._artifact = artifact
        self._catalog = catalog

    @cached_property
    def _graph(self) -> Csr:
        return self._artifact.graph()

    @cached_property
    def _quiet(self) -> frozenset[int]:
        marks = ", ".join("?" * len(QUIET))
        rows = self._artifact.execute(f"SELECT id FROM entities WHERE type IN ({marks})", sorted(QUIET))
        nodes = (self._graph.position(entity) for (entity,) in rows)
        return frozenset(node for node in nodes if node is not None)

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations that the graph has."""
        return self._graph.names

    def seeds(
        self, entities: Mapping[int, float], chunks: Sequence[int], scores: Sequence[float]
    ) -> dict[int, float]:
        """Node positions to start from: entities the query names, and the documents, sections and
        definitions that begin in the best chunks, in proportion to the chunks' scores."""
        best = max(scores, default=0.0) or 1.0
        strength = {int(self._catalog.chunk_ids[c]): s / best for c, s in zip(chunks, scores, strict=True)}
        docs = {
            int(self._catalog.doc_ids[self._catalog.chunk_docs[c]]): s / best
            for c, s in zip(chunks, scores, strict=True)
        }
        marks = ", ".join("?" * len(docs))
        rows = self._artifact.execute(
            f"SELECT id, chunk FROM entities WHERE doc IN ({marks}) ORDER BY id LIMIT {_MOST_ROWS}",
            tuple(docs),
        )
        wanted = (
            docs | {entity: strength[chunk] for entity, chunk in rows if chunk in strength} | dict(entities)
        )
        nodes = ((self._graph.position(entity), score) for entity, score in wanted.items())
        return {node: score for node, score in nodes if node is not None}

    def walk(self, seeds: Mapping[int, float], hops: int, rels: frozenset[str]) -> Related:
        """Where `hops` steps over these relations lead."""
        near = Related(np.zeros(len(self._catalog.doc_ids), dtype=np.float32))
        near.reached, near.rels = walk(self._graph, seeds, hops, rels, quiet=self._quiet), rels
        rows = self._entities(near.reached)
        begun = {rows[node]["doc"] for node in seeds if node in rows}
        for node, row in rows.items():
            reached = near.reached[node]
            if not reached.hops or row["doc"] is None or row["doc"] in begun:
                continue
            doc = int(self._catalog.docs_of([row["doc"]])[0])
            score = reached.score * rarity(self._graph, node, reached)
            if score > near.documents[doc]:
                near.documents[doc] = score
                near.why[doc] = _how(reached, rows[reached.source]["name"] if reached.source in rows else "?")
                ends = (reached.source, node) if reached.forward else (node, reached.source)
                near.edge[doc] = (*ends, reached.rel)
        return near

    def closeness(self, near: Related) -> tuple[Floats, Floats]:
        """(documents,) twice: how near the nearest entity of a document is, by hops, and by the relations
        walked. A seed is 1 in both, what was not reached 0."""
        hop, relation = (np.zeros(len(self._catalog.doc_ids), dtype=np.float32) for _ in range(2))
        for node, row in self._entities(near.reached).items():
            if row["doc"] is not None:
                doc, reached = int(self._catalog.docs_of([row["doc"]])[0]), near.reached[node]
                hop[doc] = max(hop[doc], HOP[reached.hops])
                relation[doc] = max(relation[doc], reached.relation)
        return hop, relation

    def describe(
        self, near: Related | None, hits: Sequence[Hit], most: int = MOST_EDGES
    ) -> tuple[tuple[dict[str, Any], ...], tuple[dict[str, Any], ...]]:
        """(entities, edges) of the hits shown: the `most` edges that explain why a hit is there or lead
        from one hit to another, those between files first; entities are their ends, and what the
        query names. Relations that were asked for are also shown where they lead elsewhere."""
        if near is None or not near.reached:
            return (), ()
        rows = self._entities(near.reached)
        edges = self._edges(near, rows, hits)
        best = sorted(edges, key=lambda edge: self._dullness(edge, rows, near))[:most]
        ends = list(dict.fromkeys(node for edge in best for node in edge[:2]))
        named = sorted(
            (node for node in rows if near.reached[node].hops == 0 and node not in ends),
            key=lambda node: (-near.reached[node].score, node),
        )
        entities = [self._entity(rows[node], near.reached[node]) for node in (ends + named)[:MOST_ENTITIES]]
        return tuple(entities), tuple(
            {"src": rows[src]["id"], "dst": rows[dst]["id"], "rel": rel} for src, dst, rel in best
        )

    def _edges(self, near: Related, rows: Mapping[int, dict[str, Any]], hits: Sequence[Hit]) -> set[_Edge]:
        chunks, paths = {hit.chunk_id for hit in hits}, {hit.path for hit in hits}
        docs = {doc for doc, path in enumerate(self._catalog.paths) if path in paths}
        doc_ids = {int(self._catalog.doc_ids[doc]) for doc in docs}
        # What is merely named in a hit is no place to go.
        places = {node: row for node, row in rows.items() if row["doc"] is not None}
        here = {node for node, row in places.items() if row["chunk"] in chunks or row["id"] in doc_ids}
        edges = {
            (node, other, rel) if forward else (other, node, rel)
            for node in sorted(here)
            for other, rel, forward, _ in edges_of(self._graph, node, near.rels)
            if other in (rows if near.rels else here)
        }
        edges |= {edge for doc, edge in near.edge.items() if doc in docs and {*edge[:2]} <= set(rows)}
        told = _TOLD - near.rels
        return {edge for edge in edges if edge[2] not in told and not self._of_itself(edge, rows)}

    def _of_itself(self, edge: _Edge, rows: Mapping[int, dict[str, Any]]) -> bool:
        """Whether a page merely has its own name in it."""
        src, dst, rel = edge
        return rel == "mentions" and rows[src]["doc"] is not None and rows[src]["doc"] == rows[dst]["doc"]

    def _dullness(
        self, edge: _Edge, rows: Mapping[int, dict[str, Any]], near: Related
    ) -> tuple[bool, float, int, int, str]:
        src, dst, rel = edge
        inside = rows[src]["doc"] == rows[dst]["doc"]
        return inside, -(near.reached[src].score + near.reached[dst].score), src, dst, rel

    def _entity(self, row: Mapping[str, Any], reached: Reached) -> dict[str, Any]:
        place = int(self._catalog.docs_of([row["doc"]])[0]) if row["doc"] is not None else None
        return {
            "id": row["id"],
            "type": row["type"],
            "name": row["name"],
            "path": self._catalog.paths[place] if place is not None else "",
            "chunk_id": row["chunk"] or 0,
            "hops": reached.hops,
        }

    def _entities(self, nodes: Iterable[int]) -> dict[int, dict[str, Any]]:
        """Rows of `entities` by node position."""
        ids = {int(self._graph.ids[node]): node for node in nodes}
        marks = ", ".join("?" * len(ids))
        rows = self._artifact.execute(
            f"SELECT id, type, name, doc, chunk FROM entities WHERE id IN ({marks})", tuple(ids)
        )
        names = ("id", "type", "name", "doc", "chunk")
        return {ids[row[0]]: dict(zip(names, row, strict=True)) for row in rows}


def _how(reached: Reached, source: str) -> str:
    """`source depends_on this`, or `this depends_on source`."""
    return f"{source} {reached.rel} this" if reached.forward else f"{reached.rel} {source}"
