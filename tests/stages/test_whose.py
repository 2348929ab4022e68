"""What sentences say of what they do not name: it stands in the sentence before, or above them; and what
lists, tables and gaps leave out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphrag_batch.config import ExtractConfig
from graphrag_batch.stages import mentions
from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import statements
from graphrag_batch.textual import Statement
from tests.stages.saying import lines, page

_TOLD = ("near", "list", "owned", "stages")


def told(text: str, lang: str = "en") -> list[str]:
    """What a page says by these rules."""
    return lines(text, [one for one in _said(text, lang) if one.pattern in _TOLD])


def _said(text: str, lang: str = "en") -> tuple[Statement, ...]:
    document = replace(page(text), lang=lang)
    read = passages(document)
    unread = [None] * len(read)
    named = mentions.mentions(document, read, unread, ExtractConfig())
    return statements(document, read, unread, ExtractConfig(), named)


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("de", "Grafana ist langsam. Es holt die Werte aus RabbitMQ.", "Grafana uses RabbitMQ"),
        ("de", "Wir mögen Grafana. Es holt die Werte aus RabbitMQ.", "Grafana uses RabbitMQ"),
        ("es", "Grafana es lento. Está alojado en Madrid.", "Grafana located_in Madrid"),
        ("fr", "Grafana est lent. Il transmet les alertes par MQTT.", "Grafana uses MQTT"),
        ("en", "The only way in is through Grafana. It relays alerts to RabbitMQ.", "Grafana uses RabbitMQ"),
    ],
)
def test_a_sentence_goes_on_with_the_one_before(lang: str, text: str, said: str) -> None:
    assert said in lines(text, _said(text, lang))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        # the subject of the sentence before, not the name next to it
        ("Grafana runs on Kubernetes. It is fast.", ["Grafana"]),
        ("Grafana is a server written in Rust. It is fast, and it is small.", ["Grafana", "Grafana"]),
        ("We moved to Grafana. It is fast.", ["Grafana"]),
        ("Grafana talks to RabbitMQ. When that stops, it waits.", ["Grafana"]),
        # behind a verb, what was named with one
        ("Grafana writes to RabbitMQ, and Envoy reads from it.", ["RabbitMQ"]),
        ("Grafana is old. Envoy reads from it.", ["Grafana"]),
        ("Ada Byron wrote Grafana in Hamburg; today it is sold.", ["Grafana"]),
        # nothing that was named
        ("Grafana is slow in winter. The water freezes. It is cold, and they leave.", ["Grafana"]),
        ("It rains in Hamburg.", []),
        ("Grafana and RabbitMQ are down. It is late.", []),
        ("It is important that Grafana runs.", []),
    ],
)
def test_pronouns_mean_what_was_spoken_of(text: str, meant: list[str]) -> None:
    found = [one for one in _said(text) if one.pattern == "reference"]
    assert [text[slice(*one.objects[0])] for one in found] == meant


@pytest.mark.parametrize(
    ("below", "said"),
    [
        ("A small service that relays mails to RabbitMQ.", "Grafana uses RabbitMQ"),
        ("Relays mails to RabbitMQ.", "Grafana uses RabbitMQ"),
        ("Three machines, in Hamburg.", "Grafana located_in Hamburg"),
        ("Part of the Platform team.", "Grafana part_of Platform team"),
    ],
)
def test_words_under_a_name_are_of_it(below: str, said: str) -> None:
    product = "Grafana shows graphs.\n\n"
    lead = f"# Boards\n\n{product}## Grafana\n\n{below}\n"
    if "team" in said:
        lead = lead.replace("Grafana", "Harbour team")
        said = said.replace("Grafana", "Harbour team")
    assert said in told(lead)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "## Grafana\n\nRelay mails to RabbitMQ.\n"),
        ("en", "## Grafana\n\nTo see mails, use RabbitMQ.\n"),
        ("en", "## Grafana\n\nTo check it, use RabbitMQ.\n"),
        ("en", "## Using Grafana\n\nRelays mails to RabbitMQ.\n"),
        ("de", "## Grafana\n\nVerwenden Sie RabbitMQ und Envoy.\n"),
        ("es", "## Grafana\n\nPara esto, usa RabbitMQ.\n"),
        ("en", "## Grafana\n\nThe rack is rented. The lorry waits in Hamburg.\n"),
    ],
)
def test_commands_and_other_things_are_not_of_what_stands_above(lang: str, text: str) -> None:
    assert told(text, lang) == []


def test_a_gap_repeats_what_was_said_and_joins_nothing() -> None:
    text = "Grafana depends on Envoy for addresses, and Envoy on PostgreSQL."
    said = told(f"{text} Gitea runs in Berlin, Kafka in Paris.")
    assert "Envoy depends_on PostgreSQL" in said
    assert "Kafka located_in Paris" in said
    assert not {"Grafana depends_on PostgreSQL", "Gitea located_in Kafka", "Gitea located_in Paris"} & {*said}


def test_a_table_or_terms_hold_the_parts_that_a_sentence_announces() -> None:
    table = "A lease contains these fields.\n\n| Field | Type |\n| --- | --- |\n| `berth` | text |\n"
    assert "berth part_of lease" in told(table)
    modules = "Grafana has two modules:\n\n- `core`\n- `web`\n"
    assert told(modules) == ["core part_of Grafana", "web part_of Grafana"]
    assert told("You have two modules:\n\n- `core`\n- `web`\n") == []


def test_a_team_owns_what_its_page_says_it_does() -> None:
    owned = "## What we own\n\n| Service | Use |\n| --- | --- |\n| Grafana | graphs |\n"
    assert "Grafana owned_by Harbour team" in told(f"# Harbour team\n\n{owned}")
    assert told(f"# Harbour prices\n\n{owned}") == []


@pytest.mark.parametrize("column", ["Ring", "Phase", "Étape", "Fase", "Stufe"])
def test_rows_of_stages_come_one_after_another(column: str) -> None:
    rows = f"| {column} | Hosts |\n| --- | --- |\n| Canary | 2 |\n| Pilot | 10 |\n| Fleet | 90 |\n"
    assert told(rows) == ["Canary precedes Pilot", "Pilot precedes Fleet"]
    assert told(rows.replace(column, "Colour")) == []


def test_plain_names_of_stages_are_ones_where_order_is_told() -> None:
    items = "1. Canary – two hosts.\n2. Pilot – ten hosts.\n"
    assert told(f"The rollout has stages.\n\n{items}") == ["Canary precedes Pilot"]
    assert told(f"We like birds.\n\n{items}") == []


def test_such_relations_are_never_sure() -> None:
    document = page("## Grafana\n\nRelays mails to RabbitMQ.\n")
    read = passages(document)
    named = mentions.mentions(document, read, [None] * len(read), ExtractConfig())
    found = statements(document, read, [None] * len(read), ExtractConfig(), named)
    assert [one.confidence <= 0.45 for one in found if one.pattern == "near"] == [True]


def test_what_announces_a_list_may_be_a_pronoun() -> None:
    text = "Grafana is old. It consists of:\n\n- `graf-web`\n- `graf-store`\n"
    assert {"graf-web part_of Grafana", "graf-store part_of Grafana"} <= set(told(text))
