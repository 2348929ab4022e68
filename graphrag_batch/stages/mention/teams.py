"""Parties that common words name: "Review board", "Purchasing", "Platform" of the Platform team. Pure; linear
in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_batch.stages.mention.cues import SURE
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.plain import is_plain
from graphrag_batch.stages.mention.verbs import is_verb
from graphrag_batch.stages.mention.words import FUNCTION_WORDS, SUFFIXES
from graphrag_batch.textual import Passage, holds

# The last word of what people sit in; with a small letter it belongs to the name of a team.
_SEATS = "board|forum|council|panel|desk|bureau|task force|taskforce|working group|steering group|user group"
_SEAT_SIGNS = ("board", "forum", "council", "panel", "desk", "bureau", "task", " group")
_SEATED = re.compile(rf"(?<![\w&/-])((?:[A-Z][a-z]+(?:-[A-Z]?[a-z]+)? ){{1,3}})(?:{_SEATS})\b(?!s? [A-Z])")
_OF_TEAM = re.compile(
    r"(?<![\w&/-])([A-Z][a-z]+(?: [A-Z][a-z]+)?) (?:[Tt]eam|[Gg]uild|[Ss]quad|[Cc]rew|[Tt]ribe"
    r"|[Dd]epartment|[Gg]roup)\b"
)
_DEPARTMENTS = """
    Purchasing Procurement Engineering Operations Finance Legal Marketing Sales Logistics Facilities
    Accounting Accounts Payroll Treasury Compliance Manufacturing Warehousing Receiving Dispatch Crewing
    Recruitment Einkauf Vertrieb Buchhaltung Personalabteilung Compras Contabilidad Finanzas Comptabilité
    Achats
"""
DEPARTMENTS = frozenset(_DEPARTMENTS.split())
"""What departments are called, within a sentence."""
_MOST = 12
_TELLING = re.compile(
    r"(?:\b(?:in|from|by|to|with|at|tell|ask|and|or|for|of|contact|inform|notify|until|unless|if|when"
    r"|that|de|por|par|vom"
    r"|beim|im|à|aux)|,) $",
    re.IGNORECASE,
)
_AFTER = re.compile(r"(?=[.,;:)]|$| [a-z]|['’]s )")


def teams_of(passages: Sequence[Passage]) -> re.Pattern[str] | None:
    """What finds the short names of the teams of a document, and of departments; None for none. A name that
    is no common word may be that of what the team looks after."""
    text = "\n".join(passage.text for passage in passages)
    words = ([w for w in name.split() if w.lower() not in FUNCTION_WORDS] for name in _OF_TEAM.findall(text))
    named = [" ".join(some) for some in words if some and all(map(is_plain, some))]
    named += [name for name in sorted(DEPARTMENTS) if name in text]
    kept = [name for name in dict.fromkeys(named) if name.lower() not in FUNCTION_WORDS][:_MOST]
    if not kept:
        return None
    ordered = sorted(kept, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w&/.-])(?<! & )(?:{'|'.join(map(re.escape, ordered))})(?![\w&/-]| & )")


def find_teams(passage: Passage, teams: re.Pattern[str] | None) -> Iterator[Found]:
    """The parties in a passage. A short name stands within a sentence, or is all that a cell says."""
    if passage.kind in ("title", "heading", "term"):
        return
    for seated in _SEATED.finditer(passage.text) if holds(passage.text, _SEAT_SIGNS) else ():
        start = seated.start() + _leading(seated[1].split(), passage.text, seated.start())
        if start < seated.end(1) and _is_of_seat(passage.text[start : seated.end(1)].split()):
            yield Found(start, seated.end(), "organization", "name", SURE, True)
    for found in teams.finditer(passage.text) if teams is not None else ():
        whole = passage.kind == "cell" and passage.row > 0 and len(passage.text) == len(found[0])
        told = _TELLING.search(passage.text, max(0, found.start() - 12), found.start()) is not None
        if whole or (told and _AFTER.match(passage.text, found.end())):
            yield Found(*found.span(), "organization", "name", SURE, True)


def _leading(words: Sequence[str], text: str, start: int) -> int:
    """How many characters the words at the beginning take up that only begin a sentence."""
    begins = not text[:start].strip() or text[:start].rstrip()[-1] in ".:;!?"
    skipped = 0
    for word in words:
        if word.lower() not in FUNCTION_WORDS and not (begins and len(words) > 1 and is_verb(word)):
            break
        skipped += len(word) + 1
    return skipped


def _is_of_seat(words: Sequence[str]) -> bool:
    """Whether words are of what people sit for: common ones, of what is done."""
    return all(is_plain(word) or is_verb(word) or word.lower() in SUFFIXES for word in words)
