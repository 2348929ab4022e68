"""Names in a document's prose, the terms it sets apart, the abbreviations it explains.

Each finder looks at one passage: patterns first, what a tagger says, capital letters alone. Which of two
names that overlap stands is settled later, when all documents are known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from graphrag_batch.stages.mention.abroad import capitalised_within, is_nothing, only_heads
from graphrag_batch.stages.mention.agree import agreed
from graphrag_batch.stages.mention.alike import joined, of_columns
from graphrag_batch.stages.mention.capital import Word, capitals
from graphrag_batch.stages.mention.closed import KEYS
from graphrag_batch.stages.mention.cues import LIKELY
from graphrag_batch.stages.mention.defined import (
    defined_terms,
    definitions,
    find_defined,
    find_defining,
)
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.headed import find_headed
from graphrag_batch.stages.mention.hints import hints_of
from graphrag_batch.stages.mention.installed import REQUIRED, find_installed, installed
from graphrag_batch.stages.mention.labels import labels_of
from graphrag_batch.stages.mention.measures import Signs, signs_of
from graphrag_batch.stages.mention.names import Vocabulary, find_names, vocabulary
from graphrag_batch.stages.mention.ner import Context, find_tagged
from graphrag_batch.stages.mention.numbered import happened, numbered
from graphrag_batch.stages.mention.parts import parts_of
from graphrag_batch.stages.mention.patterns import Rule, find_patterns, rules_of
from graphrag_batch.stages.mention.references import find_references
from graphrag_batch.stages.mention.repeated import Repeated
from graphrag_batch.stages.mention.teams import find_teams, teams_of
from graphrag_batch.stages.mention.terms import find_aliases, find_terms
from graphrag_batch.stages.mention.text import Text, Told
from graphrag_batch.stages.mention.titles import find_titles
from graphrag_batch.stages.mention.versions import CHANGES, of_document
from graphrag_batch.textual import FAINT, UNTOLD, Alias, Passage, RawMention, Tagged, Term, folded

if TYPE_CHECKING:
    from graphrag_batch.config import ExtractConfig
    from graphrag_batch.records import Document


_RANK = {"pattern": 0, "ner": 1, "name": 2, "reference": 3}
_HEADS = ("title", "heading")
_NOT_TAGGED = ("title", "heading", "term")
# A section that says so lists them.
_ENVIRONMENT = re.compile(
    r"\b[Ee]nvironment variables?\b|\bUmgebungsvariablen?\b|\bvariables? d.(?:e|environnement|entorno)\b"
)
# What a shell sets or reads, anywhere in the source of a document.
_SCREAM = r"([A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,9})"
_CAPITALS = re.compile(r"(?<!\w)(([A-Z][A-Z0-9]{2,40})(?:_[A-Z0-9]{1,40}){1,9})(?!\w)")
_CAPITALISED = re.compile(r"(?<!\w)[A-Z][a-z0-9]{2,40}(?!\w)")
_SETTING = re.compile(rf"(?:\bexport |\$\{{?){_SCREAM}(?!\w)|(?<![\w.]){_SCREAM}=(?![= ])")
# Passages in a hundred that have something in code font, from which on a document is about software.
_TECHNICAL = 8


def wants_tagging(document: Document) -> bool:
    """Whether a tagger of English can make sense of this document's prose."""
    return document.lang.partition("-")[0].lower() == "en"


def is_tagged(passage: Passage) -> bool:
    """Whether a tagger is to read a passage: not headings, single words and what is all in capitals."""
    text = passage.text
    return passage.kind not in _NOT_TAGGED and text.count(" ") > 1 and not text.isupper()


def mentions(
    document: Document,
    passages: Sequence[Passage],
    tagged: Sequence[Tagged | None],
    config: ExtractConfig,
) -> tuple[RawMention, ...]:
    """The names in the passages, ordered by place. `tagged` has one answer for each passage, or None."""
    lang = document.lang.partition("-")[0].lower()
    capitalised = [capitals(passage.text, lang) for passage in passages]
    known = vocabulary(passages, capitalised, lang, is_technical(document, passages))
    sought = _sought(passages, known, document.text)
    found: list[list[RawMention]] = []
    for passage, told, words, label in zip(passages, tagged, capitalised, labels_of(passages), strict=True):
        finds = [*_finds(passage, told, words, known, sought, label)]
        found.append(
            [*_raw(passage, [*finds, *(find_references(passage.text) if lang in ("en", "") else ())])]
        )
    headed = Repeated(one for passage, made in zip(passages, found, strict=True) if passage.kind not in _HEADS
                      for one in made)  # fmt: skip
    for n, passage in enumerate(passages):
        if passage.kind in _HEADS:
            have = {(one.start, one.end) for one in found[n]}
            more = (one for one in _raw(passage, headed.find(passage)) if (one.start, one.end) not in have)
            found[n] = sorted((*found[n], *more))
    found = [*of_columns(passages, found)]
    every = [*happened(numbered((one for made in found for one in made), passages), passages)]
    hints = hints_of(passages, found, known.technical)
    settled = agreed(every, find_aliases(passages), document.text, hints)
    return tuple(one for one in settled if one.score != FAINT or one.surface not in known.things)


def is_technical(document: Document, passages: Sequence[Passage]) -> bool:
    """Whether the document is about software: it shows code, or much of it is in code font."""
    if any(block.kind == "fence" for block in document.blocks):
        return True
    coded = sum(any(mark == "code" for _, _, mark in passage.marks) for passage in passages)
    return coded * 100 > _TECHNICAL * len(passages)


