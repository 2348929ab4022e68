"""What is known of a model besides its vectors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Traits:
    """`many_languages`: whether it reads more than English, and finds a text by a question in another
    language. `stub`: whether its vectors mean nothing."""

    many_languages: bool = True
    stub: bool = False
