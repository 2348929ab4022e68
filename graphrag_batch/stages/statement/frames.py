"""Which verbs and nouns say which relation, and who is who: the vocabulary of the rules over a parse.

A *slot* is where a thing stands with its verb: `agent` (who does it: the subject, or "by …" in the passive),
`patient` (what it is done to: the object, or the subject in the passive), or a preposition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from graphrag_batch.stages.statement.inflect import base_of, forms, participle_base
from graphrag_batch.stages.statement.words import words


class Frame(NamedTuple):
    """One reading of a verb: the slots of the relation's two ends. `wants` is what the object must be: `team`
    (a noun for people), `owner` (that, or a name of people), `name` (with a capital or a digit), `place`,
    `standard`; `step`: that one of the two is a step, a job, a release; `seat`: that the verb has a seat, an
    office as its object."""

    rel: str
    subject: str
    object: str
    weight: float
    wants: str = ""


class Noun(NamedTuple):
    """A noun that relates what it is said of ("X is a dependency") to what follows `preps` ("of Y").
    `forward`: X is the relation's subject."""

    rel: str
    forward: bool
    weight: float
    preps: tuple[str, ...] = ("of",)


_Table = dict[str, tuple[Frame, ...]]


def _each(verbs: str, *frames: Frame) -> Iterable[tuple[str, Frame]]:
    return [(verb, frame) for verb in verbs.split() for frame in frames]


def _at(rel: str, slot: str, prepositions: str, weight: float, wants: str = "") -> list[Frame]:
    return [Frame(rel, slot, word, weight, wants) for word in prepositions.split()]


_PLACE = "in at within inside near"

# fmt: off
_VERBS: list[tuple[str, Frame]] = [
    *_each("use utilize utilise employ leverage", Frame("uses", "agent", "patient", 0.9)),
    *_each("call invoke query", Frame("uses", "agent", "patient", 0.75)),
    *_each("power", Frame("uses", "patient", "agent", 0.8)),
    *_each("back", Frame("uses", "patient", "agent", 0.7)),
    *_each("write implement", Frame("uses", "patient", "in", 0.75)),
    *_each("build implement", Frame("uses", "patient", "with", 0.8)),
    *_each("build", Frame("uses", "patient", "on", 0.8), Frame("uses", "patient", "upon", 0.8)),
    *_each("run", Frame("uses", "agent", "on", 0.8)),
    *_each("store save keep persist cache", Frame("uses", "agent", "in", 0.8)),
    *_each("write publish", Frame("uses", "agent", "to", 0.8)),
    *_each("read consume fetch", Frame("uses", "agent", "from", 0.8)),
    *_each("read load", Frame("uses", "agent", "patient", 0.7, "name")),
    *_each("talk connect subscribe", Frame("uses", "agent", "to", 0.7)),
    *_each("talk communicate speak connect send", *_at("uses", "agent", "over via", 0.7, "name")),
    *_each("compute encrypt hash protect secure authenticate provision deploy manage configure monitor",
           Frame("uses", "patient", "with", 0.8, "name")),
    *_each("respect honour honor", Frame("uses", "agent", "patient", 0.7, "name")),
    *_each("require need", Frame("depends_on", "agent", "patient", 0.85)),
    *_each("depend rely", *_at("depends_on", "agent", "on upon", 0.95)),
    *_each("base", *_at("depends_on", "patient", "on upon", 0.7)),
    *_each("belong", Frame("owned_by", "agent", "to", 0.85, "team")),
    *_each("belong", Frame("part_of", "agent", "to", 0.85)),
    *_each("consist", Frame("part_of", "of", "agent", 0.9)),
    *_each("comprise include contain encompass", Frame("part_of", "patient", "agent", 0.75)),
    *_each("compose make comprise", Frame("part_of", "of", "patient", 0.85)),
    *_each("include contain bundle", Frame("part_of", "patient", "in", 0.75)),
    *_each("ship bundle", Frame("part_of", "agent", "with", 0.7), Frame("part_of", "patient", "with", 0.7)),
    *_each("keep", Frame("owned_by", "patient", "agent", 0.7, "owner")),
    *_each("own maintain", Frame("owned_by", "patient", "agent", 0.92)),
    *_each("operate manage run administer support handle",
           Frame("owned_by", "patient", "agent", 0.75, "team")),
    *_each("locate situate base headquarter house host", *_at("located_in", "patient", _PLACE, 0.9, "place")),
    *_each("deploy serve", *_at("located_in", "patient", "in to at from", 0.7, "place")),
    *_each("have", *_at("located_in", "agent", "in at", 0.85, "seat")),
    *_each("work", *_at("part_of", "agent", "at for", 0.6, "team")),
    *_each("reside lie sit live stand run operate be", *_at("located_in", "agent", _PLACE, 0.75, "place")),
    *_each("cite", Frame("cites", "agent", "patient", 0.9)),
    *_each("comply conform adhere", *_at("cites", "agent", "with to", 0.85, "name")),
    *_each("implement support follow satisfy meet", Frame("cites", "agent", "patient", 0.8, "standard")),
    *_each("reference mention", Frame("refers_to", "agent", "patient", 0.8)),
    *_each("refer link point", Frame("refers_to", "agent", "to", 0.8)),
    *_each("define specify", Frame("defines", "agent", "patient", 0.85)),
    *_each("define specify", Frame("defines", "in", "patient", 0.85)),
    *_each("describe", Frame("defines", "agent", "patient", 0.6)),
    *_each("precede", Frame("precedes", "agent", "patient", 0.9)),
    *_each("follow", Frame("precedes", "patient", "agent", 0.8, "step")),
    *_each("replace supersede obsolete succeed", Frame("precedes", "patient", "agent", 0.85)),
    *_each("run start begin happen occur come execute finish complete take go perform schedule trigger",
           Frame("precedes", "agent", "before", 0.85), Frame("precedes", "after", "agent", 0.85),
           Frame("precedes", "patient", "before", 0.85), Frame("precedes", "after", "patient", 0.85)),
    *_each("stand", Frame("same_as", "agent", "for", 0.85)),
    *_each("know abbreviate", Frame("same_as", "patient", "as", 0.85)),
]

