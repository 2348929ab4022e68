"""Small documents as rows, made by the stage that makes real ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.embedders.quantize import quantize
from graphrag_batch.records import (
    Chunk,
    Definition,
    Document,
    IndexedDocument,
    Link,
    Section,
    Skip,
    TreeEntry,
)
from graphrag_batch.stages.assemble import DocumentRows, assemble
from graphrag_batch.stages.lexemes import cjk, ident

DIM = 16
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
    )
    blob = hashlib.sha1(text.encode()).hexdigest()
    return assemble(
        IndexedDocument(TreeEntry(path, 0o100644, blob), value, tuple(chunks), len(text.encode()))
    )


def vector(digest: str) -> tuple[float, bytes]:
    """(scale, bytes) of a direction that follows from the digest alone."""
    seed = int(digest[:8], 16)
    codes, scales = quantize(np.random.default_rng(seed).normal(size=(1, DIM)).astype(np.float32))
    return float(scales[0]), codes[0].tobytes()


def corpus(documents: Iterable[DocumentRows]) -> tuple[list[Any], list[Any], list[Any]]:
    """Entities, relations and evidence: every document is one, and is related to the next by name."""
    rows = sorted(d.doc[:2] for d in documents)
    entities = [
        (doc, "document", path, path.casefold(), "[]", f"all of {path}", 0, doc, None, None, "")
        for doc, path in rows
    ]
    pairs = list(zip(rows, rows[1:], strict=False))
    relations = [(a, b, "refers_to", 0.5, 1, "{}") for (a, _), (b, _) in pairs]
    evidence = [(a, b, "refers_to", 7, 0, 3, "link", 0.5) for (a, _), (b, _) in pairs]
    return entities, relations, evidence


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
        writer.set_skipped(skipped)
        writer.add_vectors((key, text, *vector(text)) for key, text in writer.missing_vectors())
        writer.replace_corpus(*corpus(add if state is None else state))
        return writer.finish(META, DIM)


DOCUMENTS = [
    document("docs/guide.md", ["How to parseURLs quickly", "東京の天気 is fine"]),
    document("src/getUserName.py", ["def getUserName(): pass", "class HTTPServer2: pass"], overlap=4),
    document("empty.txt", []),
]
SKIPPED = [Skip("logo.png", 0o100644, "f" * 40, "binary", "PNG")]
