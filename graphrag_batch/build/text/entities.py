"""The rows of entities of text, and the relations `same_as` between entities that are perhaps one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from graphrag_batch.build.text.naming import BULK, Book, entity_id
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.stages import names
from graphrag_batch.stages.relate import SAME_AS

if TYPE_CHECKING:
    from graphrag_batch.build.facts import Tables

Row = tuple[Any, ...]

MOST_DESCRIPTION = 400

_DEFINED = """SELECT e.chunk, e.start, e.end FROM relations r
    JOIN evidence e ON e.src = r.src AND e.dst = r.dst AND e.rel = r.rel
    WHERE r.dst = ? AND r.rel = 'defines' ORDER BY e.confidence DESC, e.doc, e.start LIMIT 1"""
_EMPHASIS = re.compile(r"\*\*|`+|(?<!\w)__?(?=\w)|(?<=\w)__?(?!\w)")
_DOUBTED = """SELECT s.entity, o.entity FROM roots o JOIN doubts d ON d.other = o.norm
    JOIN roots s ON s.norm = d.norm"""
_TOLD = f"SELECT DISTINCT src FROM relations WHERE rel = '{SAME_AS}'"
_NAMED = "SELECT chunk FROM mentions WHERE entity = ? ORDER BY doc, start LIMIT 1"


class TextEntities:
    """Makes rows from what `tables` hold now: names, evidence and mentions are up to date. `whole`: of so
    many that reading all names at once is faster."""

    def __init__(self, tables: Tables, *, whole: bool) -> None:
        self._tables = tables
        self._book = Book(tables, whole)

    def row(self, entity: int) -> Row | None:
        """The row of an entity of text, its popularity not counted yet; None of any other."""
        members = self._tables.execute("SELECT norm, root, type FROM roots WHERE entity = ?", (entity,))
        if not members or entity_id(members[0][1]) != entity:
            return None
        stats = [stat for norm, *_ in sorted(members) if (stat := self._book.stat(norm))]
        fields = names.entity_of(stats)
        chunk, description = self._definition(entity)
        return (
            entity, members[0][2], fields.name, members[0][1], canonical_json(fields.aliases), description, 0,
            None, None, chunk, "definite",
        )  # fmt: skip

    def _definition(self, entity: int) -> tuple[int | None, str]:
        """The chunk to read of it first, and the sentence that says what it is."""
        for chunk, start, end in self._tables.execute(_DEFINED, (entity,)):
            text, at = self._tables.execute("SELECT text, start FROM chunks WHERE id = ?", (chunk,))[0]
            return chunk, _plain(text[max(0, start - at) : max(0, end - at)])[:MOST_DESCRIPTION]
        found = self._tables.execute(_NAMED, (entity,))
        return (found[0][0] if found else None), ""

    # ---- perhaps the same -----------------------------------------------------------------------

    def concerned(self, entities: set[int]) -> set[int]:
        """The entities whose relations `same_as` may change with these: of those that are or were perhaps
        one with another, themselves, and those that are with them."""
        ask = self._tables.execute
        if len(entities) > BULK:
            found = {src for src, dst in ask(_DOUBTED) if src in entities or dst in entities}
            return found | {src for (src,) in ask(_TOLD) if src in entities}
        found = {src for entity in entities for src, _ in ask(f"{_DOUBTED} WHERE o.entity = ?", (entity,))}
        return found | entities

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
