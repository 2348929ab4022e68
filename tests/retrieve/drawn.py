"""Artifacts whose graph is drawn by hand: documents of one sentence a line, and what is said in them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.fingerprint import id63
from tests.artifact.rows import META, document

Said = tuple[str, str, str, float, str]
"""Source, relation, target, confidence, the sentence that says so ("" for none)."""


def key(name: str) -> int:
    """The id of an entity by its name, or of a document by its path."""
    return id63("doc", name) if name.endswith(".md") else id63("entity", name)


def draw(
    path: Path,
    docs: Mapping[str, Sequence[str]],
    entities: Mapping[str, str],
    said: Iterable[Said] = (),
    aliases: Mapping[str, Sequence[str]] | None = None,
    described: Mapping[str, str] | None = None,
) -> Artifact:
    """An artifact with these documents and the entities (name → type) wherever a line has their names."""
    rows = [document(name, lines) for name, lines in docs.items()]
    by_name = {row.doc[1]: row for row in rows}
    chunks = [(row.doc[0], chunk) for row in rows for chunk in row.chunks]
    mentions = [named for doc, chunk in chunks for named in _mentions(doc, chunk, entities)]
    made = [
        (row.doc[0], "document", name, name, "[]", "", 0, row.doc[0], None, row.chunks[0][0], "definite")
        for name, row in by_name.items()
    ]
    for name, kind in entities.items():
        here = next((one[4] for one in mentions if one[3] == key(name)), None)
        other = json.dumps(list((aliases or {}).get(name, [])))
        text = (described or {}).get(name, "")
        made.append((key(name), kind, name, name.casefold(), other, text, 0, None, None, here, "probable"))
    relations: dict[tuple[int, int, str], tuple[float, int]] = {}
    evidence = []
    for src, rel, dst, sure, sentence in said:
        edge = (key(src), key(dst), rel)
        sure, times = max(sure, relations.get(edge, (0.0, 0))[0]), relations.get(edge, (0.0, 0))[1] + 1
        relations[edge] = (sure, times)
        if sentence:
            doc, chunk = next((doc, chunk) for doc, chunk in chunks if chunk[5] == sentence)
            evidence.append((*edge, chunk[0], chunk[7], chunk[8], "sentence", sure, doc))
    counted = Counter((doc, entity, "mentions") for doc, _, _, entity, *_ in mentions)
    for edge, times in counted.items():
        relations[edge] = (0.9, times)
    with ArtifactWriter(path) as writer:
        writer.add_documents(rows)
        writer.change("entities", [], made)
        writer.change("relations", [], [(*edge, *told, "{}") for edge, told in relations.items()])
        writer.change("evidence", [], evidence)
        writer.change("mentions", [], mentions)
        writer.finish(META, 0)
    return open_artifact(path)


def _mentions(doc: int, chunk: tuple[Any, ...], entities: Mapping[str, str]) -> Iterable[tuple[Any, ...]]:
    text, start = chunk[5], chunk[7]
    for name, kind in entities.items():
        at = text.find(name)
        if at >= 0:
            yield (doc, start + at, start + at + len(name), key(name), chunk[0], name, kind, 0.9, '["ner"]')
