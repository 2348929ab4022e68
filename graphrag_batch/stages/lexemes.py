"""Words for full-text search, made the same way for the index and for the query.

The stock tokenizer (`porter unicode61 remove_diacritics 2`) splits at white space and punctuation
only. `ident` and `cjk` give it what it cannot see: the parts of compound names, and overlapping
pairs of characters where a script writes no spaces. `query_terms` reads a question with the same
rules, so that whatever one side writes the other finds. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

TermKind = Literal["word", "phrase", "ident", "cjk", "path", "quoted"]

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, Kana, Han, Hangul.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
# Marks that belong to the letter before them, though `\w` does not match them.
_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
_WIDE = "\uff01-\uffef"

_UNSPACED_RUN = re.compile(f"[{_UNSPACED}][{_UNSPACED}\u0300-\u036f]*")
_WIDE_RUN = re.compile(f"[{_WIDE}]+")
_WIDE_NAME = re.compile(
    f"(?:[^\\W_]|[{_MARKS}])*[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a](?:[^\\W_]|[{_MARKS}])*"
)
_GAP = "\x1f"
_ASCII_NAME = re.compile(r"[A-Za-z0-9]+")
# What every name of several parts has in it, and most titles have not.
_ASCII_BORDER = re.compile(r"[a-z](?=[A-Z0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[0-9]|[A-Z][a-z])")
_NAME = re.compile(f"[^\\W_]+(?:[{_MARKS}]+[^\\W_]*)*")
# Case and digit borders in a name's shape. `IDs` and `URLs` are acronyms in the plural.
_PIECE = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_HEX = re.compile(r"(?=.*[0-9])(?=.*[a-f])[0-9a-f]{8,}\Z")
_LONGEST_NAME = 80
_MOST_DIGIT_BORDERS = 3


# ---- the index --------------------------------------------------------------------------------


def ident(text: str) -> str:
    """What the tokenizer does not see of the names in `text`: the parts of `camelCase` and of names with
    digits, in lower case and in order, once per occurrence.

    `HTTPServer2` gives `http server 2`, `parseURLs` gives `parse urls` (the stemmer does the rest).
    `user_id`, `no-cache` and `os.path` give nothing: the tokenizer splits them itself, and telling their
    words twice measured no better. Words glued to an unspaced script, or full-width, come in plain form.
    """
    if text.isascii():
        if not _ASCII_BORDER.search(text):
            return ""
        return " ".join(filter(None, map(_parts, _ASCII_NAME.findall(text))))
    folded = _UNSPACED_RUN.sub(_GAP, fold(text))
    return " ".join(filter(None, (*map(_parts, _NAME.findall(folded)), *_glued(folded), *_narrowed(text))))


def cjk(text: str) -> str:
    """Overlapping pairs of characters of each run written without spaces; a lone character is itself.

    Vowel and tone marks are left out, because the tokenizer would break a pair at them.
    """
    if text.isascii():
        return ""
    runs = _UNSPACED_RUN.findall(fold(text))
    return " ".join(pair for run in runs for pair in _pairs(run))


def path_words(path: str) -> str:
    """The words of a repository path: each name as written, then its parts in lower case.

    `src/HTTPServer.py` gives `src HTTPServer py http server`.
    """
    plain = re.sub(r"\\[0-7]{3}|\\.", " ", path.strip('"')) if path.startswith('"') else path
    names = _NAME.findall(fold(plain))
    return " ".join(filter(None, (*names, *map(ident, names), cjk(plain))))


def fold(text: str) -> str:
    """`text` with full-width Latin and half-width Kana in their ordinary width, composed (NFC)."""
    if text.isascii():
        return text
    text = _WIDE_RUN.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def _glued(text: str) -> Iterator[str]:
    """Words that touch an unspaced run: to the tokenizer `Flask応用` is a single word."""
    if _GAP not in text:
        return
    for match in _NAME.finditer(text):
        if _GAP in (text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]):
            yield match[0].lower()


def _narrowed(text: str) -> Iterator[str]:
    """Words written full-width: the text column holds them only as written."""
    for word in _WIDE_NAME.findall(text):
        yield from map(str.lower, _NAME.findall(_UNSPACED_RUN.sub(" ", fold(word))))


def _pairs(run: str) -> list[str]:
    letters = "".join(c for c in run if not unicodedata.category(c).startswith("M"))
    if len(letters) < 2:
        return [letters] if letters else []
    return [a + b for a, b in pairwise(letters)]


@lru_cache(maxsize=1 << 17)
def _parts(name: str) -> str:
    """The parts of a name without separators, space-joined; empty when it is not worth splitting."""
    if len(name) > _LONGEST_NAME or (name.islower() and name.isalpha()) or _HEX.match(name):
        return ""
    pieces = [name[m.start() : m.end()] for m in _PIECE.finditer(_shape(name))]
    if sum(a[-1].isdigit() != b[0].isdigit() for a, b in pairwise(pieces)) > _MOST_DIGIT_BORDERS:
        return ""
    pieces = _join_single_letters(pieces)
    if len(pieces) < 2 or not any(map(_spells, pieces)):
        return ""
    return " ".join(pieces).lower()


def _spells(piece: str) -> bool:
    """More than one letter and no digit: a word, not a letter or a version."""
    return len(piece) > 1 and not any(map(str.isdigit, piece))


def _join_single_letters(pieces: list[str]) -> list[str]:
    """Keep `v2`, `3d` and `i18n` whole, and turn `O Auth` into `OAuth Auth` (`IList` likewise)."""
    joined: list[str] = []
    for piece in pieces:
        last = joined[-1] if joined else ""
        code = piece.isdigit() and len(last) == 1 and last.isalpha()
        if code or (len(piece) == 1 and piece.isalpha() and last[-1:].isdigit()):
            joined[-1] = last + piece
        else:
            joined.append(piece)
    if len(joined) > 1 and len(joined[0]) == 1 and joined[0].isupper() and len(joined[1]) > 1:
        joined[0] += joined[1]
    return joined


def _shape(segment: str) -> str:
    """`segment` with each letter outside ASCII as `A`, `a` or `0` after its class, a mark as its letter."""
    if segment.isascii():
        return segment
    shape = ""
    for c in segment:
        if c.isascii():
            shape += c
        elif unicodedata.category(c).startswith("M"):
            shape += shape[-1:] or "a"
        else:
            shape += "A" if c.isupper() else "0" if c.isdecimal() else "a"
    return shape


# ---- the query --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for.

    `text` is what was written (folded, safe to quote); `parts` are the words the index holds for it:
    of a `word` itself, of an `ident` or `path` its parts, of a `phrase` or `quoted` text its words in
    order, of a `cjk` run its pairs. `stop` marks a function word that says nothing alone.
    """

    kind: TermKind
    text: str
    parts: tuple[str, ...]
    stop: bool = False


_QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`')
_TOKEN = re.compile(r"[^\s,;!?()\[\]{}<>\"“”„«»`|]+")
_EXTENSION = re.compile(
    r"\.(?:[ch](?:pp|xx|c|h)?|cs|css|csv|cfg|conf|ex|exs|go|gradle|html?|ini|ipynb|java|jsx?|json|kt|lock|lua|"
    r"md|mdx|mjs|php|pl|proto|ps1|pyi?|r|rb|rs|rst|scala|scss|sh|sql|svelte|swift|toml|tsx?|txt|vue|xml|ya?ml|zig)\Z",
    re.IGNORECASE,
)
_COMPOUND = re.compile(f"[^\\W_][\\w{_MARKS}]*(?:(?:[.#'’-]|::|->)+[\\w{_MARKS}]+)*(?:\\+\\+|#)?")
_CONTRACTED = frozenset(("t", "m", "re", "ve", "ll", "d"))
_STOP_WORDS = """
    a about after all also am an and any are as at be because been before being between both but by can
    could did do does doing don done during each few for from further get gets getting had has have
    having he her here hers him his how i if in into is isn it its itself just let like ll me more most
    my need no nor not now of off on once one only or other our out over own please re s same she should
    so some such t than that the their them then there these they this those through to too under until
    up us use used using ve very want was we were what when where which while who whom why will with
    would you your yours
"""
_STOP = frozenset(_STOP_WORDS.split())


