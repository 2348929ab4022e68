"""Kinds of names: told by the noun they begin or end with, by their neighbours, by what they cannot be."""

from __future__ import annotations

import pytest

from tests.stages.test_mention_types import told
from tests.stages.test_mentions import typed


@pytest.mark.parametrize(
    ("source", "lang", "name", "type"),
    [
        ("We lost a day in the Tarnhow outage.", "en", "Tarnhow outage", "event"),
        ("The list comes from the 2023 audit.", "en", "2023 audit", "event"),
        ("The 9 May blackout taught us that.", "en", "9 May blackout", "event"),
        ("It is told in Incident 5120 alone.", "en", "Incident 5120", "event"),
        ("Then came Storm Ottilie.", "en", "Storm Ottilie", "event"),
        ("Nous avons perdu le câble dans la tempête de novembre.", "fr", "tempête de novembre", "event"),
        ("Se perdió durante el apagón de abril.", "es", "apagón de abril", "event"),
        ("Wir lernten das im Sturm Agathe.", "de", "Sturm Agathe", "event"),
        ("Two racks stand in the Ravelin hall.", "en", "Ravelin hall", "location"),
        ("On descend dans la grotte de Marzelle chaque été.", "fr", "grotte de Marzelle", "location"),
        ("El equipo vive junto al lago Tirsana.", "es", "lago Tirsana", "location"),
        ("Lo decide la Dirección de calidad.", "es", "Dirección de calidad", "organization"),
        ("Il est géré par la Direction des services généraux.", "fr", "Direction des services généraux",
         "organization"),
        ("Pregunte al equipo de Embarques.", "es", "equipo de Embarques", "organization"),
        ("A walker came from the village of Ostrel.", "en", "Ostrel", "location"),
        ("They moved to Pelmora last year.", "en", "Pelmora", "location"),
        ("The samples were dried in Grimsbury overnight.", "en", "Grimsbury", "location"),
        ("Wir messen unterhalb der Kaltenhütte jeden Tag.", "de", "Kaltenhütte", "location"),
        ("The manual is in Norwegian.", "en", "Norwegian", "group"),
        ("Il est écrit en portugais.", "fr", "portugais", "group"),
        ("The pond is full of *Corbicula*, a mussel.", "en", "Corbicula", "concept"),
    ],
)  # fmt: skip
def test_nouns_at_the_edge_of_a_name_tell_its_type(source: str, lang: str, name: str, type: str) -> None:
    assert told(source, lang).get(name) == type


@pytest.mark.parametrize(
    ("source", "name", "type"),
    [
        ("Ships run between Lisbon, Marvelo and Oran.", "Marvelo", "location"),
        ("Thanks go to Ilka Sorn, Tavish and Petra Lindqvist.", "Tavish", "person"),
        ("| Where | When |\n|---|---|\n| Lisbon | May |\n| Ghent | June |\n| Marvelo | July |\n", "Marvelo",
         "location"),
        ("1. **Soak**. Leave it in water.\n2. **Rinse**. Twice.\n\nAfter the Soak it is clean.\n", "Soak",
         "concept"),
        ("**Mean Slack Time (MST)** – how long it waits. The MST is low.", "Mean Slack Time", "concept"),
        ("- Ghost crossing: a crossing that nobody paid.\n\nThere were three ghost crossings.\n",
         "ghost crossings", "concept"),
        ("It tends to produce a ghost crossing, which is a crossing that nobody paid.", "ghost crossing",
         "concept"),
    ],
)  # fmt: skip
def test_neighbours_and_definitions_tell_the_type_of_a_name(source: str, name: str, type: str) -> None:
    assert told(source).get(name) == type


@pytest.mark.parametrize(
    ("source", "surface"),
    [
        ("Sending works. We send it.", "Sending"),
        ("Includes Mashtun by default.", "Includes Mashtun"),
        ("See Case 1 of the list, and Section 4.", "Case 1"),
        ("Look at L72-L74 of the file.", "L72-L74"),
        ("Add a tag to it.", "a tag"),
        ("Write `tom@gmail.com` there or me@yahoo.com.", "tom@gmail.com"),
        ("The section @alt_names lists them.", "@alt_names"),
        ("Bytes of the TCP stream follow.", "TCP stream"),
    ],
)
def test_what_only_looks_like_a_name_is_none(source: str, surface: str) -> None:
    assert surface not in told(source)


def test_mail_to_a_desk_is_to_an_organisation() -> None:
    assert typed("Write to press@ottery.org, or ask wenna@ottery.org.", "organization") == [
        "press@ottery.org"
    ]
    assert typed("Write to press@ottery.org, or ask wenna@ottery.org.", "person") == ["wenna@ottery.org"]


def test_an_address_without_a_host_names_none() -> None:
    text = "Open https://... in a browser. We saw Quorve and Blenkin.\n\nQuorve fails when Blenkin does."
    assert "host" not in told(text, "en").values()
