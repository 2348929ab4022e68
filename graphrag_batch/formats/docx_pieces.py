"""The pieces a paragraph is made of, and how they become Markdown that hides no word from a search."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphrag_batch.formats.docx_symbols import symbol
from graphrag_batch.formats.escape import MARK, escape, escape_inline

TEXT, CODE, RAW = 0, 1, 2
# Line ends and odd spaces as spaces; soft hyphens, marks of direction and the like hide words from a search.
_CLEAN: dict[int, str | None] = {0xA0: " ", 0x202F: " ", 0x0A: " ", 0x0D: " ", 0x2011: "-"}
_CLEAN |= dict.fromkeys(
    (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A))
)
_CLEAN |= dict.fromkeys((0xFEFF, ord(MARK)))
# Letters of scripts that set spaces between words.
_WORD_START = re.compile(r"(?:(?![\u2e80-\uffff_])\w){1,40}")
_WORD_END = re.compile(r"(?:(?![\u2e80-\uffff_])\w){1,40}\Z")
_SPACES = re.compile(r" {2,}")


class Piece(NamedTuple):
    """A stretch of a paragraph: text, code, or Markdown that is ready (`shown` without its marks)."""

    kind: int
    text: str
    shown: str = ""


OPEN = Piece(RAW, "[")


def markdown(pieces: list[Piece], *, starts: bool) -> str:
    """The pieces of a paragraph as Markdown; `starts` where it may be at the beginning of a line."""
    parts: list[str] = []
    ready: list[str] = []
    pieces = _merged(pieces)
    spans = [kind == CODE and _stands_alone(pieces, n) for n, (kind, _, _) in enumerate(pieces)]
    for (kind, text, _), is_span in zip(pieces, spans, strict=True):
        if kind == RAW or is_span:
            ready.append(_code_span(text) if is_span else text)
            parts.append(MARK)
        elif "`" in text and (any(spans) or not starts):  # it may end no code, here or in the next line
            ready += ["\\`"] * text.count("`")
            parts.append(text.replace("`", MARK))
        else:
            parts.append(text)
    made = _SPACES.sub(" ", "".join(parts))
    escaped = escape(made) if starts else escape_inline(made)
    if not ready:
        return escaped
    head, *rest = escaped.split(MARK)
    return head + "".join(piece + text for piece, text in zip(ready, rest, strict=True))


def _merged(pieces: list[Piece]) -> list[Piece]:
    """The pieces with those of one kind joined, and links that hold whole words."""
    merged: list[Piece] = []
    for piece in pieces:
        if merged and merged[-1].kind == piece.kind != RAW:
            merged[-1] = Piece(piece.kind, merged[-1].text + piece.text)
        elif piece.text:
            merged.append(piece)
    for n in range(1, len(merged) - 1):
        if merged[n] == OPEN or merged[n].text.startswith("]("):
            _round_up(merged, n)
    return merged


def clean(text: str, font: str) -> str:
    """Text without characters that hide words from a search, symbols as they look."""
    text = text.translate(_CLEAN)
    if font or any("\uf000" <= c <= "\uf0ff" for c in text):
        return "".join(symbol(font, c) for c in text)
    return text


def _round_up(pieces: list[Piece], n: int) -> None:
    """Where a link begins or ends within a word, make it hold all of the word."""
    before, after = pieces[n - 1], pieces[n + 1]
    if before.kind != TEXT or after.kind != TEXT:
        return
    left, right = _WORD_END.search(before.text), _WORD_START.match(after.text)
    if left is None or right is None:
        return
    if pieces[n] == OPEN:
        pieces[n - 1] = Piece(TEXT, before.text[: left.start()])
        pieces[n + 1] = Piece(TEXT, left[0] + after.text)
    else:
        pieces[n - 1] = Piece(TEXT, before.text + right[0])
        pieces[n + 1] = Piece(TEXT, after.text[right.end() :])


def _stands_alone(pieces: list[Piece], n: int) -> bool:
    """Whether code begins and ends with its words: a span within a word would hide the word."""
    before = pieces[n - 1] if n else Piece(RAW, "")
    after = pieces[n + 1] if n + 1 < len(pieces) else Piece(RAW, "")
    text = pieces[n].text
    if not text.strip() or "\n" in text or "`" in text:
        return False
    left = before.kind == RAW or not (before.text[-1:].isalnum() and text[0].isalnum())
    return left and (after.kind == RAW or not (after.text[:1].isalnum() and text[-1].isalnum()))


def _code_span(text: str) -> str:
    core = text.strip()
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}`{core}`{tail}"


def link_target(target: str) -> str:
    """A link's target so that Markdown reads it whole."""
    target = "".join(target.split("\n")).replace("<", "%3C").replace(">", "%3E").strip()
    plain = "(" not in target and ")" not in target and not any(c.isspace() for c in target)
    return target if plain else f"<{target}>"


def one_line(text: str) -> str:
    """Text within the brackets of a picture."""
    return escape_inline(" ".join(text.split())).replace("]", "\\]")
