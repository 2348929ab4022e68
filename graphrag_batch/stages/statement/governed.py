"""What a sentence says of a name and what governs it, by the class of the verb, the preposition and what the
two are: for names that no frame relates, and so of low confidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphrag_batch.stages.statement.clauses import holders, is_passive
from graphrag_batch.stages.statement.deeds import AFTER, BEFORE, IN_PLACE, OF_USE, bases, classes
from graphrag_batch.stages.statement.moods import certainty
from graphrag_batch.stages.statement.tree import Tree
from graphrag_batch.stages.statement.way import Name, Way, ways_to

MEASURES = ("date", "quantity", "version")
_USED = frozenset(("product", "api", "standard", "path", "host", "option", "variable"))
_THINGS = _USED | {"concept", "work", "ticket", ""}
_USERS = _THINGS - {"standard", "host", "option", "variable"} | {"organization"}
_PEOPLE = ("person", "organization")
# Prepositions before what is used, also after a verb that says nothing by itself: "do it with X".
_MEANS = ("with", "via", "through", "over", "using", "on")
# Neither hedged nor only asked for.
_SURE = 0.7


class Reading(NamedTuple):
    """A relation to a name; `forward`: the name is the object."""

    rel: str
    weight: float
    forward: bool = True


class Told(NamedTuple):
    """A reading of a name and of nouns of the tree."""

    reading: Reading
    nouns: list[int]
    name: Name
    pattern: str


class _Deed(NamedTuple):
    """What a verb does, and to whom: its classes, the preposition before the name, the types of the subject
    ("" if it has no name) and of the name. `by`: the name is who does it."""

    kinds: frozenset[str]
    prep: str
    passive: bool
    one: str
    other: str

    @property
    def by(self) -> bool:
        return self.passive and self.prep == "by"


def told_of(tree: Tree, names: dict[int, Name]) -> Iterator[Told]:
    """What the sentence says of each of its names and what governs it; of a command nothing."""
    if tree.words[0] in bases() and tree.kid(0, "nsubj") < 0:
        return
    for name in dict.fromkeys(names.values()):
        for way in ways_to(tree, name, names) if name.type not in MEASURES else ():
            of_noun = way.verb < 0
            nouns = way.nouns if of_noun else holders(tree, way.nouns, only=False)
            if name in (names.get(i) for i in nouns):
                continue
            kind = next((names[i].type for i in nouns if i in names), "")
            reading = _of_noun(kind, way.prep, name.type) if of_noun else _of_clause(tree, way, kind, name)
            if reading:
                yield Told(reading, nouns, name, "near-noun" if of_noun else "near-verb")


def _of_clause(tree: Tree, way: Way, kind: str, name: Name) -> Reading | None:
    sure = certainty(tree, way.verb)
    if sure < _SURE:
        return None
    if way.is_said:
        reading = _of_predicate(kind, way.prep, name.type)
        return reading and reading._replace(weight=round(reading.weight * sure, 4))
    kinds = classes().get(tree.words[way.verb], frozenset())
    deed = _Deed(kinds, way.prep, is_passive(tree, way.verb), kind, name.type)
    reading = _of_verb(deed)
    return reading and reading._replace(weight=round(reading.weight * sure, 4))


def _of_predicate(one: str, prep: str, other: str) -> Reading | None:
    """What something is said to be: "a Python package", "a layer on top of Envoy", "a provider in Oslo"."""
    if other == "location":
        return Reading("located_in", 0.4) if prep in IN_PLACE and one != "concept" else None
    if one in _PEOPLE or other not in _USED:
        member = one in _PEOPLE and other == "organization" and prep in ("of", "at", "in")
        return Reading("part_of", 0.4) if member else None
    if prep:
        return Reading("uses", 0.35) if prep in _MEANS else None
    return Reading("uses", 0.3) if other in ("product", "standard") else None


def _of_noun(one: str, prep: str, other: str) -> Reading | None:
    """What two names say with a preposition between them."""
    if other == "location" or (other == "host" and prep in ("at", "on")):
        held = prep in IN_PLACE or (prep == "of" and one != "location")
        return Reading("located_in", 0.4) if held and one not in ("concept", *MEASURES) else None
    if one == "person":
        member = other == "organization" and prep in ("of", "at", "from", "in")
        return Reading("part_of", 0.4) if member else None
    if other == "person":
        return None
    if prep in BEFORE or prep in AFTER:
        return Reading("precedes", 0.35, prep in BEFORE)
    if prep == "by":
        return Reading("owned_by", 0.35) if other == "organization" else None
    if prep in ("of", "in", "'s"):
        whole = other != "organization" or one == "organization"
        return Reading("part_of", 0.35) if whole and other in (*_THINGS, *_PEOPLE) else None
    return Reading("uses", 0.35) if {one, other} <= _THINGS and prep in (*_MEANS, "atop") else None


def _of_verb(deed: _Deed) -> Reading | None:
    """What a verb says of its subject and a name."""
    if deed.other == "location":
        held = deed.prep in IN_PLACE and deed.one not in ("concept", *MEASURES)
        return Reading("located_in", 0.4) if held and "empty" not in deed.kinds else None
    if deed.one in _PEOPLE and "own" in deed.kinds and not deed.prep and not deed.passive:
        return Reading("owned_by", 0.4, False) if deed.other in (*_THINGS, "organization") else None
    if deed.other in _PEOPLE:
        return _of_people(deed)
    if deed.other not in _THINGS:
        return None
    if deed.one == "person":
        return None
    return _of_parts(deed) or _of_order(deed) or _of_need(deed) or _of_use(deed)


def _of_people(deed: _Deed) -> Reading | None:
    makes = "make" in deed.kinds and deed.other == "organization" and deed.one not in _PEOPLE
    if deed.by:
        return Reading("owned_by", 0.4) if makes or "own" in deed.kinds else None
    if makes and deed.passive and deed.prep == "at":
        return Reading("owned_by", 0.35)
    if deed.one in _PEOPLE and deed.other == "organization":
        joins = deed.prep in ("at", "for", "with", "in") or "belong" in deed.kinds
        return Reading("part_of", 0.35) if joins and "own" not in deed.kinds else None
    return None


def _of_parts(deed: _Deed) -> Reading | None:
    if "hold" in deed.kinds:
        if deed.by or (not deed.passive and not deed.prep):
            return Reading("part_of", 0.4, deed.by)
        return Reading("part_of", 0.4) if deed.passive and deed.prep in ("in", "with", "into") else None
    if "give" in deed.kinds and not deed.passive and not deed.prep and deed.other == "api":
        return Reading("part_of", 0.35, False)
    return Reading("part_of", 0.4) if "belong" in deed.kinds else None


def _of_order(deed: _Deed) -> Reading | None:
    if deed.prep in BEFORE or deed.prep in AFTER:
        return Reading("precedes", 0.35, deed.prep in BEFORE)
    replaces = "come_after" in deed.kinds and not deed.prep and deed.other not in ("standard", "work")
    return Reading("precedes", 0.4, False) if replaces else None


def _of_need(deed: _Deed) -> Reading | None:
    of_it = deed.prep in ("", "on", "upon", "for", "to", "of")  # no "code blocks in Markdown"
    return Reading("depends_on", 0.4) if "need" in deed.kinds and not deed.passive and of_it else None


def _of_use(deed: _Deed) -> Reading | None:
    turned = deed.by or (deed.passive and "use" in deed.kinds and deed.prep in ("in", "from", "within"))
    user, used = (deed.other, deed.one) if turned else (deed.one, deed.other)
    if user not in _USERS or used not in (_THINGS if turned else _USED):
        return None
    if turned:
        return Reading("uses", 0.35, False)
    if deed.passive and not deed.kinds & {"process", "use", "make"}:
        return None
    if deed.prep not in (
        _MEANS if {"empty", "be"} & deed.kinds else OF_USE | {"" if not deed.passive else "with"}
    ):
        return None
    return Reading("uses", 0.35)
