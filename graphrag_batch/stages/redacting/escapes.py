"""Secrets that Markdown's escapes part: `ghp\\_abc` is read as `ghp_abc`, and found where it stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator

from graphrag_batch.stages.redacting.span import Span

_ESCAPE = re.compile(rb"\\(?=[_\-.*=~+])")


def without_escapes(raw: bytes) -> tuple[bytes, Callable[[Iterable[Span]], Iterator[Span]]]:
    """The text without the backslashes of escapes, and what finds spans of it in the text with them."""
    cuts = [found.start() for found in _ESCAPE.finditer(raw)] if b"\\" in raw else []
    if not cuts:
        return raw, iter
    places = [cut - n for n, cut in enumerate(cuts)]

    def back(spans: Iterable[Span]) -> Iterator[Span]:
        for start, end, kind in spans:
            yield Span(start + bisect_left(places, start), end - 1 + bisect_right(places, end - 1) + 1, kind)

    return _ESCAPE.sub(b"", raw), back
