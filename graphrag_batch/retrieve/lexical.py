"""Full-text views: which chunks and documents hold the words of a query, and how well.

Queries are built from `stages.lexemes`, as the index is, and every word travels as an FTS5 string, so
nothing a user types is syntax. Words that are everywhere cost most and say least: when the words of a
query have more than `MOST_POSTINGS` occurrences together, the commonest are left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from graphrag_batch.stages.lexemes import Term, fts_quote, query_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog, Floats, Positions

MOST_WORDS = 64
MOST_POSTINGS = 40_000
MOST_ROWS = 2_000
# A word that nothing holds may be inflected where the stemmer knows no rules: try without its ending.
_INFLECTED, _ENDING = 6, 2
_MOST_REMEMBERED = 5_000

_CONTENT = "{text ident cjk}"
_NAMES = "entities"
_BEGINNINGS = """SELECT e.chunk FROM entities_fts f JOIN entities e ON e.id = f.rowid
    WHERE entities_fts MATCH ? AND e.doc IS NOT NULL AND e.chunk IS NOT NULL LIMIT ?"""


@dataclass(frozen=True, slots=True)
class Word:
    """One thing to look up: `match` is its FTS5 string, `text` what a reader would recognise.
    `chunks` counts the chunks that hold it, `weight` is its inverse document frequency. A `joined`
    word was not asked for as such: two words in a row written as one (`test client`)."""

    text: str
    match: str
    chunks: int
    weight: float
    joined: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LexicalViews:
    """`chunks` (chunks,) and `document` (documents,) are BM25; `path` and `names` (documents,) sum the
    weights of the words found in a document's path, or in the names it defines and its headings; `begun`
    (chunks,) is the share in 0..1 of those found in the names of what begins in a chunk.
    `wanted` is what a chunk would have that held every word asked for once, `known` the share of it that
    any chunk holds."""

    words: tuple[Word, ...]
    chunks: Floats
    document: Floats
    path: Floats
    names: Floats
    begun: Floats
    wanted: float
    known: float = 1.0

    @property
    def coverage(self) -> float:
        """How much of the query the best chunk holds, by weight, in 0..1."""
        return min(1.0, float(self.chunks.max(initial=0.0)) / self.wanted) if self.wanted else 0.0


class Lexical:
    """Full-text search over one artifact."""

    def __init__(self, artifact: Artifact, catalog: Catalog) -> None:
        self._artifact = artifact
        self._catalog = catalog
        self._counts: dict[str, int] = {}
        self._holders: dict[tuple[str, str], Positions] = {}

    def search(self, terms: Sequence[Term]) -> LexicalViews:
        """The views of a query's terms; all zero when no word of it is known."""
        words = self._words(terms)
        known = _affordable([word for word in words if word.chunks])
        chunks, begun = (np.zeros(len(self._catalog.chunk_ids), dtype=np.float32) for _ in range(2))
        document, path, names = (np.zeros(len(self._catalog.doc_ids), dtype=np.float32) for _ in range(3))
        if known:
            expression = " OR ".join(word.match for word in known)
            ids, scores = self._bm25("chunks_fts", expression)
            chunks[self._catalog.chunks_of(ids)] = scores
            ids, scores = self._bm25("docs_fts", expression)
            document[self._catalog.docs_of(ids)] = scores
            for word in known:
                self._add(path, "path", word.match)
                self._add(names, "names", word.match)
            own = [word for word in known if not word.joined]
            for word in own:
                begun[self._beginnings(word.match)] += word.weight
            begun /= max(sum(word.weight for word in own), 1e-9)
        wanted = sum(word.weight for word in words if not word.joined)
        held = sum(word.weight for word in words if word.chunks and not word.joined)
        share = held / wanted if wanted else 1.0
        return LexicalViews(tuple(known), chunks, document, path, names, begun, wanted, share)

    def _words(self, terms: Sequence[Term]) -> list[Word]:
        asked = dict.fromkeys(_asked(terms))
        joined = [pair for pair in dict.fromkeys(_joined(terms)) if pair not in asked]
        words = [self._word(match, text) for text, match in list(asked)[:MOST_WORDS]]
        extra = [self._word(match, text, joined=True) for text, match in joined[:MOST_WORDS]]
        return words + [word for word in extra if word.chunks]

    def _word(self, match: str, text: str, *, joined: bool = False) -> Word:
        count = self._count(match)
        if not count and text.isalpha() and not text.isascii() and len(text) >= _INFLECTED:
            match = fts_quote(text[:-_ENDING]) + "*"
            count = self._count(match)
        return Word(text, match, count, _rarity(count, len(self._catalog.chunk_ids)), joined)

    def _count(self, match: str) -> int:
        """Chunks whose content holds a word; remembered, because counting reads all its postings."""
        if match not in self._counts:
            _make_room(self._counts)
            sql = "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?"
            self._counts[match] = self._artifact.execute(sql, (f"{_CONTENT} : {match}",))[0][0]
        return self._counts[match]

    def _bm25(self, table: str, expression: str) -> tuple[list[int], list[float]]:
        """Rows of the best matches with FTS5's BM25 (k1 1.2, b 0.75), made positive."""
        rows = self._artifact.execute(
            f"SELECT rowid, -rank FROM {table} WHERE {table} MATCH ? ORDER BY rank, rowid LIMIT ?",
            (f"{_CONTENT} : ({expression})", MOST_ROWS),
        )
        return [row[0] for row in rows], [row[1] for row in rows]

    def _add(self, view: Floats, column: str, match: str) -> None:
        """Adds a word's weight, by its rarity among documents, where `column` holds it."""
        if (column, match) not in self._holders:
            _make_room(self._holders)
            sql = "SELECT rowid FROM docs_fts WHERE docs_fts MATCH ?"
            ids = [row[0] for row in self._artifact.execute(sql, (f"{column} : {match}",))]
            self._holders[column, match] = self._catalog.docs_of(ids)
        docs = self._holders[column, match]
        if len(docs):
            view[docs] += _rarity(len(docs), len(self._catalog.doc_ids))

    def _beginnings(self, match: str) -> Positions:
        """The chunks in which a section or definition begins whose name holds a word; none for a word that
        more of them hold than can be read."""
        if (_NAMES, match) not in self._holders:
            _make_room(self._holders)
            rows = self._artifact.execute(_BEGINNINGS, (f"name : {match}", MOST_ROWS + 1))
            ids = sorted({row[0] for row in rows}) if len(rows) <= MOST_ROWS else []
            self._holders[_NAMES, match] = self._catalog.chunks_of(ids)
        return self._holders[_NAMES, match]


