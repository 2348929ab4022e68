"""Lines of a key and its value: "Owner: Platform team", "Depends on: Redis, Postgres"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.frames import is_work
from graphrag_batch.stages.statement.pieces import is_nothing, pieces, whole
from graphrag_batch.stages.statement.titles import Meaning, meaning_of
from graphrag_batch.textual import Passage, Span, Statement

_COLON = re.compile(r"[:：]\s")
_LONGEST_KEY, _LONGEST_VALUE = 42, 200


class _Line(NamedTuple):
    passage: Passage
    span: Span
    meaning: Meaning
    values: tuple[Span, ...]


def of_keys(
    document: Document, passages: Sequence[Passage], relations: tuple[str, ...]
) -> Iterator[Statement]:
    """What such lines say: of the document, or, where sections side by side have the same key, of what each
    section is called after."""
    lines = [
        line for p in passages if p.kind in ("paragraph", "item") for line in _lines(document, p, relations)
    ]
    headings = {
        p.section: p.span(0, len(p.text)) for p in reversed(passages) if p.kind in ("heading", "title")
    }
    about = next((headings[section] for section in sorted(headings)), None)
    shared = _beside(document, {(line.passage.section, line.meaning) for line in lines})
    for line in lines:
        heading = headings.get(line.passage.section) if line.passage.section in shared else None
        yield from _statement(line, heading, about)


def _beside(document: Document, keys: set[tuple[int, Meaning]]) -> set[int]:
    """The sections that have a key in common with one beside them."""
    parents = {section: document.sections[section].parent for section, _ in keys if section >= 0}
    counts = Counter((parents[section], key) for section, key in keys if section >= 0)
    return {section for section, key in keys if section >= 0 and counts[parents[section], key] > 1}


def _statement(line: _Line, heading: Span | None, about: Span | None) -> Iterator[Statement]:
    values = tuple(line.passage.span(*value) for value in line.values)
    place = line.passage.span(*line.span)
    rel, turned = line.meaning
    if rel == "refers_to" and any(is_work(line.passage.text[slice(*value)]) for value in line.values):
        rel = "cites"
    if turned:
        if subject := heading or about:
            yield Statement(rel, *place, values, (subject,), "key", 0.85, "", line.passage.section)
    elif heading:
        yield Statement(rel, *place, (heading,), values, "key", 0.85, "", line.passage.section)
    else:
        yield Statement(rel, *place, (), values, "key", 0.85, "document", line.passage.section)


def has_key(document: Document, passage: Passage, relations: tuple[str, ...]) -> bool:
    """Whether a passage holds such a line."""
    return next(_lines(document, passage, relations), None) is not None


def _lines(document: Document, passage: Passage, relations: tuple[str, ...]) -> Iterator[_Line]:
    if not _COLON.search(passage.text):
        return
    for start, end in _parted(document, passage):
        colon = _COLON.search(passage.text, start, min(end, start + _LONGEST_KEY))
        meaning = meaning_of(passage.text[start : colon.start()], relations) if colon else None
        if colon and meaning and end - colon.end() <= _LONGEST_VALUE:
            found = whole(pieces(passage.text, colon.end(), end), passage)
            values = [value for value in found if not is_nothing(passage.text[slice(*value)])]
            if values:
                yield _Line(passage, (start, end), meaning, tuple(values))


def _parted(document: Document, passage: Passage) -> Iterator[Span]:
    """The lines of a passage as they stand in the document."""
    start, last = 0, passage.place(len(passage.text) - 1)
    at = document.text.find("\n", passage.place(0), last)
    there = [run[1] for run in passage.places]
    while at >= 0:
        run = passage.places[max(0, bisect_right(there, at) - 1)]
        following = passage.places[min(len(there) - 1, bisect_right(there, at))]
        here = min(run[0] + at - run[1], following[0] if following[1] > at else len(passage.text))
        if here > start:
            yield start, here
            start = here + (passage.text[here : here + 1] == " ")
        at = document.text.find("\n", at + 1, last)
    yield start, len(passage.text)
