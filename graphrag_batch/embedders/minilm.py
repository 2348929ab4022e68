"""all-MiniLM-L6-v2 on onnxruntime, without torch."""

from __future__ import annotations

from ..config import EmbedConfig
from ..errors import ConfigError, ModelMissing
from ..fingerprint import digest
from ..records import Embedder, Tokenizer
from .wordpiece import WordPieceTokenizer

DIM = 384
MAX_TOKENS = 254  # the model reads 256 tokens, [CLS] and [SEP] among them
MINILM_VERSION = 1


def tokenizer(config: EmbedConfig) -> Tokenizer:
    """BERT's uncased WordPiece."""
    return WordPieceTokenizer()


def fingerprint(config: EmbedConfig) -> str:
    """Digest of weights, graph, tokenizer, window and pooling."""
    return digest("minilm", str(MINILM_VERSION), WordPieceTokenizer().fingerprint)


def window(config: EmbedConfig) -> int:
    """Content tokens that one vector reads."""
    return MAX_TOKENS


def dim(config: EmbedConfig) -> int:
    """384. Raises ConfigError when `embed.dim` asks for another."""
    if config.dim not in (0, DIM):
        raise ConfigError(
            f"minilm gives vectors of {DIM} numbers, not {config.dim}",
            where="embed.dim",
            next_step=f"set embed.dim to {DIM}, or leave it out",
        )
    return DIM


def load(config: EmbedConfig) -> Embedder:
    """The model, ready to run."""
    raise ModelMissing("minilm is not built yet")
