"""What the corpus stages read of documents: their stored rows, a batch of documents at a time."""

from __future__ import annotations

import json
import re
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
# So much of a section is looked at for its title, which lines and marks may stand before.
_HEADING = 200
_VISIBLE = re.compile(r"\S")

_CHOSEN = "IN (SELECT doc FROM temp.chosen)"
_DOCS = f"SELECT id, path, title, format, meta FROM docs WHERE id {_CHOSEN} ORDER BY id"
_SECTIONS = f"""SELECT id, doc, parent, title, anchor, start FROM sections
    WHERE doc {_CHOSEN} ORDER BY doc, ordinal"""
_SYMBOLS = f"""SELECT id, doc, section, name, qualname, kind, summary, start, end FROM symbols
    WHERE doc {_CHOSEN} ORDER BY doc, id"""
_CHUNKS = f"SELECT doc, id, start, text FROM chunks WHERE doc {_CHOSEN} ORDER BY doc, ordinal"
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
    chunks: Sequence[tuple[int, int, int, str]] = rows.execute(_CHUNKS) if links else ()
    places = Places(chunks) if links else _NOWHERE
    headings = _Headings(chunks, places)
    found = {}
    for id_, path, title, format_, meta in rows.execute(_DOCS):
        summary = json.loads(meta).get("summary") or ""
        found[id_] = Facts(DocNode(id_, path, title, places.chunk(id_, 0), summary), format_)
    for id_, doc, parent, title, anchor, start in rows.execute(_SECTIONS):
        section = SectionNode(id_, doc, parent, title, anchor, *headings.of(doc, start, title))
        found[doc].sections.append(section)
    for id_, doc, section, name, qualname, kind, summary, start, end in rows.execute(_SYMBOLS):
        place = places.within(doc, start, end) or (None, start, end)
        found[doc].symbols.append(SymbolNode(id_, doc, section, name, qualname, kind, summary, *place))
    for doc, *rest in rows.execute(_LINKS) if links else ():
        facts = found[doc]
        facts.links.append(RawLink(doc, facts.doc.path, facts.format, *rest))
    for doc, value in rows.execute(_EXTRACTS):
        found[doc].extract = codec.decode_extract(value)
    for facts in found.values():
        facts.places = places if links else None
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
    """Where the chunks of some documents, given in their order, begin and end."""

    def __init__(self, chunks: Iterable[tuple[int, int, int, str]]) -> None:
        self._starts: dict[int, list[int]] = {}
        self._ends: dict[int, list[int]] = {}
        self._ids: dict[int, list[int]] = {}
        for doc, id_, start, text in chunks:
            self._starts.setdefault(doc, []).append(start)
            self._ends.setdefault(doc, []).append(start + len(text))
            self._ids.setdefault(doc, []).append(id_)

    def chunk(self, doc: int, offset: int) -> int | None:
        """The chunk that holds this place, or the first of the document."""
        if doc not in self._ids:
            return None
        return self._ids[doc][max(0, bisect_right(self._starts[doc], offset) - 1)]

    def within(self, doc: int, start: int, end: int) -> tuple[int, int, int] | None:
        """The chunk that holds what begins here, or in the gap before it: its id, and where in it that begins
        and ends, at least one character."""
        if doc not in self._ids:
            return None
        starts, ends = self._starts[doc], self._ends[doc]
        at = max(0, bisect_right(starts, start) - 1)
        if start >= ends[at] and at + 1 < len(starts):
            at += 1
        first = min(max(start, starts[at]), ends[at] - 1)
        return self._ids[doc][at], first, min(max(end, first + 1), ends[at])

    def stretch(self, doc: int, offset: int) -> tuple[int, int, int] | None:
        """The chunk that holds this place: from where, until where, and its id."""
        if doc not in self._ids:
            return None
        starts, ids = self._starts[doc], self._ids[doc]
        at = max(1, bisect_right(starts, offset))
        return starts[at - 1] if at > 1 else 0, starts[at] if at < len(starts) else _END, ids[at - 1]


_NOWHERE = Places(())


class _Headings:
    """Where the titles of sections stand in the text."""

    def __init__(self, chunks: Iterable[tuple[int, int, int, str]], places: Places) -> None:
        self._texts = {id_: (start, text) for _, id_, start, text in chunks}
        self._places = places

    def of(self, doc: int, start: int, title: str) -> tuple[int | None, int, int]:
        """The chunk of a section that begins here; where its first visible character is, and where its title
        ends, or its first line where no title follows."""
        place = self._places.within(doc, start, start)
        while place is not None:
            chunk, first, _ = place
            at, text = self._texts[chunk]
            if shown := _VISIBLE.search(text, first - at):
                return chunk, at + shown.start(), at + _heading_end(text, shown.start(), title)
            after = self._places.within(doc, at + len(text), 0)
            place = after if after and after[0] != chunk else None
        return self._places.chunk(doc, start), start, start


def _heading_end(text: str, start: int, title: str) -> int:
    found = text.find(title, start, start + len(title) + _HEADING) if title else -1
    if found >= 0:
        return found + len(title)
    line = text.find("\n", start, start + _HEADING)
    return line if line >= 0 else min(len(text), start + _HEADING)
