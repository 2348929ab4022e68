"""Source code in a page: its text without the line numbers beside it, and its language. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from graphrag_batch.formats import html_names as names
from graphrag_batch.formats.html_prune import class_names, is_control

_LANGUAGE = re.compile(r"[\w+#.-]{1,30}")
_TICKS = re.compile(r"`+")
_LINES = frozenset(("div", "p", "li", "tr", "table", "tbody", "ol", "ul", "section"))
_LINE_CLASSES = frozenset(("line", "tokenline", "codeline"))
_ABOVE = 8  # how many elements around `pre` may carry its language


def fence(text: str, language: str = "") -> str:
    """Text as a fenced code block, whose fence is longer than any in the text."""
    ticks = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(text)), default=0))
    return f"{ticks}{language}\n{text}\n{ticks}"


def code_text(element: etree._Element) -> str:
    """The lines of a preformatted element, without gutters; only blank lines around them are left out."""
    parts: list[str] = []
    _collect(element, parts)
    text = "".join(parts).replace("\xa0", " ").replace("\r", "")
    text = re.sub(r"[ \t]+\n", "\n", text)
    return re.sub(r"\A(?:[ \t]*\n)+", "", text).rstrip()


def _collect(element: etree._Element, parts: list[str]) -> None:
    parts.append(element.text or "")
    for child in element:
        if child.tag == "br":
            parts.append("\n")
        elif isinstance(child.tag, str) and not is_gutter(child):
            tokens = class_names(child)
            lines = child.tag in _LINES or (
                child.tag in ("span", "code") and not tokens.isdisjoint(_LINE_CLASSES)
            )
            if child.tag in _LINES:
                _break(parts)
            _collect(child, parts)
            if child.tag in _LINES or (lines and _starts_line(child.getnext(), child.tail)):
                _break(parts)
        parts.append(child.tail or "")


def _starts_line(following: etree._Element | None, between: str | None) -> bool:
    """Whether a span that is a line is followed, with nothing between, by another one."""
    return not between and following is not None and not class_names(following).isdisjoint(_LINE_CLASSES)


def _break(parts: list[str]) -> None:
    last = next((p for p in reversed(parts) if p), "\n")
    if not last.endswith("\n"):
        parts.append("\n")


def is_gutter(element: etree._Element) -> bool:
    """Whether an element holds the numbers of lines, or a button, rather than code."""
    if element.tag == "button":
        return is_control(element)
    if not element.attrib:
        return False
    if element.get("data-nosnippet") is not None:
        return True
    if element.get("data-line-number") is not None and not "".join(element.itertext()).strip().strip(
        "0123456789"
    ):
        return True
    return not class_names(element).isdisjoint(names.GUTTERS) and not re.search(
        r"[^\W\d]", "".join(element.itertext())
    )


def language_of(pre: etree._Element) -> str:
    """The language that a preformatted element, the code in it, or what wraps it names; else ""."""
    inner = list(pre.iter("code"))[:1]
    for element in (*inner, pre):
        if found := _named(element, bare=True):
            return found
    return next((found for e in _around(pre) if (found := _named(e, bare=_is_wrapper(e)))), "")


def _around(pre: etree._Element) -> Iterator[etree._Element]:
    """The elements that wrap this code and no other."""
    for number, element in enumerate(pre.iterancestors()):
        if number == _ABOVE or element.tag in ("body", "main", "article", "section", "li", "dd"):
            return
        if any(e is not pre and not _in_gutter(e) for e in element.iter("pre")):
            return
        yield element


def _in_gutter(pre: etree._Element) -> bool:
    return any(is_gutter(e) for e in (pre, *pre.iterancestors("td", "div")))


def _is_wrapper(element: etree._Element) -> bool:
    return not class_names(element).isdisjoint(
        ("highlight", "sourcecode", "codehilite", "hljs", "code", "listingblock")
    )


def _named(element: etree._Element, *, bare: bool) -> str:
    for attribute in (
        "data-lang",
        "data-language",
        "lang" if element.tag in ("pre", "code") else "data-lang",
    ):
        value = (element.get(attribute) or "").strip().lower()
        if value and (attribute != "lang" or value in names.BARE_LANGUAGES):
            return _clean(value)
    tokens = (element.get("class") or "").split()
    for token in tokens:
        for prefix in names.LANGUAGE_PREFIXES:
            if token.lower().startswith(prefix) and (found := _clean(token[len(prefix) :].lower())):
                return found
    if "brush:" in tokens[:-1]:
        return _clean(tokens[tokens.index("brush:") + 1].lower())
    if bare:
        return next((_clean(t.lower()) for t in tokens if t.lower() in names.BARE_LANGUAGES), "")
    return ""


def _clean(value: str) -> str:
    value = value.strip(";")
    value = value.rpartition("-")[2] if value.startswith("source-") else value
    if value in names.NO_LANGUAGES or not _LANGUAGE.fullmatch(value):
        return ""
    return "text" if value in names.PLAIN_TEXT else value
