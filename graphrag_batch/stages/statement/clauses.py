"""Statements that verbs make, by the dependency parse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphrag_batch.stages.statement.frames import (
    KNOWN_PLACES,
    PLATFORMS,
    SEQUENCE_NOUNS,
    STANDARD,
    TEAM_NOUNS,
    TIME_NOUNS,
    Frame,
    is_work,
)
from graphrag_batch.stages.statement.inflect import forms
from graphrag_batch.stages.statement.moods import alternative, certainty
from graphrag_batch.stages.statement.tree import RELATIVE, Tree
from graphrag_batch.stages.statement.words import words

_CLAUSES = frozenset(("ROOT", "conj", "relcl", "acl", "advcl", "ccomp", "xcomp", "pcomp", "parataxis", "dep"))
BE = frozenset((*forms("be"), "become", "becomes", "became", "remains", "remain", "'s", "’s"))
SEATS = words(
    "seat headquarters office offices base home branch plant site laboratory campus yard depot workshop "
    "studio premises works factory warehouse residence domicile"
)
_SUBJECTS = ("nsubj", "nsubjpass", "csubj")
_ENDS = ("agent", "patient")
# Verbs that are no nouns, whatever the parser says.
_VERBS = words(
    "complies conforms depends relies belongs consists comprises requires utilizes employs cites precedes "
    "stores contains includes supersedes replaces maintains owns operates"
)
_DEEP = 8
_NO_TOOLS = ("DATE", "TIME", "QUANTITY", "MONEY", "PERCENT", "CARDINAL", "ORDINAL", "NORP")
# What is meant by its name: "the Kafka cluster".
_THINGS = words(
    "server servers cluster database service broker queue instance table bucket topic store api library "
    "package framework toolkit tool network driver agent daemon protocol plugin module registry gateway "
    "proxy cache bus program application app platform system engine client sdk vault scheduler stack "
    "standard format probe sensor spectrometer microscope camera printer scanner logger station machine"
)
_PLAIN = re.compile(r"(?:[\d.,:%-]+(?:\s?[a-z]+)?|[A-Z])$")
_VERSION = re.compile(r"\s\d+(?:\.\d+)+$")


class Said(NamedTuple):
    """A relation between nouns of a sentence; no `subjects`: the section's."""

    rel: str
    subjects: list[int]
    objects: list[int]
    pattern: str
    weight: float


def said_by_verb(tree: Tree, verb: int, frames: tuple[Frame, ...]) -> Iterator[Said]:
    """What one verb says, by the first of its frames that finds both its ends."""
    if tree.deps[verb] not in _CLAUSES and tree.words[verb] not in _VERBS:
        return
    passive, taken = is_passive(tree, verb), set[str]()
    for frame in frames:
        if frame.rel in taken and (frame.rel != "uses" or frame.object in taken or frame.object in _ENDS):
            continue
        ends = [_slot(tree, verb, slot, passive, frame) for slot in (frame.subject, frame.object)]
        if frame.rel in ("uses", "depends_on", "located_in"):
            ends[0] = holders(tree, ends[0], only=frame.wants == "owned")
        if frame.subject == "patient" and not passive and not _is_told(tree, verb):
            continue
        ours = frame.rel == "cites" and tree.words[tree.kid(verb, "nsubj")] == "we"
        if not (ends[0] or ours) or not ends[1] or not _fits(tree, verb, frame, ends):
            continue
        sure = certainty(tree, verb) * _place_weight(tree, verb, passive)
        if sure:
            taken |= _spent(frame)
            weight = frame.weight * sure * alternative(tree, ends[0]) * alternative(tree, ends[1])
            yield Said(frame.rel, ends[0], ends[1], "passive" if passive else "verb", weight)


def _is_told(tree: Tree, verb: int) -> bool:
    """Whether somebody does it, and nobody is told how to: no "build it with Bazel", no "to build it"."""
    own = tree.kid(verb, *_SUBJECTS)
    return tree.words[own] != "you" if own >= 0 else bool(subject_of(tree, verb))


def _spent(frame: Frame) -> set[str]:
    """What no other frame of the verb is to say, after one has said something."""
    if frame.wants == "team":
        return {"owned_by", "part_of"}
    return {frame.rel, frame.object, *(("depends_on",) if frame.wants == "standard" else ())}


