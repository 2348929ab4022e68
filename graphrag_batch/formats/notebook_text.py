"""Pieces of Markdown that end where they should, whatever is in them."""

from __future__ import annotations

import re

_TICKS = re.compile(r"`{3,}")
_FENCE = re.compile(r" {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$")
_CLOSES = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*$")
_OPEN_HTML = re.compile(r" {0,3}(?:(<!--)|<(pre|script|style|textarea)(?:[\s>]|$))", re.IGNORECASE)
_PICTURE = re.compile(r"data:(?:image|application|font|video|audio)/[\w.+-]+;base64,[A-Za-z0-9+/=\s%]{64,}")


def fence(lines: list[str], info: str) -> list[str]:
    """Lines as a fence that nothing in them can end."""
    ticks = "`" * (max((len(run) for line in lines for run in _TICKS.findall(line)), default=2) + 1)
    return [f"{ticks}{info}", *lines, ticks]


def close_open(lines: list[str]) -> list[str]:
    """Markdown whose last fence or HTML block is closed, so that it swallows nothing after it."""
    open_fence, open_html = "", ""
    for line in lines:
        if open_fence:
            closing = _CLOSES.match(line)
            if closing is not None and closing[1].startswith(open_fence):
                open_fence = ""
        elif open_html:
            open_html = "" if open_html in line.lower() else open_html
        elif (found := _FENCE.match(line)) is not None:
            open_fence = found[1] or found[2]
        elif (html := _OPEN_HTML.match(line)) is not None:
            ends = "-->" if html[1] else f"</{html[2].lower()}>"
            open_html = "" if ends in line.lower()[html.end() :] else ends
    return [*lines, open_fence or open_html] if open_fence or open_html else lines


def without_pictures(source: str) -> tuple[str, int]:
    """The text with the bytes of embedded pictures taken out, and how many those were."""
    if ";base64," not in source:
        return source, 0
    return _PICTURE.subn(lambda found: found[0].partition(";")[0], source)
