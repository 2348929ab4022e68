"""No expression of the stages takes more than its time, whatever stands in a page.

One that can match a text in many ways tries them all where it fails at the end; at these lengths that would
take longer than any test may."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest

import graphrag_batch.formats
import graphrag_batch.stages
import graphrag_batch.taggers

WORDS = (
    "lower", "Upper", "ALLCAPS", "Mixed-case", "snake_case", "a.b", "12", "1.2", "de la", "of the", "L'eau",
    "Über", "straße", "--flag", "$VAR", "/a/b", "`code`", "**bold**", "[a](b)", "(x)", "# ", "|", ":", ",",
    '"', "'", "—", "\t", "\u200b", "x@y", "https://a.b", "and Upper", "and lower,", "Upper, Upper",
    "lower: Upper",
)  # fmt: skip
ENDS = ("!\x00", "?\n", "{", "Ω", "")
TEXTS = tuple(
    (separator.join([word] * 60) + end) for word in WORDS for separator in (" ", "") for end in ENDS
)


def _patterns(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 3 and isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _patterns(one, depth + 1)
    elif depth < 3 and isinstance(value, dict):
        for one in value.values():
            yield from _patterns(one, depth + 1)


def _modules() -> list[str]:
    return [
        module.name
        for package in (graphrag_batch.stages, graphrag_batch.formats, graphrag_batch.taggers)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", _modules())
def test_every_expression_ends_on_long_texts_that_it_does_not_match(name: str) -> None:
    for value in vars(importlib.import_module(name)).copy().values():
        for pattern in _patterns(value):
            for text in TEXTS:
                given = text if isinstance(pattern.pattern, str) else text.encode()
                pattern.fullmatch(given)
                pattern.search(given)
