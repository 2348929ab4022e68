"""What the words around a name say it names: "X is a service", "the lake X", "X, a company"; or the name of
its column. English, and the commonest of German and Spanish. Pure."""

from __future__ import annotations

import re

from graphrag_batch.textual import Passage

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
_FOREIGN = {
    "product": """
        dienst programm werkzeug datenbank bibliothek anwendung software rechner gerät sonde boje drucker
        tresor
        servicio sistema herramienta programa biblioteca pasarela tienda aplicación base cola sonda boya
        equipo
    """,
    "organization": """
        amt behörde büro abteilung firma gesellschaft unternehmen verein bank hochschule hersteller betreiber
        empresa universidad banco instituto sociedad asociación fabricante
    """,
    "location": """
        stadt dorf see fluss gebäude werk raum leitstelle gemeinde insel berg hafen
        ciudad lago río edificio teatro recinto estación pueblo isla puerto sala
    """,
    "work": "richtlinie gesetz verordnung handbuch buch manual ley libro reglamento directiva",
    "standard": "protokoll norm standard protocolo formato norma",
}
_LABELS = {
    "organization": "owner team maintainer vendor supplier manufacturer operator verantwortlich equipo",
    "location": "city site location place country ort standort ciudad lugar recinto",
    "product": "component tool device sensor instrument host package dependency image komponente werkzeug",
    "person": "author contact name_of_person keeper autor autora",
    "standard": "norm norma",
}
TYPE_OF = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}
_TYPE_OF_FOREIGN = {noun: kind for kind, nouns in _FOREIGN.items() for noun in nouns.split()}
_TYPE_OF_LABEL = {noun: kind for kind, nouns in _LABELS.items() for noun in nouns.split()}
_AFTER = re.compile(
    r"\s?(?:\([^()]{1,40}\)\s?)?(?:,\s(?:a|an|the|our|its)\s|\s(?:is|are|was|were)\s(?:a|an|the|our|its"
    r"|one of the)\s)"
    r"([a-zA-Z][\w/-]*(?: [a-zA-Z][\w/-]*){0,6})"
)
_AFTER_FOREIGN = re.compile(
    r"\s(?:ist|sind|war|es|era|son)\s(?:ein|eine|der|die|das|un|una|el|la)\s([^\W\d_]+)(?:\s([^\W\d_]+))?"
)
_AFTER_COMMA = re.compile(
    r",\s(?:dem|den|der|die|das|ein|eine|einem|un|una|el|la)\s([^\W\d_]+)(?:\s([^\W\d_]+))?"
)
_BY = re.compile(
    r"\b(?:(?:made|built|manufactured|sold|supplied|developed|published|founded|employed|acquired"
    r"|operated)\sby|"
    r"works?\s(?:for|at))\s(?:the\s)?$"
)
_SAID = re.compile(r"\s(?:wrote|said|says|told|asked|argued|joined|retired|studied|was born)\b")
_GENERIC = re.compile(
    r"\s(service|server|database|cluster|dashboard|queue|library|daemon|client|broker|protocol|format"
    r"|server|team)s?\b"
)
_BEFORE = re.compile(r"\b(?:the|our|a|an|of|and|by|in|at|to|from|with)\s(?:[a-z-]+\s)?([a-z]{3,14})\s[\"“]?$")
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|Frau|Herrn?|Señora?|Doña|Don|Dra|Mme)\.?\s$")
_STOP_WORDS = """
    that which who whose for of to in on with and from by at as where when used using written made built
    run runs we
    between among per over under into through across than without against about via after before near and or
"""
_STOP = frozenset(_STOP_WORDS.split())
NEAR = 90


def type_by_words(text: str, start: int, end: int) -> str:
    """The type that the words around a name say, "" for none."""
    if _TITLE.search(text, max(0, start - 10), start):
        return "person"
    if _BY.search(text, max(0, start - 30), start):
        return "organization"
    after = _AFTER.match(text, end, min(len(text), end + NEAR))
    if after is not None:
        kind = _head(after[1])
        if kind:
            return kind
    generic = _GENERIC.match(text, end, min(len(text), end + 16))
    if generic is not None:
        return TYPE_OF[generic[1]] if generic[1] != "team" else ""
    before = _BEFORE.search(text, max(0, start - 40), start)
    if before is not None and before[1] in TYPE_OF:
        return TYPE_OF[before[1]]
    if _SAID.match(text, end, min(len(text), end + 20)):
        return "person"
    return _foreign(text, end)


def type_by_label(passage: Passage, start: int, end: int) -> str:
    """The type that a column's name gives to what is all that a cell says, "" for none."""
    if passage.kind != "cell" or end - start < len(passage.text) - 2 or not passage.label:
        return ""
    last = passage.label.lower().split()[-1]
    return _TYPE_OF_LABEL.get(last, "") or TYPE_OF.get(last, "")


def _foreign(text: str, end: int) -> str:
    for pattern in (_AFTER_FOREIGN, _AFTER_COMMA):
        found = pattern.match(text, end, min(len(text), end + NEAR))
        for word in found.groups() if found is not None else ():
            kind = _noun(word.lower()) if word else ""
            if kind:
                return kind
    return ""


def _noun(word: str) -> str:
    """The type of a noun; German ones are put together, the last part says what it is."""
    if word in _TYPE_OF_FOREIGN:
        return _TYPE_OF_FOREIGN[word]
    return next(
        (kind for noun, kind in _TYPE_OF_FOREIGN.items() if len(noun) > 3 and word.endswith(noun)), ""
    )


def _head(phrase: str) -> str:
    """The type of the last noun of a noun phrase that is one of ours."""
    kind = ""
    for word in phrase.replace("-", " ").split():
        if word.lower() in _STOP:
            break
        kind = TYPE_OF.get(word, "") or TYPE_OF.get(word.removesuffix("s"), "")
    return kind
