"""The uncased WordPiece tokenizer of BERT, built in code from its vocabulary file.

Three departures from the stock tokenizer, each so that every text can be counted and embedded:
a word longer than `WORD_LIMIT` is read in pieces (the stock rule makes it one unknown token, so
that megabytes of base64 would count as one); `[CLS]` and its like are plain text when they occur
in a text; and nothing is truncated or padded.
"""

from __future__ import annotations

from functools import cache
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
        give several tokens with one span. Linear in the length of `text`, on all processors.
        """
        pieces = list(cut(without_surrogates(text)))
        spans: list[tuple[int, int]] = []
        for first in range(0, len(pieces), GROUP):
            group = pieces[first : first + GROUP]
            encodings = _backend().encode_batch([piece for _, piece in group], add_special_tokens=False)
            for (base, _), encoding in zip(group, encodings, strict=True):
                offsets = encoding.offsets
                spans += [(a + base, b + base) for a, b in offsets] if base else offsets
        return spans

    def ids(self, text: str, limit: int) -> list[int]:
        """Vocabulary ids of the first `limit` tokens of `text` between `[CLS]` and `[SEP]`."""
        encoding = _backend().encode(without_surrogates(text), add_special_tokens=False)
        return [CLS, *encoding.ids[:limit], SEP]


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