_NOUNS: dict[str, Noun] = {
    **dict.fromkeys(("dependency", "prerequisite", "requirement"),
                    Noun("depends_on", False, 0.85, ("of", "for"))),
    **dict.fromkeys(("owner", "maintainer", "custodian"), Noun("owned_by", False, 0.88, ("of", "for"))),
    **dict.fromkeys(
        ("part", "component", "module", "member", "subsystem", "element", "section", "chapter", "subset",
         "layer", "feature", "submodule", "plugin", "branch", "division", "subsidiary", "moon", "extension",
         "entry", "field", "line", "row", "column", "page"),
        Noun("part_of", True, 0.85)),
    "successor": Noun("precedes", False, 0.85, ("of", "to")),
    "predecessor": Noun("precedes", True, 0.85, ("of", "to")),
    **dict.fromkeys(("user", "consumer", "client"), Noun("uses", True, 0.7)),
    **dict.fromkeys(("alias", "synonym", "abbreviation", "acronym", "nickname", "shorthand", "name"),
                    Noun("same_as", True, 0.8, ("of", "for"))),
    **dict.fromkeys(("capital", "city", "town", "village", "region", "district", "suburb", "province"),
                    Noun("located_in", True, 0.75, ("of", "in"))),
    "definition": Noun("defines", True, 0.75),
}
# fmt: on

