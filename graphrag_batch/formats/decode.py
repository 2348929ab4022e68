"""Bytes to text: byte order marks, UTF-8, UTF-16, and a guess for the rest. Never raises.

Text comes out with "\\n" as its only line end, no byte order mark, no NUL and no lone surrogate.
"""

from __future__ import annotations

import codecs
import re

from graphrag_batch.records import Decoded, Unreadable

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What the guess may choose from; codecs such as utf_7 would read any ASCII.
_CANDIDATES = [
    "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r",
    "cp932", "euc_jp", "gb18030", "big5", "cp949",
]  # fmt: skip
# What Western European text is made of; by letters alone its code page cannot be told from _AKIN.
_WESTERN = bytes(range(128)) + "".join(
    ("àáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿßœ", "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒ", "«»“”‘’„…–—•·°©®™€£§ªº¿¡\xa0´")
).encode("cp1252")
_AKIN = ("cp1250", "cp1254")
_HIGH = re.compile(rb"[\x80-\xff]+")
_HIGH_LINE = re.compile(rb"[^\n]*[\x80-\xff][^\n]*\n?")
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE = 16_384
_UTF16_MIN_SHARE = 0.1  # of code units with a zero byte, below which NULs mean binary
_WESTERN_MAX_SHARE = 0.12  # of bytes above ASCII, up to which a lone one is an accent
_MAX_CONTROL_SHARE = 0.02


def decode(raw: bytes) -> Decoded | Unreadable:
    """The text of `raw`, or `Unreadable("binary")`."""
    decoded = _decode(raw)
    if isinstance(decoded, Unreadable):
        return decoded
    if "\0" in decoded.text:
        return Unreadable("binary", "NUL characters")
    if "\r" in decoded.text:
        text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
        return Decoded(text, decoded.encoding, decoded.warnings)
    return decoded


def _decode(raw: bytes) -> Decoded | Unreadable:
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _marked(raw[len(mark) :], encoding)
    if b"\0" in raw:
        return _utf16_without_mark(raw)
    try:
        return Decoded(raw.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _guess(raw)


def _marked(body: bytes, encoding: str) -> Decoded | Unreadable:
    try:
        return Decoded(body.decode(encoding), encoding)
    except UnicodeDecodeError:
        if encoding == "utf-8":
            return _guess(body)
    return Decoded(body.decode(encoding, "replace"), encoding, (f"invalid {encoding} was replaced",))


def _utf16_without_mark(raw: bytes) -> Decoded | Unreadable:
    """ASCII in UTF-16 has its zero bytes all at odd (little-endian) or all at even places."""
    low, high = raw[0::2].count(0), raw[1::2].count(0)
    encoding = "utf-16-le" if high > low else "utf-16-be"
    if min(low, high) == 0 and max(low, high) >= _UTF16_MIN_SHARE * len(raw) / 2:
        try:
            return Decoded(raw.decode(encoding), encoding, (f"read as {encoding} without a mark",))
        except UnicodeDecodeError:
            pass
    return Unreadable("binary", "NUL bytes")


def _guess(raw: bytes) -> Decoded | Unreadable:
    if len(_CONTROL.findall(raw)) > _MAX_CONTROL_SHARE * len(raw):
        return Unreadable("binary", "control characters")
    damaged = _damaged_utf8(raw)
    if damaged is not None:
        return damaged
    for encoding in (*_likely(raw), "latin-1"):
        try:
            return Decoded(raw.decode(encoding), encoding, (f"not UTF-8: read as {encoding}",))
        except UnicodeDecodeError:
            continue
    raise AssertionError("latin-1 reads every byte")


def _damaged_utf8(raw: bytes) -> Decoded | None:
    """UTF-8 with a few broken bytes (a cut file, one pasted line) stays UTF-8."""
    text = raw.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    sound = sum(1 for c in text if c > "\x7f") - broken
    if sound < 4 * broken:
        return None
    return Decoded(text, "utf-8", (f"{broken} invalid UTF-8 sequences were replaced",))


def _likely(raw: bytes) -> tuple[str, ...]:
    runs = _HIGH.findall(raw)
    lone = sum(1 for run in runs if len(run) == 1)
    western = not raw.translate(None, _WESTERN)
    if western and lone * 2 > len(runs) and sum(map(len, runs)) <= _WESTERN_MAX_SHARE * len(raw):
        return ("cp1252",)
    from charset_normalizer import from_bytes  # only for the few files that need it

    best = from_bytes(_sample(raw), cp_isolation=_CANDIDATES).best()
    if best is None or (western and best.encoding in _AKIN):
        return ("cp1252",)
    return (best.encoding,)


def _sample(raw: bytes) -> bytes:
    """The first lines that are not ASCII: the rest says nothing about the encoding."""
    lines: list[bytes] = []
    size = 0
    for match in _HIGH_LINE.finditer(raw):
        lines.append(match[0][:_SAMPLE])
        size += len(lines[-1])
        if size >= _SAMPLE:
            break
    return b"".join(lines)
