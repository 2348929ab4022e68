"""Secrets that escapes part: `ghp\\_abc` is read as `ghp_abc`, and found where it stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from graphrag_batch.stages.redacting.span import Span

_ESCAPE = re.compile(rb"\\(?=[_\-.*=~+])")
# In a manual page `\-` is the hyphen of options, and what is not printed may stand anywhere.
_MANUAL = re.compile(rb"\\(?:(?=[_\-.*=~+])|[&%:/,])")
# The rest of what stands for a quote in the source of a page or of XML, after its `&`.
_QUOTE = re.compile(rb"(?<=&)(?:quot|#34|#[xX]22|apos|#39|#[xX]27);")
_SINGLE = (b"apos;", b"#39;", b"#x27;")

# Letters and digits of a long word, a space, and more of them: what the end of a line parts in a PDF.
_PARTED = re.compile(
    rb"(?<=[\w-]{4})(?<![a-z]{4})(?<![A-Z]{4})[ \n](?=(?=[a-zA-Z_-]*\d|[a-z]+[A-Z])[\w-]{4})", re.ASCII
)
Back = Callable[[Iterable[Span]], Iterator[Span]]


def without_escapes(raw: bytes, format: str) -> tuple[bytes, Back]:
    """The text without the backslashes of escapes, and what finds spans of it in the text with them."""
    return _without(raw, _MANUAL if format == "man" else _ESCAPE) if b"\\" in raw else (raw, iter)


def without_entities(raw: bytes) -> tuple[bytes, Back]:
    """The text with `&quot;` and the like as the quotes that they stand for; and what finds spans in it."""
    if b"&" not in raw or _QUOTE.search(raw) is None:
        return raw, iter
    parts: list[bytes] = []
    at = 0
    for found in _QUOTE.finditer(raw):
        parts += [raw[at : found.start() - 1], b"'" if found[0].lower() in _SINGLE else b'"']
        at = found.end()
    return b"".join([*parts, raw[at:]]), _without(raw, _QUOTE)[1]


def rejoined(raw: bytes) -> tuple[bytes, Back]:
    """The text with words that are no words of a language joined to the next; and what finds spans in it."""
    return _without(raw, _PARTED)


def _without(raw: bytes, escape: re.Pattern[bytes]) -> tuple[bytes, Back]:
    cuts = [found.span() for found in escape.finditer(raw)]
    if not cuts:
        return raw, iter
    gone = list(accumulate((end - start for start, end in cuts), initial=0))
    places = [start - before for (start, _), before in zip(cuts, gone, strict=False)]

    def back(spans: Iterable[Span]) -> Iterator[Span]:
        for start, end, kind in spans:
            first, last = bisect_left(places, start), bisect_right(places, end - 1)
            yield Span(start + gone[first], end + gone[last], kind)

    return escape.sub(b"", raw), back
