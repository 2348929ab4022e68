"""Exact matches: a path, a name that code defines, a heading, or quoted words, as the query writes them."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from graphrag_batch.stages.lexemes import Term, fts_quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog, Floats

MOST_NAMES = 32
MOST_ROWS = 500
# Inside a sentence a name may be mentioned in passing; alone, it is what was asked for.
IN_SENTENCE = 0.5
_SHORT_QUERY = 2

_QUALIFIER = re.compile(r"::|->|[.#]")
_LINE_SUFFIX = re.compile(r"(?::\d+(?:[:-]\d+)*|#.*)$")


@dataclass(slots=True)
class Exact:
    """What matched exactly. `documents` (documents,) and `chunks` (position → strength) are in 0..1;
    `entities` maps entity ids to strengths, `why` document positions to a reason."""

    documents: Floats
    chunks: dict[int, float] = field(default_factory=dict)
    entities: dict[int, float] = field(default_factory=dict)
    why: dict[int, str] = field(default_factory=dict)

    def note(self, doc: int, chunk: int | None, strength: float, why: str) -> None:
        """Keeps the strongest match of a document and a chunk."""
        if strength > self.documents[doc]:
            self.documents[doc] = strength
            self.why[doc] = why
        if chunk is not None:
            self.chunks[chunk] = max(strength, self.chunks.get(chunk, 0.0))


def is_symbol_like(terms: Sequence[Term]) -> bool:
    """Whether a query names things rather than asks about them: names, paths and quotations only, or
    one or two bare words of which one does not look like English."""
    telling = [term for term in terms if not term.stop]
    if any(term.kind == "cjk" for term in telling) or not telling:
        return False
    if all(term.kind in ("ident", "path", "quoted") for term in telling):
        return True
    named = any(term.kind in ("ident", "path") or not term.text.islower() for term in telling)
    return len(terms) == 1 or (named and len(terms) <= _SHORT_QUERY)


class ExactMatcher:
    """Exact look-ups in one artifact."""

    def __init__(self, artifact: Artifact, catalog: Catalog) -> None:
        self._artifact = artifact
        self._catalog = catalog

    def search(self, text: str, terms: Sequence[Term], *, alone: bool) -> Exact:
        """Matches of a query's terms; `alone` when the query is made of names (`is_symbol_like`)."""
        found = Exact(np.zeros(len(self._catalog.doc_ids), dtype=np.float32))
        strength = 1.0 if alone else IN_SENTENCE
        self._paths(found, terms)
        self._symbols(found, _names(terms, alone=alone), strength)
        self._headings(found, [text, *(term.text for term in terms if term.kind == "quoted")])
        self._quotations(found, terms)
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        """Positions of the documents with each file name."""
        places: dict[str, list[int]] = {}
        for place, path in enumerate(self._catalog.paths):
            places.setdefault(path.rpartition("/")[2].casefold(), []).append(place)
        return places

    def _paths(self, found: Exact, terms: Iterable[Term]) -> None:
        """Paths and file names; a bare word counts when it is the whole name of a file (`Makefile`)."""
        for term in terms:
            if term.kind not in ("path", "word", "quoted", "ident") or term.stop:
                continue
            path = _LINE_SUFFIX.sub("", term.text).strip("/").removeprefix("./").casefold()
            places = [
                place
                for place in self._by_name.get(path.rpartition("/")[2], ())
                if f"/{self._catalog.paths[place].casefold()}".endswith(f"/{path}")
            ]
            for place in places:
                found.note(place, None, _shared(len(places)), f"path {term.text}")
                found.entities[int(self._catalog.doc_ids[place])] = 1.0

    def _symbols(self, found: Exact, names: dict[str, tuple[str, float]], strength: float) -> None:
        """Where the named things are defined. A name with many definitions says less about each."""
        if not names:
            return
        rows = self._artifact.execute(
            f"""SELECT s.id, s.doc, s.name, s.qualname, e.chunk FROM symbols s
                LEFT JOIN entities e ON e.id = s.id
                WHERE s.name IN ({_marks(names)}) ORDER BY s.id LIMIT {MOST_ROWS}""",
            tuple(names),
        )
        several = Counter(row[2] for row in rows)
        for (symbol, _, name, qualname, chunk), doc in zip(rows, self._docs(rows), strict=True):
            written, sure = names[name]
            sure *= strength * _shared(several[name]) * _qualifies(written, qualname)
            found.note(doc, self._chunk(chunk), sure, f"defines {qualname}")
            found.entities[symbol] = max(sure, found.entities.get(symbol, 0.0))

    def _headings(self, found: Exact, texts: Iterable[str]) -> None:
        norms = {" ".join(text.strip(" \"'`?.").casefold().split()) for text in texts} - {""}
        rows = self._artifact.execute(
            f"""SELECT id, doc, name, chunk, type FROM entities
                WHERE norm IN ({_marks(norms)}) AND doc IS NOT NULL ORDER BY id LIMIT {MOST_ROWS}""",
            tuple(sorted(norms)),
        )
        for (entity, _, name, chunk, kind), doc in zip(rows, self._docs(rows), strict=True):
            strength = _shared(len(rows))
            found.note(doc, self._chunk(chunk), strength, f"{kind} {name}")
            found.entities[entity] = max(strength, found.entities.get(entity, 0.0))

    def _quotations(self, found: Exact, terms: Iterable[Term]) -> None:
        """Chunks that hold quoted words in a row."""
        for term in terms:
            if term.kind == "quoted" and len(term.parts) > 1:
                rows = self._artifact.execute(
                    "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ? ORDER BY rank, rowid LIMIT ?",
                    ("text : " + fts_quote(term.text), MOST_ROWS),
                )
                for chunk in self._catalog.chunks_of([row[0] for row in rows]).tolist():
                    doc = int(self._catalog.chunk_docs[chunk])
                    found.note(doc, chunk, _shared(len(rows)), f'has "{term.text}"')

    def _docs(self, rows: Sequence[tuple[Any, ...]]) -> list[int]:
        docs: list[int] = self._catalog.docs_of([row[1] for row in rows]).tolist()
        return docs

    def _chunk(self, chunk: int | None) -> int | None:
        return None if chunk is None else int(self._catalog.chunks_of([chunk])[0])


def _names(terms: Sequence[Term], *, alone: bool) -> dict[str, tuple[str, float]]:
    """Names that code may define → (as written, how likely it is meant as a name)."""
    names: dict[str, tuple[str, float]] = {}
    for term in terms:
        written = term.text.rstrip("()")
        sure = 1.0 if alone or term.kind in ("ident", "quoted") else 0.5
        if term.stop or term.kind not in ("ident", "quoted", "word") or " " in written:
            continue
        if term.kind == "word" and not alone and not written[:1].isupper():
            continue
        names.setdefault(_QUALIFIER.split(written)[-1], (written, sure))
    return dict(list(names.items())[:MOST_NAMES])


def _qualifies(written: str, qualname: str) -> float:
    """1 when the qualifier that was written, if any, is that of the definition."""
    wanted = [part.casefold() for part in _QUALIFIER.split(written) if part]
    have = [part.casefold() for part in _QUALIFIER.split(qualname)]
    return 1.0 if have[-len(wanted) :] == wanted else 0.5


def _shared(count: int) -> float:
    """The strength of one of `count` equal matches."""
    return 1 / (1 + math.log2(max(1, count)))


def _marks(values: Iterable[Any]) -> str:
    return ", ".join("?" for _ in values)
