"""Text of a page as Markdown that means just that text.

Escapes are put only where the Markdown parser would see markup, so that `snake_case_name`, `2 * 3` and
`a < b` stay as they are written, for search and for readers. Pure.
"""

from __future__ import annotations

import re

MARK = re.compile(r"\x02(\d+)\x03")
"""Where an anchor stands, while the text is being put together: its number between STX and ETX."""

_SPECIAL = re.compile(r"[\\*_`<&\]]")
_URL_OR_SPECIAL = re.compile(r"https?://[^\s<>\"'`|]+|[\\*_`<&\]]")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,40});")
_EMPHASIS = re.compile(r"\*|(?<![^\W_])_|_(?![^\W_])")
# What would begin a heading, item, quotation, rule, underline, table, fence, definition or admonition.
_LINE_START = re.compile(
    r"^((?:\x02\d+\x03)*)(?=#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|={3}|=+[ \t]*$|[|: \t-]*-[|: \t-]*$|~~~|"
    r"\[[^\]\n]*\]:|!!!|\?\?\?|(?:_[ \t]*){3,}$)",
    re.MULTILINE,
)
_NUMBERED = re.compile(r"^((?:\x02\d+\x03)*\d{1,9})(?=[.)](?:\s|$))", re.MULTILINE)
_BRACKETS = re.compile(r"(?<!\\)[\[\]]")


def escape_text(text: str, *, in_link: bool = False) -> str:
    """A text node, what would be inline markup escaped. URLs stay whole; in a link they are mere text."""
    if not _SPECIAL.search(text):
        return text
    return _SPECIAL.sub(_escaped_in_link, text) if in_link else _URL_OR_SPECIAL.sub(_escaped, text)


def _escaped_in_link(match: re.Match[str]) -> str:
    """Brackets in a link are looked at together, by `link_text`."""
    lone = match[0] == "]" and match.end() == len(match.string)
    return "]" if lone else _escaped(match)


def _escaped(match: re.Match[str]) -> str:
    found = match[0]
    if len(found) > 1:
        return _url(found)
    text, at = match.string, match.start()
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    match found:
        case "\\":
            needed = not after or after in _PUNCTUATION or text.startswith("http", at + 1)
        case "*":
            needed = not (before.isspace() and after.isspace())
        case "_":
            needed = not ((before.isspace() and after.isspace()) or (before.isalnum() and after.isalnum()))
        case "<":
            needed = not after or after.isalpha() or after in "/!?"
        case "&":
            needed = _ENTITY.match(text, at) is not None
        case "]":
            needed = not after or after == "("
        case _:
            needed = True
    return f"\\{found}" if needed else found


def _url(url: str) -> str:
    """A bare URL; in angle brackets where parts of it would be emphasis."""
    if not _EMPHASIS.search(url):
        return url
    whole = url.rstrip(".,;:!?)]'")
    return f"<{whole}>{escape_text(url[len(whole) :])}"


def guard_lines(text: str) -> str:
    """The lines of a paragraph, none of which begins anything but a line of a paragraph."""
    return _NUMBERED.sub(r"\1\\", _LINE_START.sub(r"\1\\", text))


def guard_heading(text: str) -> str:
    """The text of a heading in one line: no closing `#`, and no `{#id}` of its own."""
    text = " ".join(text.split())
    if "#" in text:
        text = re.sub(r"(?<!\S)(#+)(?=(?:\x02\d+\x03)*$)", r"\\\1", text)
        text = re.sub(r"(\{[^{}\\#]*)#", r"\1\\#", text)
    return text


def link_text(text: str) -> str:
    """Text that may stand between the brackets of a link."""
    depth = 0
    for bracket in _BRACKETS.findall(text):
        depth += 1 if bracket == "[" else -1
        if depth < 0:
            break
    return _BRACKETS.sub(r"\\\g<0>", text) if depth else text


def link_target(href: str) -> str:
    """A target as it may stand in the parentheses of a link, without spaces and line ends."""
    href = re.sub(r"[\x00-\x1f\x7f]", "", href.strip())
    if not re.search(r"[\s()<>\\]", href):
        return href
    return "<" + href.replace("<", "%3C").replace(">", "%3E").replace("\\", "\\\\") + ">"
