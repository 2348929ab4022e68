"""Which part of a page is its content. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import soupsieve
from bs4 import BeautifulSoup
from lxml import etree

from graphrag_batch.config import HtmlConfig
from graphrag_batch.formats import html_names as names
from graphrag_batch.formats.html_prune import class_names, lone_title, prune
from graphrag_batch.formats.html_tree import remove
from graphrag_batch.formats.html_weights import Weights

_OUTSIDE = 0.2  # how much text, of what is inside, may lie outside of the content
_FEW = 200  # characters that may lie outside of a short page's, up to half of what is inside
_PROSE = 80  # characters from which text outside of the content is content too
_LINKED = 0.5  # unless this share of it is links
_NUMBER = "data-graphrag-number"
_INVISIBLE = ("script", "style", "template", "head", "link", "meta", "base", "noscript", "datalist")


def content_of(
    root: etree._Element, title: str, options: HtmlConfig, warnings: list[str]
) -> list[etree._Element]:
    """The elements that hold the page's content, in order, with all else taken out of them. `title` is what
    the page's head says."""
    body = next(root.iter("body"), None)
    if body is None:
        body = root
    chosen, dropped = _selected(root, options, warnings)
    kept = _outermost(chosen)
    for element in dropped:
        if element is not body:
            remove(element)
    kept = [element for element in kept if element is root or any(e is root for e in element.iterancestors())]
    _drop_invisible(root)
    whole = Weights(body)
    if not whole.text(body):
        return [body]
    prune(body, whole, title, kept)
    if kept:
        return kept
    return _main(body, Weights(body), title)


def _drop_invisible(root: etree._Element) -> None:
    """Scripts and the like; what is shown without scripts only stays where nothing else is."""
    for element in list(root.iter("script")):
        kind = (element.get("type") or "").partition(";")[0].strip()
        if kind == "math/tex":
            element.tag, element.text = "span", f"${(element.text or '').strip()}$"
            element.attrib.clear()
    for element in list(root.iter(*_INVISIBLE)):
        if element is root:
            continue
        if element.tag == "noscript" and not any(map(str.strip, _texts_outside(root, "noscript"))):
            continue
        remove(element)


def _texts_outside(root: etree._Element, tag: str) -> Iterable[str]:
    body = next(root.iter("body"), root)
    for element in body.iter(etree.Element):
        if (
            element.text
            and element.tag not in (*_INVISIBLE, tag)
            and not any(e.tag == tag for e in element.iterancestors())
        ):
            yield element.text
        if element.tail and element is not body:
            yield element.tail


def _main(body: etree._Element, weights: Weights, title: str) -> list[etree._Element]:
    """The first of the usual containers outside of which hardly any text lies, with the prose that does; else
    the body."""
    everything = weights.plain(body)
    for group in _candidates(body):
        inside = sum(weights.plain(e) for e in group)
        if inside and everything - inside <= max(min(_FEW, inside / 2), inside * _OUTSIDE):
            return list(_pieces(body, group, lone_title(body, title), weights))
    return [body]


def _pieces(
    body: etree._Element, group: Sequence[etree._Element], title: etree._Element | None, weights: Weights
) -> Iterator[etree._Element]:
    """The containers and, in order, what stands beside them and is prose or the page's title."""
    above = {e for element in group for e in element.iterancestors()}
    pending = [body]
    while pending:
        element = pending.pop()
        if element in above:
            pending += reversed([e for e in element if isinstance(e.tag, str)])
        elif element in group or _is_prose(element, weights):
            yield element
        elif title is not None and (element is title or any(e is element for e in title.iterancestors())):
            yield title


def _is_prose(element: etree._Element, weights: Weights) -> bool:
    return weights.plain(element) >= _PROSE and weights.linked(element) < _LINKED


def _candidates(body: etree._Element) -> Iterable[list[etree._Element]]:
    yield _outermost([e for e in body.iter(etree.Element) if e.tag == "main" or e.get("role") == "main"])
    yield _outermost(list(body.iter("article")))
    named: list[list[etree._Element]] = [[] for _ in names.CONTENT]
    for element in body.iter("div", "section", "td"):
        tokens = class_names(element) | {(element.get("id") or "").replace("-", "").replace("_", "").lower()}
        for place, wanted in zip(named, names.CONTENT, strict=True):
            if not tokens.isdisjoint(wanted):
                place.append(element)
    yield from (_outermost(place) for place in named)


def _outermost(elements: list[etree._Element]) -> list[etree._Element]:
    chosen = set(elements)
    return [e for e in elements if not any(above in chosen for above in e.iterancestors())]


def _selected(
    root: etree._Element, options: HtmlConfig, warnings: list[str]
) -> tuple[list[etree._Element], list[etree._Element]]:
    """What the configured selectors select: (kept, dropped)."""
    if not options.keep and not options.drop:
        return [], []
    elements = list(root.iter(etree.Element))
    for number, element in enumerate(elements):
        element.set(_NUMBER, str(number))
    soup = BeautifulSoup(etree.tostring(root, encoding="unicode", method="html"), "lxml")
    found = [
        _select(soup, selectors, elements, warnings, name)
        for name, selectors in (("keep", options.keep), ("drop", options.drop))
    ]
    for element in elements:
        del element.attrib[_NUMBER]
    return found[0], found[1]


def _select(
    soup: BeautifulSoup,
    selectors: Sequence[str],
    elements: list[etree._Element],
    warnings: list[str],
    name: str,
) -> list[etree._Element]:
    numbers: set[int] = set()
    for selector in selectors:
        try:
            found = soupsieve.select(selector, soup)
        except (soupsieve.SelectorSyntaxError, ValueError, TypeError) as error:
            reason = str(error).partition("\n")[0]
            warnings.append(f"formats.html.{name}: {selector!r} is no CSS selector: {reason}")
            continue
        numbers.update(int(str(tag[_NUMBER])) for tag in found if tag.has_attr(_NUMBER))
    return [elements[number] for number in sorted(numbers)]
