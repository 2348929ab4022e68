"""The graph of the whole corpus: entities, relations and the evidence for each.

Entities here are documents, sections, source-code definitions and external resources (URLs).
Relations come from structure and links: `part_of`, `defines`, `refers_to` (a link inside the
tree), `cites` (a link out of it) and `depends_on` (an import that resolves to a file). Input rows
may come in any order; the output is sorted, so it does not depend on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphrag_batch.fingerprint import canonical_json, id63
from graphrag_batch.records import ResolvedLink

RELATE_VERSION = 2

Row = tuple[Any, ...]


class DocNode(NamedTuple):
    """A document: `chunk` is its first chunk, `summary` what it says of itself."""

    id: int
    path: str
    title: str
    chunk: int | None
    summary: str = ""


class SectionNode(NamedTuple):
    """A section: `chunk` is the chunk where it begins."""

    id: int
    doc: int
    parent: int | None
    title: str
    anchor: str
    chunk: int | None
    start: int


class SymbolNode(NamedTuple):
    """A definition in source code; `section` is the section made of it."""

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
    """Rows of `entities`, `relations` and `evidence`, in the column order of `artifact.schema`."""

    entities: list[Row] = field(default_factory=list)
    relations: list[Row] = field(default_factory=list)
    evidence: list[Row] = field(default_factory=list)


# How sure each pattern is. A link or a definition is written down; an import is resolved by name.
_CONFIDENCE = {"structure": 1.0, "definition": 1.0, "link": 1.0, "import": 0.9}
_PATTERN = {"refers_to": "link", "cites": "link", "depends_on": "import"}


def relate(
    docs: Iterable[DocNode],
    sections: Iterable[SectionNode],
    symbols: Iterable[SymbolNode],
    links: Iterable[ResolvedLink],
) -> Graph:
    """The graph of these documents. Pure and independent of input order."""
    docs, sections, symbols = list(docs), list(sections), list(symbols)
    entity_of = _owners(sections, symbols)
    node_of = {s.id: entity_of.get(s.id, s.id) for s in sections}
    evidence: list[Row] = []
    evidence += _structure([s for s in sections if s.id not in entity_of], node_of)
    evidence += _definitions(sections, symbols, node_of)
    evidence += _links(links, node_of)
    evidence = sorted(set(evidence))
    relations = _relations(evidence)
    popularity = Counter(row[1] for row in relations if row[2] in _PATTERN)
    urls = {link.url for link in links if link.url}
    entities = _entities(docs, [s for s in sections if s.id not in entity_of], symbols, urls, popularity)
    return Graph(entities, relations, evidence)


def url_id(url: str) -> int:
    """The entity id of an external resource."""
    return id63("url", url)


def _owners(sections: list[SectionNode], symbols: list[SymbolNode]) -> dict[int, int]:
    """Section id to the definition it was made of: the two are one entity, the definition. Small
    definitions (constants, fields) have no section of their own, but name the one around them."""
    title = {s.id: s.title for s in sections}
    owners: dict[int, int] = {}
    for s in sorted(symbols, key=lambda symbol: (symbol.start, symbol.id)):
        if s.section is not None and title[s.section] in (s.name, s.qualname):
            owners.setdefault(s.section, s.id)
    return owners


def _structure(sections: list[SectionNode], node_of: dict[int, int]) -> Iterable[Row]:
    for s in sections:
        if s.chunk is not None:
            above = node_of[s.parent] if s.parent is not None else s.doc
            yield _evidence(s.id, above, "part_of", s.chunk, s.start, s.start + len(s.title), "structure")


def _definitions(
    sections: list[SectionNode], symbols: list[SymbolNode], node_of: dict[int, int]
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
        dst = node_of.get(dst, dst)
        if src != dst:
            yield _evidence(src, dst, link.rel, link.chunk, link.start, link.end, _PATTERN[link.rel])


def _evidence(src: int, dst: int, rel: str, chunk: int, start: int, end: int, pattern: str) -> Row:
    return (src, dst, rel, chunk, start, end, pattern, _CONFIDENCE[pattern])


def _relations(evidence: list[Row]) -> list[Row]:
    """One row per (src, dst, rel): the best evidence's confidence, and how many there are."""
    confidence: dict[tuple[int, int, str], float] = {}
    count: Counter[tuple[int, int, str]] = Counter()
    for src, dst, rel, *_, sure in evidence:
        key = (src, dst, rel)
        confidence[key] = max(confidence.get(key, 0.0), sure)
        count[key] += 1
    return [(*key, confidence[key], count[key], "{}") for key in sorted(count)]


def _entities(
    docs: list[DocNode],
    sections: list[SectionNode],
    symbols: list[SymbolNode],
    urls: set[str],
    popularity: Counter[int],
) -> list[Row]:
    rows: list[Row] = []
    for d in docs:
        aliases = sorted({d.path, d.path.rpartition("/")[2]} - {d.title})
        rows.append(_entity(d.id, "document", d.title, aliases, d.summary, popularity, d.id, None, d.chunk))
    for c in sections:
        rows.append(_entity(c.id, "section", c.title, [], "", popularity, c.doc, c.id, c.chunk))
    for s in symbols:
        aliases = [s.name] if s.name != s.qualname else []
        row = _entity(s.id, s.kind, s.qualname, aliases, s.summary, popularity, s.doc, s.section, s.chunk)
        rows.append(row)
    for url in urls:
        rows.append(_entity(url_id(url), "url", url, [], "", popularity, None, None, None))
    return sorted(rows)


def _entity(
    id_: int,
    type_: str,
    name: str,
    aliases: list[str],
    description: str,
    popularity: Counter[int],
    doc: int | None,
    section: int | None,
    chunk: int | None,
) -> Row:
    norm = " ".join(name.casefold().split())
    return (
        id_, type_, name, norm, canonical_json(aliases), description, popularity[id_], doc, section,
        chunk, "definite",
    )  # fmt: skip
