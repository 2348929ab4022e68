"""Where a secret stands."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """`start..end` of a secret in UTF-8, and of which kind it is."""

    start: int
    end: int
    kind: str
