"""Stage values as bytes for the memo, and back. A value that does not decode is no value."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import msgspec

from graphrag_batch.records import Chunk, Document, Sketch, Unreadable
from graphrag_batch.textual import Extract

_DOCUMENT, _UNREADABLE = b"D", b"U"


@cache
def _decoder(kind: object) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


_encode = msgspec.msgpack.Encoder().encode


def encode_parsed(value: Document | Unreadable) -> bytes:
    """A parser's verdict as bytes."""
    return (_DOCUMENT if isinstance(value, Document) else _UNREADABLE) + _encode(value)


def decode_parsed(raw: bytes) -> Document | Unreadable | None:
    """The verdict, or None when the bytes are not one."""
    kind = {_DOCUMENT: Document, _UNREADABLE: Unreadable}.get(raw[:1])
    return None if kind is None else _decode(raw[1:], kind)


def encode_chunks(chunks: tuple[Chunk, ...]) -> bytes:
    """A document's chunks as bytes."""
    return _encode(chunks)


def decode_chunks(raw: bytes) -> tuple[Chunk, ...] | None:
    """The chunks, or None when the bytes are not chunks."""
    value: tuple[Chunk, ...] | None = _decode(raw, tuple[Chunk, ...])
    return value


def encode_sketch(sketch: Sketch | None) -> bytes:
    """What a document is compared by as bytes."""
    return _encode((sketch,))


def decode_sketch(raw: bytes) -> tuple[Sketch | None] | None:
    """The sketch, if there is one, in a tuple, or None when the bytes are no such thing."""
    value: tuple[Sketch | None] | None = _decode(raw, tuple[Sketch | None])
    return value


def encode_extract(extract: Extract | None) -> bytes:
    """What a document's prose says as bytes; `NOTHING` where there is no prose."""
    return _encode(extract)


NOTHING = encode_extract(None)


def decode_extract(raw: bytes) -> Extract | None:
    """The extract, or None when the bytes are none."""
    value: Extract | None = _decode(raw, Extract)
    return value


def sound_extract(raw: bytes) -> bytes | None:
    """The bytes themselves, if they are `NOTHING` or an extract."""
    return raw if raw == NOTHING or decode_extract(raw) is not None else None


def _decode(raw: bytes, kind: object) -> Any:
    try:
        return _decoder(kind).decode(raw)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        return None


def encode_vector(scale: float, vector: bytes) -> bytes:
    """A quantised vector: its scale as float64, then its signed bytes."""
    return struct.pack("<d", scale) + vector


def decode_vector(raw: bytes, dim: int) -> tuple[float, bytes] | None:
    """(scale, signed bytes), or None when the bytes are no vector of `dim`."""
    if len(raw) != 8 + dim:
        return None
    return struct.unpack_from("<d", raw)[0], raw[8:]
