"""What a PDF says about itself: title, author, dates."""

from __future__ import annotations

import re
from typing import Any

from graphrag_batch.fingerprint import canonical_json

_FIELDS = {"author": "author", "subject": "subject", "keywords": "keywords"}
_DATE = re.compile(r"D?:?(\d{4})(\d{2})?(\d{2})?")
_JUNK = re.compile(
    r"(?:untitled|microsoft (?:word|powerpoint|excel).*|document\d*|slide ?\d*|presentation\d*|title|"
    r"(?:.*[\\/])?[^\s\\/]+\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|fm|odt|rtf|ps|html?|txt|qxd|p65)|\W*|about:blank)",
    re.IGNORECASE,
)
_LOST = re.compile("[\x00-\x1f\x7f\ufffd\ud800-\udfff]+")


def title_of(metadata: dict[str, Any]) -> str | None:
    """The title in the metadata, unless it is a file's name or what a program puts there."""
    title = _clean(metadata.get("title"))
    return None if _JUNK.fullmatch(title) or sum(map(str.isalpha, title)) < 2 else title


def meta_of(metadata: dict[str, Any], running: list[str]) -> str:
    """Canonical JSON of what else is known; `running` are the headers and footers that were left out."""
    found: dict[str, Any] = {}
    for name, key in _FIELDS.items():
        value = _clean(metadata.get(name))
        if value:
            found[key] = value
    created = _DATE.match(str(metadata.get("creationDate") or ""))
    if created:
        found["created"] = "-".join(part for part in created.groups() if part)
    if running:
        found["running"] = running[:10]
    return canonical_json(found)


def lang_of(doc: Any) -> str:
    """The document's language as it says itself, "" if it does not."""
    kind, value = doc.xref_get_key(doc.pdf_catalog(), "Lang")
    value = _clean(value) if kind == "string" else ""
    return value if re.fullmatch(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*", value) else ""


def _clean(value: Any) -> str:
    return " ".join(_LOST.sub(" ", str(value or "")).split())[:1000]
