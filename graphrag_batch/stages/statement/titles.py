"""What titles, column names and keys mean, in several languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from graphrag_batch.stages.statement.frames import configured

_NUMBER = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)]|§+\s*\d+)\s+")

_TITLES = {
    "requirements": """
        requirements|(?:system|software|hardware|runtime|build|minimum|technical) requirements
        prerequisites?|pre-requisites|dependencies
        (?:runtime|build|external|upstream|service|hard|soft) dependencies|before you begin
        before you start|what you(?:'ll|’ll| will)? need|you(?:'ll|’ll| will)? need|depends on
        (?:system|software|hardware)?-?(?:voraussetzungen|anforderungen)|abhängigkeiten|was sie brauchen
        bevor sie beginnen|requisitos(?: previos| del sistema| mínimos)?|prerrequisitos|dependencias
        antes de (?:empezar|comenzar)|prérequis|pré-requis|dépendances|configuration requise
        avant de commencer|pré-requisitos|dependências|requisiti|prerequisiti|dipendenze|vereisten
        afhankelijkheden|前提条件|依存関係|必要条件|要件|先决条件|依赖|系统要求
        전제 조건|필수 조건|종속성|требования|зависимости""",
    "see": """
        see also
        related(?: (?:pages|documents|documentation|links|topics|reading|work|runbooks|services))?
        further reading|more information|learn more|links|useful links|siehe auch
        weiterführende (?:links|literatur|informationen)|verwandte themen|véase también|ver también
        más información|enlaces|lecturas adicionales|voir aussi|liens|pour en savoir plus
        関連項目|参考|相关链接|参见
        ver também|vedi anche|zie ook""",
    "references": """
        (?:normative |informative )?references|bibliography|works cited|sources|literature
        (?:applicable )?standards|quellen|literatur(?:verzeichnis)?|referenzen|normen
        mitgeltende (?:dokumente|unterlagen)|verweise|referencias|bibliografía|fuentes|normas|références
        bibliographie|参考文献|参照|references and standards""",
    "glossary": """
        glossary|terms|terminology|definitions|terms and definitions|words(?: we use)?|vocabulary
        glossar|begriffe|begriffsbestimmungen|definitionen|glosario|términos|definiciones|glossaire|termes
        définitions|用語集|用語|术语|术语表""",
    "acronyms": """
        acronyms|abbreviations|acronyms and abbreviations|abkürzungen|abkürzungsverzeichnis|siglas
        abreviaturas|siglas y abreviaturas|sigles|abréviations""",
    "parts": """
        components?|parts|modules|subsystems|building blocks|(?:main|system) components|bestandteile|bausteine
        komponenten|teile|module|componentes|partes|módulos|composants|parties""",
}  # fmt: skip

_KEYS = {
    "owned_by": """
        owners?|owned by|owning team|maintainers?|maintained by|service owner|code owners?
        responsible(?: team| party)?|steward|custodian|team|policy owner|accountable|eigentümer(?:in)?
        verantwortlich(?:e[rs]?)?(?: team| stelle)?|betreut von|zuständig|besitzer|betreiber
        propietari[oa]s?|responsables?|equipo(?: responsable)?|mantenid[oa] por|propriétaires?|équipe""",
    "depends_on": """
        depends on|dependenc(?:y|ies)|requires?|requirements?|prerequisites?|needs|upstreams?
        hard dependencies|hängt ab von|abhängigkeit(?:en)?|benötigt|voraussetzung(?:en)?|erfordert
        depende de|dependencias?|requiere|requisitos|dépend de|dépendances?|requiert|prérequis""",
    "<depends_on": """
        required by|needed by|dependents?|benötigt von|erforderlich für|requerido por|requis par""",
    "uses": """
        uses|built with|built on|runs on|written in|stack|tech(?:nology)? stack|technolog(?:y|ies)
        database|datastore|data store|store|storage|backend|backing store|framework|runtime|queue|broker
        verwendet|nutzt|läuft auf|datenbank|technik|speicher|usa|utiliza|base de datos|almacenamiento
        se ejecuta en|utilise|base de données""",
    "<uses": """
        used by|consumers?|consumed by|called by|clients?|downstreams?|genutzt von|verwendet von
        usad[oa] por|utilizad[oa] por|utilisée? par""",
    "part_of": """
        part of|belongs to|parent|component of|module of|member of|subsystem of|teil von|gehört zu
        bestandteil von|parte de|pertenece a|forma parte de|partie de|fait partie de""",
    "<part_of": """
        components?|consists of|contains|includes|modules|members|subsystems|parts|bestandteile
        besteht aus|komponenten|mitglieder|enthält|componentes|módulos|miembros|consta de|incluye
        composants|membres""",
    "located_in": """
        locations?|located in|regions?|data ?cent(?:er|re)s?|sites?|zones?|availability zones?|hosted in
        city|country|address|headquarters|standort|ort|region|rechenzentrum|land|stadt|sitz|ubicación|lugar
        región|centro de datos|ciudad|país|sede|emplacement|lieu|région|ville|pays|site""",
    "precedes": """
        next (?:step|stage)|followed by|runs before|replaced by|superseded by|successor
        nachfolger|gefolgt von|ersetzt durch|seguido de|sustituido por|reemplazado por
        remplacé par""",
    "<precedes": """
        previous (?:step|stage)|preceded by|runs after|replaces|supersedes|obsoletes|predecessor
        vorgänger|ersetzt|precedido por|sustituye a|reemplaza a|remplace""",
    "cites": """
        standards?|cites|complies with|compliance|conforms to|norms?|normative references?
        control(?:s)? framework|norm(?:en)?|entspricht|normas?|cumple con|cita|normes?|conforme à|rfcs?
        implements""",
    "refers_to": """
        see also|references?|related|refers to|siehe auch|verweise|véase también|ver también|referencias
        voir aussi""",
    "same_as": """
        alias(?:es)?|also known as|aka|a\\.k\\.a\\.|acronyms?|abbreviations?|short name|full name
        long name|synonyms?|expansion|stands for|abkürzung|auch bekannt als|langform|siglas?|abreviatura
        también conocido como|acronyme""",
}  # fmt: skip
_DEFINED = re.compile(
    r"(?:definitions?|meaning|description|explanation|what it is|beschreibung|bedeutung|definition|erklärung|"
    r"descripción|significado|definición|signification|définition)",
)
_TERMS = re.compile(
    r"(?:terms?|words?|names?|concepts?|acronyms?|abbreviations?|options?|flags?|fields?|parameters?|variables?|keys?|"
    r"settings?|commands?|codes?|begriffe?|wort|abkürzung(?:en)?|optionen|felder|feld|parameter|término|siglas?|campo|"
    r"parámetro|opción|terme|champ|paramètre)",
)
_STARTED = re.compile(
    r"(?:getting started with|working with|using|how to use|introduction to|erste schritte mit|arbeiten mit|"
    r"primeros pasos con|introducción a|uso de|prise en main de|premiers pas avec|utiliser)\s+",
    re.IGNORECASE,
)


class Meaning(NamedTuple):
    """The relation that a key or a column names; `turned`: its value is the relation's subject."""

    rel: str
    turned: bool


