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
        packages|crates|plugins|sub-?projects|pakete|paquetes
        components?|parts|modules|subsystems|building blocks|(?:main|system) components|bestandteile|bausteine
        komponenten|teile|module|componentes|partes|módulos|composants|parties""",
    "tools": """
        (?:tech(?:nology|nical)? )?stack|technolog(?:y|ies)|built (?:with|on)|tools(?: used)?
        software(?: used)?|equipment|instruments|materials?|technologien?|werkzeuge|geräte|material
        eingesetzte software
        tecnologías?|herramientas|equipos? y materiales|instrumentos|materiales|technologies|outils
        matériel|logiciels""",
    "owned": """
        what (?:we|the team) (?:owns?|maintains?|runs?|looks? after)
        (?:services|systems|repositories|repos) we (?:own|maintain|run)|what(?:['’]s| is) ours
        (?:what is |things )?in our (?:care|hands)
        (?:our|owned) (?:services|systems|repositories|repos|components|products|applications)|we own|owns
        (?:unsere|betreute) (?:dienste|systeme|anwendungen|produkte)|wofür wir zuständig sind
        was wir betreiben
        (?:nuestros servicios|nuestros sistemas)|servicios (?:propios|a (?:nuestro )?cargo)
        de qué nos ocupamos
        nos (?:services|systèmes|applications)|ce que nous (?:gérons|maintenons)|services maintenus""",
    "people": """
        people|members|(?:the )?team(?: members)?|staff|who we are|crew|who is who|mitglieder|personen|leute
        das team
        mitarbeitende|miembros|personas|integrantes|quiénes somos|equipo|membres|personnes|équipe
        qui sommes-nous""",
}  # fmt: skip

_KEYS = {
    "owned_by": """
        owners?|owned by|(?:owning|responsible) teams?|maintainers?|maintained by
        (?:service|code|product|data) owners?
        responsible(?: team| party| person| unit)?|steward|custodian|team|policy owner|document owner
        accountable
        (?:team )?leads?|led by|run by|operated by|managed by|operator|keeper|kept by|process owner
        (?:looked after|cared for|taken care of|handled|curated|stewarded|administered|run day to day) by
        in (?:the )?(?:charge|care of)|who (?:owns|runs|maintains|looks after|keeps) (?:it|this)
        eigentümer(?:in)?|verantwortlich(?:e[rs]?)?(?: team| stelle| person)?|betreut von|zuständig(?:keit)?
        besitzer(?:in)?|betreiber(?:in)?|leitung|geleitet von|betrieben von|gepflegt von|verantwortung
        propietari[oa]s?|responsables?|equipo(?: responsable)?|(?:mantenid|gestionad|operad)[oa] por
        encargad[oa]s?|dueñ[oa]s?
        a cargo de|titular|propriétaires?|équipe(?: responsable)?|gérée? par|maintenue? par|exploitante?""",
    "<owned_by": """
        owns|maintains|responsible for|looks after|takes care of|verantwortlich für|zuständig für|betreut
        pflegt
        betreibt|responsable de|mantiene|gestiona|s['’]occupe de|gère|maintient""",
    "depends_on": """
        depends on|(?:hard |soft |runtime |build )?dependenc(?:y|ies)|requires?|requirements?
        prerequisites?|needs
        upstreams?|relies on|hängt ab von|hängt von|abhängig von|abhängigkeit(?:en)?|benötigt|braucht
        voraussetzung(?:en)?|erfordert|depende de|dependencias?|requiere|necesita|requisitos|dépend de
        dépendances?|requiert|nécessite|prérequis""",
    "<depends_on": """
        required by|needed by|dependents?|benötigt von|erforderlich für|requerido por|necesario para
        requis par""",
    "uses": """
        (?:programming )?languages?|(?:base |container )?images?|hardware|software|sensors?
        monitor(?:ing|ed by|ed with)|logg(?:ing|ed to)|logs? to|metrics to|alerts? (?:via|to)|alerting
        equipment|ci(?:/cd)?|build (?:tool|system)|hosting|deployment|deployed (?:with|via)
        orchestrat(?:or|ion)
        (?:data )?formats?|file formats?|auth(?:entication)?|identity provider|registry|package manager
        search engine|engine|load balancer|(?:reverse )?proxy|event bus|secrets? (?:store|manager)|cloud
        (?:cloud )?provider|connects to|talks to|subscribes to|publishes to|integrations?|based on|powered by
        plattform|laufzeit|programmiersprachen?|sensor(?:en)?|schnittstellen?|basiert auf|gebaut mit
        überwach(?:ung|t mit)|kommuniziert (?:mit|über)|material|ausrüstung|tecnologías?|plataforma|lenguajes?
        motor|formatos?|sensor(?:es)?|construid[oa] con|desplegad[oa] en|alojad[oa] en|se conecta a|lee de
        escribe en|programas?|bibliotecas?|technologies?|plate-?forme|langages?|capteurs?|moteur|logiciels?
        matériel|construite? avec|hébergée? (?:sur|chez)|lit|écrit dans|bibliothèques?|se connecte à
        uses|built (?:with|on|from)|runs on|hosted on|deployed (?:on|to)|(?:written|implemented) in|stack
        tech(?:nology)? stack|technolog(?:y|ies)|database|datastore|data store|store|storage|stored in|cache
        backend|backing (?:store|service)|framework|runtime|queue|(?:message )?broker|platform
        operating system|os
        protocols?|transport|programming languages?|libraries|tools?|instruments?|devices?|loggers?
        reads(?: from)?
        writes(?: to)?
        sends to|calls|verwendet|nutzt|läuft (?:auf|mit|unter)|gehostet auf|geschrieben in|datenbank
        technik|speicher
        betriebssystem|protokolle?|werkzeuge?|(?:mess)?geräte?|liest(?: aus)?|schreibt(?: nach)?|usa|utiliza
        base de datos
        almacenamiento|se ejecuta en|funciona (?:con|sobre)|escrit[oa] en|herramientas?|protocolos?
        instrumentos?|aparatos?|dispositivos?|appareils?|instruments?
        utilise|base de données|tourne sur|écrite? en|fonctionne (?:sur|avec)|outils?|protocoles?""",
    "<uses": """
        used by|consumers?|consumed by|called by|clients?|downstreams?|genutzt von|verwendet von
        usad[oa] por|utilizad[oa] por|utilisée? par""",
    "part_of": """
        department|division|project|suite|umbrella|abteilung|bereich|projekt|departamento|proyecto|división
        département|projet
        part of|belongs to|parent(?: system)?|component of|module of|member of|subsystem of|subsidiary of
        affiliation|institution|employer|works (?:at|for)|teil von|gehört zu|bestandteil von|zugehörigkeit
        parte de|pertenece a|forma parte de|afiliación|institución|partie de|fait partie de""",
    "<part_of": """
        components?|consists of|composed of|made of|contains|includes|modules|members|subsystems|parts
        bestandteile|besteht aus|komponenten|mitglieder|enthält|umfasst|componentes|módulos|miembros|partes
        consta de|se compone de|incluye|contiene|composants|membres|comprend|se compose de""",
    "located_in": """
        (?:injected|installed|deployed|kept|stored|mounted|sampled|measured) (?:at|in)
        (?:held|stationed|placed|housed|moored) (?:at|in)
        (?:runs|stands|lives|sits) (?:at|in)|(?:steht|liegt|lagert|läuft) in
        (?:eingespeist|aufgestellt|installiert) (?:in|bei)
        (?:instalad|ubicad|situad|guardad|almacenad)[oa]s? en
        (?:installé|situé|posé|injecté|stocké|hébergé)e?s? (?:à|au|dans)
        rack|floor|campus|province|state|area|lab(?:oratory)?|installed (?:in|at)|étage|laboratoire
        gelände|werk
        etage|stockwerk|labor|kanton|bundesland|provincia|planta|laboratorio|zona|estación
        locations?|located in|regions?|data ?cent(?:er|re)s?|sites?|zones?|availability zones?
        hosted (?:in|at)
        based in|place|where|room|building|offices?|seat|city|town|country|address|headquarters
        standorte?|ort|region|rechenzentrum|land|stadt|sitz|raum|gebäude|wo|ubicación|lugar|dónde|sala
        edificio
        región|centro de datos|ciudad|país|sede|emplacement|lieu|région|ville|pays|site|siège|salle
        bâtiment""",
    "precedes": """
        next (?:step|stage|phase)|followed by|(?:runs|comes) before|(?:replaced|superseded|succeeded) by
        successor|nachfolger|gefolgt von|ersetzt durch|abgelöst durch|seguido de|antes de
        (?:sustituido|reemplazado) por|sucesor|remplacée? par|suivie? (?:de|par)""",
    "<precedes": """
        previous(?: step| stage| phase| version)?|preceded by|(?:runs|comes|starts) after|follows|replaces
        supersedes|obsoletes|succeeds|predecessors?|waits for|vorgänger(?:in)?|ersetzt|löst ab|folgt auf
        precedido por|anterior|después de|sigue a|sustituye a|reemplaza a|predecesor|remplace
        précédée? (?:de|par)
        après|prédécesseur""",
    "cites": """
        sources?|polic(?:y|ies)|articles?|clauses?|quellen?|fundstellen?|artikel|vorschriften?|richtlinien?
        gesetze?
        fuentes?|artículos?|ley(?:es)?|políticas?|lois?|politiques?|exigences?
        standards?|cites|complies with|compliance|conforms to|norms?|normative references?|(?:legal )?basis
        control(?:s)? framework|regulations?|laws?|norm(?:en)?|entspricht|grundlagen?|rechtsgrundlagen?
        normas?|cumple con|cita|base (?:legal|jurídica|normativa|juridique)|normes?|conforme à|rfcs?
        implements""",
    "refers_to": """
        see also|references?|related|refers to|siehe auch|verweise|véase también|ver también|referencias
        voir aussi""",
    "same_as": """
        alias(?:es)?|also known as|aka|a\\.k\\.a\\.|acronyms?|abbreviations?|short name|full name
        long name|synonyms?|expansion|stands for|abkürzung|auch bekannt als|langform|siglas?|abreviatura
        también conocido como|acronyme""",
}  # fmt: skip
_MEANINGS = re.compile(
    r"(?:definitions?|meaning|what it (?:is|means|does|is for)|bedeutung|was es (?:ist|tut)|qué (?:es|hace)|"
    r"ce que c['’]est|definition|significado|definición|signification|"
    r"définition)"
)
_DEFINED = re.compile(
    r"(?:(?:short )?(?:definitions?|meaning|description|explanation|summary|purpose|role|function)|used for|"
    r"what it is|(?:kurz)?beschreibung|bedeutung|definition|erklärung|erläuterung|zweck|aufgabe|funktion|"
    r"descripción|significado|definición|explicación|propósito|función|description|"
    r"signification|définition|explication|rôle|fonction|utilité)"
)
_TERMS = re.compile(
    r"(?:terms?|words?|names?|concepts?|acronyms?|abbreviations?|options?|flags?|fields?|parameters?|"
    r"arguments?|variables?|keys?|settings?|commands?|codes?|class(?:es)?|functions?|methods?|endpoints?|"
    r"routes?|scopes?|roles?|events?|types?|metrics?|columns?|headers?|files?|folders?|director(?:y|ies)|"
    r"paths?|labels?|tags?|services?|components?|modules?|packages?|tools?|systems?|programs?|scripts?|"
    r"jobs?|tables?|queues?|topics?|begriffe?|wort|abkürzung(?:en)?|optionen|felder|feld|parameter|name|"
    r"schlüssel|variable|befehle?|datei(?:en)?|ordner|pfade?|spalten?|rollen?|klassen?|dienste?|komponenten?|"
    r"bausteine?|module?|werkzeuge?|systeme?|programme?|tabellen?|términos?|siglas?|campos?|parámetros?|"
    r"opción|opciones|nombre|claves?|variables?|órdenes|archivos?|ficheros?|carpetas?|rutas?|columnas?|"
    r"roles|clases?|servicios?|componentes?|módulos?|herramientas?|sistemas?|programas?|tablas?|termes?|"
    r"champs?|paramètres?|nom|clés?|commandes?|fichiers?|dossiers?|chemins?|colonnes?|rôles?|classes?|"
    r"services?|composants?|modules?|outils?|systèmes?|programmes?)"
)
# What such a table explains happens, and is no term.
_EVENTS = re.compile(
    r"(?:messages?|errors?|symptoms?|alerts?|outputs?|signs?|signals?|exit(?: codes?)?|status(?:es)?|states?|"
    r"meldung(?:en)?|fehler|zeichen|mensajes?|señal(?:es)?|síntomas?|messages d['’]erreur|erreurs?|signes?)"
)
_FIELDS = re.compile(
    r"(?:fields?|keys?|propert(?:y|ies)|attributes?|items?|details?|metadata|about|values?|feld|angabe|eigenschaft|"
    r"merkmal|wert|campo|dato|propiedad|valor|champ|propriété|valeur)?"
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
    parts, owned or "" for anything."""
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


def is_term_column(first: str, other: str, *, code: bool = False) -> bool:
    """Whether a table with these columns defines what its first one names; `code`: it holds names in code."""
    told = plain(other)
    if _EVENTS.fullmatch(plain(first)):
        return False
    return _MEANINGS.fullmatch(told) is not None or (
        (code or _TERMS.fullmatch(plain(first)) is not None) and _DEFINED.fullmatch(told) is not None
    )


def is_of_fields(first: str) -> bool:
    """Whether a first column with this name holds keys ("Owner"), not things."""
    return _FIELDS.fullmatch(plain(first)) is not None


def started_with(title: str) -> int:
    """Where the name begins in "Getting started with NAME", -1 for another title."""
    match = _STARTED.match(title)
    return match.end() if match else -1
