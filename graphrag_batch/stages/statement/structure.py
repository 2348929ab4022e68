"""Statements that structure makes: requirements, references, definitions, tables, keys, numbered stages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.announced import (
    LEAD_END,
    SET_APART,
    announces_list,
    lead_of,
    list_after,
    listed_within,
)
from graphrag_batch.stages.statement.biddings import is_command
from graphrag_batch.stages.statement.frames import ORGANS, STANDARD
from graphrag_batch.stages.statement.keys import has_key, of_keys
from graphrag_batch.stages.statement.pieces import is_nothing, outside, pieces, trimmed
from graphrag_batch.stages.statement.tables import of_table
from graphrag_batch.stages.statement.titles import kind_of, meaning_of, started_with
from graphrag_batch.stages.statement.tree import MOST_SPANS
from graphrag_batch.stages.statement.triggers import Triggers
from graphrag_batch.stages.statement.whose import Subject
from graphrag_batch.textual import Passage, Span, Statement

_SEPARATOR = re.compile(r"\s*(?:[:：]|\s(?:[–—-]|--)\s|\s—|\s=\s)\s*")
_CLAUSE = re.compile(
    r"\b(?:must|shall|should|is|are|has|have|be|can|may|will|need|needs|was|were|do|does|muss|müssen|soll|ist|sind|wird|"
    r"werden|hat|haben|kann|debe|deben|es|son|está|tiene|puede|doit|doivent|est|sont|peut)\b",
    re.IGNORECASE,
)
_DASHED = re.compile(r"\s(?:[–—-]|--)\s")
# What follows a term and a colon where the term is explained, and nothing is noted or told.
_EXPLAINED = re.compile(
    r"(?:\s*\([^()]{1,60}\))?:?\s*:?\s*(?:an?|the|any|one|der|die|das|eine?|un|una|el|la|los|las|le|les|une|l['’])\b",
    re.IGNORECASE,
)
_NEEDED = re.compile(
    r"\s(?:must be|has to be|is|are|should be|muss|müssen|ist|sind|debe estar|doit être)\s(?:\w+\s)?"
    r"(?:installed|"
    r"running|available|configured|reachable|up|enabled|deployed|required|needed|installiert|"
    r"erreichbar|verfügbar|erforderlich|"
    r"nötig|instalado|disponible|requis|installé)",
    re.IGNORECASE,
)
_NEED = re.compile(
    r"(?:you(?:'ll|’ll| will)? (?:need|must have|should have)|install|access to|"
    r"an? (?:running|working|existing)|"
    r"a recent(?: version of)?|zugriff auf|eine? laufende[rsn]?|installieren sie|acceso al?|accès à)\s+",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:no|not|none|kein\w*|sin|sans|aucun)\b", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]{1,60}\)")
_STAGE = re.compile(
    r"(?:step|phase|stage|part|schritt|teil|paso|fase|etapa|étape)\s+(\d{1,3}|[A-Z])\b", re.IGNORECASE
)
# Words above a list whose items come one after another, and such in an item.
_ORDER = re.compile(
    r"\b(?:steps?|phases?|stages?|procedures?|process(?:es)?|pipeline|order|workflow|sequence|rollout|roll-out|"
    r"life ?cycle|timeline|schedule|agenda|how to|plan|then|path|runs? through|"
    r"schritte?|phasen?|ablauf|reihenfolge|verfahren|vorgehen|prozess|stufen|pasos?|fases?|etapas?|proceso|procedimiento|orden|étapes?|procédure|"
    r"déroulement|ordre|processus)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"\b(?:then|afterwards|next|finally|first|at \d|after|before|once|until|danach|dann|anschließend|"
    r"zuerst|zuletzt|sobald|um \d|después|luego|primero|finalmente|a las? \d|ensuite|puis|"
    r"d['’]abord|enfin|à \d+ ?h)\b",
    re.IGNORECASE,
)
_ABOVE = 160
_PART_WORDS = 6
_SAID = re.compile(r"\s(?:must|should|shall|will|can|may|is|are|has|have|was|were)\b")
# "Fairway – ships on coastal routes": the name of a stage, and what happens there.
_PLAIN_STAGE = re.compile(r"([A-ZÀ-Þ][\w-]*(?: [A-ZÀ-Þ][\w-]*){0,2})(?:\s[–—-]\s|:\s)")
_NUMBERED = re.compile(r"\(?\d{1,3}[.)]?")
_NO_TERM = re.compile(
    r"(?:notes?|tip|warning|caution|important|example|examples|hint|info|todo|fixed|added|changed|removed|deprecated|"
    r"security|hinweis|achtung|wichtig|beispiel|nota|importante|ejemplo|attention|exemple|remarque|usage|default|"
    r"status|date|version|author|summary|symptoms?|cause|impact|action|result|expected|response|request|yes|no)s?",
    re.IGNORECASE,
)
_MOST_WORDS, _LEAD_WORDS, _VALUE_WORDS = 10, 6, 8


def of_structure(
    document: Document,
    passages: Sequence[Passage],
    triggers: Triggers,
    relations: tuple[str, ...],
    page: About,
    meant: Mapping[int, Subject],
) -> Iterator[Statement]:
    """What the structure of a document says; `meant` are its pronouns of which it is known what they mean."""
    kinds = _kinds(document)
    for i, passage in enumerate(passages):
        kind = kinds[passage.section] if 0 <= passage.section < len(kinds) else ""
        yield from _of_passage(document, passage, kind, relations, page)
        if passage.kind == "term":
            after = passages[i + 1] if i + 1 < len(passages) else passage
            yield _field(passage, after, relations) or _defined(passage, after)
        if passage.kind in ("paragraph", "item", "quote", "definition"):
            yield from listed_within(passage, triggers, meant)
        if passage.kind in ("paragraph", "item") and announces_list(passage.text):
            yield from list_after(passages, i, triggers, meant)
    yield from _stages(document, passages)
    yield from of_keys(document, passages, relations)
    for _, group in groupby((p for p in passages if p.kind == "cell"), key=lambda p: p.group):
        cells = list(group)
        kind = kinds[cells[0].section] if 0 <= cells[0].section < len(kinds) else ""
        yield from of_table(cells, kind, relations, page)


def _kinds(document: Document) -> list[str]:
    """For each section what it holds: by its own title, or by that of the section around it."""
    kinds: list[str] = []
    for section in document.sections:
        own = kind_of(section.title)
        own = "" if own == "owned" and not _may_have(document, "people") else own
        kinds.append(own or (kinds[section.parent] if 0 <= section.parent < len(kinds) else ""))
    return kinds


def _of_passage(
    document: Document, passage: Passage, kind: str, relations: tuple[str, ...], page: About
) -> Iterator[Statement]:
    if passage.kind in ("heading", "title"):
        if (start := started_with(passage.text)) >= 0:
            span = trimmed(passage.text, start, len(passage.text))
            yield _of(passage, "uses", span, "title", 0.4, "document")
        elif kind == "glossary" and not kind_of(passage.text):
            yield _of(passage, "defines", (0, len(passage.text)), "glossary", 0.85)
    elif passage.kind in ("item", "paragraph") and not has_key(document, passage, relations):
        yield from _of_prose(document, passage, kind, page)


def _of_prose(document: Document, passage: Passage, kind: str, page: About) -> Iterator[Statement]:
    """What an item says, or a paragraph, by the section that it is in."""
    if kind == "requirements" and passage.kind == "item":
        yield from _required(passage)
    elif kind == "tools" and passage.kind == "item" and passage.text.count(" ") < _MOST_WORDS:
        yield _of(passage, "uses", lead_of(passage), "tools", 0.6, "document")
    elif kind in ("see", "references"):
        yield from _referred(passage, kind)
    elif kind == "acronyms":
        yield from _acronym(passage)
    elif passage.kind == "item":
        if kind == "owned" and page.name:
            yield _part(passage, page.name)._replace(rel="owned_by", pattern="owned")
        elif kind in ("parts", "people") and page.name and _may_have(document, kind) and _names_part(passage):
            yield _part(passage, page.name)
        if not _NUMBERED.fullmatch(passage.label) or _marked_end(passage, "code") < len(passage.text):
            yield from _term(passage, kind)
    elif _is_entry(passage, kind):
        yield from _term(passage, kind)


def _of(
    passage: Passage, rel: str, span: Span, pattern: str, weight: float, of: str = "section"
) -> Statement:
    whole = passage.span(0, len(passage.text))
    return Statement(rel, *whole, (), (passage.span(*span),), pattern, weight, of, passage.section)


def _field(term: Passage, after: Passage, relations: tuple[str, ...]) -> Statement | None:
    """What a term says of the page whose key it is, with a short value: ":Owner: Build team"."""
    meaning = meaning_of(term.text, relations)
    beside = after.kind == "definition" and (after.group, after.row) == (term.group, term.row)
    if meaning is None or meaning.turned or not beside or after.text.count(" ") >= _VALUE_WORDS:
        return None
    values = [after.span(*piece) for piece in pieces(after.text, 0, len(after.text))]
    place = (*term.span(0, len(term.text))[:1], after.span(0, len(after.text))[1])
    return Statement(meaning.rel, *place, (), tuple(values), "key", 0.8, "document", term.section)


def _defined(term: Passage, after: Passage) -> Statement:
    """A term and, if it stands right after it, its definition."""
    told = _of(term, "defines", (0, len(term.text)), "definition-list", 0.9)
    named = [(start, end) for start, end, mark in term.marks if mark == "code"]
    if len(named) > 1 and not re.search(r"\w", "".join(outside(term.text, named))):
        told = told._replace(objects=tuple(term.span(*span) for span in named[:MOST_SPANS]))
    if after.kind == "definition" and (after.group, after.row) == (term.group, term.row):
        return told._replace(end=after.span(0, len(after.text))[1])
    return told


def _required(passage: Passage) -> Iterator[Statement]:
    """An item under "Requirements": the thing it names first, and what is joined to it."""
    text = passage.text
    if (needed := _NEEDED.search(text)) and needed.start() <= 60:
        start, end = 0, needed.start()
    else:
        need = _NEED.match(text)
        start = need.end() if need else 0
        lead = LEAD_END.search(text, start)
        end = lead.start() if lead else len(text)
        if _CLAUSE.search(text, start, end):
            return
    spans = [s for s in pieces(text, start, end) if not is_nothing(text[slice(*s)])]
    if spans and text.count(" ", start, end) < _MOST_WORDS and not _DENIED.match(text, start, end):
        whole = passage.span(0, len(text))
        objects = tuple(passage.span(*s) for s in spans)
        yield Statement("depends_on", *whole, (), objects, "requirements", 0.8, "document", passage.section)


def _referred(passage: Passage, kind: str) -> Iterator[Statement]:
    """An entry under "See also" or "References": a standard, else what is linked, titled or quoted in it."""
    text = passage.text
    standard = STANDARD.search(text[:200])
    marked = next(((s, e) for s, e, mark in passage.marks if mark in ("link", "italic", "quoted")), None)
    lead = LEAD_END.search(text)
    first = (0, lead.start() if lead else len(text))
    rel = "cites" if standard or kind == "references" else "refers_to"
    if standard and (marked is None or standard.start() >= marked[0]):
        yield _of(passage, rel, (standard.start(), max(first[1], standard.end())), "references", 0.85)
    elif marked:
        yield _of(passage, rel, marked, "references", 0.8)
    elif passage.kind == "item" and text.count(" ", *first) < _MOST_WORDS:
        yield _of(passage, rel, first, "references", 0.6)


def _term(passage: Passage, kind: str) -> Iterator[Statement]:
    """An item that begins with a term set apart: "**Term**: what it means"."""
    lead = next((m for m in passage.marks if m[0] == 0 and m[2] in SET_APART), None)
    end = lead[1] if lead else -1
    if kind == "glossary" and not lead:
        first = _SEPARATOR.search(passage.text)
        end = first.start() if first and passage.text.count(" ", 0, first.start()) < _LEAD_WORDS else -1
    aside = _ASIDE.match(passage.text, end) if lead else None
    separator = _SEPARATOR.match(passage.text, aside.end() if aside else end) if end > 0 else None
    if lead and separator is None and end > 1 and passage.text[end - 1] == ":":
        separator = re.compile(r"\s*").match(passage.text, end)
        end -= 1
    least = 1 if lead and lead[2] == "code" else 2
    if separator is None or passage.text.count(" ", separator.end()) < least:
        return
    if not _NO_TERM.fullmatch(passage.text, 0, end):
        yield _of(passage, "defines", (0, end), "term", 0.85 if kind == "glossary" else 0.7)


def _is_entry(passage: Passage, kind: str) -> bool:
    """Whether a paragraph explains the term that it begins with."""
    text, bold = passage.text, _marked_end(passage, "bold")
    if _DASHED.match(text, min(bold, _marked_end(passage, "code"))):
        return True
    return kind == "glossary" and ":" in text[bold - 1 :] and _EXPLAINED.match(text, bold) is not None


def _marked_end(passage: Passage, wanted: str) -> int:
    """Where the words end that a passage begins with and that are marked so; its own end for none."""
    return next(
        (end for start, end, mark in passage.marks if start == 0 and mark == wanted), len(passage.text)
    )


def _may_have(document: Document, kind: str) -> bool:
    """Whether what a page is about, by its title, may have such members: people, a team alone."""
    return kind != "people" or bool(ORGANS & set((document.title or "").casefold().replace(":", " ").split()))


def _names_part(passage: Passage) -> bool:
    """Whether an item begins with a name, or with a few words that are no sentence: a step ("Make sure that
    …"), or what holds of something, names no part."""
    start, end = lead_of(passage)
    lead = passage.text[start:end]
    if any(m[0] == 0 and m[2] in SET_APART for m in passage.marks):
        return True
    return lead.count(" ") < _PART_WORDS and not _SAID.search(lead) and not is_command(lead)


def _part(passage: Passage, whole: Span) -> Statement:
    """An item under "Components": what it names first is a part of what the page is about."""
    place = passage.span(0, len(passage.text))
    lead = passage.span(*lead_of(passage))
    return Statement("part_of", *place, (lead,), (whole,), "parts", 0.75, "", passage.section)


def _acronym(passage: Passage) -> Iterator[Statement]:
    """An item under "Abbreviations": "DOC: Dissolved Organic Carbon"."""
    separator = _SEPARATOR.search(passage.text)
    if separator and 0 < separator.start() <= 20 and separator.end() < len(passage.text):
        place = passage.span(0, len(passage.text))
        ends = (passage.span(0, separator.start()),), (passage.span(separator.end(), len(passage.text)),)
        yield Statement("same_as", *place, *ends, "acronym", 0.85, "", passage.section)


def _stages(document: Document, passages: Sequence[Passage]) -> Iterator[Statement]:
    """Numbered stages that have names: headings "Step 1", "Step 2"; numbered items that begin with one."""
    before: dict[tuple[str, int], tuple[Passage, Span]] = {}
    in_order: dict[int, bool] = {}
    for number, passage in enumerate(passages):
        if passage.kind in ("heading", "paragraph") and (match := _STAGE.match(passage.text)):
            key, span = _stage_key(document, passage), match.span()
        elif passage.kind == "item" and _NUMBERED.fullmatch(passage.label) and (named := _stage(passage)):
            if passage.group not in in_order:
                in_order[passage.group] = _is_in_order(document, passages, number)
            if not in_order[passage.group]:
                continue
            key, span = ("", passage.group), named
        else:
            if passage.kind == "item":
                before.pop(("", passage.group), None)
            continue
        if key in before:
            earlier, place = before[key]
            whole = passage.span(0, len(passage.text))
            ends = (earlier.span(*place),), (passage.span(*span),)
            yield Statement("precedes", *whole, *ends, "stages", 0.6, "", passage.section)
        before[key] = passage, span


def _is_in_order(document: Document, passages: Sequence[Passage], at: int) -> bool:
    """Whether the items of a list come one after another: what stands above it says so, or one of them."""
    group = passages[at].group
    first = at
    while first and passages[first - 1].group == group:
        first -= 1
    last = at
    while last + 1 < len(passages) and passages[last + 1].group == group:
        last += 1
    section = passages[at].section
    above = [document.sections[section].title] if 0 <= section < len(document.sections) else []
    above += [passages[first - 1].text[-_ABOVE:]] if first else []
    if any(_ORDER.search(text) for text in above):
        return True
    return any(
        _THEN.search(item.text[:_ABOVE]) for item in passages[first : min(last, first + MOST_SPANS) + 1]
    )


def _stage_key(document: Document, passage: Passage) -> tuple[str, int]:
    if passage.kind == "paragraph":
        return "paragraph", passage.section
    section = document.sections[passage.section]
    return f"heading {section.level}", section.parent


def _stage(item: Passage) -> Span | None:
    """The name of a numbered item: bold at its beginning, or set apart, with an explanation after it."""
    marked = next((m for m in item.marks if m[0] == 0 and m[2] in SET_APART and m[2] != "link"), None)
    if marked is None:
        plain = _PLAIN_STAGE.match(item.text)
        return plain.span(1) if plain and not _NO_TERM.fullmatch(plain[1]) else None
    rest = item.text[marked[1] :]
    named = marked[2] == "bold" or not rest.strip(" .:") or _SEPARATOR.match(rest) or rest[:1] in ".,("
    return marked[:2] if named else None
