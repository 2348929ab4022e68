"""What readers wrote on a page: the text of comments, which is no part of the page itself."""

from __future__ import annotations

from typing import Any

_SHOWN = {"FreeText", "Link", "Popup", "Widget"}  # on the page already, or without text of their own
_MAX_NOTES = 1000


def notes_of(page: Any) -> list[str]:
    """The texts of the page's comments, in the order of the file."""
    found: list[str] = []
    for annotation in page.annots() or ():
        if annotation.type[1] in _SHOWN or len(found) >= _MAX_NOTES:
            continue
        info = annotation.info
        text = " ".join(str(info.get("content") or "").split())
        author = " ".join(str(info.get("title") or "").split())
        if text:
            found.append(f"Comment by {author}: {text}" if author else f"Comment: {text}")
    return found
