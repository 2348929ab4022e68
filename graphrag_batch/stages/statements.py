"""What sentences, and structure, say of two things. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_batch.config import ExtractConfig
from graphrag_batch.records import Document
from graphrag_batch.stages.statement.about import Named, about
from graphrag_batch.stages.statement.cues import of_cues
from graphrag_batch.stages.statement.frames import own_triggers
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.languages import language
from graphrag_batch.stages.statement.listed import of_item
from graphrag_batch.stages.statement.sentences import of_sentences
from graphrag_batch.stages.statement.stated import stated
from graphrag_batch.stages.statement.structure import of_structure
from graphrag_batch.stages.statement.unparsed import of_triggers
from graphrag_batch.textual import Passage, Statement, Tagged

__all__ = ["stated", "statements"]

_NO_SENTENCES = ("title", "heading", "term")


def statements(
    document: Document, passages: Sequence[Passage], tagged: Sequence[Tagged | None], config: ExtractConfig
) -> tuple[Statement, ...]:
    """What the passages of a document say, in order of place. `tagged` has one answer per passage, None where
    no parser read it. A function of its arguments alone."""
    found = set(_all(document, passages, tagged, config))
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one)))


def _all(
    document: Document, passages: Sequence[Passage], tagged: Sequence[Tagged | None], config: ExtractConfig
) -> Iterator[Statement]:
    words = language(document.lang.partition("-")[0].casefold(), own_triggers(config.relations))
    page, named = about(document, passages), Named(passages)
    known = Known(passages, document.lang.partition("-")[0].casefold())
    for passage, reading in zip(passages, tagged, strict=True):
        if reading is not None:
            yield from of_sentences(passage, reading, config.relations, page, named.of(passage), known)
            yield from of_item(passage, reading)
        elif passage.kind not in _NO_SENTENCES:
            yield from of_triggers(passage, words, page, named.of(passage), known)
        if passage.kind not in _NO_SENTENCES:
            yield from of_cues(passage)
    yield from of_structure(document, passages, words, config.relations, page)
