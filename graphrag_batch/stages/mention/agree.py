"""One type for a name throughout a document: that of the surest finds. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from graphrag_batch.textual import ENTITY_TYPES, SURE, Alias, RawMention

_ORDER = {type: n for n, type in enumerate(ENTITY_TYPES)}
_JUDGED = ("ner", "name")
_NOTHING = "concept"
# What the first or last name of a person whom the document names in full may have been taken for.
_TAKEN_FOR = (_NOTHING, "person", "location", "organization", "product")


class _Votes:
    """What the finds of a document say of each surface: a sum of scores to the fourth power, so that one sure
    find outweighs a handful of guesses; and the best score of each type."""

    def __init__(self, found: Iterable[RawMention], aliases: Iterable[Alias]) -> None:
        self._votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._best: dict[tuple[str, str], float] = {}
        for one in found:
            if one.found != "reference" and (one.type != _NOTHING or one.score >= SURE):
                self._votes[one.surface][one.type] += one.score**4
                key = (one.surface, one.type)
                self._best[key] = max(one.score, self._best.get(key, 0.0))
        self.explained: dict[str, str] = {}
        for alias in aliases:
            self.explained[alias.short], self.explained[alias.long] = alias.long, alias.short

    def type_of(self, surface: str) -> tuple[str, float]:
        """The type of a surface, or of what it is short for, and how sure that is."""
        votes = dict(self._votes.get(surface, ()))
        other = self.explained.get(surface, "")
        for kind, vote in self._votes.get(other, {}).items():
            votes[kind] = votes.get(kind, 0.0) + vote
        if not votes:
            return "", 0.0
        kind = max(votes, key=lambda t: (round(votes[t], 6), -_ORDER[t]))
        return kind, max(self._best.get((name, kind), 0.0) for name in (surface, other))


def agreed(found: Sequence[RawMention], aliases: Iterable[Alias]) -> list[RawMention]:
    """The finds with types that agree: of names that look alike, and of abbreviations with what they are for.
    Names that a document explains are strong; so are the first and last name of a person it names in full."""
    votes = _Votes(found, aliases)
    people: set[str] = set()
    for one in found:
        if " " in one.surface and votes.type_of(one.surface)[0] == "person":
            people |= {one.surface.split()[0], one.surface.split()[-1]}
    return [_agreed(one, votes, people) for one in found]


def _agreed(one: RawMention, votes: _Votes, people: set[str]) -> RawMention:
    if one.found not in _JUDGED:
        return one
    if one.surface in people and one.type in _TAKEN_FOR:
        return one._replace(type="person", score=max(one.score, SURE), strong=True)
    kind, score = votes.type_of(one.surface)
    explained = one.surface in votes.explained
    if not kind:
        return one._replace(strong=one.strong or explained)
    return one._replace(type=kind, score=max(one.score, score), strong=one.strong or explained)
