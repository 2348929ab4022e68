"""What a page says of itself: title, language, address, description, keywords, date. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

_LANG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}")
_SEPARATOR = re.compile(r"\s+[|–—·»«:•-]\s+|\s*::\s+")
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_NAMES = {
    "description": "description", "og:description": "description", "dc.description": "description",
    "keywords": "keywords", "news_keywords": "keywords", "author": "author", "dc.creator": "author",
    "date": "date", "dc.date": "date", "dcterms.date": "date", "dcterms.modified": "date",
    "article:published_time": "date", "article:modified_time": "date", "og:site_name": "site",
    "application-name": "site", "og:title": "og:title", "og:url": "og:url", "security": "security",
    "classification": "security",
}  # fmt: skip
_MAX_VALUE = 2_000


def read_meta(root: etree._Element) -> dict[str, str]:
    """The page's `title`, `description`, `keywords`, `author`, `date`, `canonical`, `lang` and `site`, as far
    as it has them."""
    found: dict[str, str] = {}
    for element in root.iter("meta"):
        key = (
            (element.get("name") or element.get("property") or element.get("itemprop") or "").strip().lower()
        )
        if key in _NAMES:
            _note(found, _NAMES[key], element.get("content"))
        elif (element.get("http-equiv") or "").lower() == "content-language":
            _note(found, "lang", _language(element.get("content") or ""))
    for element in root.iter("link"):
        if "canonical" in (element.get("rel") or "").lower().split():
            _note(found, "canonical", element.get("href"))
    title = next((e for e in root.iter("title") if _is_page_title(e)), None)
    if title is not None:
        _note(found, "title", "".join(title.itertext()))
    lang = _language(root.get("lang") or root.get(_XML_LANG) or root.get("xml:lang") or "")
    if lang:
        found["lang"] = lang
    for stand_in, name in (("og:url", "canonical"), ("og:title", "title")):
        if value := found.pop(stand_in, ""):
            found.setdefault(name, value)
    if not re.match(r"https?://", found.get("canonical", "")):
        found.pop("canonical", None)
    return found


def _note(found: dict[str, str], key: str, value: str | None) -> None:
    value = " ".join((value or "").split())[:_MAX_VALUE]
    if value:
        found.setdefault(key, value)


def _is_page_title(element: etree._Element) -> bool:
    """Drawings have titles too."""
    return not any(e.tag == "svg" for e in element.iterancestors())


def _language(value: str) -> str:
    value = value.strip().partition(",")[0].strip()
    return value.replace("_", "-") if _LANG.fullmatch(value) else ""


def names_page(title: str, text: str) -> bool:
    """Whether a heading is what `<title>` calls the page, rather than the site."""
    return not title or _letters(text) in (_letters(title), _letters(_SEPARATOR.split(title)[0]))


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum()).casefold()


def choose_title(meta: dict[str, str], headings: Sequence[tuple[int, str]]) -> str | None:
    """The title of the page itself: of `<title>`, the part that a heading repeats or the site's name leaves.

    `headings` are (level, text) in order.
    """
    title, site = meta.get("title", ""), meta.get("site", "").casefold()
    parts = [part.strip() for part in _SEPARATOR.split(title) if part.strip()]
    for told in ((title, *parts[:1]), parts):
        names = {part.casefold() for part in told} - {site}
        found = next((text for level, text in headings if level <= 2 and text.casefold() in names), None)
        if found:
            return found
    first = next((text for level, text in headings if level == 1), "")
    if first:
        return first
    if len(parts) > 1 and site in (parts[0].casefold(), parts[-1].casefold()):
        return " - ".join(part for part in parts if part.casefold() != site) or title
    return title or None
