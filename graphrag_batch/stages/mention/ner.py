"""The names that a tagger finds, in our types. On technical text such models err: what a pattern, code font
or the way it is written contradicts is left out, or counts only where somebody else knows it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphrag_batch.stages.mention.cues import LIKELY, cue
from graphrag_batch.stages.mention.found import Found, Taken
from graphrag_batch.stages.mention.lexicon import THINGS
from graphrag_batch.stages.mention.names import Vocabulary, is_thing
from graphrag_batch.stages.mention.own import own_type, surer
from graphrag_batch.stages.mention.plain import is_never, is_plain
from graphrag_batch.stages.mention.words import ARTICLES, FUNCTION_WORDS, IMPERATIVES
from graphrag_batch.textual import UNTOLD, Tagged

TYPES = {
    "PERSON": "person", "NORP": "group", "FAC": "location", "ORG": "organization", "GPE": "location",
    "LOC": "location", "PRODUCT": "product", "EVENT": "event", "WORK_OF_ART": "work", "LAW": "work",
    "LANGUAGE": "group", "DATE": "date", "TIME": "date", "PERCENT": "quantity", "MONEY": "quantity",
    "QUANTITY": "quantity",
    "PER": "person", "MISC": "concept",
}  # fmt: skip
"""Labels of the models we know; others (ORDINAL, CARDINAL) name nothing."""

_MEASURES = frozenset({"date", "quantity"})
# What a single word that nothing else tells of is called: a model's guess is no better than none.
_GUESSED = frozenset({"person", "organization"})
_EDGES = re.compile(r"^[\W_]+|[^\w)%+#]+$")
_POSSESSIVE = re.compile(r"['’]s?$")
_WORD = re.compile(r"\S+")
_ABBREVIATED = re.compile(r"(?:[A-Za-z]\.){2,}$|\b(?:Inc|Ltd|Co|Corp|Jr|Sr|St)\.$")
_CUT = re.compile(r"\s?[(\[]")
_QUALIFIER = re.compile(
    r"(?:at least|at most|more than|less than|fewer than|up to|older than|longer than|over|under|about"
    r"|around|"
    r"approximately|roughly|nearly|almost|only|some|just|the last|the past|the next|last|past|next"
    r"|every|each|early|"
    r"late|mid|between|within|another|a further|as early as|the)\s",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\d|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|century|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Christmas|Easter)"
)

_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|\.|º|ª|e)")


class Context(NamedTuple):
    """What is known of a passage that a tagger read."""

    text: str
    patterns: Taken
    code: Taken
    known: Vocabulary


def find_tagged(context: Context, tagged: Tagged) -> Iterator[Found]:
    """The names that the tagger found in a passage."""
    for start, end, label in tagged.entities:
        type = TYPES.get(label, "")
        span = _trimmed(context.text, start, end)
        if type in _MEASURES and span is not None:
            yield from _measured(context, *span, type)
        elif type and span is not None:
            yield from _judged(context, *span, type, label)


def _measured(context: Context, start: int, end: int, type: str) -> Iterator[Found]:
    """Dates and quantities that no pattern found: those with a number or a name."""
    while (qualifier := _QUALIFIER.match(context.text, start, end)) is not None:
        start = qualifier.end()
    free = not context.patterns.touches(start, end) and not context.code.touches(start, end)
    surface = context.text[start:end]
    if (
        free
        and _DATED.search(surface)
        and not _ORDINAL.fullmatch(surface)
        and not (context.known.technical and surface.isdigit())
    ):
        yield Found(start, end, type, "ner", 0.7, True)


def _judged(context: Context, start: int, end: int, type: str, label: str) -> Iterator[Found]:
    first = context.text[start:end].split()[0].lower()
    while first in IMPERATIVES or first in FUNCTION_WORDS:
        if (
            context.text[start : start + len(first)] in context.known.names
            or " " not in context.text[start:end]
        ):
            break
        start = context.text.index(" ", start) + 1
        first = context.text[start:end].split()[0].lower()
    surface = context.text[start:end]
    over = list(context.patterns.over(start, end))
    contradicted = any((a <= start and end <= b) or a < start or b > end for a, b in over)
    contradicted = contradicted or (len(over) > 1 and over[0][0] == start and over[-1][1] == end)
    if contradicted or context.code.touches(start, end) or (surface.islower() and label != "NORP"):
        return
    words = surface.split()
    if all(map(is_never, words)) or surface[0] in "-–—$@":
        return
    if surface.isupper() and len(words) > 1 and all(is_plain(word) or word in THINGS for word in words):
        return
    if all(map(is_plain, words)) and not any(word in context.known.names for word in words):
        return
    doubtful = _is_doubtful(words, type, context, bool(over))
    told = surer(cue(context.text, start, end, context.known.technical), own_type(words))
    if told is not None and (told.score >= LIKELY or doubtful or context.known.technical):
        yield Found(start, end, told.type, "ner", told.score, told.score >= LIKELY)
    elif doubtful:
        kind = "product" if is_thing(surface, context.known) else "concept"
        yield Found(start, end, kind, "ner", UNTOLD, False)
    elif surface.isupper() and len(words) == 1 and type in ("organization", "person", "work"):
        yield Found(start, end, "concept", "ner", UNTOLD, True)
    else:
        alone = len(words) == 1 and type in _GUESSED and not over
        yield Found(start, end, "concept" if alone else type, "ner", UNTOLD if alone else 0.55, True)


def _is_doubtful(words: list[str], type: str, context: Context, over: bool) -> bool:
    """Whether a model is likely to be wrong: acronyms and common words for people and companies, and any name
    of one word in text about software."""
    known, technical = context.known, context.known.technical
    single = len(words) == 1
    common = [word for word in words if word.lower() in known.common and word not in known.names]
    if type == "person":
        letters = [word for word in words if word[0].isalpha()]
        odd = any(
            (w.isupper() and len(w) > 2) or any(map(str.isdigit, w)) or not w[0].isupper() for w in letters
        )
        return odd or over or (technical and (single or len(common) == len(words)))
    if (single and words[0].lower() in known.common) or len(common) == len(words):
        return True
    if technical and type in ("organization", "location", "product", "work", "group", "event"):
        return single or over
    return False


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Without punctuation and blanks at the edges, articles before, and a possessive after."""
    cut = _CUT.search(text, start + 1, end)
    end = cut.start() if cut is not None and ")" not in text[cut.start() : end] else end
    while True:
        surface = text[start:end]
        if _ABBREVIATED.search(surface):
            break
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
