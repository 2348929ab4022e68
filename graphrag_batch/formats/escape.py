"""Plain text as Markdown: escaped where it would be taken for structure, and nowhere else.

Escapes stand beside words, never inside them, so that what is searched for is found as it was written.
"""

from __future__ import annotations

import re

MARK = "\ue000"
"""Stands for a piece of Markdown that is ready, while the text around it is escaped."""
_PUNCTUATION = r"!-/:-@\[-`{-~"
# What decides that a line needs a closer look; most need none.
_INLINE = re.compile(r"[\\`*_\[<&]")
_START = re.compile(r"[#>+\-*=_~`!?|\[:]|\d{1,9}[.)]")

_BACKSLASH = re.compile(rf"\\(?=[{_PUNCTUATION}{MARK}])")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)")
_LINK = re.compile(r"\](?=\(|\\?\[|:)")
_NOTE = re.compile(r"\[(?=\^)")
_URL = r"(https?://[^\s<>\[\]`]+|`[^`\n]*`)"  # an address, or code: its marks are its own
_CODE = re.compile(r"`+")
_CODE_SPAN = re.compile(r"`[^`]*`")
# Where emphasis may open and close; there is none unless one closes after one opened.
_STARS = re.compile(_URL + r"|(?<!\S)\*+(?=\S)|(?<=\S)\*+|\*+(?=\S)")
_STAR_OPENS, _STAR_CLOSES = re.compile(r"\*(?=[^\s*])"), re.compile(r"[^\s*]\*")
_DUNDER = re.compile(_URL + r"|(?<![\w`])_{1,4}[^\W_]\w{0,80}_(?![\w`])")
_BARS = re.compile(_URL + r"|(?<!\w)_+(?=[^\s_])")
_BAR_OPENS, _BAR_CLOSES = re.compile(r"(?<!\w)_+(?=[^\s_])"), re.compile(r"[^\s_]_+(?!\w)")

_HEADING = re.compile(r"#{1,6}(?=\s|$)")
_BULLET = re.compile(r"[-+*](?=\s|$)")
_NUMBER = re.compile(r"(\d{1,9})[.)](?=\s|$)")
_FENCE = re.compile(r"```|~~~")
_ADMONITION = re.compile(r"!!!|\?\?\?|===|:::")


def escape(text: str) -> str:
    """`text`, one line or more, so that Markdown reads nothing but paragraphs in it. Every line loses the
    white space around it."""
    lines = [line.strip() for line in text.split("\n")]
    if _INLINE.search(text):
        lines = _inline("\n".join(lines)).split("\n")
    return "\n".join(escape_start(line) for line in lines)


def escape_inline(text: str) -> str:
    """The same for text within a line: what begins a line is let be."""
    return _inline(text) if _INLINE.search(text) else text


def escape_start(line: str) -> str:
    """A line so that its beginning makes it no heading, item, quotation, rule, fence or table."""
    if not _START.match(line):
        return line
    if (number := _NUMBER.match(line)) is not None:
        return f"{number[1]}\\{line[number.end(1) :]}"
    marked = (_HEADING, _BULLET, _FENCE, _ADMONITION)
    if line.startswith(">") or _is_rule(line) or any(mark.match(line) for mark in marked):
        return f"\\{line}"
    return line


def _is_rule(line: str) -> bool:
    """Whether a line is nothing but marks: a rule, the line under a heading, or under a table's header."""
    marks = set(line) - {" ", "\t"}
    return marks <= set("|:-") if "-" in marks else len(marks) == 1 and marks <= set("=*_")


def _inline(text: str) -> str:
    if "\\" in text:
        text = _BACKSLASH.sub(r"\\\\", text)
    if text.count("`") > 1:
        text = _CODE.sub(lambda run: "\\`" * len(run[0]), text)
    if "<" in text:
        text = _TAG.sub(r"\\<", text)
    if "&" in text:
        text = _ENTITY.sub(r"\\&", text)
    if "]" in text and _LINK.search(text):
        # All brackets: one that is spared before one that is not could open a link, here or a line above.
        text = _LINK.sub(r"\\\g<0>", text.replace("[", "\\["))
    elif "[" in text:
        text = _NOTE.sub(r"\\[", text)
    if text.count("*") > 1 and _pairs(text, _STAR_OPENS, _STAR_CLOSES):
        text = _STARS.sub(lambda run: run[1] or "\\*" * len(run[0]), text)
    if text.count("_") > 1 and _pairs(text, _BAR_OPENS, _BAR_CLOSES):
        text = _DUNDER.sub(lambda run: run[1] or f"`{run[0]}`", text)
        if _pairs(_CODE_SPAN.sub("", text), _BAR_OPENS, _BAR_CLOSES):
            text = _BARS.sub(lambda run: run[1] or "\\_" * len(run[0]), text)
    return text


def _pairs(text: str, opens: re.Pattern[str], closes: re.Pattern[str]) -> bool:
    """Whether a mark that may close comes after one that may open."""
    first = opens.search(text)
    return first is not None and closes.search(text, first.end()) is not None
