"""How many examples a law is tried on."""

from __future__ import annotations

import os

MANY = bool(os.environ.get("MANY_EXAMPLES"))
"""Set by `make slow`, which runs all tests."""


def examples(number: int) -> int:
    """That many where time is no matter; at every other run a quarter, other ones each time."""
    return number if MANY else max(number // 4, 5)
