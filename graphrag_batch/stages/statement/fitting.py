"""What the ends of a relation may be, by their types: nobody is used, a standard is no place."""

from __future__ import annotations

from collections.abc import Set

_NOBODY = frozenset(("person", "group"))
_NO_TOOLS = _NOBODY | {"location", "event", "ticket", "date", "quantity"}
# By relation: what its subject is not, and what its object is not.
_NOT: dict[str, tuple[Set[str], Set[str]]] = {
    "uses": (frozenset(("location", "event", "group", "date")), _NO_TOOLS),
    "depends_on": (frozenset(("location", "group", "date")), _NO_TOOLS | {"work"}),
    "located_in": (
        frozenset(("date", "quantity")),
        frozenset(("person", "standard", "work", "event", "api", "option", "variable", "ticket", "concept")),
    ),
    "owned_by": (_NOBODY, frozenset(("standard", "api", "option", "variable", "path"))),
    "part_of": (frozenset(("date",)), _NOBODY),
    "precedes": (_NOBODY, _NOBODY),
}
_WHOLES = frozenset(("location", "organization", "event", ""))


def fits(rel: str, one: str, other: str) -> bool:
    """Whether things of these types ("" for one that is not known) may be subject and object."""
    first, second = _NOT.get(rel, (frozenset(), frozenset()))
    if one in first or other in second:
        return False
    if rel == "part_of" and one == "location":
        return other in _WHOLES
    return not (rel == "part_of" and one == "person" and other in ("product", "standard", "path"))


def belongs(rel: str, one: str, other: str) -> bool:
    """Whether somebody who is said to be an organisation's is a part of it."""
    return rel == "owned_by" and one in ("person", "organization") and other == "organization"
