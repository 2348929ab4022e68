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
_BLOCK = 1 << 16
_SLACK = 1 << 20


class CutShort(Exception):
    """What is packed ends before its end."""


def is_packed(encoding: str) -> bool:
    """Whether what comes under this `Content-Encoding` has other bytes, and another size, than the file."""
    return _kind(encoding) in _GZIP


def plain(raw: Iterable[bytes], encoding: str, url: str) -> Iterator[bytes]:
    """The bytes of the file under an address, from those that come. Raises CutShort where they end too early,
    ManifestError for what is packed in another way than gzip, is damaged, or has next to nothing in it."""
    kind = _kind(encoding)
    # What is compressed already is sent as it is by servers that call this its encoding.
    if not kind or (kind == "zstd" and place_of(url).endswith(".zst")):
        return iter(raw)
    if kind in _GZIP:
        return _unzipped(raw, url)
    raise ManifestError(
        f"the server packs ({kind}) what it was asked for as it is",
        where=place_of(url),
        next_step="have it honour `Accept-Encoding: identity`, or name another source",
    )


def _kind(encoding: str) -> str:
    """What was done to the bytes, in order; "" for nothing, which may be told any number of times."""
    done = (each.strip().lower() for each in encoding.split(","))
    return ", ".join(each for each in done if each not in ("", "identity"))


def _unzipped(raw: Iterable[bytes], url: str) -> Iterator[bytes]:
    unzip, taken, given = zlib.decompressobj(wbits=31), 0, 0
    for piece in raw:
        block = piece
        taken += len(piece)
        while block := block.lstrip(b"\0") if unzip.eof else block:  # zeros may fill up after a member
            if unzip.eof:  # another member follows
                unzip = zlib.decompressobj(wbits=31)
            try:
                out = unzip.decompress(block, _BLOCK)
            except zlib.error as error:
                raise _bad(f"what comes is damaged: {error}", url) from None
            given += len(out)
            yield out
            block = unzip.unused_data if unzip.eof else unzip.unconsumed_tail
        # Whoever takes the bytes counts them: members of nothing would go on for ever.
        if taken > 2 * given + _SLACK:
            raise _bad(f"{taken:,} bytes that came hold {given:,}", url)
    if not unzip.eof:
        raise CutShort


def _bad(what: str, url: str) -> ManifestError:
    return ManifestError(
        f"the server packs what it sends (gzip), and {what}",
        where=place_of(url),
        next_step="pull again; if it stays so, have it honour `Accept-Encoding: identity`",
    )
