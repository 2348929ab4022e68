"""What the words of a name say it names: "Scheduling team", "Room 4", "Ingrid Solheim". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_batch.stages.mention.cues import LIKELY, SURE, Cue, is_person_like
from graphrag_batch.stages.mention.given import FIRST_NAMES, GIVEN
from graphrag_batch.stages.mention.words import (
    CONNECTORS,
    COUNTED,
    MONTHS,
    OF_NAMES,
    PARTIES,
    PARTY_CENTRES,
    PREFIXES,
    SUFFIXES,
    TITLES,
    WORKS,
)

_SHIPS = frozenset(("MS", "MV", "HMS", "USS", "RV", "SS", "RMS", "MT", "SV", "FS", "HMCS"))


def is_title(word: str) -> bool:
    """Whether a word is what people are called before their names; "MS" is before those of ships."""
    lower = word.lower()
    return lower in TITLES and lower not in PREFIXES and word not in _SHIPS


def own_type(words: Sequence[str]) -> Cue | None:
    """What a name's own words say it names; None where they say nothing."""
    lower = [word.lower().strip(".,") for word in words]
    if lower[0] in MONTHS and (len(lower) == 1 or lower[1].isdigit()):
        return Cue("date", SURE)
    if len(lower) == 1:
        if words[0] in FIRST_NAMES:
            return Cue("person", LIKELY)
        if lower[0].endswith(WORKS) and len(lower[0]) > 13:
            return Cue("work", SURE)
        return Cue(SUFFIXES[lower[0]], 0.5) if lower[0] in SUFFIXES else None
    if is_title(words[0]) and lower[-1] not in SUFFIXES:
        return Cue("person", 0.8)
    if words[0] in _SHIPS:
        return Cue("product", 0.7)
    if len(lower) == 2 and lower[0] in COUNTED and _is_count(words[1]):
        return Cue(COUNTED[lower[0]], 0.8)
    return _by_words(words, lower)


def _is_count(word: str) -> bool:
    return word.isdigit() or (len(word) == 1 and word.isupper()) or word in ("II", "III", "IV")


def _by_words(words: Sequence[str], lower: Sequence[str]) -> Cue | None:
    head = next((n for n, word in enumerate(lower) if word in CONNECTORS), len(lower)) - 1
    if lower[-1] in ("centre", "center") and lower[-2] in PARTY_CENTRES:
        return Cue("organization", SURE)
    kind = SUFFIXES.get(lower[head]) or SUFFIXES.get(lower[head].removesuffix("s"), "")
    if kind and (head or lower[0] in OF_NAMES):
        return Cue(kind, 0.7)
    if lower[0] in PREFIXES:
        return Cue(PREFIXES[lower[0]], 0.7)
    if lower[0].endswith(PARTIES):
        return Cue("organization", 0.7)
    if is_person_like(" ".join(words)) and words[0] in GIVEN and all(w[0].isalpha() for w in words):
        return Cue("person", 0.8)
    if len(words[0]) == 1 and len(words) > 1 and len(words[-1]) > 2 and words[-1][1:].islower():
        return Cue("person", 0.7)  # J. Smith
    return None
