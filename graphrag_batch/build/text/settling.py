"""What one document adds to the graph: its structure and links, the names in its prose, what that says of
them, what it requires, and who owns it. A function of its rows and of the answers to what it asks for."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from graphrag_batch.build import facts as reading
from graphrag_batch.build.text.naming import TYPES
from graphrag_batch.build.text.sums import norm_of
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.stages import gazetteer, owners
from graphrag_batch.stages.imports import resolve_imports
from graphrag_batch.stages.link import definition, exactly, resolve_links
from graphrag_batch.stages.relate import MANIFEST, MENTIONS, Graph, nodes, relate
from graphrag_batch.stages.settle import Fact, Hit, Known, Mention, Place, settle

if TYPE_CHECKING:
    from graphrag_batch.build.facts import Facts, Rows
    from graphrag_batch.build.names import World

Row = tuple[Any, ...]

# Where hosts look for CODEOWNERS, in their order: the first there is counts.
OWNERS_FILES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
OWNS = 0.95
REQUIRES = 0.95


@dataclass(slots=True)
class Contribution:
    """Rows of `mentions`, relations of kind `mentions` between sections and entities, and the structure with
    all evidence."""

    graph: Graph
    mentions: list[Row] = field(default_factory=list)
    named: list[Row] = field(default_factory=list)


class Settling:
    """What documents add, over the stored `rows` and what names mean in the `world`."""

    def __init__(self, rows: Rows, world: World) -> None:
        self._rows = rows
        self._world = world
        self._terms = gazetteer.Matcher(term for (term,) in rows.execute("SELECT term FROM gazetteer"))
        self._owners: Facts | None = None
        self._rules = owners.Owners(())
        self._owners_read = False
        self._names: _Meanings = {}
        self._symbols: _Meanings = {}

    def contribution(self, found: Facts) -> Contribution:
        """What one document adds to the graph. `world.asked` then holds what it asked for."""
        self._world.asked.clear()
        resolve = resolve_imports if found.format.startswith("code:") else resolve_links
        graph = relate(found.doc, found.sections, found.symbols, resolve(found.links, self._world))
        evidence = [*graph.evidence, *self._required(found), *self._owned(found)]
        if found.extract is None:
            graph.evidence = _distinct(evidence)
            return Contribution(graph)
        node_of = nodes(found.sections, found.symbols)
        places = [Place(s.start, node_of[s.id]) for s in found.sections]
        lookup = self._lookup(found.doc.path)
        settled = settle(found.extract, self._hits(found), places, found.doc.id, lookup)
        evidence += (row for fact in settled.facts if (row := self._evidence(found, fact)))
        graph.evidence = _distinct(evidence)
        mentions = list(_mention_rows(found, settled.mentions))
        return Contribution(graph, mentions, _named(settled.mentions, found.doc.id))

    def _lookup(self, path: str) -> _Lookup:
        return _Lookup(self._world, self._names, self._symbols, path)

    def _hits(self, found: Facts) -> list[Hit]:
        hits: list[Hit] = []
        seen: set[Hit] = set()
        sql = "SELECT start, text FROM chunks WHERE doc = ? ORDER BY ordinal"
        chunks = self._rows.execute(sql, (found.doc.id,))
        for n, (at, text) in enumerate(chunks):
            flat, until = text.replace("\n", " "), chunks[n + 1][0] if n + 1 < len(chunks) else at + len(text)
            here = self._terms.find(flat, at)
            if seen:
                here = [hit for hit in here if hit not in seen]
            if here and here[-1][1] > until:  # the next chunk repeats it
                seen.update(hit for hit in here if hit[1] > until)
            hits += here
        return hits

    def _evidence(self, found: Facts, fact: Fact) -> Row | None:
        place = found.places.within(found.doc.id, fact.start, fact.end) if found.places else None
        if place is None:
            return None
        return fact.src, fact.dst, fact.rel, *place, fact.pattern, fact.confidence, found.doc.id

    def _required(self, found: Facts) -> Iterator[Row]:
        lookup = self._lookup(found.doc.path)
        for needed in found.requirements:
            known = lookup.name(needed.name)
            place = found.places.within(found.doc.id, needed.start, needed.end) if found.places else None
            if known and place:
                pattern = f"{MANIFEST} {needed.version}".rstrip()
                yield found.doc.id, known.entity, needed.rel, *place, pattern, REQUIRES, found.doc.id

    def _owned(self, found: Facts) -> Iterator[Row]:
        if not self._world.find("owners", ""):
            return
        codeowners = self._codeowners()
        rule = self._rules.rule_of(found.doc.path)
        if codeowners is None or rule is None or codeowners.places is None:
            return
        place = codeowners.places.within(codeowners.doc.id, rule.start, rule.end)
        lookup = self._lookup("")
        for owner in rule.owners:
            known = lookup.name(owner)
            if known and place:
                yield found.doc.id, known.entity, "owned_by", *place, "codeowners", OWNS, found.doc.id

    def _codeowners(self) -> Facts | None:
        if not self._owners_read:
            self._owners_read = True
            for path in OWNERS_FILES:
                if rows := self._rows.execute("SELECT id FROM docs WHERE path = ?", (path,)):
                    self._owners = next(reading.read(self._rows, [rows[0][0]]))
                    self._rules = owners.Owners(self._owners.owner_rules)
                    break
        return self._owners


_Meanings = dict[str, tuple[tuple[int, ...], Known | None]]
"""What a surface means, whoever asks, and the keys of what is asked for it."""


class _Lookup:
    """What names mean to one document (stages.settle.Lookup)."""

    def __init__(self, world: World, names: _Meanings, symbols: _Meanings, path: str) -> None:
        self._world = world
        self._names = names
        self._symbols = symbols
        self._path = path
        self._note = world.asked.extend

    def name(self, surface: str) -> Known | None:
        held = self._names.get(surface)
        if held is None:
            return self._learn(self._names, surface, self._meaning)
        self._note(held[0])
        return held[1]

    def symbol(self, surface: str) -> Known | None:
        held = self._symbols.get(surface)
        if held is None:
            return self._learn(self._symbols, surface, self._definition)
        self._note(held[0])
        return held[1]

    def _learn(self, meanings: _Meanings, surface: str, told: Callable[[str], Known | None]) -> Known | None:
        asked = self._world.asked
        before, known = len(asked), told(surface)
        meanings[surface] = tuple(asked[before:]), known
        return known

    def _meaning(self, surface: str) -> Known | None:
        norm = norm_of(surface)
        found = self._world.find("name", norm) if norm else ()
        return Known(found[0], TYPES[self._world.find("type", norm)[0]]) if found else None

    def _definition(self, surface: str) -> Known | None:
        found = definition(surface, self._world)
        return None if found is None else Known(found, "api")

    def document(self, path: str) -> Known | None:
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(self._path), path))
        for place in (posixpath.normpath(path.lstrip("/")), beside):
            if (found := exactly(place, self._world)) is not None:
                return Known(found, "path")
        return None


def _distinct(evidence: list[Row]) -> list[Row]:
    """Sorted; of two for one relation at one place, the surer."""
    best: dict[Row, Row] = {}
    for row in sorted(evidence):
        key = row[:5]
        if key not in best or row[7] > best[key][7]:
            best[key] = row
    return list(best.values())


def _mention_rows(found: Facts, mentions: Iterable[Mention]) -> Iterator[Row]:
    doc, places = found.doc.id, found.places
    stretch = places.stretch(doc, 0) if places else None
    if places is None or stretch is None:
        return
    begin, until, chunk = stretch
    for start, end, surface, entity, type_, score, features, _ in mentions:
        if not begin <= start < until:
            begin, until, chunk = places.stretch(doc, start) or stretch
        yield doc, start, end, entity, chunk, surface, type_, score, _told(features)


@cache
def _told(features: tuple[str, ...]) -> str:
    return canonical_json(features)


def _named(mentions: list[Mention], doc: int) -> list[Row]:
    """One relation between a section and each entity that it names, but for the page itself."""
    found: dict[tuple[int, int], Row] = {}
    for _, _, _, entity, _, score, _, node in mentions:
        if entity not in (node, doc):
            key = node, entity
            if held := found.get(key):
                found[key] = node, entity, MENTIONS, max(held[3], score), held[4] + 1, "{}"
            else:
                found[key] = node, entity, MENTIONS, score, 1, "{}"
    return sorted(found.values())
