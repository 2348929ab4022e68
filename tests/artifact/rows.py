"""Small documents as rows, made by the stage that makes real ones."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.embedders.quantize import quantize
from graphrag_batch.records import (
    Chunk,
    Definition,
    Document,
    IndexedDocument,
    Link,
    Redaction,
    Section,
    Sketch,
    Skip,
    TreeEntry,
)
from graphrag_batch.stages.assemble import DocumentRows, assemble
from graphrag_batch.stages.lexemes import cjk, ident

DIM = 16
CORPUS = ("entities", "relations", "evidence", "mentions", "duplicates")
META = {"tree": "0" * 40, "commit": "", "project": "tests", "model_fingerprint": "m1"}


def document(path: str, paragraphs: Sequence[str], overlap: int = 0) -> DocumentRows:
    """A document with one section, one chunk and one definition for each paragraph."""
    text = "\n".join(paragraphs) + "\n"
    sections, chunks, definitions, links, at = [], [], [], [], 0
    for n, paragraph in enumerate(paragraphs):
        start, end, line = at, at + len(paragraph), n + 1
        shared = overlap if n else 0
        title = f"{paragraph[:12].strip()} title{n}"
        sections.append(Section(-1, 1, title, start, end + 1, line, line, start))
        own = text[start - shared : end]
        chunks.append(
            Chunk(n, "prose", own, start - shared, end, line, line, len(own.split()), shared,
                  ident(own), cjk(own), (f"{title}\n{own}",))
        )  # fmt: skip
        definitions.append(
            Definition(f"makeThing{n}", f"makeThing{n}", "function", n, start, end, line, line)
        )
        links.append(Link(start, end, f"other{n}.md", "other", n))
        at = end + 1
    value = Document(
        "markdown",
        text,
        None,
        "en",
        tuple(sections),
        (),
        tuple(links),
        tuple(definitions),
        '{"source":"here"}',
        redactions=(Redaction("private-key", 1), Redaction("private-key", 1)),
    )
    blob = hashlib.sha1(text.encode()).hexdigest()
    entry, sketch = TreeEntry(path, 0o100644, blob), Sketch("en", len(text), text.encode()[:8])
    extract = path.encode()
    return assemble(IndexedDocument(entry, value, tuple(chunks), len(text.encode()), sketch, extract))


def vector(digest: str) -> tuple[float, bytes]:
    """(scale, bytes) of a direction that follows from the digest alone."""
    seed = int(digest[:8], 16)
    codes, scales = quantize(direction(seed)[None, :])
    return float(scales[0]), codes[0].tobytes()


def direction(seed: int) -> np.ndarray:
    """A question's vector."""
    return np.random.default_rng(seed).normal(size=DIM).astype(np.float32)


def corpus(documents: Iterable[DocumentRows]) -> tuple[list[Any], ...]:
    """Entities, relations, evidence, mentions and duplicates: every document is one, related to the next by
    name and a copy of the one before."""
    ordered = sorted(documents, key=lambda d: d.doc[1])
    entities, relations, evidence, mentions, duplicates = [], [], [], [], []
    for document in ordered:
        doc, path = document.doc[:2]
        about = f"all of {path}, 説明"
        entities.append((doc, "document", path, path.casefold(), "[]", about, 0, doc, None, None, ""))
    for this, other in itertools.pairwise(ordered):
        edge = (this.doc[0], other.doc[0], "refers_to")
        relations.append((*edge, 0.5, len(this.chunks), "{}"))
        evidence += [(*edge, chunk[0], 0, 3, "link", 0.5, this.doc[0]) for chunk in this.chunks[:1]]
        mentions += [(this.doc[0], 0, 3, other.doc[0], chunk[0], "one", "concept", 0.5, "[]")
                     for chunk in this.chunks[:1]]  # fmt: skip
        duplicates.append((other.doc[0], this.doc[0], 0.5))
    return entities, relations, evidence, mentions, duplicates


def write(
    path: Path,
    add: Iterable[DocumentRows] = (),
    remove: Iterable[int] = (),
    state: Iterable[DocumentRows] | None = None,
    skipped: Iterable[Skip] = (),
) -> dict[str, str]:
    """One build: removes, adds, embeds what is missing; `state` is all documents afterwards."""
    add = list(add)
    with ArtifactWriter(path) as writer:
        writer.remove_documents(remove)
        writer.add_documents(add)
        writer.add_vectors((key, text, *vector(text)) for key, text in writer.missing_vectors())
        paths = ((s.path, s.mode, s.blob, s.reason, s.detail) for s in skipped)
        replace(writer, "skipped", paths)
        for table, rows in zip(CORPUS, corpus(add if state is None else state), strict=True):
            replace(writer, table, rows)
        return writer.finish(META, DIM)


def replace(writer: ArtifactWriter, table: str, rows: Iterable[Any]) -> None:
    """Makes a table of the corpus hold these rows."""
    held, wanted = set(writer.execute(f"SELECT * FROM {table}")), set(rows)
    writer.change(table, held - wanted, wanted - held)


def tamper(path: Path, *statements: str) -> None:
    """What somebody with another program might do to the file."""
    con = apsw.Connection(str(path))
    for sql in statements:
        con.execute(sql).fetchall()
    con.close()


DOCUMENTS = [
    document("docs/guide.md", ["How to parseURLs quickly", "東京の天気 is fine"]),
    document("src/getUserName.py", ["def getUserName(): pass", "class HTTPServer2: pass"], overlap=4),
    document("empty.txt", []),
]
SKIPPED = [Skip("logo.png", 0o100644, "f" * 40, "binary", "PNG")]