def holders(tree: Tree, nouns: list[int], *, only: bool) -> list[int]:
    """Whose the nouns are, where that is said: who stores "its logs" in Loki; `only`: nobody else."""
    found = []
    for i in nouns:
        owner = tree.kid(i, "poss") if not tree.is_name(i) else -1
        of = tree.prep(i, "of") if owner < 0 and not tree.is_name(i) else -1
        if owner < 0 and of >= 0 and (below := tree.below(of)) >= 0 and tree.has_own_name(below):
            owner = below
        if owner >= 0 or not only:
            found.append(owner if owner >= 0 else i)
    return found


def is_passive(tree: Tree, verb: int) -> bool:
    """Whether the subject of the verb is what it is done to. A joined participle is what the first verb is:
    "is built and maintained"."""
    for _ in range(_DEEP):
        if tree.kid(verb, "nsubjpass", "auxpass", "agent") >= 0:
            return True
        if tree.words[verb].endswith("ing"):
            return False
        if tree.deps[verb] != "conj" or tree.kid(verb, *_SUBJECTS, "dobj") >= 0:
            break
        if not _is_participle(tree.words[verb]):
            return False
        verb = tree.heads[verb]
    alone = tree.kid(verb, "nsubj", "mark", "aux") < 0
    return tree.deps[verb] == "acl" or (tree.deps[verb] == "advcl" and alone)


def _is_participle(word: str) -> bool:
    return word.endswith(("ed", "en", "un", "lt", "pt", "own"))


def _slot(tree: Tree, verb: int, slot: str, passive: bool, frame: Frame) -> list[int]:
    if slot == "patient":
        return subject_of(tree, verb) if passive else _object(tree, verb)
    if slot == "agent":
        return _governed(tree, verb, "by") if passive else subject_of(tree, verb)
    return _governed(tree, verb, slot, far=frame.rel in ("uses", "precedes") or frame.wants == "seat")


def subject_of(tree: Tree, verb: int) -> list[int]:
    """The nouns that are the verb's subject as it stands: its own, the noun that its clause hangs from, or
    that of the verb it is joined to or hangs from."""
    below = ""
    for _ in range(_DEEP):
        own = tree.kid(verb, *_SUBJECTS)
        dep, head = tree.deps[verb], tree.heads[verb]
        if own < 0 and is_taken_for_noun(tree, verb):
            own = tree.kid(verb, "compound", "nmod")
        if own >= 0 and tree.words[own] == "it" and below == "xcomp" and _is_dummy(tree, verb):
            return []
        if own >= 0 and not (tree.words[own] in RELATIVE and dep == "relcl"):
            return tree.things(own) if tree.deps[own] != "csubj" else []
        if own >= 0 or dep == "acl":
            return _about(tree, head)
        if dep not in ("conj", "xcomp", "advcl") or tree.kid(verb, "mark") >= 0:
            return []
        if dep == "xcomp" and (given := tree.kid(head, "dobj")) >= 0:
            return tree.things(given)
        verb, below = head, dep
    return []


def _is_dummy(tree: Tree, verb: int) -> bool:
    """Whether the "it" of a verb means nothing: "it is suggested to use X", "it is possible to"."""
    return tree.kid(verb, "auxpass") >= 0 or (tree.words[verb] in BE and tree.kid(verb, "acomp") >= 0)


def is_taken_for_noun(tree: Tree, verb: int) -> bool:
    """Whether the parser took a verb for a noun, and its subject for a part of that noun's name."""
    word = tree.words[verb]
    alone = tree.kid(verb, *_SUBJECTS) < 0 and tree.kid(verb, "compound", "nmod") >= 0
    return alone and (word in _VERBS or (tree.deps[verb] in ("ROOT", "conj") and word.endswith("s")))


def _about(tree: Tree, noun: int) -> list[int]:
    """Whom a clause that hangs from a noun is about: in "Kafka is a broker that uses ZooKeeper", Kafka."""
    verb = tree.heads[noun]
    if tree.deps[noun] == "attr" and tree.words[verb] in BE and not tree.is_name(noun):
        own = tree.kid(verb, *_SUBJECTS)
        return tree.things(own) if own >= 0 else []
    return tree.things(tree.bearer(noun), both=False)


