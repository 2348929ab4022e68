"""What the words around a name say it names: "X is a service", "the lake X", "ask X", "it stands in X"; or
the name of its column. English, and the commonest of German, Spanish and French. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphrag_batch.stages.mention.cue_words import (
    AMBIGUOUS,
    ASKED,
    BY_PARTIES,
    BY_PEOPLE,
    CONFORMS,
    GENERIC,
    PEOPLE,
    RUNS,
    SAID,
    STANDS,
    TYPE_OF,
    TYPE_OF_FOREIGN,
    TYPE_OF_LABEL,
    USED,
    USED_WITH,
    WRITTEN_TO,
)
from graphrag_batch.stages.mention.given import FIRST_NAMES, GIVEN
from graphrag_batch.stages.mention.placed import is_placed, is_toponym, may_be_placed
from graphrag_batch.stages.mention.plain import is_plain

SURE, LIKELY, GUESS = 0.75, 0.6, 0.5
"""How sure a cue is; what is not sure is a guess that others may overrule."""

_AFTER = re.compile(
    r"\s?(?:\([^()]{1,40}\)\s?)?(?:,\s(?:a|an|the|our|its|their)\s|\s\((?:a|an|the|our)\s"
    r"|\s(?:is|are|was|were)\s(?:(?:still|now|also|only)\s)?"
    r"(?:a|an|the|our|its|their|one of the|one of our)\s)"
    r"([a-zA-Z][\w/-]*(?: [a-zA-Z][\w/-]*){0,6})"
)
_AFTER_FOREIGN = re.compile(
    r"\s?(?:\([^()]{1,40}\)\s?)?\s(?:ist|sind|war|es|era|son|est|était)\s(?:ein|eine|der|die|das|un|una|el|la|une"
    r"|le)\s([^\W\d_]+)(?:\s([^\W\d_]+))?"
)
_AFTER_COMMA = re.compile(
    r",\s(?:dem|den|der|die|das|ein|eine|einem|einer|unser|un|una|el|la|une|le|notre)\s([^\W\d_]+)"
    r"(?:\s([^\W\d_]+))?"
)
_BEFORE = re.compile(
    r"(?:\b(?:the|our|a|an|of|and|by|in|at|to|from|with|its|their)\s|^)(?:[a-z-]+\s)?([a-z]{3,14})\s[\"“]?$"
)
_TITLE = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|Prof|Professor|Frau|Herrn?|Señora?|Doña|Don|Dra|Mme|Monsieur|Madame)\.?\s$"
)
_WORDS_BEFORE = re.compile(r"([\w'’-]+)\s(?:(?:the|a|an|our|your|its|their|der|die|el|la|le)\s)?[\"“]?$")
_TWO_BEFORE = re.compile(
    r"([\w'’-]+),?\s([\w'’-]+)\s(?:(?:the|a|an|our|your|its|their|dem|den|der|die|el|la|le)\s)?[\"“]?$"
)
_NEXT = re.compile(r"(?:,? (?:itself|himself|herself|never|also|still|then|always|often|would|could|may|has"
                   r"|had|does not|did not|is not|isn't))? ([a-z]+)\b")  # fmt: skip
_WHO = re.compile(r",? who\b| was born\b|,? \(?(?:19|1[0-8]|20)\d\d[–-]\d{2,4}\b")
# Who wrote something, as lists of works give them: "Hartzell, J. (2026)".
_INITIALS = re.compile(r", [A-ZÀ-ÖØ-Þ]\.(?:[ -]?[A-ZÀ-ÖØ-Þ]\.){0,2}(?=[ ,;:&(]|$)")
_DOWN = re.compile(
    r" (?:is|are|was|were|must be|can be|will be|has to be|should be) (?:down|installed|configured|deployed"
    r"|restarted|upgraded|run by|maintained by|started|written in|built (?:on|with|in|from)"
    r"|used (?:to|for|by))\b"
)
_LABEL = re.compile(r"(?:^|[.;|(] )([A-ZÄÖÜ][\w -]{2,24}): $")
_PART_OF_PARTY = re.compile(
    r"\b(?:subsidiary|division|director|president|chairman|head|employees?|customers?|member|branch) of "
    r"(?:the )?$"
)
_SITS = re.compile(
    r"\b(?:liegt|steht|stehen|wohnt|Sitz|Werk|Büro|Standort|Filiale|situé|trouve|siège|sede|está|encuentra"
    r"|situado|situada|vive)\s(?:sich\s)?(?:in|im|am|bei|à|au|en)\s$"
)
_ON_FOREIGN = re.compile(r"\b(?:à|en) $")
_FOREIGN = re.compile(r"([^\W\d_]{3,14}) $")
# Words that are English, too, and stand before names of other kinds.
_ENGLISH = frozenset(
    (
        "red",
        "base",
        "cola",
        "port",
        "format",
        "standard",
        "system",
        "server",
        "software",
        "manual",
        "bank",
        "see",
        "amt",
    )
)
_NOT_IN = frozenset(
    ("written", "implemented", "used", "defined", "set", "wrote", "programmed", "described", "available")
)
_NO_ARTICLE = re.compile(r"\bin [\"“]?$", re.IGNORECASE)
# What has the name that is before it is read, or looked at, and no place.
_WRITTEN = re.compile(
    r" (?:sections?|documentation|docs|guides?|chapters?|folders?|files?|pages?|modes?|tables?)\b"
)
_STOP_WORDS = """
    that which who whose for of to in on with and from by at as where when used using written made built
    run runs we
    between among per over under into through across than without against about via after before near and or
    beside behind below above around inside outside along beyond upon within like called named known so but
    not also which whose there
