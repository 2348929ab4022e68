"""How many examples a law is tried on, and how many cases of a table the default run takes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

SHARE = float(os.environ.get("EXAMPLES", "0.1"))
"""Of the examples of a law; `make test-long` and `make slow` set it."""


def examples(number: int, *, least: int = 5) -> int:
    """That many in `make slow`; fewer at every other run, other ones each time."""
    return max(round(number * SHARE), least)


def mark_the_rest(items: Iterable[pytest.Item]) -> None:
    """Marks as `long` what `quick(name…)` of a module does not name, and all cases of a table but as many,
    spread over it, as its `sample(number)` says."""
    tables: dict[str, list[pytest.Item]] = {}
    for item in items:
        chosen = item.get_closest_marker("quick")
        if chosen and getattr(item, "originalname", item.name) not in chosen.args:
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("sample") and not item.get_closest_marker("slow"):
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in tables.values():
        marker = cases[0].get_closest_marker("sample")
        assert marker is not None
        (number,) = marker.args
        kept = {index * len(cases) // number for index in range(number)}
        for index, case in enumerate(cases):
            if index not in kept:
                case.add_marker(pytest.mark.long)