def _object(tree: Tree, verb: int) -> list[int]:
    own = tree.kid(verb, "dobj", "attr")
    if own < 0 and is_taken_for_noun(tree, verb):
        own = tree.kid(verb, "appos")
    if own >= 0 and tree.words[own] not in RELATIVE:
        return _such_as(tree, own) or tree.things(own)
    if tree.deps[verb] == "relcl" and not _is_subject_relative(tree, verb):
        # "ZooKeeper, which Kafka uses" and "the database Kafka uses", but not "the region Kafka runs in".
        has_other = any(tree.deps[k] == "prep" and tree.below(k) < 0 for k in tree.kids[verb])
        return [] if has_other else _named(tree, tree.heads[verb])
    return []


def _named(tree: Tree, noun: int) -> list[int]:
    """What a noun is said to be: in "the database that Envoy uses is Postgres" it is Postgres."""
    verb = tree.heads[noun]
    if tree.deps[noun] == "nsubj" and tree.words[verb] in BE and not tree.is_name(noun):
        said = tree.kid(verb, "attr")
        if said >= 0 and tree.is_name(said):
            return tree.things(said)
    return tree.things(noun, both=False)


def _is_subject_relative(tree: Tree, verb: int) -> bool:
    own = tree.kid(verb, *_SUBJECTS)
    return own < 0 or tree.words[own] in RELATIVE


def _governed(tree: Tree, verb: int, word: str, *, far: bool = False) -> list[int]:
    preposition = tree.prep(verb, word)
    if far and preposition < 0 and (given := tree.kid(verb, "dobj")) >= 0:
        preposition = tree.prep(given, word)  # "stores its queue in Postgres"
    below = tree.below(preposition) if preposition >= 0 else -1
    if below < 0:
        return _clause_of_time(tree, verb, word) if word in ("before", "after") else []
    if tree.words[below] in RELATIVE:
        return tree.things(tree.heads[verb], both=False) if tree.deps[verb] == "relcl" else []
    found = tree.things(below)
    # "depends on Kafka and on Redis": the second preposition is joined to the first.
    for k in tree.kids[preposition]:
        if tree.deps[k] == "conj" and tree.words[k] == word and tree.below(k) >= 0:
            found += tree.things(tree.below(k))
    return _such_as(tree, below) or found


def _clause_of_time(tree: Tree, verb: int, word: str) -> list[int]:
    """Who does it in a clause with "before" or "after": "finishes before the billing job starts"."""
    for k in tree.kids[verb]:
        if tree.deps[k] == "advcl" and any(tree.words[m] == word for m in tree.kids[k]):
            own = tree.kid(k, "nsubj", "nsubjpass")
            return tree.things(own) if own >= 0 else []
    return []


def _such_as(tree: Tree, noun: int) -> list[int]:
    """The examples that follow a noun: "databases such as Redis and Consul"."""
    for k in tree.kids[noun]:
        examples = tree.words[k] == "as" and any(tree.words[m] == "such" for m in tree.kids[k])
        if tree.deps[k] == "prep" and (examples or tree.words[k] == "including") and tree.below(k) >= 0:
            return tree.things(tree.below(k))
    return []


def _fits(tree: Tree, verb: int, frame: Frame, ends: list[list[int]]) -> bool:
    """Whether the nouns are of the sort that the frame wants."""
    if frame.rel == "located_in" and tree.words[verb] in BE and tree.kid(verb, "attr", "acomp") >= 0:
        return False  # "In Sweden the Act was a set of provisions"
    if frame.wants == "seat" and tree.words[max(0, tree.kid(verb, "dobj"))] not in SEATS:
        return False
    if frame.wants == "step" and not (
        (is_passive(tree, verb) and any(map(tree.is_name, ends[1])))
        or all(map(tree.is_set_apart, ends[0]))
        or any(tree.words[i] in SEQUENCE_NOUNS for end in ends for i in end)
    ):
        return False
    if frame.wants in ("parts", "moved") and not all(map(tree.is_name, ends[0])):
        return False
    if frame.wants == "taken" and tree.kid(verb, "prt") < 0:
        return False
    test = _TESTS.get(frame.wants)
    if test and not any(test(tree, i) for i in ends[1]):
        return False
    if frame.wants == "tool" and _are_people(tree, ends):
        return False
    if frame.rel == "precedes" and any(tree.words[i] in TIME_NOUNS for end in ends for i in end):
        return False
    return set(ends[0]).isdisjoint(ends[1])


