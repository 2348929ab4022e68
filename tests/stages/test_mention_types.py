"""What names are of: told by the words around them, their own words, labels, and the rest of the document."""

from __future__ import annotations

import pytest

from graphrag_batch.config import GazetteerConfig
from graphrag_batch.stages import gazetteer, names
from graphrag_batch.stages.mentions import mentions, terms
from graphrag_batch.stages.names import NameStat
from graphrag_batch.stages.passages import passages
from graphrag_batch.textual import DEFINED, FAINT, RawMention
from tests.stages.test_mentions import PLAIN, document_of


def told(source: str, lang: str = "en") -> dict[str, str]:
    """The names that count, and their types."""
    return {
        one.surface: one.type for one in found(source, lang) if one.found != "reference" and one.score > FAINT
    }


def found(source: str, lang: str = "en") -> list[RawMention]:
    document = document_of(source, lang)
    prose = passages(document)
    return list(mentions(document, prose, [None] * len(prose), PLAIN))


@pytest.mark.parametrize(
    ("source", "name", "type"),
    [
        ("Mashtun is a small daemon that reads the tanks.", "Mashtun", "product"),
        ("Then Saltmarsh, a village near the coast, was flooded.", "Saltmarsh", "location"),
        ("It was built by Ottery Instruments in 1998.", "Ottery Instruments", "organization"),
        ("The chart was drawn by Wenna Trelawney.", "Wenna Trelawney", "person"),
        ("Ask Petra Lindqvist first.", "Petra Lindqvist", "person"),
        ("In March Quillon suspects a leak, and Quillon doubts the gauge.", "Quillon", "person"),
        ("The office stands in Bramholt.", "Bramholt", "location"),
        ("We live north of Ferrisby.", "Ferrisby", "location"),
        ("The firmware conforms to Zigtone.", "Zigtone", "standard"),
        ("Pages go to the Night Ferry Desk.", "Night Ferry Desk", "organization"),
        ("Meet us in Room 12.", "Room 12", "location"),
        ("This is a Class B finding.", "Class B", "concept"),
        ("The Harbour Access Policy was renewed.", "Harbour Access Policy", "work"),
        ("He praised *The Long Winter of Ash* twice.", "The Long Winter of Ash", "work"),
        ("The survey ship MS Havbris left.", "MS Havbris", "product"),
        ("The nurses of St Brannoc's Hospital agree.", "St Brannoc's Hospital", "organization"),
        ("The Faculty of Law objects.", "Faculty of Law", "organization"),
        ("| Site | Keeper |\n|---|---|\n| Dunmere | Ilka Sorn |\n", "Dunmere", "location"),
        ("| | |\n|---|---|\n| Owner | Night Watch |\n", "Night Watch", "organization"),
        ("`tanklog` is a command that prints the series.", "tanklog", "product"),
        ("Log in to `brew-gw-02` first.", "brew-gw-02", "host"),
        ("Use the option `hold-time` of the file.", "hold-time", "api"),
        ("Set `MASH_LIMIT` and start again.", "MASH_LIMIT", "variable"),
        ("The Duty Office (`@harbour/duty`) answers.", "@harbour/duty", "organization"),
        ("Made about 1587 for the tower.", "1587", "date"),
        ("Then `MASH_REPO_ROOT` says where.", "MASH_REPO_ROOT", "variable"),
        ("It failed.\n\n```sh\nMASH_HEAT=3 mash\n```\n\nLook at `MASH_HEAT`.", "MASH_HEAT", "variable"),
        ("It fails with the error `MASH_TOO_HOT`.", "MASH_TOO_HOT", "api"),
        ("We bought BrightlySparkly for the yard.", "BrightlySparkly", "product"),
        ("Read VDI/VDE 2182 and BSI TR-03116 first.", "BSI TR-03116", "standard"),
        ("It follows ANSI/ISA-62443 closely.", "ANSI/ISA-62443", "standard"),
        ("Das gilt nach dem DSG 2018 auch hier.", "DSG 2018", "work"),
        ("Then the CISO was told.", "CISO", "concept"),
        ("Water left the Brockhole spring early.", "Brockhole spring", "location"),
        ("We told the CISO, Hemke Rottschnig, at once.", "Hemke Rottschnig", "person"),
        ("Then Zerta Olaskow, from Night Desk, called.", "Zerta Olaskow", "person"),
        ("Write to Zerta Olaskow instead.", "Zerta Olaskow", "person"),
        ("It is a small tool written in Go for the yard.", "Go", "product"),
        ("* \"yard owner\" means the person who answers.\n\nYard owners sign.", "yard owner", "concept"),
        ("The dye of trials Q4 and Q5 came late.", "Q5", "event"),
        ("Using mashkeg\n===\n\n```\npip install mashkeg\n```\n\nmashkeg reads it.", "mashkeg", "product"),
        ("## Requirements\n\n- brewlib 0.27\n- and time\n", "brewlib", "product"),
        ("They dived in the Aven des Mouettes twice.", "Aven des Mouettes", "location"),
    ],
)  # fmt: skip
def test_the_words_around_a_name_tell_its_type(source: str, name: str, type: str) -> None:
    assert told(source).get(name) == type