def _make_room(remembered: dict[Any, Any]) -> None:
    if len(remembered) >= _MOST_REMEMBERED:
        remembered.clear()


def _asked(terms: Iterable[Term]) -> Iterable[tuple[str, str]]:
    """(text, FTS5 string) of what each term asks for: itself, and its parts."""
    for term in terms:
        if term.kind == "cjk":
            yield from ((pair, fts_quote(Term("cjk", pair, (pair,)))) for pair in term.parts)
            continue
        if term.kind != "path":
            yield term.text, fts_quote(term.text)
        if len(term.parts) > 1:
            stops = {part.text for part in query_terms(" ".join(term.parts)) if part.stop}
            yield from ((part, fts_quote(part)) for part in term.parts if part not in stops)


def _joined(terms: Sequence[Term]) -> Iterable[tuple[str, str]]:
    """Neighbouring words as one: `test client` also looks for `testclient`."""
    for left, right in pairwise(terms):
        if left.kind == right.kind == "word" and left.text.isalpha() and right.text.isalpha():
            both = (left.text + right.text).lower()
            yield both, fts_quote(both)


def _affordable(words: list[Word]) -> list[Word]:
    """All words, or without the commonest ones beyond `MOST_POSTINGS`; never fewer than two."""
    spent, kept = 0, set()
    for place, word in enumerate(sorted(words, key=lambda word: (word.chunks, word.match))):
        spent += word.chunks
        if spent <= MOST_POSTINGS or place < 2:
            kept.add(word)
    return [word for word in words if word in kept]


def _rarity(count: int, total: int) -> float:
    """Inverse document frequency, positive (Robertson and Zaragoza 2009, with Lucene's 1 +)."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))
