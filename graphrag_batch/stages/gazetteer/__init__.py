"""The corpus's own terms: which words it sets apart often enough, and where they are in a text. Pure: counts
are given, nothing here reads documents; terms are chosen by sums alone, whatever the order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphrag_batch.config import GazetteerConfig
from graphrag_batch.textual import Term

GAZETTEER_VERSION = 1


def fold(text: str) -> str:
    """`text` in lower case, character for character."""
    return text.replace("İ", "i").lower()


def weights(terms: Sequence[Term]) -> dict[str, tuple[str, int]]:
    """What one document adds: folded term → (its best surface here, weight of its best mark)."""
    return {}


def choose(rows: Iterable[tuple[str, int, int]], config: GazetteerConfig) -> tuple[str, ...]:
    """The best `mine_topk` of (folded term, documents, sum of weights)."""
    return ()


def surface_of(surfaces: Iterable[tuple[str, int]]) -> str:
    """The surface of a term in the corpus, from (surface, documents): the most documents, ties by text."""
    return min(surfaces, key=lambda s: (-s[1], s[0]))[0]


class Matcher:
    """Finds terms in texts. Each is given by its surface (`surface_of`)."""

    def __init__(self, surfaces: Iterable[str]) -> None:
        self._surfaces = tuple(surfaces)

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """(start, end, folded term) of all terms in `text`, leftmost-longest, by place."""
        return []


def phrase(term: str) -> str | None:
    """An FTS5 query that finds at least the texts in which the term is found; None: look at all."""
    return None
