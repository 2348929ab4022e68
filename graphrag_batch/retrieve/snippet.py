"""The part of a chunk around the match: whole lines, as many as the budget allows. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from graphrag_batch.retrieve.reading import estimate_tokens

CONTEXT_LINES = 2
# What the best match is sought in, whatever the budget: so that every budget cites the same place.
_CLOSE = 60
_FURTHEST = 8
# What a sentence or statement ends with, and what a list item, heading, row or decorator begins with.
_ENDS = (".", ":", ";", "{", "}", "!", "?", ")", "]", "。", "？", "！")
_OPENS = re.compile(r"\s*(?:[-*+]\s|[#@|>]|\d+[.)]\s)")
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


def cut(
    text: str,
    words: Mapping[str, float],
    tokens: int,
    focus: float = 0.0,
    *,
    skip: int = 0,
    section: Callable[[int], int] = lambda line: 0,
) -> Snippet:
    """A run of lines within `tokens` around the few that hold most of the `words` (by weight), the
    earliest of equals. Without a match, lines from `focus` (a share of the text) on.

    It begins with the first line of the section around the match (`section`: line → line; a heading
    or signature) where that is near, else where a thought may begin; never above it, and never with
    one of the first `skip` lines. A line too long for the budget is cut around its match.
    """
    lines = text.split("\n")
    skip = skip if skip < len(lines) else 0
    stems = {_stem(word): word for word in words}
    held = _held_by_line(text, stems, skip)
    costs = [_cost(line[:_LONGEST_LINE]) for line in lines]
    if any(held):
        about = _best_start(held, costs, {stem: words[word] for stem, word in stems.items()}, _CLOSE)
    else:
        start = max(skip, min(int(focus * len(lines)), len(lines) - 1))
        about = next((n for n in range(start, len(lines)) if lines[n].strip()), start)
    head = max(skip, min(about, section(about)))
    first = _start(lines, costs, head, about, tokens)
    last = _end(costs, first, tokens)
    while last - 1 > about and _leads_on(lines[last - 1]) and not held[last - 1]:
        last -= 1
    shown = [_shorten(lines[n], held[n]) for n in range(first, last)]
    matched = dict.fromkeys(stems[stem] for n in range(first, last) for stem in sorted(held[n]))
    return Snippet("\n".join(shown).rstrip(), first, about, tuple(matched))


def words_in(text: str, words: Iterable[str]) -> frozenset[str]:
    """Those of the words that a text holds, in any form."""
    folded = text.casefold()
    return frozenset(word for word in words if _holds(folded, _stem(word)))


def front_matter(text: str) -> int:
    """How many lines at the top of a file are front matter, and blank ones after it."""
    lines = text.split("\n")
    fence = lines[0].rstrip()
    if fence not in ("---", "+++"):
        return 0
    end = next((n for n, line in enumerate(lines[1:], 2) if line.rstrip() == fence), 0)
    while 0 < end < len(lines) and not lines[end].strip():
        end += 1
    return end


def _stem(word: str) -> str:
    """The beginning that an English word's forms share; words of other scripts whole."""
    folded = word.casefold()
    if not folded.isascii():
        return folded
    bare = _ENDING.sub("", folded)
    bare = bare if len(bare) >= _SHORTEST_STEM else folded
    return bare[:-1] if bare[-1:] in ("e", "y", "i") and len(bare) > _SHORTEST_STEM else bare


def _holds(folded: str, stem: str) -> bool:
    """Whether a folded text holds a stem: a short one as a word, since it is in the midst of many others."""
    if stem not in folded:
        return False
    return len(stem) >= _SHORTEST_STEM or not stem.isascii() or bool(_as_word(stem).search(folded))


@cache
def _as_word(stem: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z]){re.escape(stem)}(?:s|es|ed|ing)?(?![a-z])")


def _cost(line: str) -> int:
    """About how many tokens a line takes: three characters each, other scripts' one."""
    return 1 + len(line.strip()) // 3 if line.isascii() else 1 + estimate_tokens(line)


def _held_by_line(text: str, stems: Iterable[str], skip: int) -> list[frozenset[str]]:
    """The stems that each line holds, none for the first `skip`."""
    lower = text.casefold()
    lines = lower.split("\n")
    held: list[set[str]] = [set() for _ in lines]
    for stem in stems:
        if stem in lower:  # most words of a question are in few chunks
            for n in range(skip, len(lines)):
                if _holds(lines[n], stem):
                    held[n].add(stem)
    return [frozenset(found) for found in held]


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


def _start(lines: list[str], costs: list[int], head: int, about: int, tokens: int) -> int:
    """Where to begin so that line `about` is shown in its context: at `head` where that takes half of the
    budget at most, or where the rest of the text leaves room; else where a thought may begin, a little
    above."""
    room = tokens - sum(costs[about : _end(costs, about, tokens)])
    before, rest = sum(costs[head:about]), sum(costs[about:])
    enough = min(tokens // 2, tokens - costs[about])
    if before <= enough or before + rest <= tokens:
        first = head
    else:
        first = _border_above(lines, costs, head, about, max(room, enough))
    while first < about and not lines[first].strip():
        first += 1
    return first


def _border_above(lines: list[str], costs: list[int], head: int, about: int, room: int) -> int:
    """The nearest line at or above `about` that a thought may begin with, if its lines fit into `room`;
    else as many lines of context as do."""
    reach = [about]
    while reach[-1] > max(head, about - _FURTHEST) and room >= costs[reach[-1] - 1]:
        reach.append(reach[-1] - 1)
        room -= costs[reach[-1]]
    context = max(reach[-1], about - CONTEXT_LINES)
    return next((n for n in reach if _is_border(lines, n)), context)


def _leads_on(line: str) -> bool:
    """Whether a line says nothing without the next: a blank one, a heading, a comment."""
    return not line.strip() or line.lstrip().startswith("#")


def _is_border(lines: list[str], n: int) -> bool:
    before = lines[n - 1].rstrip() if n else ""
    return bool(lines[n].strip()) and (before.endswith(_ENDS) or not before or bool(_OPENS.match(lines[n])))


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
