"""Names that begin or end with a noun that says what they are of: "the Ashgrove outage", "Kaukajärvi hall",
"la grotte de Sarvaz", "equipo de Cobros", "Direction des systèmes d'information". Pure; linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention.abroad import is_software
from graphrag_batch.stages.mention.closed import CLOSED
from graphrag_batch.stages.mention.cues import SURE
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.given import FIRST_NAMES
from graphrag_batch.stages.mention.lexicon import KNOWN, THINGS
from graphrag_batch.stages.mention.nouns import ABROAD, ENDING, HEADS, LINKED
from graphrag_batch.stages.mention.plain import ACRONYMS
from graphrag_batch.textual import Passage

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_SMALL = r"[a-zà-öø-ÿœ]{3,}(?:-[a-zà-öø-ÿ]+)*"
_LINK = r"\s(?:(?:de la|de los|de las|de|du|des|del)\s|(?:de l|d)['’])"
_VERBS = "indique|explique|applique|publie|indica|explica|aplica|publica|verifica|comunica|dedica|ubica"
_NOT_VERB = rf"(?!(?:{_VERBS})\b)"
_ADJECTIVE = (
    rf"\s{_NOT_VERB}[a-zà-öø-ÿ]{{2,}}(?:al|ale|aux|ales|ique|iques|ier|ière|if|ive|aire|aires|el|elle|elles|ien"
    r"|ienne|ico|ica|icos|icas|ivo|iva|ario|aria|arios|arias|ano|ana|eo|ea|és|esa|ois|oise|ais|aise)\b"
)
_CAPITAL = r"(?:(?:St|Ste|Sta|Sto)\.\s)?[A-ZÀ-ÖØ-Þ][\w’'-]*"
_PROPER = (
    rf"{_CAPITAL}(?:\s{_CAPITAL}|\s\d{{1,3}}\b){{0,6}}(?:{_LINK}{_CAPITAL}(?:\s{_CAPITAL}){{0,6}}){{0,3}}"
)
_NAMED = re.compile(
    rf"(?:{_ADJECTIVE}|{_LINK}{_SMALL}(?:{_ADJECTIVE})?|\s{_SMALL}(?={_LINK}[A-ZÀ-ÖØ-Þ]))?"
    rf"(?:{_LINK}|\s)({_PROPER})"
)
_PHRASE = re.compile(
    rf"(?:{_ADJECTIVE})?(?:{_LINK}(?:{_CAPITAL}|{_SMALL})(?:{_ADJECTIVE})?){{1,6}}|{_ADJECTIVE}"
)
_AFTER = re.compile(r"\s([a-z]{3,12})\b(?:\s([a-z]{3,12})\b)?")
_THINGS = frozenset(name for name, kind in KNOWN.items() if kind in ("product", "standard"))
_CALLED = frozenset(("organization", "work", "event"))
_HEADINGS = ("title", "heading")


def find_headed(passage: Passage, lang: str, technical: bool = False) -> Iterator[Found]:
    """Names of languages that link them with "de": a noun that names begin with, and what follows it. With
    a small letter it is a part of a name only before one with a capital letter, which names nothing else that
    we know. In a `technical` text many of these nouns are of software ("le port HTTP")."""
    linked = lang in LINKED
    heads, text, last = HEADS[lang] if linked else ABROAD, passage.text, 0
    for word in _WORD.finditer(text):
        kind = heads.get(word[0].lower(), "")
        capital = word[0][0].isupper()
        if not kind or word.start() < last or not (linked or capital) or is_software(word[0], technical):
            continue
        named = _NAMED.match(text, word.end())
        first = named[1].split()[0] if named is not None else ""
        if named is not None and not capital and _is_other(named, text, lang):
            continue
        if named is not None and (capital or not (first in FIRST_NAMES or first.lower() in heads)):
            last = named.end()
        elif capital and kind in _CALLED and (word.start() or passage.kind in (*_HEADINGS, "cell")):
            phrase = _PHRASE.match(text, word.end())
            if phrase is None:
                continue
            last = phrase.end()
        else:
            continue
        yield Found(word.start(), last, kind, "name", SURE, True)


def _is_other(named: re.Match[str], text: str, lang: str) -> bool:
    """Whether what follows a noun names a thing or a standard, or not it but another word stands before that:
    "champ de modèle", "équipe derrière FastAPI"."""
    between = text[named.start() : named.start(1)].split()
    closed = any(word in CLOSED.get(lang, ()) for word in between)
    return closed or named[1] in THINGS or named[1].split()[0] in _THINGS or named[1].lower() in ACRONYMS


def ending(text: str, start: int, end: int) -> tuple[int, str]:
    """Where an English name that goes on with a small noun ends, and its type: "Ashgrove outage"."""
    after = _AFTER.match(text, end)
    if after is not None and not text[start:end].isupper() and text[start:end] not in THINGS:
        for n in (2, 1):
            if after[n] is not None and after[n] in ENDING and (n == 1 or after[1] in _BETWEEN):
                return after.end(n), ENDING[after[n]]
    return end, ""


_BETWEEN = frozenset(
    ("control", "power", "pumping", "railway", "weather", "research", "parish", "town", "city")
)
