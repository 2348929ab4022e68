"""What a document's prose says by itself: its passages, read by a tagger where one can, and from both the
names, terms, abbreviations and statements in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_batch import taggers
from graphrag_batch.build import codec
from graphrag_batch.textual import Extract

if TYPE_CHECKING:
    from graphrag_batch.config import Config, ExtractConfig
    from graphrag_batch.records import Document
    from graphrag_batch.textual import Passage, Span, Tagged

# Stretches of prose that are this near on one line are one: between them is markup at most.
_MARKUP = 2


def extract(document: Document, config: Config) -> bytes:
    """The extract of a document, encoded; of one without prose, that of nothing."""
    # Many expressions, for documents with prose alone.
    from graphrag_batch.stages import mentions, passages, statements

    prose = passages.passages(document)
    if not prose:
        return codec.encode_extract(None)
    tagged = _tagged(document, prose, config.extract)
    found = mentions.mentions(document, prose, tagged, config.extract)
    said = statements.statements(document, prose, tagged, config.extract, found)
    return codec.encode_extract(
        Extract(
            tuple(_stretches(prose)),
            statements.stated(document, found, said, prose),
            mentions.terms(document, prose),
            mentions.aliases(prose),
            said,
        )
    )


def require(config: Config) -> None:
    """Raises ModelMissing where the tagger that is asked for cannot be had."""
    taggers.require(config.extract)


def _tagged(document: Document, prose: Sequence[Passage], config: ExtractConfig) -> Sequence[Tagged | None]:
    from graphrag_batch.stages import mentions

    tagger = taggers.tagger_for(config) if mentions.wants_tagging(document) else None
    read = [mentions.is_tagged(passage) for passage in prose] if tagger is not None else [False] * len(prose)
    texts = [passage.text for passage, wanted in zip(prose, read, strict=True) if wanted]
    answers = tagger.tag(texts) if tagger is not None else iter(())
    return [next(answers) if wanted else None for wanted in read]


def _stretches(prose: Sequence[Passage]) -> Iterator[Span]:
    """Where the document's text is prose as it stands, ascending."""
    start = end = -1
    for passage in prose:
        for n, (here, there) in enumerate(passage.places):
            last = passage.places[n + 1][0] if n + 1 < len(passage.places) else len(passage.text)
            if start >= 0 and 0 <= there - end <= _MARKUP:
                end = there + last - here
                continue
            if end > start:
                yield start, end
            start, end = there, there + last - here
    if end > start:
        yield start, end
