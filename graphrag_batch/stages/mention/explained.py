"""What a sentence, or what follows a colon or a dash, says a term is: "Soft hold: a reservation that …",
"Quiet zones are places where …". English, German, French, Spanish. Pure; linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from graphrag_batch.stages.mention.words import FUNCTION_WORDS, IMPERATIVES
from graphrag_batch.textual import Passage, holds

MOST_WORDS = 4
USES = 3
"""A word that a sentence defines is a term of the page if the page goes on to use it."""
GOES_ON = re.compile(r"\s?(?:\([^()]{1,40}\))?(?::\s|\s[–—-]\s)")
"""Behind what is set apart: a colon or a dash."""
# What an explanation says of a term: "a reservation that …", "the time in which …", "whoever is on call".
_KIND = (
    r"(?:(?:an?|the|any|every|each|one|some|all|those|our|eine?|jede[rs]?|der|die|das|una?|el|la|los"
    r"|las|cada|une|les?"
    r"|chaque|tout|toute|l['’])\b[^.:;!?]{3,90}|[a-z]+s\s)"
)
_RELATIVE = (
    r"\b(?:that|which|who|whom|whose|where|when|with|without|for|of|to|in|made|used|kept|written"
    r"|between|against|from"
    r"|der|die|das|dem|den|dessen|deren|mit|für|von|in|zur|zum|que|cuyo|cuya|para|de|con|sin|donde"
    r"|qui|dont|pour|où"
    r"|avec|sans|à|du|des)\b"
)
_WORD = re.compile(r"\w+")
_EXPLAINS = re.compile(
    rf"{_KIND}{_RELATIVE}"
    r"|(?:whoever|whatever|anyone|anybody|anything|everything|someone|something|what|how|when|where|who)\s"
)
# "Quiet zones are places where …", "Consumer lag is the number of …": in the plural, or without an article.
_BARE = re.compile(
    r"(?:^|[.!?]\s)([A-Z][a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*){0,2})(?:,? \([^()]{1,40}\))?"
    r" (?:is|are|means|denotes)"
    r" ((?:an?|the|any|those|all) [^.:;!?]{3,80}|[a-z]+s )"
    r"\b(?:that|which|who|whose|where|when|of|in which|for which|to which)\b"
)
_MEANS = re.compile(
    r"(?:^|[.!?:]\s|\()(?:An?|an?|The|[Ee]ine?|[Uu]na?|[Uu]ne)"
    r" ((?:[a-zà-ü]+(?:-[a-zà-ü]+)*\s){0,2}[\w-]+) (?:(?:is|are) (?:any\w+|every\w+|what|whatever"
    r"|whoever|where|when"
    r"|how)\b|means? (?:that|an?|the|any)\b|denotes |refers to |bedeutet, dass |significa que |signifie que )"
)
# "Stale reads – results that …"; "believed to be a salt house: a shed in which …".
_DASHED = re.compile(r"([A-Z][a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*){1,2}) [–—-] ")
_PLACED = re.compile(
    r"\b[Aa]n? ([a-z]+(?:-[a-z]+)* [a-z]+)(?:: | [–—] |, that is, |, i\.e\. )an? [a-z]+(?: [a-z]+){0,3}"
    r" (?:in which|on which|that|which|where|who|whose|for|with)\b"
)
# One of these is in whatever such an expression finds.
_SAYING = (" mean", " denot", " refer", "bedeutet", "significa", "signifie", "is any", "are any", "is every",
           "are every", " what", " whoever", " where", " when", " how")  # fmt: skip
_APPOSED = (": a", " – a", " — a", ", that is", ", i.e.")
_BEING = (" is a", " is th", " are ", " means ", " denotes ", " is all", " is those")
_NONE = """
    this that these those it there here what which who everything nothing anything everyone all both each
    every some most many few another other others one two three first second third next last rest result
    results reason aim goal purpose problem question answer idea point difference advantage disadvantage
    example case following default same only best easiest simplest way
"""
_NO_TERM = frozenset(_NONE.split())


def is_explained(text: str, start: int, bare: int, end: int) -> bool:
    """Whether a colon or a dash and what a thing is follow: "**Soft hold**: a reservation that …"."""
    dash = GOES_ON.match(text, end)
    after = dash.end() if dash is not None else end + 1
    if dash is None and not (bare < end and text[bare] == ":"):
        return False
    return (
        text[start:bare].count(" ") < MOST_WORDS
        and _EXPLAINS.match(_lowered(text[after : after + 120])) is not None
    )


def _lowered(text: str) -> str:
    """The text with a small letter at its beginning, unless it begins with a name."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def explains(text: str) -> bool:
    """Whether a text begins by saying what a thing is."""
    return _EXPLAINS.match(_lowered(text)) is not None


def stated(passage: Passage, text: str) -> Iterator[tuple[int, int, bool]]:
    """Terms of which a sentence of a passage says what they mean; without an article those that the page,
    whose `text` is given, uses elsewhere."""
    for said in _MEANS.finditer(passage.text) if holds(passage.text, _SAYING) else ():
        if said[1].split()[0] not in _NO_TERM and (" " in said[1] or occurs(said[1], text) >= USES):
            yield *said.span(1), True
    if passage.kind not in ("item", "paragraph"):
        return
    dashed = _DASHED.match(passage.text)
    begins = dashed is not None and dashed[1].split()[0].lower() not in FUNCTION_WORDS | IMPERATIVES
    if dashed is not None and begins and explains(passage.text[dashed.end() : dashed.end() + 120]):
        yield *dashed.span(1), True
    for placed in _PLACED.finditer(passage.text) if holds(passage.text, _APPOSED) else ():
        yield *placed.span(1), True
    for said in _BARE.finditer(passage.text) if holds(passage.text, _BEING) else ():
        words = said[1].lower().split()
        closed = any(word in FUNCTION_WORDS or word in _NO_TERM or word in IMPERATIVES for word in words)
        told = len(words) > 1 and not closed and not words[0].endswith(("ing", "ly"))
        several = said[1].endswith("s") and said[2].endswith("s ")  # "are places where"
        if told and (several or occurs(singular(said[1][0].lower() + said[1][1:]), text) > 1):
            yield *said.span(1), True


def occurs(word: str, text: str) -> int:
    """How often a text has a term, in the plural too, with a capital letter or without."""
    ways = {word, word[0].upper() + word[1:]} if word[0].islower() else {word}
    places = _places(text)
    return sum(
        text.startswith(way, at) for way in ways for at in places.get(singular(_WORD.findall(way)[0]), ())
    )


@lru_cache(maxsize=1)
def _places(text: str) -> dict[str, list[int]]:
    """Where each word of a text stands: a page may have many terms, and is read once."""
    places: dict[str, list[int]] = {}
    for found in _WORD.finditer(text):
        places.setdefault(singular(found[0]), []).append(found.start())
    return places


def singular(text: str) -> str:
    """A term without the ending of its plural."""
    return text[:-1] if text.endswith("s") and not text.endswith(("ss", "us", "is")) else text
