"""The part of the graph that one document makes: entities, relations and the evidence for each.

Entities here are documents, sections, source-code definitions and external resources (URLs).
Relations come from structure and links: `part_of`, `defines`, `refers_to` (a link inside the
tree), `cites` (a link out of it) and `depends_on` (an import that resolves to a file). Every relation
begins at an entity of the document that gives evidence for it, so the parts of two documents share
nothing but the entities they point to; how many point to each is counted by whoever adds the parts up.
`relations_of` sums evidence of every kind, that of sentences too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphrag_batch.fingerprint import canonical_json, id63
from graphrag_batch.records import ResolvedLink

Row = tuple[Any, ...]
POPULARITY, DOC = 6, 7
"""Places in a row of `entities`."""


class DocNode(NamedTuple):
    """The document: `chunk` is its first chunk, `summary` what it says of itself."""

    id: int
    path: str
    title: str
    chunk: int | None
    summary: str = ""


class SectionNode(NamedTuple):
    """A section: `chunk` is the chunk where it begins, `end` where its heading ends."""

    id: int
    doc: int
    parent: int | None
    title: str
    anchor: str
    chunk: int | None
    start: int
    end: int


class SymbolNode(NamedTuple):
    """A definition in source code; `section` is the section made of it, `end` where it or its chunk ends."""

    id: int
    doc: int
    section: int | None
    name: str
    qualname: str
    kind: str
    summary: str
    chunk: int | None
    start: int
    end: int


@dataclass(slots=True)
class Graph:
    """Rows of `entities` (popularity 0) and `evidence`, in the column order of `artifact.schema`, each
    sorted; `urls` are the external resources it cites, by entity id."""

    entities: list[Row] = field(default_factory=list)
    evidence: list[Row] = field(default_factory=list)
    urls: dict[int, str] = field(default_factory=dict)


# How sure each pattern is. A link or a definition is written down; an import is resolved by name.
_CONFIDENCE = {"structure": 1.0, "definition": 1.0, "link": 1.0, "import": 0.9}
_PATTERN = {"refers_to": "link", "cites": "link", "depends_on": "import"}
MENTIONS = "mentions"
"""The relation between a section (or document) and an entity that its prose names."""
SAME_AS = "same_as"
UNCOUNTED = frozenset({"part_of", "defines", SAME_AS})
"""The relations that do not make their target popular."""
MANIFEST = "manifest"
"""The pattern of what a manifest requires; the version, if it names one, comes after it."""


def relate(
    doc: DocNode,
    sections: Sequence[SectionNode],
    symbols: Sequence[SymbolNode],
    links: Iterable[ResolvedLink],
) -> Graph:
    """What one document adds to the graph. Pure and independent of input order."""
    node_of = nodes(sections, symbols)
    links = list(links)
    plain = [s for s in sections if node_of[s.id] == s.id]
    evidence = {
        *_structure(plain, node_of),
        *_definitions(sections, symbols, node_of),
        *_links(links, node_of),
    }
    cited = {row[1] for row in evidence if row[2] == "cites"}
    urls = {url_id(link.url): link.url for link in links if link.url}
    return Graph(
        sorted(_entities(doc, plain, symbols)),
        sorted((*row, doc.id) for row in evidence),
        {key: url for key, url in urls.items() if key in cited},
    )


def nodes(sections: Iterable[SectionNode], symbols: Iterable[SymbolNode]) -> dict[int, int]:
    """The entity that each section of one document is: itself, or the definition it was made of. Small
    definitions (constants, fields) have no section of their own, but name the one around them."""
    title = {s.id: s.title for s in sections}
    node_of = {s: s for s in title}
    for s in sorted(symbols, key=lambda symbol: (symbol.start, symbol.id), reverse=True):
        if s.section is not None and title[s.section] in (s.name, s.qualname):
            node_of[s.section] = s.id  # of several, the first is the last to come
    return node_of


def url_id(url: str) -> int:
    """The entity id of an external resource."""
    return id63("url", url)


def url_entity(url: str, popularity: int) -> Row:
    """The row of an external resource."""
    return with_popularity(entity(url_id(url), "url", url, [], "", None, None, None), popularity)


def with_popularity(entity: Row, popularity: int) -> Row:
    """The row of an entity that so many relations point to."""
    return (*entity[:POPULARITY], popularity, *entity[POPULARITY + 1 :])


def _structure(sections: Iterable[SectionNode], node_of: dict[int, int]) -> Iterable[Row]:
    for s in sections:
        if s.chunk is not None:
            above = node_of[s.parent] if s.parent is not None else s.doc
            yield _evidence(s.id, above, "part_of", s.chunk, s.start, s.end, "structure")


def _definitions(
    sections: Iterable[SectionNode], symbols: Iterable[SymbolNode], node_of: dict[int, int]
) -> Iterable[Row]:
    parent_of = {s.id: s.parent for s in sections}
    for s in symbols:
        if s.chunk is None:
            continue
        around = s.section
        if around is not None and node_of[around] == s.id:
            around = parent_of[around]
        above = node_of[around] if around is not None else s.doc
        yield _evidence(s.id, above, "part_of", s.chunk, s.start, s.end, "definition")
        yield _evidence(above, s.id, "defines", s.chunk, s.start, s.end, "definition")


def _links(links: Iterable[ResolvedLink], node_of: dict[int, int]) -> Iterable[Row]:
    for link in links:
        src = node_of[link.section] if link.section is not None else link.doc
        if link.rel == "depends_on":  # files import files, wherever the statement stands
            src = link.doc
        dst = url_id(link.url) if link.url else link.dst
        if dst is None or link.chunk is None:
            continue
        if src != dst:
            yield _evidence(src, dst, link.rel, link.chunk, link.start, link.end, _PATTERN[link.rel])


def _evidence(src: int, dst: int, rel: str, chunk: int, start: int, end: int, pattern: str) -> Row:
    return (src, dst, rel, chunk, start, end, pattern, _CONFIDENCE[pattern])


def relations_of(evidence: Iterable[Row]) -> list[Row]:
    """One row per (src, dst, rel): how sure all its evidence together makes it (each piece leaves the doubt
    that it leaves), and how much there is. `meta` tells the versions that manifests name."""
    found: dict[Row, list[Row]] = {}
    for row in evidence:
        found.setdefault(row[:3], []).append(row)
    return [_relation(*rows) for rows in found.values()]


def _relation(first: Row, *more: Row) -> Row:
    src, dst, rel, _, _, _, pattern, confidence, _ = first
    if more:
        rows = (first, *more)
        return src, dst, rel, _sure(rows), len(rows), _told(rows)
    return src, dst, rel, confidence, 1, _told((first,)) if pattern.startswith(MANIFEST) else "{}"


def _sure(rows: Sequence[Row]) -> float:
    doubt = 1.0
    for confidence in sorted(row[7] for row in rows):
        doubt *= 1 - confidence
    return round(1 - doubt, 4)


def _told(rows: Iterable[Row]) -> str:
    told = [row[6] for row in rows if row[6].startswith(MANIFEST)]
    versions = {pattern.partition(" ")[2] for pattern in told} - {""}
    return canonical_json({"version": sorted(versions)}) if versions else "{}"


def _entities(doc: DocNode, sections: Iterable[SectionNode], symbols: Iterable[SymbolNode]) -> Iterable[Row]:
    aliases = sorted({doc.path, doc.path.rpartition("/")[2]} - {doc.title})
    yield entity(doc.id, "document", doc.title, aliases, doc.summary, doc.id, None, doc.chunk)
    for c in sections:
        yield entity(c.id, "section", c.title, [], "", c.doc, c.id, c.chunk)
    for s in symbols:
        aliases = [s.name] if s.name != s.qualname else []
        yield entity(s.id, s.kind, s.qualname, aliases, s.summary, s.doc, s.section, s.chunk)


def entity(
    id_: int,
    type_: str,
    name: str,
    aliases: list[str],
    description: str,
    doc: int | None,
    section: int | None,
    chunk: int | None,
) -> Row:
    """A row of `entities`, its popularity not counted yet."""
    norm = " ".join(name.casefold().split())
    return (
        id_, type_, name, norm, canonical_json(aliases) if aliases else "[]", description, 0, doc, section,
        chunk, "definite",
    )  # fmt: skip
