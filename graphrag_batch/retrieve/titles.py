"""From what a text mentions to the documents that are about it: the one titled so, those whose title says
more after the name, the one that defines it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from graphrag_batch.stages.names import norm

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog

# Documents whose titles begin with one name: of more, none is meant.
MOST_SHARING = 4
# What begins so may be another thing; where a thing is defined there may be more about it elsewhere.
QUALIFIED, DEFINED = 0.9, 0.7

Found = list[tuple[int, float]]


class _Row(NamedTuple):
    """What the entity is, as far as it matters here."""

    popularity: int
    doc: int | None
    defined: int
    definition: int | None


class Titles:
    """What the documents of one artifact are about."""

    def __init__(self, artifact: Artifact, catalog: Catalog) -> None:
        self._artifact = artifact
        self._catalog = catalog

    def of(self, doc: int) -> str:
        """The title of a document (its position)."""
        rows = self._artifact.execute(
            "SELECT title FROM docs WHERE id = ?", (int(self._catalog.doc_ids[doc]),)
        )
        return str(rows[0][0])

    def documents(self, mentioned: Collection[tuple[int, str]]) -> dict[tuple[int, str], Found]:
        """(entity, as it is written) → documents about it (positions), and how much each of them tells: the
        less, the more there are and the more often it is mentioned."""
        known = self._known(sorted({entity for entity, _ in mentioned}))
        found: dict[tuple[int, str], Found] = {}
        for entity, surface in mentioned:
            tells = self.rarity(known[entity][0]) if entity in known else 1.0
            found[entity, surface] = [
                (doc, tells * sure) for doc, sure in self._about(surface, known.get(entity))
            ]
        return found

    def meant(self, entity: int, surface: str) -> tuple[Found, Found]:
        """(documents that bear a name, those that define what it means), each with how likely it is the one.
        A title of just these words comes before one that the name is another name of."""
        row = self._known([entity]).get(entity)
        docs, sure = self._titled(surface), 1.0
        if not docs and row and row.doc is not None:
            docs = [row.doc]
        if not docs:
            docs, sure = self._begun(surface, " ("), QUALIFIED
        return self._found(docs, sure), self._found([] if docs else _definition(row), DEFINED)

    def _known(self, entities: Sequence[int]) -> dict[int, _Row]:
        rows = self._artifact.execute(
            f"""SELECT e.id, e.popularity, e.doc, e.description <> '', c.doc FROM entities e
                LEFT JOIN chunks c ON c.id = e.chunk WHERE e.id IN ({", ".join("?" * len(entities))})""",
            entities,
        )
        return {row[0]: _Row(*row[1:]) for row in rows}

    def _about(self, surface: str, row: _Row | None) -> Found:
        """What has its name for a title, else what has more in its title, else what defines it."""
        if docs := [row.doc] if row and row.doc is not None else self._titled(surface):
            return self._found(docs, 1.0)
        if docs := self._begun(surface, " (") or self._begun(surface, ", "):
            return self._found(docs, QUALIFIED)
        return self._found(_definition(row), DEFINED)

    def _found(self, docs: Sequence[int], sure: float) -> Found:
        return [(int(place), sure / len(docs)) for place in self._catalog.docs_of(docs)]

    def _titled(self, surface: str) -> list[int]:
        """Documents that share a title; those written just so, if any are."""
        rows = self._artifact.execute(
            "SELECT d.id, d.title FROM anchors a JOIN docs d ON d.id = a.id WHERE a.norm = ? LIMIT ?",
            (norm(surface), MOST_SHARING + 1),
        )
        same = [doc for doc, title in rows if _plain(title) == _plain(surface)]
        return same or ([doc for doc, _ in rows] if len(rows) <= MOST_SHARING else [])

    def rarity(self, popularity: int) -> float:
        """1 for what nothing points to, 0 for what as many things point to as there are documents."""
        return max(0.0, 1 - math.log1p(popularity) / math.log1p(len(self._catalog.doc_ids) + 1))

    def _begun(self, surface: str, mark: str) -> list[int]:
        """Documents whose titles go on after the name: `David Bradley (director)`, `Albert III, Duke …`."""
        name = norm(surface)
        first = name + mark
        rows = self._artifact.execute(
            "SELECT id FROM anchors WHERE norm >= ? AND norm < ? ORDER BY norm, id LIMIT ?",
            (first, first[:-1] + chr(ord(first[-1]) + 1), MOST_SHARING + 1),
        )
        return [row[0] for row in rows] if name and len(rows) <= MOST_SHARING else []


def _definition(row: _Row | None) -> list[int]:
    return [row.definition] if row and row.defined and row.definition is not None else []


def _plain(name: str) -> str:
    return " ".join(name.casefold().split()).strip(" .,:;!?\"'")
