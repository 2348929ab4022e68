"""Items of lists that name somebody, and where they belong: "Astrid Kolberg, Hallin Institute: the buoy"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.textual import Passage, Statement, Tagged

_COMMA = re.compile(r",\s(?:(?:the|an?)\s)?", re.IGNORECASE)
_END = re.compile(r"\s*(?:$|[:;,.(–—]|-\s)")
_THINGS = ("ORG", "FAC", "PRODUCT")
_PLACES = ("GPE", "LOC")


def of_item(passage: Passage, tagged: Tagged) -> Iterator[Statement]:
    """What an item says that begins with two names, by what a model takes them for."""
    if passage.kind not in ("item", "cell") or len(tagged.entities) < 2:
        return
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
