"""What sentences say of names that no trigger relates, and what names say by themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphrag_batch.stages.mentions import mentions
from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import statements
from graphrag_batch.textual import Statement, Tagged
from tests.stages.saying import PARSED, UNPARSED, lines, page, tagger

LOW = 0.5


def _said(text: str, *, lang: str = "en", parsed: bool = True) -> list[Statement]:
    """What a page says, with the names that are found in it."""
    document = replace(page(text), lang=lang)
    read = passages(document)
    tagged: list[Tagged | None] = [None] * len(read)
    if parsed:
        tagged = list(tagger().tag([passage.text for passage in read]))
    config = PARSED if parsed else UNPARSED
    return list(statements(document, read, tagged, config, mentions(document, read, tagged, config)))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("`Batchline` forwards every order to `Ovenworks`.", "Batchline uses Ovenworks"),
        ("`Batchline` takes card payments through `Tillpay`.", "Batchline uses Tillpay"),
        ("Tarsby Foods is a small bakery in Lyon.", "Tarsby Foods located_in Lyon"),
    ],
)
def test_any_verb_between_two_names_says_something(sentence: str, said: str) -> None:
    found = [one for one in _said(sentence) if said in lines(sentence, [one])]
    assert found
    assert all(one.confidence <= LOW for one in found if one.pattern.startswith("near"))


@pytest.mark.parametrize(
    "sentence",
    [
        "`Batchline` does not forward orders to `Ovenworks`.",
        "`Batchline` never takes payments through `Ovenworks`.",
        "Does `Batchline` forward orders to `Ovenworks`?",
        "`Batchline` resembles `Ovenworks`.",
        "Forward the orders of `Batchline` to `Ovenworks`.",
        "`Batchline` was chosen instead of `Ovenworks`.",
    ],
)
def test_what_is_denied_asked_or_ordered_says_nothing(sentence: str) -> None:
    assert not [one for one in _said(sentence) if one.rel == "uses"]


def test_what_is_only_possible_counts_less() -> None:
    sure, possible = (
        max(
            one.confidence for one in _said(f"`Batchline` {verb} orders to `Ovenworks`.") if one.rel == "uses"
        )
        for verb in ("forwards", "might forward")
    )
    assert possible < sure


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Batchline\n\nThe service stores its plans in `Ovenworks`.\n", "Batchline uses Ovenworks"),
        ("Kestrel and Osprey are mixers. Both services run on Nomad.\n", "Osprey uses Nomad"),
        ("Kestrel, Osprey and Rook are mixers. The three tools need Python.\n", "Rook depends_on Python"),
    ],
)
def test_common_nouns_stand_for_what_was_named(text: str, said: str) -> None:
    assert said in lines(text, _said(text))


def test_two_nouns_for_three_names_stand_for_none() -> None:
    text = "Kestrel, Osprey and Rook are mixers. Both tools need Python.\n"
    assert not {f"{name} depends_on Python" for name in ("Kestrel", "Osprey", "Rook")} & set(
        lines(text, _said(text))
    )


@pytest.mark.parametrize("parsed", [True, False], ids=["parsed", "not parsed"])
def test_a_page_cites_the_standards_and_works_that_it_names(parsed: bool) -> None:
    text = (
        "# Flour Policy\n\nAs the Flour Policy has it, RFC 9110 matters here, and so does the Kiln Policy.\n"
    )
    found = [one for one in _said(text, parsed=parsed) if one.pattern == "named"]
    assert lines(text, found) == [". cites Kiln Policy", ". cites RFC 9110"]
    assert all(one.confidence < LOW for one in found)


def test_formats_and_registers_are_not_cited() -> None:
    text = "# Oven\n\nIt speaks OAuth 2.0 over TLS 1.3, and stands in the Oven Register.\n"
    assert not [one for one in _said(text) if one.rel == "cites"]


def test_a_qualified_name_is_a_part_of_what_it_begins_with() -> None:
    text = "`Oven.heat` warms an `Oven`, `Oven.open` ends it, and `kiln.fire` is of no oven.\n"
    members = [one for one in _said(text, parsed=False) if one.pattern == "member"]
    assert lines(text, members) == ["Oven.heat part_of Oven", "Oven.open part_of Oven"]


@pytest.mark.parametrize(
    ("sentence", "defined"),
    [
        ("A proofer is a place where dough rests.", "§ defines proofer"),
        ("Batchline is the broker of Ovenworks.", "§ defines Batchline"),
    ],
)
def test_a_sentence_defines_by_an_empty_noun_too(sentence: str, defined: str) -> None:
    assert defined in lines(sentence, _said(sentence))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # done by somebody
        ("`Tillpay` is read by `Ovenworks` at night.", "Ovenworks uses Tillpay"),
        # from one to the other
        ("Orders go from `Batchline` to `Ovenworks`.", "Batchline uses Ovenworks"),
        # beside a place, and a host
        ("We work with the Tarsby Institute (TI) in Lyon.", "TI located_in Lyon"),
        ("Boards are in Grafana at grafana.tarsby.example.", "Grafana located_in grafana.tarsby.example"),
        ("Tarsby Foods has its workshop in Lyon.", "Tarsby Foods located_in Lyon"),
        # all but nothing
        ("`Batchline` depends on nothing but Redis.", "Batchline depends_on Redis"),
        ("`Batchline` needs nothing except Redis.", "Batchline depends_on Redis"),
        # what the reader needs
        ("You need Python 3.12 and `bakectl` for this.", ". depends_on Python 3.12"),
        ("You need Python 3.12 and `bakectl` for this.", ". depends_on bakectl"),
        ("Sie brauchen Redis und Docker.", ". depends_on Docker"),
        # whose somebody is, and whose something
        ("The Oven team belongs to the Tarsby Institute.", "Oven team part_of Tarsby Institute"),
    ],
)
@pytest.mark.parametrize("parsed", [False, True])
def test_sentences_relate_in_other_ways(text: str, said: str, *, parsed: bool) -> None:
    assert said in lines(text, _said(text, parsed=parsed and "Sie" not in text))


@pytest.mark.parametrize(
    "text",
    [
        "Batchline calls Ada Byron every morning.",
        "Ada Byron replaces Batchline.",
        "You need to start Redis first.",
        "Moved from `Batchline` to `Ovenworks`.",
    ],
)
def test_nobody_is_used_and_nothing_follows_somebody(text: str) -> None:
    found = [one for one in _said(text, parsed=False) if one.rel in ("uses", "precedes", "depends_on")]
    assert lines(text, found) == []


def test_keys_of_a_page_are_no_terms() -> None:
    text = "Board\n=====\n\n:Owner: Oven team\n:Cadence: Each night, when the ovens are cold, for an hour.\n"
    document = page(text, "rst")
    read = passages(document)
    found = lines(text, statements(document, read, [None] * len(read), UNPARSED))
    assert ". owned_by Oven team" in found
    assert "§ defines Owner" not in found
    assert "§ defines Cadence" in found
