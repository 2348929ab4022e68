"""Which relation a verb of a class states of two things, by what they are and how they hang together."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from graphrag_batch.stages.statement.tongues import Words

_THINGS = frozenset(("product", "standard", "api", "path", "host", "option", "variable"))
_HOLDERS = _THINGS | frozenset(("concept", "organization"))
_PEOPLE = frozenset(("person", "organization"))
_PLACED = frozenset(("person", "organization", "location", "product", "event", "concept", "host"))
_AMONG = frozenset(("stand", "be", "belong", "own"))
_SITES = frozenset(("organization", "concept", "host", "path"))
_WORKS = frozenset(("work", "standard"))
_SENDERS = frozenset(("product", "api", "host"))
_LONG, _ROLE, _NEAR = 10, 5, 4
# What is a part of what, where it is said to be its.
_MEMBERS = frozenset(
    (("organization", "organization"), ("api", "api"), ("api", "product"), ("path", "product"))
)


class Verdict(NamedTuple):
    """A relation of subject and object; `turned`: the object is its subject."""

    rel: str
    weight: float
    turned: bool = False


def decided(
    words: Words,
    verb: Set[str],
    said: Set[str],
    prep: str,
    one: str,
    other: str,
    *,
    passive: bool,
    kind: bool,
) -> Verdict | None:
    """What a verb says of its subject and a name after it, by their types ("": not known). `said` are the
    words between verb and name, `prep` the preposition before the name, "" for none; `kind`: a noun follows
    the name, as in "a Python package"."""
    if one == "person" and other == "organization" and prep and verb & _AMONG:
        return Verdict("part_of", 0.4)
    if prep in words.idle and prep not in words.place:
        return None
    direct = not prep
    if other == "location" or (prep in words.place and other in _SITES and verb <= {"be", "stand"}):
        return _placed(words, verb, said, prep, one)
    alike = one in _PEOPLE or other not in _PEOPLE
    if "be" in verb and prep in words.of and said & words.part and alike:
        return Verdict("part_of", 0.45)
    if "own" in verb and (found := _owned(words, prep, one, other, passive=passive, kind=kind)):
        return found
    if "need" in verb and _fits(one, _HOLDERS) and other in _THINGS | {"concept"}:
        return Verdict("depends_on", 0.5) if direct or prep in words.prepositions else None
    if "hold" in verb and (direct or prep in words.of or prep in ("aus", "in")) and not passive:
        return Verdict("part_of", 0.45, turned=True) if one not in _PEOPLE or other in _PEOPLE else None
    if "belong" in verb and prep:
        owned = other in _PEOPLE and one not in _PEOPLE
        return Verdict("owned_by" if owned else "part_of", 0.45)
    if found := _ordered(words, verb, prep, one, other, passive=passive):
        return found
    if "obey" in verb and other in _WORKS:
        return Verdict("cites", 0.45)
    if verb == {"be"} and direct and kind and other in ("product", "standard"):
        return Verdict("uses", 0.4)
    return _used(words, prep, one, other, passive=passive) if "use" in verb else None


def _used(words: Words, prep: str, one: str, other: str, *, passive: bool) -> Verdict | None:
    if passive and prep in words.agent:
        turned = _fits(one, _HOLDERS) and other in ("product", "api")
        return Verdict("uses", 0.4, turned=True) if turned else None
    away = prep in words.means or prep in words.other or prep in words.place
    told = not prep or away or (prep in words.agent and other == "standard")  # "by MQTT"
    if told and _fits(one, _HOLDERS - {"standard", "host"}) and other in _THINGS:
        return Verdict("uses", 0.4 if prep else 0.45)
    return None


def _fits(kind: str, kinds: Set[str]) -> bool:
    return not kind or kind in kinds


def _placed(words: Words, verb: Set[str], said: Set[str], prep: str, one: str) -> Verdict | None:
    if one not in _PLACED:
        return None
    if prep in words.of and "stand" in verb and said & (words.place | words.means):
        return Verdict("located_in", 0.4)  # "stands on the slopes of"
    if prep not in words.place:
        return None
    if "stand" in verb or verb == {"be"}:
        return Verdict("located_in", 0.5)
    return Verdict("located_in", 0.35) if "own" not in verb and one != "person" else None


def _owned(words: Words, prep: str, one: str, other: str, *, passive: bool, kind: bool) -> Verdict | None:
    if passive and prep in words.agent and other in _PEOPLE and one not in _PEOPLE:
        return Verdict("owned_by", 0.5)
    if not passive and not prep and not kind and one in _PEOPLE and other in _THINGS | {"work"}:
        return Verdict("owned_by", 0.4, turned=True)
    return None


def _ordered(
    words: Words, verb: Set[str], prep: str, one: str, other: str, *, passive: bool
) -> Verdict | None:
    if one in _PEOPLE or other in ("person", "location"):
        return None
    if "follow" in verb and not prep and not passive and not ("obey" in verb and other in _WORKS):
        return Verdict("precedes", 0.45, turned=True)
    if "follow" in verb and passive and prep in words.agent:
        return Verdict("precedes", 0.45)
    return Verdict("precedes", 0.45) if "precede" in verb and not passive else None


def between(words: Words, said: list[str], one: str, other: str) -> Verdict | None:
    """What two names say that stand side by side, with nothing between but these words and marks."""
    if not said or not words.joint.isdisjoint(said):
        return None
    near = len(said) <= _NEAR and not set(said[1:]) - words.article - words.of
    if said[0] == ")" and len(said) > 1 and said[1] in words.place:
        said = said[1:]  # "the Institute (TI) in Murdal"
    if other == "host":
        at = [word for word in said if word != ","]
        beside = len(at) == 1 and at[0] in words.place and one in ("product", "api", "concept", "location")
        return Verdict("located_in", 0.4) if beside else None
    mark, of = near and said[0] in (",", "("), near and said[0] in words.of | words.origin
    if other == "location" and one in _PLACED:
        return _beside_place(words, said, one, mark=mark, of=of)
    if one == "person" and other == "organization":
        loose = words.means | words.idle
        told = mark or (near and said[0] in words.prepositions - loose) or _is_role(words, said)
        return Verdict("part_of", 0.45) if told else None
    if one == "organization" and other == "person":
        return Verdict("part_of", 0.35, turned=True) if near and said[0] == "(" else None
    if of and (one, other) in _MEMBERS:
        return Verdict("part_of", 0.35)
    if said == ["s"] and (other, one) in _MEMBERS:
        return Verdict("part_of", 0.35, turned=True)
    return None


def carried(words: Words, before: Sequence[str], said: Sequence[str], one: str, other: str) -> Verdict | None:
    """What goes from one thing to another: "Orders travel from Kestrel to the Ledger". `before` are the words
    of the clause before the first of the two."""
    led = [word for word in before if word not in words.article][-1:]
    ends = one in _SENDERS and other in _SENDERS
    to = bool(said) and said[0] in words.toward and not set(said[1:]) - words.article
    if not (ends and to and led and led[0] in words.origin):
        return None
    verbs = [words.verb(word) for word in before if words.verb(word)]
    goes = bool(verbs) and bool(verbs[-1] & {"use", "pass"}) and "change" not in verbs[-1]
    return Verdict("uses", 0.35) if goes else None


def _beside_place(words: Words, said: list[str], one: str, *, mark: bool, of: bool) -> Verdict | None:
    if _leads(words, said, one):
        return Verdict("located_in", 0.45 if said[0] in words.place else 0.4)
    seated = one in ("location", "organization") and (mark or of)
    return Verdict("located_in", 0.35) if seated or said[0] == "(" or (of and one == "person") else None


def _leads(words: Words, said: Sequence[str], one: str) -> bool:
    """Whether words lead from a name to the place that it is at: "hall in", ", a company with its seat in";
    "(" after a person's role."""
    if said[-1] == "(" and one in ("person", "organization"):
        return len(said) <= _ROLE
    at = [i for i, word in enumerate(said) if word in words.place and word not in words.article]
    last = at[-1] if at else -1
    if last < 0 or len(said) > _LONG or set(said[last + 1 :]) - words.article - words.own:
        return False
    told = said[:last]
    if told and told[0] == "," and one in ("location", "person"):
        return False
    if any(words.verb(word) - {"stand"} or word in words.relative for word in told):
        return False
    return not told or told[0] == "," or (len(told) == 1 and one != "person" and told[0].isalpha())


def _is_role(words: Words, said: Sequence[str]) -> bool:
    """Whether words say what somebody is in what follows: ", head of the"."""
    if len(said) > _ROLE + 2 or said[0] not in (",", "(") or any(words.verb(word) for word in said):
        return False
    last = next((i for i in reversed(range(len(said))) if said[i] not in words.article), 0)
    return said[last] in words.prepositions - words.means
