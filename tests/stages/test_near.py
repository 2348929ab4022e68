"""What the words between two names say, in each language that has a table; and what they leave unsaid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphrag_batch.config import ExtractConfig
from graphrag_batch.records import Document
from graphrag_batch.stages import mentions
from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import statements
from graphrag_batch.textual import Statement
from tests.stages.saying import lines, page, table

NEAR = "near"


def said_near(document: Document) -> list[Statement]:
    """What is said near names alone, by no rule that is surer."""
    read = passages(document)
    unread = [None] * len(read)
    named = mentions.mentions(document, read, unread, ExtractConfig())
    found = statements(document, read, unread, ExtractConfig(), named)
    return [one for one in found if one.pattern == NEAR]


def near(text: str, lang: str) -> list[str]:
    """The same of a page, as lines; the section is the subject where none is named (`.`)."""
    document = replace(page(text), lang=lang)
    return sorted(line.replace("§ ", ". ") for line in lines(text, said_near(document)))


@pytest.mark.parametrize(
    ("lang", "sentence", "said"),
    [(lang, *case) for lang in ("en", "de", "es", "fr") for case in table(f"near_{lang}")],
)
def test_the_words_between_two_names_say(lang: str, sentence: str, said: list[str]) -> None:
    assert near(sentence, lang) == said


def test_it_is_what_the_sentence_before_is_about() -> None:
    assert near("Kestrel keeps its own books. It relays them to RabbitMQ.", "en") == ["Kestrel uses RabbitMQ"]


def test_both_are_the_two_that_were_named_together() -> None:
    said = near("Grafana and Envoy watch the queue. Both relay alerts to RabbitMQ.", "en")
    assert said == ["Envoy uses RabbitMQ", "Grafana uses RabbitMQ"]


def test_a_cell_is_about_what_its_row_names() -> None:
    rows = "| Service | Notes |\n| --- | --- |\n| Grafana | relays alerts to RabbitMQ |\n"
    assert near(rows, "en") == ["Grafana uses RabbitMQ"]


def test_what_a_surer_rule_says_is_not_said_again() -> None:
    assert near("Kestrel uses Redis.", "en") == []


def test_none_of_it_is_sure() -> None:
    text = "Kestrel relays every message to RabbitMQ. Envoy might relay them to Kafka."
    plain, hedged = said_near(replace(page(text), lang="en"))
    assert hedged.confidence < plain.confidence <= 0.5
