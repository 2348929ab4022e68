"""The rows of entities of text, and the relations `same_as` between entities that are perhaps one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from graphrag_batch.build.text.naming import entity_id
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.stages import names
from graphrag_batch.stages.relate import SAME_AS

if TYPE_CHECKING:
    from graphrag_batch.build.facts import Tables
    from graphrag_batch.build.text.naming import Book
    from graphrag_batch.stages.names import EntityFields

Row = tuple[Any, ...]

MOST_DESCRIPTION = 400

# Of entities that were chosen. CROSS JOIN: in this order, whatever SQLite thinks of their sizes.
_MEMBERS = """SELECT r.entity, r.root, r.type, r.norm FROM temp.chosen c
    CROSS JOIN roots r ON r.entity = c.doc ORDER BY r.entity, r.norm"""
_DEFINED = """SELECT e.dst, e.chunk, e.start, e.end FROM temp.chosen c
    CROSS JOIN relations r ON r.dst = c.doc AND r.rel = 'defines'
    CROSS JOIN evidence e ON e.src = r.src AND e.dst = r.dst AND e.rel = r.rel
    ORDER BY e.dst, e.confidence, e.doc DESC, e.start DESC, e.end DESC"""
_NAMED = """SELECT c.doc,
    (SELECT chunk FROM mentions m WHERE m.entity = c.doc ORDER BY m.doc, m.start LIMIT 1)
    FROM temp.chosen c"""
_EMPHASIS = re.compile(r"\*\*|`+|(?<!\w)__?(?=\w)|(?<=\w)__?(?!\w)")
_DOUBTFUL = f"""
    SELECT o.entity FROM temp.chosen c CROSS JOIN roots s ON s.entity = c.doc
        CROSS JOIN doubts d ON d.other = s.norm CROSS JOIN roots o ON o.norm = d.norm
    UNION SELECT c.doc FROM temp.chosen c CROSS JOIN roots s ON s.entity = c.doc
        CROSS JOIN doubts d ON d.norm = s.norm
    UNION SELECT r.src FROM temp.chosen c CROSS JOIN relations r ON r.src = c.doc AND r.rel = '{SAME_AS}'"""


class TextEntities:
    """Makes rows from what `tables` hold now: names, evidence and mentions are up to date. `book` holds the
    names, `called` what the entities of some roots are called."""

    def __init__(self, tables: Tables, book: Book, called: Mapping[str, EntityFields]) -> None:
        self._tables = tables
        self._book = book
        self._called = called

    def rows(self, entities: Iterable[int]) -> dict[int, Row]:
        """The rows of those that are entities of text, their popularity not counted yet."""
        self._tables.choose(sorted(entities))
        members: dict[int, list[Row]] = {}
        for entity, *row in self._tables.execute(_MEMBERS):
            members.setdefault(entity, []).append(tuple(row))
        found = {key: rows for key, rows in members.items() if entity_id(rows[0][0]) == key}
        told = self._definitions()
        first = dict(self._tables.execute(_NAMED))
        return {
            key: self._row(key, rows, *(told.get(key) or (first[key], ""))) for key, rows in found.items()
        }

    def _row(self, entity: int, members: list[Row], chunk: int | None, description: str) -> Row:
        root, type_, _ = members[0]
        fields = self._called.get(root)
        if fields is None:
            fields = names.entity_of([stat for *_, norm in members if (stat := self._book.stat(norm))])
        return (
            entity, type_, fields.name, root, canonical_json(fields.aliases), description, 0,
            None, None, chunk, "definite",
        )  # fmt: skip

    def _definitions(self) -> dict[int, tuple[int, str]]:
        """The chunk to read of each first, and the sentence that says what it is."""
        best = {entity: place for entity, *place in self._tables.execute(_DEFINED)}
        found = {}
        for entity, (chunk, start, end) in best.items():
            text, at = self._tables.execute("SELECT text, start FROM chunks WHERE id = ?", (chunk,))[0]
            found[entity] = chunk, _plain(text[max(0, start - at) : max(0, end - at)])[:MOST_DESCRIPTION]
        return found

    # ---- perhaps the same -----------------------------------------------------------------------

    def concerned(self, entities: set[int]) -> list[int]:
        """The entities whose relations `same_as` may change with these: of those that are or were perhaps
        one with another, themselves, and those that are with them."""
        self._tables.choose(sorted(entities))
        return [entity for (entity,) in self._tables.execute(_DOUBTFUL)]

    def same_as(self, entity: int, exists: Callable[[int], bool]) -> Iterator[Row]:
        """The relations `same_as` that begin at an entity."""
        if not exists(entity):
            return
        sql = """SELECT o.entity, d.score, d.meta FROM roots s JOIN doubts d ON d.norm = s.norm
            JOIN roots o ON o.norm = d.other WHERE s.entity = ? ORDER BY o.entity, d.score DESC, d.meta"""
        best: dict[int, tuple[float, int, str]] = {}
        for other, score, meta in self._tables.execute(sql, (entity,)):
            if other != entity and exists(other):
                first = best.get(other, (score, 0, meta))
                best[other] = (first[0], first[1] + 1, first[2])
        for other, (score, count, meta) in best.items():
            yield entity, other, SAME_AS, score, count, meta


def _plain(text: str) -> str:
    """A sentence without marks of emphasis and code, nor those of a definition list, on one line."""
    words = " ".join(_EMPHASIS.sub("", text).split())
    return words.replace(" : ", ": ")
