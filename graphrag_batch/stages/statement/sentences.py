"""The statements of one parsed passage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.clauses import SEATS, Said, is_taken_for_noun, said_by_verb, subject_of
from graphrag_batch.stages.statement.frames import Frame, nouns, verbs
from graphrag_batch.stages.statement.nominal import (
    defined,
    defined_in_passing,
    part_of_organisation,
    said_by_adjective,
    said_by_noun,
)
from graphrag_batch.stages.statement.tree import MOST_SPANS, Covers, Tree
from graphrag_batch.textual import Passage, Span, Statement, Tagged

MOST_PAIRS = 256
LONGEST = 400
"""Tokens that are read as one sentence, at most."""
_PRONOUNS = frozenset(("it", "they", "them", "itself", "themselves"))
_SEVERAL = frozenset(("they", "them", "themselves"))
_NEAR, _FADE, _LEAST = 10, 0.02, 0.6


class _Topic(NamedTuple):
    """What a sentence is about, in places of the passage; `is_several`: "they", not "it"."""

    spans: tuple[Span, ...] = ()
    is_several: bool = False


def of_sentences(
    passage: Passage, tagged: Tagged, relations: tuple[str, ...], page: About, named: Span | None
) -> Iterator[Statement]:
    """What the sentences of a passage say, by its parse. `named` is what the passage is about (the term
    that it defines, its heading): the subject of a sentence that has none."""
    covers, frames = Covers(passage, tagged), verbs(relations)
    topic = _Topic()
    for first, last in _windows(tagged):
        start, end = tagged.tokens[first].start, tagged.tokens[last - 1].end
        if passage.text.rfind(" ", start, end) < 0:
            continue
        tree = Tree(passage, tagged, (first, last), covers)
        if named:
            tree.imply_subject(nouns() if passage.kind == "definition" else ())
        for said in _said(tree, frames):
            stated = _statement(passage, tree, said, passage.span(start, end), page, topic)
            yield stated._replace(subjects=(named,)) if named and tree.implied in said.subjects else stated
        topic = _topic(tree) or topic


def _windows(tagged: Tagged) -> Iterator[Span]:
    """The sentences, what is too long for one in parts: so no sentence costs more than its length."""
    for first, last in tagged.sentences:
        for start in range(first, last, LONGEST):
            yield start, min(last, start + LONGEST)


def _said(tree: Tree, frames: dict[str, tuple[Frame, ...]]) -> Iterator[Said]:
    for said in _all_said(tree, frames):
        objects = [i for i in said.objects if tree.words[i] not in _PRONOUNS]
        if objects:
            yield said._replace(objects=objects)


def _all_said(tree: Tree, frames: dict[str, tuple[Frame, ...]]) -> Iterator[Said]:
    for i, word in enumerate(tree.words):
        if word in frames:
            yield from said_by_verb(tree, i, frames[word])
        if word in nouns():
            yield from said_by_noun(tree, i)
        yield from part_of_organisation(tree, i)
        yield from said_by_adjective(tree, i)
        yield from defined(tree, i)
        yield from defined_in_passing(tree, i)


def _statement(
    passage: Passage, tree: Tree, said: Said, place: Span, page: About, topic: _Topic
) -> Statement:
    subjects, objects = said.subjects[:MOST_SPANS], said.objects[:MOST_SPANS]
    objects = objects[: max(1, MOST_PAIRS // max(1, len(subjects)))]
    weight = said.weight * (nearness(min(abs(a - b) for a in subjects for b in objects)) if subjects else 1.0)
    itself = [any(page.is_meant(tree.text, tree.phrase(i)) for i in end) for end in (subjects, objects)]
    if said.rel == "cites" and all(_is_plural(tree, i) for i in subjects):
        subjects = []  # "Errors follow RFC 9457": it is the page that says so
    named = tree.spans(passage, objects)
    subject_spans = tree.spans(passage, subjects)
    if len(subjects) == 1 and (tree.words[subjects[0]] in _PRONOUNS or _is_its_seat(tree, subjects[0])):
        meant = _subject_before(tree, subjects[0]) or topic
        if meant.is_several == (tree.words[subjects[0]] in _SEVERAL):
            subject_spans = tuple(passage.span(*span) for span in meant.spans) or subject_spans
    return Statement(
        said.rel,
        *place,
        subject_spans,
        (*named, page.name) if itself[1] and page.name else named,
        said.pattern,
        round(weight, 4),
        of="document" if itself[0] else "section" if not subjects or said.rel == "cites" else "",
        section=passage.section,
    )


def _is_plural(tree: Tree, noun: int) -> bool:
    """Whether a noun means things in general: "errors", also at the beginning of a sentence ("Redis" is none,
    by its verb)."""
    verb = tree.heads[noun]
    forms = {
        tree.words[verb],
        *(tree.words[k] for k in tree.kids[verb] if tree.deps[k] in ("aux", "auxpass")),
    }
    if forms & {"is", "was", "has", "does"} or tree.words[verb].endswith("s"):
        return False
    return tree.words[noun].endswith("s") and (noun == 0 or not tree.is_name(noun))


def _is_its_seat(tree: Tree, noun: int) -> bool:
    """Whether a noun tells where something else is: "its headquarters are in Oslo"."""
    owner = tree.kid(noun, "poss")
    return tree.words[noun] in SEATS and owner >= 0 and tree.words[owner] == "its"


def _topic(tree: Tree) -> _Topic | None:
    """The subject of a sentence, if it has a name: what "it" in the next one most likely is."""
    for i, dep in enumerate(tree.deps):
        if dep in ("nsubj", "nsubjpass") and tree.deps[tree.heads[i]] in ("ROOT", "ccomp"):
            return None if tree.words[i] in _PRONOUNS else _topic_of(tree, tree.things(i))
    for i, dep in enumerate(tree.deps):
        if dep == "ROOT" and is_taken_for_noun(tree, i):
            return _topic_of(tree, subject_of(tree, i))
    return None


def _topic_of(tree: Tree, things: list[int]) -> _Topic | None:
    several = len(things) > 1 or all(_is_plural(tree, i) for i in things)
    return _Topic(tuple(tree.phrase(i) for i in things), several) if things else None


def _subject_before(tree: Tree, pronoun: int) -> _Topic | None:
    """The subject of a clause before, in the same sentence."""
    for i in range(pronoun - 1, -1, -1):
        clause = tree.deps[tree.heads[i]] in ("ROOT", "conj", "ccomp")
        if clause and tree.deps[i] in ("nsubj", "nsubjpass") and tree.words[i] not in _PRONOUNS:
            return _topic_of(tree, tree.things(i))
    return None


def nearness(words: int) -> float:
    """What the number of words between two names takes from what is said of them: nothing up to ten, then two
    hundredths each, at most four tenths."""
    return max(_LEAST, 1.0 - _FADE * max(0, words - _NEAR))
