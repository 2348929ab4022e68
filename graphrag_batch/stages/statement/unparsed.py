"""The statements of one passage that no parser has read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.plain import Found, found_in, opening, sentences_of
from graphrag_batch.stages.statement.sentences import nearness
from graphrag_batch.stages.statement.triggers import Triggers
from graphrag_batch.stages.statement.whose import Subject, meant_in
from graphrag_batch.textual import Passage, Span, Statement

_ARTICLE = re.compile(r"\b(?:the|el|la|le|l['’])\s?$", re.IGNORECASE)


def of_triggers(
    passage: Passage,
    triggers: Triggers,
    page: About,
    named: Span | None,
    known: Known,
    meant: Mapping[int, Subject],
) -> Iterator[Statement]:
    """What the sentences of a passage say, by trigger words. `named` is what the passage is about: the
    subject of a sentence that has none; `meant` are the pronouns of which it is known what they mean."""
    topic: tuple[Span, ...] = ()
    for sentence in sentences_of(passage.text, {start for start, _, _ in passage.marks}):
        first = opening(passage.text, sentence)
        subjects: tuple[Span, ...] = ()
        here = meant_in(passage, sentence, meant)
        for found in found_in(passage.text, sentence, triggers, topic, implied=named is not None, meant=here):
            yield _statement(passage, found, page, named, known, meant)
            subjects = subjects or found.subjects
        topic = subjects or ((first,) if first else topic)


def _statement(
    passage: Passage,
    found: Found,
    page: About,
    named: Span | None,
    known: Known,
    meant: Mapping[int, Subject],
) -> Statement:
    subjects, objects = (_spans(passage, side, known, meant) for side in (found.subjects, found.objects))
    rel, weight = found.rel, found.weight
    if found.subjects:
        weight *= nearness(_words_between(passage.text, found.subjects[-1], found.objects[0]))
    elif named:
        subjects = (named,)
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


def _spans(
    passage: Passage, side: tuple[Span, ...], known: Known, meant: Mapping[int, Subject]
) -> tuple[Span, ...]:
    """The stretches of a side in the document; of "the institute", where the one institute was named."""
    found: list[Span] = []
    for span in side:
        one = meant.get(passage.place(span[0]))
        found.extend(one.spans if one else (_place(passage, span, known),))
    return tuple(found)


def _place(passage: Passage, span: Span, known: Known) -> Span:
    here, said = passage.span(*span), passage.text[slice(*span)]
    article = _ARTICLE.search(passage.text, max(0, span[0] - 4), span[0])
    return (known.what(said, here[0]) if article and said.isalpha() and said.islower() else None) or here


def _words_between(text: str, one: Span, other: Span) -> int:
    return text.count(" ", min(one[1], other[1]), max(one[0], other[0]))
