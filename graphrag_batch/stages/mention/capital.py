"""Words with a capital letter: where they stand in a text, whether a sentence begins there. Pure; linear."""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

WORD = re.compile(r"[^\W_]+(?:[-'’.&/][^\W_]+)*[+#]*(?:['’](?=\s|$))?")
# The same, where the first character may be a capital letter. It comes first in the expression: what does not
# begin with one is passed over quickly.
_CAPITALISED = re.compile(
    r"[A-Z\u0080-\U0010ffff](?<=[^\W_])(?<![^\W_].)(?<![^\W_][-'’.&/].)"
    r"[^\W_]*(?:[-'’.&/][^\W_]+)*[+#]*(?:['’](?=\s|$))?"
)
_ENDS = re.compile(r"[.!?:;。！？…][\"'”’)\]]*\s*$|[\"“(\[*•·|–—-]\s*$")
_KEY = 20
_BACK = 6  # characters before a word that say whether a sentence begins
_CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# The short words that lose their vowel before another: what follows is a word by itself ("l'API", "C'est").
_ELIDED = re.compile(
    r"(?<![^\W_])(?:[cdjlmnstCDJLMNST]|(?:[Jj]us|[Ll]ors|[Pp]uis|[Qq]uoi)?[Qq]u)['’](?=[^\W\d_])"
)
_ELIDING = frozenset(("fr", "ca", "it"))


class Word(NamedTuple):
    """A word of a passage, by offsets into its text. `initial`: the first of a sentence."""

    start: int
    end: int
    text: str
    initial: bool


def capitals(text: str, lang: str = "") -> list[Word]:
    """The words of a text that begin with a capital letter; none of a text all in capitals."""
    if _is_shouting(text):
        return []
    if lang in _ELIDING and ("'" in text or "’" in text):
        text = _without_elisions(text)
    found = [Word(*m.span(), m[0], is_initial(text, m.start())) for m in _CAPITALISED.finditer(text)]
    found = [word for word in found if len(word.text) < _KEY or not is_key(word.text)]
    return found if text.isascii() else [word for word in found if is_capital(word)]


def is_key(word: str) -> bool:
    """Whether a word is no word but bytes in letters: a hash, a key, base64."""
    bare = "".join(filter(str.isalnum, word))
    turns = sum(
        a.isdigit() != b.isdigit() or (a.islower() and b.isupper()) for a, b in itertools.pairwise(bare)
    )
    return len(bare) >= _KEY and any(map(str.isdigit, bare)) and turns * 4 >= len(bare)


def elided(text: str) -> re.Match[str] | None:
    """What a text begins with of a word that has lost its vowel; None for nothing."""
    return _ELIDED.match(text)


def _without_elisions(text: str) -> str:
    """The text, as long as it was, with a blank behind each short word that has lost its vowel. One with a
    capital letter before another, within a sentence, is of a name ("L'Oréal")."""

    def apart(found: re.Match[str]) -> str:
        named = found[0][0].isupper() and text[found.end()].isupper()
        if named and not is_initial(text, found.start()):
            return found[0]
        return f"{found[0][:-1].lower()} "

    return _ELIDED.sub(apart, text)


def is_initial(text: str, start: int) -> bool:
    """Whether the word at `start` is the first of a sentence."""
    if start < _BACK:
        return not text[:start].strip()
    if text[start - 1] == " " and text[start - 2].isalnum():
        return False
    return _ENDS.search(text, start - _BACK, start) is not None


def _is_shouting(text: str) -> bool:
    head = text[:400]
    if head.islower() or " " not in text:
        return False
    if head.isascii():
        letters = head.encode()
        capitals = len(letters) - len(letters.translate(None, _CAPITALS))
        return capitals > 0.6 * 12 and _is_mostly(sum(map(str.isalpha, head)), capitals)
    return _is_mostly(sum(map(str.isalpha, head)), sum(map(str.isupper, head)))


def _is_mostly(letters: int, capitals: int) -> bool:
    return letters > 12 and capitals > 0.6 * letters


def is_capital(word: Word) -> bool:
    """Whether a word begins with a capital letter."""
    return word.text[0].isupper()
