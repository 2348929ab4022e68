"""The corpus stages: from the rows of all documents to the graph.

They run over everything at every build, so that the graph cannot depend on build history; the
writer then stores only what differs.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING

from graphrag_batch.records import RawLink
from graphrag_batch.stages.imports import resolve_imports
from graphrag_batch.stages.link import Anchor, resolve_links
from graphrag_batch.stages.relate import DocNode, Graph, SectionNode, SymbolNode, relate

if TYPE_CHECKING:
    from graphrag_batch.artifact.write import ArtifactWriter

_DOCS = "SELECT id, path, title, format, meta FROM docs ORDER BY id"
_CHUNKS = "SELECT doc, id, start FROM chunks ORDER BY doc, ordinal"
_SECTIONS = "SELECT id, doc, parent, title, anchor, start FROM sections ORDER BY id"
_SYMBOLS = "SELECT id, doc, section, name, qualname, kind, summary, start, end FROM symbols ORDER BY id"
_LINKS = """SELECT l.doc, d.path, d.format, l.section, l.chunk, l.start, l.end, l.target, l.text
    FROM links l JOIN docs d ON d.id = l.doc ORDER BY l.doc, l.ordinal"""
_PACKAGES = r"""SELECT path FROM docs WHERE path LIKE '%\_\_init\_\_.py' ESCAPE '\'
    UNION SELECT path FROM skipped WHERE path LIKE '%\_\_init\_\_.py' ESCAPE '\'"""


def corpus_graph(writer: ArtifactWriter) -> Graph:
    """The graph of every document the artifact now holds."""
    starts: dict[int, list[int]] = {}
    ids: dict[int, list[int]] = {}
    for doc, id_, start in writer.execute(_CHUNKS):
        starts.setdefault(doc, []).append(start)
        ids.setdefault(doc, []).append(id_)

    def chunk_at(doc: int, offset: int) -> int | None:
        """The chunk that holds this place, or the first of the document."""
        if doc not in ids:
            return None
        return ids[doc][max(0, bisect_right(starts[doc], offset) - 1)]

    rows = list(writer.execute(_DOCS))
    docs = [
        DocNode(id_, path, title, chunk_at(id_, 0), json.loads(meta).get("summary") or "")
        for id_, path, title, _, meta in rows
    ]
    sections = [
        SectionNode(id_, doc, parent, title, anchor, chunk_at(doc, start), start)
        for id_, doc, parent, title, anchor, start in writer.execute(_SECTIONS)
    ]
    symbols = [
        SymbolNode(id_, doc, section, name, qualname, kind, summary, chunk_at(doc, start), start, end)
        for id_, doc, section, name, qualname, kind, summary, start, end in writer.execute(_SYMBOLS)
    ]
    links = [RawLink(*row) for row in writer.execute(_LINKS)]
    paths = {path: id_ for id_, path, *_ in rows}
    packages = [path for (path,) in writer.execute(_PACKAGES)]
    code = [link for link in links if link.format.startswith("code:")]
    prose = [link for link in links if not link.format.startswith("code:")]
    anchors = [Anchor(s.id, s.doc, s.anchor, s.title) for s in sections if s.anchor]
    resolved = resolve_imports(code, paths, packages) + resolve_links(
        prose, paths, anchors, ((s.qualname, s.id) for s in symbols)
    )
    return relate(docs, sections, symbols, resolved)
