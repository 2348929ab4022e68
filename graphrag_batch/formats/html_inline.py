"""What stands within a line of a page, as Markdown: text, links, images, code, emphasis. Pure.

markdownify's rules for marks are used on libxml2's tree: the tree they are made for costs ten times as much.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lxml import etree
from markdownify import MarkdownConverter

from graphrag_batch.formats import html_names as names
from graphrag_batch.formats.html_escape import MARK, escape_text, link_target, link_text
from graphrag_batch.formats.html_prune import class_names
from graphrag_batch.formats.html_tree import BLOCKS

_SPACE = re.compile(r"\s+")
_LETTER = re.compile(r"[^\W\u3040-\u9fff]")  # of scripts whose words have spaces between them
_LEADING = re.compile(r"((?:\x02\d+\x03|\s)*)(.*?)((?:\x02\d+\x03|\s)*)\Z", re.DOTALL)
_JUNK = re.compile("[\xad\u200b\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NO_TARGET = re.compile(r"(?:javascript|data|vbscript|about):", re.IGNORECASE)
_TEX = re.compile(r"\\[(\[](.+)\\[)\]]|\$+([^$]+)\$+", re.DOTALL)
_MARKED = {"b": "b", "strong": "b", "em": "i", "i": "i", "del": "s", "s": "s", "strike": "s", "q": "q"}
_LINK_SIGNS = frozenset(
    ("permalink", "link", "anchor", "direct link", "link to this heading", "link to this section")
)
_HIDDEN_IN_SVG = frozenset(("style", "title", "desc", "script", "defs", "metadata"))
Tags = frozenset[str]


class InlineConverter(MarkdownConverter):
    """Elements of a line to Markdown. `tags` are the names of the elements around, as far as they matter:
    `a`, `heading`, `cell`, and the marks that are open."""

    def __init__(self) -> None:
        super().__init__()
        self._rules: Any = self  # its types leave out what converts
        self.anchors: list[str] = []
        """The names of the anchors marked so far, by their number."""
        self._inline: dict[str, Callable[[etree._Element, Tags], str]] = {
            "a": self._a, "br": lambda _el, _tags: "\n",
            "code": self._code, "kbd": self._code, "samp": self._code,
            "tt": self._code, "img": self._img, "sup": self._sup, "math": self._math, "svg": self._svg,
            "input": self._input, "iframe": self._embedded, "embed": self._embedded, "object": self._embedded,
            "video": self._embedded, "audio": self._embedded, "frame": self._embedded, "rt": self._rt,
            "rp": lambda _el, _tags: "", "area": self._area, "li": self._li_in_line,
            **dict.fromkeys(("option", "label", "button", "select"), self._apart),
        }  # fmt: skip

    def mark(self, element: etree._Element) -> str:
        """The marks of the anchors at an element."""
        attributes = element.attrib
        if not attributes:
            return ""
        found = [attributes.get("id"), attributes.get("name") if element.tag == "a" else None]
        marks = ""
        for name in dict.fromkeys(found):
            if name and not _SPACE.search(name):
                marks += f"\x02{len(self.anchors)}\x03"
                self.anchors.append(_JUNK.sub("", name))
        return marks

    def marks_in(self, element: etree._Element) -> str:
        """The marks of all anchors below an element."""
        return "".join(self.mark(e) for e in element.iter(etree.Element) if e is not element)

    def inline(self, element: etree._Element, tags: Tags) -> str:
        """What is in an element, as part of a line."""
        parts = [self.text(element.text, tags)] if element.text else []
        for child in element:
            if isinstance(child.tag, str):
                append(parts, self.node(child, tags))
            if child.tail:
                parts.append(self.text(child.tail, tags))
        return "".join(parts)

    def text(self, text: str, tags: Tags) -> str:
        """A text node."""
        if text.isspace():
            return " "
        return escape_text(_JUNK.sub("", _SPACE.sub(" ", text)), in_link="a" in tags)

    def node(self, element: etree._Element, tags: Tags) -> str:
        """An element that is part of a line."""
        tag = element.tag
        special = self._inline.get(tag)
        if special is not None:
            return self.mark(element) + special(element, tags)
        if tag in BLOCKS:
            return f" {self.mark(element)}{self.inline(element, tags)} "
        if "math" in class_names(element) and not len(element):
            return self.mark(element) + self.formula(element)
        if element.get("class") == "classifier":  # docutils' stylesheets put the colon
            return f" : {self.inline(element, tags)}"
        mark = _MARKED.get(tag, "")
        if not mark or mark in tags or (mark == "b" and "heading" in tags) or _parts_a_word(element, mark):
            return self.mark(element) + self.inline(element, tags)
        convert = self._rules.get_conv_fn_cached("del" if mark == "s" else tag)
        return self.mark(element) + self._wrapped(element, self.inline(element, tags | {mark}), convert)

    def _wrapped(self, element: etree._Element, text: str, convert: Callable[..., str] | None) -> str:
        """Text within marks; anchors and spaces at its edges stay outside."""
        match = _LEADING.match(text)
        if match is None or not match[2] or convert is None:
            return text
        return f"{match[1]}{convert(element, match[2], set())}{match[3]}"

    def _a(self, element: etree._Element, tags: Tags) -> str:
        text = self.inline(element, tags | {"a"})
        href = target_of(element)
        if self._is_sign(element, text, href):
            return "".join(MARK.findall(text) and [m[0] for m in MARK.finditer(text)])
        if not href or "a" in tags or ("heading" in tags and href.startswith("#")):
            return text
        match = _LEADING.match(text)
        if match is None or not match[2]:
            return text
        return f"{match[1]}[{link_text(match[2])}]({link_target(href)}){match[3]}"

    def _is_sign(self, element: etree._Element, text: str, href: str) -> bool:
        """Whether a link is but the sign of a place to link to: ¶, #, §."""
        shown = MARK.sub("", text).strip()
        if "#" not in href or "![" in shown:
            return False
        if not any(c.isalnum() for c in shown):
            return len(shown) <= 4
        return shown.casefold() in _LINK_SIGNS and not class_names(element).isdisjoint(names.SELF_LINKS)

    def _code(self, element: etree._Element, tags: Tags) -> str:
        if "a" in tags or next(element.iter("a"), None) is None:
            return self.marks_in(element) + self._span(element, "".join(element.itertext()))
        parts: list[str] = []
        for text, href in _pieces(element):
            span = self._span(element, text)
            parts.append(f"[{span}]({link_target(href)})" if href and span.strip() else span)
        return self.marks_in(element) + "".join(parts)

    def _span(self, element: etree._Element, text: str) -> str:
        text = _JUNK.sub("", _SPACE.sub(" ", text))
        if not text.strip():
            return " " if text else ""
        return str(self._rules.convert_code(element, text, set()))

    def _img(self, element: etree._Element, tags: Tags) -> str:
        alt = " ".join((element.get("alt") or "").split())
        sources = (element.get("src"), element.get("data-src"), element.get("data-original"))
        source = next((s.strip() for s in sources if s and not _NO_TARGET.match(s.strip())), "")
        text = escape_text(_JUNK.sub("", alt), in_link=True)
        if not source or "emoji" in class_names(element):
            return text
        return f"![{link_text(text)}]({link_target(source)})"

    def _sup(self, element: etree._Element, tags: Tags) -> str:
        text = self.inline(element, tags)
        shown = MARK.sub("", text).strip()
        if not shown or shown.isalpha() or "](" in shown or shown[0] == "^":
            return text
        return f"^({text.strip()})" if " " in shown else f"^{text.strip()}"

    def _math(self, element: etree._Element, tags: Tags) -> str:
        tex = next((e.text for e in element.iter("annotation") if "tex" in (e.get("encoding") or "")), None)
        tex = tex or element.get("alttext")
        if tex and tex.strip():
            return f"${self._span(element, tex)}$"
        return self.text(" ".join(element.itertext()), tags)

    def formula(self, element: etree._Element) -> str:
        """TeX that a script would set, between `\\(` and `\\)` or dollars."""
        match = _TEX.fullmatch((element.text or "").strip())
        return (
            f"${self._span(element, match[1] or match[2])}$" if match else self.inline(element, frozenset())
        )

    def _svg(self, element: etree._Element, tags: Tags) -> str:
        parts: list[str] = []
        pending = [element]
        while pending:
            one = pending.pop()
            if one.text and one.tag not in _HIDDEN_IN_SVG:
                parts.append(one.text)
            if one.tag not in _HIDDEN_IN_SVG:
                pending += reversed([child for child in one if isinstance(child.tag, str)])
            if one.tail and one is not element:
                parts.append(one.tail)
        words = " ".join(" ".join(parts).split())
        if not words and element.get("role") == "img":
            words = element.get("aria-label") or next((e.text or "" for e in element.iter("title")), "")
        return f" {self.text(words, tags)} " if words else ""

    def _input(self, element: etree._Element, tags: Tags) -> str:
        match (element.get("type") or "text").lower():
            case "checkbox" if any(e.tag == "li" for e in element.iterancestors()):
                return "[x] " if element.get("checked") is not None else "[ ] "
            case "submit" | "button" | "reset":
                return self.text(element.get("value") or "", tags)
        return ""

    def _embedded(self, element: etree._Element, tags: Tags) -> str:
        """What shows another resource: a link to it."""
        text = self.inline(element, tags) if element.tag in ("object", "video", "audio") else ""
        inner = [e.get("src") for e in element.iter("source")]
        source = next((s for s in (element.get("src"), element.get("data"), *inner) if s), "").strip()
        if not source or _NO_TARGET.match(source) or "a" in tags or "](" in text:
            return text
        title = self.text(element.get("title") or element.get("aria-label") or "", tags | {"a"})
        shown = link_text(text.strip() or title or self.text(source, tags | {"a"}))
        return f" [{shown}]({link_target(source)}) "

    def _rt(self, element: etree._Element, tags: Tags) -> str:
        """A reading, in parentheses."""
        text = self.inline(element, tags)
        return f"({text.strip()})" if text.strip() else text

    def _area(self, element: etree._Element, tags: Tags) -> str:
        alt, href = (element.get("alt") or "").strip(), target_of(element)
        return f" [{link_text(self.text(alt, tags | {'a'}))}]({link_target(href)}) " if alt and href else ""

    def _li_in_line(self, element: etree._Element, tags: Tags) -> str:
        return f" • {self.inline(element, tags)} "

    def _apart(self, element: etree._Element, tags: Tags) -> str:
        """What stands beside its neighbours without being part of their words."""
        return f" {self.inline(element, tags)} "


