"""Models that sentence-transformers runs (extra `[sentence-transformers]`): EmbeddingGemma by name, and any
other by `st:NAME-OR-PATH`. Only from this machine's disk.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import stub
from graphrag_batch.embedders.directory import ModelDirectory, in_hub_cache
from graphrag_batch.embedders.remote import RemoteModel, Target, unit
from graphrag_batch.embedders.services import HTTP
from graphrag_batch.embedders.traits import Traits, only_dim
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer
from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import Embedder, Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TRANSFORMERS_VERSION = 1
GEMMA = "google/embeddinggemma-300m"
GEMMA_DIMS = (768, 512, 256, 128)
# As EmbeddingGemma was trained; its directory says the same.
PROMPTS = {"query": "task: search result | query: ", "document": "title: none | text: "}
PATH, ENDPOINT, STUB = "EMBEDDING_GEMMA_MODEL_PATH", "EMBEDDING_GEMMA_ENDPOINT", "EMBEDDING_GEMMA_STUB"


class TransformersModel:
    """Implements `records.Embedder`. One text is one batch, so a vector depends on its text alone.

    `prompts` are for a directory that names none. Raises ModelMissing without the library.
    """

    def __init__(self, directory: ModelDirectory, name: str, dim: int, prompts: dict[str, str]) -> None:
        self.name, self.dim, self.max_tokens = name, dim, directory.max_tokens
        self._fingerprint = _fingerprint(directory, dim, prompts)
        self._model = _loaded(directory)
        for kind, prompt in prompts.items():
            if not self._model.prompts.get(kind):
                self._model.prompts[kind] = prompt

    @property
    def fingerprint(self) -> str:
        """Digest of the directory's files, the dimension and the prompts."""
        return self._fingerprint

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) float32 rows of unit length."""
        return self._rows(self._model.encode_document, list(texts))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """(dim,) float32 of unit length."""
        row: NDArray[np.float32] = self._rows(self._model.encode_query, [text])[0]
        return row

    def _rows(self, encode: Any, texts: list[str]) -> NDArray[np.float32]:
        import numpy as np

        if not texts:
            return np.empty((0, self.dim), np.float32)
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        options = {"batch_size": 1, "show_progress_bar": False, "convert_to_numpy": True}
        return unit(np.asarray(encode(clean, **options), np.float32)[:, : self.dim])


def _loaded(directory: ModelDirectory) -> Any:
    # Read at import: nothing may be looked for elsewhere, nor told to anybody.
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelMissing(
            f"sentence-transformers cannot be loaded: {error}",
            where=f"embed.model {directory.name}",
            next_step="pip install 'graphrag-batch[sentence-transformers]', or set embed.model to minilm",
        ) from error
    try:
        return SentenceTransformer(str(directory.path), device="cpu", local_files_only=True)
    except Exception as error:  # whatever a broken directory makes the library raise
        raise directory.missing(f"cannot be loaded: {type(error).__name__}: {error}"[:500]) from error


def _fingerprint(directory: ModelDirectory, dim: int, prompts: dict[str, str]) -> str:
    rules = (str(TRANSFORMERS_VERSION), str(dim), str(directory.max_tokens), *sorted(prompts.values()))
    return digest("sentence-transformers", directory.fingerprint, *rules)


@dataclass(frozen=True, slots=True)
class DirectoryProvider:
    """`st:NAME-OR-PATH`: a name of the hub's local cache, or the absolute path of a directory."""

    prompts: tuple[tuple[str, str], ...] = ()

    def directory(self, config: EmbedConfig) -> ModelDirectory:
        """Where the model lies. Raises ModelMissing, and ConfigError for a relative path."""
        named = config.model.partition(":")[2]
        path = Path(named).expanduser()
        if path.is_absolute():
            return ModelDirectory(path, config.model, "check the path")
        if not named or named.startswith(".") or named.count("/") > 1 or "\\" in named:
            raise ConfigError(
                f"{config.model} names no model",
                where="embed.model",
                next_step="give its name (st:organisation/name) or the absolute path of its directory",
            )
        found = in_hub_cache(named if "/" in named else f"sentence-transformers/{named}")
        if found is None:
            raise ModelMissing(
                f"{named} is not in the local cache of the hub, and nothing is downloaded here",
                where=f"embed.model {config.model}",
                next_step=f"hf download {named}, or give the path of its directory",
            )
        return ModelDirectory(found, config.model, f"hf download {named}")

    def tokenizer(self, config: EmbedConfig) -> Tokenizer:
        """The directory's."""
        return self.directory(config).tokenizer

    def require(self, config: EmbedConfig) -> None:
        """Raises ModelMissing when the directory is not at hand."""
        self.directory(config)

    def traits(self, config: EmbedConfig) -> Traits:
        """By the size of the vocabulary."""
        return Traits(many_languages=self.directory(config).many_languages)

    def fingerprint(self, config: EmbedConfig) -> str:
        """Of the files' content, not of where they lie."""
        return _fingerprint(self.directory(config), self.dim(config), dict(self.prompts))

    def window(self, config: EmbedConfig) -> int:
        """Content tokens that one vector reads."""
        return self.directory(config).max_tokens

    def dim(self, config: EmbedConfig) -> int:
        """`embed.dim`, or the model's own; a smaller one cuts its vectors."""
        whole = self.directory(config).dim
        if config.dim > whole:
            raise ConfigError(
                f"{config.model} gives vectors of {whole} numbers, not {config.dim}",
                where="embed.dim",
                next_step=f"set embed.dim to {whole} or fewer, or leave it out",
            )
        return config.dim or whole

    def load(self, config: EmbedConfig) -> Embedder:
        """The model, ready to run (about 5 s). Raises ModelMissing."""
        return TransformersModel(self.directory(config), config.model, self.dim(config), dict(self.prompts))


