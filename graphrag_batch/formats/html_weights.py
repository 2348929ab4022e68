"""How much text each element of a page holds, and how much of it is links. Pure."""

from __future__ import annotations

from lxml import etree

from graphrag_batch.formats.html_tree import OPAQUE

_IMAGE = 8  # characters that an image in a link counts for


class Weights:
    """Characters (white space at the edges of text nodes not counted) in each element of a tree."""

    def __init__(self, root: etree._Element) -> None:
        self._text: dict[etree._Element, int] = {}
        self._links: dict[etree._Element, int] = {}
        self._count(root)

    def text(self, element: etree._Element) -> int:
        """Characters of text in the element."""
        return self._text.get(element, 0)

    def plain(self, element: etree._Element) -> int:
        """Characters of text that belong to no link."""
        return self._text.get(element, 0) - self._links.get(element, 0)

    def linked(self, element: etree._Element) -> float:
        """The share of the text that belongs to links; 1 where there is no text."""
        total = self._text.get(element, 0)
        return self._links.get(element, 0) / total if total else 1.0

    def _count(self, root: etree._Element) -> None:
        text, links = self._text, self._links
        for element in reversed(list(root.iter(etree.Element))):
            own = text.get(element, 0)
            if element.text and element.tag not in OPAQUE:
                own += len(element.text.strip())
            text[element] = own
            if element.tag in ("a", "option"):
                if not own and element.find(".//img") is not None:
                    text[element] = own = _IMAGE
                links[element] = own
            parent = element.getparent()
            if parent is None or element is root:
                continue
            text[parent] = text.get(parent, 0) + own + (len(element.tail.strip()) if element.tail else 0)
            links[parent] = links.get(parent, 0) + links.get(element, 0)