def _parts_a_word(element: etree._Element, mark: str) -> bool:
    """Whether emphasis begins or ends within a word: marks would make two of it, neither to be found (nor, of
    a secret, to be taken out)."""
    if mark not in ("b", "i"):
        return False
    previous, parent = element.getprevious(), element.getparent()
    before = previous.tail if previous is not None else parent.text if parent is not None else ""
    after = element.tail or ""
    if not (before and _LETTER.match(before[-1])) and not _LETTER.match(after):
        return False
    text = "".join(element.itertext())
    return bool(
        (before and _LETTER.match(before[-1]) and _LETTER.match(text))
        or (text and _LETTER.match(after) and _LETTER.match(text[-1]))
    )


def append(parts: list[str], text: str) -> None:
    """Add to a line. Code right after code is one with it: their ticks would make other code."""
    if text[:1] == "`" and parts and parts[-1][-1:] == "`" and parts[-1][-2:-1] != "\\":
        if parts[-1][-2:-1] == "`" or text[1:2] == "`":
            text = f" {text}"
        else:
            parts[-1], text = parts[-1][:-1], text[1:]
    parts.append(text)


def target_of(element: etree._Element) -> str:
    """Where a link leads; "" where that is nowhere."""
    href = (element.get("href") or "").strip()
    return "" if href in ("", "#") or _NO_TARGET.match(href) else href


def _pieces(element: etree._Element) -> list[tuple[str, str]]:
    """The text of an element as (text, target of the link it is in)."""
    pieces: list[tuple[str, str]] = []
    hrefs: list[str] = [""]

    def add(text: str | None) -> None:
        if text and pieces and pieces[-1][1] == hrefs[-1]:
            pieces[-1] = (pieces[-1][0] + text, hrefs[-1])
        elif text:
            pieces.append((text, hrefs[-1]))

    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            hrefs.append(target_of(node) or hrefs[-1])
            add(node.text)
        else:
            hrefs.pop()
            if node is not element:
                add(node.tail)
    return pieces
