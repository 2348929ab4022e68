"""Models behind an HTTP endpoint: `openai:MODEL`, `ollama:…`, `voyage:…`, `cohere:…`, `gemini:…`, `http:…`.

Sizes are counted in WordPiece tokens, which need no model. The fingerprint is made of names: what a
service changes behind a name, nobody can see.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders.calling import ASKING, BUILDING, Patience, place_of, post
from graphrag_batch.embedders.services import Asked, Service, reads_many_languages
from graphrag_batch.embedders.traits import Traits, only_dim
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer
from graphrag_batch.errors import ConfigError, EndpointError, ModelMissing
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import Embedder, Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REMOTE_VERSION = 1
# The key for an endpoint that is not a service's own: keys of services go to their services alone, since
# an endpoint may be named by a repository that somebody else wrote.
OWN_KEY = "GRAPHRAG_EMBED_KEY"
MAX_CHARS = 1 << 15
_LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Target:
    """Whom to ask for what. `dim` is what is wanted, `given` what the model is asked to give (None: what it
    gives by itself), `cut` whether longer vectors may be shortened. Prompts go before the texts."""

    service: Service
    model: str
    endpoint: str
    dim: int
    given: int | None = None
    cut: bool = False
    query_prompt: str = ""
    document_prompt: str = ""

    @property
    def name(self) -> str:
        """As in `embed.model`."""
        return f"{self.service.name}:{self.model}"

    @property
    def url(self) -> str:
        """Where requests go."""
        return self.endpoint.rstrip("/") + self.service.path(self.model)

    @property
    def fingerprint(self) -> str:
        """Of provider, model, dimension and prompts."""
        rules = (str(REMOTE_VERSION), str(MAX_CHARS), str(self.service.window))
        return digest("remote", self.name, str(self.dim), self.query_prompt, self.document_prompt, *rules)

    def key(self) -> str:
        """The key to send, "" for none. Raises ModelMissing when the service wants one."""
        host = urlsplit(self.endpoint).hostname or ""
        own = host == urlsplit(self.service.base).hostname
        names = (*self.service.keys, OWN_KEY) if own or host in _LOCAL else (OWN_KEY,)
        found = next((value for name in names if (value := os.environ.get(name, "").strip())), "")
        if not found and own and self.service.keys:
            raise ModelMissing(
                f"no key for {self.service.name} in the environment",
                where=f"embed.model {self.name}",
                next_step=f"set {' or '.join(self.service.keys)}",
            )
        return found


class RemoteModel:
    """Implements `records.Embedder` over HTTP. Raises EndpointError when the endpoint does not serve, and
    ConfigError when its vectors have another dimension: at first for a single text, before any other."""

    def __init__(self, target: Target, building: Patience = BUILDING, asking: Patience = ASKING) -> None:
        self.name, self.dim, self.max_tokens = target.name, target.dim, target.service.window
        self._target, self._building, self._asking = target, building, asking
        self._key = target.key()
        self._probed = False

    @property
    def fingerprint(self) -> str:
        """Of provider, model, dimension and prompts."""
        return self._target.fingerprint

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) float32 rows of unit length."""
        import numpy as np

        if not self._probed and len(texts):
            self._ask(["dimension"], query=False, patience=self._building)
            self._probed = True
        step = self._target.service.batch
        parts = [
            self._ask(texts[n : n + step], query=False, patience=self._building)
            for n in range(0, len(texts), step)
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.dim), np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """(dim,) float32 of unit length."""
        row: NDArray[np.float32] = self._ask([text], query=True, patience=self._asking)[0]
        return row

    def _ask(self, texts: Sequence[str], *, query: bool, patience: Patience) -> NDArray[np.float32]:
        target = self._target
        prompt = target.query_prompt if query else target.document_prompt
        # No service takes an empty text, or half a character.
        clean = [
            prompt + (text[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8").strip() or "-")
            for text in texts
        ]
        body = target.service.body(Asked(target.model, clean, query, target.given))
        name, prefix = target.service.header
        headers = {name: prefix + self._key} if self._key else {}
        return self._rows(post(target.url, body, headers, self._key, patience), len(texts))

    def _rows(self, reply: Any, count: int) -> NDArray[np.float32]:
        import numpy as np

        try:
            rows = np.array(self._target.service.vectors(reply), dtype=np.float32)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self._strange(f"{type(error).__name__}: {error}"[:120]) from None
        if rows.ndim != 2 or len(rows) != count or not np.isfinite(rows).all():
            raise self._strange(f"{count} vectors were asked for")
        if rows.shape[1] != self.dim and not (self._target.cut and rows.shape[1] > self.dim):
            raise ConfigError(
                f"{self.name} gives vectors of {rows.shape[1]} numbers, not {self.dim}",
                where="embed.dim",
                next_step=f"set embed.dim to {rows.shape[1]}, or choose another model",
            )
        return unit(rows[:, : self.dim])

    def _strange(self, problem: str) -> EndpointError:
        return EndpointError(
            f"the embedding endpoint gives no vectors that can be read ({problem})",
            where=place_of(self._target.url),
            next_step="check that embed.model names the service that is at the endpoint",
        )


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows scaled to length 1; a row of zeros stays so."""
    import numpy as np

    length = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: NDArray[np.float32] = (rows / np.where(length > 0, length, 1)).astype(np.float32)
    return scaled


@dataclass(frozen=True, slots=True)
class RemoteProvider:
    """A provider for every model of one service."""

    service: Service

    def target(self, config: EmbedConfig) -> Target:
        """Whom to ask. Raises ConfigError for a model, an endpoint or a dimension that cannot be."""
        model = config.model.partition(":")[2]
        endpoint = config.endpoint or self.service.base
        if not endpoint:
            raise ConfigError(
                f"{config.model} needs an endpoint",
                where="embed.endpoint",
                next_step="set embed.endpoint to its address",
            )
        native = self.service.dim(model)
        dim = config.dim or native
        if not dim:
            raise ConfigError(
                f"the dimension of {config.model} is not known here",
                where="embed.dim",
                next_step="set embed.dim to the length of its vectors",
            )
        flexible = self.service.can_give(model)
        if native and dim != native and not (flexible and dim < native):
            only_dim(config, native)
        given = dim if flexible and dim != native else None
        return Target(self.service, model, endpoint, dim, given)

    def tokenizer(self, config: EmbedConfig) -> Tokenizer:
        """WordPiece, whatever the model's own is."""
        return WordPieceTokenizer()

    def require(self, config: EmbedConfig) -> None:
        """Nothing."""

    def traits(self, config: EmbedConfig) -> Traits:
        """By the model's name."""
        return Traits(many_languages=reads_many_languages(config.model))

    def fingerprint(self, config: EmbedConfig) -> str:
        """Of provider, model, dimension and prompts; asks nobody."""
        return self.target(config).fingerprint

    def window(self, config: EmbedConfig) -> int:
        """WordPiece tokens that one vector reads."""
        return self.service.window

    def dim(self, config: EmbedConfig) -> int:
        """`embed.dim`, or the model's own where it is known."""
        return self.target(config).dim

    def load(self, config: EmbedConfig) -> Embedder:
        """The model; asks nobody yet. Raises ModelMissing without a key."""
        return RemoteModel(self.target(config))
