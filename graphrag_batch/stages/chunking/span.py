"""What the parts of the chunk stage hand to one another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A chunk to be: `text[start:end]`, of section `section` (-1: none)."""

    start: int
    end: int
    section: int
