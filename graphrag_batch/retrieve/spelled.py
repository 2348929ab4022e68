"""Names on one line: control characters, which a terminal obeys and which part one entry into two, spelled
out. Pure."""

from __future__ import annotations

import re

# Control characters, and what turns the direction of the text around.
_CONTROL = "\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_LINE = re.compile(f"[{_CONTROL}]")
_TEXT = re.compile(f"(?![\t\n])[{_CONTROL}]")
_NAMED = {"\t": "\\t", "\n": "\\n"}


def spelled(text: str) -> str:
    """Any text as one line: tabs and line ends are spelled too (`\\t`, `\\n`, `\\x1b`)."""
    return text if text.isprintable() else _LINE.sub(_code, text)


def spelled_text(text: str) -> str:
    """Text of several lines, or one that a file holds: tabs and line feeds stay."""
    return text if text.isprintable() else _TEXT.sub(_code, text)


def _code(found: re.Match[str]) -> str:
    code = ord(found.group())
    return _NAMED.get(found.group()) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
