"""What the words of a name say it names: "Scheduling team", "Room 4", "Ingrid Solheim". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_batch.stages.mention.cue_words import TYPE_OF
from graphrag_batch.stages.mention.cues import LIKELY, SURE, Cue, is_person_like
from graphrag_batch.stages.mention.given import FIRST_NAMES, GIVEN
from graphrag_batch.stages.mention.heads import COUNTED_MORE, FIRST, LAST, PARTY_ENDS, RECORDS, WORK_ENDS
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

HEAD = 0.7
"""How sure a noun is that a name begins or ends with."""
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
        if lower[0] in SUFFIXES:
            return Cue(SUFFIXES[lower[0]], 0.5)
        return _by_ending(lower[0])
    if is_title(words[0]) and lower[-1] not in SUFFIXES and words[-1].isalpha():
        return Cue("person", 0.8)
    if words[0] in _SHIPS:
        return Cue("product", 0.7)
    if len(lower) == 2 and lower[0] in COUNTED and _is_count(words[1]):
        return Cue(COUNTED[lower[0]], 0.8)
    if len(lower) == 2 and lower[0] in COUNTED_MORE and _is_code(words[1]):
        return Cue(COUNTED_MORE[lower[0]], 0.8)
    return _by_words(words, lower)


def surer(told: Cue | None, own: Cue | None) -> Cue | None:
    """Of what the words around a name say and what its own do the surer. A noun that a name ends with says
    more than what is done by it or stands before it: trusts agree, as people do."""
    if told is None or own is None:
        return told or own
    by_noun = own.score >= HEAD and own.type in ("organization", "work", "event", "location")
    if by_noun and (told.type in ("person", "location") or told.score < LIKELY):
        return own
    return own if told.score < own.score else told


def _by_ending(word: str) -> Cue | None:
    """What the last part of a German noun says."""
    for ends, kind in ((WORK_ENDS, "work"), (PARTY_ENDS, "organization")):
        for end in ends:
            if word.endswith(end) and len(word) > len(end) + 3:
                return Cue(kind, HEAD)
    return None


def _is_code(word: str) -> bool:
    return _is_count(word) or (len(word) < 6 and word[-1].isdigit() and word[0].isupper())


def _is_count(word: str) -> bool:
    return word.isdigit() or (len(word) == 1 and word.isupper()) or word in ("II", "III", "IV")


def _by_words(words: Sequence[str], lower: Sequence[str]) -> Cue | None:
    head = next((n for n, word in enumerate(lower) if word in CONNECTORS), len(lower)) - 1
    if lower[-1] in ("centre", "center") and lower[-2] in PARTY_CENTRES:
        return Cue("organization", SURE)
    if head and lower[head] in RECORDS:
        return Cue("product", LIKELY)
    kind = SUFFIXES.get(lower[head]) or SUFFIXES.get(lower[head].removesuffix("s"), "")
    if kind and (head or lower[0] in OF_NAMES):
        return Cue(kind, HEAD)
    if lower[head] in LAST and head:
        return Cue(LAST[lower[head]], HEAD)
    if head and TYPE_OF.get(lower[head], "concept") not in ("concept", "person"):
        return Cue(TYPE_OF[lower[head]], LIKELY)
    if lower[0] in PREFIXES or lower[0] in FIRST:
        return Cue(PREFIXES.get(lower[0]) or FIRST[lower[0]], HEAD)
    if lower[0].endswith(PARTIES):
        return Cue("organization", 0.7)
    if is_person_like(" ".join(words)) and words[0] in GIVEN and all(w[0].isalpha() for w in words):
        return Cue("person", 0.8)
    if len(words[0]) == 1 and len(words) > 1 and len(words[-1]) > 2 and words[-1][1:].islower():
        return Cue("person", 0.7)  # J. Smith
    return None
