"""What the corpus stages read of documents: their stored rows, a batch of documents at a time."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from graphrag_batch.build import codec
from graphrag_batch.fingerprint import digest, id63
from graphrag_batch.records import RawLink
from graphrag_batch.stages import imports, link, manifests, owners
from graphrag_batch.stages.relate import DocNode, SectionNode, SymbolNode, nodes

if TYPE_CHECKING:
    from graphrag_batch.records import Offer
    from graphrag_batch.textual import Extract, OwnerRule, Requirement

BATCH = 500
_END = 1 << 62

_CHOSEN = "IN (SELECT doc FROM temp.chosen)"
_DOCS = f"SELECT id, path, title, format, meta FROM docs WHERE id {_CHOSEN} ORDER BY id"
_SECTIONS = f"""SELECT id, doc, parent, title, anchor, start FROM sections
    WHERE doc {_CHOSEN} ORDER BY doc, ordinal"""
_SYMBOLS = f"""SELECT id, doc, section, name, qualname, kind, summary, start, end FROM symbols
    WHERE doc {_CHOSEN} ORDER BY doc, id"""
_CHUNKS = f"SELECT doc, id, start FROM chunks WHERE doc {_CHOSEN} ORDER BY doc, ordinal"
_EXTRACTS = f"SELECT doc, value FROM extracts WHERE doc {_CHOSEN}"
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


class Tables(Rows, Protocol):
    """Rows that can be changed (ArtifactWriter.change)."""

    def change(
        self, table: str, removed: Iterable[tuple[Any, ...]], added: Iterable[tuple[Any, ...]]
    ) -> None:
        """Takes rows out of a table and puts others in."""
        ...

    def set_asked(self, asked: Iterable[tuple[int, bytes]]) -> None:
        """What documents asked for, in place of what they asked before."""
        ...


@dataclass(slots=True)
class Facts:
    """One document: what it is, its sections in their order, its definitions, its links, what its prose says
    (None where it has none), what it requires if it is a manifest, and what CODEOWNERS says if it is that
    (`owners` is then the digest of its text). Without `links` asked for, the places of chunks are not known
    either."""

    doc: DocNode
    format: str
    sections: list[SectionNode] = field(default_factory=list)
    symbols: list[SymbolNode] = field(default_factory=list)
    links: list[RawLink] = field(default_factory=list)
    extract: Extract | None = None
    requirements: tuple[Requirement, ...] = ()
    owner_rules: tuple[OwnerRule, ...] = ()
    owners: str = ""
    places: Places | None = None

    def offers(self) -> Iterator[Offer]:
        """Every name the document can be found by."""
        id_, path = self.doc.id, self.doc.path
        node_of = nodes(self.sections, self.symbols)
        anchors = (link.Anchor(node_of[s.id], s.anchor) for s in self.sections if s.anchor)
        yield from link.offers(id_, path, anchors, ((s.qualname, s.id) for s in self.symbols))
        yield from imports.offers(id_, path)
        if self.owners:
            # What every document asks for; another text is another answer.
            yield "owners", "", id63("owners", path, self.owners)


def text_of(rows: Rows, doc: int) -> str:
    """A document's text as its chunks hold it, each character in its place; blank lines between them."""
    parts, at = [], 0
    for start, text in rows.execute("SELECT start, text FROM chunks WHERE doc = ? ORDER BY ordinal", (doc,)):
        parts += ["\n" * (start - at), text[max(0, at - start) :]]
        at = max(at, start + len(text))
    return "".join(parts)


def read(rows: Rows, docs: Sequence[int], *, links: bool = True) -> Iterator[Facts]:
    """The facts of these documents, ascending by id; ids that are none are left out."""
    ordered = sorted(docs)
    for start in range(0, len(ordered), BATCH):
        rows.choose(ordered[start : start + BATCH])
        yield from _chosen(rows, links)


def _chosen(rows: Rows, links: bool) -> list[Facts]:
    places = Places(rows) if links else None

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
    for doc, value in rows.execute(_EXTRACTS):
        found[doc].extract = codec.decode_extract(value)
    for facts in found.values():
        facts.places = places
        _read_lists(rows, facts)
    return list(found.values())


def _read_lists(rows: Rows, facts: Facts) -> None:
    path = facts.doc.path
    if manifests.is_manifest(path):
        facts.requirements = manifests.requirements(path, text_of(rows, facts.doc.id))
    if owners.is_owners_file(path):
        text = text_of(rows, facts.doc.id)
        facts.owner_rules, facts.owners = owners.owner_rules(text), digest(text)


class Places:
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

    def stretch(self, doc: int, offset: int) -> tuple[int, int, int] | None:
        """The chunk that holds this place: from where, until where, and its id."""
        if doc not in self._ids:
            return None
        starts, ids = self._starts[doc], self._ids[doc]
        at = max(1, bisect_right(starts, offset))
        return starts[at - 1] if at > 1 else 0, starts[at] if at < len(starts) else _END, ids[at - 1]
