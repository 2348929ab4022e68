"""multilingual-e5-small on onnxruntime, without torch and without the package's own engine.

The graph (`data/e5-int8.onnx`, made by `bench/make_graphs.py`) multiplies int8 weights, made at load from
the package's 4 bits, with activations quantised per call; words are looked up in the mapped file. It was
trained with `query: ` before questions and `passage: ` before what answers them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders.e5file import DIM, e5_file, unpacked
from graphrag_batch.embedders.runtime import DATA, open_session, rows, saturates
from graphrag_batch.embedders.traits import Traits, only_dim
from graphrag_batch.embedders.unigram import UnigramTokenizer
from graphrag_batch.embedders.weights import E5, installed
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import Embedder, Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = "multilingual-e5-small"
MAX_TOKENS = 507  # the model reads 512: two marks and up to three tokens of a prefix among them
MAX_CHARS = 1 << 14  # code points looked at to find them
E5_VERSION = 1
QUERY, PASSAGE = "query: ", "passage: "
GRAPH = DATA / "e5-int8.onnx"


class MultilingualE5:
    """Implements `records.Embedder`. `threads` is how many texts are embedded at once (default: the
    processors this process may use); it changes no bit."""

    name = NAME
    dim = DIM
    max_tokens = MAX_TOKENS

    def __init__(self, threads: int | None = None) -> None:
        self._tokenizer = UnigramTokenizer()
        self._threads = threads
        file = e5_file()
        self._words, self._positions = file.word_rows(), file.positions()
        # onnxruntime reads the arrays in place: they must live as long as the session.
        self._arrays = file.arrays()
        self._session = open_session(GRAPH, self._arrays, exact=saturates())

    @property
    def fingerprint(self) -> str:
        """Digest of weights, graph, tokenizer, window, prefixes and pooling."""
        return _fingerprint()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 384) float32 rows of unit length; each text is read up to its 507th token."""
        return rows(texts, DIM, lambda text: self._embed(PASSAGE, text), self._threads)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """(384,) float32 of unit length."""
        return self._embed(QUERY, text)

    def _embed(self, prefix: str, text: str) -> NDArray[np.float32]:
        ids = self._tokenizer.ids(text[:MAX_CHARS], MAX_TOKENS, prefix)
        embedded = unpacked(self._words[ids], len(ids)) + self._positions[: len(ids)]
        row: NDArray[np.float32] = self._session.run(None, {"embedded": embedded[None]})[0][0]
        return row


@cache
def _fingerprint() -> str:
    rules = (str(E5_VERSION), str(MAX_TOKENS), str(MAX_CHARS), QUERY, PASSAGE)
    return digest("e5", E5.sha256, GRAPH.read_bytes(), UnigramTokenizer().fingerprint, *rules)


def tokenizer(config: EmbedConfig) -> Tokenizer:
    """XLM-R's SentencePiece."""
    return UnigramTokenizer()


def require(config: EmbedConfig) -> None:
    """Raises ModelMissing when the package is not installed."""
    installed(E5)


def fingerprint(config: EmbedConfig) -> str:
    """Digest of weights, graph, tokenizer, window, prefixes and pooling: reads 30 KB once."""
    dim(config)
    return _fingerprint()


def window(config: EmbedConfig) -> int:
    """Content tokens that one vector reads."""
    return MAX_TOKENS


def dim(config: EmbedConfig) -> int:
    """384. Raises ConfigError when `embed.dim` asks for another."""
    return only_dim(config, DIM)


def traits(config: EmbedConfig) -> Traits:
    """Reads a hundred languages."""
    return Traits(many_languages=True, unrelated=0.798, spread=0.0153)


def load(config: EmbedConfig) -> Embedder:
    """The model, ready to run (0.8 s). Raises ModelMissing, and ConfigError for a wrong `embed.dim`."""
    dim(config)
    return MultilingualE5()
