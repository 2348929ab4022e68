"""Long texts in pieces that tokenizers take, cut where no token is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

PIECE = 1 << 13  # code points tokenised at once; cuts a longer word
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: no tokenizer takes it


def without_surrogates(text: str) -> str:
    """The text with each lone surrogate as U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def cut(text: str, size: int = PIECE) -> Iterator[tuple[int, str]]:
    """(start, piece) of pieces of at most `size` code points: cut after a line end, else (the line is
    longer) after a space, else (the word is longer) in the word. No token and no combining sequence
    crosses a line end or a space, so only that last cut changes a token; where it falls depends on the
    line alone."""
    start, length = 0, len(text)
    while start < length:
        end = start + size
        if end < length:
            end = (text.rfind("\n", start, end) + 1) or (text.rfind(" ", start, end) + 1) or end
        yield start, text[start:end]
        start = end
