"""The word law: every word that a reader of the file sees is in some chunk.

`visible` is extracted from the file by other means than our reader's, so that both do not share a mistake.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from graphrag_batch.config import ChunkConfig, EmbedConfig
from graphrag_batch.embedders import tokenizer_for
from graphrag_batch.records import Chunk, Document
from graphrag_batch.stages.chunk import chunk

# Small enough that goldens of a page are cut.
SMALL = ChunkConfig(target_tokens=60, max_tokens=120, faq_tokens=60, procedure_tokens=160)
_WORD = re.compile(r"\w+")


def chunks_of(document: Document, config: ChunkConfig = SMALL) -> tuple[Chunk, ...]:
    """The chunks of a document, without windows."""
    return chunk(document, config, tokenizer_for(EmbedConfig(model="none")), 0)


def missing_words(visible: str, document: Document, chunks: Sequence[Chunk]) -> list[str]:
    """The words of `visible` that no chunk holds, in order, each once. A word that a cut parts is in both."""
    for one in chunks:
        assert document.text[one.start : one.end] == one.text
    parts: list[str] = []
    position = 0
    for one in chunks:
        parts.append(" " if one.start > position else "")
        parts.append(document.text[max(one.start, position) : one.end])
        position = max(position, one.end)
    held = set(_words("".join(parts)))
    return list(dict.fromkeys(word for word in _words(visible) if word not in held))


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFC", text))
