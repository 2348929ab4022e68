"""What a path alone says: files that seldom are the answer, unless the query asks for their kind. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

# Factors chosen with those of `rank`: tests between .7 and .85 are equally good, lower is worse.
TEST = 0.8
LOW = 0.5
TRANSLATION = 0.5
# Code, where a question names nothing in it: people ask documentation.
CODE_FOR_QUESTION = 0.6

_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|specs?|testdata|fixtures|examples?|benches|benchmarks?)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*[_.-]tests?\.[^/]*|[^/]*[_.]spec\.[^/]*|conftest\.py|[^/]*[a-z0-9]Tests?\.\w+)$",
)
_CHANGES = re.compile(
    r"(?:^|/)(?:change(?:s|log)|history|news|releases?|release[-_]notes)(?:[.-][^/]*)?$", re.IGNORECASE
)
_LEGAL = re.compile(r"(?:^|/)(?:licen[cs]e|copying|authors|contributors)(?:[.-][^/]*)?$", re.IGNORECASE)
_GENERATED = re.compile(
    r"(?:\.lock|[.-]lock\.(?:json|ya?ml)|(?:^|/)go\.sum|\.min\.(?:js|css)|\.map|\.snap|_pb2(?:_grpc)?\.pyi?|\.pb\.go"
    r"|[._]generated\.[^/]*)$",
    re.IGNORECASE,
)
_ASKS = {
    "test": re.compile(
        r"\b(?:tests?|testing|tested|specs?|fixtures?|examples?|benchmarks?)\b", re.IGNORECASE
    ),
    "changes": re.compile(
        r"\b(?:change ?logs?|release notes?|what(?: is|'s) new|released?)\b", re.IGNORECASE
    ),
    "legal": re.compile(r"\b(?:licen[cs]\w*|copyright|authors?|contributors?)\b", re.IGNORECASE),
    "generated": re.compile(r"\b(?:lock ?files?|locked|generated|minified|snapshots?)\b", re.IGNORECASE),
}
_KINDS = (
    ("test", _TEST, TEST),
    ("changes", _CHANGES, LOW),
    ("legal", _LEGAL, LOW),
    ("generated", _GENERATED, LOW),
)

_QUESTION = re.compile(
    r"^\W*(?:how|what|where|which|why|when|who|whose|can|could|does|do(?!\s+not\b)|did|is|are|may|must|should|will"
    r"|would|wie|was|wo|warum|wann|welche[rsnm]?|wer|comment|pourquoi|quand|quel(?:le)?s?|cómo|qué|dónde|cuándo)\b"
    r"|[?？]\s*$",
    re.IGNORECASE,
)

LANGUAGES = {
    "ar": "arabic", "az": "azerbaijani", "bg": "bulgarian", "bn": "bengali", "ca": "catalan", "cs": "czech",
    "da": "danish", "de": "german", "el": "greek", "em": "emoji", "es": "spanish", "fa": "persian",
    "fi": "finnish", "fr": "french", "he": "hebrew", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian",
    "it": "italian", "ja": "japanese", "ko": "korean", "lo": "lao", "lt": "lithuanian", "ms": "malay",
    "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sk": "slovak", "sl": "slovenian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "th": "thai",
    "tr": "turkish", "uk": "ukrainian", "ur": "urdu", "uz": "uzbek", "vi": "vietnamese", "yo": "yoruba",
    "zh": "chinese",
}  # fmt: skip
_LOCALE = re.compile(r"(?<=[/._-])([a-z]{2})(?:[-_][A-Za-z]{2,4})?(?=[/.])")
_SCRIPTS = {
    "ja": "\u3040-\u30ff", "zh": "\u4e00-\u9fff", "ko": "\uac00-\ud7a3", "ru": "\u0400-\u04ff",
    "uk": "\u0400-\u04ff", "bg": "\u0400-\u04ff", "sr": "\u0400-\u04ff", "el": "\u0370-\u03ff",
    "he": "\u0590-\u05ff", "ar": "\u0600-\u06ff", "fa": "\u0600-\u06ff", "ur": "\u0600-\u06ff",
    "hi": "\u0900-\u097f", "bn": "\u0980-\u09ff",
    "ta": "\u0b80-\u0bff", "th": "\u0e00-\u0e7f", "lo": "\u0e80-\u0eff", "hy": "\u0530-\u058f",
}  # fmt: skip


def is_question(query: str) -> bool:
    """Whether a query is put as a question in words; no commit subject is (`Do not …`)."""
    return bool(_QUESTION.search(query))


def is_test(path: str) -> bool:
    """Whether a path is of tests, what they read, benchmarks or examples."""
    return bool(_TEST.search(path))


def asked_for(query: str) -> frozenset[str]:
    """The kinds of file, and codes of languages, that a query asks for by name or by its script."""
    kinds = {kind for kind, pattern in _ASKS.items() if pattern.search(query)}
    words = set(re.findall(r"\w+", query.casefold()))
    languages = {code for code, name in LANGUAGES.items() if name in words}
    scripts = {code for code, letters in _SCRIPTS.items() if re.search(f"[{letters}]", query)}
    return frozenset(kinds | languages | scripts)


class Priors:
    """The factors of a list of paths: read once, then looked up for what a query asks for."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._kinds = np.fromiter(map(_kinds, paths), dtype=np.uint8, count=len(paths))
        self._translations = translations(paths)

    def factors(self, asked: frozenset[str]) -> NDArray[np.float32]:
        """(paths,) what each document's score is multiplied with."""
        by_kinds = np.ones(1 << len(_KINDS), dtype=np.float32)
        for bit, (kind, _, usual) in enumerate(_KINDS):
            if kind not in asked:
                by_kinds[np.arange(len(by_kinds)) >> bit & 1 == 1] *= usual
        factors = by_kinds[self._kinds]
        unwanted = [place for place, language in self._translations.items() if language not in asked]
        factors[unwanted] *= TRANSLATION
        return factors


def translations(paths: Sequence[str]) -> dict[int, str]:
    """Positions of paths that are translations → their language: a path with a language's code in it
    (`docs/ko/a.md`, `README.zh-CN.md`) of which there is an English twin, or one without a code."""
    known = set(paths)
    found = {}
    for place, path in enumerate(paths):
        for match in _LOCALE.finditer(path):
            if match[1] in LANGUAGES and _twins(path, match) & known:
                found[place] = match[1]
                break
    return found


def _twins(path: str, match: re.Match[str]) -> set[str]:
    """The paths that an original may have."""
    before, after = path[: match.start()], path[match.end() :]
    english = {f"{before}{code}{after}" for code in ("en", "en-US", "en_US")}
    return english | {before[:-1] + after, before + after.lstrip("/")}


def _kinds(path: str) -> int:
    """One bit per kind that a path is of."""
    return sum(1 << bit for bit, (_, pattern, _) in enumerate(_KINDS) if pattern.search(path))
