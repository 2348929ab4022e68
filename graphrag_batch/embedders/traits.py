"""What is known of a model besides its vectors."""

from __future__ import annotations

from dataclasses import dataclass

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
