"""Items of lists that name somebody, and where they belong: "Astrid Kolberg, Hallin Institute: the buoy"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.textual import Passage, Statement, Tagged

_COMMA = re.compile(r",\s(?:(?:the|an?)\s)?", re.IGNORECASE)
_END = re.compile(r"\s*(?:$|[:;,.(–—]|-\s)")
_ROLE = re.compile(r"(?:, [a-z][\w -]{1,40})?\s")
_THINGS = ("ORG", "FAC", "PRODUCT")
_PLACES = ("GPE", "LOC")


def of_item(passage: Passage, tagged: Tagged) -> Iterator[Statement]:
    """What an item says that begins with two names, by what a model takes them for."""
    if passage.kind not in ("item", "cell") or len(tagged.entities) < 2:
        return
    yield from _beside(passage, tagged)
    (start, end, what), (other, last, where) = sorted(tagged.entities)[:2]
    between = _COMMA.fullmatch(passage.text, end, max(end, other))
    if start > 0 or between is None or not _END.match(passage.text, last):
        return
    rel = "part_of" if what == "PERSON" and where == "ORG" else ""
    rel = "located_in" if what in _THINGS and where in _PLACES else rel
    if rel:
        whole = passage.span(0, len(passage.text))
        ends = (passage.span(start, end),), (passage.span(other, last),)
        yield Statement(rel, *whole, *ends, "listed", 0.65, "", passage.section)


def _beside(passage: Passage, tagged: Tagged) -> Iterator[Statement]:
    """The place in brackets after a name, or after what else is said of it: "Ada Byron, lead (Oslo)"."""
    (start, end, what), *others = sorted(tagged.entities)
    for other, last, where in others:
        bracketed = passage.text[other - 1 : other] == "(" and passage.text[last : last + 1] == ")"
        if start == 0 and bracketed and what in ("PERSON", *_THINGS) and where in _PLACES:
            if _ROLE.fullmatch(passage.text, end, other - 1):
                ends = (passage.span(start, end),), (passage.span(other, last),)
                place = passage.span(0, last + 1)
                yield Statement("located_in", *place, *ends, "listed", 0.65, "", passage.section)
            return
