"""How much of a PDF is read: a file of a few bytes can unfold into gigabytes."""

from __future__ import annotations

import zlib
from typing import Any

MAX_PAGES = 5_000
MAX_CHARS = 20_000_000
MAX_CONTENT = 64_000_000
"""Bytes of drawing commands on one page, unpacked."""

_DEFLATE_AT_MOST = 1032  # https://zlib.net/zlib_tech.html: no deflate stream unfolds to more


def too_much(doc: Any, page: Any) -> str:
    """Why the page is not read, "" if it may be."""
    left = MAX_CONTENT
    for xref in page.get_contents():
        left -= _unpacked(doc, xref, left)
        if left < 0:
            return f"more than {MAX_CONTENT // 1_000_000} MB on one page"
    return ""


def _unpacked(doc: Any, xref: int, limit: int) -> int:
    """Size of a stream when unpacked, counted only as far as past `limit`."""
    raw = doc.xref_stream_raw(xref) or b""
    filters = doc.xref_get_key(xref, "Filter")[1].count("/FlateDecode")
    if len(raw) * _DEFLATE_AT_MOST**filters <= min(limit, MAX_CONTENT) or not filters:
        return len(raw)
    for _ in range(filters):
        raw = _inflated(raw, limit + 1)
    return len(raw)


def _inflated(raw: bytes, limit: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(raw, max(limit, 1))
    except zlib.error:
        return raw
