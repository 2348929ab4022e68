"""What the corpus stages read of documents: their stored rows, a batch of documents at a time."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from graphrag_batch.records import RawLink
from graphrag_batch.stages import imports, link
from graphrag_batch.stages.relate import DocNode, SectionNode, SymbolNode, nodes

if TYPE_CHECKING:
    from graphrag_batch.records import Offer

BATCH = 500

_CHOSEN = "IN (SELECT doc FROM temp.chosen)"
_DOCS = f"SELECT id, path, title, format, meta FROM docs WHERE id {_CHOSEN} ORDER BY id"
_SECTIONS = f"""SELECT id, doc, parent, title, anchor, start FROM sections
    WHERE doc {_CHOSEN} ORDER BY doc, ordinal"""
_SYMBOLS = f"""SELECT id, doc, section, name, qualname, kind, summary, start, end FROM symbols
    WHERE doc {_CHOSEN} ORDER BY doc, id"""
_CHUNKS = f"SELECT doc, id, start FROM chunks WHERE doc {_CHOSEN} ORDER BY doc, ordinal"
_LINKS = f"""SELECT doc, section, chunk, start, end, target, text FROM links
    WHERE doc {_CHOSEN} ORDER BY doc, ordinal"""


class Rows(Protocol):
    """Whoever can be asked for stored rows."""

    def execute(self, sql: str, args: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        ...

    def choose(self, docs: Iterable[int]) -> None:
        """Makes the table `temp.chosen` hold these ids (column `doc`)."""
        ...


@dataclass(slots=True)
class Facts:
    """One document: what it is, its sections in their order, its definitions and its links. Without
    `links` asked for, the places of chunks are not known either."""

    doc: DocNode
    format: str
    sections: list[SectionNode] = field(default_factory=list)
    symbols: list[SymbolNode] = field(default_factory=list)
    links: list[RawLink] = field(default_factory=list)

    def offers(self) -> Iterator[Offer]:
        """Every name the document can be found by."""
        id_, path = self.doc.id, self.doc.path
        node_of = nodes(self.sections, self.symbols)
        anchors = (link.Anchor(node_of[s.id], s.anchor) for s in self.sections if s.anchor)
        yield from link.offers(id_, path, anchors, ((s.qualname, s.id) for s in self.symbols))
        yield from imports.offers(id_, path)


def read(rows: Rows, docs: Sequence[int], *, links: bool = True) -> Iterator[Facts]:
    """The facts of these documents, ascending by id; ids that are none are left out."""
    ordered = sorted(docs)
    for start in range(0, len(ordered), BATCH):
        rows.choose(ordered[start : start + BATCH])
        yield from _chosen(rows, links)


def _chosen(rows: Rows, links: bool) -> list[Facts]:
    places = _Places(rows) if links else None

    def at(doc: int, offset: int) -> int | None:
        return places.chunk(doc, offset) if places else None

    found = {
        id_: Facts(DocNode(id_, path, title, at(id_, 0), json.loads(meta).get("summary") or ""), format_)
        for id_, path, title, format_, meta in rows.execute(_DOCS)
    }
    for id_, doc, parent, title, anchor, start in rows.execute(_SECTIONS):
        section = SectionNode(id_, doc, parent, title, anchor, at(doc, start), start)
        found[doc].sections.append(section)
    for id_, doc, section, name, qualname, kind, summary, start, end in rows.execute(_SYMBOLS):
        symbol = SymbolNode(id_, doc, section, name, qualname, kind, summary, at(doc, start), start, end)
        found[doc].symbols.append(symbol)
    for doc, *rest in rows.execute(_LINKS) if links else ():
        facts = found[doc]
        facts.links.append(RawLink(doc, facts.doc.path, facts.format, *rest))
    return list(found.values())


class _Places:
    """Where the chunks of the chosen documents begin."""

    def __init__(self, rows: Rows) -> None:
        self._starts: dict[int, list[int]] = {}
        self._ids: dict[int, list[int]] = {}
        for doc, id_, start in rows.execute(_CHUNKS):
            self._starts.setdefault(doc, []).append(start)
            self._ids.setdefault(doc, []).append(id_)

    def chunk(self, doc: int, offset: int) -> int | None:
        """The chunk that holds this place, or the first of the document."""
        if doc not in self._ids:
            return None
        return self._ids[doc][max(0, bisect_right(self._starts[doc], offset) - 1)]
