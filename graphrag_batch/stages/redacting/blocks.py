"""Private keys: PEM, OpenSSH, PGP, SSH2 and PuTTY blocks, whole, cut off, or on one line with `\\n`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.redacting.span import Span

# Found by their words in small letters.
NEEDLE = b"private key"
PUTTY = b"private-lines:"
_BEGIN = re.compile(rb"-{4,5} {0,2}BEGIN [A-Z0-9 ]{0,60}?PRIVATE KEY(?: BLOCK)? {0,2}-{4,5}")
_END = re.compile(rb"-{4,5} {0,2}END [A-Z0-9 ]{0,60}?PRIVATE KEY(?: BLOCK)? {0,2}-{4,5}")
_BACK, _AHEAD = 80, 40
_MOST = 200_000
# A line of key material; where it is code or JSON, with what joins such lines there.
_MATERIAL = re.compile(rb"[A-Za-z0-9+/=_-]{20,}")
# What goes on after a beginning without an end: headers, then material.
_REST = re.compile(
    rb"(?:[\s\"'+,>|*#]|\\[nrt\\\"]|(?:Proc-Type|DEK-Info|Version|Comment|X-[\w-]{1,40}): ?[^\n\\\"]{0,200}"
    rb"|[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{1,15}={1,2}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/]))*+"
)
_PUTTY = re.compile(rb"Private-Lines: {0,4}(\d{1,4})", re.IGNORECASE)
_PUTTY_LINE = re.compile(rb"[ \t>|]*[A-Za-z0-9+/=]+[ \t]*(?:\n|$)")
_PUTTY_MAC = re.compile(rb"[ \t]*(?:Private-MAC|Private-Hash): *([0-9a-fA-F]{16,})")


def find_private_keys(raw: bytes, low: bytes) -> Iterator[Span]:
    """The private keys in `raw`; `low` is the same in small letters."""
    at = low.find(NEEDLE)
    while at >= 0:
        following = low.find(NEEDLE, at + len(NEEDLE))
        begin = _BEGIN.search(raw, max(0, at - _BACK), at + _AHEAD)
        if begin and begin.end() > at:
            span = _block(raw, begin, following)
            if span:
                yield span
                following = low.find(NEEDLE, span.end)
        at = following


def _block(raw: bytes, begin: re.Match[bytes], following: int) -> Span | None:
    """`following` is where the next mark's words are: those of the end, if it has one."""
    kind = "pgp-private-key" if b"PGP" in begin[0] else "private-key"
    if 0 <= following < begin.end() + _MOST:
        end = _END.search(raw, max(begin.end(), following - _BACK), following + _AHEAD)
        if end and _is_material(raw, begin.end(), end.start()):
            return Span(begin.start(), end.end(), kind)
    rest = _REST.match(raw, begin.end())
    last = rest.end() if rest else begin.end()
    while last > begin.end() and raw[last - 1] in b" \t\n\"'+,>|*#\\":
        last -= 1
    if _MATERIAL.search(raw, begin.end(), last):
        return Span(begin.start(), last, kind)
    return None


def _is_material(raw: bytes, start: int, end: int) -> bool:
    """Whether what stands between the marks is a key and not code that is about such marks: nearly all of it
    lies in long runs of base64."""
    material = sum(len(run) for run in _MATERIAL.findall(raw, start, end))
    other = len(re.sub(rb"[\s\"'+,>|*#]|\\[nrt]", b"", raw[start:end])) - material
    return material >= 20 and other < max(400, material // 4)


def find_putty_keys(raw: bytes, low: bytes) -> Iterator[Span]:
    """The private lines of PuTTY's key files, and their MAC."""
    at = low.find(PUTTY)
    while at >= 0:
        head = _PUTTY.match(raw, at)
        end = raw.find(b"\n", at, at + _BACK) + 1
        at = low.find(PUTTY, at + len(PUTTY))
        if not head or not end:
            continue
        last = end
        for _ in range(int(head[1])):
            line = _PUTTY_LINE.match(raw, last)
            if not line:
                break
            last = line.end()
        if last > end:
            yield Span(end, last - (raw[last - 1] == ord("\n")), "putty-private-key")
        mac = _PUTTY_MAC.match(raw, last)
        if mac:
            yield Span(*mac.span(1), "putty-private-key")
