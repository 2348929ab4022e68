"""`embed.model: none`: chunks are still counted in MiniLM's tokens, but no vector is made, so
adding the model later changes no chunk."""

from __future__ import annotations

from ..config import EmbedConfig
from ..errors import ConfigError
from ..fingerprint import digest
from ..records import Embedder, Tokenizer
from . import minilm
from .wordpiece import WordPieceTokenizer


def tokenizer(config: EmbedConfig) -> Tokenizer:
    """MiniLM's."""
    return WordPieceTokenizer()


def fingerprint(config: EmbedConfig) -> str:
    """A constant."""
    return digest("no-model")


def window(config: EmbedConfig) -> int:
    """MiniLM's."""
    return minilm.MAX_TOKENS


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
