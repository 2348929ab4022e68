"""Rare words of a question that no hit shown has, and where they stand.

Fused views can put passages that have a question's common words before the only one that has its rare word;
whoever looks for just that word should not have to guess that it is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphrag_batch.retrieve.spelled import spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog
    from graphrag_batch.retrieve.found import Found
    from graphrag_batch.retrieve.lexical import Word
    from graphrag_batch.retrieve.values import Hit

# A word that more passages have is no needle.
MOST_HOLDERS = 3
MOST_NOTES = 2
_LEAST_LETTERS = 3

_HOLDERS = """SELECT c.id, d.path, c.start_line, c.text FROM chunks_fts f
    JOIN chunks c ON c.id = f.rowid JOIN docs d ON d.id = c.doc
    WHERE chunks_fts MATCH ? ORDER BY d.path, c.start_line, c.id LIMIT ?"""


def notes_of(artifact: Artifact, catalog: Catalog, found: Found, hits: Sequence[Hit]) -> Iterator[str]:
    """A note for each rare word that no hit's passage has, of the passages that the filters let through."""
    shown = {hit.chunk_id for hit in hits}
    rare = [word for word in found.lexical.words if _is_needle(word)]
    told = 0
    for word in sorted(rare, key=lambda word: (word.chunks, word.text)):
        rows = artifact.execute(_HOLDERS, (f"{{text ident cjk}} : {word.match}", MOST_HOLDERS + 1))
        if shown & {row[0] for row in rows} or not (rows := _allowed(catalog, found, rows)):
            continue
        places = [f"{spelled(path)}:{_line(word, first, text)}" for _, path, first, text in rows]
        yield f"no hit shown has {word.text!r}: it stands in {', '.join(places)}"
        told += 1
        if told == MOST_NOTES:
            return


def _is_needle(word: Word) -> bool:
    return not word.joined and 0 < word.chunks <= MOST_HOLDERS and len(word.text) >= _LEAST_LETTERS


def _allowed(catalog: Catalog, found: Found, rows: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    places = catalog.chunks_of([row[0] for row in rows]).tolist()
    return [row for row, place in zip(rows, places, strict=True) if found.allowed.chunks[place]]


def _line(word: Word, first: int, text: str) -> int:
    """The line that has the word as it was asked for; where it is inflected there, the passage's first."""
    before, found, _ = text.casefold().partition(word.text.casefold())
    return first + before.count("\n") if found else first
