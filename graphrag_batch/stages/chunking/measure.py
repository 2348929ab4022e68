"""Lengths in tokens and lines, by bisection over one tokenisation of the whole text."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphrag_batch.records import Tokenizer


class Measure:
    """A text and where its tokens start. Offsets are code points; token numbers count from 0."""

    __slots__ = ("_newlines", "starts", "text", "tokenizer")

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self.text = text
        self.tokenizer = tokenizer
        self.starts = tokenizer.starts(text)
        self._newlines = _positions(text, "\n")

    def before(self, offset: int) -> int:
        """How many tokens start before `offset`."""
        return bisect_left(self.starts, offset)

    def count(self, start: int, end: int) -> int:
        """How many tokens start in `start..end`."""
        return bisect_left(self.starts, end) - bisect_left(self.starts, start)

    def exact(self, start: int, end: int) -> int:
        """How many tokens `text[start:end]` has by itself: an edge inside a word makes other tokens."""
        if self._inside_word(start) or self._inside_word(end):
            return len(self.tokenizer.starts(self.text[start:end]))
        return self.count(start, end)

    def offset(self, token: int) -> int:
        """Where token number `token` starts; the text's end for one past the last."""
        return self.starts[token] if token < len(self.starts) else len(self.text)

    def line(self, offset: int) -> int:
        """The 1-based line that holds `offset`."""
        return bisect_left(self._newlines, offset) + 1

    def stripped(self, start: int, end: int) -> tuple[int, int]:
        """`start..end` without white space at its edges."""
        body = self.text[start:end]
        kept = body.lstrip()
        start += len(body) - len(kept)
        return start, start + len(kept.rstrip())

    def _inside_word(self, offset: int) -> bool:
        edge = self.text[max(0, offset - 1) : offset + 1] if offset > 0 else ""
        return len(edge) == 2 and not edge[0].isspace() and not edge[1].isspace()


class Kept:
    """Token counts of a text some of whose spans are left out (sorted, not overlapping)."""

    __slots__ = ("_measure", "_removed", "_starts", "_sums")

    def __init__(self, measure: Measure, removed: Sequence[tuple[int, int]]) -> None:
        self._measure = measure
        self._removed = removed
        self._starts = [start for start, _ in removed]
        self._sums = list(accumulate((measure.count(*span) for span in removed), initial=0))

    def before(self, offset: int) -> int:
        """How many kept tokens start before `offset`."""
        n = bisect_left(self._starts, offset)
        gone = self._sums[n]
        if n and offset < self._removed[n - 1][1]:
            gone -= self._measure.count(offset, self._removed[n - 1][1])
        return self._measure.before(offset) - gone

    def count(self, start: int, end: int) -> int:
        """How many kept tokens start in `start..end`."""
        return self.before(end) - self.before(start)

    def offset(self, kept: int) -> int:
        """The start of the kept token that has `kept` kept ones before it; the text's end past the last."""
        measure = self._measure
        token = bisect_left(
            range(len(measure.starts)), kept + 1, key=lambda n: self.before(measure.starts[n] + 1)
        )
        return measure.offset(token)

    def parts(self, start: int, end: int) -> list[tuple[int, int]]:
        """The spans of `start..end` that are kept."""
        spans, at = [], start
        first = max(0, bisect_left(self._starts, start) - 1)
        for gone_start, gone_end in self._removed[first : bisect_left(self._starts, end)]:
            if gone_end <= at:
                continue
            if gone_start > at:
                spans.append((at, gone_start))
            at = gone_end
        if at < end:
            spans.append((at, end))
        return spans


def _positions(text: str, needle: str) -> list[int]:
    found, at = [], text.find(needle)
    while at >= 0:
        found.append(at)
        at = text.find(needle, at + 1)
    return found
