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
    """Whether one name may be the other's first or last name, alone or with initials of the others: Hopper,
    G. Hopper and Grace Hopper. What nothing tells of a name alone the whole name tells."""
    if a.norm == b.norm:
        return False
    short, whole = (a, b) if len(a.norm) < len(b.norm) else (b, a)
    if " " not in short.norm:
        return short.norm in parts_of_person(whole) and len(short.norm) > 3 and _may_be_person(short)
    last = a.norm.rpartition(" ")[2]
    if last != b.norm.rpartition(" ")[2] or main_type(a) != "person" or main_type(b) != "person":
        return False
    one, two = (name.norm.removesuffix(last).replace(".", " ").split() for name in (a, b))
    return bool(one and two) and (_are_initials(one, two) or _are_initials(two, one))


def _may_be_person(name: NameStat) -> bool:
    """Whether a name is one of a person as far as anything tells, and always has a capital letter."""
    told = {type_ for _, type_, _ in name.surfaces if type_ and not type_.endswith(GUESS)}
    return (
        name.norm.isalpha()
        and told <= {"person"}
        and all(surface[:1].isupper() for surface, _, _ in name.surfaces)
    )


def _are_initials(short: list[str], given: list[str]) -> bool:
    letters = "".join(short)
    return (
        len(letters) < 4 and len(given[0]) > len(letters) and "".join(g[0] for g in given).startswith(letters)
    )


def parts_of_person(name: NameStat) -> tuple[str, ...]:
    """The first and the last word of a person's name of several; none for what is no person's, nor where a
    number is behind it (Henry V)."""
    first, last = name.norm.partition(" ")[0], name.norm.rpartition(" ")[2]
    return (first, last) if first != last and len(last) > 1 and main_type(name) == "person" else ()
