"""Names of a fixed form: ids by what they are of, laws, licences, events, who was present, versions."""

from __future__ import annotations

import pytest

from graphrag_batch.stages.mentions import mentions
from graphrag_batch.stages.passages import passages
from graphrag_batch.textual import Tagged
from tests.stages.test_mention_types import told
from tests.stages.test_mentions import PLAIN, document_of


@pytest.mark.parametrize(
    ("source", "name", "type"),
    [
        ("We fixed BREW-412 on the way.", "BREW-412", "ticket"),
        ("See INC-0042 for the story.", "INC-0042", "ticket"),
        ("# MALT-77: the kiln burned\n\nMALT-77 is closed.\n", "MALT-77", "ticket"),
        ("As ADR-17 says, we keep the kiln.", "ADR-17", "work"),
        ("# Cleaning Policy (KLN-09)\n\nIt follows KLN-12.\n", "KLN-12", "work"),
        ("# Reinigungsrichtlinie (KLN-9)\n\nMehr steht in KLN-12.\n", "KLN-12", "work"),
        ("| Point | Depth |\n|---|---|\n| BK-1 | 3 |\n| BK-2 | 5 |\n\nWe like BK-2.\n", "BK-2", "concept"),
        ("The old buoy NAV-7 was painted.", "NAV-7", "product"),
    ],
)  # fmt: skip
def test_a_number_is_of_a_ticket_a_document_or_a_thing(source: str, name: str, type: str) -> None:
    assert told(source).get(name) == type


@pytest.mark.parametrize(
    ("source", "lang", "name", "type"),
    [
        ("It is under the Mozilla Public License 2.0 now.", "en", "Mozilla Public License 2.0", "work"),
        ("Texts are CC BY-SA 4.0 if not said otherwise.", "en", "CC BY-SA 4.0", "work"),
        ("The mill follows Directive 2006/42/EC in full.", "en", "Directive 2006/42/EC", "work"),
        ("Se aplica la Ley 7/2011 a los barcos.", "es", "Ley 7/2011", "work"),
        ("Il applique le Décret n° 2009-1570 ici.", "fr", "Décret n° 2009-1570", "work"),
        ("Since the October gale the weir leaks.", "en", "October gale", "event"),
        ("Depuis la panne de novembre, tout va bien.", "fr", "panne de novembre", "event"),
        ("Desde la riada de octubre nada es igual.", "es", "riada de octubre", "event"),
        ("Present: Wenna, Corin (minutes) and Jory.", "en", "Corin", "person"),
        ("Anwesend: Wenna, Corin und Jory.", "de", "Jory", "person"),
        ("La criée ouvre samedi 3 mai 2025 au port.", "fr", "samedi 3 mai 2025", "date"),
        ("On part à 6 h 15 du quai.", "fr", "6 h 15", "date"),
        ("Abfahrt ist um 7 Uhr am Kai.", "de", "7 Uhr", "date"),
        ("Il pèse 2 350 kg à vide.", "fr", "2 350 kg", "quantity"),
        ("| Version | What |\n|---|---|\n| 3.1 | locks |\n", "en", "3.1", "version"),
        ("Locks are new in 3.1 and optional.", "en", "3.1", "version"),
        ("The Build Tools team answers.", "en", "Build Tools team", "organization"),
        ("| Grade | Use |\n|---|---|\n| Q1 | bread |\n| Q2 | hay |\n\nAll sort Q2.\n", "en", "Q2", "concept"),
    ],
)  # fmt: skip
def test_what_has_a_fixed_form_is_found(source: str, lang: str, name: str, type: str) -> None:
    assert told(source, lang).get(name) == type


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("You may release it in March.", "March release"),
        ("Present: none of the crew.", "none"),
        ("Present: All of them.", "All"),
        ("The pump weighs 3.1 of the old ones.", "3.1"),
        ("A licence is needed.", "licence"),
        ("Build the team a boat.", "Build the team"),
    ],
)  # fmt: skip
def test_what_only_looks_like_it_is_not(source: str, name: str) -> None:
    assert name not in told(source)


@pytest.mark.parametrize(
    ("text", "name", "type"),
    [
        ("The old crew met Quenby at noon.", "Quenby", "concept"),
        ("The old crew met Wilhelmina at noon.", "Wilhelmina", "person"),
        ("The old crew met Quenby, a harbour pilot, at noon.", "Quenby", "person"),
        ("The old crew met Quenby Strake at noon.", "Quenby Strake", "person"),
    ],
)
def test_what_a_tagger_says_of_a_single_word_needs_somebody_else_to_say_so(
    text: str, name: str, type: str
) -> None:
    document = document_of(text, "en")
    tagged = Tagged((), (), ((17, 17 + len(name), "PERSON"),))
    made = mentions(document, passages(document), [tagged], PLAIN)
    assert {one.surface: one.type for one in made}.get(name) == type
