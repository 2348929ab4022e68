"""A passage's text as the finders of patterns share it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from graphrag_batch.stages.mention.found import Found, Taken
from graphrag_batch.stages.mention.measures import Signs
from graphrag_batch.textual import Passage, folded

_DIGIT = re.compile("[0-9]")
# Before an ending, or an attribute; most points end a sentence.
_POINT = re.compile(r"\.[A-Za-z_]")


def has_digit(text: str) -> bool:
    """Whether a text has a digit of any script."""
    return _DIGIT.search(text) is not None or (not text.isascii() and any(map(str.isdigit, text)))


class Told(NamedTuple):
    """What a document tells: the beginnings of versions that leave no doubt, the sections that list changes,
    whether it is about software at all, the services that are called by what they are parts of, and
    names in capitals that begin with that of something it speaks of (TILLER_PORT, of Tiller)."""

    versions: frozenset[str] = frozenset()
    changes: frozenset[int] = frozenset()
    technical: bool = False
    parts: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()


NOTHING = Told()


class Text:
    """A passage's text, what of it is in code font, and what is spoken for. Its document has the `signs`, and
    the words in code font so often as `coded` counts. `env`: its section is about environment variables;
    `settings` are those that its document sets or reads. It stands under `label`."""

    def __init__(
        self,
        passage: Passage,
        signs: Signs,
        coded: Counter[str],
        *,
        env: bool = False,
        settings: frozenset[str] = frozenset(),
        label: str = "",
        told: Told = NOTHING,
    ) -> None:
        self.text, self.kind, self.signs = passage.text, passage.kind, signs
        self.coded, self.env, self.label = coded, env, label or passage.label
        self.settings = settings
        self.versions, self.technical, self.parts = told.versions, told.technical, told.parts
        self.named = told.named
        self.changes = passage.section in told.changes
        self.whole = passage.kind in ("cell", "term", "definition")
        marks = passage.marks
        self.code = sorted((a, b) for a, b, mark in marks if mark == "code") if marks else []
        self.italic = sorted((a, b) for a, b, mark in marks if mark == "italic") if marks else []
        self.in_code = Taken(self.code)
        self.taken = Taken()
        self.known = Taken()  # names of the lexicon, which longer names may hold
        self.lower = self.text.lower()
        self.folded = self.lower if self.text.isascii() else folded(self.text)
        self.has_digit = has_digit(self.text)
        self.has_point = _POINT.search(self.text) is not None

    def is_code(self, start: int, end: int) -> bool:
        """Whether it is set in code font."""
        return bool(self.code) and self.in_code.touches(start, end)

    def names_cell(self, start: int, end: int) -> bool:
        """Whether it is all that a cell or a term says."""
        return self.kind in ("cell", "term") and end - start == len(self.text)

    def is_free(self, start: int, end: int) -> bool:
        """Whether nothing of it is spoken for."""
        return not self.taken.touches(start, end)

    def may_name(self, start: int, end: int) -> bool:
        """Whether it may be a name by itself, or one that holds names of the lexicon."""
        over = list(self.taken.over(start, end))
        if not over:
            return True
        held = set(self.known.over(start, end))
        return (
            all(span in held and start <= span[0] and span[1] <= end for span in over)
            and (start, end) not in held
        )


def pattern(start: int, end: int, type: str, score: float = 0.9, strong: bool = True) -> Found:
    """A find of a pattern."""
    return Found(start, end, type, "pattern", score, strong)


Finder = Callable[[Text], Iterator[Found]]
