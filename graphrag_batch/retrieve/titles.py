"""From what a text mentions to the documents that are about it: the one titled so, those whose title says
more after the name, the one that defines it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

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

    def meant(self, entity: int, surface: str) -> tuple[tuple[int, float], ...]:
        """The documents about an entity that is named so (positions), and how likely each is the one. Titles
        come before what names are one with."""
        row = self._known([entity]).get(entity)
        return tuple(self._about(surface, None if row is None or self._titled(surface) else row))

    def _known(self, entities: Sequence[int]) -> dict[int, _Row]:
        rows = self._artifact.execute(
            f"""SELECT e.id, e.popularity, e.doc, e.description <> '', c.doc FROM entities e
                LEFT JOIN chunks c ON c.id = e.chunk WHERE e.id IN ({", ".join("?" * len(entities))})""",
            entities,
        )
        return {row[0]: _Row(*row[1:]) for row in rows}

    def _about(self, surface: str, row: _Row | None) -> Found:
        """What has its name for a title, else what has more in its title, else what defines it."""
        sure = 1.0
        docs = [row.doc] if row and row.doc is not None else self._titled(surface)
        if not docs:
            docs, sure = self._qualified(surface), QUALIFIED
        if not docs and row and row.defined and row.definition is not None:
            docs, sure = [row.definition], DEFINED
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

    def _qualified(self, surface: str) -> list[Any]:
        """Documents with titles like `David Bradley (director)` and `Albert III, Duke of Bavaria`."""
        name = norm(surface)
        rows = self._artifact.execute(
            """SELECT id FROM anchors WHERE norm >= ? AND norm < ?
                UNION SELECT id FROM anchors WHERE norm >= ? AND norm < ? ORDER BY id LIMIT ?""",
            (f"{name} (", f"{name} )", f"{name}, ", f"{name},!", MOST_SHARING + 1),
        )
        return [row[0] for row in rows] if name and len(rows) <= MOST_SHARING else []


def _plain(name: str) -> str:
    return " ".join(name.casefold().split()).strip(" .,:;!?\"'")
