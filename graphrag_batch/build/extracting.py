"""What a document's prose says by itself: its passages, read by a tagger where one can, and from both the
names, terms, abbreviations and statements in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING

from graphrag_batch import taggers
from graphrag_batch.build import codec
from graphrag_batch.textual import Extract

if TYPE_CHECKING:
    from graphrag_batch.config import Config
    from graphrag_batch.records import Document
    from graphrag_batch.textual import Passage, Span, Tagged

# Stretches of prose that are this near on one line are one: between them is markup at most.
_MARKUP = 2


def extracts(documents: Sequence[Document], config: Config) -> Iterator[bytes]:
    """The extract of each document, encoded; of one without prose, that of nothing. A model reads the prose
    of all of them together, since many short texts at once cost it less, and says of each what it would
    alone."""
    # Many expressions, for documents with prose alone.
    from graphrag_batch.stages import passages

    prose = [passages.passages(document) for document in documents]
    for document, found, tagged in zip(documents, prose, _tagged(documents, prose, config), strict=True):
        yield codec.encode_extract(_extract(document, found, tagged, config) if found else None)


def _extract(
    document: Document, prose: Sequence[Passage], tagged: Sequence[Tagged | None], config: Config
) -> Extract:
    from graphrag_batch.stages import mentions, statements

    found = mentions.mentions(document, prose, tagged, config.extract)
    said = statements.statements(document, prose, tagged, config.extract, found)
    return Extract(
        tuple(_stretches(prose)),
        statements.stated(document, found, said, prose),
        mentions.terms(document, prose),
        mentions.aliases(prose),
        said,
    )


def require(config: Config) -> None:
    """Raises ModelMissing where the tagger that is asked for cannot be had."""
    taggers.require(config.extract)


def _tagged(
    documents: Sequence[Document], prose: Sequence[Sequence[Passage]], config: Config
) -> Iterator[Sequence[Tagged | None]]:
    """For each document what a tagger says of each of its passages, None of those that none reads."""
    from graphrag_batch.stages import mentions

    wanted = [
        [mentions.is_tagged(passage) for passage in found] if mentions.wants_tagging(document) else []
        for document, found in zip(documents, prose, strict=True)
    ]
    tagger = taggers.tagger_for(config.extract) if any(map(any, wanted)) else None
    if tagger is None:
        yield from ([None] * len(found) for found in prose)
        return
    texts = [p.text for found, read in zip(prose, wanted, strict=True) for p in compress(found, read)]
    answers = tagger.tag(texts)
    for found, read in zip(prose, wanted, strict=True):
        yield [next(answers) if is_read else None for is_read in read] or [None] * len(found)


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
