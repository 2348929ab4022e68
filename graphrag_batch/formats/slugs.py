"""Anchors of headings, as GitHub makes them: https://docs.github.com (section links)."""

from __future__ import annotations

import re
import unicodedata

_ASCII_DROPPED = re.compile(r"[^a-z0-9_\- ]")


class Slugs:
    """The anchors of one document: a title met again gets -1, -2 and so on."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def add(self, title: str) -> str:
        """The anchor of the next heading, "" where the title has no letter or digit."""
        base = slug = slug_of(title)
        if not base:
            return ""
        while slug in self._seen:
            self._seen[base] += 1
            slug = f"{base}-{self._seen[base]}"
        self._seen[slug] = 0
        return slug


def slug_of(title: str) -> str:
    """Lower case, punctuation and symbols dropped, spaces as hyphens."""
    lower = title.strip().lower()
    if lower.isascii():
        return _ASCII_DROPPED.sub("", lower).replace(" ", "-")
    return "".join(c for c in lower if _kept(c)).replace(" ", "-")


def _kept(char: str) -> bool:
    # Combining marks belong to letters of many scripts, though Python's \w leaves them out.
    return char in "_- " or char.isalnum() or unicodedata.category(char) in ("Mn", "Mc", "Pc")
