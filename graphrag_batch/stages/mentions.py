"""Names in a document's prose, the terms it sets apart, and the abbreviations it explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_batch.textual import Alias, Passage, RawMention, Tagged, Term

if TYPE_CHECKING:
    from graphrag_batch.config import ExtractConfig
    from graphrag_batch.records import Document

MENTIONS_VERSION = 1


def wants_tagging(document: Document) -> bool:
    """Whether a tagger of English can make sense of this document's prose."""
    return document.lang.partition("-")[0] == "en"


def mentions(
    document: Document,
    passages: Sequence[Passage],
    tagged: Sequence[Tagged | None],
    config: ExtractConfig,
) -> tuple[RawMention, ...]:
    """The names in the passages, ordered by place. `tagged` has one answer for each passage, or None."""
    return ()


def terms(document: Document, passages: Sequence[Passage]) -> tuple[Term, ...]:
    """Words that the text sets apart: candidates for the gazetteer."""
    return ()


def aliases(passages: Sequence[Passage]) -> tuple[Alias, ...]:
    """Pairs of names that the text says are one."""
    return ()
