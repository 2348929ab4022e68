"""What statements say, as lines of text: `subject rel object`, for tables of sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from graphrag_batch.config import ExtractConfig
from graphrag_batch.formats.registry import parse
from graphrag_batch.records import Decoded, Document
from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import statements
from graphrag_batch.taggers import tagger_for
from graphrag_batch.textual import Passage, Statement, Tagged, Tagger

SENTENCES = Path(__file__).parent / "sentences"
PARSED = ExtractConfig(ner="en_core_web_sm")
UNPARSED = ExtractConfig()


@cache
def tagger() -> Tagger:
    """The real model."""
    found = tagger_for(PARSED)
    assert found is not None
    return found


def paragraph(text: str) -> Passage:
    """A text that is one passage."""
    return Passage("paragraph", -1, text, ((0, 0),))


def of_sentence(
    text: str, *, parsed: bool, lang: str = "en", relations: tuple[str, ...] = ()
) -> list[Statement]:
    """What one paragraph says."""
    tagged: list[Tagged | None] = list(tagger().tag([text])) if parsed else [None]
    config = replace(UNPARSED, relations=relations)
    return list(statements(Document("text", text, lang=lang), [paragraph(text)], tagged, config))


def of_page(text: str, *, format: str = "markdown", lang: str = "en") -> list[Statement]:
    """What a page says, read without a parser."""
    document = replace(page(text, format), lang=lang)
    read = passages(document)
    return list(statements(document, read, [None] * len(read), UNPARSED))


def page(text: str, format: str = "markdown") -> Document:
    """The document of a page."""
    return parse(format, Decoded(text))


def lines(text: str, found: Iterable[Statement]) -> list[str]:
    """Each relation as a line, in alphabetical order; the subject is `.` for the document, `§` for the
    section, where no words are."""
    said = set()
    for one in found:
        of = {"document": ".", "section": "§", "": "?"}[one.of]
        for subject in [text[slice(*span)] for span in one.subjects] or [of]:
            said.update(f"{subject} {one.rel} {text[slice(*span)]}" for span in one.objects)
    return sorted(said)


def table(name: str) -> list[tuple[str, list[str]]]:
    """A file of `sentences/` as cases of a test: lines of `sentence -> relation; relation`, or of a sentence
    that says nothing."""
    cases = []
    for line in (SENTENCES / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n"):
        sentence, _, said = line.partition(" -> ")
        cases.append((sentence, sorted(part.strip() for part in said.split(";") if part.strip())))
    return cases
