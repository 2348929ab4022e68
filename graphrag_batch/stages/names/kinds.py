"""What sort of thing a name is for: told by how documents write and type it."""

from __future__ import annotations

from graphrag_batch.stages.names.values import NameStat
from graphrag_batch.textual import ENTITY_TYPES

_ORDER = {name: number for number, name in enumerate(ENTITY_TYPES)}
GUESS = "?"
"""Behind a type that little tells."""
UNTOLD = "??"
"""Behind a type that nothing tells: what most names are of."""
# A document that tells what a name is counts as much as this many that guess, one that guesses as this many
# that know nothing.
_TOLD = 5
_GUESSED = 20
_WEIGHTS = {"": _TOLD * _GUESSED, GUESS: _GUESSED, UNTOLD: 1}


def main_type(*names: NameStat) -> str:
    """The type that most documents give the names, guesses counting little; of equals the first of
    ENTITY_TYPES; "concept" where none is given."""
    counts: dict[str, int] = {}
    for name in names:
        for _, type_, documents in name.surfaces:
            if type_:
                kind = type_.rstrip(GUESS)
                counts[kind] = counts.get(kind, 0) + documents * _WEIGHTS[type_[len(kind) :]]
    if len(counts) < 2:
        return next(iter(counts), "concept")
    return min(counts, key=lambda t: (-counts[t], _ORDER.get(t, len(_ORDER)), t))


def is_acronym(name: NameStat) -> bool:
    """Two to eight letters, and somewhere all of them capitals (but for a plural s)."""
    if not (1 < len(name.norm) <= 8 and name.norm.isalpha()):
        return False
    return any(len(surface) > 1 and surface.removesuffix("s").isupper() for surface, _, _ in name.surfaces)


def are_one_person(a: NameStat, b: NameStat) -> bool:
    """Whether one name may be the other's last name, alone or with initials of the others: Hopper, G. Hopper
    and Grace Hopper."""
    last = a.norm.rpartition(" ")[2]
    if last != b.norm.rpartition(" ")[2] or a.norm == b.norm:
        return False
    if main_type(a) != "person" or main_type(b) != "person":
        return False
    one, two = (name.norm.removesuffix(last).replace(".", " ").split() for name in (a, b))
    if not (one and two):
        return len(last) > 3 and last.isalpha()
    return _are_initials(one, two) or _are_initials(two, one)


def _are_initials(short: list[str], given: list[str]) -> bool:
    letters = "".join(short)
    return (
        len(letters) < 4 and len(given[0]) > len(letters) and "".join(g[0] for g in given).startswith(letters)
    )


def last_name(name: NameStat) -> str:
    """The last word of a person's name; "" for what is no person's."""
    return name.norm.rpartition(" ")[2] if main_type(name) == "person" else ""
