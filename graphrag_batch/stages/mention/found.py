"""What finders of names hand on, and what keeps their finds apart. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Found(NamedTuple):
    """A name in a passage, by offsets into its text."""

    start: int
    end: int
    type: str
    found: str
    score: float
    strong: bool


class Taken:
    """Stretches of a passage that are spoken for. They are added in any order; none holds another."""

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._spans = sorted(spans)

    def add(self, start: int, end: int) -> None:
        """Take `start..end`."""
        self._spans.insert(bisect_left(self._spans, (start, end)), (start, end))

    def over(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Those that have something of `start..end`."""
        n = max(0, bisect_right(self._spans, (start, 1 << 60)) - 1)
        while n < len(self._spans) and self._spans[n][0] < end:
            if self._spans[n][1] > start:
                yield self._spans[n]
            n += 1

    def touches(self, start: int, end: int) -> bool:
        """Whether any has something of `start..end`."""
        return next(self.over(start, end), None) is not None


def covering(marks: Sequence[tuple[int, int, str]], start: int, end: int) -> tuple[str, ...]:
    """The marks that cover `start..end`, each once."""
    return tuple(dict.fromkeys(mark for a, b, mark in marks if a <= start and end <= b))
