"""Names that statements make sure of, and places for names where nobody found one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import stated, statements
from graphrag_batch.textual import RawMention, Tagged
from tests.stages.saying import UNPARSED, page, tagger


def _names(text: str, *, lang: str = "en", parsed: bool = False, found: str = r"(?!)") -> list[RawMention]:
    """What a page names for sure, where nobody is sure of what is `found`."""
    document = replace(page(text), lang=lang)
    read = passages(document)
    tagged: Sequence[Tagged | None] = [None] * len(read)
    if parsed:
        tagged = list(tagger().tag([passage.text for passage in read]))
    weak = [RawMention(*m.span(), m[0], "concept", "name", 0.4, False) for m in re.finditer(found, text)]
    sure = stated(document, weak, statements(document, read, tagged, UNPARSED), read)
    assert [one.start for one in sure] == sorted(one.start for one in sure)
    assert all(text[one.start : one.end] == one.surface for one in sure)
    return [one for one in sure if one.strong]


WORDS = r"[A-Z]\w+"


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("Ovenworks uses Batchline.", {"Ovenworks": "product", "Batchline": "product"}),
        ("The kiln is located in Tarsby.", {"Tarsby": "location"}),
        ("Fermentation depends on Yeastor.", {"Yeastor": "product"}),
        ("Mixers use Batchline.", {"Batchline": "product"}),
        ("Jenkins uses Batchline.", {"Jenkins": "product", "Batchline": "product"}),
        ("Ovenworks may use Batchline.", {}),
        ("Ovenworks does not use Batchline.", {}),
        ("Does Ovenworks use Batchline?", {}),
        ("Ask Batchline.", {}),
    ],
)
def test_what_a_sentence_speaks_of_is_a_name(sentence: str, named: dict[str, str]) -> None:
    assert {one.surface: one.type for one in _names(sentence, found=WORDS)} == named


@pytest.mark.parametrize(
    ("text", "lang", "named"),
    [
        ("Owner: Dough crew\n", "en", {"Dough crew": "organization"}),
        ("Depends on: batch-line, the weather\n", "en", {"batch-line": "product"}),
        ("Verantwortlich: Nachtschicht\n", "de", {"Nachtschicht": "organization"}),
        ("# Requisitos\n\n- Horno\n- un poco de paciencia\n", "es", {"Horno": "product"}),
        ("# Voraussetzungen\n\n- Geduld\n- Backofen3\n", "de", {"Backofen3": "product"}),
        ("# References\n\n- H. Marl, *Of Bread and Salt*, 1931.\n", "en", {"Of Bread and Salt": "work"}),
        ("| Tool | Owner |\n| --- | --- |\n| Sifter | Dough crew |\n", "en",
         {"Sifter": "product", "Dough crew": "organization"}),
        ("The kiln uses:\n\n- Sifter\n- Rake\n", "en", {"Sifter": "product", "Rake": "product"}),
        ("Owner: nobody so far\n", "en", {}),
    ],
)  # fmt: skip
def test_what_stands_in_a_place_for_names_is_one(text: str, lang: str, named: dict[str, str]) -> None:
    found = {one.surface: one.type for one in _names(text, lang=lang)}
    assert {name: found.get(name) for name in named} == named
    assert not found if not named else True


def test_the_parse_makes_names_of_the_same_words() -> None:
    text = "Ovenworks stores its plans in Batchline."
    assert {"Ovenworks", "Batchline"} <= {one.surface for one in _names(text, parsed=True, found=WORDS)}
