"""What a Word file says of itself: title, author, subject, keywords, dates, and in which language it is."""

from __future__ import annotations

import re
from typing import Any

from graphrag_batch.formats.docx_context import Context
from graphrag_batch.formats.docx_package import Element, Package

_CORE = {
    "title": "title", "creator": "author", "subject": "subject", "description": "description",
    "category": "category", "created": "created", "modified": "modified", "language": "language",
    "contentStatus": "status", "version": "version",
}  # fmt: skip
_SEPARATORS = re.compile(r"[;,\n]")
# What programs put there when nobody names the document.
_NO_TITLE = re.compile(
    r"(?:microsoft )?word(?: document)?|document\s*\d*|untitled.*|microsoft word - .*|"
    r"dokument\s*\d*|powerpoint presentation|slide \d+|template|title",
    re.IGNORECASE,
)
_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
_LONGEST = 1_000


def properties(package: Package) -> dict[str, Any]:
    """The document's properties under the names that front matter uses; keywords are `tags`."""
    relations = package.relations("").values()
    parts = {r.kind: r.target for r in relations if not r.external}
    meta: dict[str, Any] = {}
    for name, text in _custom(package.optional(parts.get("custom-properties", ""))):
        meta[name] = text
    core = package.optional(parts.get("core-properties", "") or "docProps/core.xml")
    for element in core if core is not None else ():
        name = element.tag.rpartition("}")[2]
        text = " ".join((element.text or "").split())[:_LONGEST]
        if text and name == "keywords":
            meta["tags"] = [tag for tag in (part.strip() for part in _SEPARATORS.split(text)) if tag]
        elif text and name in _CORE:
            meta[_CORE[name]] = text
    return meta


def _custom(root: Element | None) -> list[tuple[str, str]]:
    """Properties that people or programs added; labels for machines are left out."""
    found = []
    for element in root if root is not None else ():
        name = (element.get("name") or "").strip()
        text = " ".join("".join(element.itertext()).split())
        if name and text and len(text) <= _LONGEST and not name.startswith(("MSIP_", "_", "ContentTypeId")):
            found.append((name.lower(), text))
    return found


def title_of(meta: dict[str, Any]) -> str | None:
    """The title among the properties, if somebody gave it one."""
    title = meta.get("title", "")
    return title if title and not _NO_TITLE.fullmatch(title) else None


def language(context: Context) -> str:
    """The language (BCP 47) that most of the text is marked with, "" where nothing marks it."""
    marked = context.languages
    default = context.styles.language
    if default:
        marked[default] += marked.pop("", 0)
    best = max(((count, lang) for lang, count in marked.items() if lang), default=(0, ""))[1]
    return best if _TAG.fullmatch(best) else ""
