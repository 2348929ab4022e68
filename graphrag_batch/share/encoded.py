"""What a server sent, as it was published: unpacked, bit by bit, where the server packed it unasked. No IO.

Only `identity` is asked for, but some servers keep their files packed and give them so to everybody. A few
bytes can unpack to gigabytes, so no piece is larger than a block, and whoever takes them counts.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ManifestError

_GZIP = ("gzip", "x-gzip")
_ITSELF = ("", "identity")
_BLOCK = 1 << 16


def is_packed(encoding: str) -> bool:
    """Whether what comes under this `Content-Encoding` has other bytes, and another size, than the file."""
    return encoding.strip().lower() in _GZIP


def plain(raw: Iterable[bytes], encoding: str, url: str) -> Iterator[bytes]:
    """The bytes of the file under an address, from those that come. Raises ManifestError for what is packed
    in another way than gzip, or is damaged."""
    kind = encoding.strip().lower()
    # What is compressed already is sent as it is by servers that call this its encoding.
    if kind in _ITSELF or (kind == "zstd" and place_of(url).endswith(".zst")):
        return iter(raw)
    if kind in _GZIP:
        return _unzipped(raw, url)
    raise ManifestError(
        f"the server packs ({kind}) what it was asked for as it is",
        where=place_of(url),
        next_step="have it honour `Accept-Encoding: identity`, or name another source",
    )


def _unzipped(raw: Iterable[bytes], url: str) -> Iterator[bytes]:
    unzip = zlib.decompressobj(wbits=31)
    for piece in raw:
        block = piece
        while block:
            if unzip.eof:  # another member follows
                unzip = zlib.decompressobj(wbits=31)
            try:
                yield unzip.decompress(block, _BLOCK)
            except zlib.error as error:
                raise ManifestError(
                    f"the server packs what it sends (gzip), and what comes is damaged: {error}",
                    where=place_of(url),
                    next_step="pull again; if it stays so, have it honour `Accept-Encoding: identity`",
                ) from None
            block = unzip.unused_data if unzip.eof else unzip.unconsumed_tail
