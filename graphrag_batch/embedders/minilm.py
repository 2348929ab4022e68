"""all-MiniLM-L6-v2 on onnxruntime, without torch.

The graph (`data/minilm-int8.onnx`, made by `bench/make_minilm_graph.py`) multiplies int8 weights
with activations quantised per call. One text is one call, without padding, so a vector depends on
its text alone; processors are used by running several calls at once, each on one thread, so it
does not depend on their number either.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders.weights import (
    DATA,
    TABLE,
    WEIGHTS_SHA256,
    installed_weights,
    read_verified,
    tensors,
)
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer
from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import Embedder, Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIM = 384
MAX_TOKENS = 254  # the model reads 256 tokens, [CLS] and [SEP] among them
MAX_CHARS = 1 << 13  # code points looked at to find them; 254 tokens rarely span 2,000
MAX_THREADS = 16  # each needs some 10 MB while it runs
MINILM_VERSION = 1
GRAPH = DATA / "minilm-int8.onnx"
PROBE = DATA / "u8s8-probe.onnx"


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
        self._threads = threads or min(_processors(), MAX_THREADS)
        # onnxruntime reads the arrays in place: they must live as long as the session.
        self._tensors = tensors(read_verified(weights or installed_weights()))
        self._session = open_session(self._tensors, exact=saturates())

    @property
    def fingerprint(self) -> str:
        """Digest of weights, graph, tokenizer, window and pooling."""
        return _fingerprint()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 384) float32 rows of unit length; each text is read up to its 254th token."""
        import numpy as np

        rows = np.empty((len(texts), DIM), np.float32)

        def fill(worker: int) -> None:
            for i in range(worker, len(texts), workers):
                rows[i] = self.embed_query(texts[i])

        workers = max(1, min(self._threads, len(texts)))
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(fill, range(workers)))
        return rows

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """(384,) float32 of unit length: MiniLM reads queries and documents alike."""
        import numpy as np

        ids = np.array([self._tokenizer.ids(text[:MAX_CHARS], MAX_TOKENS)], np.int64)
        row: NDArray[np.float32] = self._session.run(None, {"ids": ids})[0][0]
        return row


def open_session(arrays: dict[str, Any], *, exact: bool) -> Any:
    """The graph with its weights, as an onnxruntime session. `exact` rewrites the weights as u8,
    for processors on which products with s8 saturate; elsewhere it only doubles the time."""
    ort = _runtime()
    options = _options(ort)
    options.add_session_config_entry("session.x64quantprecision", str(int(exact)))
    values = [ort.OrtValue.ortvalue_from_numpy(array) for array in arrays.values()]
    options.add_external_initializers(list(arrays), values)
    return ort.InferenceSession(GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"])


def saturates() -> bool:
    """Whether sums of u8·s8 products are cut to 16 bits on this processor, as on x86 without VNNI
    (cosine to the right vector: .993). Multiplies the largest numbers and looks; 1 ms."""
    import numpy as np

    ort = _runtime()
    session = ort.InferenceSession(PROBE.read_bytes(), _options(ort), providers=["CPUExecutionProvider"])
    product = session.run(None, {"x": np.full((1, 64), 255, np.uint8)})[0]
    return bool((product != 255 * 127 * 64).any())


def _options(ort: Any) -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1  # no pool, so nothing spins while a server waits
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors only
    options.enable_mem_pattern = False  # a plan per length would be kept for ever
    return options


def _runtime() -> Any:
    # Read once, at import: without it onnxruntime keeps a database of usage in
    # the home directory and sends it to its makers.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelMissing(
            f"onnxruntime cannot be loaded: {error}",
            where="embed.model minilm",
            next_step="pip install --force-reinstall onnxruntime, or set embed.model to none",
        ) from error
    onnxruntime.set_default_logger_severity(3)  # errors only
    onnxruntime.disable_telemetry_events()
    return onnxruntime


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def _fingerprint() -> str:
    files = (GRAPH.read_bytes(), TABLE.read_bytes())
    rules = (str(MINILM_VERSION), str(MAX_TOKENS), str(MAX_CHARS))
    return digest("minilm", WEIGHTS_SHA256, *files, WordPieceTokenizer().fingerprint, *rules)


def tokenizer(config: EmbedConfig) -> Tokenizer:
    """BERT's uncased WordPiece."""
    return WordPieceTokenizer()


def fingerprint(config: EmbedConfig) -> str:
    """Digest of weights, graph, tokenizer, window and pooling: reads 20 KB once."""
    dim(config)
    return _fingerprint()


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
    """The model, ready to run. Raises ModelMissing, and ConfigError for a wrong `embed.dim`."""
    dim(config)
    return MiniLM()
