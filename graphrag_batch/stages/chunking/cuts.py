"""Where a text may be cut, best places first: blank lines, statements, sentences, words, tokens."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_batch.stages.chunking.measure import Measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"[.!?…][\"'”’)\]*_]*\s+(?=[^\sa-z])|[。！？｡][」』）”’]*\s*")
_SPACE = re.compile(r"\s+")
_INDENT = re.compile(r"[ \t]*")
# A line that closes what was opened above it begins no part.
_CLOSING = re.compile(
    r"[ \t]*(?:[)\]}>;,]|```|~~~|end\b|else\b|elif\b|except\b|catch\b|finally\b|fi\b|done\b|esac\b)"
)


def _after(pattern: re.Pattern[str]) -> Callable[[str, int, int], list[int]]:
    def found(text: str, low: int, high: int) -> list[int]:
        return [match.end() for match in pattern.finditer(text, low, high)]

    return found


def _outermost(pattern: re.Pattern[str]) -> Callable[[str, int, int], list[int]]:
    """The places where a line follows that is indented least, so that no statement or item is torn."""

    def found(text: str, low: int, high: int) -> list[int]:
        starts = [m.end() for m in pattern.finditer(text, low, high) if not _CLOSING.match(text, m.end())]
        indents = [_INDENT.match(text, start).end() - start for start in starts]  # type: ignore[union-attr]
        least = min(indents, default=0)
        return [start for start, indent in zip(starts, indents, strict=True) if indent == least]

    return found


_CODE = (_outermost(_BLANK_LINE), _outermost(_LINE), _after(_LINE), _after(_SPACE))
_PROSE = (_after(_BLANK_LINE), _after(_SENTENCE), _after(_LINE), _after(_SPACE))
_LIST = (_outermost(_LINE), _after(_LINE), _after(_SENTENCE), _after(_SPACE))
_TABLE = (_after(_LINE), _after(_SPACE))
_PLACES = {
    "code": _CODE, "symbol": _CODE, "fence": _CODE, "html": _CODE, "metadata": _CODE,
    "list": _LIST, "table": _TABLE,
}  # fmt: skip


def best_cut(measure: Measure, kind: str, low: int, ideal: int, high: int) -> int:
    """The best place to cut a block of `kind` in `low..high` (low < cut <= high), near `ideal`.

    Falls back to the start of a token; `high` itself when there is nothing else.
    """
    for places in _PLACES.get(kind, _PROSE):
        found = [at for at in places(measure.text, low, high) if low < at <= high]
        if found:
            return nearest(found, ideal)
    starts = measure.starts[measure.before(low + 1) : measure.before(high + 1)]
    return nearest(starts, ideal) if starts else high


def nearest(places: Iterable[int], ideal: int) -> int:
    """The place nearest to `ideal`, the earlier of two."""
    return min(places, key=lambda at: (abs(at - ideal), at))


def cut_block(
    measure: Measure, start: int, end: int, kind: str, target: int, limit: int, overlap: float
) -> list[tuple[int, int]]:
    """The (start, end) parts of a block too long for one chunk.

    Parts are of about `target` tokens, at most `limit` with the overlap; each but the first repeats the
    last whole sentences, lines or words of the one before, about `overlap` of a part.
    """
    total = measure.count(start, end)
    parts = max(1, round(total / target), -(-total * 10 // (limit * 6)))
    cuts = [start]
    for left in range(parts, 1, -1):
        here = measure.before(cuts[-1])
        aim = (measure.before(end) - here) / left
        low = max(measure.offset(here + int(aim * 0.7)), cuts[-1])
        high = measure.offset(here + max(1, int(aim * 1.3)))
        cut = best_cut(measure, kind, low, measure.offset(here + round(aim)), high)
        if cuts[-1] < cut < end:
            cuts.append(cut)
    spans = [(start, end if len(cuts) == 1 else cuts[1])]
    for cut, stop in pairwise([*cuts[1:], end]):
        spans.append((_overlap_start(measure, kind, spans[-1][0], cut, overlap * total / parts), stop))
    return spans


def _overlap_start(measure: Measure, kind: str, previous: int, cut: int, tokens: float) -> int:
    """Where a part that begins at `cut` starts once it repeats about `tokens` tokens before it."""
    if tokens < 1:
        return cut
    here = measure.before(cut)
    low = max(previous, measure.offset(max(0, here - round(tokens * 4 / 3))) - 1)
    ideal = measure.offset(max(0, here - round(tokens)))
    high = measure.offset(max(0, here - round(tokens * 2 / 3)))
    return best_cut(measure, kind, low, ideal, high) if low < high < cut else cut
