"""Which names are one entity: normal forms, blocks of names to compare, scores and links. Pure: nothing here
reads a file, counts documents itself or depends on the order of what it is given."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_batch.config import NamesConfig
from graphrag_batch.stages.names.values import EntityFields, Link, NameStat, Score

NAMES_VERSION = 1
BLOCK_LIMIT = 48

__all__ = [
    "BLOCK_LIMIT",
    "NAMES_VERSION",
    "EntityFields",
    "Link",
    "NameStat",
    "Score",
    "block_keys",
    "entity_of",
    "link",
    "norm",
    "preference",
    "score",
]


def norm(surface: str) -> str:
    """The normal form of a name."""
    return " ".join(surface.casefold().split())


def block_keys(name: NameStat | str) -> tuple[str, ...]:
    """Keys of a name: two names that share one are compared, unless more than BLOCK_LIMIT names share it."""
    return ()


def score(a: NameStat, b: NameStat) -> Score:
    """How alike two names are."""
    return Score(float(a.norm == b.norm), 0.0, 0.0, 0.0, 0.0, 0.0)


def preference(name: NameStat) -> tuple[int, int, int, int, str]:
    """The strict total order of names: links lead from the lesser to the greater."""
    return (0, 0, 0, len(name.norm), name.norm)


def link(name: NameStat, others: Sequence[NameStat], config: NamesConfig) -> Link:
    """The name that `name` is one with among `others` (those that share a block with it)."""
    return Link(name.norm)


def entity_of(cluster: Sequence[NameStat]) -> EntityFields:
    """What the entity of these names is called."""
    root = max(cluster, key=preference)
    return EntityFields("concept", root.surfaces[0][0], root.norm, ())