"""
_ROLE = re.compile(
    r"\b(?:C[DEFIMOPRST]{1,2}O|CISO|DPO|ISB|DSB|RSSI|[Oo]fficer|[Mm]anager|[Dd]irector|[Ll]ead"
    r"|[Cc]hair|[Hh]ead of [\w ]{3,20}"
    r"|[Ee]ngineer|[Cc]oordinator|[Cc]urator|[Aa]uthor|[Kk]eeper|Leiter(?:in)?|Beauftragte[rn]?|\w{4,20}beauftragte[rn]?"
    r"|[Rr]esponsable|[Dd]irect(?:eur|rice|ora?)|[Jj]efa?|[Ee]ncargad[oa]),? $"
)
# Of whom it is said where they are from: "Mirta Olascoaga, de Soporte", "Jon Reyes, from the Night Desk".
_FROM = re.compile(
    r",\s(?:from|of|at|de|del|du|des|von|vom|aus|bei)\s(?:(?:the|la|el|las|los|der|dem)\s|l['’])?[A-ZÀ-ÖØ-Þ]"
)
_FULL_NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?: (?:de|von|van|del|di))?(?: [A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+){1,2}"
)
_STOP = frozenset(_STOP_WORDS.split())
NEAR = 90
_BACK = 60
_ENDED = ("ed", "ing")
_AUTHORITY = "certificate authority"


class Cue(NamedTuple):
    """A type, and how sure it is."""

    type: str
    score: float


_PLACED = Cue("location", GUESS)


def is_person_like(name: str) -> bool:
    """Whether a name is written as people's are: a first name that we know, or initials, and more words."""
    words = name.split()
    given = words[0] in FIRST_NAMES or (words[0] in GIVEN and not is_plain(words[-1]))
    return 1 < len(words) <= 4 and (given or (len(words[0]) == 2 and words[0][1] == "."))


def cue(text: str, start: int, end: int, technical: bool) -> Cue | None:
    """What the words around `start..end` say; None for nothing. The surest first. In a `technical` text
    things are in software as often as in places."""
    before, after, name = text[max(0, start - _BACK) : start], text[end : end + NEAR], text[start:end]
    told = said(before, after, name)
    if told is None:
        told = _hinted(before, after, name)
    if told is not None and told.type == "location" and _WRITTEN.match(after):
        return None
    guessed = told is not None and told.type == "location" and told.score < LIKELY
    return None if technical and guessed else told


def said(before: str, after: str, name: str) -> Cue | None:
    """What the words around say outright."""
    return _said_after(after, name) or _said_before(before, name)


def _said_after(after: str, name: str) -> Cue | None:
    """An apposition, or what the name is the name of."""
    told = _AFTER.match(after)
    kind = _head(told[1]) if told is not None else ""
    if kind and not (kind == "concept" and is_person_like(name)):
        return Cue(kind, SURE)
    word = _NEXT.match(after)
    if word is not None and after[1:2] == word[1][:1] and word[1] in GENERIC:
        return Cue(GENERIC[word[1]], SURE)
    if word is not None and word[1] in AMBIGUOUS:
        return Cue("product", GUESS)
    return _foreign(after)


def _said_before(before: str, name: str) -> Cue | None:
    if not before:
        return None
    if _TITLE.search(before):
        return Cue("person", 0.8)
    label = _LABEL.search(before)
    if label is not None and (kind := type_of_label(label[1], name)):
        return Cue(kind, SURE)
    if _ROLE.search(before) and _may_be_person(name):
        return Cue("person", SURE)
    noun = _BEFORE.search(before)
    if noun is not None and TYPE_OF.get(noun[1], "concept") != "concept":
        return Cue(TYPE_OF[noun[1]], SURE)
    foreign = _FOREIGN.search(before)
    if foreign is not None and foreign[1].lower() in TYPE_OF_FOREIGN and foreign[1].lower() not in _ENGLISH:
        return Cue(TYPE_OF_FOREIGN[foreign[1].lower()], SURE)
    return None