@pytest.mark.parametrize(
    ("source", "lang", "none"),
    [
        ("**Autor:** nadie\n\n**Estado:** cerrado", "es", {"Autor", "Estado"}),
        ("Herausgeber: das Amt\n\nFassung: 3", "de", {"Herausgeber", "Fassung"}),
        ("Puisque Odrun tourne, rien ne presse. Relever les sacs.", "fr", {"Puisque", "Relever"}),
        ("Dado que no hay agua, esperamos. Quizás mañana.", "es", {"Dado", "Quizás"}),
        ("| | |\n|---|---|\n| Supersedes | nothing |\n", "en", {"Supersedes"}),
    ],
)
def test_keys_of_front_lines_and_small_words_name_nothing(source: str, lang: str, none: set[str]) -> None:
    assert not none & told(source, lang).keys()


@pytest.mark.parametrize(
    ("source", "lang", "name", "type"),
    [
        ("Das Lager liegt in Wendelsbach.", "de", "Wendelsbach", "location"),
        ("Es gilt die Lagerrichtlinie des Hauses.", "de", "Lagerrichtlinie", "work"),
        ("Zuständig ist das Forstamt Lauterwald.", "de", "Forstamt Lauterwald", "organization"),
        ("Erst Schritt 2, dann weiter.", "de", "Schritt 2", "step"),
        ("El almacén está en Villarrubia.", "es", "Villarrubia", "location"),
        ("Según Castells, nadie lo vio; Nuria Castells firmó.", "es", "Castells", "person"),
        ("Le serveur de la société Verrier tourne.", "fr", "Verrier", "organization"),
        ("Les images pèsent 40 Mo.", "fr", "40 Mo", "quantity"),
    ],
)
def test_other_languages_tell_types_too(source: str, lang: str, name: str, type: str) -> None:
    assert told(source, lang).get(name) == type


@pytest.mark.parametrize(
    "source",
    [
        "Don't stop it. Additionally, wait. You'll see why.",
        "Hello! Thanks for coming. Unfortunately nothing works.",
        "Third Party licences expire.",
        "The API takes a URL. An ID is sent.",
        "## Purpose\n\nText.\n\n## Installing\n\nText.",
        "3.1 A record is kept.",
        "The pilots board ships.",
    ],
)
def test_common_words_with_a_capital_letter_name_nothing(source: str) -> None:
    assert told(source) == {}


def test_a_part_of_a_name_is_of_the_type_of_the_whole() -> None:
    page = (
        "We use the Probe Registry. Look it up in the Registry. Ask Orla Kinsella; Orla knows, Kinsella too."
    )
    types = told(page)
    assert types["Registry"] == types["Probe Registry"] == "product"
    assert types["Orla"] == types["Kinsella"] == "person"


def test_headings_name_what_the_body_names() -> None:
    page = "# Rotation of keys in Tidewater Vault\n\nThen Tidewater Vault, a service, starts. It is quick.\n"
    assert [one.surface for one in found(page) if one.section == 0 and "title" in one.marks] == [
        "Tidewater Vault"
    ]


DEFINING = (
    "## Words\n\n**Pilot card**: a sheet with the draught.\n\nA resit is a second attempt that costs a fee. "
    "A resit is rare; no resit is free.\n\nThe *strike train*, i.e. the wheels of the hammer, is old.\n"
)


def test_what_a_page_defines_is_a_term_of_the_corpus() -> None:
    document = document_of(DEFINING)
    chosen = gazetteer.choose(
        [
            (term, 1, weight)
            for term, (_, weight) in gazetteer.weights(terms(document, passages(document))).items()
        ],
        GazetteerConfig(min_freq=3),
    )
    assert {"pilot card", "pilot cards", "resit", "resits", "strike train", "strike trains"} <= set(chosen)


@pytest.mark.parametrize(
    "source",
    [
        "- **Fast**: it takes a second.\n- **Easily**: so they say.",
        "The server is the one. The server is the other.",
        "`frost` is a value that the field has.",
        ":Owner: Signals team and those who work with it.",
    ],
)
def test_what_is_only_set_apart_is_not_defined(source: str) -> None:
    document = document_of(source)
    assert [one.surface for one in terms(document, passages(document)) if one.mark == DEFINED] == []


def test_a_document_that_tells_counts_more_than_several_that_guess() -> None:
    guessed = NameStat(
        "medora", (("Medora", "organization?", 3), ("Medora", "product", 1), ("Medora", "", 9))
    )
    assert names.entity_of([guessed]).type == "product"
