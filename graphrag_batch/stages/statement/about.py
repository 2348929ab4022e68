"""Words by which a page speaks of itself, or of what it is about: "this page", "the policy"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.tongues import every, pages
from graphrag_batch.textual import Passage, Span

_ITSELF = re.compile(
    rf"\s*(?:{every('determiners')})\s+(?:(?:present|vorliegende[nrs]?|presente|présente?)\s+)?([^\W\d_]+)\s*",
    re.IGNORECASE,
)
# A heading that tells of one thing and where, or for what, it is: "The buoy at Torsk Point".
_OF_TWO = re.compile(r"\s(?:at|in|for|from|to|vs|versus|and|im|für|zu[rm]?|und|en|para|y|à|pour|et)\s")
_WORD = re.compile(r"[^\W\d_]{4,}")


class About(NamedTuple):
    """The nouns that mean the page where "this" or "the" stands before them (casefolded): those for any page,
    and those of its title. `name` is its first heading in `Document.text`."""

    nouns: frozenset[str]
    name: Span | None

    def is_meant(self, text: str, span: Span) -> bool:
        """Whether a noun, with the determiner before it, means the page."""
        start = text.rfind(" ", max(0, span[0] - 12), max(0, span[0] - 1)) + 1 or max(0, span[0] - 12)
        found = _ITSELF.fullmatch(text, start, span[1])
        return found is not None and found[1].casefold() in self.nouns


def about(document: Document, passages: Sequence[Passage]) -> About:
    """What a document calls itself."""
    first = next((p for p in passages if p.kind in ("heading", "title")), None)
    title = document.title or (first.text if first else "")
    own = frozenset(word.casefold() for word in _WORD.findall(title[:200]))
    return About(pages() | own, first.span(0, len(first.text)) if first and first.text else None)


class Named:
    """What each passage is about: of a definition the term, of a paragraph the heading above it."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._terms: dict[tuple[int, int], Span] = {}
        self._headings: dict[int, Span] = {}
        for passage in passages:
            if passage.text and passage.kind == "term":
                self._terms[passage.group, passage.row] = passage.span(0, len(passage.text))
            elif passage.kind in ("heading", "title") and passage.text and not _OF_TWO.search(passage.text):
                self._headings.setdefault(passage.section, passage.span(0, len(passage.text)))

    def of(self, passage: Passage) -> Span | None:
        """The name that a passage's sentences without a subject speak of, as offsets in the document."""
        if passage.kind == "definition":
            return self._terms.get((passage.group, passage.row))
        return self._headings.get(passage.section) if passage.kind in ("paragraph", "item") else None

    def heading(self, section: int) -> Span | None:
        """What a section is called, if that may be the name of one thing."""
        return self._headings.get(section)