def _may_be_person(name: str) -> bool:
    """Whether a name could be a person's first and last: written so, and of no common word."""
    words = name.split()
    if _FULL_NAME.fullmatch(name) is None or any(map(is_plain, words)):
        return False
    return not any(word.lower() in TYPE_OF or word.lower() in TYPE_OF_FOREIGN for word in words)


def _hinted(before: str, after: str, name: str) -> Cue | None:
    """What is done by it, to it, in it."""
    if _WHO.match(after) or (" " not in name and _INITIALS.match(after)):
        return Cue("person", SURE)
    if _FROM.match(after) and _may_be_person(name):
        return Cue("person", LIKELY)
    follows = _NEXT.match(after)
    verb = follows[1] if follows is not None else ""
    if verb in SAID and not name[-1].isdigit():
        return Cue("person", SURE if is_person_like(name) or " " not in name else LIKELY)
    hint = _by_words_before(before, name)
    if hint is not None:
        return hint
    if may_be_placed(before) and is_toponym(name):
        return Cue("location", LIKELY)
    if verb in RUNS or _DOWN.match(after):
        return Cue("product", GUESS)
    return None


def _by_words_before(before: str, name: str) -> Cue | None:
    one = _WORDS_BEFORE.search(before)
    if one is None:
        return None
    word = one[1].lower()
    two = _TWO_BEFORE.search(before)
    earlier = two[1].lower() if two is not None else ""
    if word == "by" and earlier in BY_PEOPLE | BY_PARTIES:
        person = is_person_like(name) or earlier in BY_PEOPLE
        return Cue("person" if person else "organization", LIKELY)
    if word in ASKED or (word == "to" and earlier == "according"):
        return Cue("person", LIKELY) if is_person_like(name) else None
    if word == "to" and earlier in WRITTEN_TO and _may_be_person(name):
        return Cue("person", LIKELY)
    if word in ("for", "at") and earlier in ("works", "worked", "work"):
        return Cue("organization", LIKELY)
    if word in ("to", "with", "con", "under") and earlier in CONFORMS:
        return Cue("standard", LIKELY)
    return _by_place(before, word, earlier) or _by_use(word, earlier)


def _by_place(before: str, word: str, earlier: str) -> Cue | None:
    if is_placed(before) or _SITS.search(before):
        return Cue("location", SURE)
    if _PART_OF_PARTY.search(before):
        return Cue("organization", GUESS)
    if word == "in" and earlier in STANDS:
        return Cue("location", LIKELY)
    if word in ("near", "outside"):
        return Cue("location", LIKELY)
    if word == "in" and earlier not in _NOT_IN | USED_WITH and _NO_ARTICLE.search(before):
        return _PLACED
    return Cue("location", GUESS + 0.01) if _ON_FOREIGN.search(before) else None


def _by_use(word: str, earlier: str) -> Cue | None:
    if word in USED or (
        word in ("on", "with", "in", "to", "from", "by", "into", "upon") and earlier in USED_WITH
    ):
        return Cue("product", GUESS)
    return None


def type_of_label(label: str, name: str) -> str:
    """The type that a column's name, or what stands before a colon, gives to what it is said of; "" for
    none. Who owns or answers for something is a person where the name is one's."""
    words = label.lower().split()
    if not words or len(words) > 3:
        return ""
    kind = TYPE_OF_LABEL.get(words[-1]) or TYPE_OF_LABEL.get(words[-1].removesuffix("s"), "")
    if not kind and words[-1].endswith(PEOPLE):
        kind = "person"
    if kind == "party":
        return "person" if is_person_like(name) or _may_be_person(name) else "organization"
    if kind == "person":
        return kind if " " in name or name in GIVEN else ""
    return kind


def _foreign(after: str) -> Cue | None:
    for pattern in (_AFTER_FOREIGN, _AFTER_COMMA):
        found = pattern.match(after)
        for word in found.groups() if found is not None else ():
            kind = _noun(word.lower()) if word else ""
            if kind:
                return Cue(kind, SURE)
    return None


def _noun(word: str) -> str:
    """The type of a noun; German ones are put together, the last part says what it is."""
    if word in TYPE_OF_FOREIGN:
        return TYPE_OF_FOREIGN[word]
    return next((kind for noun, kind in TYPE_OF_FOREIGN.items() if len(noun) > 3 and word.endswith(noun)), "")


def _head(phrase: str) -> str:
    """The type of the last noun of a noun phrase that is one of ours."""
    kind = ""
    if _AUTHORITY in phrase:
        return "product"
    for word in phrase.replace("-", " ").split():
        if word in _STOP or not word.islower() or (kind and word.endswith(_ENDED)):
            break
        kind = TYPE_OF.get(word, "") or TYPE_OF.get(word.removesuffix("s"), "")
    return kind
