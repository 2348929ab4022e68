"""The corpus stages: what documents add to the graph, and what they know of one another.

The graph is the sum of what each document adds. That is a function of the document's own rows and of the
answers to the names it asked for (`names`), so after a change only the documents that changed, and those
that asked for a name which now has another answer, are looked at. A build from nothing is the same call with
everything changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from graphrag_batch.build import facts
from graphrag_batch.build.names import World, askers, keyed, packed
from graphrag_batch.errors import ArtifactCorrupt
from graphrag_batch.fingerprint import id63
from graphrag_batch.stages.imports import package_offers, resolve_imports
from graphrag_batch.stages.link import resolve_links
from graphrag_batch.stages.relate import COUNTED, DOC, POPULARITY, relate, url_entity, with_popularity

if TYPE_CHECKING:
    from graphrag_batch.artifact.write import ArtifactWriter
    from graphrag_batch.build.facts import Facts
    from graphrag_batch.build.work import Work
    from graphrag_batch.stages.relate import Graph

Row = tuple[Any, ...]

# As many documents are read once and kept until they are resolved; more are read twice.
KEPT = 20_000

_ENTITIES = "SELECT * FROM entities WHERE doc IN (SELECT doc FROM temp.chosen)"
# All relations and evidence of a document begin at its own entities.
_OWN = "WHERE src IN (SELECT id FROM entities WHERE doc IN (SELECT doc FROM temp.chosen))"


@dataclass(slots=True)
class _Share:
    """What some documents hold in the corpus tables."""

    offers: set[tuple[int, int]] = field(default_factory=set)
    entities: dict[int, Row] = field(default_factory=dict)
    relations: set[Row] = field(default_factory=set)
    evidence: set[Row] = field(default_factory=set)
    urls: dict[int, str] = field(default_factory=dict)


class CorpusStage:
    """Brings the corpus tables of `writer` up to date: `leave` before rows of documents go, `skip` when
    the list of skipped paths changes, `update` at the end."""

    def __init__(self, writer: ArtifactWriter, work: Work) -> None:
        self._writer = writer
        self._work = work
        self._old = _Share()
        self._new = _Share()
        self._kept: list[Facts] = []

    def leave(self, docs: Sequence[int]) -> None:
        """Notes what documents hold, while their rows are still there."""
        for found in facts.read(self._writer, docs, links=False):
            self._old.offers |= keyed(found.offers())
        self._note_held(docs, entities=True)

    def skip(self, before: Iterable[str], after: Iterable[str]) -> None:
        """Takes notice of paths that were skipped, and of those that are now."""
        for share, paths in ((self._old, before), (self._new, after)):
            for path in paths:
                share.offers |= keyed(package_offers(id63("doc", path), path))

    def update(self, arrived: Sequence[int]) -> None:
        """Makes the corpus tables those of the documents there are now. `arrived` are the documents whose
        rows are new; what left has been noted."""
        old, new = self._old, self._new
        if len(arrived) <= KEPT:
            self._kept = list(facts.read(self._writer, arrived))
        for found in self._kept or facts.read(self._writer, arrived, links=False):
            new.offers |= keyed(found.offers())
        self._writer.change("offers", old.offers - new.offers, new.offers - old.offers)
        asking = self._askers({key for key, _ in old.offers ^ new.offers}, set(arrived))
        self._note_held(asking, entities=False)
        self._resolve(arrived, asking)
        self._count()
        for table in ("relations", "evidence"):
            before, after = getattr(old, table), getattr(new, table)
            self._writer.change(table, before - after, after - before)
        changed = {key for key in old.entities.keys() | new.entities.keys()
                   if old.entities.get(key) != new.entities.get(key)}  # fmt: skip
        before, after = (
            [rows[key] for key in changed & rows.keys()] for rows in (old.entities, new.entities)
        )
        self._writer.change("entities", before, after)

    def _askers(self, changed: set[int], arrived: set[int]) -> list[int]:
        """The other documents that asked for a name that has another answer now."""
        if not changed:
            return []
        rows: Any = self._writer.execute("SELECT doc, keys FROM asked")
        return [doc for doc in askers(rows, changed) if doc not in arrived]

    def _note_held(self, docs: Sequence[int], *, entities: bool) -> None:
        if not docs:
            return
        self._writer.choose(docs)
        if entities:
            self._old.entities |= {row[0]: row for row in self._writer.execute(_ENTITIES)}
        self._old.relations.update(self._writer.execute(f"SELECT * FROM relations {_OWN}"))
        self._old.evidence.update(self._writer.execute(f"SELECT * FROM evidence {_OWN}"))

    def _resolve(self, arrived: Sequence[int], asking: Sequence[int]) -> None:
        """What documents add now; the entities of those that did not change are as they were."""
        world, new = World(self._writer, len(arrived) + len(asking)), self._new
        asked, others = [], frozenset(asking)
        came = self._kept or facts.read(self._writer, arrived)
        for found in chain(came, facts.read(self._writer, asking)):
            world.asked.clear()
            graph = contribution(found, world)
            if world.asked:
                asked.append((found.doc.id, packed(world.asked)))
            if found.doc.id not in others:
                new.entities |= {row[0]: row for row in graph.entities}
            new.relations.update(graph.relations)
            new.evidence.update(graph.evidence)
            new.urls |= graph.urls
            self._work.add("linked")
        self._writer.set_asked(asked)

    def _count(self) -> None:
        """Brings popularity up to date, and with it the outside resources: one is there as long as
        something points to it."""
        old, new = self._old, self._new
        change: Counter[int] = Counter()
        change.update(row[1] for row in new.relations if row[2] in COUNTED)
        change.subtract(row[1] for row in old.relations if row[2] in COUNTED)
        for key, row in new.entities.items():
            before = old.entities[key][POPULARITY] if key in old.entities else 0
            new.entities[key] = with_popularity(row, _natural(before + change.pop(key, 0)))
        for key, row in old.entities.items():
            if key not in new.entities and row[POPULARITY] + change.pop(key, 0):
                raise _wrong_count()
        self._count_elsewhere({key: by for key, by in change.items() if by})

    def _count_elsewhere(self, change: dict[int, int]) -> None:
        """The entities that no document of this change holds."""
        for key, by in change.items():
            for row in self._writer.execute("SELECT * FROM entities WHERE id = ?", (key,)):
                self._old.entities[key] = row
                count = _natural(row[POPULARITY] + by)
                if count or row[DOC] is not None:
                    self._new.entities[key] = with_popularity(row, count)
            if key not in self._old.entities:
                self._new.entities[key] = url_entity(self._new.urls[key], _natural(by))


def contribution(found: Facts, world: World) -> Graph:
    """What one document adds to the graph."""
    resolve = resolve_imports if found.format.startswith("code:") else resolve_links
    return relate(found.doc, found.sections, found.symbols, resolve(found.links, world))


def _natural(count: int) -> int:
    if count < 0:
        raise _wrong_count()
    return count


def _wrong_count() -> ArtifactCorrupt:
    return ArtifactCorrupt(
        "its graph does not add up", where="the earlier artifact", next_step="graphrag-batch index --full"
    )
