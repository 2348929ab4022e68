"""Terms that a document defines, wherever it uses them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.names import Vocabulary
from graphrag_batch.stages.mention.words import FUNCTION_WORDS
from graphrag_batch.textual import Passage

_MOST = 200
_MOST_WORDS = 4
_SAYS = re.compile(
    r"\s(?:is|are|means|refers to|denotes)\s(?:a|an|the|any|that|every|those|when)?\b|:\s|\s[–—-]\s"
)
_IS_A = re.compile(
    r"(?:^|[.!?]\s)(?:An?|The) ((?:[a-z]+(?:-[a-z]+)*\s){0,2}[a-z]+(?:-[a-z]+)*) is (?:an?|the|any)\s"
)
_TERM = re.compile(r"[^\W\d_][\w’'-]*(?: [\w’'-]+){0,3}")


def defined_terms(passages: Sequence[Passage]) -> re.Pattern[str] | None:
    """What finds the terms that are defined here: those of definition lists, and words set apart that a
    sentence begins with and goes on to explain. None for none."""
    found: dict[str, None] = {}
    titles = {_singular(p.text).lower() for p in passages if p.kind == "heading"}
    for passage in passages:
        for said in (
            _IS_A.finditer(passage.text) if " is a" in passage.text or " is the" in passage.text else ()
        ):
            if " " in said[1] or said[1] in titles:
                _keep(found, said[1])
        if passage.kind == "term":
            _keep(found, passage.text)
            continue
        for start, end, mark in passage.marks[:4]:
            first = start <= 4 and mark in ("bold", "italic", "term", "quoted")
            ends = passage.text[end - 1] in ".:" and end < len(passage.text)
            if (
                first
                and (ends or _SAYS.match(passage.text, end))
                and passage.kind not in ("heading", "title")
            ):
                _keep(found, _singular(passage.text[start:end].rstrip(":.")))
    if not found:
        return None
    ordered = sorted(list(found)[:_MOST], key=lambda term: (-len(term), term))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_either, ordered))})(?:e?s)?(?![\w-])")


def _singular(text: str) -> str:
    return text[:-1] if text.endswith("s") and not text.endswith(("ss", "us", "is")) else text


def _keep(found: dict[str, None], text: str) -> None:
    words = text.split()
    plain = _TERM.fullmatch(text) is not None and len(words) <= _MOST_WORDS and len(text) > 3
    if plain and words[0].lower() not in FUNCTION_WORDS and not text.isupper():
        found.setdefault(text[0].lower() + text[1:] if text[1:] == text[1:].lower() else text)


def _either(term: str) -> str:
    """A term, with a capital letter at its beginning or without."""
    first = re.escape(term[0])
    return (
        f"[{term[0].upper()}{term[0].lower()}]{re.escape(term[1:])}" if first.isalpha() else re.escape(term)
    )


def find_defined(passage: Passage, terms: re.Pattern[str] | None, known: Vocabulary) -> Iterator[Found]:
    """The terms in a passage."""
    for found in terms.finditer(passage.text) if terms is not None else ():
        yield Found(*found.span(), "concept", "name", 0.7, True)
