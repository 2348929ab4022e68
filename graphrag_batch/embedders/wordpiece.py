"""The uncased WordPiece tokenizer of BERT, built in code from its vocabulary file.

Three departures from the stock tokenizer, each so that every text can be counted and embedded:
a word longer than `WORD_LIMIT` is read in pieces (the stock rule makes it one unknown token, so
that megabytes of base64 would count as one); `[CLS]` and its like are plain text when they occur
in a text; and nothing is truncated or padded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.embedders.pieces import cut, without_surrogates
from graphrag_batch.fingerprint import digest

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Backend

VOCABULARY = Path(__file__).parent / "data" / "bert-base-uncased-vocab.txt"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
WORDPIECE_VERSION = 1
CLS, SEP = 101, 102
WORD_LIMIT = 100  # characters, after normalisation; the stock limit
# Marks of prose outside ASCII: each is a token, whatever is around it.
_MARKS = "–—‘’“”•…›"
_ODD = re.compile(rf"[^\t\n -~{_MARKS}]")
_BLANKS = "\t\n "
# With the blanks before it, so that words follow on one another.
_WORD = re.compile(rf"[{_BLANKS}]*(?:[A-Za-z0-9]+|[!-/:-@\[-`{{-~{_MARKS}])")
_NEAR = 256  # characters
_MOST_WORDS = 1 << 16  # remembered
GROUP = 64  # pieces handed to the threads together; bounds the memory, changes no result


class WordPieceTokenizer:
    """Implements `records.Tokenizer`. The backend is built at the first use (about 40 ms)."""

    @property
    def fingerprint(self) -> str:
        """Covers the vocabulary and the rules of this module."""
        return digest("wordpiece", str(WORDPIECE_VERSION), VOCABULARY_SHA256)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Code-point (start, end) of each token of `text`, in order, without special tokens.

        Starts never decrease. A character that normalisation takes apart (a Hangul syllable) may
        give several tokens with one span. Linear in the length of `text`. Lines of plain ASCII and the marks
        of prose, most of most texts, take a third of the time: their words are looked up.
        """
        spans: list[tuple[int, int]] = []
        position = 0
        for start, end in _odd_lines(text):
            spans += _plain_spans(text, position, start)
            spans += ((a + start, b + start) for a, b in _backend_spans(text[start:end]))
            position = end
        spans += _plain_spans(text, position, len(text))
        return spans

    def starts(self, text: str) -> list[int]:
        """The first of each of the `spans` of `text`: enough to measure by, at a third of the cost."""
        starts: list[int] = []
        position = 0
        for start, end in _odd_lines(text):
            starts += _plain_starts(text, position, start)
            starts += (a + start for a, _ in _backend_spans(text[start:end]))
            position = end
        starts += _plain_starts(text, position, len(text))
        return starts

    def ids(self, text: str, limit: int) -> list[int]:
        """Vocabulary ids of the first `limit` tokens of `text` between `[CLS]` and `[SEP]`."""
        encoding = _backend().encode(without_surrogates(text), add_special_tokens=False)
        return [CLS, *encoding.ids[:limit], SEP]


def _backend_spans(text: str) -> list[tuple[int, int]]:
    """The spans of any text, in bounded memory, on all processors."""
    pieces = list(cut(without_surrogates(text)))
    spans: list[tuple[int, int]] = []
    for first in range(0, len(pieces), GROUP):
        group = pieces[first : first + GROUP]
        encodings = _backend().encode_batch([piece for _, piece in group], add_special_tokens=False)
        for (base, _), encoding in zip(group, encodings, strict=True):
            offsets = encoding.offsets
            spans += [(a + base, b + base) for a, b in offsets] if base else offsets
    return spans


def _odd_lines(text: str) -> Iterator[tuple[int, int]]:
    """Lines that hold more than printable ASCII, those near each other as one stretch."""
    position = 0
    while (odd := _ODD.search(text, position)) is not None:
        start = max(text.rfind("\n", position, odd.start()) + 1, position)
        while odd is not None:
            end = text.find("\n", odd.start())
            position = end + 1 if end >= 0 else len(text)
            odd = _ODD.search(text, position, position + _NEAR)
        yield start, position


def _plain_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The spans of printable ASCII and marks: a word's do not depend on what is around it."""
    spans: list[tuple[int, int]] = []
    at = start
    for word in _WORD.findall(text, start, end):
        following = at + len(word)
        inside = _known(word) if len(word) <= WORD_LIMIT else _word_spans(word)
        if inside.__class__ is int:  # one token: most words, so this path decides what a text costs
            spans.append((at + inside, following))
        else:
            spans += [(at + a, at + b) for a, b in inside]
        at = following
    return spans


def _plain_starts(text: str, start: int, end: int) -> list[int]:
    """What `_plain_spans` begins with."""
    words = _WORD.findall(text, start, end)
    if max(map(len, words), default=0) > WORD_LIMIT:
        return [a for a, _ in _plain_spans(text, start, end)]
    places = accumulate(map(len, words), initial=start)
    return [
        at + inside
        for at, each in zip(places, map(_within.__getitem__, words), strict=False)
        for inside in each
    ]


class _Within(dict[str, tuple[int, ...]]):
    """Word → where in it its tokens start: looked up for every word of every text."""

    def __missing__(self, word: str) -> tuple[int, ...]:
        if len(self) >= _MOST_WORDS:
            self.clear()
        self[word] = starts = tuple(start for start, _ in _word_spans(word))
        return starts


_within = _Within()


@lru_cache(maxsize=_MOST_WORDS)
def _known(word: str) -> Any:
    """Where the one token of a word with blanks before it begins, or the spans of several."""
    spans = _word_spans(word)
    return spans[0][0] if len(spans) == 1 else spans


def _word_spans(word: str) -> list[tuple[int, int]]:
    bare = word.lstrip(_BLANKS)
    blanks = len(word) - len(bare)
    spans = _greedy_spans(bare.lower()) if len(bare) <= WORD_LIMIT else _backend_spans(bare)
    return [(a + blanks, b + blanks) for a, b in spans]


def _greedy_spans(word: str) -> list[tuple[int, int]]:
    """The spans of a short word of ASCII in lower case, as WordPiece is defined: the longest piece that the
    vocabulary has, then again. Many texts need no more, so that the backend is not even imported."""
    whole, inner, longest = _vocabulary()
    spans = []
    start, pieces = 0, whole
    while start < len(word):
        end = min(len(word), start + longest)
        while word[start:end] not in pieces:
            end -= 1
            if end == start:
                return [(0, len(word))]
        spans.append((start, end))
        start, pieces = end, inner
    return spans


@cache
def _vocabulary() -> tuple[frozenset[str], frozenset[str], int]:
    """The pieces that begin a word, those that go on with one (without their mark), the most letters."""
    pieces = VOCABULARY.read_text("utf-8").split("\n")
    inner = frozenset(piece[2:] for piece in pieces if piece.startswith("##"))
    return frozenset(pieces), inner, max(map(len, pieces))


@cache
def _backend() -> Backend:
    from tokenizers import Tokenizer, normalizers, pre_tokenizers
    from tokenizers.models import WordPiece

    model: Any = WordPiece.from_file(str(VOCABULARY), unk_token="[UNK]", max_input_chars_per_word=WORD_LIMIT)
    backend = Tokenizer(model)
    backend.normalizer = normalizers.BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True
    )
    words = pre_tokenizers.BertPreTokenizer()
    backend.pre_tokenizer = pre_tokenizers.Sequence([words, pre_tokenizers.FixedLength(WORD_LIMIT)])
    return backend
