"""all-MiniLM-L6-v2 on onnxruntime, without torch.

The graph (`data/minilm-int8.onnx`, made by `bench/make_graphs.py`) multiplies int8 weights with
activations quantised per call; `runtime` says how it is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders.runtime import DATA, open_session, rows, saturates
from graphrag_batch.embedders.traits import Traits, only_dim
from graphrag_batch.embedders.weights import MINILM, TABLE, installed, read_verified, tensors
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import Embedder, Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIM = 384
MAX_TOKENS = 254  # the model reads 256 tokens, [CLS] and [SEP] among them
MAX_CHARS = 1 << 13  # code points looked at to find them; 254 tokens rarely span 2,000
MINILM_VERSION = 1
TRAITS = Traits(many_languages=False, unrelated=0.0615, spread=0.0752)
GRAPH = DATA / "minilm-int8.onnx"


class MiniLM:
    """Implements `records.Embedder`.

    `weights` is the package's `model.onnx` (default: the installed one). `threads` is how many
    texts are embedded at once (default: the processors this process may use); it changes no bit.
    """

    name = "minilm"
    dim = DIM
    max_tokens = MAX_TOKENS

    def __init__(self, weights: Path | None = None, threads: int | None = None) -> None:
        self._tokenizer = WordPieceTokenizer()
        self._threads = threads
        # onnxruntime reads the arrays in place: they must live as long as the session.
        self._tensors = tensors(read_verified(weights or installed(MINILM), MINILM))
        self._session = open_session(GRAPH, self._tensors, exact=saturates())

    @property
    def fingerprint(self) -> str:
        """Digest of weights, graph, tokenizer, window and pooling."""
        return _fingerprint()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 384) float32 rows of unit length; each text is read up to its 254th token."""
        return rows(texts, DIM, self.embed_query, self._threads)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """(384,) float32 of unit length: MiniLM reads queries and documents alike."""
        import numpy as np

        ids = np.array([self._tokenizer.ids(text[:MAX_CHARS], MAX_TOKENS)], np.int64)
        row: NDArray[np.float32] = self._session.run(None, {"ids": ids})[0][0]
        return row


@cache
def _fingerprint() -> str:
    files = (GRAPH.read_bytes(), TABLE.read_bytes())
    rules = (str(MINILM_VERSION), str(MAX_TOKENS), str(MAX_CHARS))
    return digest("minilm", MINILM.sha256, *files, WordPieceTokenizer().fingerprint, *rules)


def tokenizer(config: EmbedConfig) -> Tokenizer:
    """BERT's uncased WordPiece."""
    return WordPieceTokenizer()


def require(config: EmbedConfig) -> None:
    """Nothing: the tokenizer is part of this program, and without weights there are no vectors."""


def traits(config: EmbedConfig) -> Traits:
    """Reads English."""
    return TRAITS


def fingerprint(config: EmbedConfig) -> str:
    """Digest of weights, graph, tokenizer, window and pooling: reads 20 KB once."""
    dim(config)
    return _fingerprint()


def window(config: EmbedConfig) -> int:
    """Content tokens that one vector reads."""
    return MAX_TOKENS


def dim(config: EmbedConfig) -> int:
    """384. Raises ConfigError when `embed.dim` asks for another."""
    return only_dim(config, DIM)


def load(config: EmbedConfig) -> Embedder:
    """The model, ready to run. Raises ModelMissing, and ConfigError for a wrong `embed.dim`."""
    dim(config)
    return MiniLM()
