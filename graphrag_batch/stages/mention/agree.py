"""One type for a name throughout a document: that of the surest finds. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from graphrag_batch.stages.mention.cues import GUESS, LIKELY
from graphrag_batch.stages.mention.hints import VOTE, Hints
from graphrag_batch.textual import ENTITY_TYPES, FAINT, SHORTENED, SURE, UNTOLD, Alias, RawMention

_ORDER = {type: n for n, type in enumerate(ENTITY_TYPES)}
_JUDGED = ("ner", "name")
# Points of hints from which on they tell something, and tell as much as a likely cue.
_FEW, _MANY = 1, 7
# The same, from which on a word in code font is a program's name.
_CODED = 6
_NOTHING = "concept"
# The vote of a find of which nothing is told.
_LITTLE = 0.02
_THE = (
    "the ",
    "our ",
    "each ",
    "der ",
    "die ",
    "das ",
    "dem ",
    "den ",
    " el ",
    " la ",
    " le ",
    " del ",
    " al ",
)
# What the first or last name of a person whom the document names in full may have been taken for.
_TAKEN_FOR = (_NOTHING, "person", "location", "organization", "product")


class _Votes:
    """What the finds of a document say of each surface: a sum of scores to the fourth power, so that one sure
    find outweighs a handful of guesses; and the best score of each type."""

    def __init__(self, found: Iterable[RawMention], aliases: Iterable[Alias], hints: Hints) -> None:
        self._votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._hints = hints
        self._best: dict[tuple[str, str], float] = {}
        for one in found:
            if one.found != "reference" and (one.type != _NOTHING or one.score > UNTOLD):
                votes = self._votes[one.surface]
                if one.score > UNTOLD:
                    votes[one.type] += one.score**4
                else:
                    votes[one.type] = max(votes[one.type], _LITTLE)
                key = (one.surface, one.type)
                self._best[key] = max(one.score, self._best.get(key, 0.0))
        self.explained: dict[str, str] = {}
        for alias in aliases:
            self.explained[alias.short], self.explained[alias.long] = alias.long, alias.short

    def hinted(self, surface: str, kind: str) -> float:
        """The points of hints that a surface is of a type."""
        return self._hints.get(surface, {}).get(kind, 0.0)

    def type_of(self, surface: str) -> tuple[str, float]:
        """The type of a surface, or of what it is short for, and how sure that is."""
        votes = dict(self._votes.get(surface, ()))
        other = self.explained.get(surface, "")
        for kind, vote in self._votes.get(other, {}).items():
            votes[kind] = votes.get(kind, 0.0) + vote
        hinted: dict[str, float] = defaultdict(float)
        for name in (surface, other):
            for kind, points in self._hints.get(name, {}).items():
                hinted[kind] += points
        for kind, points in hinted.items():
            if points >= _FEW or kind in votes:
                votes[kind] = votes.get(kind, 0.0) + points * VOTE
        if not votes:
            return "", 0.0
        kind = max(votes, key=lambda t: (round(votes[t], 6), -_ORDER[t]))
        score = max(self._best.get((name, kind), 0.0) for name in (surface, other))
        points = hinted.get(kind, 0.0)
        return kind, max(score, LIKELY if points >= _MANY else GUESS if points >= _FEW else 0.0)


def agreed(
    found: Sequence[RawMention], aliases: Iterable[Alias], text: str, hints: Hints
) -> list[RawMention]:
    """The finds in a `text` with types that agree: of names that look alike, of abbreviations with what they
    are for, of the last word of a name with the whole ("the Registry" of the Probe Registry). Names that a
    document explains are strong; so are the first and last name of a person it names in full."""
    votes = _Votes(found, aliases, hints)
    people: set[str] = set()
    heads: dict[str, set[str]] = {}
    for one in found:
        if " " not in one.surface or not one.strong or one.found not in _JUDGED:
            continue
        kind, words = votes.type_of(one.surface)[0], one.surface.split()
        if kind == "person":
            people |= {words[0], words[-1]}
        else:
            heads.setdefault(words[-1], set()).add(kind or _NOTHING)
    return [_shortened(one, heads, text) or _agreed(one, votes, people) for one in found]


def _shortened(one: RawMention, heads: dict[str, set[str]], text: str) -> RawMention | None:
    """A common word with a capital letter that stands for a longer name of the document; None for any
    other."""
    kinds = heads.get(one.surface, ())
    if len(kinds) != 1 or one.found not in _JUDGED or one.score > FAINT + 0.2:
        return None
    if not text[max(0, one.start - 6) : one.start].lower().endswith(_THE):
        return None
    return one._replace(type=next(iter(kinds)), score=SHORTENED, strong=False)


def _agreed(one: RawMention, votes: _Votes, people: set[str]) -> RawMention:
    if one.found == "pattern" and one.score < SURE:
        if one.type == "api" and votes.hinted(one.surface, "product") >= _CODED:
            return one._replace(type="product", score=LIKELY)
        kind, score = votes.type_of(one.surface)
        return one._replace(type=kind, score=score) if kind and score >= SURE else one
    if one.found not in _JUDGED:
        return one
    if one.surface in people and one.type in _TAKEN_FOR:
        return one._replace(type="person", score=max(one.score, SURE), strong=True)
    kind, score = votes.type_of(one.surface)
    explained = one.surface in votes.explained
    if not kind:
        return one._replace(strong=one.strong or explained)
    return one._replace(type=kind, score=max(one.score, score), strong=one.strong or explained)
