"""From one document's per-blob values and its path to the rows the artifact stores.

The only stage that knows a path: a rename runs this again, and nothing before it. Ids come from
natural keys, so the same section or chunk keeps its id from build to build and machine to machine.
"""

from __future__ import annotations

import json
import posixpath
import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from typing import Any

from graphrag_batch.fingerprint import canonical_json, digest, id63
from graphrag_batch.formats import metadata
from graphrag_batch.records import Chunk, Document, IndexedDocument, Section, Sketch

Row = tuple[Any, ...]
BREADCRUMB = " › "
COLUMNS = "columns: "
_KEY = "\x1f"
# Han, kana, bopomofo.
_UNSPACED = re.compile(
    "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af\u3041-\u3096\u30a1-\u30fa\u30fc\u3105-\u312f]"
)


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """Rows of one document, in the column order of `artifact.schema`.

    `lexemes` holds (chunk id, ident, cjk); `embed` maps a vector's text digest to its text.
    `doc`'s last column (the digest of the document's rows) is left empty for the writer.
    """

    doc: Row
    sections: tuple[Row, ...]
    chunks: tuple[Row, ...]
    chunk_windows: tuple[Row, ...]
    symbols: tuple[Row, ...]
    links: tuple[Row, ...]
    redactions: tuple[Row, ...]
    sketches: tuple[Row, ...]
    extracts: tuple[Row, ...]
    lexemes: tuple[tuple[int, str, str], ...]
    embed: dict[str, str]


def assemble(indexed: IndexedDocument) -> DocumentRows:
    """The rows of one indexed path."""
    path, document = indexed.entry.path, indexed.document
    doc = id63("doc", path)
    crumbs = _breadcrumbs(document.sections)
    section_keys = _numbered(crumbs)
    section_ids = [id63("section", path, key) for key in section_keys]
    title = document.title or posixpath.basename(path)
    chunk_ids = _chunk_ids(path, section_keys, indexed.chunks)
    embed: dict[str, str] = {}
    windows = []
    for chunk_id, chunk in zip(chunk_ids, indexed.chunks, strict=True):
        for ordinal, text in enumerate(chunk.windows):
            key = digest(text)
            embed[key] = text
            windows.append((chunk_id, ordinal, id63("vector", key)))
    return DocumentRows(
        doc=_doc_row(indexed, doc, title),
        sections=tuple(_section_rows(document.sections, crumbs, section_ids, doc)),
        chunks=tuple(_chunk_rows(indexed, chunk_ids, section_ids, crumbs, doc, title)),
        chunk_windows=tuple(windows),
        symbols=tuple(_symbol_rows(document, section_ids, doc, path)),
        links=tuple(_link_rows(document, indexed.chunks, chunk_ids, section_ids, doc)),
        redactions=tuple(_redaction_rows(document, doc)),
        sketches=_sketch_rows(indexed.sketch, doc),
        extracts=((doc, indexed.extract),) if indexed.extract else (),
        lexemes=tuple((i, c.ident, c.cjk) for i, c in zip(chunk_ids, indexed.chunks, strict=True)),
        embed=embed,
    )


def _breadcrumbs(sections: tuple[Section, ...]) -> list[tuple[str, ...]]:
    crumbs: list[tuple[str, ...]] = []
    for section in sections:
        above = crumbs[section.parent] if section.parent >= 0 else ()
        crumbs.append((*above, section.title))
    return crumbs


def _numbered(crumbs: list[tuple[str, ...]]) -> list[str]:
    """A key per section: its breadcrumb, and its number among those with the same breadcrumb."""
    seen: dict[tuple[str, ...], int] = {}
    keys = []
    for crumb in crumbs:
        seen[crumb] = seen.get(crumb, 0) + 1
        keys.append(_KEY.join((*crumb, str(seen[crumb]))))
    return keys


def _chunk_ids(path: str, section_keys: list[str], chunks: tuple[Chunk, ...]) -> list[int]:
    """A chunk's natural key is its place: path, section, number within the section. An edit of its
    text keeps the id, so what an agent noted still leads to the same place."""
    seen: dict[int, int] = {}
    ids = []
    for chunk in chunks:
        seen[chunk.section] = seen.get(chunk.section, 0) + 1
        key = section_keys[chunk.section] if chunk.section >= 0 else ""
        ids.append(id63("chunk", path, key, str(seen[chunk.section])))
    return ids


