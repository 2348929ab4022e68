"""What sentences, and structure, say of two things. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_batch.config import ExtractConfig
from graphrag_batch.records import Document
from graphrag_batch.textual import Passage, Statement, Tagged

STATEMENTS_VERSION = 1


def statements(
    document: Document, passages: Sequence[Passage], tagged: Sequence[Tagged | None], config: ExtractConfig
) -> tuple[Statement, ...]:
    """What the passages of a document say, in order of place. `tagged` has one answer per passage, None where
    no parser read it. A function of its arguments alone."""
    return ()
