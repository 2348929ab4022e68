"""Places, told by the words before a name, and by what their names end in. English, German, French, Spanish.
Pure."""

from __future__ import annotations

import re

# What is "of" a place, by language; and the words that link it.
_OF = {
    r" of (?:the )?": """
        village town city port island isle parish county district province region state kingdom republic bay
        gulf lake valley coast shore shores banks outskirts suburb hills plain moors mouth canton hamlet
        commune people citizens inhabitants streets map north south east west centre center gorge gorges
        plateau
        spring springs source summit slopes slope foot catchment banks bank confluence canyon peninsula
        estuary
        headwaters waters shoreline edge ruins territory municipality capital vicinity
    """,
    r" (?:de |d['’]|du )(?:la |l['’])?": """
        ville village commune canton région province côte rive port nord sud est ouest près loin autour site
        bourg hameau district rives bords bord proximité périphérie hauteurs amont aval pied sommet
        vallée gorges
        plateau bassin territoire
    """,
    r" (?:de |del )(?:la |el )?": """
        ciudad pueblo municipio provincia región costa norte sur este oeste cerca lejos orillas alrededores
        isla aldea puerto comarca sede planta localidad valle camino procedente cuenca cauce cumbre pie
        laderas
    """,
    " von ": "nördlich südlich östlich westlich oberhalb unterhalb unweit",
    " ": "nahe Stadt Ort Dorf Gemeinde Raum Kreis Standort desde hacia hasta vers jusqu'à depuis",
}
_GOING = """
    train flight ferry road bus trip journey way expedition moved travelled traveled drove flew sailed walked
    rode went returned back shipped moves goes ships
"""
_AT = """
    office\\sat office\\sin offices\\sat offices\\sin born\\sin lives\\sin based\\sin based\\sat based\\snear
    site\\sat site\\sin site\\snear visit\\sto visits\\sto arrives\\sin arrived\\sin arrives\\sat arrived\\sat
    bound\\sfor en\\sroute\\sto miles\\sfrom km\\sfrom
"""


def _any(words: str) -> str:
    return "|".join(words.split())


_SURELY = re.compile(
    "|".join(rf"\b(?:{_any(nouns)}){link}$" for link, nouns in _OF.items())
    + rf"|\b(?:{_any(_GOING)}) (?:to|from|for) (?:the )?$|\b(?:{_any(_AT)}) (?:the )?$"
)
_MAYBE = re.compile(
    r"\b(?:in|at|from|near|outside|around|across|to|between|bei|aus|nach|von|en|à|a|de) $|\bd['’]$"
)
_TAILS = """
    ton ham bury ford mouth wick worth shire chester cester thorpe ness mere dale combe stead hurst leigh holm
    haven pool bridge moor borough burgh firth vik sund fjord dal nes stad borg sby rby nby field cliff shore
    land isle holme minster port marsh valley
    burg dorf heim hausen ingen bach berg feld furt stadt stedt tal wald wil itz kirchen münde hafen brück
    brücken horst loh rode stein weiler zell see höhle hütte halde boden alp horn spitze joch gletscher matt
    hof hofen leben büttel kirch bronn brunn
    ried dam drecht oord
    ville court mont bourg gny ières illac ignac fontaine vaux luz nava monte puebla ares edo
"""
_ENDINGS = tuple(_TAILS.split())

_COMPOUNDS = """
    höhle hütte bach tal berg straße brücke turm hafen gletscher halde leitstelle kirche insel platz burg
    schloss moor see stollen graben weiher
"""
_GERMAN = tuple(_COMPOUNDS.split())


def is_placed(before: str) -> bool:
    """Whether the words before a name say that it is of a place."""
    return _SURELY.search(before) is not None


def may_be_placed(before: str) -> bool:
    """Whether the word before a name may stand before one of a place."""
    return _MAYBE.search(before) is not None


def is_toponym(name: str) -> bool:
    """Whether a name of one word ends as those of places do."""
    return len(name) > 5 and name.isalpha() and name[1:].islower() and name.endswith(_ENDINGS)


def is_compound_place(word: str) -> bool:
    """Whether a German noun ends in one for a place."""
    lower = word.lower()
    return any(len(lower) > len(tail) + 2 and lower.endswith(tail) for tail in _GERMAN)
