"""The part of a chunk around the match: whole lines, as many as the budget allows. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphrag_batch.retrieve.reading import estimate_tokens

CONTEXT_LINES = 2
_LONGEST_LINE = 400
_SHORTEST_STEM = 4
_ENDING = re.compile(r"(?:ations?|ions?|ings?|ers?|ed|es|s|ly)$")
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Snippet:
    """`text` begins on line `line` of the chunk, counted from 0, and is about line `focus`; `matched` are
    the words it shows."""

    text: str
    line: int
    focus: int
    matched: tuple[str, ...]


def cut(text: str, words: Mapping[str, float], tokens: int, focus: float = 0.0) -> Snippet:
    """The run of lines within `tokens` that shows most of the `words` (by weight), the earliest of
    equals, with a little context before the first match. Without a match, lines from `focus` (a share
    of the text) on. A line too long for the budget is cut around its match."""
    lines = text.split("\n")
    stems = {_stem(word): word for word in words}
    held = [_held(line, stems) for line in lines]
    costs = [_cost(line[:_LONGEST_LINE]) for line in lines]
    if not any(held):
        start = min(int(focus * len(lines)), len(lines) - 1)
        first = _back_to_a_border(lines, start) if start else 0
    else:
        first = _best_start(held, costs, {stem: words[word] for stem, word in stems.items()}, tokens)
    last, about = _end(costs, first, tokens), first
    first = _more_before(costs, first, last, tokens)
    shown = [_shorten(lines[n], held[n]) for n in range(first, last)]
    matched = dict.fromkeys(stems[stem] for n in range(first, last) for stem in sorted(held[n]))
    return Snippet("\n".join(shown).rstrip(), first, about, tuple(matched))


def _stem(word: str) -> str:
    """The beginning that an English word's forms share; words of other scripts whole."""
    folded = word.casefold()
    if not folded.isascii():
        return folded
    bare = _ENDING.sub("", folded)
    bare = bare if len(bare) >= _SHORTEST_STEM else folded
    return bare[:-1] if bare[-1:] in ("e", "y", "i") and len(bare) > _SHORTEST_STEM else bare


def _cost(line: str) -> int:
    """About how many tokens a line takes: three characters each, other scripts' one."""
    return 1 + len(line.strip()) // 3 if line.isascii() else 1 + estimate_tokens(line)


def _held(line: str, stems: Iterable[str]) -> frozenset[str]:
    lower = line.casefold()
    return frozenset(stem for stem in stems if stem in lower)


def _best_start(
    held: list[frozenset[str]], costs: list[int], weights: Mapping[str, float], tokens: int
) -> int:
    """The line with a match from which on the most weight fits."""
    best, first = -1.0, 0
    for start in (n for n, stems in enumerate(held) if stems):
        end = _end(costs, start, tokens)
        shown = frozenset().union(*held[start:end])
        # Matches that stand together are worth a little more than the same ones further apart.
        value = sum(weights[stem] for stem in shown) + 0.1 * sum(weights[stem] for stem in held[start])
        if value > best + 1e-9:
            best, first = value, start
    return first


def _end(costs: list[int], first: int, tokens: int) -> int:
    """One past the last line that fits; at least one line does."""
    spent, last = costs[first], first + 1
    while last < len(costs) and spent + costs[last] <= tokens:
        spent += costs[last]
        last += 1
    return last


def _more_before(costs: list[int], first: int, last: int, tokens: int) -> int:
    """An earlier start where the budget has room: all of the chunk, or a little context."""
    spent = sum(costs[first:last])
    least = 0 if last == len(costs) else max(0, first - CONTEXT_LINES)
    while first > least and spent + costs[first - 1] <= tokens:
        first -= 1
        spent += costs[first]
    return first


def _back_to_a_border(lines: list[str], start: int) -> int:
    """The nearest line at or before `start` that follows a blank one, within eight lines."""
    for n in range(start, max(0, start - 8), -1):
        if not lines[n - 1].strip():
            return n
    return start


def _shorten(line: str, held: frozenset[str]) -> str:
    if len(line) <= _LONGEST_LINE:
        return line
    lower = line.casefold()
    at = min((lower.find(stem) for stem in held), default=0)
    start = max(0, min(at - _LONGEST_LINE // 4, len(line) - _LONGEST_LINE))
    end = start + _LONGEST_LINE
    part = line[start:end]
    part = re.sub(r"^\S{0,20}\s", "", part) if start else part
    return f"{_ELLIPSIS if start else ''}{part}{_ELLIPSIS if end < len(line) else ''}"