@dataclass(frozen=True, slots=True)
class GemmaProvider:
    """`embedding-gemma-DIM`: from `EMBEDDING_GEMMA_MODEL_PATH` or the hub's local cache; behind
    `EMBEDDING_GEMMA_ENDPOINT`, if that is set; a stub with `EMBEDDING_GEMMA_STUB=1`."""

    length: int

    def tokenizer(self, config: EmbedConfig) -> Tokenizer:
        """The model's own, where it is at hand."""
        return self._local.tokenizer(self._at(config)) if self._is_local else WordPieceTokenizer()

    def require(self, config: EmbedConfig) -> None:
        """Raises ModelMissing when the model is neither here nor elsewhere."""
        if self._is_local:
            self._local.require(self._at(config))

    def traits(self, config: EmbedConfig) -> Traits:
        """Reads a hundred languages, unless it is a stub."""
        return stub.traits(config) if _is_stub() else Traits(many_languages=True)

    def fingerprint(self, config: EmbedConfig) -> str:
        """Of the local files, of the endpoint's model, or of the stub: never the same."""
        dim = self.dim(config)
        if _is_stub():
            return stub.fingerprint_for(dim)
        return self._local.fingerprint(self._at(config)) if self._is_local else self._target().fingerprint

    def window(self, config: EmbedConfig) -> int:
        """Content tokens that one vector reads."""
        if _is_stub():
            return stub.WINDOW
        return self._local.window(self._at(config)) if self._is_local else HTTP.window

    def dim(self, config: EmbedConfig) -> int:
        """As in the name. Raises ConfigError when `embed.dim` asks for another."""
        hint = f"leave embed.dim out; the models are {', '.join(gemma_names())}"
        return only_dim(config, self.length, hint)

    def load(self, config: EmbedConfig) -> Embedder:
        """The model. Raises ModelMissing when it is nowhere."""
        dim = self.dim(config)
        if _is_stub():
            return stub.StubModel(config.model, dim)
        if not self._is_local:
            return RemoteModel(self._target())
        at = self._at(config)
        return TransformersModel(self._local.directory(at), config.model, dim, PROMPTS)

    @property
    def _local(self) -> DirectoryProvider:
        return DirectoryProvider(tuple(sorted(PROMPTS.items())))

    @property
    def _is_local(self) -> bool:
        return not _is_stub() and not os.environ.get(ENDPOINT)

    def _at(self, config: EmbedConfig) -> EmbedConfig:
        """The directory as `st:` names it."""
        path = os.environ.get(PATH) or str(in_hub_cache(GEMMA) or "")
        if not path or not Path(path).is_dir():
            raise ModelMissing(
                f"EmbeddingGemma is not at {path}" if path else "EmbeddingGemma is not on this machine",
                where=f"embed.model {config.model}",
                next_step=f"hf download {GEMMA}, or set {PATH} to its directory, or {ENDPOINT} to a server's",
            )
        return EmbedConfig(model=f"st:{Path(path).absolute()}", dim=self.length)

    def _target(self) -> Target:
        return Target(
            HTTP,
            GEMMA,
            os.environ[ENDPOINT],
            self.length,
            cut=True,
            query_prompt=PROMPTS["query"],
            document_prompt=PROMPTS["document"],
        )


def gemma_names() -> tuple[str, ...]:
    """The names `embed.model` may hold."""
    return tuple(f"embedding-gemma-{dim}" for dim in GEMMA_DIMS)


def _is_stub() -> bool:
    return os.environ.get(STUB, "") not in ("", "0")
