"""What decides the values that are made of a document, besides the document. Loads no stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_batch import embedders, taggers
from graphrag_batch.fingerprint import stage_fingerprint
from graphrag_batch.stages import versions

if TYPE_CHECKING:
    from graphrag_batch.config import Config


def chunk_fingerprint(config: Config) -> str:
    """Everything but its input that decides a document's chunks."""
    return stage_fingerprint(
        "chunk",
        versions.CHUNK_VERSION,
        config.chunk,
        str(versions.LEXEMES_VERSION),
        embedders.tokenizer_for(config.embed).fingerprint,
        str(embedders.window_of(config.embed)),
    )


def sketch_fingerprint(config: Config) -> str:
    """Everything but its input that decides a document's sketch: `threshold` does not."""
    return stage_fingerprint("sketch", versions.DEDUPE_VERSION, config.dedupe.min_words)


def extract_fingerprint(config: Config) -> str:
    """Everything but the document that decides what its prose says."""
    own = config.extract
    slices = [
        [versions.PASSAGES_VERSION, versions.MENTIONS_VERSION, versions.STATEMENTS_VERSION],
        list(own.relations),
        own.regex.version,
    ]
    return stage_fingerprint("extract", 1, slices, taggers.fingerprint_of(own))
