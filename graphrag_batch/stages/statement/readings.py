"""The sentences of a document as clauses, each with what it is about, and whom their pronouns mean. Of any
language that has a table of words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.about import About, Named
from graphrag_batch.stages.statement.clause import Clause, Item, Name, items_of
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.plain import sentences_of
from graphrag_batch.stages.statement.tongues import Words, words_of
from graphrag_batch.stages.statement.whose import Place, Subject, Whose
from graphrag_batch.textual import Passage, RawMention, Span, folded

_MEASURES = frozenset(("date", "quantity", "version", "step", "ticket", "vulnerability"))
_NO_SENTENCES = ("title", "heading", "term")
_NAMED = ("product", "api", "concept", "organization", "path", "host", "standard", "variable")
# A heading that is no name of anything in code.
# Possessive throughout: a letter can be taken in two ways, and long titles have many.
_PLAIN = re.compile(r"(?:[\d.]+\s)?[^\W\d_]?+[^\W\d_A-Z]*+(?:[ '’-][^\W\d_]?+[^\W\d_A-Z]*+)*+")
# A sentence with more names lists them, and costs the square of what it holds.
_MOST = 64


class Sentence(NamedTuple):
    """A sentence of a passage; `said` are its clauses, with what each is about."""

    span: Span
    items: list[Item]
    said: list[tuple[Clause, Subject]]


class Read(NamedTuple):
    """A passage; `opens`: it is the first to say something of what it is about."""

    passage: Passage
    lower: str
    names: list[Name]
    opens: bool
    sentences: list[Sentence]


class Reading(NamedTuple):
    """What was read of a document; `meant` is what the pronouns mean, by where they begin."""

    passages: list[Read]
    meant: dict[int, Subject]


def _is_name(raw: RawMention) -> bool:
    """Whether a mention is one that may be an end: no word that has nothing but a capital letter."""
    return raw.strong or raw.found != "name" or raw.type != "concept"


class Names:
    """The mentions of a document that no other covers, without measures."""

    def __init__(self, found: Iterable[RawMention]) -> None:
        self._names: list[tuple[int, int, str]] = []
        weak: dict[Span, str] = {}
        end = -1
        for raw in sorted(found, key=lambda one: (one.start, -one.end, not one.strong, one)):
            if raw.start >= end and raw.found != "reference":
                end = raw.end
                if raw.type not in _MEASURES and _is_name(raw):
                    self._names.append((raw.start, raw.end, raw.type))
                elif raw.type == "concept":
                    weak[raw.start, raw.end] = raw.surface
        often = Counter(weak.values())
        self.nouns = {span: often[surface] for span, surface in weak.items()}

    def thing(self, span: Span | None) -> Subject:
        """A stretch of the document as a subject, if it is the name of a thing and little else."""
        if span is None:
            return Subject()
        for n in range(bisect_left(self._names, (span[0], 0, "")), len(self._names)):
            start, end, kind = self._names[n]
            if start >= span[1]:
                break
            if kind in _NAMED and 5 * (end - start) >= 3 * (span[1] - span[0]):
                return Subject((span,), kind)
        return Subject()

    def of(self, passage: Passage) -> list[Name]:
        """Those of a passage, in order; none is within another."""
        if not passage.text:
            return []
        first, last = passage.place(0), passage.place(len(passage.text) - 1) + 1
        runs = sorted((there, here) for here, there in passage.places)
        found = []
        for n in range(bisect_left(self._names, (first, 0, "")), len(self._names)):
            start, end, kind = self._names[n]
            if end > last:
                break
            there, here = runs[max(0, bisect_left(runs, (start + 1, -1)) - 1)]
            at = here + start - there
            if 0 <= at < len(passage.text) and passage.place(at) == start:
                found.append(Name(at, min(len(passage.text), at + end - start), kind, (start, end)))
        return found


class _Places:
    """What the passages of a document stand under, asked one after another."""

    def __init__(self, document: Document, passages: Sequence[Passage], words: Words) -> None:
        self._document, self._named, self._words = document, Named(passages), words
        self._rows: dict[tuple[int, int], Span] = {}
        self._open: set[int] = set()

    def of(self, passage: Passage, names: Names) -> Place:
        """The place of the next passage."""
        if passage.kind == "cell":
            if passage.text:
                self._rows.setdefault((passage.group, passage.row), passage.span(0, len(passage.text)))
            return Place(names.thing(self._rows.get((passage.group, passage.row))), opens=True)
        opens = passage.kind == "definition" or (
            passage.kind == "paragraph" and passage.section not in self._open
        )
        self._open.add(passage.section) if passage.kind not in _NO_SENTENCES else None
        named = self._thing(self._named.of(passage), names)
        return Place(named, Subject() if named else self._above(passage.section, names), opens)

    def _above(self, section: int, names: Names) -> Subject:
        sections = self._document.sections
        if not 0 <= section < len(sections) or not _PLAIN.fullmatch(sections[section].title):
            return Subject()
        while 0 <= section < len(sections):
            if found := self._thing(self._named.heading(section), names):
                return found
            section = sections[section].parent
        return Subject()

    def _thing(self, span: Span | None, names: Names) -> Subject:
        """What a heading or a term names, unless it says what to do with it: "Using Kestrel"."""
        first = self._document.text[slice(*span)].split(maxsplit=1)[:1] if span else []
        told = any(self._words.verb(word.casefold()) or word.endswith("ing") for word in first)
        return Subject() if told and span and " " in self._document.text[slice(*span)] else names.thing(span)


def reading(
    document: Document, passages: Sequence[Passage], found: Sequence[RawMention], page: About, known: Known
) -> Reading:
    """The passages of a document that name something, or refer to it; `found` are the names in them."""
    tag = document.lang.partition("-")[0].casefold()
    words = words_of(tag)
    names, places = Names(found), _Places(document, passages, words)
    whose = Whose(document.text, words, page, known, names.nouns, german=tag == "de")
    references = sorted(raw.start for raw in found if raw.found == "reference")
    read: list[Read] = []
    for passage in passages:
        above = places.of(passage, names)
        inside = names.of(passage) if passage.kind not in _NO_SENTENCES else []
        if inside or _has_any(references, passage):
            whose.enter(passage, above)
            lower = folded(passage.text)
            said = _sentences(passage, lower, inside, words, whose)
            read.append(Read(passage, lower, inside, above.opens, said))
    return Reading(read, whose.meant)


def _has_any(places: Sequence[int], passage: Passage) -> bool:
    if not places or not passage.text or passage.kind in _NO_SENTENCES:
        return False
    first, last = passage.place(0), passage.place(len(passage.text) - 1) + 1
    return bisect_left(places, first) < bisect_left(places, last)


def _sentences(
    passage: Passage, lower: str, names: Sequence[Name], words: Words, whose: Whose
) -> list[Sentence]:
    starts = [name.start for name in names]
    found = []
    for span in sentences_of(passage.text, set(starts)):
        those = names[bisect_left(starts, span[0]) : bisect_left(starts, span[1])]
        inside = [name for name in those if name.end <= span[1]]
        if inside and inside[0].start == span[0] and _is_deed(lower, inside[0], words):
            del inside[0]  # "Relays mails to …" is no name
        if len(inside) <= _MOST:
            items = items_of(passage.text, lower, span, inside)
            asked = "?" in passage.text[span[1] - 2 : span[1]] or "¿" in passage.text[slice(*span)]
            said = whose.read(items, span)
            if inside and not asked:
                found.append(Sentence(span, items, said))
    return found


def _is_deed(lower: str, name: Name, words: Words) -> bool:
    word = lower[name.start : name.end]
    return word.endswith(words.alone_here) and bool(words.verb(word))
