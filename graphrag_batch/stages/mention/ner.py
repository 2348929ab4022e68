"""The names that a tagger finds, in our types. On technical text such models err: what a pattern, code font
or the way it is written contradicts is left out, or counts only where somebody else knows it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphrag_batch.stages.mention.found import Found, Taken
from graphrag_batch.stages.mention.names import Vocabulary, type_of
from graphrag_batch.stages.mention.words import ARTICLES, FUNCTION_WORDS, IMPERATIVES
from graphrag_batch.textual import Tagged

TYPES = {
    "PERSON": "person", "NORP": "group", "FAC": "location", "ORG": "organization", "GPE": "location",
    "LOC": "location", "PRODUCT": "product", "EVENT": "event", "WORK_OF_ART": "work", "LAW": "work",
    "LANGUAGE": "group", "DATE": "date", "TIME": "date", "PERCENT": "quantity", "MONEY": "quantity",
    "QUANTITY": "quantity", "CARDINAL": "quantity",
    "PER": "person", "MISC": "concept",
}  # fmt: skip
"""Labels of the models we know; others (ORDINAL) name nothing."""

_MEASURES = frozenset({"date", "quantity"})
_EDGES = re.compile(r"^[\W_]+|[^\w)%+#]+$")
_POSSESSIVE = re.compile(r"['’]s?$")
_WORD = re.compile(r"\S+")


class Context(NamedTuple):
    """What is known of a passage that a tagger read. `technical`: its document is about software."""

    text: str
    patterns: Taken
    code: Taken
    known: Vocabulary
    technical: bool


def find_tagged(context: Context, tagged: Tagged) -> Iterator[Found]:
    """The names that the tagger found in a passage."""
    for start, end, label in tagged.entities:
        type = TYPES.get(label, "")
        span = _trimmed(context.text, start, end)
        if type and span is not None:
            yield from _judged(context, *span, type, label)


def _judged(context: Context, start: int, end: int, type: str, label: str) -> Iterator[Found]:
    surface = context.text[start:end]
    in_code = context.code.touches(start, end)
    over = list(context.patterns.over(start, end))
    if type in _MEASURES:
        if not over and not in_code and _measures(surface, label, context.technical):
            yield Found(start, end, type, "ner", 0.7, True)
        return
    contradicted = any((a <= start and end <= b) or a < start or b > end for a, b in over)
    if contradicted or in_code or (surface.islower() and label != "NORP"):
        return
    words = surface.split()
    doubtful = _is_doubtful(words, type, context, bool(over))
    own = type_of(words)
    if doubtful or (own != "concept" and type in ("organization", "location", "product", "person")):
        type = own
    yield Found(start, end, type, "ner", 0.5 if doubtful else 0.8, not doubtful)


def _measures(surface: str, label: str, technical: bool) -> bool:
    if label == "CARDINAL":
        return not technical and len(surface) > 1
    return any(map(str.isdigit, surface)) or not technical


def _is_doubtful(words: list[str], type: str, context: Context, over: bool) -> bool:
    """Whether a model is likely to be wrong: acronyms and common words for people and companies, and any name
    of one word in text about software."""
    known, technical = context.known, context.technical
    single = len(words) == 1
    common = [word for word in words if word.lower() in known.common and word not in known.names]
    if any(word.lower() in IMPERATIVES and word not in known.names for word in words[:1]):
        return True
    if type == "person":
        odd = any(
            (word.isupper() and len(word) > 2) or any(map(str.isdigit, word)) or not word[0].isupper()
            for word in words
            if word[0].isalpha()
        )
        return odd or over or (technical and (single or bool(common)))
    if single and words[0].lower() in known.common:
        return True
    if technical and type in ("organization", "location", "product", "work", "group", "event"):
        return (single and (words[0].isupper() or type not in ("location", "group"))) or len(common) == len(
            words
        )
    return False


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Without punctuation and blanks at the edges, articles before, and a possessive after."""
    while True:
        surface = text[start:end]
        for found in _EDGES.finditer(surface):
            if found.start() == 0:
                start += found.end()
            if found.end() == len(surface) and found.start():
                end -= len(surface) - found.start()
        surface = text[start:end]
        possessive = _POSSESSIVE.search(surface)
        if possessive is not None and possessive.start():
            end = start + possessive.start()
        first = _WORD.match(text, start, end)
        if first is not None and first[0].lower() in ARTICLES and first.end() < end:
            start = first.end()
            continue
        if text[start:end] == surface or start >= end:
            break
    surface = text[start:end]
    return (start, end) if surface.strip() and surface.lower() not in FUNCTION_WORDS else None