def plain(title: str) -> str:
    """A title as tables here have it: no number before it, no punctuation around it, small letters."""
    return " ".join(_NUMBER.sub("", title).casefold().split()).strip(" :：.*_`?!")


def _ways(text: str) -> str:
    return "|".join(line.strip() for line in text.strip().split("\n"))


@cache
def _titles() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(_ways(ways))) for kind, ways in _TITLES.items())


def kind_of(title: str) -> str:
    """What a section of this title holds: requirements, see, references, glossary, acronyms,
    parts or "" for anything."""
    said = plain(title)
    return next((kind for kind, ways in _titles() if ways.fullmatch(said)), "")


@cache
def _keys(relations: tuple[str, ...]) -> tuple[tuple[Meaning, re.Pattern[str]], ...]:
    own = []
    for name, triggers in map(configured, relations):
        own.append((name, "|".join(re.escape(t) for t in (*triggers, name.replace("_", " ")))))
    return (*_meant(own), *_meant(_KEYS.items()))


def _meant(pairs: Iterable[tuple[str, str]]) -> Iterable[tuple[Meaning, re.Pattern[str]]]:
    return [(Meaning(rel.lstrip("<"), rel.startswith("<")), re.compile(_ways(ways))) for rel, ways in pairs]


def meaning_of(key: str, relations: tuple[str, ...]) -> Meaning | None:
    """The relation that a key ("Owner:") or a column's name stands for."""
    said = plain(key)
    if not said or len(said) > 40:
        return None
    return next((meaning for meaning, ways in _keys(relations) if ways.fullmatch(said)), None)


def is_term_column(first: str, other: str) -> bool:
    """Whether a table with these columns defines what its first one names."""
    return _TERMS.fullmatch(plain(first)) is not None and _DEFINED.fullmatch(plain(other)) is not None


def started_with(title: str) -> int:
    """Where the name begins in "Getting started with NAME", -1 for another title."""
    match = _STARTED.match(title)
    return match.end() if match else -1
