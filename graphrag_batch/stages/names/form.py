"""What a normal form consists of: its words, numbers, initials and version. A function of the text alone."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from graphrag_batch.stages.names.words import COUNTED, GROUPS, LEGAL, NO_PLURALS, SMALL, SPELLED, TITLES

_TOKEN = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"[+#@$%*<>^]|\A[.-]+")
_ROMAN = re.compile(r"(?:i{1,3}|iv|vi{0,3}|ix|xi{0,3}|xiv|xvi{0,3}|xix|xx)\Z")
_LITERAL = re.compile(r"[\\/=:(){}\[\]\"]|\A\.|\A-")
_DIGITS = re.compile(r"\d+")
_VERSIONED = re.compile(
    r"\A(.*[^\W\d_][^\W\d_].*?)[ -]v?(\d+(?:\.(?:\d+|x))+(?:[-.]?(?:rc|alpha|beta|dev|post|a|b)\.?\d*)?)\Z"
)
_ISE = re.compile(r"(?<=\w{4})(is|ys)(?=(?:e|ed|er|ers|ing|ations?|ational)\Z)")


class Form(NamedTuple):
    """`words`: those that tell, spelled one way, the last one without its plural (`bag`: in no order);
    `spelled`: the same with the plural; `squashed`: the words in one; `signs` and `numbers`: what is never
    another name's; `initials`: of three words and more, with and without small ones; `base`: the name without
    its `version`, both "" for one that has none; `literal`: a path, a call or
    the like, whose every sign tells."""

    words: tuple[str, ...]
    bag: frozenset[str]
    spelled: tuple[str, ...]
    squashed: str
    signs: str
    numbers: tuple[str, ...]
    initials: tuple[str, ...]
    base: str
    version: str
    literal: bool


@lru_cache(maxsize=1 << 17)
def form(norm: str) -> Form:
    """The parts of a normal form."""
    tokens = _TOKEN.findall(norm if norm.isascii() else _plain(norm))
    telling = [t for t in tokens if t not in SMALL] or tokens
    if len(telling) > 1 and telling[-1] in LEGAL:
        telling = telling[:-1]
    if len(telling) > 2 and telling[-1] in GROUPS:
        telling = telling[:-1]
    if len(telling) > 1 and telling[0] in TITLES:
        telling = telling[1:]
    spelled = tuple(map(_spelled, telling))
    words = (*spelled[:-1], singular(spelled[-1])) if spelled else ()
    base, version = _version(norm, tokens)
    return Form(
        words, frozenset(words), spelled, singular("".join(spelled)), "".join(_SIGNS.findall(norm)),
        _numbers(norm, tokens), _initials(tokens), base, version,
        " " not in norm and _LITERAL.search(norm) is not None,
    )  # fmt: skip


def singular(word: str) -> str:
    """An English noun without its plural ending. What is none may lose a letter, too: good for comparing."""
    if len(word) < 4 or word[-1] != "s" or word in NO_PLURALS or not word.isascii():
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) else word[:-1]


def _plain(text: str) -> str:
    """Without the accents of Latin letters."""
    apart = unicodedata.normalize("NFD", text)
    kept = [
        c for n, c in enumerate(apart) if not (n and "\u0300" <= c <= "\u036f" and apart[n - 1].isascii())
    ]
    return unicodedata.normalize("NFC", "".join(kept))


def _spelled(word: str) -> str:
    """A word as Americans spell it."""
    if len(word) > 6 and "s" in word:
        word = _ISE.sub(lambda found: found[0][0] + "z", word)
    return SPELLED.get(word, word)


def _numbers(norm: str, tokens: list[str]) -> tuple[str, ...]:
    """Arabic and Roman numbers, and letters that count (Plan B, vitamin C)."""
    found = _DIGITS.findall(norm)
    counting = [t for t in tokens[1:] if _ROMAN.match(t) or (len(t) == 1 and t.isalpha() and t not in SMALL)]
    return tuple(sorted((*(n.lstrip("0") or "0" for n in found), *counting)))


def _initials(tokens: list[str]) -> tuple[str, ...]:
    if len(tokens) < 3:
        return ()
    whole = "".join(t[0] for t in tokens)
    lean = "".join(t[0] for t in tokens if t not in SMALL)
    return tuple(dict.fromkeys(i for i in (whole, lean) if 2 < len(i) <= 8))


def _version(norm: str, tokens: list[str]) -> tuple[str, str]:
    found = _VERSIONED.match(norm) if "." in norm else None
    if not found or tokens[0] in COUNTED or _DIGITS.search(found[1]):
        return "", ""
    return found[1], found[2]
