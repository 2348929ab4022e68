"""What a question wants to know of what it names, and whether a sentence says it: the words of the question
besides the names, found again near a mention. Pure.

`Who is the mother of the director of Naked Tango?` names Naked Tango and asks for its director; its page says
`directed by Leonard Schrader`, so that is who to read of next. Words are compared by their stems, so that
`director` finds `directed`; `TIES` are English words that tell of one tie from either end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from graphrag_batch.stages.lexemes import is_stop

# How much text on either side of a mention may say what it is there for.
BEFORE, AFTER = 140, 80
# So many telling words between a cue and a mention halve what it says; behind it counts as further off.
HALF, BEHIND = 3, 1
# What another word for the tie that is asked for says.
TIED = 0.9
# The inverse document frequency of a word that says all it can: one chunk in twelve has it.
# However common a word of the question is, it was asked.
RARE, LEAST = 2.5, 0.5
_LEAST_STEM = 3

TIES = (
    "father mother parent parents son daughter child children stepmother stepfather stepson stepdaughter",
    "grandfather grandmother grandson granddaughter grandchild father mother son daughter",
    "husband wife spouse married marriage consort widow widower",
    "law husband wife spouse married marriage consort son daughter",
    "director directed filmmaker",
    "composer composed music score soundtrack songwriter",
    "performer performed singer sung recorded recording artist rapper band song featuring",
    "author wrote written writer",
    "founder founded established created creator",
    "owner owns owned maintainer maintains maintained responsible team",
    "dependency depends depend requires required needs uses",
    "employer employed works worked",
    "successor succeeded predecessor preceded",
)
"""Words of one tie each: whichever asks for it, any of them may tell it. English alone; elsewhere a
question's own words have to do."""

_WORD = re.compile(r"[^\W_]+")
_END = re.compile(r"(?:(?<![\s.][^\W\d_])(?<!Mr|Dr|St|Jr|Sr|vs)[.!?][\"')\]]*\s+(?=[^\Wa-z_]|[\"'(])|\n\n)")
_ENDING = re.compile(r"(?:ings?|ers?|ors?|ed|es|s|ions?|e)\Z")


class Cue(NamedTuple):
    """How well what stands around a mention answers, in 0..1, and the words that do."""

    score: float
    words: str


NO_CUE = Cue(0.0, "")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question asks for: stem → weight in 0..1."""

    weights: Mapping[str, float]


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """What the forms of a word begin with: `director` and `directed` give `direct`."""
    plain = word.casefold()
    short = _ENDING.sub("", plain)
    return short if len(short) >= _LEAST_STEM else plain


_TIES = tuple(tuple(dict.fromkeys(map(stem, words.split()))) for words in TIES)


def words_of(text: str) -> list[str]:
    """The words of a name, in lower case."""
    return _WORD.findall(text.casefold())


def wanted(words: Iterable[tuple[str, float]]) -> Wanted:
    """What these (word, inverse document frequency) ask for."""
    own: dict[str, float] = {}
    for word, rarity in words:
        own[stem(word)] = max(LEAST, min(1.0, rarity / RARE), own.get(stem(word), 0.0))
    tied: dict[str, float] = {}
    for key, weight in own.items():
        for other in (other for tie in _TIES if key in tie for other in tie):
            tied[other] = max(TIED * weight, tied.get(other, 0.0))
    return Wanted({key: max(own.get(key, 0.0), tied.get(key, 0.0)) for key in own | tied})


def cue(asked: Wanted, text: str, start: int, end: int, *, link: bool = False) -> Cue:
    """The best cue for the mention at `start..end`, within its sentence; a `link` may hold it itself."""
    begin = max(0, start - BEFORE)
    for match in _END.finditer(text, begin, start + 1):  # which looks one character ahead
        begin = match.end()
    stop = min(len(text), end + AFTER)
    if after := _END.search(text, end, stop):
        stop = after.start()
    best = NO_CUE
    for first, last in _words(text, start, end) if link else ():
        best = max(best, _told(asked, text[first:last], 0, text[first:last]))
    distance = 0
    for first, last in reversed(_words(text, begin, start)):
        best = max(best, _told(asked, text[first:last], distance, text[first:start]))
        distance += not is_stop(text[first:last])
    distance = BEHIND
    for first, last in _words(text, end, stop):
        best = max(best, _told(asked, text[first:last], distance, text[end:last]))
        distance += not is_stop(text[first:last])
    return best


def _words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [match.span() for match in _WORD.finditer(text, start, end)]


def _told(asked: Wanted, word: str, distance: int, words: str) -> Cue:
    weight = asked.weights.get(stem(word), 0.0)
    return Cue(weight * HALF / (HALF + distance), " ".join(words.split())) if weight else NO_CUE
