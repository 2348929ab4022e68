"""What readers wrote on a page: the text of comments, which is no part of the page itself."""

from __future__ import annotations

from typing import Any

_SHOWN = {"FreeText", "Link", "Popup", "Widget"}  # on the page already, or without text of their own
_MAX_NOTES = 1000


def notes_of(page: Any) -> list[str]:
    """The texts of the page's comments, in the order of the file."""
    found: list[str] = []
    annotation = page.first_annot
    while annotation and len(found) < _MAX_NOTES:
        text = _note(annotation.info) if annotation.type[1] not in _SHOWN else ""
        if text:
            found.append(text)
        annotation = annotation.next
    return found


def _note(info: dict[str, Any]) -> str:
    text, author = (" ".join(str(info.get(key) or "").split()) for key in ("content", "title"))
    return (f"Comment by {author}: {text}" if author else f"Comment: {text}") if text else ""
