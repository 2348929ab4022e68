"""What documents are compared by, a MinHash signature of their words, and which of several copies counts.

Prose (paragraphs, lists, tables, headings) is compared without the code between it, so that pages which
show the same code in two languages have nothing in common. Link targets are left out: they differ where a
page was moved, and agree where it was translated. Source code that differs in one name does something else,
so only equal code is a copy.

The signature is that of datasketch's `MinHash` (scheme `affine32`) over shingles of words that stay within
one paragraph, bit for bit; its import alone (scipy) would double the cost of indexing one edit. Pure.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import xxhash

from graphrag_batch.fingerprint import id63
from graphrag_batch.records import Sketch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphrag_batch.config import DedupeConfig
    from graphrag_batch.records import Document


PERMUTATIONS = 128
BANDS = 16
SHINGLE = 3

_PROSE = frozenset({"paragraph", "list", "table", "heading"})
# Scripts written without spaces (Thai to Khmer, kana, Han): each letter is a word.
_SOLID = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_WORD = re.compile(rf"[{_SOLID}]|[^\W{_SOLID}]+")
_ASCII_WORD = re.compile(r"[a-z0-9_]+")
_TARGET = re.compile(r"\]\([^()\s]*\)|\bhttps?://\S+|\{ ?#[^{}\s]* ?\}")
# As many shingles are hashed at once: 2 MB.
_AT_ONCE = 4096

# Folders and names that say that what is in them was taken from elsewhere, or has been left behind.
_ASIDE = re.compile(
    r"(?:^|/)(?:_?old|older|archived?|archives|attic|backups?|bak|legacy|deprecated|obsolete|cop(?:y|ies)"
    r"|vendor(?:ed)?|third[-_]?party|external|extern|deps|node_modules|dist|build|site|_site|versioned_docs|versions?[-_.]?[\d.]+\w*"
    r"|v?\d+(?:\.\d+)+\w*|tests?|testing|__tests__|testdata|fixtures|examples?|samples?|templates?)/"
    r"|(?:[ ._-](?:old|orig|bak|backup|copy)|\(\d+\)|~)(?:\.\w+)?$",
    re.IGNORECASE,
)
# A folder or suffix of another language than English, as in `docs/de/` and `README.zh-CN.md`.
_LANGUAGE = re.compile(
    r"(?:^|[/._-])(?!en\b)(?:ar|az|bg|bn|ca|cs|da|de|el|es|fa|fi|fr|he|hi|hu|hy|id|it|ja|ko|lo|lt|ms|nl|no|pl|pt|ro|ru"
    r"|sk|sl|sr|sv|ta|th|tr|uk|ur|uz|vi|yo|zh)(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}))?(?:/|\.\w+$)"
)


def sketch(document: Document, config: DedupeConfig) -> Sketch | None:
    """What `document` is compared by; None for a blank one.

    Source code, and a document with fewer than `config.min_words` words of prose, is a copy of its equals
    alone, white space aside: it has no signature.
    """
    lang = document.lang.partition("-")[0]
    blocks: list[list[str]] = []
    if not document.format.startswith("code:"):
        blocks = [_words(document.text[b.start : b.end]) for b in document.blocks if b.kind in _PROSE]
    if sum(map(len, blocks)) < config.min_words:
        text = " ".join(document.text.split())
        return Sketch(lang, id63("form", "exact", lang, text), b"") if text else None
    made = signature(_shingles(blocks))
    return Sketch(lang, id63("form", "prose", lang, made.hex()), made)


def signature(shingles: NDArray[np.uint32]) -> bytes:
    """(n,) hashes to the least value of each permutation of them: `PERMUTATIONS` little-endian uint32."""
    import numpy as np

    a, b = permutations()
    mixed = _mixed(shingles)[:, None]
    least = np.full(PERMUTATIONS, 0xFFFFFFFF, dtype=np.uint32)
    for start in range(0, len(mixed), _AT_ONCE):
        least = np.minimum(least, (mixed[start : start + _AT_ONCE] * a + b).min(axis=0))
    return least.astype("<u4").tobytes()


def band_keys(signature: bytes) -> list[int]:
    """A key (63 bits) for each band of a signature, none without one: what agrees in one shares its key."""
    width = len(signature) // BANDS
    return [
        xxhash.xxh3_64_intdigest(signature[at * width : (at + 1) * width], seed=at) >> 1
        for at in range(BANDS if signature else 0)
    ]


def preference(path: str) -> tuple[bool, bool, int, int, str]:
    """The order among copies: the least is the one that counts. One that seems set aside or taken from
    elsewhere, or is among translations, comes after one that is not; then by depth, length and text."""
    return bool(_ASIDE.search(path)), bool(_LANGUAGE.search(path)), path.count("/"), len(path), path


# ---- the signature --------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    if "](" in text or "://" in text or "{" in text:
        text = _TARGET.sub("] ", text)
    return (_ASCII_WORD if text.isascii() else _WORD).findall(text.casefold())


@lru_cache(maxsize=1 << 16)
def _hash(word: str) -> int:
    return xxhash.xxh32_intdigest(word.encode("utf-8", "surrogatepass"))


def _shingles(blocks: Iterable[Sequence[str]]) -> NDArray[np.uint32]:
    """(n,) hashes of the runs of `SHINGLE` words within each block, each once; a shorter block is one run."""
    import numpy as np

    hashes: list[int] = []
    starts: list[int] = []
    for words in blocks:
        if words:
            starts += range(len(hashes), len(hashes) + max(1, len(words) - SHINGLE + 1))
            hashes += map(_hash, words)
            hashes += [0] * (SHINGLE - len(words))
    ordered, at = np.array(hashes, dtype=np.uint32), np.array(starts, dtype=np.intp)
    total = np.zeros(len(at), dtype=np.uint32)
    for place in range(SHINGLE):
        total = _mixed(total * np.uint32(31) + ordered[at + place])
    return np.unique(total)


@cache
def permutations() -> NDArray[np.uint32]:
    """(2, permutations) factors (odd) and summands of h → a·h + b modulo 2^32."""
    import numpy as np

    a, b = ([_hash(f"{name}{n}") for n in range(PERMUTATIONS)] for name in "ab")
    return np.array([[factor | 1 for factor in a], b], dtype=np.uint32)


def _mixed(values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The finalizer of MurmurHash3 (32 bits), a bijection that scatters neighbours."""
    import numpy as np

    values = (values ^ values >> np.uint32(16)) * np.uint32(0x85EBCA6B)
    values = (values ^ values >> np.uint32(13)) * np.uint32(0xC2B2AE35)
    mixed: NDArray[np.uint32] = values ^ values >> np.uint32(16)
    return mixed
