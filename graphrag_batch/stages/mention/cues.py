"""What the words around a name say it names: "X is a service", "the lake X", "X, a company". Pure."""

from __future__ import annotations

import re

_NOUNS = {
    "product": """
        service system tool server database broker cache queue scheduler library framework package
        module plugin application app program daemon agent client platform engine proxy gateway
        cluster dashboard registry vault compiler runtime console printer sensor buoy instrument
        device logger microscope spectrometer photometer fluorometer filter disk probe software
        product sdk portal website webapp bot worker controller orchestrator monitor editor browser
        kernel distribution store index appliance firewall router switch robot vehicle aircraft ship
        utility component balancer api interface archiver manager tracker language warehouse
    """,
    "organization": """
        company team group institute university agency organisation organization department office
        authority board committee council foundation bank vendor provider supplier manufacturer
        startup firm association union club band publisher society ministry guild consultancy
        retailer airline school hospital party newspaper label laboratory contractor subsidiary
        utility
    """,
    "location": """
        lake river city town village island building site plant room region country mountain bay
        harbour harbor port valley street theatre theater venue campus observatory municipality
        district province state county suburb peninsula capital commune settlement hamlet
        neighbourhood
    """,
    "person": """
        engineer author director keeper scientist researcher analyst student officer professor
        singer actor actress politician writer player footballer musician composer painter poet
        lawyer physician architect historian philosopher journalist economist mathematician
        biologist chemist physicist photographer novelist
    """,
    "work": """
        policy guideline guidelines directive regulation law act book paper article report handbook
        manual series study novel album song film movie poem opera dataset record single episode
        play agreement
    """,
    "standard": "protocol format standard specification encoding algorithm notation schema",
    "event": "incident outage conference festival war battle tournament exhibition drill exercise",
    "concept": "role procedure process technique method state phase practice principle theorem disease",
}
TYPE_OF = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}
_AFTER = re.compile(
    r"\s?(?:\([^()]{1,40}\)\s?)?(?:,\s(?:a|an|the|our|its)\s|\s(?:is|are|was|were)\s(?:a|an|the|our|its"
    r"|one of the)\s)"
    r"([a-zA-Z][\w/-]*(?: [a-zA-Z][\w/-]*){0,6})"
)
_GENERIC = re.compile(
    r"\s(service|server|database|cluster|dashboard|queue|library|daemon|client|broker|protocol|format"
    r"|server|team)s?\b"
)
_BEFORE = re.compile(r"\b(?:the|our|a|an|of|and|by|in|at|to|from|with)\s(?:[a-z-]+\s)?([a-z]{3,14})\s[\"“]?$")
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|Frau|Herrn?|Señora?|Doña|Don|Dra|Mme)\.?\s$")
_STOP_WORDS = """
    that which who whose for of to in on with and from by at as where when used using written made built
    run runs we
"""
_STOP = frozenset(_STOP_WORDS.split())
NEAR = 90


def type_by_words(text: str, start: int, end: int) -> str:
    """The type that the words around a name say, "" for none."""
    if _TITLE.search(text, max(0, start - 10), start):
        return "person"
    after = _AFTER.match(text, end, min(len(text), end + NEAR))
    if after is not None:
        kind = _head(after[1])
        if kind:
            return kind
    generic = _GENERIC.match(text, end, min(len(text), end + 16))
    if generic is not None:
        return TYPE_OF[generic[1]] if generic[1] != "team" else ""
    before = _BEFORE.search(text, max(0, start - 40), start)
    return TYPE_OF.get(before[1], "") if before is not None else ""


def _head(phrase: str) -> str:
    """The type of the last noun of a noun phrase that is one of ours."""
    kind = ""
    for word in phrase.replace("-", " ").split():
        if word.lower() in _STOP:
            break
        kind = TYPE_OF.get(word, "") or TYPE_OF.get(word.removesuffix("s"), "")
    return kind
