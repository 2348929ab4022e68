"""What of a page is no content, by structure and by whole names: navigation, banners, footers, notices. Pure.

Nothing that holds most of the page's text is dropped, whatever it is called: then its name misleads.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from lxml import etree

from graphrag_batch.formats import html_names as names
from graphrag_batch.formats.html_meta import names_page
from graphrag_batch.formats.html_tree import remove
from graphrag_batch.formats.html_weights import Weights

_MODULE_SUFFIX = re.compile(r"([A-Za-z]{3,})_([\w+/-]{4,6})")
_HIDDEN_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_DIALOGS = ("dialog", "alertdialog")
_STEPS = frozenset(("prev", "previous", "next", "up", "index", "contents", "start", "top"))
_NAVIGATION_ROLES = frozenset(("navigation", "search", "menu", "menubar", "doc-toc", "toolbar"))
_CONTENT_TAGS = frozenset(("main", "article", "section", "blockquote", "figure", "dialog", "td"))
_TOLD_BY_TAG = frozenset(("nav", "header", "footer", "aside", "dialog", "button", "a", "table"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LINKED = 0.5  # the share of links from which a part named as navigation is that
_SHORT = 300  # characters of a trail of links, the last of which is none
_STEP_LINKED = 0.3  # the share of links in a line of links to the pages around
_INDEX = 0.6  # the share of a page's text from which its table of contents is the page
_LABEL = 30  # characters of a button that runs a script
_MOST = 0.5  # the share of the page's text that is never dropped
_NAMED_TAGS = frozenset(
    (
        "div",
        "nav",
        "aside",
        "header",
        "footer",
        "ul",
        "ol",
        "table",
        "p",
        "form",
        "section",
        "tr",
        "dl",
        "center",
    )
)


@lru_cache(maxsize=4096)
def _tokens(value: str) -> frozenset[str]:
    return frozenset(_name(token) for token in value.split())


def _name(token: str) -> str:
    """A token as the lists of names spell it."""
    match = _MODULE_SUFFIX.fullmatch(token)
    if match is not None and not (match[2].isalpha() and match[2].islower()):
        token = match[1]
    return token.replace("-", "").replace("_", "").lower()


def class_names(element: etree._Element) -> frozenset[str]:
    """The normalised tokens of an element's class."""
    value = element.get("class")
    return _tokens(value[:500]) if value else frozenset()


def prune(body: etree._Element, weights: Weights, title: str, kept: Collection[etree._Element] = ()) -> None:
    """Take out of `body` what is no content. `kept` and what encloses it stay, and the page's `title`."""
    protected = {body, *kept}
    for element in kept:
        protected.update(element.iterancestors())
    pruner = _Pruner(body, weights, title)
    doomed = [e for e in pruner.steps() if e not in protected]
    walk = etree.iterwalk(body, events=("start",))
    for _, element in walk:
        if element.tag == "pre":  # code may be marked up with any names
            walk.skip_subtree()
        elif element not in protected and pruner.drops(element):
            doomed.append(element)
            walk.skip_subtree()
    for element in doomed:
        if element.getparent() is not None:
            remove(element)


