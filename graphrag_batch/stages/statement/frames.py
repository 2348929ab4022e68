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
    """One reading of a verb: the slots of the relation's two ends. `wants` is what the object must be:
    `team` (a noun for people), `owner` (that, or a name of people), `holder` (or any name), `name` (with a
    capital or a digit), `tool` (a name, of no people or places), `platform` (what programs run in), `place`,
    `standard`. Or more: `step` (one of the two is a step, a job, a release), `seat` (the verb has a seat, an
    office as its object), `owned` (a tool, and the subject is somebody's), `parts` (the subjects are names),
    `moved` (both are), `swap` (the object is a name itself), `taken` (the verb takes over)."""

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
_BESIDE = "on beside aboard off along"

# fmt: off
_VERBS: list[tuple[str, Frame]] = [
    *_each("use utilize utilise employ leverage adopt", Frame("uses", "agent", "patient", 0.9)),
    *_each("call invoke query", Frame("uses", "agent", "patient", 0.75)),
    *_each("wrap embed import mount scrape poll consume contact consult access speak talk",
           Frame("uses", "agent", "patient", 0.7, "tool")),
    *_each("power", Frame("uses", "patient", "agent", 0.8)),
    *_each("back drive", Frame("uses", "patient", "agent", 0.7, "tool")),
    *_each("write implement code program", Frame("uses", "patient", "in", 0.75)),
    *_each("build implement", Frame("uses", "patient", "with", 0.8)),
    *_each("build", Frame("uses", "patient", "on", 0.8), Frame("uses", "patient", "upon", 0.8)),
    *_each("build", Frame("uses", "agent", "on", 0.75, "tool"), Frame("uses", "agent", "upon", 0.75, "tool")),
    *_each("run", Frame("uses", "agent", "on", 0.8)),
    *_each("run host deploy execute install", Frame("uses", "patient", "on", 0.75, "tool")),
    *_each("run operate execute", *_at("uses", "agent", "under in inside", 0.75, "platform")),
    *_each("run host deploy execute package",
           *_at("uses", "patient", "under in inside to by", 0.75, "platform")),
    *_each("store save keep persist cache", Frame("uses", "agent", "in", 0.8)),
    *_each("write publish", Frame("uses", "agent", "to", 0.8)),
    *_each("read consume fetch", Frame("uses", "agent", "from", 0.8)),
    *_each("send push export forward post upload stream emit deliver log archive save "
           "dump replicate report hand ship",
           *_at("uses", "agent", "to into", 0.75, "tool")),
    *_each("send push export forward upload stream emit log archive save dump replicate ship store keep "
           "write record hold", *_at("uses", "patient", "to into in", 0.7, "owned")),
    *_each("pull poll collect gather load import ingest retrieve obtain get download receive",
           Frame("uses", "agent", "from", 0.75, "tool")),
    *_each("open create file record register track log write archive list",
           *_at("uses", "agent", "in into", 0.7, "tool")),
    *_each("read load", Frame("uses", "agent", "patient", 0.7, "tool")),
    *_each("talk connect subscribe", Frame("uses", "agent", "to", 0.7)),
    *_each("listen delegate authenticate", *_at("uses", "agent", "to against", 0.7, "tool")),
    *_each("integrate interact interface authenticate register communicate pair",
           Frame("uses", "agent", "with", 0.7, "tool")),
    *_each("talk call query invoke communicate speak connect send go travel exchange deliver publish read "
           "expose serve transfer accept receive answer fetch place reach report notify",
           *_at("uses", "agent", "over via through", 0.7, "tool")),
    *_each("read send encrypt sign compress measure poll scan trace log monitor manage deploy provision "
           "compute parse serialize encode hash transfer protect authenticate test write render",
           Frame("uses", "agent", "with", 0.75, "tool")),
    *_each("compute encrypt hash protect secure authenticate provision deploy manage configure monitor sign "
           "compress measure encode serialize parse scan test render generate package compile transfer "
           "store send expose", *_at("uses", "patient", "with via over through", 0.8, "tool")),
    *_each("respect honour honor", Frame("uses", "agent", "patient", 0.7, "name")),
    *_each("base", *_at("cites", "patient", "on upon", 0.8, "standard")),
    *_each("require need", Frame("depends_on", "agent", "patient", 0.85)),
    *_each("require need", Frame("depends_on", "for", "patient", 0.75, "name")),
    *_each("depend rely", *_at("depends_on", "agent", "on upon", 0.95)),
    *_each("base", *_at("depends_on", "patient", "on upon", 0.7)),
    *_each("belong", Frame("owned_by", "agent", "to", 0.85, "team")),
    *_each("belong", Frame("part_of", "agent", "to", 0.85)),
    *_each("consist", Frame("part_of", "of", "agent", 0.9)),
    *_each("comprise include contain encompass", Frame("part_of", "patient", "agent", 0.75)),
    *_each("compose make comprise form", Frame("part_of", "of", "patient", 0.85)),
    *_each("include contain bundle", Frame("part_of", "patient", "in", 0.75)),
    *_each("divide split break separate group organise organize partition",
           Frame("part_of", "into", "patient", 0.8, "parts")),
    *_each("ship bundle", Frame("part_of", "agent", "with", 0.7), Frame("part_of", "patient", "with", 0.7)),
    *_each("keep", Frame("owned_by", "patient", "agent", 0.7, "owner")),
    *_each("own maintain", Frame("owned_by", "patient", "agent", 0.92)),
    *_each("operate manage run administer support handle",
           Frame("owned_by", "patient", "agent", 0.75, "team")),
    *_each("operate manage run administer", Frame("owned_by", "patient", "by", 0.75, "owner")),
    *_each("oversee lead supervise steward curate coordinate head",
           Frame("owned_by", "patient", "agent", 0.75, "owner")),
    *_each("look", Frame("owned_by", "after", "agent", 0.8, "holder")),
    *_each("care answer", Frame("owned_by", "for", "agent", 0.8, "owner")),
    *_each("locate situate base headquarter house host install mount anchor moor place position station "
           "exhibit display store keep hold find", *_at("located_in", "patient", _PLACE, 0.9, "place")),
    *_each("locate situate mount anchor moor position station",
           *_at("located_in", "patient", _BESIDE, 0.8, "place")),
    *_each("deploy serve", *_at("located_in", "patient", "in to at from", 0.7, "place")),
    *_each("have", *_at("located_in", "agent", "in at", 0.85, "seat")),
    *_each("work", *_at("part_of", "agent", "at for", 0.6, "team")),
    *_each("reside lie sit live stand run operate be",
           *_at("located_in", "agent", _PLACE, 0.75, "place")),
    *_each("reside lie sit stand", *_at("located_in", "agent", _BESIDE, 0.75, "place")),
    *_each("cite", Frame("cites", "agent", "patient", 0.9)),
    *_each("comply conform adhere", *_at("cites", "agent", "with to", 0.85, "name")),
    *_each("implement support follow satisfy meet observe respect fulfil fulfill",
           Frame("cites", "agent", "patient", 0.8, "standard")),
    *_each("certify audit assess test validate verify accredit design",
           *_at("cites", "patient", "to against under per", 0.75, "standard")),
    *_each("govern regulate cover mandate require define",
           Frame("cites", "patient", "agent", 0.7, "standard")),
    *_each("fall", Frame("cites", "agent", "under", 0.75, "standard")),
    *_each("reference mention", Frame("refers_to", "agent", "patient", 0.8)),
    *_each("refer link point", Frame("refers_to", "agent", "to", 0.8)),
    *_each("define specify", Frame("defines", "agent", "patient", 0.85, "name")),
    *_each("define specify", Frame("defines", "in", "patient", 0.85, "name")),
    *_each("describe", Frame("defines", "agent", "patient", 0.6, "name")),
    *_each("precede", Frame("precedes", "agent", "patient", 0.9)),
    *_each("follow", Frame("precedes", "patient", "agent", 0.8, "step")),
    *_each("replace swap exchange", *_at("precedes", "patient", "with for", 0.85, "swap")),
    *_each("replace supersede obsolete succeed", Frame("precedes", "patient", "agent", 0.85)),
    *_each("take", Frame("precedes", "from", "agent", 0.75, "taken")),
    *_each("migrate switch", Frame("precedes", "from", "to", 0.75, "moved")),
    *_each("run start begin happen occur come execute finish complete take go perform schedule trigger end",
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
    **dict.fromkeys(("database", "datastore", "cache", "queue", "broker", "runtime", "framework", "backend"),
                    Noun("uses", False, 0.75, ("of", "for", "behind"))),
    **dict.fromkeys(("alias", "synonym", "abbreviation", "acronym", "nickname", "shorthand", "name"),
                    Noun("same_as", True, 0.8, ("of", "for"))),
    **dict.fromkeys(("capital", "city", "town", "village", "region", "district", "suburb", "province"),
                    Noun("located_in", True, 0.75, ("of", "in"))),
    "definition": Noun("defines", True, 0.75),
}
# fmt: on

KNOWN_PLACES = words(
    "africa america asia australia europe austria belgium brazil canada china denmark egypt england finland "
    "france germany greece india ireland italy japan kenya mexico netherlands norway poland portugal russia "
    "scotland spain sweden switzerland turkey ukraine wales amsterdam athens barcelona berlin boston "
    "brussels chicago copenhagen dublin frankfurt geneva hamburg helsinki lisbon london madrid milan moscow "
    "mumbai munich oslo paris prague rome seattle singapore stockholm sydney tokyo toronto vienna warsaw "
    "zurich eu us uk usa"
)
"""Places that no program is called after."""
COUNTRIES = (
    "Argentina", "Australia", "Austria", "Belgium", "Bolivia", "Brazil", "Canada", "Chile", "Colombia",
    "Croatia", "Czechia", "Denmark", "Ecuador", "England", "Estonia", "Finland", "France", "Germany",
    "Greece", "Ireland",
    "Hungary", "Iceland", "India", "Italy", "Japan", "Kenya", "Latvia", "Lithuania", "Mexico", "Morocco",
    "Netherlands", "New Zealand", "Norway", "Peru", "Poland", "Portugal", "Romania", "Scotland", "Slovakia",
    "Slovenia", "South Africa", "Spain", "Sweden", "Switzerland", "Turkey", "Ukraine", "Uruguay", "Wales",
    "Belgien", "Brasilien", "Dänemark", "Deutschland", "England", "Frankreich", "Griechenland", "Irland",
    "Italien", "Kanada", "Niederlande", "Norwegen", "Österreich", "Polen", "Schweden", "Schweiz", "Spanien",
    "Alemania", "Bélgica", "Brasil", "España", "Francia", "Italia", "México", "Perú", "Suiza",
    "Allemagne", "Autriche", "Belgique", "Espagne", "Italie", "Suisse", "Canada",
)  # fmt: skip
"""Names of countries, as the languages here have them."""
PLATFORMS = words(
    "kubernetes docker podman nomad lambda jvm openshift mesos ecs eks gke aks heroku systemd containerd "
    "cron supervisor swarm qemu kvm xen virtualbox lxc lxd wasm webassembly"
)
"""What programs run in, and no place."""
_INITIALS = (
    "ISO", "IEC", "IEEE", "RFC", "RFCs", "NIST", "PEP", "DIN", "ANSI", "BSI", "FIPS", "ECMA", "ITU", "ETSI",
    "PCI", "OWASP", "SOC", "CIS", "W3C", "ASTM", "HIPAA", "GDPR", "DSGVO", "POSIX", "OpenAPI", "OAuth",
)  # fmt: skip
_LAWS = (
    "Act", "Law", "Regulation", "Directive", "Standard", "Conventions?", "Treaty", "Protocol", "Policy",
    "Guidelines?", "Code", "Charter", "Framework",
)  # fmt: skip
_GESETZE = ("richtlinie", "gesetz", "verordnung", "norm")
# With a number alone.
_NUMBERED = (
    "EN", "BS", "UNE", "NF", "VDI", "IFRS", "UL", "ATEX", "CFR", "BCP", "SAE", "API", "Ley", "Real Decreto",
    "Reglamento", "Loi", "Décret", "Règlement", "Gesetz", "Law", "Regulation", "Directive", "Directiva",
)  # fmt: skip
_NUMBER = r"(?:[ -][A-Z]{2,4})*[ -]?(?:\([A-Z]{1,3}\) )?(?:[Nn]\.?[ºo°]\.? ?|Std )?\d"
_TITLE = rf"(?:[A-Z][\w-]{{0,40}},? (?:(?:and|of|on|for) )?){{1,4}}(?:{'|'.join(_LAWS)})"
_COMPOUND = rf"[A-ZÄÖÜ][\w-]{{0,40}}(?:{'|'.join(_GESETZE)})"
STANDARD = re.compile(
    rf"(?:{'|'.join(_INITIALS)}|(?:{'|'.join(_NUMBERED)}){_NUMBER}[\w/.:-]*|{_TITLE}|{_COMPOUND})\b"
)
"""How the name of a standard or a law begins."""
STANDARD_SIGNS = (*_INITIALS, *_NUMBERED, *(law.removesuffix("s?") for law in _LAWS), *_GESETZE)
"""One of these is in any such name."""

_WORK = re.compile(
    r"(?:Policy|Standard|Guidelines?|Plan|Act|Code|Handbook|Manual|Rulebook|Charter|Directive|Regulation|"
    r"Ordinance|"
    r"[Hh]andbuch|leitfaden|Manual de [\w ]+|Manuel de [\w ]+|Code d[eu] [\w ]+|Guía de [\w ]+|"
    r"Reglamento [\w ]+|"
    r"Règlement [\w ]+|Ley (?:de|General) [\w ]+|Loi [\w ]+|"
    r"richtlinie|gesetz|ordnung|konzept|Política|Norma|Ley|Plan de \w+|Politique|Charte)$"
)


WORK_SIGNS = (
    "Policy", "Standard", "Guideline", "Plan", "Act", "Code", "andbook", "andbuch", "Manual", "Rulebook",
    "Charter", "Directive", "Regulation", "Ordinance", "eitfaden", "Manuel", "Guía", "Regl", "Règl", "Ley",
    "Loi", "ichtlinie", "gesetz", "ordnung", "konzept", "Política", "Norma", "Politique", "Charte",
)  # fmt: skip
"""One of these is in any name of such a work that has no other sign."""


def is_work(name: str) -> bool:
    """Whether a name is one of a standard, a law or a policy."""
    return STANDARD.match(name) is not None or _WORK.search(name.rstrip(" .,)")) is not None


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
    "manager institute university laboratory lab agency ministry museum bank gmbh inc ltd corp corporation "
    "ag ab llc plc oy bv services desk workshop working-group"
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
