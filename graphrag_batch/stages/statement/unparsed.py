"""The statements of one passage that no parser has read."""

from __future__ import annotations

from collections.abc import Iterator

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.languages import Language
from graphrag_batch.stages.statement.plain import Found, found_in, opening, sentences_of
from graphrag_batch.stages.statement.sentences import nearness
from graphrag_batch.textual import Passage, Span, Statement


def of_triggers(passage: Passage, words: Language, page: About) -> Iterator[Statement]:
    """What the sentences of a passage say, by trigger words."""
    topic: tuple[Span, ...] = ()
    for sentence in sentences_of(passage.text, {start for start, _, _ in passage.marks}):
        first = opening(passage.text, sentence)
        for found in found_in(passage.text, sentence, words, topic):
            yield _statement(passage, found, page)
        topic = (first,) if first else topic


def _statement(passage: Passage, found: Found, page: About) -> Statement:
    subjects, objects = (_spans(passage, side) for side in (found.subjects, found.objects))
    rel = found.rel
    weight = found.weight * nearness(_words_between(passage.text, found.subjects[-1], found.objects[0]))
    itself = [
        any(page.is_meant(passage.text, span) for span in side) for side in (found.subjects, found.objects)
    ]
    if found.trigger.turned:
        subjects, objects = objects, subjects
        itself.reverse()
    if itself[1] and page.name:
        objects = (*objects, page.name)
    of = "document" if itself[0] else "section" if rel == "cites" else ""
    if rel == "is-a":
        rel, of, subjects, objects = "defines", "section", (), subjects[-1:]
    place = passage.span(*found.sentence)
    return Statement(rel, *place, subjects, objects, "trigger", round(weight, 4), of, passage.section)


def _spans(passage: Passage, side: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(passage.span(*span) for span in side)


def _words_between(text: str, one: Span, other: Span) -> int:
    return text.count(" ", min(one[1], other[1]), max(one[0], other[0]))
