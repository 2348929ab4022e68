"""Where names begin and end: dates with their day, firms of two, laws with their year, versions, terms that a
sentence explains, teams of common words, services called by what they belong to."""

from __future__ import annotations

import pytest

from tests.stages.test_mentions import found, named, strong


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("We sail on Thursday 9 April, at noon.", {"Thursday 9 April", "noon"}),
        ("Built about AD 310, burnt in 40 BC.", {"AD 310", "40 BC"}),
        ("It opens in autumn 2031, and again in winter.", {"autumn 2031", "winter"}),
        ("The ferry leaves at five in the morning.", {"five in the morning"}),
        ("The board meets each March and October.", {"March", "October"}),
        ("It costs £12 a month and fails once a week.", set()),
        ("It runs daily, every winter.", set()),
        ("| Pump | Since |\n| --- | --- |\n| blue | 2014 |\n", {"2014"}),
        ("| Pump | Litres |\n| --- | --- |\n| blue | 2014 |\n", set()),
    ],
)
def test_dates_have_their_day_and_year_and_rates_are_none(source: str, expected: set[str]) -> None:
    assert {m.surface for m in found(source) if m.type == "date" and m.strong} == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("The rope is from Varley & Daughters, of Hull.", ("Varley & Daughters", "organization")),
        ("Records are kept under the Inland Fisheries Act 1959.", ("Inland Fisheries Act 1959", "work")),
        ("It was sold under the Harbours (Wales) Act 1991.", ("Harbours (Wales) Act 1991", "work")),
        ("She showed it at Brinkmoot 2029.", ("Brinkmoot 2029", "event")),
        ("The plans use EPSG:25832.", ("EPSG:25832", "standard")),
        ("Ask the Review board for leave.", ("Review board", "organization")),
        ("The forms are kept by IT Operations in Ulm.", ("IT Operations", "organization")),
        ("Rinse it with hydrochloric acid, then wait.", ("hydrochloric acid", "product")),
        ("Say hello in `#gannet-help` on Zulip.", ("#gannet-help", "concept")),
        ("Log in and run parcelctl there.", ("parcelctl", "product")),
    ],
)
def test_a_name_is_whole(source: str, expected: tuple[str, str]) -> None:
    assert expected[0] in {surface for surface, _ in strong(source)}
    assert not any(one in expected[0] and one != expected[0] for one, _ in strong(source))


def test_products_that_everybody_knows_are_two_though_an_ampersand_joins_them() -> None:
    assert {"Docker", "Redis"} <= {surface for surface, _ in strong("We run Docker & Redis here.")}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# Upgrading from 6 to 7\n\nRead on.", {"6", "7"}),
        ("Gannet 2.x is no longer built; take version 3.", {"2.x", "3"}),
        ("# Terns\n\n## Changes\n\n- 2.1: louder.\n- 2.0: first.\n", {"2.1", "2.0"}),
        ("# Terns\n\n## Ratios\n\n- 2.1: louder.\n- 2.0: first.\n", set()),
        ("| Paper | Terns |\n| --- | --- |\n| Version | 4.7 |\n", {"4.7"}),
        ("We upgraded Gannet from 3.1 to 3.4, and rested.", {"3.1", "3.4"}),
    ],
)
def test_versions_need_no_letter_where_the_words_around_tell_them(source: str, expected: set[str]) -> None:
    assert {m.surface for m in found(source) if m.type == "version"} == expected


@pytest.mark.parametrize(
    ("source", "term", "times"),
    [
        (
            "**Warm spare**: a pump that is filled but idle.\n\nWarm spares rust. One warm spare is new.",
            "warm",
            3,
        ),
        ("A blind berth is anything without a crane.\n\nNo blind berth is free.", "blind berth", 2),
        ("Quiet hours are times when no engine runs.", "quiet hours", 1),
        ("It is said to be a fish house: a shed in which eels were smoked.", "fish house", 1),
        ("- Cold loads – pallets that must be kept below zero – wait outside.", "cold loads", 1),
        ("A **keeper** is anyone who has a key. Ask a keeper.", "keeper", 2),
        ("The loss of pressure (here just “droop”) grows. Then droop ends.", "droop", 2),
        ("eel\n: what swims.\n\nterns\n: what flies.\n", "terns", 1),
    ],
)
def test_a_term_that_a_sentence_explains_is_found_wherever_it_stands(
    source: str, term: str, times: int
) -> None:
    assert len([m for m in found(source) if m.surface.lower().startswith(term) and m.strong]) == times


@pytest.mark.parametrize(
    "source",
    [
        "Rinse the tub. Written by hand, it lasts.",
        "**Note**: the lamp is red.",
        "It looks fine: the lamp is red.",
    ],
)
def test_verbs_and_notices_are_no_terms(source: str) -> None:
    assert strong(source) == set()


def test_a_service_is_called_by_what_it_belongs_to() -> None:
    text = (
        "Gannet has gannet-intake and gannet-mail. Stop gannet-intake, then gannet-mail. It is gannet-like."
    )
    assert {s for s, _ in strong(text) if "-" in s} == {"gannet-intake", "gannet-mail"}


def test_letters_that_count_and_ends_of_sentences_join_no_names() -> None:
    assert "Trench 4" in {s for s, _ in named("It went back into Trench 4. Ottilie was against it.")}
    assert not any(s.startswith("D.") for s, _ in named("### D. Postgres, with less\n\nPostgres is old."))


def test_a_team_has_a_short_name_within_sentences() -> None:
    text = "The Foundations team is small. Tell Foundations in time."
    assert [m.surface for m in found(text) if m.surface == "Foundations" and m.type == "organization"] == [
        "Foundations"
    ]


def test_what_a_column_of_defaults_says_is_no_name() -> None:
    table = "| Key | Default |\n| --- | --- |\n| `listen` | `local` |\n"
    assert {s for s, _ in named(table)} == {"listen"}
