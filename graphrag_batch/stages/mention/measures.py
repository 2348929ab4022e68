"""Dates, times, durations, and numbers with a unit, in English, German, Spanish and French. Pure; linear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.textual import folded, holds

_MONTH = (
    r"(?:Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|March|März|Mar|Apr(?:il)?|May|Mai|June?|Juni|July?|Juli"
    r"|Aug(?:ust)?|"
    r"Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?|enero|febrero|marzo|abril|mayo"
    r"|junio|julio|"
    r"agosto|sep?tiembre|octubre|noviembre|diciembre|janvier|février|mars|avril|mai|juin|juillet|août"
    r"|septembre|"
    r"octobre|novembre|décembre)"
)
_DAY = (
    r"(?:Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|Montags?|Dienstags?"
    r"|Mittwochs?|"
    r"Donnerstags?|Freitags?|Samstags?|Sonnabends?|Sonntags?|lunes|martes|miércoles|jueves|viernes|sábados?|"
    r"domingos?|[Ll]undi|[Mm]ardi|[Mm]ercredi|[Jj]eudi|[Vv]endredi|[Ss]amedi|[Dd]imanche)"
)
_SPELLED = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty"
    r"|fifty|sixty|"
    r"half an?|ein(?:e[nrms]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|una?|dos|tres"
    r"|cuatro|cinco|"
    r"seis|siete|ocho|nueve|diez|doce|media|deux|trois|quatre|cinq|sept|huit|neuf|dix)"
)
_DIGITS = r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,2}(?![\d])|\d{1,9}(?:[.,]\d{1,9}){0,3})"
_NUMBER = rf"{_DIGITS}(?:\s?(?:[–-]|to|bis|a)\s?{_DIGITS})?"
_SPAN = (
    r"(?:(?:business |working |calendar )?(?:milli|micro|nano)?(?:seconds?|minutes?|hours?|days?|weeks?"
    r"|months?|years?|"
    r"decades?)|nights?|Sekunden?|Minuten?|Stunden?|Tage?n?|Werktage?n?|Arbeitstage?n?|Wochen?"
    r"|Monate?n?|Jahre?n?|"
    r"segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|secondes?|heures?|jours?|semaines?|mois|ans?)"
)
_DATE = re.compile(
    rf"(?<![\w.:/-])(?:\d{{4}}-\d{{2}}-\d{{2}}(?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}}(?:\.\d{{1,9}})?)?(?:Z"
    rf"|[+-]\d{{2}}:?\d{{2}})?)?"
    rf"|{_DAY}\b(?:,?\s(?:(?:the|dem|den|der|el|le)\s)?\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s(?:de\s|of\s)?{_MONTH}\b"
    rf"(?:,?\s(?:del?\s)?\d{{4}}\b)?|,?\s{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s\d{{4}}\b)?)?"
    r"|\d{1,2}\s?h\s?[0-5]\d|\d{1,2}(?:[.:]\d{2})?\s(?:Uhr|uur)\b"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s(?:de\s"
    rf"|of\s)?{_MONTH}\b(?:\.(?=,?\s\d))?(?:,?\s(?:del?\s)?\d{{4}}\b)?"
    rf"|{_MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?\b(?!\.\d|:)(?:,?\s\d{{4}}\b)?|{_MONTH}\.?,?\s(?:de\s"
    rf"|of\s)?\d{{4}}\b"
    r"|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})"
    r"|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[apAP]\.?[mM]\b\.?)?(?![:\d])"
    r"|\d{1,2}\s?(?:[ap]m\b|[AP]M\b|[ap]\.m\.)"
    r"|(?:[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter|Q[1-4]|Frühjahr|Frühling|Sommer|Herbst"
    r"|[Pp]rintemps|[Éé]té"
    r"|[Aa]utomne|[Hh]iver|[Pp]rimavera|[Vv]erano|[Oo]toño|[Ii]nvierno)\s(?:of\s|de[l]?\s)?\d{4}\b"
    r"|(?:1[4-9]|20)\d0s\b|AD\s\d{1,4}\b|\d{1,4}\s(?:BC|AD|BCE|CE)\b|\d{1,4}\s[nv]\.\s?Chr\.?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)\scentury)(?![\w-]|\.\d)"
)
_SPELLED_QUANTITY = re.compile(
    rf"\b(?!an?\s){_SPELLED}\s(?:(?:square|cubic)\s)?(?:(?:kilo|milli|centi)?(?:met(?:re|er)|lit(?:re"
    rf"|er)|gram)s?"
    r"|tonnes?|miles?|acres?|hectares?|feet|inch(?:es)?|per\s?cent|(?:Kilo|Zenti)?(?:meter|gramm)n?"
    r"|Liter|Prozent"
    r"|(?:kiló)?metros?|litros?|kilos?|toneladas?|por\sciento|(?:kilo)?mètres?|litres?|tonnes?|pour\scent)\b"
)
_COUNTED_UNITS = (
    "met", "mèt", "lit", "gram", "kilo", "tonn", "tone", "mile", "acre", "hectare", "feet", "inch", "cent",
    "ciento", "prozent",
)  # fmt: skip
# Years as the French count them: what is looked back for is what _SPELLED finds.
_COUNTED = """
    a an one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty
    forty fifty sixty ein eine einen einer einem eines zwei drei vier fünf sechs sieben acht
    neun zehn zwölf un una dos tres cuatro cinco seis siete ocho nueve diez doce media deux
    trois quatre cinq sept huit neuf dix
