"""What happened, by the names such things have: "the March flood", "the 2024 audit", "Incident 4711", "Storm
Ciara", "crue de mars", "Hochwasser vom Juli 2021". Pure; linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.lexicon import KNOWN
from graphrag_batch.stages.mention.nouns import HEADS
from graphrag_batch.stages.mention.text import Text, pattern
from graphrag_batch.stages.mention.words import FUNCTION_WORDS, MONTHS
from graphrag_batch.textual import folded, holds

_EN = """
    outage incident flood floods flooding storm blackout breach release fire earthquake eruption strike
    election conference expedition drill gale heatwave drought landslide avalanche spill workshop summit
    exercise audit migration meeting meetup hackathon festival regatta campaign cruise survey rehearsal
    failover cutover freeze launch sprint retreat symposium congress assembly fair exhibition marathon
    tournament championship crash collapse explosion leak attack review games upgrade rollout disaster frost
    harvest hurricane referendum loss derailment sinking wildfire backlog shutdown recall evacuation power-cut
"""
# What has a number or a name of its own behind it.
_NUMBERED = """
    Incident Sprint Outage Drill Cruise Expedition Campaign Operation Workshop Conference Summit Festival
    Audit Symposium Congress Hackathon Störfall Vorfall Ausfall Kampagne Expedition Tagung Konferenz Übung
    Hochwasser Incidente Campaña Expedición Simulacro Congreso Jornadas Campagne Congrès Colloque Exercice
"""
_NAMED = """
    Storm Hurricane Typhoon Cyclone Operation Exercise Tropical\\sStorm Sturm Sturmtief Orkan Orkantief Übung
    Huracán Borrasca Tormenta Operación Ejercicio Simulacro Tempête Ouragan Opération Exercice Cyclone
"""
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer"
    "|Autumn|Winter|Easter|Christmas"
)
_MONATE = "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
_MOIS = (
    "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo"
    "|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
)


def _any(words: str) -> str:
    return "|".join(sorted(words.split(), key=lambda word: (-len(word), word)))


_LINKED = " ".join(noun for lang in ("fr", "es") for noun, kind in HEADS[lang].items() if kind == "event")
_GERMAN = " ".join(noun for noun, kind in HEADS["de"].items() if kind == "event")
_DATED = re.compile(
    rf"\b(?:(?:\d{{1,2}} )?(?:{_MONTHS})(?: \d{{1,2}}| Day)?|(?:19|20)\d\d) (?:(?!and |or "
    rf"|to )[a-z]{{3,12}} )?"
    rf"(?:{_any(_EN)})\b(?! \d)"
    rf"|\b(?:{_any(_LINKED)}) (?:de |d['’]|del |du )(?:\d{{1,2}} (?:de )?)?(?:{_MOIS})\b(?! \d)"
    rf"|\b(?:{_any(_LINKED)}) (?:de |del |du )(?:19|20)\d\d\b"
    rf"|\b(?:{_MONATE})-?(?:{_any(_GERMAN)})s?\b"
)
_CALLED = re.compile(
    rf"\b(?:{_any(_NUMBERED)}) (?:#?\d{{1,6}}|[A-Z]{{1,3}}-?\d{{1,5}})\b(?![.\d])"
    rf"|\b(?:{_any(_NAMED)}) [A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?: [A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+)?"
)
_HELD = re.compile(r"\b(?:at|during|before|after) ((?:[A-Z][\w’'-]{2,30} ){1,3}(?:19|20)\d\d)\b(?![-/]|\.\d)")
# One of these is in what is called by its date.
_DATES = (
    "Jan", "Feb", "Mar", "Apr", "May", "Mai", "Jun", "Jul", "Aug", "Sep", "Oct", "Okt", "Nov", "Dec",
    "Dez", "Spring", "Summer", "Autumn", "Winter", "Easter", "Christmas", "19", "20", "janv", "févr", "mars",
    "avril", "mai", "juin", "juil", "août", "embre", "octobre", "enero", "febr", "marzo", "abril", "mayo",
    "juni",
    "juli", "agosto", "iembre", "octubre",
)  # fmt: skip
_NAMES = tuple(dict.fromkeys(word.partition("\\")[0] for word in (_NUMBERED + _NAMED).split()))
HEADS_OF_ALL = tuple(
    dict.fromkeys(folded(word) for word in f"{_EN} {_LINKED} {_GERMAN} {' '.join(_NAMES)}".split())
)
"""One of these, folded, is in whatever is found."""


def events(text: Text) -> Iterator[Found]:
    """What happened: called by a date, a number, or a name of its own."""
    for signs, expression in ((_DATES, _DATED), (_NAMES, _CALLED)):
        for found in expression.finditer(text.text) if holds(text.text, signs) else ():
            if text.is_free(*found.span()):
                text.taken.add(*found.span())
                yield pattern(*found.span(), "event", 0.8)


def held(text: Text) -> Iterator[Found]:
    """What was held in a year that it is called by: "shown at Harbour Forum 2031"."""
    for found in _HELD.finditer(text.text):
        first = found[1].split()[0]
        if (
            text.is_free(*found.span(1))
            and first not in KNOWN
            and first.lower() not in MONTHS | FUNCTION_WORDS
        ):
            text.taken.add(*found.span(1))
            yield pattern(*found.span(1), "event", 0.8)
