"""What is known of a name, and what linking says of it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class NameStat:
    """What the corpus says of one name.

    `surfaces` are (surface, type, number of documents), the type "" where it is only a title or set apart
    (it says nothing against the types found elsewhere); `anchors` the ids of documents titled so; `pairs`
    are (another norm, number of documents) that texts say are one with this (textual.Alias), whichever of
    the two is the short one.
    """

    norm: str
    surfaces: tuple[tuple[str, str, int], ...] = ()
    anchors: tuple[int, ...] = ()
    pairs: tuple[tuple[str, int], ...] = ()


class Score(NamedTuple):
    """How alike two names are, from 0 to 1, rounded to four digits. `rule` names what decided on its own
    ("": the sum of the components did)."""

    total: float
    cosine: float
    string: float
    type: float
    context: float
    popularity: float
    rule: str = ""


class Link(NamedTuple):
    """Which name a name is one with (`target`: its own norm when none), how sure that is (None when none),
    and those that are perhaps one with it."""

    target: str
    score: Score | None = None
    doubts: tuple[tuple[str, Score], ...] = ()


class EntityFields(NamedTuple):
    """What an entity is called. `norm` is that of its most preferred name."""

    type: str
    name: str
    norm: str
    aliases: tuple[str, ...]
