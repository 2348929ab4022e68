"""`embed.model: none`: chunks are still counted in MiniLM's tokens, but no vector is made, so
adding the model later changes no chunk."""

from __future__ import annotations

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders.traits import Traits
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer
from graphrag_batch.errors import ConfigError
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import Embedder, Tokenizer


def tokenizer(config: EmbedConfig) -> Tokenizer:
    """MiniLM's."""
    return WordPieceTokenizer()


def require(config: EmbedConfig) -> None:
    """Nothing."""


def traits(config: EmbedConfig) -> Traits:
    """Of no consequence."""
    return Traits()


def fingerprint(config: EmbedConfig) -> str:
    """A constant."""
    return digest("no-model")


def window(config: EmbedConfig) -> int:
    """0: nothing is read."""
    return 0


def dim(config: EmbedConfig) -> int:
    """0: no vectors."""
    return 0


def load(config: EmbedConfig) -> Embedder:
    """Always raises ConfigError: there is nothing to load."""
    raise ConfigError(
        "embed.model is none, so there is no embedder to load",
        where="embed.model",
        next_step="set embed.model to minilm for vectors",
    )
