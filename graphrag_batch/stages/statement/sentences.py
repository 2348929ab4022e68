"""The statements of one parsed passage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.clauses import Said, said_by_verb
from graphrag_batch.stages.statement.frames import ORGANS, Frame, nouns, verbs
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.meant import PRONOUNS, Meant, is_plural
from graphrag_batch.stages.statement.nominal import (
    ADJECTIVES,
    defined,
    defined_in_passing,
    part_of_organisation,
    said_by_adjective,
    said_by_noun,
)
from graphrag_batch.stages.statement.phrases import PHRASES, said_by_phrase
from graphrag_batch.stages.statement.tree import MOST_SPANS, Covers, Tree
from graphrag_batch.stages.statement.whose import Subject
from graphrag_batch.textual import Passage, Span, Statement, Tagged

MOST_PAIRS = 256
LONGEST = 400
"""Tokens that are read as one sentence, at most."""
_NEAR, _FADE, _LEAST = 10, 0.02, 0.6


def of_sentences(
    passage: Passage,
    tagged: Tagged,
    relations: tuple[str, ...],
    page: About,
    named: Span | None,
    known: Known,
    pronouns: Mapping[int, Subject],
) -> Iterator[Statement]:
    """What the sentences of a passage say, by its parse. `named` is what the passage is about (the term
    that it defines, its heading): the subject of a sentence that has none. `known` is told what is what;
    of `pronouns` it is known what they mean."""
    covers, frames = Covers(passage, tagged), verbs(relations)
    meant = Meant(passage, page, named if passage.kind != "item" else None, known, pronouns)
    for first, last in _windows(tagged):
        start, end = tagged.tokens[first].start, tagged.tokens[last - 1].end
        if passage.text.rfind(" ", start, end) < 0:
            continue
        tree = Tree(passage, tagged, (first, last), covers)
        if named:
            tree.imply_subject(nouns() if passage.kind == "definition" else (), frames)
        place = passage.span(start, end)
        for said in _all_said(tree, frames):
            stated = _statement(passage, tree, said, place, page, meant)
            if stated:
                implied = named is not None and tree.implied in said.subjects
                yield stated._replace(subjects=(named,)) if named and implied else stated
        meant.follow(tree)


def _windows(tagged: Tagged) -> Iterator[Span]:
    """The sentences, what is too long for one in parts: so no sentence costs more than its length."""
    for first, last in tagged.sentences:
        for start in range(first, last, LONGEST):
            yield start, min(last, start + LONGEST)


def _all_said(tree: Tree, frames: dict[str, tuple[Frame, ...]]) -> Iterator[Said]:
    relating = nouns()
    for i, (word, dep) in enumerate(zip(tree.words, tree.deps, strict=True)):
        if word in frames:
            yield from said_by_verb(tree, i, frames[word])
        if word in relating:
            yield from said_by_noun(tree, i)
        if word in PHRASES:
            yield from said_by_phrase(tree, i)
        if word in ORGANS:
            yield from part_of_organisation(tree, i)
        if word in ADJECTIVES:
            yield from said_by_adjective(tree, i)
        if dep == "ROOT":
            yield from defined(tree, i)
        elif dep == "appos":
            yield from defined_in_passing(tree, i)


def _statement(
    passage: Passage, tree: Tree, said: Said, place: Span, page: About, meant: Meant
) -> Statement | None:
    """A statement of what is said; None where what it is of is not told."""
    subjects, objects = said.subjects[:MOST_SPANS], said.objects[:MOST_SPANS]
    objects = objects[: max(1, MOST_PAIRS // max(1, len(subjects)))]
    if not objects:
        return None
    weight = said.weight * (nearness(min(abs(a - b) for a in subjects for b in objects)) if subjects else 1.0)
    itself = [
        any(page.is_meant(tree.text, tree.phrase(i)) or meant.is_page(tree, i) for i in end)
        for end in (subjects, objects)
    ]
    if said.rel == "cites" and all(is_plural(tree, i) for i in subjects):
        subjects = []  # "Errors follow RFC 9457": it is the page that says so
    if said.rel == "defines" and any(tree.words[i] in PRONOUNS for i in objects):
        return None
    object_spans = meant.objects(tree, objects, subjects)
    subject_spans = meant.subjects(tree, subjects, objects)
    if itself[1] and page.name:
        object_spans = (*object_spans, page.name)
    if itself[0] and page.name and not any(page.is_meant(tree.text, tree.phrase(i)) for i in subjects):
        subject_spans = (page.name,)
    if not object_spans or (subjects and not subject_spans):
        return None
    return Statement(
        said.rel,
        *place,
        subject_spans,
        object_spans,
        said.pattern,
        round(weight, 4),
        of="document" if itself[0] else "section" if not subjects or said.rel == "cites" else "",
        section=passage.section,
    )


def nearness(words: int) -> float:
    """What the number of words between two names takes from what is said of them: nothing up to ten, then two
    hundredths each, at most four tenths."""
    return max(_LEAST, 1.0 - _FADE * max(0, words - _NEAR))
