"""The tree of a page, read so that neither depth nor size nor broken markup stops us or loses a word. Pure.

libxml2 (through lxml) reads what browsers read, to a depth of 2,048. What lies deeper than MAX_DEPTH is kept
as words; a page nested deeper than libxml2 follows is read without a tree.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from lxml import etree

MAX_DEPTH = 100
OPAQUE = frozenset(("script", "style", "template", "noscript", "head", "title", "iframe"))
BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "caption", "center", "col", "colgroup", "dd",
    "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
    "listing", "main", "menu", "nav", "noframes", "noscript", "ol", "optgroup", "p", "plaintext", "pre",
    "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "xmp",
))  # fmt: skip
_XHTML = re.compile(
    r"\s*<\?xml\b|\s*<!DOCTYPE\s+html\s[^<>]*XHTML|[^<>]*(?:<[!?][^<>]*>\s*)*<html\s[^<>]*xmlns",
    re.IGNORECASE,
)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)
_EMPTY = re.compile(r"<([A-Za-z][\w:-]*)((?:\s[^<>]*)?)/>")
_VOID = frozenset((
    "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
))  # fmt: skip
_IS_DEEP = etree.XPath(f"boolean(/{'*/' * MAX_DEPTH}*)")
_TOKEN = re.compile(r"<!--|<(/?)([A-Za-z][\w:-]*)[^<>]*>|<[!?/][^<>]*>")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# libxml2 compares each attribute of a tag with all before it.
_MOST_ATTRIBUTES = 5000
_LONG_TAG = re.compile(rf"<[A-Za-z][^<>]{{{2 * _MOST_ATTRIBUTES},}}")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def parse_page(text: str) -> etree._Element | None:
    """The root of the page's tree, or None where there is no tree, it is nested too deeply for one, or a tag
    has too many attributes."""
    if any(len(_QUOTED.sub(" x ", tag[0]).split()) > _MOST_ATTRIBUTES for tag in _LONG_TAG.finditer(text)):
        return None
    if _XHTML.match(text[:2000]):
        text = _as_html(text)
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, no_network=True
    )
    # Control characters are ours: they mark anchors.
    try:
        root = etree.fromstring(_CONTROL.sub(" ", text).encode("utf-8"), parser)
    except etree.XMLSyntaxError:
        return None
    if root is None or any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in parser.error_log):
        return None
    return root


def _as_html(text: str) -> str:
    """XHTML as HTML: elements closed at once get an end tag, character data becomes text."""
    text = _CDATA.sub(lambda m: html.escape(m[1], quote=False), text)
    return _EMPTY.sub(lambda m: m[0] if m[1].lower() in _VOID else f"<{m[1]}{m[2]}></{m[1]}>", text)


def repair(root: etree._Element) -> None:
    """Set right what libxml2 does not know: which elements are empty, that `dd` ends `dd`, and that `div` may
    group terms."""
    for element in list(root.iter("source", "track", "param")):
        if len(element) or element.text:
            unwrap(element)
    for element in list(root.iter("dd")):
        parent = element.getparent()
        if parent is not None and parent.tag == "dd":
            parent.addnext(element)
    for element in list(root.iterfind(".//dl/div")):
        term = element.find("dt")
        if term is not None:
            term.set("id", term.get("id") or element.get("id") or "")
            unwrap(element)


def flatten(root: etree._Element) -> bool:
    """Put words in place of the elements below MAX_DEPTH; whether there were any."""
    if not _IS_DEEP(root):
        return False
    deep: list[etree._Element] = []
    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if event == "start" and depth == MAX_DEPTH and len(element):
            deep.append(element)
    for element in deep:
        words = " ".join(" ".join(words_of(element)).split())
        tail = element.tail
        for child in list(element):
            element.remove(child)
        element.text, element.tail = words, tail
    return bool(deep)


def words_of(element: etree._Element) -> Iterator[str]:
    """The text nodes of an element that show, in order."""
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start" and node.text and node.tag not in OPAQUE:
            yield node.text
        elif event == "end" and node.tail and node is not element:
            yield node.tail


def remove(element: etree._Element) -> None:
    """Take an element out of its tree; the text after it stays."""
    parent = element.getparent()
    if parent is not None:
        _give_text(element, element.tail or "")
        element.tail = None
        parent.remove(element)


def unwrap(element: etree._Element) -> None:
    """Put an element's children in its place."""
    parent = element.getparent()
    if parent is None:
        return
    at = parent.index(element)
    _give_text(element, element.text or "")
    tail, children = element.tail or "", list(element)
    element.tail = None
    parent[at : at + 1] = children
    if children:
        children[-1].tail = (children[-1].tail or "") + tail
    elif at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail


def _give_text(element: etree._Element, text: str) -> None:
    """Text to what stands before an element."""
    if not text:
        return
    previous, parent = element.getprevious(), element.getparent()
    if previous is not None:
        previous.tail = (previous.tail or "") + text
    elif parent is not None:
        parent.text = (parent.text or "") + text


def plain_words(text: str) -> str:
    """The words of a page without a tree, a line for each block. Linear in the length of the text."""
    parts: list[str] = []
    at, hidden = 0, ""
    while match := _TOKEN.search(text, at):
        if not hidden:
            parts.append(text[at : match.start()])
        at = match.end()
        if match[0] == "<!--":
            end = text.find("-->", at)
            at = len(text) if end < 0 else end + 3
            continue
        name = (match[2] or "").lower()
        if hidden:
            hidden = "" if match[1] and name == hidden else hidden
        elif not match[1] and name in ("script", "style", "template"):
            hidden = name
        if name in BLOCKS or name == "br":
            parts.append("\n")
    if not hidden:
        parts.append(text[at:])
    lines = (" ".join(line.split()) for line in html.unescape("".join(parts)).split("\n"))
    return _CONTROL.sub(" ", "\n\n".join(line for line in lines if line))
