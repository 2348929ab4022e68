"""One type for a name throughout a document: that of the surest find. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from graphrag_batch.textual import ENTITY_TYPES, Alias, RawMention

_ORDER = {type: n for n, type in enumerate(ENTITY_TYPES)}
_JUDGED = ("ner", "name")
_NOTHING = "concept"


def agreed(found: Sequence[RawMention], aliases: Iterable[Alias]) -> list[RawMention]:
    """The finds with types that agree: of names that look alike, and of abbreviations with what they are for.
    Names that a document explains are strong; so is the last name of a person it names in full."""
    votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for one in found:
        if one.type and one.type != _NOTHING and one.found != "reference":
            votes[one.surface][one.type] += one.score * one.score
    explained: dict[str, str] = {}
    for alias in aliases:
        explained[alias.short], explained[alias.long] = alias.long, alias.short
    best = {
        surface: max(types, key=lambda t: (round(types[t], 6), -_ORDER[t]))
        for surface, types in votes.items()
    }
    people = {
        one.surface.split()[-1] for one in found if best.get(one.surface) == "person" and " " in one.surface
    }
    return [_agreed(one, best, explained, people) for one in found]


def _agreed(one: RawMention, best: dict[str, str], explained: dict[str, str], people: set[str]) -> RawMention:
    if one.found not in _JUDGED:
        return one
    other = explained.get(one.surface, "")
    if one.surface in people and one.type in (_NOTHING, "person", "location", "organization", "product"):
        return one._replace(type="person", strong=True)
    kind = best.get(one.surface) or best.get(other) or one.type
    if other and one.type == _NOTHING and kind == _NOTHING:
        return one._replace(strong=True)
    return one._replace(type=kind, strong=one.strong or bool(other))
