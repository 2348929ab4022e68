"""`embed.model: stub`: vectors made of hashes of words, for smoke tests without any model.

Texts that share words are near one another; nothing else about these vectors means anything, and every
answer says so.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders.traits import Traits
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import Embedder, Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = "stub"
DIM = 128
WINDOW = 512
STUB_VERSION = 1
_WORD = re.compile(r"\w+")


class StubModel:
    """Implements `records.Embedder`."""

    def __init__(self, name: str = NAME, dim: int = DIM) -> None:
        self.name, self.dim, self.max_tokens = name, dim, WINDOW

    @property
    def fingerprint(self) -> str:
        """Of the rules of this module."""
        return fingerprint_for(self.dim)

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) float32 rows of unit length."""
        import numpy as np

        return np.array([self.embed_query(text) for text in texts], np.float32).reshape(-1, self.dim)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """(dim,) float32 of unit length: the sum of what its words hash to."""
        import numpy as np

        total = np.zeros(self.dim, np.float64)
        for word in _WORD.findall(text.casefold()) or [""]:
            raw = word.encode("utf-8", "surrogatepass")
            bits = hashlib.shake_128(raw).digest((self.dim + 7) // 8)
            total += np.unpackbits(np.frombuffer(bits, np.uint8))[: self.dim] * 2.0 - 1.0
        length = float(np.sqrt(np.square(total).sum()))
        row: NDArray[np.float32] = (total / (length or 1.0)).astype(np.float32)
        return row


def fingerprint_for(dim: int) -> str:
    """Of stub vectors of this length."""
    return digest("stub", str(STUB_VERSION), str(dim))


def tokenizer(config: EmbedConfig) -> Tokenizer:
    """MiniLM's."""
    return WordPieceTokenizer()


def require(config: EmbedConfig) -> None:
    """Nothing."""


def traits(config: EmbedConfig) -> Traits:
    """Means nothing."""
    return Traits(many_languages=False, stub=True)


def fingerprint(config: EmbedConfig) -> str:
    """Of the rules of this module."""
    return fingerprint_for(dim(config))


def window(config: EmbedConfig) -> int:
    """Content tokens that one vector reads."""
    return WINDOW


def dim(config: EmbedConfig) -> int:
    """`embed.dim`, or 128."""
    return config.dim or DIM


def load(config: EmbedConfig) -> Embedder:
    """The stub."""
    return StubModel(dim=dim(config))
