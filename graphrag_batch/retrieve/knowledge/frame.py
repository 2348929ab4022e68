"""The graph of one artifact in memory: what is read and measured once, when it is first asked for.

The measures (`stages.analyse`) are not stored: they cost a commit more than the rest of it, and an answer
that needs them a second at most on a hundred thousand entities, once for each process that serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from graphrag_batch.retrieve.described import ALIASES, words_of
from graphrag_batch.retrieve.knowledge import prominence
from graphrag_batch.retrieve.knowledge.markup import without_links
from graphrag_batch.retrieve.knowledge.values import Thing
from graphrag_batch.retrieve.walk import QUIET, relation_weight
from graphrag_batch.stages import analyse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphrag_batch.artifact.csr import Csr
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.stages.analyse import Both, Estimate, Floats, Net, Positions

MOST_ALIASES = 8
MOST_DESCRIPTION = 400
_BATCH = 500

# That a section is part of a file says little of either: such edges hold things together, and rank them less.
_STRUCTURE = {"part_of": 0.1, "defines": 0.3}

_THINGS = f"""SELECT e.id, e.type, e.name, {ALIASES}, e.description, e.chunk,
        coalesce(d.path, cd.path, ''),
        CASE WHEN e.id = e.doc THEN 1 ELSE coalesce(y.start_line, s.start_line, c.start_line, 0) END,
        e.doc IS NULL, c.doc, c.start, c.text, coalesce(cd.format, '')
    FROM entities e LEFT JOIN docs d ON d.id = e.doc LEFT JOIN symbols y ON y.id = e.id
    LEFT JOIN sections s ON s.id = e.id LEFT JOIN chunks c ON c.id = e.chunk
    LEFT JOIN docs cd ON cd.id = c.doc WHERE e.id IN ({{marks}})"""
_FIRST_MENTION = "SELECT min(start) FROM mentions WHERE doc = ? AND entity = ? AND chunk = ?"


class Knowledge:
    """What one artifact knows. Nodes are positions in `graph.ids`."""

    def __init__(self, artifact: Artifact) -> None:
        self.artifact = artifact

    @cached_property
    def graph(self) -> Csr:
        """The stored graph."""
        return self.artifact.graph()

    @cached_property
    def _rows(self) -> tuple[tuple[str, ...], NDArray[np.uint8], NDArray[np.int64]]:
        rows = self.artifact.execute("SELECT id, type, coalesce(doc, 0) FROM entities ORDER BY id")
        names = tuple(sorted({row[1] for row in rows}))
        code = {name: n for n, name in enumerate(names)}
        types = np.zeros(len(self.graph.ids), dtype=np.uint8)
        docs = np.zeros(len(self.graph.ids), dtype=np.int64)
        at = np.searchsorted(self.graph.ids, np.array([row[0] for row in rows], dtype=np.int64))
        types[at] = [code[row[1]] for row in rows]
        docs[at] = [row[2] for row in rows]
        return names, types, docs

    @property
    def type_names(self) -> tuple[str, ...]:
        """The types of entities that there are."""
        return self._rows[0]

    @property
    def types(self) -> NDArray[np.uint8]:
        """(nodes,) the place of each entity's type in `type_names`."""
        return self._rows[1]

    @property
    def docs(self) -> NDArray[np.int64]:
        """(nodes,) the id of each entity's document, 0 for one that belongs to none."""
        return self._rows[2]

    def defined(self, thing: Thing) -> bool:
        """Whether it is a definition in code."""
        node = self.graph.position(thing.id)
        return node is not None and bool(self.docs[node]) and thing.type not in ("document", "section")

    @cached_property
    def quiet(self) -> frozenset[int]:
        """Nodes that no walk goes through: what is dated alike has nothing in common."""
        codes = [n for n, name in enumerate(self.type_names) if name in QUIET]
        return frozenset(np.flatnonzero(np.isin(self.types, codes)).tolist())

    @cached_property
    def sources(self) -> Positions:
        """(edges,) the node that each edge of `graph.indices` leaves."""
        return np.repeat(np.arange(len(self.graph.ids)), np.diff(self.graph.indptr))

    @cached_property
    def net(self) -> Net:
        """The edges, weighed by what their relation is worth and by their confidence."""
        worth = np.array([_STRUCTURE.get(name, relation_weight(name)) for name in self.graph.names])
        weight = worth[self.graph.rels] * self.graph.weights if len(worth) else np.zeros(0)
        kept = weight > 0
        return analyse.Net(
            len(self.graph.ids),
            self.sources[kept],
            self.graph.indices[kept].astype(np.int64),
            weight[kept].astype(np.float64),
        )

    @property
    def both(self) -> Both:
        """The same without directions."""
        return self.net.both

    @cached_property
    def rank(self) -> Floats:
        """(nodes,) PageRank, 1 on average."""
        return analyse.pagerank(self.net)

    @cached_property
    def component(self) -> Positions:
        """(nodes,) connected component."""
        return analyse.components(self.both)

    @cached_property
    def community(self) -> Positions:
        """(nodes,) community, -1 for none."""
        return analyse.communities(self.both)

    @cached_property
    def modularity(self) -> float:
        """How good the communities are."""
        return analyse.modularity(self.both, self.community)

    @cached_property
    def betweenness(self) -> Estimate:
        """(nodes,) how many shortest paths lead through a node."""
        return analyse.betweenness(self.both)

    @cached_property
    def clustering(self) -> Estimate:
        """(nodes,) how many of a node's neighbours are neighbours."""
        return analyse.clustering(self.both)

    def best(self, nodes: NDArray[Any] | Sequence[int]) -> list[int]:
        """Nodes by PageRank, the smaller id first where that is equal."""
        nodes = np.asarray(nodes, dtype=np.int64)
        return [int(node) for node in nodes[np.lexsort((nodes, -self.rank[nodes]))]]

    def prominent(self, nodes: NDArray[Any] | Sequence[int]) -> list[int]:
        """Nodes by what matters most (`prominence`)."""
        nodes = np.asarray(nodes, dtype=np.int64)
        return [int(node) for node in nodes[np.lexsort((nodes, -self.rank[nodes], self._apart[nodes]))]]

    @cached_property
    def told(self) -> NDArray[np.bool_]:
        """(nodes,) whether an entity may stand among the most important."""
        return prominence.told(self)

    @cached_property
    def _apart(self) -> NDArray[np.int64]:
        named = prominence.named_from(self)
        return np.where(self.told, (named < prominence.SEVERAL).astype(np.int64), 2)

    def nodes_of(self, ids: Iterable[int]) -> list[int]:
        """The nodes of entities, in order; what is no node is left out."""
        found = (self.graph.position(entity) for entity in ids)
        return [node for node in found if node is not None]

    def things(self, nodes: Sequence[int]) -> dict[int, Thing]:
        """What there is to tell of these nodes."""
        wanted = sorted({int(self.graph.ids[node]) for node in nodes})
        rows: list[tuple[Any, ...]] = []
        for first in range(0, len(wanted), _BATCH):
            some = wanted[first : first + _BATCH]
            marks = ", ".join("?" * len(some))
            rows += self.artifact.execute(_THINGS.format(marks=marks), some)
        found = {row[0]: self._thing(row) for row in rows}
        return {
            node: found[int(self.graph.ids[node])] for node in nodes if int(self.graph.ids[node]) in found
        }

    def _thing(self, row: tuple[Any, ...]) -> Thing:
        key, kind, name, aliases, description, chunk, path, line, free, doc, start, text, format = row
        description = without_links(description, format)
        node = self.graph.position(key)
        if free and chunk is not None:
            at = self.artifact.execute(_FIRST_MENTION, (doc, key, chunk))[0][0]
            line += text.count("\n", 0, max(0, at - start)) if at is not None else 0
        return Thing(
            id=key,
            type=kind,
            name=name,
            path=path,
            line=line,
            chunk_id=chunk or 0,
            aliases=words_of(aliases)[:MOST_ALIASES],
            # A heading that is but the name says nothing.
            description="" if description.casefold() == name.casefold() else description[:MOST_DESCRIPTION],
            rank=float(self.rank[node]) if node is not None else 0.0,
            links=int(self.both.degree[node]) if node is not None else 0,
        )
