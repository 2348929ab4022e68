"""The language of a document's prose, as a BCP 47 primary tag; "" where it says too little, and of code.

What the page says of itself wins. Else the script tells, or the words and letters that a language is full of;
only where these do not is a model asked, which takes a second to load.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from graphrag_batch.stages.language_words import CODES, LETTERS, SCRIPTS, WORDS

if TYPE_CHECKING:
    from graphrag_batch.records import Document


# Characters of prose looked at, and the letters that say enough.
SAMPLE = 1600
_LEAST_LETTERS = 24
_LEAST_FOR_MODEL = 120
_LEAST_WORDS, _LEAST_WORDS_FOR_MODEL = 3, 60
_SURE = 0.7
_PROSE = ("heading", "paragraph", "list", "table", "html")
# What is no prose in prose: code, what links lead to, attributes, tags, entities; addresses, paths and names.
_NO_PROSE = re.compile(
    r"``{0,2}[^`\n]{1,200}`{1,3}|\]\([^)\s]{1,500}\)|\{[^{}\n]{0,200}\}|</?[A-Za-z][^<>\n]{0,200}>|&[a-z]{2,8};"
)
_NO_WORD = re.compile(r"[/\\_@.](?:(?<!\.)|(?<=\w\.)(?=\w))")
_WORD = re.compile(r"[^\W\d_]+")
_ASCII_LETTERS = re.compile(r"[a-z]+")
_TAG = re.compile(r"([A-Za-z]{2})(?:[-_][A-Za-z0-9]{1,8})*(?:[.@].*)?")
_SCRIPTS = [(name, re.compile(f"[{ranges}]"), language) for name, ranges, language in SCRIPTS]


def language_of(document: Document) -> str:
    """The language of this document."""
    if document.format.startswith("code:"):
        return ""
    return named(document.lang) or detect(_sample(document))


def named(tag: str) -> str:
    """The primary tag of a language as a page names it (`en-US`, `zh_CN.UTF-8`), "" for what is none."""
    found = _TAG.fullmatch(tag.strip())
    code = found[1].lower() if found else ""
    return code if code in CODES else ""


def detect(text: str) -> str:
    """The language of prose, "" where nobody can tell."""
    if text.isascii():
        return _latin(text)
    counts = {name: len(letters.findall(text)) for name, letters, _ in _SCRIPTS}
    # A character of these says as much as a syllable or a word.
    weights = {name: n * (3 if name in ("han", "kana", "hangul") else 1) for name, n in counts.items()}
    others = sum(weights.values())
    latin = sum(map(len, _WORD.findall(text))) - sum(counts.values())
    if others < 0.3 * max(latin + others, 1):
        return _latin(text)
    return _by_script(text, counts, weights) if others >= _LEAST_LETTERS else ""


def _by_script(text: str, counts: dict[str, int], weights: dict[str, int]) -> str:
    if counts["kana"] and counts["kana"] * 12 >= counts["han"] and counts["kana"] >= counts["hangul"]:
        return "ja"
    script = max(weights, key=lambda name: weights[name])
    language = next(language for name, _, language in _SCRIPTS if name == script)
    if language or script == "han":
        return language or "zh"
    return _by_letters(text, script, counts[script])


def _by_letters(text: str, script: str, total: int) -> str:
    lower = text.lower()
    for language, letters in LETTERS.get(script, ()):
        # One letter in two hundred: a quotation has fewer.
        if sum(map(lower.count, letters.split())) * 200 > total:
            return language
    return _asked(text, True)


def _latin(text: str) -> str:
    words = (_ASCII_LETTERS if text.isascii() else _WORD).findall(text.lower())
    if sum(map(len, words)) < _LEAST_LETTERS:
        return ""
    telling = _telling()
    hits = [(language, word) for word in words if word in telling for language in telling[word]]
    votes = Counter(language for language, _ in hits)
    (best, most), (_, second) = (*votes.most_common()[:2], ("", 0), ("", 0))[:2]
    # Words of one letter or two stand in code and data too: it takes several different ones.
    several = len({word for language, word in hits if language == best}) >= _LEAST_WORDS
    if 2 * most >= 3 * second + 2 and (several or best == "en") and most * 25 >= len(words):
        return best
    # Names, commands, data: English is what little there is between them.
    if text.isascii() and (votes["en"] >= second or len(words) < _LEAST_WORDS_FOR_MODEL):
        return "en" if votes["en"] > second and votes["en"] > 1 else ""
    return _asked(text, several)


@cache
def _telling() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for language, words in WORDS.items():
        for word in dict.fromkeys(words.split()):
            table.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in table.items() if len(languages) <= 4}


def _asked(text: str, is_prose: bool) -> str:
    """What the model says, where it is sure and there is enough to be sure of."""
    if sum(map(len, _WORD.findall(text))) < (_LEAST_LETTERS if is_prose else _LEAST_FOR_MODEL):
        return ""
    language, confidence = _model().classify(text)
    # Dialects and codes of three letters are what the model finds in lists of names.
    return str(language) if confidence >= _SURE and language in CODES else ""


@cache
def _model() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _sample(document: Document) -> str:
    """Prose from the beginning and the middle of the document."""
    spans = [(b.start, b.end) for b in document.blocks if b.kind in _PROSE]
    if not spans:
        return ""
    total = sum(end - start for start, end in spans)
    if total <= 2 * SAMPLE:
        return _prose(document.text, spans, 0, SAMPLE)
    half = SAMPLE // 2
    return _prose(document.text, spans, 0, half) + _prose(document.text, spans, total // 2, half)


def _prose(text: str, spans: list[tuple[int, int]], skipped: int, size: int) -> str:
    """Up to `size` characters of twice as many of the spans after the first `skipped`, without what is no
    prose."""
    parts: list[str] = []
    wanted = 2 * size
    for begin, end in spans:
        if skipped >= end - begin:
            skipped -= end - begin
            continue
        parts.append(text[begin + skipped : min(end, begin + skipped + wanted)])
        wanted -= len(parts[-1])
        skipped = 0
        if wanted <= 0:
            break
    prose = _NO_PROSE.sub(" ", "\n".join(parts))
    # Most often a little more than what is wanted is enough, without its last word, which may be cut.
    kept = _kept(prose[: size * 5 // 4].split()[:-1])
    return (kept if len(kept) >= size else _kept(prose.split()))[:size]


def _kept(words: list[str]) -> str:
    return " ".join(w for w in words if w.isalnum() or not w.isascii() or not _NO_WORD.search(w)) + " "
