"""The statements of one passage that no parser has read."""

from __future__ import annotations

from collections.abc import Iterator

from graphrag_batch.stages.statement.languages import Language
from graphrag_batch.stages.statement.plain import Found, found_in, sentences_of
from graphrag_batch.stages.statement.sentences import nearness
from graphrag_batch.textual import Passage, Span, Statement


def of_triggers(passage: Passage, words: Language) -> Iterator[Statement]:
    """What the sentences of a passage say, by trigger words."""
    for sentence in sentences_of(passage.text):
        for found in found_in(passage.text, sentence, words):
            yield _statement(passage, found)


def _statement(passage: Passage, found: Found) -> Statement:
    subjects, objects = (_spans(passage, side) for side in (found.subjects, found.objects))
    rel, of = found.rel, ""
    weight = found.weight * nearness(_words_between(passage.text, found.subjects[-1], found.objects[0]))
    if found.trigger.turned:
        subjects, objects = objects, subjects
    if rel == "is-a":
        rel, of, subjects, objects = "defines", "section", (), subjects[-1:]
    place = passage.span(*found.sentence)
    return Statement(rel, *place, subjects, objects, "trigger", round(weight, 4), of, passage.section)


def _spans(passage: Passage, side: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(passage.span(*span) for span in side)


def _words_between(text: str, one: Span, other: Span) -> int:
    return text.count(" ", min(one[1], other[1]), max(one[0], other[0]))
