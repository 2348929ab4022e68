"""Documentation of definitions: docstrings and doc comments, stripped of their markers."""

from __future__ import annotations

import re
from textwrap import dedent

MAX_DOC = 600
MAX_SIGNATURE = 400

_STRING = re.compile(r"^[@\w]*\s*(?:~[sS])?(\"\"\"|'''|\"|'|`)(.*?)\1?$", re.DOTALL)
_OPEN = re.compile(r"^\s*(/\*+!?|\(\*+|\{-+\s*\|?|<!--+|--\[=*\[|#\||#=|%\{|<#|\{(?=\s))")
_CLOSE = re.compile(r"(\*+/|\*+\)|-+\}|--+>|\]=*\]|\|#|=#|%\}|#>|(?<=\s)\})\s*$")
_LINE = re.compile(
    r"^\s*(///?!?|//!|#+'?(?!!)|---?\s*\|?(?=\s|$|\S)|;+|%+|\*+(?!\*)|'+|!+>?|dnl\b|REM\b|\|)\s?"
)
_TAG = re.compile(r"</?\w+[^<>]*>")
_FIELD = re.compile(r"^\s*([@\\](param|return|brief|throws|see|since|type|file)\b|:param|Args:|Parameters$)")
_LICENCE = re.compile(r"copyright|licen[cs]e|SPDX-|all rights reserved", re.IGNORECASE)
_PRAGMA = re.compile(r"^\W*(-\*-|vim:|frozen_string_literal|eslint|@ts-|coding[:=]|shellcheck|!)")
_BRIEF = re.compile(r"^\s*[@\\]brief\s+")
_RULE = re.compile(r"^[\W_]*$")


def string_text(literal: str) -> str:
    """The inside of a string literal with its prefix and quotes removed."""
    match = _STRING.match(literal.strip())
    return match.group(2) if match else literal


def comment_text(comment: str) -> str:
    """A comment (or several, one a line) without its markers, line by line."""
    block = _OPEN.match(comment)
    if block:
        comment = _CLOSE.sub("", comment[block.end() :])
        marker = re.compile(r"^\s*\*+ ?")
        return "\n".join(marker.sub("", line) for line in comment.split("\n"))
    return "\n".join(_LINE.sub("", line, count=1) for line in comment.split("\n"))


def first_paragraph(text: str) -> str:
    """The first paragraph that says something, folded onto one line."""
    lines: list[str] = []
    for written in text.split("\n"):
        line = _TAG.sub("", _BRIEF.sub("", written))
        if _FIELD.match(line):
            break
        if not _RULE.match(line):
            lines.append(line.strip())
        elif lines and not line.strip():
            break
    return shorten(" ".join(" ".join(lines).split()), MAX_DOC)


def shorten(text: str, limit: int) -> str:
    """`text`, or its first `limit - 1` characters and an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def fold_signature(header: str) -> str:
    """A definition's header lines on one line, without what opens its body."""
    text = " ".join(header.split())
    text = re.sub(r"\(\s+", "(", text)
    text = re.sub(r",?\s+\)", ")", text)
    text = re.sub(r"(\s*(=>|->|:=|[{=:;,]|\bdo\b|\bbegin\b|\bthen\b))+$", "", text) if len(text) > 1 else text
    return shorten(text, MAX_SIGNATURE)


def attribute_text(attribute: str) -> str:
    """What `@doc "..."` or a string above a definition says; a leading indented usage line skipped."""
    said = dedent(string_text(re.sub(r"^@\w+\s+", "", attribute)).strip("\n"))
    return first_paragraph(re.sub(r"^( {4}.*\n)+\s*\n", "", said))


def summary(comments: list[str]) -> str:
    """The first paragraph that is neither a licence nor an editor's line."""
    text = "\n".join(comments)
    for paragraph in re.split(r"\n\s*\n", text):
        kept = "\n".join(line for line in paragraph.split("\n") if not _PRAGMA.match(line))
        said = first_paragraph(kept)
        if said and not _LICENCE.search(said):
            return said
    return ""