class _Pruner:
    def __init__(self, body: etree._Element, weights: Weights, title: str) -> None:
        self._weights = weights
        self._most = max(1, int(weights.plain(body) * _MOST))
        self._lone_heading = lone_title(body, title)
        self._reached: frozenset[str] | None = None
        self._body = body

    def steps(self) -> list[etree._Element]:
        """Lines of links to the pages before, after and above."""
        found: dict[etree._Element, None] = {}
        for link in self._body.iter("a"):
            if (link.get("rel") or "").lower() not in _STEPS:
                continue
            for element in link.iterancestors():
                links = list(element.iter("a"))
                if (
                    self._weights.text(element) > _SHORT
                    or not all(_is_step(e) for e in links)
                    or element is self._body
                ):
                    break
                if self._weights.linked(element) >= _STEP_LINKED:
                    found[element] = None
        return list(found)

    def drops(self, element: etree._Element) -> bool:
        """Whether the element is no content."""
        return self._is_noise(element) and self._weights.plain(element) <= self._most

    def _is_noise(self, element: etree._Element) -> bool:
        if not element.attrib and element.tag not in _TOLD_BY_TAG:
            return False
        if self._is_hidden(element) or self._is_landmark(element):
            return True
        if element.tag == "a":
            return self._is_chrome_link(element)
        if element.tag == "button":
            return (
                element.get("aria-expanded") is None and element.get("role") != "tab" and is_control(element)
            )
        return self._is_named(element)

    def _is_hidden(self, element: etree._Element) -> bool:
        attributes = element.attrib
        if element.get("aria-hidden") == "true" and not _has_word(element):
            return not element.get("id")
        hidden = (
            ("hidden" in attributes and attributes["hidden"] != "until-found")
            or ((element.tag == "dialog" or element.get("role") in _DIALOGS) and "open" not in attributes)
            or ("style" in attributes and _HIDDEN_STYLE.search(attributes["style"]) is not None)
        )
        return hidden and element.get("role") != "tabpanel" and element.get("id") not in self._disclosed()

    def _disclosed(self) -> frozenset[str]:
        """The ids of what a control or a link shows."""
        if self._reached is None:
            found: set[str] = set()
            for element in self._body.iter("a", "button", "summary", "label", "div", "span", "li"):
                for name in ("aria-controls", "data-target", "data-bs-target", "href"):
                    value = element.get(name, "")
                    if value and (value[0] == "#" or name == "aria-controls"):
                        found.add(value.removeprefix("#"))
            self._reached = frozenset(found)
        return self._reached

    def _is_landmark(self, element: etree._Element) -> bool:
        tag, role = element.tag, element.get("role", "")
        if tag == "nav" or role in _NAVIGATION_ROLES:
            return self._weights.linked(element) >= 0.3 or self._weights.text(element) <= _SHORT
        if tag not in ("header", "footer", "aside") and role not in (
            "banner",
            "contentinfo",
            "complementary",
        ):
            return False
        if any(e.tag in _CONTENT_TAGS or e.get("role") == "main" for e in element.iterancestors()):
            return False
        if tag == "aside" or role == "complementary":
            return self._weights.linked(element) >= _LINKED
        return not self._holds_title(element)

    def _holds_title(self, element: etree._Element) -> bool:
        heading = self._lone_heading
        return heading is not None and any(e is element for e in heading.iterancestors())

    def _is_named(self, element: etree._Element) -> bool:
        tokens = class_names(element)
        if not tokens.isdisjoint(names.NOISE):
            return True
        name = element.get("id")
        if name and element.tag in _NAMED_TAGS and not _is_titled(element):
            tokens = tokens | _tokens(name[:200])
        if element.tag == "table" or not tokens:
            tokens = tokens | _names_before(element)
        if not tokens or element.tag in _HEADINGS or element.tag == "body":
            return False
        if not tokens.isdisjoint(names.NOISE):
            return True
        linked, size = self._weights.linked(element), self._weights.text(element)
        if (
            not tokens.isdisjoint(names.NAVIGATION)
            or {"contents", "topic"} <= tokens
            or {"contents", "local"} <= tokens
        ):
            return linked >= _LINKED and not self._is_index(element, tokens)
        if not tokens.isdisjoint(names.TRAIL):
            return linked >= _LINKED or size <= _SHORT
        if not tokens.isdisjoint(names.FOOTER):
            return linked >= _LINKED or not _in_content(element)
        return not tokens.isdisjoint(names.BANNER) and not self._holds_title(element)

    def _is_index(self, element: etree._Element, tokens: frozenset[str]) -> bool:
        """Whether the page is but a table of contents, of other pages."""
        if tokens.isdisjoint(("toc", "tableofcontents", "toctree")):
            return False
        most = self._weights.text(element) > _INDEX * self._weights.text(self._body)
        return most and not all((a.get("href") or "#")[0] == "#" for a in element.iter("a"))

    def _is_chrome_link(self, element: etree._Element) -> bool:
        if element.get("rel", "").lower() in ("prev", "next", "edit"):
            return True
        if not class_names(element).isdisjoint(names.NOISE):
            return True
        text = (
            " ".join("".join(element.itertext()).split()).casefold()
            if self._weights.text(element) < 60
            else ""
        )
        return text in names.EDIT_TEXTS or (text in names.SKIP_TEXTS and element.get("href", "")[:1] == "#")


def lone_title(body: etree._Element, title: str) -> etree._Element | None:
    """The only h1, where it is the page's title rather than the site's."""
    headings = list(body.iter("h1"))
    if len(headings) != 1 or not names_page(title, "".join(headings[0].itertext())):
        return None
    return headings[0]


def _is_step(link: etree._Element) -> bool:
    return (link.get("rel") or "").lower() in _STEPS or not link.get("href")


def is_control(button: etree._Element) -> bool:
    """Whether a button acts on the page, rather than being part of the text."""
    text = " ".join("".join(button.itertext()).split()).casefold()
    if "onclick" in button.attrib and len(text) <= _LABEL:
        return True
    if text in names.BUTTON_TEXTS or text.startswith("copy "):
        return True
    return not class_names(button).isdisjoint(names.NOISE)


def _has_word(element: etree._Element) -> bool:
    return any(c.isalnum() for text in element.itertext() for c in text) and "katexhtml" not in class_names(
        element
    )


def _is_titled(element: etree._Element) -> bool:
    """Whether the element's id was made of its heading, as generators do: a section *about* sidebars."""
    for child in element.iter(*_HEADINGS):
        title = "".join(child.itertext()).strip().casefold()
        if title in names.CONTENTS_TITLES:
            return False
        slug = re.sub(r"[^\w]+", "", title).replace("_", "")
        return slug.startswith(next(iter(_tokens(element.get("id", ""))), "\0"))
    return False


def _names_before(element: etree._Element) -> frozenset[str]:
    """The names of the empty anchors right before an element: those of old Javadoc's bars."""
    found: frozenset[str] = frozenset()
    before = element.getprevious()
    while before is not None and before.tag == "a" and not len(before) and not (before.tail or "").strip():
        found |= _tokens((before.get("name") or "")[:200])
        before = before.getprevious()
    return found


def _in_content(element: etree._Element) -> bool:
    return any(e.tag in ("main", "article", "blockquote", "figure") for e in element.iterancestors())
