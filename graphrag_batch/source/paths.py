"""Repository paths: any bytes but NUL to text and back, one to one. Pure.

git keeps paths as bytes. A path that is valid UTF-8 and does not begin with a double quote is its own
text; any other is written as git writes it with `core.quotePath`: in double quotes, with every byte that
is not printable ASCII as an escape. So the text of every path is valid Unicode and safe in JSON and SQL.
"""

from __future__ import annotations

import re

_ESCAPES = {
    0x07: "\\a",
    0x08: "\\b",
    0x09: "\\t",
    0x0A: "\\n",
    0x0B: "\\v",
    0x0C: "\\f",
    0x0D: "\\r",
    0x22: '\\"',
    0x5C: "\\\\",
}
_UNESCAPES = {escape[1]: byte for byte, escape in _ESCAPES.items()}
_ESCAPED = re.compile(r"\\([0-3][0-7]{2}|.)", re.DOTALL)


def to_text(raw: bytes) -> str:
    """The text of a path that git gave as bytes."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _quote(raw)
    return _quote(raw) if text.startswith('"') else text


def to_bytes(path: str) -> bytes:
    """The bytes of a path's text; `to_bytes(to_text(raw)) == raw`. ValueError for a text that is no path's
    (a quote that is not closed, an unknown escape)."""
    if not path.startswith('"'):
        return path.encode("utf-8")
    if len(path) < 2 or not path.endswith('"'):
        raise ValueError(f"not a quoted path: {path}")
    return _ESCAPED.sub(_unescape, path[1:-1]).encode("latin-1")


def _quote(raw: bytes) -> str:
    return '"' + "".join(_quote_byte(byte) for byte in raw) + '"'


def _quote_byte(byte: int) -> str:
    if byte in _ESCAPES:
        return _ESCAPES[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"


def _unescape(match: re.Match[str]) -> str:
    code = match.group(1)
    if len(code) == 3:
        return chr(int(code, 8))
    if code not in _UNESCAPES:
        raise ValueError(f"unknown escape in a quoted path: \\{code}")
    return chr(_UNESCAPES[code])
