"""Which names are one entity, kept up by what changes.

A name counts when a text makes it one (a strong mention, a title, an abbreviation explained), when two do so
weakly, or when the gazetteer holds it. Names that share a block are compared; each leads to the one it is
another name of, if any, and so on to a root, whose entity it is: the document titled so, if there is one,
else an entity of its own. All of this is a function of the sums. After a change the names whose sums changed
are looked at again, and those that share a block with them; nobody else can be concerned. A build from
nothing is the same call with everything changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphrag_batch.build.names import key_of
from graphrag_batch.build.text.sums import SEEN, TERM, UNTYPED, WEAK, norm_of
from graphrag_batch.fingerprint import canonical_json, id63
from graphrag_batch.stages import gazetteer, names
from graphrag_batch.textual import ENTITY_TYPES

if TYPE_CHECKING:
    from graphrag_batch.build.facts import Tables
    from graphrag_batch.config import ExtractConfig
    from graphrag_batch.stages.names import EntityFields, Link, NameStat

Row = tuple[Any, ...]
Offered = tuple[int, int]

TYPES = tuple(ENTITY_TYPES)
"""A type is offered as its number here."""
_NUMBER = {name: number for number, name in enumerate(TYPES)}
# With more names than this to look at, reading all rows at once is faster than one by one.
BULK = 1_000

_ROOT, _ENTITY, _TYPE = 2, 3, 4


@dataclass(slots=True)
class Renamed:
    """What a change did to names: offers that went and came; entities whose names changed, and what those
    whose names were looked at are called, by their roots."""

    gone: set[Offered] = field(default_factory=set)
    come: set[Offered] = field(default_factory=set)
    entities: set[int] = field(default_factory=set)
    fields: dict[str, EntityFields] = field(default_factory=dict)


def entity_id(root: str) -> int:
    """The id of the entity of text whose preferred name this is."""
    return id63("entity", root)


def choose_terms(tables: Tables, config: ExtractConfig) -> set[str]:
    """Brings the gazetteer up to date; returns the terms that came or went."""
    sql = "SELECT term, docs, weight FROM terms WHERE docs >= ? OR weight >= ?"
    rows: Any = tables.execute(sql, (config.gazetteer.min_freq, gazetteer.DEFINED_WEIGHT))
    after = {(term,) for term in gazetteer.choose(rows, config.gazetteer)}
    before = set(tables.execute("SELECT term FROM gazetteer"))
    tables.change("gazetteer", before - after, after - before)
    return {term for (term,) in before ^ after}


class Naming:
    """One change of names over `tables`, whose sums are up to date. `book` holds what they say then."""

    def __init__(self, tables: Tables, config: ExtractConfig, changed: Iterable[str]) -> None:
        self._tables = tables
        self._config = config
        self._changed = set(changed)
        first = not tables.execute("SELECT 1 FROM roots LIMIT 1")
        self.book = self._book = Book(tables, first or len(self._changed) > BULK)
        self._result = Renamed()

    def update(self) -> Renamed:
        """Brings blocks, roots and doubts up to date."""
        looked_at = {*self._changed, *self._change_blocks()}
        links = {norm: self._link(norm) for norm in sorted(looked_at) if self._book.stat(norm)}
        self._change_roots(links)
        self._change_doubts(links)
        return self._result

    def _change_blocks(self) -> set[str]:
        """The names that share a block with one that changed, before or after: what many share says nothing,
        so one name more can part others."""
        before: set[tuple[int, str]] = set()
        after: set[tuple[int, str]] = set()
        for norm in self._changed:
            before.update((key, norm) for key in self._book.keys(norm))
            if stat := self._book.stat(norm):
                after.update((key_of("block", key), norm) for key in names.block_keys(stat))
        keys = {key for key, _ in before | after}
        near = set[str]().union(*map(self._book.members, keys))
        self._tables.change("blocks", before - after, after - before)
        self._book.forget_blocks()
        return near.union(*map(self._book.members, keys))

    def _link(self, norm: str) -> Link:
        stat = self._book.stat(norm)
        assert stat is not None
        others = set[str]().union(*map(self._book.members, self._book.keys(norm))) - {norm}
        candidates = [found for other in sorted(others) if (found := self._book.stat(other))]
        return names.link(stat, candidates, self._config.names)

    # ---- roots ----------------------------------------------------------------------------------

    def _change_roots(self, links: dict[str, Link]) -> None:
        old = {norm: self._book.root_row(norm) for norm in self._changed | links.keys()}
        moved = {
            norm for norm, row in old.items()
            if (row[1] if row else None) != (links[norm].target if norm in links else None)
        }  # fmt: skip
        # Whoever leads to one of these has another root, another entity or another type.
        roots = {row[_ROOT] for norm, row in old.items() if row and (norm in moved or norm in self._changed)}
        looked_at = {norm for root in roots for norm in self._book.cluster(root)} | self._changed | moved
        targets = {norm: links[norm].target for norm in links}
        clusters: dict[str, list[str]] = {}
        for norm in looked_at:
            if self._book.stat(norm):
                clusters.setdefault(self._root(norm, targets), []).append(norm)
        whole = {  # with those that nothing happened to
            root: sorted({*members, *(set(self._book.cluster(root)) - looked_at)})
            for root, members in clusters.items()
        }
        self._write_roots(whole, targets, looked_at)

    def _root(self, norm: str, targets: dict[str, str]) -> str:
        while True:
            row = self._book.root_row(norm)
            target = targets.get(norm) or (row[1] if row else norm)
            if target == norm:
                return norm
            norm = target

    def _write_roots(
        self, clusters: dict[str, list[str]], targets: dict[str, str], looked_at: set[str]
    ) -> None:
        old: set[Row] = set()
        new: set[Row] = set()
        for root, members in clusters.items():
            stats = [stat for norm in members if (stat := self._book.stat(norm))]
            anchors = next(stat for stat in stats if stat.norm == root).anchors
            anchored = len(anchors) == 1
            fields = self._result.fields[root] = names.entity_of(stats)
            entity = anchors[0] if anchored else entity_id(root)
            type_ = fields.type if fields.type in _NUMBER else "concept"
            self._result.entities.add(entity)
            for norm in members:
                row = self._book.root_row(norm)
                target = targets.get(norm) or (row[1] if row else norm)
                new.add((norm, target, root, entity, type_))
            looked_at.update(members)
        for norm in looked_at:
            if row := self._book.root_row(norm):
                old.add(row)
        self._tables.change("roots", old - new, new - old)
        for rows, offers in ((old, self._result.gone), (new, self._result.come)):
            for norm, _, _, entity, type_ in rows:
                offers.add((key_of("name", norm), entity))
                offers.add((key_of("type", norm), _NUMBER[type_]))
            self._result.entities.update(row[_ENTITY] for row in rows)
        same = self._result.gone & self._result.come
        self._result.gone -= same
        self._result.come -= same
        self._book.forget_roots()

    # ---- doubts ---------------------------------------------------------------------------------

    def _change_doubts(self, links: dict[str, Link]) -> None:
        before: set[Row] = set()
        if self._tables.execute("SELECT 1 FROM doubts LIMIT 1"):
            for norm in self._changed | links.keys():
                before.update(self._book.doubts(norm))
        after = {
            (norm, other, score.total, canonical_json(score._asdict()))
            for norm, link in links.items()
            for other, score in link.doubts
        }
        self._tables.change("doubts", before - after, after - before)
        for norm, other, *_ in before ^ after:
            for row in (self._book.root_row(norm), self._book.root_row(other)):
                if row:
                    self._result.entities.add(row[_ENTITY])


def _counts(surfaces: Sequence[Row]) -> bool:
    """Whether a name counts by what texts make of it alone."""
    weak = sum(docs for _, type_, docs in surfaces if type_ == WEAK)
    return weak >= SEEN or any(type_ not in (TERM, WEAK) for _, type_, _ in surfaces)


class Book:
    """The names as the tables have them: read at once where many are asked for (`whole`), else one by one."""

    def __init__(self, tables: Tables, whole: bool) -> None:
        self.whole = whole
        self._tables = tables
        self._stats: dict[str, NameStat | None] = {}
        self._roots: dict[str, Row | None] = {}
        self._all_roots = whole
        self._blocks: dict[int, list[str]] | None = None
        self._keys: dict[str, list[int]] = {}
        self._clusters: dict[str, list[str]] | None = None
        self._terms = {norm_of(term) for (term,) in tables.execute("SELECT term FROM gazetteer")}
        if whole:
            self._read_all()

    def stat(self, norm: str) -> NameStat | None:
        """What is known of a name that counts; None of any other."""
        if norm not in self._stats:
            self._stats[norm] = None if self.whole else self._made(norm, *self._rows_of(norm))
        return self._stats[norm]

    def _rows_of(self, norm: str) -> tuple[Sequence[Row], Sequence[Row], Sequence[Row]]:
        ask = self._tables.execute
        return (
            ask("SELECT surface, type, docs FROM names WHERE norm = ?", (norm,)),
            ask("SELECT id FROM anchors WHERE norm = ?", (norm,)),
            ask(
                """SELECT long, docs FROM pairs WHERE short = ?
                UNION ALL SELECT short, docs FROM pairs WHERE long = ?""",
                (norm, norm),
            ),
        )

    def _made(
        self, norm: str, surfaces: Sequence[Row], anchors: Sequence[Row], pairs: Sequence[Row]
    ) -> NameStat | None:
        if not anchors and norm not in self._terms and not _counts(surfaces):
            return None
        known = [(s, "" if type_ in UNTYPED else type_, docs) for s, type_, docs in surfaces]
        return names.NameStat(
            norm, tuple(sorted(known)), tuple(sorted(id_ for (id_,) in anchors)), tuple(sorted(pairs))
        )

    def _read_all(self) -> None:
        ask = self._tables.execute
        kinds: list[dict[str, list[Row]]] = [{}, {}, {}]
        for norm, *row in ask("SELECT norm, surface, type, docs FROM names"):
            kinds[0].setdefault(norm, []).append(tuple(row))
        for norm, *row in ask("SELECT norm, id FROM anchors"):
            kinds[1].setdefault(norm, []).append(tuple(row))
        for short, long, docs in ask("SELECT short, long, docs FROM pairs"):
            kinds[2].setdefault(short, []).append((long, docs))
            kinds[2].setdefault(long, []).append((short, docs))
        for norm in dict.fromkeys((*kinds[0], *kinds[1], *self._terms)):
            self._stats[norm] = self._made(norm, *(kind.get(norm, ()) for kind in kinds))
        self._roots = {row[0]: row for row in ask("SELECT * FROM roots")}

    def root_row(self, norm: str) -> Row | None:
        """The row of `roots`."""
        if norm not in self._roots:
            sql = "SELECT * FROM roots WHERE norm = ?"
            rows = [] if self._all_roots else self._tables.execute(sql, (norm,))
            self._roots[norm] = rows[0] if rows else None
        return self._roots[norm]

    def cluster(self, root: str) -> list[str]:
        """The names that have this root."""
        if not self._all_roots:
            rows = self._tables.execute("SELECT norm FROM roots WHERE root = ?", (root,))
            return [norm for (norm,) in rows]
        if self._clusters is None:
            self._clusters = {}
            for row in self._roots.values():
                if row:
                    self._clusters.setdefault(row[_ROOT], []).append(row[0])
        return self._clusters.get(root, [])

    def forget_roots(self) -> None:
        """The table has changed."""
        self._clusters, self._all_roots = None, False
        self._roots = {}

    def keys(self, norm: str) -> Sequence[int]:
        """The keys of a name's blocks."""
        if self.whole:
            self._all_blocks()
            return self._keys.get(norm, ())
        rows = self._tables.execute("SELECT key FROM blocks WHERE norm = ?", (norm,))
        return [key for (key,) in rows]

    def members(self, key: int) -> Sequence[str]:
        """The names that share a key; none where so many do that it says nothing, or one alone."""
        if self.whole:
            return self._all_blocks().get(key, ())
        sql = f"SELECT norm FROM blocks WHERE key = ? ORDER BY norm LIMIT {names.BLOCK_LIMIT + 1}"
        found = [norm for (norm,) in self._tables.execute(sql, (key,))]
        return found if 1 < len(found) <= names.BLOCK_LIMIT else ()

    def _all_blocks(self) -> dict[int, list[str]]:
        """The names that share a key, by key, but for those that too many share, and for those alone."""
        if self._blocks is None:
            blocks: dict[int, list[str]] = {}
            for key, norm in self._tables.execute("SELECT key, norm FROM blocks ORDER BY key, norm"):
                blocks.setdefault(key, []).append(norm)
                self._keys.setdefault(norm, []).append(key)
            self._blocks = {
                key: members for key, members in blocks.items() if 1 < len(members) <= names.BLOCK_LIMIT
            }
        return self._blocks

    def forget_blocks(self) -> None:
        """The table has changed."""
        self._blocks, self._keys = None, {}

    def doubts(self, norm: str) -> Sequence[Row]:
        """The rows of `doubts` of a name."""
        return self._tables.execute("SELECT * FROM doubts WHERE norm = ?", (norm,))