def _doc_row(indexed: IndexedDocument, doc: int, title: str) -> Row:
    document, entry = indexed.document, indexed.entry
    meta = json.loads(document.meta)
    text = document.text
    return (
        doc, entry.path, entry.blob, entry.mode, document.format, title, document.lang,
        canonical_json(document.tags), metadata.source_of(meta), metadata.security_of(meta), indexed.size,
        text.count("\n") + (not text.endswith("\n")), count_words(text), document.encoding,
        canonical_json(document.warnings), document.meta, "",
    )  # fmt: skip


def count_words(text: str) -> int:
    """How many words a reader would count: runs between blanks, and each character of Chinese and Japanese,
    which put no blanks between words."""
    if text.isascii():
        return len(text.split())
    apart, characters = _UNSPACED.subn(" ", text)
    return len(apart.split()) + characters


def _section_rows(
    sections: tuple[Section, ...], crumbs: list[tuple[str, ...]], ids: list[int], doc: int
) -> list[Row]:
    return [
        (
            ids[n], doc, ids[s.parent] if s.parent >= 0 else None, n, s.level, s.title,
            BREADCRUMB.join(crumbs[n]), s.anchor, s.start, s.end, s.start_line, s.end_line,
            s.page_start, s.page_end,
        )
        for n, s in enumerate(sections)
    ]  # fmt: skip


def _chunk_rows(
    indexed: IndexedDocument,
    ids: list[int],
    section_ids: list[int],
    crumbs: list[tuple[str, ...]],
    doc: int,
    title: str,
) -> list[Row]:
    path, pages = indexed.entry.path, indexed.document.pages
    return [
        (
            ids[n], doc, section_ids[c.section] if c.section >= 0 else None, n, c.kind, c.text,
            _prelude(path, title, crumbs[c.section] if c.section >= 0 else (), c.columns),
            c.start, c.end, c.start_line, c.end_line, c.tokens, c.overlap, digest(c.text),
            _page(pages, c.start_line), _page(pages, c.end_line),
        )
        for n, c in enumerate(indexed.chunks)
    ]  # fmt: skip


def _page(pages: tuple[int, ...], line: int) -> int | None:
    """The page (1-based) that a line is on, in a document that has pages."""
    return max(bisect_right(pages, line), 1) if pages else None


def _redaction_rows(document: Document, doc: int) -> list[Row]:
    counts = Counter((r.line, r.kind) for r in document.redactions)
    return [(doc, line, kind, count) for (line, kind), count in sorted(counts.items())]


def _sketch_rows(sketch: Sketch | None, doc: int) -> tuple[Row, ...]:
    return () if sketch is None else ((doc, sketch.lang, sketch.form, sketch.signature),)


def _prelude(path: str, title: str, crumb: tuple[str, ...], columns: str) -> str:
    """`path • section • last two headings`, without saying anything twice, and the column names of the table
    that the chunk goes on with."""
    top = crumb[0] if crumb else title
    nearest = BREADCRUMB.join(crumb[1:][-2:])
    return " • ".join(part for part in (path, top, nearest, COLUMNS + columns if columns else "") if part)


def _symbol_rows(document: Document, section_ids: list[int], doc: int, path: str) -> list[Row]:
    seen: dict[str, int] = {}
    rows = []
    for d in document.definitions:
        seen[d.qualname] = seen.get(d.qualname, 0) + 1
        rows.append(
            (
                id63("symbol", path, d.qualname, str(seen[d.qualname])), doc,
                section_ids[d.section] if d.section >= 0 else None, d.name, d.qualname, d.kind,
                d.signature, d.doc, d.start, d.end, d.start_line, d.end_line,
            )
        )  # fmt: skip
    return rows


def _link_rows(
    document: Document, chunks: tuple[Chunk, ...], chunk_ids: list[int], section_ids: list[int], doc: int
) -> list[Row]:
    starts = [c.start for c in chunks]
    rows = []
    for n, link in enumerate(document.links):
        at = bisect_right(starts, link.start) - 1
        chunk = chunk_ids[at] if at >= 0 and link.start < chunks[at].end else None
        section = section_ids[link.section] if link.section >= 0 else None
        rows.append((doc, n, section, chunk, link.start, link.end, link.target, link.text))
    return rows
