"""Which names are one entity: normal forms, blocks of names to compare, scores and links. Pure: nothing here
reads a file, counts documents itself or depends on the order of what it is given.

Names are linked to more preferred ones, and an entity is what leads to one root. Right more often than
complete: two names are one if texts say so, if they are spelled alike, or if initials, a version or a last
name leave no choice; whatever is merely similar is a doubt.
"""

from __future__ import annotations

from graphrag_batch.stages.names.keys import block_keys
from graphrag_batch.stages.names.kinds import GUESS, UNTOLD
from graphrag_batch.stages.names.linking import entity_of, link, preference
from graphrag_batch.stages.names.normal import norm
from graphrag_batch.stages.names.scoring import score
from graphrag_batch.stages.names.values import EntityFields, Link, NameStat, Score

BLOCK_LIMIT = 48
"""A key that more names share says nothing, so that a word that 100,000 names have costs nothing."""

__all__ = [
    "BLOCK_LIMIT", "GUESS", "UNTOLD", "EntityFields", "Link", "NameStat", "Score", "block_keys", "entity_of",
    "link", "norm", "preference", "score",
]  # fmt: skip
