"""What letters with a number name: a ticket, a document that has a number, a thing of a series. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from graphrag_batch.stages.mention.cue_words import TYPE_OF, TYPE_OF_FOREIGN
from graphrag_batch.stages.mention.words import SUFFIXES, WORKS
from graphrag_batch.textual import Passage, RawMention


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ID = re.compile(r"([A-Z][A-Z0-9]{1,9}(?:-[A-Z]{1,3})?)-(\d{1,6})")
_DIGITS = re.compile("[0-9]")
_WORD = re.compile(r"[^\W\d_]+")
# Documents are numbered so; nothing else is.
_DOCUMENTS = _set("ADR MADR SOP POL DOC WI QMS QMH KIP BIP EIP DEP TEP LEP GEP RFD")
# So are these, which are letters of trackers too: trackers count past a hundred.
_FORMS = _set("QF QP QSP QMF FRM FORM FO PRO PROC RL LK STD GDL MAN HB TN TPL VA DA FB ITP MOP OLA")
_FEW = 100
# Cases are, with zeros before the number too.
_CASES = _set(
    "INC BUG PRB CHG REQ RITM TASK CASE PM ISSUE TICKET OPS HD HELP SUP SR CR TKT GH JIRA CAR NCR CAPA ECR"
    " ECO RMA"
)
_HEADS = ("title", "heading")
_TITLES = 2
# Trackers have counted past this before anybody writes of a ticket.
_MANY = 9


# "tests T4 and T5", "essai T5": what is tried, counted by letters and a number.
_TRIED = re.compile(
    r"\b(?:[Tt]ests?|[Tt]rials?|[Ee]xperiments?|[Ee]ssais?|[Ee]nsayos?|[Vv]ersuche?|[Dd]ives?|[Cc]ruises?"
    r"|[Ss]orties?|[Cc]ampaigns?"
    r"|[Cc]ampañas?|[Cc]ampagnes?|[Ii]njections?|[Ee]xpériences?|[Ee]xperimentos?|[Ii]mmersione?s?"
    r"|[Mm]issions?|[Dd]rills?"
    r"|[Ff]lights?|[Ee]xercises?) ([A-Z]{1,3}-?\d{1,3})\b(?:(?:, | and | et | y | und | to "
    r"| bis )([A-Z]{1,3}-?\d{1,3})\b)?"
)


def happened(found: Iterable[RawMention], passages: Sequence[Passage]) -> Iterator[RawMention]:
    """The finds; trials by their letters and number, as events."""
    events = {
        code
        for p in passages
        if _DIGITS.search(p.text)
        for two in _TRIED.findall(p.text)
        for code in two
        if code
    }
    for one in found:
        if one.surface in events:
            yield one._replace(type="event", score=max(one.score, 0.8), strong=True)
        else:
            yield one


def numbered(found: Iterable[RawMention], passages: Sequence[Passage]) -> Iterator[RawMention]:
    """The finds; tickets that are none with the type of what they are. A document is called ADR-12, or by a
    number with a zero before it, or gives its own number in its title ("Security Policy (ISP-7)"), and then
    others of these letters are documents as well. What has one digit is a point or a device."""
    every = list(found)
    ids = [
        _ID.fullmatch(one.surface) if one.type in ("ticket", "concept", "product") else None for one in every
    ]
    works = {match[1] for match in ids if match is not None and _is_document(*match.groups())}
    works |= set(_of_titles(passages))
    small = {(match[1], match[2]) for match in ids if match is not None and _is_small(*match.groups())}
    series = len({letters for letters, _ in small}) < len(small)
    for one, match in zip(every, ids, strict=True):
        if match is None:
            yield one
        elif match[1] in works:
            yield one._replace(type="work", score=max(one.score, 0.8), strong=True)
        elif one.found == "pattern" and match.groups() in small:
            yield one._replace(type="concept" if series else "product", score=0.6)
        else:
            yield one


def _is_document(letters: str, number: str) -> bool:
    return letters not in _CASES and (
        letters in _DOCUMENTS
        or (letters in _FORMS and int(number) < _FEW)
        or (number[0] == "0" and len(number) > 1)
    )


def _is_small(letters: str, number: str) -> bool:
    return letters not in _CASES and int(number) <= _MANY and number[0] != "0"


def _of_titles(passages: Sequence[Passage]) -> Iterator[str]:
    """The letters of the numbers that the document gives as its own."""
    for passage in [one for one in passages if one.kind in _HEADS][:_TITLES]:
        for match in _ID.finditer(passage.text):
            edge = match.start() < 2 or match.end() > len(passage.text) - 2
            if edge and match[1] not in _CASES and _names_work(passage.text):
                yield match[1]


def _names_work(title: str) -> bool:
    words = [word.lower() for word in _WORD.findall(title)]
    return any(
        "work" in (SUFFIXES.get(word), TYPE_OF.get(word), TYPE_OF_FOREIGN.get(word)) or word.endswith(WORKS)
        for word in words
    )