def _are_people(tree: Tree, ends: list[list[int]]) -> bool:
    """Whether a model takes both ends for people: who works with somebody uses nothing."""
    return all(any(tree.seen_as(i) == "PERSON" for i in end) for end in ends) and not any(
        tree.has_own_name(i) and not tree.words[i].isalpha() for end in ends for i in end
    )


def is_team(tree: Tree, noun: int) -> bool:
    """Whether a noun is one for people: a team, a department, an account."""
    start, end = tree.phrase(noun)
    return tree.words[noun] in TEAM_NOUNS or "@" in tree.text[max(0, start - 1) : end]


def _is_standard(tree: Tree, noun: int) -> bool:
    start, end = tree.phrase(noun)
    return STANDARD.match(tree.text, start, end) is not None or is_work(tree.text[start:end])


def _is_owner(tree: Tree, noun: int) -> bool:
    return is_team(tree, noun) or tree.seen_as(noun) in ("PERSON", "ORG")


def _is_holder(tree: Tree, noun: int) -> bool:
    return _is_owner(tree, noun) or tree.is_name(noun)


def _is_place(tree: Tree, noun: int) -> bool:
    return (
        tree.is_place(noun)
        and tree.seen_as(noun) not in ("DATE", "TIME")
        and not _is_platform(tree, noun)
        and not _is_version(tree, noun)
    )


def _is_version(tree: Tree, noun: int) -> bool:
    """Whether a name ends in a version: "in Python 3.12" is no place."""
    start, end = tree.phrase(noun)
    return _VERSION.search(tree.text, start, end) is not None


def _is_platform(tree: Tree, noun: int) -> bool:
    start, end = tree.phrase(noun)
    return not PLATFORMS.isdisjoint(tree.text[start:end].casefold().replace("`", "").split())


def _is_named(tree: Tree, noun: int) -> bool:
    """Whether a noun is a name, and not one of a name's: no "GitHub username"."""
    return tree.is_name(noun) and (tree.has_own_name(noun) or tree.words[noun] in _THINGS)


def _is_tool(tree: Tree, noun: int) -> bool:
    """Whether a noun names something that is used: no place, nobody."""
    if not tree.is_name(noun) or is_team(tree, noun) or _PLAIN.match(tree.text, *tree.phrase(noun)):
        return False
    if not (tree.has_own_name(noun) or tree.words[noun] in _THINGS):
        return False
    start, end = tree.phrase(noun)
    seen, said = tree.seen_as(noun), tree.text[start:end]
    owner = tree.kid(noun, "poss")
    if said.startswith("-") or (owner >= 0 and tree.words[owner] in ("your", "my")):
        return False
    return (
        seen not in _NO_TOOLS
        and not (seen == "PERSON" and " " in said)
        and said.casefold() not in KNOWN_PLACES
    )


_TESTS = {
    "team": is_team,
    "owner": _is_owner,
    "holder": _is_holder,
    "name": Tree.is_name,
    "tool": _is_tool,
    "swap": _is_named,
    "moved": _is_tool,
    "platform": _is_platform,
    "place": _is_place,
    "standard": _is_standard,
}


def _place_weight(tree: Tree, verb: int, passive: bool) -> float:
    """Less where it is not sure whose clause it is: "talks to the gateway using gRPC"."""
    if tree.deps[verb] == "acl" and not passive:
        head = tree.heads[verb]
        return (
            0.0
            if tree.deps[head] in ("pobj", "dobj", "conj") and forms("use")[4] == tree.words[verb]
            else 0.8
        )
    return 0.85 if tree.deps[verb] == "advcl" and tree.kid(verb, *_SUBJECTS) < 0 else 1.0
