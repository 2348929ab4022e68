"""Statements that a verb makes with fixed words beside it: "takes care of X", "was dropped in favour of Y",
"does not start without Z"; and names with a preposition between them: "Ada Byron of Kestrel Ltd"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.statement.clauses import SEATS, Said, is_passive, is_team, subject_of
from graphrag_batch.stages.statement.inflect import forms
from graphrag_batch.stages.statement.moods import certainty
from graphrag_batch.stages.statement.tree import Tree
from graphrag_batch.stages.statement.words import words

_WORKS = frozenset(
    form
    for verb in words("work start run function operate boot compile build live exist")
    for form in forms(verb)
)
_DENIED = words("not n't n’t never cannot")
_PEOPLE = ("PERSON",)
_FIRMS = ("ORG",)
_PLACES = ("GPE", "LOC", "FAC")
_STANDING = words(
    "cluster office site station server plant branch warehouse laboratory data-center hub depot"
)
_FULL_NAME = re.compile(r"[A-ZÀ-Þ][\w.'’]*(?: [A-ZÀ-Þ][\w.'’-]*)+")
_AT = words("of at in")
_TAKEN = words("care charge")
PHRASES = words("without favour favor after") | _TAKEN | SEATS | _AT
"""The words that say something with others."""


def said_by_phrase(tree: Tree, i: int) -> Iterator[Said]:
    """What a word says with others, as subject to object."""
    word = tree.words[i]
    if word == "without":
        yield from _needed(tree, i)
    elif word in ("favour", "favor"):
        yield from _preferred(tree, i)
    elif word in _TAKEN:
        yield from _in_care(tree, i)
    elif word == "after":
        yield from _looked_after(tree, i)
    elif word in SEATS:
        yield from _with_seat(tree, i)
    elif word in _AT and tree.deps[i] == "prep":
        yield from _between_names(tree, i)


def _needed(tree: Tree, without: int) -> Iterator[Said]:
    """ "Kestrel does not start without Redis"."""
    verb, below = tree.heads[without], tree.below(without)
    denied = any(tree.words[k] in _DENIED for k in tree.kids[verb])
    if tree.words[verb] in _WORKS and below >= 0 and denied and (subjects := subject_of(tree, verb)):
        yield Said("depends_on", subjects, tree.things(below), "without", 0.85)


def _preferred(tree: Tree, favour: int) -> Iterator[Said]:
    """ "Merlin was retired in favour of Osprey"."""
    of, inside = tree.prep(favour, "of"), tree.heads[favour]
    below = tree.below(of) if of >= 0 else -1
    verb = tree.heads[inside]
    if below < 0 or tree.words[inside] != "in" or tree.deps[verb] in ("pobj", "dobj"):
        return
    given = subject_of(tree, verb) if is_passive(tree, verb) else _things(tree, tree.kid(verb, "dobj"))
    if given and (sure := certainty(tree, verb)):
        yield Said("precedes", given, tree.things(below), "favour", 0.8 * sure)


def _things(tree: Tree, noun: int) -> list[int]:
    return tree.things(noun) if noun >= 0 else []


def _in_care(tree: Tree, care: int) -> Iterator[Said]:
    """ "The Platform team takes care of Kestrel", "Ada is in charge of Kestrel"."""
    head = tree.heads[care]
    verb = tree.heads[head] if tree.words[head] == "in" else head
    of = max(tree.prep(care, "of"), tree.prep(verb, "of"))
    below = tree.below(of) if of >= 0 else -1
    of_verb = tree.words[head] == "in" or tree.words[head] in forms("take")
    if below < 0 or not of_verb:
        return
    holders = [i for i in subject_of(tree, verb) if is_team(tree, i) or tree.is_name(i)]
    if holders and (sure := certainty(tree, verb)):
        yield Said("owned_by", tree.things(below), holders, "care", 0.8 * sure)


def _looked_after(tree: Tree, after: int) -> Iterator[Said]:
    """ "Kestrel is looked after by the Platform team"."""
    verb = tree.heads[after]
    by = tree.prep(verb, "by") if tree.words[verb] == "looked" else -1
    by = tree.prep(after, "by") if by < 0 and tree.words[verb] == "looked" else by
    if by < 0 or tree.below(by) < 0 or not (sure := certainty(tree, verb)):
        return
    kept = subject_of(tree, verb)
    if kept:
        yield Said("owned_by", kept, tree.things(tree.below(by)), "care", 0.8 * sure)


def _with_seat(tree: Tree, seat: int) -> Iterator[Said]:
    """ "Kestrel Ltd, a company with its office in Oslo"."""
    having = tree.heads[seat]
    inside = next((p for p in (tree.prep(seat, "in"), tree.prep(seat, "at")) if p >= 0), -1)
    if tree.words[having] != "with" or inside < 0 or (below := tree.below(inside)) < 0:
        return
    bearer = tree.bearer(tree.heads[having])
    if tree.is_name(bearer) and tree.is_place(below):
        yield Said("located_in", [bearer], tree.things(below), "seat", 0.7)


def _has_place(tree: Tree, noun: int, what: str) -> bool:
    """Whether something stands somewhere, by what a model takes it for, or its noun."""
    return what in (*_FIRMS, "FAC", "PRODUCT") or tree.words[noun] in _STANDING


def _between_names(tree: Tree, preposition: int) -> Iterator[Said]:
    """ "Ada Byron of Kestrel Ltd", "the Kestrel cluster in Oslo", by what a model takes them for."""
    noun, below = tree.heads[preposition], tree.below(preposition)
    if below < 0 or not tree.is_name(noun) or not tree.is_name(below):
        return
    end, start = tree.phrase(noun)[1], tree.tokens[preposition].start
    if end > start or tree.text[end:start].strip():
        return  # one name, or something between the two
    word, what, where = tree.words[preposition], tree.seen_as(noun), tree.seen_as(below)
    if not tree.has_own_name(below):
        return
    if what in _PEOPLE and where in _FIRMS and _FULL_NAME.fullmatch(tree.text, *tree.phrase(noun)):
        yield Said("part_of", [noun], tree.things(below, both=False), "person-of", 0.65)
    elif where in _PLACES and _has_place(tree, noun, what) and (word == "in" or what in _FIRMS):
        yield Said("located_in", [noun], tree.things(below), "name-in", 0.6)
