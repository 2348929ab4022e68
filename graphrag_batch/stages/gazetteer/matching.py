"""Where terms are in a text, and a full-text query that finds at least the texts where one is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from graphrag_batch.stages.gazetteer.words import COMMON

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

# As stages.lexemes has them: scripts written without spaces, whose terms are found within longer runs.
_UNSPACED = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x3007), (0x3040, 0x30FF),
    (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F),
    (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
# What may take another character's place in writing, one for one.
_LIKE = (
    ("\n", " "), ("\t", " "), ("\r", " "), ("\u00a0", " "), ("\u202f", " "), ("\u2007", " "), ("\u2010", "-"),
    ("\u2011", "-"), ("\u2018", "'"), ("\u2019", "'"),
    # The one letter whose small form is longer, and the one whose small form depends on what follows.
    ("\u0130", "i"), ("\u03a3", "\u03c3"),
)  # fmt: skip
_BLANKS = str.maketrans("\n\t\r", "   ")

_ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))

_SEPARATOR, _WORD, _RUN, _JOINED = 0, 1, 2, 3
_OLD = unicodedata.ucd_3_2_0


def fold(text: str) -> str:
    """`text` in lower case, every white space a blank, hyphens and apostrophes plain: code point by code
    point, so that offsets stay."""
    if text.isascii():
        return text.translate(_BLANKS).lower()
    for written, meant in _LIKE:
        text = text.replace(written, meant)
    return text.lower()


class _Kinds(dict[str, int]):
    """What a character is where a term may end: _SEPARATOR, _WORD, _RUN (a script without spaces), or _JOINED
    (to the letter before it).

    A separator is what was one in Unicode 3.2: whatever came since, FTS5 may take for a part of a word.
    """

    def __missing__(self, character: str) -> int:
        kind = self[character] = _kind(character)
        return kind


def _kind(character: str) -> int:
    category, point = unicodedata.category(character), ord(character)
    if category[0] == "M" or 0x1160 <= point <= 0x11FF:  # vowels and finals of Hangul join, too
        return _JOINED
    if any(first <= point <= last for first, last in _UNSPACED):
        return _RUN
    old = _OLD.category(character)
    separates = (old[0] in "PSZ" or old in ("Cc", "Cf")) and category[0] in "PSZC"
    return _SEPARATOR if separates and character != "_" and not _cased(character) else _WORD


def _cased(character: str) -> bool:
    return character.isupper() or character.islower() or character.istitle()


_KINDS = _Kinds()


class Matcher:
    """Finds terms in texts: leftmost, then longest, at the borders of words, whatever the case.

    `terms` are as `term_of` writes them. One with a capital letter is only found where the text has one too,
    and one that is a common word besides (Go, Express) not where a sentence begins.
    """

    def __init__(self, terms: Iterable[str]) -> None:
        folded = {term: fold(term) for term in terms if term and not term.isspace()}
        small = {fold_ for term, fold_ in folded.items() if term == fold_}
        kept = [t for t, f in folded.items() if (t == f or f not in small) and _KINDS[t[0]] != _JOINED]
        self._terms = sorted(kept)
        self._cased = [term != folded[term] for term in self._terms]
        self._common = [is_common(folded[term]) for term in self._terms]
        self._automaton = _automaton([_capitals(folded[term]) for term in self._terms])

    def find(self, text: str, at: int = 0) -> list[tuple[int, int, str]]:
        """(start, end, surface) of every term in `text`, which begins at `at`: by place, none overlapping
        another."""
        if self._automaton is None:
            return []
        hits = self._automaton.find_matches_as_indexes(_capitals(fold(text)), overlapping=True)
        # They come by their ends; of those that begin at one place the longest is to be first.
        hits.reverse()
        hits.sort(key=itemgetter(1))
        found: list[tuple[int, int, str]] = []
        last, stands, cased, text = 0, self._stands, self._cased, text + " "
        for n, start, end in hits:
            if start < last:
                continue
            # Most stand between two blanks: of the first of a text, the one before is the last.
            if (text[end] == " " == text[start - 1] and not cased[n]) or stands(text, n, start, end):
                last = end
                found.append((at + start, at + end, text[start:end]))
        return found

    def _stands(self, text: str, n: int, start: int, end: int) -> bool:
        """Of a text that ends with a blank, which is no part of it."""
        if not (text[end] == " " or _ends(text, end)):
            return False
        if not (not start or text[start - 1] == " " or _begins(text, start)):
            return False
        if not self._cased[n]:
            return True
        if text[start:end].islower():
            return False
        return not self._common[n] or _within_sentence(text, start)


def _automaton(patterns: list[str]) -> AhoCorasick | None:
    from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

    if not patterns:
        return None
    # The table of a DFA is megabytes, which are out of the processor's nearest memory before the next text.
    small = Implementation.ContiguousNFA
    return AhoCorasick(patterns, MatchKind.Standard, store_patterns=False, implementation=small)


def _capitals(folded: str) -> str:
    """Folded text with the first letter of each word as a capital: then the automaton itself sees where words
    begin, and stops at none of the many places within words that look like a short term."""
    if folded.isascii():
        return folded.encode().title().decode()  # five times as fast
    titled = folded.title()
    return titled if len(titled) == len(folded) else "".join(_titled(folded))


def _titled(folded: str) -> Iterable[str]:
    """`str.title`, but for letters that would become two."""
    within = False
    for character in folded:
        capital = character.title()
        yield character if within or len(capital) > 1 else capital
        within = _cased(character)


def is_common(word: str) -> bool:
    """Whether a word, or the one that it is a form of, is a common one of prose or of code."""
    stems = (word.removesuffix(ending) + e for ending, e in _ENDINGS if word.endswith(ending))
    return word in COMMON or any(stem in COMMON for stem in stems)


def _begins(text: str, start: int) -> bool:
    own = _KINDS[text[start]]
    if own == _RUN or not start:
        return True
    before = text[start - 1]
    if _KINDS[before] not in (_SEPARATOR, _RUN):
        return False
    if own == _SEPARATOR:
        return before != text[start] and _KINDS[before] == _SEPARATOR
    return before != "." and not (before == "-" and text[start - 2 : start] == "--")


def _ends(text: str, end: int) -> bool:
    after, own = text[end], _KINDS[text[end - 1]]
    kind = _KINDS[after]
    if own in (_RUN, _JOINED):
        return kind != _JOINED
    if kind not in (_SEPARATOR, _RUN):
        return False
    if after in "+#":
        return False
    return not (after == "." and end + 1 < len(text) and _KINDS[text[end + 1]] != _SEPARATOR)


def _within_sentence(text: str, start: int) -> bool:
    """Whether a word, or a word and a comma, and one blank stand before."""
    before = text[max(0, start - 3) : start]
    return len(before) > 1 and before[-1] == " " and before.rstrip(" ,")[-1:].isalnum()


def phrase(term: str) -> str | None:
    """A query over `text`, `ident` and `cjk` of the full-text tables that finds every text in which `Matcher`
    finds the term (and perhaps others); None where there is none to be given: then look at all.

    Words are asked for one by one, not as a phrase: a word that touches a run of Chinese is in another column
    than its neighbours.
    """
    folded = fold(term)
    if not all(map(_sure, folded)):
        return None
    asked: list[str] = []
    for run, kind in _runs(folded):
        if kind == _RUN:
            letters = [c for c in run if unicodedata.category(c)[0] != "M"]
            if len(letters) < 2:
                return None
            asked.append('cjk:"' + " ".join(a + b for a, b in pairwise(letters)) + '"')
        elif any(_OLD.category(c)[0] in "LN" for c in run):
            asked.append('{text ident cjk}:"' + run + '"')
    return " AND ".join(dict.fromkeys(asked)) or None


def _runs(folded: str) -> list[tuple[str, int]]:
    """The words of a term, and its runs of scripts without spaces."""
    runs: list[tuple[str, int]] = []
    last = _SEPARATOR
    for character in folded:
        kind = _SEPARATOR if character == "_" else _KINDS[character]
        if kind == _JOINED and last != _SEPARATOR:
            kind = last
        if kind != _SEPARATOR and kind == last:
            runs[-1] = (runs[-1][0] + character, kind)
        elif kind != _SEPARATOR:
            runs.append((character, kind))
        last = kind
    return runs


def _sure(character: str) -> bool:
    """Whether the index is sure to hold the character as it stands, whatever its case in the text."""
    if character.isascii():
        return True
    return (
        unicodedata.is_normalized("NFKC", character)
        and _OLD.category(character) != "Cn"
        and unicodedata.category(character)[0] != "M"
        and character not in "σς"
        and all(_OLD.category(c) != "Cn" for c in character.upper())
    )
