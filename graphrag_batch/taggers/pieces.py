"""Long texts cut where a sentence ends, so that a model reads no more than it can hold; answers put together
again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.textual import Tagged, Token

LONGEST = 400_000
"""Characters of one text that are read: what is longer is no prose that anybody wrote, and the rest of it is
left to patterns."""

_END = re.compile(r"[.!?。！？][\"')\]”’]*\s+(?=\S)")


class Piece(NamedTuple):
    """A part of the text of this number, and where in it the part begins."""

    number: int
    start: int
    text: str


def pieces(texts: Sequence[str], size: int) -> Iterator[Piece]:
    """The texts in parts of at most `size` characters: a function of each text alone."""
    for number, text in enumerate(texts):
        start, end = 0, min(len(text), LONGEST)
        while end - start > size:
            cut = _cut(text, start, start + size)
            yield Piece(number, start, text[start:cut])
            start = cut
        yield Piece(number, start, text[start:end])


def _cut(text: str, start: int, limit: int) -> int:
    """Where the last sentence in the second half of `start..limit` ends, else the last word, else there."""
    middle = (start + limit) // 2
    last = middle
    for found in _END.finditer(text, middle, limit):
        last = found.end()
    if last == middle:
        last = text.rfind(" ", middle, limit) + 1
    return last if last > middle else limit


def batches(found: Iterable[Piece], texts: int, characters: int) -> Iterator[list[Piece]]:
    """Pieces by so many at once, and so many characters."""
    batch: list[Piece] = []
    size = 0
    for piece in found:
        if batch and (len(batch) == texts or size + len(piece.text) > characters):
            yield batch
            batch, size = [], 0
        batch.append(piece)
        size += len(piece.text)
    if batch:
        yield batch


def joined(texts: Sequence[str], answers: Iterable[tuple[Piece, Tagged]]) -> Iterator[Tagged]:
    """One answer per text, of those of its pieces."""
    parts: list[tuple[Piece, Tagged]] = []
    for piece, answer in answers:
        if parts and parts[0][0].number != piece.number:
            yield _joined(parts)
            parts = []
        parts.append((piece, answer))
    if parts:
        yield _joined(parts)


def _joined(parts: list[tuple[Piece, Tagged]]) -> Tagged:
    if len(parts) == 1:
        return parts[0][1]
    tokens: list[Token] = []
    sentences: list[tuple[int, int]] = []
    entities: list[tuple[int, int, str]] = []
    for piece, answer in parts:
        at, first = piece.start, len(tokens)
        tokens += (Token(t.start + at, t.end + at, t.dep, t.head + first) for t in answer.tokens)
        sentences += ((a + first, b + first) for a, b in answer.sentences)
        entities += ((a + at, b + at, label) for a, b, label in answer.entities)
    return Tagged(tuple(tokens), tuple(sentences), tuple(entities))
