"""Blocks of HTML in Markdown: the text between the tags. Pure; linear in the text."""

from __future__ import annotations

import re
from html import unescape

from graphrag_batch.stages.passage.build import Drop, Markup, Writer

_PIECE = re.compile(r"<!--|</?([A-Za-z][\w:.-]*)(?:\s[^<>]*)?/?>|&(?:#\w{1,7}|[A-Za-z]\w{1,31});")
_INLINE_WORDS = """
    a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp small
    span strike strong sub sup time tt u var wbr
"""
_INLINE = frozenset(_INLINE_WORDS.split())
_SILENT = frozenset({"script", "style", "svg", "math", "template", "pre", "textarea", "head", "object"})
# fmt: off
_KINDS = {
    "li": "item", "td": "cell", "th": "cell", "dt": "term", "dd": "definition", "blockquote": "quote",
    **{f"h{level}": "heading" for level in range(1, 7)},
}
_MARKS = {
    "code": "code", "kbd": "code", "samp": "code", "tt": "code", "b": "bold", "strong": "bold", "i": "italic",
    "em": "italic", "dfn": "term", "a": "link",
}
# fmt: on


def html_passages(writer: Writer, start: int, end: int) -> None:
    """The passages of HTML at `start..end`: its text, parted by tags of blocks."""
    text, kind, begin, skip = writer.text, "paragraph", start, start
    for piece in _PIECE.finditer(text, start, end):
        name = (piece[1] or "").lower()
        if piece.start() < skip or (name and name in _INLINE) or piece[0][0] == "&":
            continue
        if piece[0] == "<!--":
            close = text.find("-->", piece.end(), end)
            skip = end if close < 0 else close + 3
            continue
        _add(writer, kind, begin, piece.start())
        closes = piece[0][1] == "/"
        kind = _KINDS.get(name, "paragraph") if not closes else "paragraph"
        begin = piece.end()
        if name in _SILENT and not closes and not piece[0].endswith("/>"):
            close = _closing(text, name, begin, end)
            begin = skip = close
    _add(writer, kind, max(begin, min(skip, end)) if text[begin:end].startswith("<!--") else begin, end)


def _closing(text: str, name: str, start: int, end: int) -> int:
    close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, start, end)
    return close.end() if close is not None else end


def _add(writer: Writer, kind: str, start: int, end: int) -> None:
    if start < end and not writer.text[start:end].isspace():
        writer.add(kind, [(start, end)], scan_html)


def scan_html(content: str) -> Markup | None:
    """Tags and entities."""
    if "<" not in content and "&" not in content:
        return None
    drops: list[Drop] = []
    marks: list[tuple[int, int, str]] = []
    opened: dict[str, list[int]] = {}
    skip = 0
    for piece in _PIECE.finditer(content):
        if piece.start() < skip:
            continue
        found, (start, end) = piece[0], piece.span()
        if found[0] == "&":
            shown = unescape(found)
            if len(shown) == 1:
                drops.append(Drop(start, end, " " if shown.isspace() else shown))
        elif found == "<!--":
            close = content.find("-->", end)
            skip = len(content) if close < 0 else close + 3
            drops.append(Drop(start, skip))
        else:
            name = piece[1].lower()
            drops.append(Drop(start, end, "" if name in _INLINE else " "))
            if name in _MARKS and found[1] != "/":
                opened.setdefault(name, []).append(end)
            elif opened.get(name):
                marks.append((opened[name].pop(), start, _MARKS[name]))
    return Markup(drops, marks)
