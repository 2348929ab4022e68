"""The only modules that load a model or call an endpoint. They turn text into unit vectors and know
nothing of documents or storage.

A provider has the functions of `Provider`; it is listed in `PROVIDERS` under the names that `embed.model`
may hold, or in `FAMILIES` under what stands before their colon. Everything but `load` is cheap: no model,
no heavy import, no request.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Protocol

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import e5, minilm, no_model, stub
from graphrag_batch.embedders.remote import RemoteProvider
from graphrag_batch.embedders.services import SERVICES
from graphrag_batch.embedders.traits import Traits
from graphrag_batch.embedders.transformers import GEMMA_DIMS, DirectoryProvider, GemmaProvider
from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.records import Embedder, Tokenizer

__all__ = [
    "FAMILIES",
    "PROVIDERS",
    "Provider",
    "dim_of",
    "fingerprint_of",
    "is_own",
    "load",
    "require",
    "tokenizer_for",
    "traits_named",
    "traits_of",
    "window_of",
]


class Provider(Protocol):
    """What a provider module offers. Each function raises ConfigError for a configuration that
    the provider cannot serve."""

    def tokenizer(self, config: EmbedConfig) -> Tokenizer:
        """The tokens that sizes are counted in."""
        ...

    def require(self, config: EmbedConfig) -> None:
        """Raises ModelMissing when sizes cannot be counted here, because the tokenizer is not at hand."""
        ...

    def traits(self, config: EmbedConfig) -> Traits:
        """What is known of it besides its vectors."""
        ...

    def fingerprint(self, config: EmbedConfig) -> str:
        """Digest of everything that decides a vector."""
        ...

    def window(self, config: EmbedConfig) -> int:
        """Content tokens that one vector can read."""
        ...

    def dim(self, config: EmbedConfig) -> int:
        """Length of a vector; 0 for no vectors."""
        ...

    def load(self, config: EmbedConfig) -> Embedder:
        """The model, ready to run."""
        ...


PROVIDERS: dict[str, Provider] = {
    "minilm": minilm,
    e5.NAME: e5,
    **{f"embedding-gemma-{dim}": GemmaProvider(dim) for dim in GEMMA_DIMS},
    stub.NAME: stub,
    "none": no_model,
}
FAMILIES: dict[str, Provider] = {
    "st": DirectoryProvider(),
    **{name: RemoteProvider(service) for name, service in SERVICES.items()},
}


def _provider(config: EmbedConfig) -> Provider:
    family, colon, _ = config.model.partition(":")
    provider = FAMILIES.get(family) if colon else PROVIDERS.get(config.model)
    if provider is None or config.model.endswith(":"):
        names = [*PROVIDERS, *(f"{name}:MODEL" for name in FAMILIES)]
        near = get_close_matches(config.model, PROVIDERS, n=1)
        raise ConfigError(
            f"unknown embedding model {config.model!r}",
            where="embed.model",
            next_step=f"did you mean {near[0]}?" if near else f"set it to one of: {', '.join(names)}",
        )
    return provider


def is_own(config: EmbedConfig) -> bool:
    """Whether the name alone says what is loaded: part of this installation, or what the environment of
    whoever runs it names. All others lie where the settings say, or are asked there."""
    return config.model in PROVIDERS


def tokenizer_for(config: EmbedConfig) -> Tokenizer:
    """The tokenizer that chunk sizes are counted in. Raises ConfigError for an unknown model."""
    return _provider(config).tokenizer(config)


def require(config: EmbedConfig) -> None:
    """Raises ModelMissing when chunk sizes cannot be counted here: the tokenizer is not installed."""
    _provider(config).require(config)


def traits_of(config: EmbedConfig) -> Traits:
    """What is known of the model besides its vectors."""
    return _provider(config).traits(config)


def traits_named(name: str) -> Traits:
    """What is known of a model by its `Embedder.name`; the usual where that is none of ours."""
    try:
        return traits_of(EmbedConfig(model=name))
    except (ConfigError, ModelMissing):
        return Traits()


def load(config: EmbedConfig) -> Embedder:
    """The embedder. Raises ModelMissing when its weights are not installed or not the expected
    ones, ConfigError for an unknown model and for `none`."""
    return _provider(config).load(config)


def fingerprint_of(config: EmbedConfig) -> str:
    """The fingerprint `load(config)` would have, without loading: a constant-time look-up."""
    return _provider(config).fingerprint(config)


def window_of(config: EmbedConfig) -> int:
    """Content tokens one vector can read (`Embedder.max_tokens`), special tokens not counted."""
    return _provider(config).window(config)


def dim_of(config: EmbedConfig) -> int:
    """Length of the vectors; 0 when the configuration asks for none."""
    return _provider(config).dim(config)
