"""What a question names: the documents and entities whose names stand in it, the longest first.

A name says the more the fewer places have it, and a single word is one only where it is written as a name;
most queries name nothing, and then nothing follows from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_batch.stages.lexemes import query_terms
from graphrag_batch.stages.names import norm

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.titles import Titles

MOST_WORDS = 64
LONGEST = 16
MOST_NAMES = 8
# What words are worth that are a name elsewhere, but not written as one here.
IN_PASSING = 0.5

_WORD = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
_POSSESSIVE = re.compile(r"['’]s?[,;:.!?]*\Z")
_SHAPED = re.compile(r"[\w.-]*(?:[a-z][A-Z]|[A-Z]{2}|\d|_)[\w.-]*\Z")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it stands at `start..end` of the question; `documents` are those that bear it (positions),
    each with how likely it is the one, `sources` where what it means is defined, if none does. `sure`
    in 0..1 says how much the name tells."""

    start: int
    end: int
    surface: str
    documents: tuple[tuple[int, float], ...]
    sources: tuple[tuple[int, float], ...]
    sure: float


class Names:
    """The names that one artifact knows."""

    def __init__(self, artifact: Artifact, titles: Titles) -> None:
        self._artifact = artifact
        self._titles = titles

    def find(self, text: str) -> tuple[Name, ...]:
        """The names in a question, in order, none within another; `MOST_NAMES` at most."""
        spans: dict[str, list[tuple[int, int]]] = {}
        for start, end in _spans(text):
            if name := norm(text[start:end]):
                spans.setdefault(name, []).append((start, end))
        known = self._known(spans)
        taken: list[Name] = []
        places = [(start - end, start, end, name) for name in known for start, end in spans[name]]
        for _, start, end, name in sorted(places):
            if any(start < other.end and other.start < end for other in taken):
                continue
            entity, popularity = known[name]
            sure = self._titles.rarity(popularity) * _written(text, start, end)
            if sure > 0:
                documents, sources = map(tuple, self._titles.meant(entity, text[start:end]))
                taken.append(Name(start, end, text[start:end], documents, sources, sure))
            if len(taken) == MOST_NAMES:
                break
        return tuple(sorted(taken, key=lambda name: name.start))

    def _known(self, names: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Name → (entity, how often it is pointed to)."""
        wanted = sorted(names)
        rows = self._artifact.execute(
            f"""SELECT r.norm, r.entity, ifnull(e.popularity, 0) FROM roots r
                LEFT JOIN entities e ON e.id = r.entity WHERE r.norm IN ({", ".join("?" * len(wanted))})""",
            wanted,
        )
        return {name: (entity, popularity) for name, entity, popularity in rows}


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """The runs of words of a text, without the possessive at their ends."""
    words = [match.span() for match in _WORD.finditer(text)][:MOST_WORDS]
    for first, (start, _) in enumerate(words):
        for _, end in words[first : first + LONGEST]:
            yield start, end
            if owner := _POSSESSIVE.search(text, max(start, end - 8), end):
                yield start, owner.start()


def _written(text: str, start: int, end: int) -> float:
    """How far words are written as a name: several that say something, less where none has a capital; one
    alone in capitals, though not only because a sentence begins with it."""
    words = [term for term in query_terms(text[start:end]) if not term.stop]
    surface = text[start:end].strip("\"'`“”(),;:.!? ")
    if any(term.kind in ("quoted", "cjk") for term in words) or (words and _SHAPED.match(surface)):
        return 1.0
    if len(words) > 1:
        return 1.0 if any(term.text[:1].isupper() for term in words) else IN_PASSING
    return float(bool(words) and surface[:1].isupper() and bool(text[:start].strip()))
