"""The tokenizer of multilingual-e5-small: SentencePiece's unigram model, from the package's file.

As in `wordpiece`, every text can be counted: nothing is truncated, a word without end is read in pieces
of `WORD_LIMIT` characters, and `<s>` and its like are plain text when they occur in a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from graphrag_batch.embedders.e5file import e5_file
from graphrag_batch.embedders.pieces import cut, without_surrogates
from graphrag_batch.embedders.weights import E5
from graphrag_batch.fingerprint import digest

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Backend

UNIGRAM_VERSION = 1
BEGIN, END, UNKNOWN = 0, 2, 3
WORD_LIMIT = 100  # characters, the mark of a word's beginning among them
GROUP = 64  # pieces handed to the threads together; bounds the memory, changes no result


class UnigramTokenizer:
    """Implements `records.Tokenizer`. The vocabulary is read at the first use (about 0.6 s); raises
    ModelMissing there when the package is not installed."""

    @property
    def fingerprint(self) -> str:
        """Covers the vocabulary and the rules of this module."""
        return digest("unigram", str(UNIGRAM_VERSION), E5.sha256)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Code-point (start, end) of each token of `text`, in order, without special tokens.

        Starts never decrease. A character that is read as several (`…`, `㎏`) may give several tokens
        with one span. The mark of a word's beginning is part of the word's first token, but where it is
        a token by itself, it has the span of the character after it.
        """
        spans: list[tuple[int, int]] = []
        pieces = list(cut(without_surrogates(text)))
        for first in range(0, len(pieces), GROUP):
            group = pieces[first : first + GROUP]
            read = [_read(piece) for _, piece in group]
            encodings = _backend().encode_batch([what for what, _ in read], add_special_tokens=False)
            for (base, _), (_, origin), encoding in zip(group, read, encodings, strict=True):
                spans += _spans(encoding.offsets, origin, base)
        return spans

    def starts(self, text: str) -> list[int]:
        """The first of each of the `spans` of `text`."""
        return [start for start, _ in self.spans(text)]

    def ids(self, text: str, limit: int, prefix: str = "") -> list[int]:
        """Vocabulary ids of `prefix`, which ends with a space, and of the first `limit` tokens of `text`,
        between the marks of beginning and end."""
        read = without_surrogates(text).translate(_characters())
        before = _backend().encode(prefix, add_special_tokens=False).ids
        after = _backend().encode(read, add_special_tokens=False).ids
        return [BEGIN, *before, *after[:limit], END]


def _read(text: str) -> tuple[str, Sequence[int]]:
    """The text as the model reads it, and where each of its characters (and its end) comes from."""
    characters = _characters()
    read = text.translate(characters)
    if len(read) == len(text) and not _changes().search(text):
        return read, range(len(read) + 1)
    origin: list[int] = []
    for place, character in enumerate(text):
        origin += [place] * len(characters.get(ord(character), character))
    return read, [*origin, len(text)]


def _spans(offsets: Sequence[tuple[int, int]], origin: Sequence[int], base: int) -> list[tuple[int, int]]:
    """Spans of the text as it was, from those of the text as it was read."""
    return [(base + origin[a], base + max(origin[max(a, b - 1)] + 1, origin[a] + 1)) for a, b in offsets]


@cache
def _characters() -> dict[int, str]:
    return e5_file().vocabulary().characters


@cache
def _changes() -> re.Pattern[str]:
    """Characters that are read as none or several."""
    several = [chr(code) for code, read in _characters().items() if len(read) != 1]
    return re.compile(f"[{re.escape(''.join(several))}]")


def _unmarked(pieces: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """With the marks (`<s>`, `<mask>` …, whose score is 0) under names that no text can hold."""
    return [(f"▁▁{n}" if score == 0 else piece, score) for n, (piece, score) in enumerate(pieces)]


@cache
def _backend() -> Backend:
    from tokenizers import Tokenizer, pre_tokenizers
    from tokenizers.models import Unigram

    model: Any = Unigram(_unmarked(e5_file().vocabulary().pieces), UNKNOWN)
    backend = Tokenizer(model)
    marked = pre_tokenizers.Metaspace(prepend_scheme="always", split=False)
    words = pre_tokenizers.WhitespaceSplit()
    backend.pre_tokenizer = pre_tokenizers.Sequence([words, marked, pre_tokenizers.FixedLength(WORD_LIMIT)])
    return backend