def query_terms(text: str) -> tuple[Term, ...]:
    """What a question asks for, in the order written, each thing once.

    Quoted text, paths and file names, compound names, hyphenated phrases, words, and runs of scripts
    without spaces. Function words are marked, not dropped.
    """
    found: dict[tuple[str, str], Term] = {}
    for term in _scan(fold(text)):
        found.setdefault((term.kind, term.text.casefold()), term)
    return tuple(found.values())


def is_stop(word: str) -> bool:
    """Whether an English word is one of those that say nothing alone."""
    return word.lower() in _STOP


def fts_quote(term: Term | str) -> str:
    """An FTS5 string that matches the term literally: one phrase, never syntax.

    A `cjk` term becomes the phrase of its pairs for the `cjk` column; a lone character matches as
    the beginning of a pair.
    """
    if isinstance(term, str):
        return '"' + term.replace("\0", " ").replace('"', '""') + '"'
    if term.kind == "cjk":
        return fts_quote(" ".join(term.parts)) + ("*" if len(term.parts[0]) == 1 else "")
    return fts_quote(term.text)


def _scan(text: str) -> Iterator[Term]:
    position = 0
    for match in _QUOTED.finditer(text):
        yield from _scan_unquoted(text[position : match.start()])
        yield from _quoted(" ".join(next(filter(None, match.groups()), "").split()))
        position = match.end()
    yield from _scan_unquoted(text[position:])


def _quoted(text: str) -> Iterator[Term]:
    words = tuple(word.lower() for word in _NAME.findall(text))
    if not words:
        return
    if len(words) == 1 or not any(c.isspace() for c in text):
        yield from _scan_token(text)
    yield Term("quoted", text, words)
    yield from _unspaced(text)


def _scan_unquoted(text: str) -> Iterator[Term]:
    for token in _TOKEN.findall(text):
        yield from _scan_token(token.strip("'’").rstrip(".:"))


def _scan_token(token: str) -> Iterator[Term]:
    if _is_path(token):
        words = path_words(token).lower().split()
        if words:
            yield Term("path", token, tuple(dict.fromkeys(words)))
        return
    yield from _unspaced(token)
    for match in _COMPOUND.finditer(_UNSPACED_RUN.sub(" ", token)):
        yield _name(match[0])


def _is_path(token: str) -> bool:
    """A URL, a path that cannot be `either/or`, or a file name with a well-known extension."""
    if "/" not in token:
        return "." in token and _EXTENSION.search(token) is not None
    slashes = token.count("/")
    return slashes > 1 or token.startswith(("/", "./", "~/")) or "." in token or token.endswith("/")


def _unspaced(text: str) -> Iterator[Term]:
    for run in _UNSPACED_RUN.findall(text):
        pairs = _pairs(run)
        if pairs:
            yield Term("cjk", run, tuple(pairs))


def _name(written: str) -> Term:
    name, contracted = _without_apostrophes(written)
    words = tuple(word.lower() for word in _NAME.findall(name))
    parts = tuple(part for word in _NAME.findall(name) for part in (_parts(word) or word.lower()).split())
    if len(parts) == 1:
        return Term("word", name, words, stop=contracted or words[0] in _STOP)
    if parts == words and not re.search(r"[^\w-]|_", name):
        return Term("phrase", name, words)
    return Term("ident", name, parts)


def _without_apostrophes(written: str) -> tuple[str, bool]:
    """`Flask's` as `Flask`, `l'application` as `application`; and whether it is an English contraction."""
    pieces = re.split("['’]", written)
    name = max(pieces, key=len)
    return name, len(pieces) > 1 and pieces[-1].lower() in _CONTRACTED
