"""The corpus stages: what documents add to the graph, and what they know of one another.

The graph is the sum of what each document adds. That is a function of the document's own rows and of the
answers to the names it asked for (`names`), so after a change only the documents that changed, and those
that asked for a name which now has another answer, are looked at. The names of text are made from sums over
documents (`text`), and offered like any other. A build from nothing is the same call with everything changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from graphrag_batch.build import facts
from graphrag_batch.build.collecting import not_collecting
from graphrag_batch.build.names import World, askers, keyed, packed
from graphrag_batch.build.text.entities import TextEntities
from graphrag_batch.build.text.naming import Book, Naming, choose_terms
from graphrag_batch.build.text.settling import Settling
from graphrag_batch.build.text.sums import Sums, held, norm_of
from graphrag_batch.errors import ArtifactCorrupt
from graphrag_batch.fingerprint import id63
from graphrag_batch.stages import gazetteer
from graphrag_batch.stages.imports import package_offers
from graphrag_batch.stages.relate import (
    DOC,
    MENTIONS,
    POPULARITY,
    SAME_AS,
    UNCOUNTED,
    relations_of,
    url_entity,
    with_popularity,
)

if TYPE_CHECKING:
    from graphrag_batch.build.facts import Facts, Tables
    from graphrag_batch.build.work import Work
    from graphrag_batch.config import ExtractConfig
    from graphrag_batch.stages.names import EntityFields

Row = tuple[Any, ...]

# As many documents are read once and kept until they are resolved; more are read twice.
KEPT = 20_000

_CHOSEN = "SELECT * FROM entities WHERE id IN (SELECT doc FROM temp.chosen)"
_ENTITIES = "SELECT * FROM entities WHERE doc IN (SELECT doc FROM temp.chosen)"
_OF_DOCUMENTS = "WHERE doc IN (SELECT doc FROM temp.chosen)"
_NAMED = f"""SELECT * FROM relations WHERE rel = '{MENTIONS}'
    AND src IN (SELECT id FROM entities WHERE doc IN (SELECT doc FROM temp.chosen))"""
_RELATION = "SELECT * FROM relations WHERE src = ? AND dst = ? AND rel = ?"
_EVIDENCE = "SELECT * FROM evidence WHERE src = ? AND dst = ? AND rel = ?"


@dataclass(slots=True)
class _Share:
    """What some documents hold in the corpus tables. `relations` are those of which something changes. No two
    documents have a row in common: rows are in lists, nearly in the order in which they are written."""

    offers: set[tuple[int, int]] = field(default_factory=set)
    entities: dict[int, Row] = field(default_factory=dict)
    relations: list[Row] = field(default_factory=list)
    evidence: list[Row] = field(default_factory=list)
    mentions: list[Row] = field(default_factory=list)
    urls: dict[int, str] = field(default_factory=dict)


class CorpusStage:
    """Brings the corpus tables of `writer` up to date: `leave` before rows of documents go, `skip` when
    the list of skipped paths changes, `update` at the end."""

    def __init__(self, writer: Tables, work: Work, config: ExtractConfig) -> None:
        self._writer = writer
        self._work = work
        self._config = config
        self._old = _Share()
        self._new = _Share()
        self._sums = Sums()
        self._kept: list[Facts] = []
        # Entities of text of which something changes, besides how many relations lead to them.
        self._touched: set[int] = set()
        self._book: Book | None = None
        self._called: Mapping[str, EntityFields] = {}

    def leave(self, docs: Sequence[int]) -> None:
        """Notes what documents hold, while their rows are still there."""
        for found in facts.read(self._writer, docs, links=False):
            self._old.offers |= keyed(found.offers())
            self._sums.count(found.doc.id, held(found), -1)
        self._note_held(docs, entities=True)

    def skip(self, before: Iterable[str], after: Iterable[str]) -> None:
        """Takes notice of paths that were skipped, and of those that are now."""
        for share, paths in ((self._old, before), (self._new, after)):
            for path in paths:
                share.offers |= keyed(package_offers(id63("doc", path), path))

    @not_collecting()
    def update(self, arrived: Sequence[int]) -> None:
        """Makes the corpus tables those of the documents there are now. `arrived` are the documents whose
        rows are new; what left has been noted."""
        old, new = self._old, self._new
        if len(arrived) <= KEPT:
            self._kept = list(facts.read(self._writer, arrived))
        for found in self._kept or facts.read(self._writer, arrived, links=False):
            new.offers |= keyed(found.offers())
            self._sums.count(found.doc.id, held(found), 1)
        terms = self._rename()
        self._writer.change("offers", old.offers - new.offers, new.offers - old.offers)
        asking = self._askers({key for key, _ in old.offers ^ new.offers}, terms, set(arrived))
        self._note_held(asking, entities=False)
        self._resolve(arrived, asking)
        for table in ("evidence", "mentions"):
            self._writer.change(table, *_changes(getattr(old, table), getattr(new, table)))
        self._sum_evidence()
        self._count()
        self._write()

    def _rename(self) -> tuple[str, ...]:
        """Brings the names of text up to date; returns the terms of the gazetteer that changed."""
        changed = self._sums.apply(self._writer)
        terms = choose_terms(self._writer, self._config) if self._sums.moves_terms() else set[str]()
        changed.update(norm_of(term) for term in terms)
        self._work.add("named", len(changed))
        if changed:
            naming = Naming(self._writer, self._config, changed)
            result = naming.update()
            self._book, self._called = naming.book, result.fields
            self._old.offers |= result.gone
            self._new.offers |= result.come
            self._touched |= result.entities
        return tuple(sorted(terms))

    def _askers(self, changed: set[int], terms: Sequence[str], arrived: set[int]) -> list[int]:
        """The other documents that asked for a name that has another answer now, or may hold a term that
        the gazetteer gained or lost."""
        found: set[int] = set()
        if changed:
            rows: Any = self._writer.execute("SELECT doc, keys FROM asked")
            found.update(askers(rows, changed))
        if terms and self._writer.execute("SELECT count(*) FROM docs")[0][0] > len(arrived):
            found |= self._holding(terms)
        return sorted(found - arrived)

    def _holding(self, terms: Sequence[str]) -> set[int]:
        """Documents in which one of the terms may be; more than these at most."""
        phrases = [gazetteer.phrase(term) for term in terms]
        if None in phrases:
            return {doc for (doc,) in self._writer.execute("SELECT doc FROM extracts")}
        sql = """SELECT DISTINCT doc FROM chunks
            WHERE id IN (SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?)"""
        return {doc for phrase in phrases for (doc,) in self._writer.execute(sql, (phrase,))}

    def _note_held(self, docs: Sequence[int], *, entities: bool) -> None:
        if not docs:
            return
        self._writer.choose(docs)
        old = self._old
        if entities:
            old.entities |= {row[0]: row for row in self._writer.execute(_ENTITIES)}
        old.relations += self._writer.execute(_NAMED)
        old.evidence += self._writer.execute(f"SELECT * FROM evidence {_OF_DOCUMENTS}")
        old.mentions += self._writer.execute(f"SELECT * FROM mentions {_OF_DOCUMENTS}")

    def _resolve(self, arrived: Sequence[int], asking: Sequence[int]) -> None:
        """What documents add now; the entities of those that did not change are as they were."""
        world, new = World(self._writer, len(arrived) + len(asking)), self._new
        settling = Settling(self._writer, world)
        asked, others = [], frozenset(asking)
        came = self._kept or facts.read(self._writer, arrived)
        for found in chain(came, facts.read(self._writer, asking)):
            part = settling.contribution(found)
            if world.asked:
                asked.append((found.doc.id, packed(world.asked)))
            if found.doc.id not in others:
                new.entities |= {row[0]: row for row in part.graph.entities}
            new.relations += part.named
            new.evidence += part.graph.evidence
            new.mentions += part.mentions
            new.urls |= part.graph.urls
            self._work.add("linked")
        self._writer.set_asked(asked)

    def _sum_evidence(self) -> None:
        """The relations of which the evidence changes, before and after. The table of evidence is new, that
        of relations old."""
        old, new = self._old, self._new
        if not self._writer.execute("SELECT 1 FROM relations LIMIT 1"):
            new.relations += relations_of(new.evidence)
            return
        keys = {row[:3] for rows in _changes(old.evidence, new.evidence) for row in rows}
        for key in keys:
            old.relations += self._writer.execute(_RELATION, key)
        new.relations += relations_of(row for key in keys for row in self._writer.execute(_EVIDENCE, key))

    def _count(self) -> None:
        """Brings popularity up to date, and with it what is there only as long as something points to it:
        outside resources, entities of text."""
        old, new = self._old, self._new
        change: Counter[int] = Counter()
        change.update([row[1] for row in new.relations if row[2] not in UNCOUNTED])
        change.subtract([row[1] for row in old.relations if row[2] not in UNCOUNTED])
        for key, row in new.entities.items():
            before = old.entities[key][POPULARITY] if key in old.entities else 0
            new.entities[key] = with_popularity(row, _natural(before + change.pop(key, 0)))
        for key, row in old.entities.items():
            if key not in new.entities and row[POPULARITY] + change.pop(key, 0):
                raise _wrong_count()
        for mentions in _changes(old.mentions, new.mentions):
            self._touched.update([row[3] for row in mentions])
        for evidence in (old.evidence, new.evidence):
            self._touched.update([row[1] for row in evidence if row[2] == "defines"])
        self._touched.update([key for key, by in change.items() if by])
        # The chunks and sentences that describe an entity are found by relations.
        self._writer.change("relations", *_changes(old.relations, new.relations))
        text = self._text()
        self._count_elsewhere(change, text)
        self._doubt(text)

    def _count_elsewhere(self, change: Counter[int], text: TextEntities) -> None:
        """The entities that no document of this change holds."""
        old, new = self._old, self._new
        elsewhere = sorted(self._touched - old.entities.keys() - new.entities.keys())
        self._writer.choose(elsewhere)
        known = {row[0]: row for row in self._writer.execute(_CHOSEN)}
        made = text.rows(key for key in elsewhere if key not in known or known[key][DOC] is None)
        for key in elsewhere:
            row = known.get(key)
            count = _natural((row[POPULARITY] if row else 0) + change[key])
            if row:
                old.entities[key] = row
            if row and row[DOC] is not None:
                new.entities[key] = with_popularity(row, count)
            elif count:
                new.entities[key] = with_popularity(
                    made.get(key) or row or url_entity(new.urls[key], 0), count
                )

    def _text(self) -> TextEntities:
        many = len(self._touched) > KEPT
        if self._book is None or (many and not self._book.whole):
            self._book = Book(self._writer, many)
        return TextEntities(self._writer, self._book, self._called)

    def _doubt(self, text: TextEntities) -> None:
        """The relations between entities that are perhaps one, where something changes."""
        old, new = self._old, self._new
        born_or_gone = old.entities.keys() ^ new.entities.keys()
        before: set[Row] = set()
        after: set[Row] = set()
        for key in text.concerned(self._touched | born_or_gone):
            sql = f"SELECT * FROM relations WHERE src = ? AND rel = '{SAME_AS}'"
            before.update(self._writer.execute(sql, (key,)))
            after.update(text.same_as(key, self._exists))
        self._writer.change("relations", before - after, after - before)

    def _exists(self, entity: int) -> bool:
        if entity in self._new.entities:
            return True
        known = "SELECT 1 FROM entities WHERE id = ?"
        return entity not in self._old.entities and bool(self._writer.execute(known, (entity,)))

    def _write(self) -> None:
        old, new = self._old, self._new
        changed = {key for key in old.entities.keys() | new.entities.keys()
                   if old.entities.get(key) != new.entities.get(key)}  # fmt: skip
        before, after = (
            [rows[key] for key in changed & rows.keys()] for rows in (old.entities, new.entities)
        )
        self._writer.change("entities", before, after)


def _changes(old: list[Row], new: list[Row]) -> tuple[list[Row], list[Row]]:
    """The rows that go, and those that come."""
    if not (old and new):
        return old, new
    before, after = set(old), set(new)
    return [row for row in old if row not in after], [row for row in new if row not in before]


def _natural(count: int) -> int:
    if count < 0:
        raise _wrong_count()
    return count


def _wrong_count() -> ArtifactCorrupt:
    return ArtifactCorrupt(
        "its graph does not add up", where="the earlier artifact", next_step="graphrag-batch index --full"
    )