_INITIALS = (
    "ISO", "IEC", "IEEE", "RFC", "RFCs", "NIST", "PEP", "DIN", "ANSI", "BSI", "FIPS", "ECMA", "ITU", "ETSI",
    "PCI", "OWASP", "SOC", "CIS", "W3C", "ASTM", "HIPAA", "GDPR", "DSGVO", "POSIX", "OpenAPI", "OAuth",
)  # fmt: skip
_LAWS = (
    "Act", "Law", "Regulation", "Directive", "Standard", "Conventions?", "Treaty", "Protocol", "Policy",
    "Guidelines?", "Code", "Charter", "Framework",
)  # fmt: skip
_GESETZE = ("richtlinie", "gesetz", "verordnung", "norm")
STANDARD = re.compile(
    rf"(?:{'|'.join(_INITIALS)}|(?:[A-Z][\w-]{{0,40}},? (?:(?:and|of|on|for) )?){{1,4}}"
    rf"(?:{'|'.join(_LAWS)})|[A-ZÄÖÜ][\w-]{{0,40}}(?:{'|'.join(_GESETZE)}))\b"
)
"""How the name of a standard or a law begins."""
STANDARD_SIGNS = (*_INITIALS, *(law.removesuffix("s?") for law in _LAWS), *_GESETZE)
"""One of these is in any such name."""

# A noun that stands for what follows "of": "version 3 of Python", "on top of FastAPI".
TRANSPARENT = words(
    "firmware edition version versions instance instances set sets list number kind kinds type types series "
    "copy copies release releases one some all most both each many any several range variety combination "
    "pair top use help section chapter clause article annex appendix paragraph "
    "basin north south east west centre center middle heart outskirts shore shores bank banks vicinity side"
)

TEAM_NOUNS = words(
    "team teams squad crew guild department group office division committee board council staff "
    "engineers engineering operations owner owners people company administrators administrator "
    "developers sre ops foundation organization organisation unit chapter tribe lead leads officer "
    "manager institute university laboratory lab agency ministry museum bank gmbh inc ltd corp corporation ag"
)
ORGANS = words(
    "team guild squad department division office group committee board council unit branch laboratory lab "
    "institute faculty chapter"
)
"""Nouns for parts of an organisation: "the Platform guild of Parcelo"."""
TIME_NOUNS = words(
    "second seconds minute minutes hour hours day days week weeks month months year years midnight "
    "noon today tomorrow monday tuesday wednesday thursday friday saturday sunday deadline time times "
    "moment"
)
SEQUENCE_NOUNS = words(
    "step steps phase phases stage stages job jobs task tasks release releases version process "
    "migration deployment era period epoch event events build check checks test tests rollout backup "
    "review"
)


def _inflected(verbs: Iterable[tuple[str, Frame]]) -> _Table:
    table: dict[str, list[Frame]] = {}
    for verb, frame in verbs:
        for form in dict.fromkeys(forms(verb)):
            table.setdefault(form, []).append(frame)
    return {form: tuple(frames) for form, frames in table.items()}


@cache
def nouns() -> dict[str, Noun]:
    """The relating nouns, by their forms."""
    plural = {forms(noun)[1]: reading for noun, reading in _NOUNS.items()}
    return plural | _NOUNS


@cache
def verbs(relations: tuple[str, ...]) -> _Table:
    """The frames of each form of a verb; `relations` are those of the configuration."""
    own = [pair for line in relations for pair in _configured(line)]
    return _inflected([*own, *_VERBS])


def own_triggers(relations: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The relations of the configuration as pairs of a name and what says it."""
    return tuple((name, trigger) for name, triggers in map(configured, relations) for trigger in triggers)


def configured(line: str) -> tuple[str, tuple[str, ...]]:
    """The name and the triggers of a relation in the configuration: `supersedes = supersedes, replaces`."""
    name, _, triggers = line.partition("=")
    return name.strip(), tuple(" ".join(t.casefold().split()) for t in triggers.split(",") if t.strip())


def _configured(line: str) -> Iterable[tuple[str, Frame]]:
    """A relation of the configuration as frames: "replaces", "migrates to", "is replaced by"."""
    name, triggers = configured(line)
    for trigger in triggers:
        words = trigger.split()
        if words[0] in ("is", "are", "was", "be") and len(words) > 1:
            slot = "agent" if words[2:] == ["by"] else words[-1] if words[2:] else "agent"
            for base in participle_base(words[1]):
                yield base, Frame(name, "patient", slot, 0.85)
        else:
            yield base_of(words[0]), Frame(name, "agent", words[1] if words[1:] else "patient", 0.85)
