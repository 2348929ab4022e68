"""What a document has called things so far: "the institute" is the Hallin Institute, "the scheduler" what was
said to be one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_batch.stages.statement.words import words
from graphrag_batch.textual import Passage, Span

# From the start of a word, and no word without an end: each capital within one would be a start of its own.
_CAPITAL = r"[A-ZÀ-Þ][\w-]{0,60}+"
_NAME = re.compile(
    rf"(?<![\w-]){_CAPITAL}(?: (?:(?:of|de|del|de la|der|des|du|für|and|the) )?{_CAPITAL}){{1,4}}"
)
_PLAIN = re.compile(r"[^\W\d_]{4,}")
# What any page speaks of without meaning a thing that it named.
_ANYTHING = words(
    "example following first last next same other user users data time page section default value name file "
    "team system group type number result list step part case way table"
)
# So many things that a noun may stand for are kept: with two it stands for none.
_ENOUGH = 4
_FIRST_LANGUAGES = ("es", "fr", "it", "pt", "ca")


class Known:
    """Nouns, and the one thing in the document that each may stand for. A noun that may stand for two
    stands for none."""

    def __init__(self, passages: Sequence[Passage], lang: str) -> None:
        self._names: dict[str, dict[str, Span]] = {}
        for passage in passages:
            if passage.kind in ("heading", "title"):
                continue
            for found in _NAME.finditer(passage.text):
                parts = found[0].split()
                noun = parts[0] if lang in _FIRST_LANGUAGES else parts[-1]
                self.add(noun, passage.span(*found.span()), found[0])

    def add(self, noun: str, span: Span, name: str) -> None:
        """A thing with this name, at `span` of the document, is called by a noun."""
        noun = noun.casefold()
        if noun in _ANYTHING or not _PLAIN.fullmatch(noun):
            return
        names = self._names.setdefault(noun, {})
        if len(names) < _ENOUGH:
            names.setdefault(name.casefold(), span)

    def what(self, noun: str, before: int) -> Span | None:
        """Where the one thing is named that a noun at a place of the document may stand for."""
        found = [span for span in self._names.get(noun.casefold(), {}).values() if span[1] <= before]
        return found[0] if len(found) == 1 else None