class _Sought(NamedTuple):
    """What is looked for in the passages of a document: what some of them may hold."""

    signs: Signs
    rules: list[Rule]
    terms: re.Pattern[str] | None
    coded: Counter[str]
    env: frozenset[int]
    settings: frozenset[str]
    packages: re.Pattern[str] | None
    required: frozenset[int]
    told: Told
    teams: re.Pattern[str] | None


def _sought(passages: Sequence[Passage], known: Vocabulary, source: str) -> _Sought:
    text = "\n".join(passage.text for passage in passages)
    lower = folded(text)
    coded = Counter(p.text[a:b] for p in passages for a, b, mark in p.marks if mark == "code")
    variables = passages if "ariable" in text else ()
    env = frozenset(p.section for p in variables if _ENVIRONMENT.search(p.text))
    required = frozenset(p.section for p in passages if p.kind in _HEADS and REQUIRED.search(p.text))
    terms = defined_terms(definitions(passages, tuple(find_aliases(passages))), known.nouns)
    settings = frozenset(found[1] or found[2] for found in _SETTING.finditer(source) if "_" in found[0])
    return _Sought(
        signs_of(text, lower),
        rules_of(text, lower),
        terms,
        coded,
        env,
        settings,
        installed(source),
        required,
        Told(of_document(text), _changes(passages), known.technical, parts_of(text), _named(text)),
        teams_of(passages),
    )


def _named(text: str) -> frozenset[str]:
    """The names in capitals that begin with a word which the text writes with one capital letter."""
    if "_" not in text:
        return frozenset()
    capitalised = frozenset(_CAPITALISED.findall(text))
    return frozenset(
        found[1] for found in _CAPITALS.finditer(text) if found[2].capitalize() in capitalised and found[2]
    )


def _changes(passages: Sequence[Passage]) -> frozenset[int]:
    """The sections that list changes: by their headings; all, of a document whose title says so."""
    if any(p.kind == "title" and CHANGES.search(p.text) for p in passages):
        return frozenset(p.section for p in passages)
    return frozenset(p.section for p in passages if p.kind == "heading" and CHANGES.search(p.text))


def _finds(
    passage: Passage,
    told: Tagged | None,
    words: Sequence[Word],
    known: Vocabulary,
    sought: _Sought,
    label: str,
) -> Iterator[Found]:
    text = Text(
        passage,
        sought.signs,
        sought.coded,
        env=passage.section in sought.env,
        settings=sought.settings,
        label=label,
        told=sought.told,
    )
    yield from find_patterns(text, sought.rules)
    if told is not None and passage.kind not in _NOT_TAGGED:
        yield from find_tagged(Context(passage.text, text.taken, text.in_code, known), told)
    yield from find_titles(passage)
    names = find_names(passage, words, known, label), find_headed(passage, known.lang, known.technical)
    packages = find_installed(passage, sought.packages, passage.section in sought.required)
    teams = find_teams(passage, sought.teams)
    for name in (*names[0], *names[1], *packages, *teams, *find_defined(passage, sought.terms, known)):
        if text.may_name(name.start, name.end) and not text.is_code(name.start, name.end):
            yield name


def _raw(passage: Passage, finds: Iterable[Found]) -> Iterator[RawMention]:
    """The finds in order, one for each stretch, with the marks that cover it."""
    marks = sorted(passage.marks)
    active: list[tuple[int, int, str]] = []
    n = 0
    for one in joined(passage.text, _distinct(finds)):
        while n < len(marks) and marks[n][0] <= one.start:
            active.append(marks[n])
            n += 1
        active = [mark for mark in active if mark[1] > one.start]
        covering = tuple(dict.fromkeys(mark for _, end, mark in active if end >= one.end))
        surface = passage.text[one.start : one.end]
        yield RawMention(
            *passage.span(one.start, one.end), surface, one.type, one.found, one.score, one.strong, covering,
            passage.section,
        )  # fmt: skip


def _distinct(finds: Iterable[Found]) -> list[Found]:
    """One find for each stretch: the surest, with the type of the next where it has none to speak of."""
    kept: list[Found] = []
    for one in sorted(finds, key=_order):
        if not kept or (kept[-1].start, kept[-1].end) != (one.start, one.end):
            kept.append(one)
        elif kept[-1].score <= UNTOLD < one.score and one.found != "reference":
            kept[-1] = kept[-1]._replace(type=one.type, score=one.score)
        elif kept[-1].type == "concept" and one.found != "reference" and one.score >= LIKELY:
            kept[-1] = kept[-1]._replace(type=one.type)
    return kept


def _order(one: Found) -> tuple[int, int, bool, int, float]:
    return one.start, one.end, not one.strong, _RANK[one.found], -one.score


def terms(document: Document, passages: Sequence[Passage]) -> tuple[Term, ...]:
    """Words that the text sets apart, and those that it defines: candidates for the gazetteer."""
    lang = document.lang.partition("-")[0].lower()
    text = "\n".join(passage.text for passage in passages)
    within = capitalised_within(text)
    apart = [
        term
        for term in find_terms(passages)
        if not is_nothing(term.surface, lang)
        and not (term.mark in ("term", "bold") and term.surface.lower().rstrip(":") in KEYS)
        and not (term.mark == "heading" and only_heads(term.surface, lang, within))
    ]
    return (*apart, *find_defining(definitions(passages, tuple(find_aliases(passages))), text))


def aliases(passages: Sequence[Passage]) -> tuple[Alias, ...]:
    """Pairs of names that the text says are one."""
    return tuple(find_aliases(passages))
