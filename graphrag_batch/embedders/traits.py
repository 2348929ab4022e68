"""What is known of a model besides its vectors, and their length where there is but one."""

from __future__ import annotations

from dataclasses import dataclass

from graphrag_batch.config import EmbedConfig
from graphrag_batch.errors import ConfigError

# What is said wherever vectors of a stub are made or asked.
STUB = "stub vectors: not a real model"


@dataclass(frozen=True, slots=True)
class Traits:
    """`many_languages`: whether it reads more than English, and finds a text by a question in another
    language. `stub`: whether its vectors mean nothing. `unrelated` is the mean cosine of a question and a
    text that have nothing to do with each other, `spread` its standard deviation; 0 where nobody measured
    them."""

    many_languages: bool = True
    stub: bool = False
    unrelated: float = 0.0
    spread: float = 0.0


def only_dim(config: EmbedConfig, length: int, hint: str = "") -> int:
    """The one length (numbers in a vector) that a model gives. Raises ConfigError when `embed.dim` asks for
    another; `hint` is a next step besides leaving it out."""
    if config.dim not in (0, length):
        raise ConfigError(
            f"{config.model} gives vectors of {length} numbers, not {config.dim}",
            where="embed.dim",
            next_step=hint or f"set embed.dim to {length}, or leave it out",
        )
    return length