"""
_YEARS = re.compile(r"\san(?=s?\b)(?:" + "|".join(rf"(?<={word}\san)" for word in _COUNTED.split()) + ")")
_ENGLISH = r"(?:(?:milli|micro|nano)?(?:second|minute|hour|day|week|month|year|decade)|night)s?"
_SPELLED_SPAN = re.compile(folded(rf"\b(?:an?\s{_ENGLISH}|(?!an?\s){_SPELLED}\s{_SPAN})\b"))
_DURATION = re.compile(
    rf"(?<![\w.,:/#–-]){_NUMBER}(?:[\s\u00a0-]?{_SPAN}|[\s\u00a0]?(?:ms|µs|ns|s|sec|min|h|hrs?)|d)(?![\w/-])"
)
_QUANTITY = re.compile(
    rf"(?<![\w.,:/#–-])(?:{_NUMBER}[\s\u00a0]?(?:%|percent\b|per cent\b|Prozent\b|por ciento\b"
    rf"|pour cent\b|‰|°C|°F|°|€|£|\$|"
    r"USD\b|EUR\b|GBP\b|CHF\b|euros?\b|dollars?\b|[kKMGTP]i?[Bb](?:it)?(?:/s|ps)?\b|[kKMGT]o\b"
    r"|bytes?\b|bits?\b|"
    r"(?:[munpkcdµμ]?m|km|µ?[lL]|[mcdµμ][lL]|hL|[mkµμn]?g|t|[kMG]?W|[kMG]?Wh|[mk]?V|m?A|[kMGT]?Hz"
    r"|[kM]?Pa|hPa|[kM]?J|dB|"
    r"ppm|ppb|rpm|fps|mol|mmol|lux|lx|NTU|PSU|FNU|µS|mS)(?:[/·](?:[mcdkµμ]?[mlLgs][²³23]?|h|s|cm|min"
    r"|kWh))?[²³]?"
    r"(?:/(?:[mcdkµμ]?[mlLgs][²³23]?|h|s|min))?(?![\w²³])|"
    r"met(?:re|er)s?\b|kilomet(?:re|er)s?\b|lit(?:re|er)s?\b|(?:kilo|milli)?gram(?:me)?s?\b|miles?\b"
    r"|acres?\b|hectares?\b|"
    r"square (?:miles|kilomet(?:re|er)s|met(?:re|er)s)|feet\b|foot\b|inch(?:es)?\b|pounds?\b|tons?\b"
    r"|tonnes?\b|"
    r"volts?\b|watts?\b|kelvin\b|Met(?:er)n?\b|Kilometern?\b|Litern?\b|Gramm\b|metros?\b|kilómetros?\b"
    r"|litros?\b|gramos?\b)"
    rf"|(?:[$€£]|\b(?:EUR|USD|GBP|CHF)\s){_DIGITS}(?:\s?(?:million|billion|trillion|[kKMB])\b)?)"
)
_YEAR = re.compile(
    r"(?:\b(?:[Ii]n|[Ss]ince|[Uu]ntil|till|[Bb]y|[Ff]rom|of|to|and|[Bb]efore|[Aa]fter|[Bb]etween"
    r"|[Dd]uring|[Ss]eit"
    r"|bis|[Ii]m Jahre?|[Dd]esde|hasta|[Ee]n|de|[Dd]epuis|year|mid|early|late|circa|about|around"
    r"|gegen|um|vers|hacia|[Ee]dition|édition|Ausgabe|edición)\s"
    r"|[(–-]|(?<![\d#])/|,\s(?=\d{4}(?:[).;]|$)))((?:1[5-9]|20)\d{2})(?![\w%-]|[.,:]\d|\s(?:%"
    r"|[a-z]{1,3}\d|MB|GB|ms))"
)
_MONTH_ALONE = re.compile(
    rf"\b(?:[Ii]n|[Ss]ince|[Uu]ntil|till|by|from|of|to|and|before|after|[Bb]etween|during|late|early"
    rf"|mid|[Ii]m|seit|bis|Mitte|Ende|"
    rf"Anfang|en|desde|hasta|de|every|each|this|next|last)\s({_MONTH})\b(?!\.?\s\d)"
)
_LONGER_MONTH = re.compile(
    r"\b(?:January|February|April|June|July|August|September|October|November|December|Januar|Februar"
    r"|März|Juni|Juli|"
    r"Oktober|Dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
    r"|diciembre)\b"
)
# Seasons behind a word of time, hours by name, of the small words of four languages.
_SEASON = (
    r"(?:autumn|summer|winter|otoño|verano|invierno|primavera|automne|hiver|printemps|Herbst|Sommer|Winter"
    r"|Frühjahr|Frühling)"
)
_HOUR = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half past (?:one|two|three"
    r"|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve)|\d{1,2}(?:[:.]\d{2})?)"
)
_NAMED = re.compile(
    rf"\b(?:[Ii]n|[Ss]ince|[Uu]ntil|till|[Bb]y|[Bb]efore|[Aa]fter|[Dd]uring|late|early|[Tt]his|[Nn]ext"
    rf"|[Ll]ast"
    rf"|mid|[Ii]m|[Ss]eit|bis|[Nn]ächsten|[Ee]n|[Dd]esde|hasta|[Ee]ste|[Cc]et|[Aa]u"
    rf"|de l['’]|à l['’]|l['’])(?:(?<=['’])|[ -](?:(?:the|el|la|los|den|dem|der"
    rf"|le) )?)({_SEASON})\b(?!\s(?:of\s|de[l]?\s)?\d{{4}}|-\w)"
    r"|\b([Nn]oon|[Mm]idnight|[Mm]idday|[Mm]itternacht|mediodía|medianoche|minuit)\b(?![-’'])"
    r"|\b(?:à|jusqu['’]à|vers|avant|après|dès) (midi)\b"
    rf"|(?<![\w-])({_HOUR} (?:in the (?:morning|afternoon|evening)|o['’]clock(?: in the (?:morning"
    rf"|afternoon|evening))?))\b"
)
_ALONE = re.compile(rf"(?:the )?({_SEASON}|(?:19|20)\d\d|{_MONTH})", re.IGNORECASE)
_TIMES = (
    "autumn", "summer", "winter", "otoño", "verano", "invierno", "primavera", "automne", "hiver", "printemps",
    "herbst", "sommer", "frühjahr", "frühling", "noon", "night", "midday", "mitternacht", "mediodía",
    "medianoche", "minuit", "midi", "in the", "clock",
)  # fmt: skip
# Columns and lines of a time: under them a year, a month or a season is all that is told.
_WHEN = re.compile(
    r"\b(?:years?|since|until|till|from|to|date|dated|when|due|deadline|start|started|end|ends"
    r"|expires|founded|opened"
    r"|built|released?|joined|valid|month|season|review|reviewed|by|jahr|seit|bis|ab|wann|datum|frist"
    r"|stand|gültig"
    r"|año|desde|hasta|fecha|plazo|cuándo|année|depuis|jusqu|quand|échéance|mois|mes|monat)\b",
    re.IGNORECASE,
)
# A numbered paragraph: "3.1 A record is …".
_NUMBERED = re.compile(r"\d+(?:\.\d+)* [A-Z] [a-z]")
# "twice a day", "requests a second", "£30 a month" are rates.
_RATE = re.compile(
    r"(?:\b(?:once|twice|times|thrice|per|[a-z]+s|euros?|dollars?|pounds?|francs?|EUR|USD|GBP|CHF)"
    r"|[$€£]\s?\d[\d.,]*|\d\s?(?:[€£$%]|[kMGT]B|[kM]?Wh|km))\s$",
    re.IGNORECASE,
)

# One of these is in whatever an expression finds.
_DAYS = (
    "day", "tag", "ttwoch", "abend", "unes", "mart", "miér", "juev", "viern", "sáb", "doming", "undi", "ardi",
    "credi", "eudi", "dredi", "amedi", "dimanche",
)  # fmt: skip
_MONTHS = (
    "Jan", "Feb", "Mar", "März", "Apr", "May", "Mai", "Jun", "Jul", "Aug", "Sep", "Oct", "Okt", "Nov", "Dec",
    "Dez", " mai", "enero", "febrero", "marzo", "abril", "mayo", "juni", "juli", "agosto", "iembre",
    "octubre", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "embre", "octobre",
)  # fmt: skip
_UNITS = (
    "second", "minut", "hour", "day", "week", "month", "year", "decade", "night", "sekund", "stund", "tag",
    "woche", "monat", "jahr", "segund", "hora", "día", "semana", "mes", "año", "heure", "jour", "semaine",
    "mois",
)  # fmt: skip


class Signs(NamedTuple):
    """Which of the signs of days, months, units and times a document holds."""

    days: tuple[str, ...]
    months: tuple[str, ...]
    units: tuple[str, ...]
    times: tuple[str, ...]
    counted: tuple[str, ...]


def signs_of(text: str, lower: str) -> Signs:
    """The signs in the text of a document; `lower` is that text, folded."""
    return Signs(
        tuple(sign for sign in _DAYS if sign in text),
        tuple(sign for sign in _MONTHS if sign in text),
        tuple(sign for sign in _UNITS if sign in lower),
        tuple(sign for sign in _TIMES if sign in lower),
        tuple(sign for sign in _COUNTED_UNITS if sign in lower),
    )


def find_alone(text: str, label: str) -> Iterator[Found]:
    """A year, a month or a season that is all there is in a cell; `label` says that it is of time."""
    found = _ALONE.fullmatch(text)
    if found is not None and _WHEN.search(label):
        yield _measure(*found.span(1), "date")


def find_measures(text: str, lower: str, has_digit: bool, signs: Signs) -> Iterator[Found]:
    """Dates and quantities in a text, in no order; they may overlap. `lower` is the text, folded; `signs` are
    those of its document."""
    if has_digit or holds(text, signs.days):
        for found in _DATE.finditer(text):
            yield _measure(*found.span(), "date")
    if has_digit:
        yield from _numbered(text)
    if holds(lower, signs.units) or _YEARS.search(lower):
        yield from _spelled(text, lower)
    for found in _SPELLED_QUANTITY.finditer(text) if holds(lower, signs.counted) else ():
        yield _measure(*found.span(), "quantity")
    for found in _NAMED.finditer(text) if holds(lower, signs.times) else ():
        yield _measure(*found.span(found.lastindex or 0), "date")
    if holds(text, signs.months):
        for expression, group in ((_MONTH_ALONE, 1), (_LONGER_MONTH, 0)):
            for found in expression.finditer(text):
                yield _measure(*found.span(group), "date")


def _numbered(text: str) -> Iterator[Found]:
    for found in _DURATION.finditer(text):
        yield _measure(*found.span(), "date")
    for found in _QUANTITY.finditer(text):
        if found.start() or not _NUMBERED.match(text):
            yield _measure(*found.span(), "quantity")
    for found in _YEAR.finditer(text):
        yield _measure(*found.span(1), "date")


def _spelled(text: str, lower: str) -> Iterator[Found]:
    for found in _SPELLED_SPAN.finditer(lower):
        article = found[0][:2] in ("a ", "an")
        if found[0] == "a second":
            continue  # another one
        if not (article and _RATE.search(text, max(0, found.start() - 20), found.start())):
            yield _measure(*found.span(), "date")


def _measure(start: int, end: int, type: str) -> Found:
    return Found(start, end, type, "pattern", 0.8, True)
