"""What a sentence announces and a list names: "Kestrel consists of:", "it has three parts: A, B and C"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from graphrag_batch.stages.statement.biddings import is_command
from graphrag_batch.stages.statement.pieces import pieces, trimmed
from graphrag_batch.stages.statement.plain import Found, found_in, opening, sentences_of
from graphrag_batch.stages.statement.tree import MOST_SPANS
from graphrag_batch.stages.statement.triggers import Triggers
from graphrag_batch.stages.statement.whose import Subject, meant_in, named_in
from graphrag_batch.textual import Passage, Span, Statement

LEAD_END = re.compile(
    r"[.;:,(–—]\s|[;(]|[.:]$|\s-\s|\s(?:for|to|with|that|which|used|für|zum|para|que|pour|qui)\s"
)
"""What ends the name that an item begins with."""
_FOLLOWING = re.compile(
    r"(?:following|folgende|siguiente|suivant|seguinte|\d+|two|three|four|five)", re.IGNORECASE
)
# What has parts of a kind, where a list or table follows: "has two methods for holds:".
_HAS = re.compile(
    r"\s(?:has|have|offers?|provides?|exposes?|defines?|hat|haben|bietet|bieten|kennt|tiene|tienen|ofrecen?|define|"
    r"possède|possèdent|a|ont|offre|offrent|propose|définit)\s"
    r"(?:(?:only|nur|sólo|solo|just)\s)?(?:(?:these|the|those|following|folgenden?|diese|los|las|les|siguientes|"
    r"estos|estas|ces|suivant\w*|\d+|two|three|four|five|six|seven|eight|several|zwei|drei|vier|fünf|sechs|mehrere|"
    r"dos|cuatro|cinco|seis|varios|varias|deux|trois|tres|quatre|cinq|plusieurs)\s){1,2}(?:\w+\s){0,2}?"
    r"(?:fields?|methods?|functions?|commands?|endpoints?|parts?|components?|modules?|services?|columns?|tables?|"
    r"files?|sections?|options?|properties|attributes|members|packages?|subcommands|layers?|stages?|teams?|units?|"
    r"felder|methoden|funktionen|befehle|endpunkte|teile|komponenten|module|dienste|spalten|tabellen|dateien|"
    r"abschnitte|optionen|eigenschaften|bausteine|bereiche|schichten|stufen|campos|métodos|funciones|comandos|partes|"
    r"componentes|módulos|servicios|columnas|tablas|archivos|secciones|opciones|capas|equipos|champs|méthodes|"
    r"fonctions|commandes|parties|composants|colonnes|fichiers|sections|couches|équipes)\b"
)
_READERS = re.compile(r"(?:you|we|i|there|sie|wir|man|hay|il|on|nous|vous|this|that)\b.*", re.IGNORECASE)
_PARTS_WEIGHT, _FAR = 0.5, 24
_COLON = re.compile(r"[:：]\s")
_THESE = re.compile(
    r"\b(?:these|the following|folgenden?|diese|estos|estas|siguientes|ces|suivant\w*)\s(?:\w+\s){0,2}\w+\.$|"
    r"\b(?:siguientes|suivant\w*)\.$",
    re.IGNORECASE,
)
_ABOVE = 80
_NAME = re.compile(r"[\"'`(\[*]*[^\W\d_]*[A-ZÀ-Þ\d]")
_NOT_LISTED = ("is-a", "precedes")
SET_APART = ("bold", "code", "link", "term", "italic")


def list_after(
    passages: Sequence[Passage], at: int, triggers: Triggers, meant: Mapping[int, Subject]
) -> Iterator[Statement]:
    """A list, or a table, that goes on with the sentence before it: "Kestrel consists of:"."""
    passage = passages[at]
    items = _listed_after(passages, at)
    *_, sentence = sentences_of(passage.text)
    if not items or not passage.text:
        return
    if told := _parts(passage, sentence, items):
        yield told
        return
    pronouns = meant_in(passage, sentence, meant)
    for found in found_in(passage.text, sentence, triggers, open_end=True, meant=pronouns):
        if found.objects and not _stand_for_list(passage.text, found.objects):
            continue
        leads = [(item, lead_of(item)) for item in items[:MOST_SPANS]]
        listed = tuple(
            item.span(*span) for item, span in leads if span[0] < span[1] and not is_command(item.text)
        )
        named = named_in(passage, found.subjects, meant)
        subjects, objects = (listed, named) if found.trigger.turned else (named, listed)
        if listed and found.rel not in _NOT_LISTED:
            whole = passage.span(*sentence)
            weight = round(found.weight, 4)
            yield Statement(found.rel, *whole, subjects, objects, "list", weight, "", passage.section)


def _parts(passage: Passage, sentence: Span, items: Sequence[Passage]) -> Statement | None:
    """What a sentence says that tells how many things of a kind something has."""
    has, name = _HAS.search(passage.text, *sentence), opening(passage.text, sentence)
    if has is None or name is None or not 0 <= has.start() - name[1] <= _FAR:
        return None
    if _READERS.fullmatch(passage.text, *name):
        return None
    leads = tuple(item.span(*lead_of(item)) for item in items[:MOST_SPANS] if not is_command(item.text))
    if not leads or len(passage.text[name[1] : has.start()].split()) > 1:
        return None  # steps; "Kestrel request objects have four fields" is of no Kestrel
    place, ends = passage.span(*sentence), (leads, (passage.span(*name),))
    return Statement("part_of", *place, *ends, "list", _PARTS_WEIGHT, "", passage.section)


def announces_list(text: str) -> bool:
    """Whether a text ends with words for what a list or a table after it names."""
    last = text.rstrip()
    return last.endswith((":", "：")) or (last.endswith(".") and _THESE.search(last[-_ABOVE:]) is not None)


def _listed_after(passages: Sequence[Passage], at: int) -> list[Passage]:
    """The items of the list after a passage, or the first cells of the table there."""
    items: list[Passage] = []
    for item in passages[at + 1 : at + 1 + 4 * MOST_SPANS]:
        if item.kind == "definition" and items:
            continue
        if item.kind not in ("item", "cell", "term") or (items and item.group < items[0].group):
            break
        if item.kind == "term" and items and item.section == items[0].section:
            items.append(item)
            continue
        if items and (item.group != items[0].group or (item.kind == "cell" and item.row == items[-1].row)):
            continue
        items.append(item)
    return items[1:] if items and items[0].kind == "cell" and items[0].row == 0 else items


def _stand_for_list(text: str, spans: Sequence[Span]) -> bool:
    """Whether words announce what a list names: "these services", at the end of the text."""
    said = [text[slice(*span)] for span in spans]
    plain = all(one.islower() or _FOLLOWING.match(one) for one in said)
    return plain and not text[spans[-1][1] :].strip(" :：.")


def lead_of(item: Passage) -> Span:
    """What an item names first: what is set apart at its beginning, else all up to the end of the clause."""
    marked = next((m for m in item.marks if m[0] == 0 and m[2] in SET_APART), None)
    lead = LEAD_END.search(item.text) if item.kind != "term" else None
    return trimmed(item.text, 0, marked[1] if marked else lead.start() if lead else len(item.text))


def listed_within(passage: Passage, triggers: Triggers, meant: Mapping[int, Subject]) -> Iterator[Statement]:
    """A sentence that goes on with a list after a colon."""
    text = passage.text
    if not _COLON.search(text):
        return
    marks = {start: end for start, end, mark in passage.marks if mark in SET_APART}
    for start, end in sentences_of(text):
        colon = _COLON.search(text, start, end)
        if colon is None:
            continue
        listed = [_name(text, part, marks) for part in _cut(text, colon.end(), end)]
        listed = [(a, b) for a, b in listed if a in marks or _NAME.match(text, a, b)]
        if len(listed) > 1:
            before = start, colon.start()
            pronouns = meant_in(passage, before, meant)
            for found in found_in(text, before, triggers, open_end=True, meant=pronouns):
                if found.rel not in _NOT_LISTED and all(
                    _announces(text[slice(*span)]) for span in found.objects
                ):
                    yield _listed(passage, found, (start, end), listed, meant)


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    if ";" not in text[start:end]:
        yield from pieces(text, start, end)
        return
    for stop in [i for i in range(start, end) if text[i] == ";"] + [end]:
        yield from list(pieces(text, start, stop))[:1]
        start = stop + 1


def _name(text: str, part: Span, marks: dict[int, int]) -> Span:
    start, end = part
    if start in marks:
        return start, marks[start]
    lead = LEAD_END.search(text, start, end)
    return trimmed(text, start, lead.start() if lead else end)


def _announces(said: str) -> bool:
    return said.islower() or _FOLLOWING.match(said) is not None


def _listed(
    passage: Passage, found: Found, sentence: Span, listed: Sequence[Span], meant: Mapping[int, Subject]
) -> Statement:
    names = tuple(passage.span(*span) for span in listed[:MOST_SPANS])
    known = named_in(passage, found.subjects, meant)
    ends = (names, known) if found.trigger.turned else (known, names)
    return Statement(
        found.rel, *passage.span(*sentence), *ends, "list", round(found.weight, 4), "", passage.section
    )
