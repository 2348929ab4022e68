"""The corpus's own terms: which words it sets apart often enough, and where they are in a text. Pure: counts
are given, nothing here reads documents; terms are chosen by sums alone, whatever the order.

A *term* is the text of a name as `term_of` writes it: folded, but for the capital letter that a word of
letters alone has when it is written with one. So "Consul" and "consul" are two terms, of which the second
alone is found in lower case, and "Access Control" is one with "access control".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from graphrag_batch.config import GazetteerConfig
from graphrag_batch.stages.gazetteer.matching import Matcher, fold, is_common, phrase
from graphrag_batch.stages.gazetteer.words import GENERIC, LETTERS, STOP
from graphrag_batch.textual import DEFINED, Term

__all__ = ["DEFINED_WEIGHT", "Matcher", "choose", "fold", "phrase", "term_of", "weights"]

WEIGHTS = {
    "title": 7, "heading": 6, "term": 5, "bold": 4, "code": 3, "link": 2, "italic": 1, "quoted": 1,
}  # fmt: skip
"""What each mark (textual.MARKS) says of a term."""
DEFINED_WEIGHT = 1 << 20
"""In a sum of weights: that a document defines the term. One such document is enough."""

_LONGEST = 80
# A lower-case word is a name where it is set apart like this, and in this many times as many documents.
# What stands in code, and in no name; but for C# and F#.
_CODE = re.compile(r"[\[\](){}<>=\"`;,|*!?\\~^@$:%]|\A[/#-]|\A\.(?!net\Z)|(?<!\A\w)#|\.\.|//")
_NAMING = frozenset({"title", "term", "code", "link"})
_SMALL_FREQ = 2


@lru_cache(maxsize=1 << 16)
def term_of(surface: str, *, defined: bool = False) -> str:
    """The term that a surface stands for; "" for what cannot be one (the words of every document's headings,
    function words, numbers; common words but those that a document defines)."""
    words = _words(surface)
    folded = fold(words)
    if folded.isalpha() and words != words.lower():
        folded = _with_capital(folded)
    return folded if _telling(folded, defined) else ""


def weights(terms: Sequence[Term]) -> dict[str, tuple[str, int]]:
    """What one document adds: for each term its surface here (the most frequent; of equals the first by text)
    and the weight of its best mark. Several words in code font are a command, not a name."""
    surfaces: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    best: dict[str, int] = {}
    for surface, mark, _, _ in terms:
        term = term_of(surface)
        if mark == DEFINED and (defined := term_of(surface, defined=True)):
            surfaces[defined][_words(surface)] += 0
            best[defined] = DEFINED_WEIGHT + best.get(defined, 0) % DEFINED_WEIGHT
        elif term and (mark in _NAMING or not _is_small_word(term)) and not (mark == "code" and " " in term):
            surfaces[term][_words(surface)] += 1
            best[term] = max(best.get(term, 0), WEIGHTS[mark])
    return {
        term: (min(counts, key=lambda surface: (-counts[surface], surface)), best[term])
        for term, counts in sorted(surfaces.items())
    }


def choose(rows: Iterable[tuple[str, int, int]], config: GazetteerConfig) -> tuple[str, ...]:
    """The best `mine_topk` of (term, documents, sum of weights), best first.

    Of those that `min_freq` documents set apart (twice as many for a single lower-case word), or one defines.
    The score adds
    up 4 for every doubling of documents, twice the mean weight, 3 for each further word (two at most), and 2
    for digits, symbols or capital letters: whole numbers in coarse steps, so that a document more or less
    seldom moves a term past another. A phrase that stands within a longer one of as many documents is left
    out: it is a piece of it.
    """
    enough = {}
    for term, documents, weight in rows:
        least = config.min_freq * (_SMALL_FREQ if _is_small_word(term) else 1)
        defined = weight >= DEFINED_WEIGHT
        if (defined or documents >= max(1, least)) and _telling(term, defined):
            enough[term] = (documents, weight % DEFINED_WEIGHT)
    pieces = _pieces(enough)
    ranked = sorted(
        (-_score(term, *counts), term) for term, counts in enough.items() if pieces.get(term, 0) < counts[0]
    )
    return tuple(term for _, term in ranked[: config.mine_topk])


def _score(term: str, documents: int, weight: int) -> int:
    shape = 2 if term != term.lower() or not term.replace(" ", "").isalpha() else 0
    return 4 * documents.bit_length() + 2 * weight // documents + 3 * min(term.count(" "), 2) + shape


def _pieces(enough: dict[str, tuple[int, int]]) -> dict[str, int]:
    """In how many documents, at most, a longer phrase holds each of two words and more."""
    within: dict[str, int] = {}
    for term, (documents, _) in enough.items():
        words = term.split(" ")
        for size in range(2, len(words)):
            for at in range(len(words) - size + 1):
                piece = " ".join(words[at : at + size])
                within[piece] = max(within.get(piece, 0), documents)
    return within


def _is_small_word(term: str) -> bool:
    """A single word without capital letter, digit or symbol, in a script that has capitals."""
    return term.isalpha() and term.islower()


def _words(surface: str) -> str:
    return " ".join(surface.split()).removesuffix("()")


@lru_cache(maxsize=1 << 16)
def _telling(term: str, defined: bool) -> bool:
    """Whether a term may say something of a corpus."""
    folded = term.lower()
    if len(folded) > _LONGEST or not any(map(str.isalpha, folded)) or _CODE.search(folded):
        return False
    words = folded.split(" ")
    if len(words) > 1:
        edges = words[0] in STOP or words[-1] in STOP
        return not edges and not all(w in GENERIC or w in STOP or not any(map(str.isalpha, w)) for w in words)
    if folded in GENERIC or folded in STOP or (not defined and term == folded and is_common(folded)):
        return False
    return len(folded) > 1 or folded in LETTERS


def _with_capital(word: str) -> str:
    """The first letter that has a capital form, in it."""
    for at, character in enumerate(word):
        if len(capital := character.upper()) == 1 and capital != character:
            return word[:at] + capital + word[at + 1 :]
    return word
