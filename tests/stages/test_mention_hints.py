"""What little each place says of a name adds up: verbs, words before it, nouns it ends with, other names."""

from __future__ import annotations

import pytest

from graphrag_batch.config import NamesConfig
from graphrag_batch.stages import names
from graphrag_batch.stages.names import NameStat
from tests.stages.test_mention_types import told


@pytest.mark.parametrize(
    ("source", "name", "type"),
    [
        # Nouns that names end or begin with, whatever people do, too.
        ("Then the Orrin Trust agreed to pay.", "Orrin Trust", "organization"),
        ("We buy rope from Pendle Supplies.", "Pendle Supplies", "organization"),
        ("The paint is kept in the Crow Store.", "Crow Store", "location"),
        ("The pumps stand in Bay 4.", "Bay 4", "location"),
        ("It follows Protocol K7 to the letter.", "Protocol K7", "work"),
        ("See the Fire Drill Procedure.", "Fire Drill Procedure", "work"),
        ("The Asset Register stores every serial number.", "Asset Register", "product"),
        ("Das regelt der Fachbereich Ernte.", "Fachbereich Ernte", "organization"),
        ("Il attend devant la grille du Quai Sud.", "Quai Sud", "location"),
        ("We met at HedgeConf in spring.", "HedgeConf", "event"),
        # Verbs and words before a name, over all of its places.
        ("In May Quorl invoiced us. We had bought from Quorl before.", "Quorl", "organization"),
        ("When Quorl restarts, Quorl reads its table again.", "Quorl", "product"),
        ("During the quake Murk was held in a tent.", "Murk", "event"),
        ("As Zundel thinks, it was late; later Zundel left.", "Zundel", "person"),
        ("We walked across Strell, and the road to Strell was wet.", "Strell", "location"),
        # A firm is called by one word of its name.
        ("Halvik Logistics came. Then Halvik never called.", "Halvik", "organization"),
        # Bodies, laws, towns and first names that everybody knows.
        ("The DREAL was told, and Ofcom was not.", "Ofcom", "organization"),
        ("It says so in SOLAS, too.", "SOLAS", "work"),
        ("The boat was built in Whitby.", "Whitby", "location"),
        ("| Owner | Task |\n|---|---|\n| Annelie Strugg | rope |\n", "Annelie Strugg", "person"),
        ("| Supplier | Part |\n|---|---|\n| Korber Vint | rope |\n", "Korber Vint", "organization"),
        # Who wrote something, as lists of works give them.
        ("- Hartzell, J. (2026): a note on rope.", "Hartzell", "person"),
        # What begins like the name of something in the text is read from the environment.
        ("Tiller steers. It looks at `TILLER_STRICT` first.", "TILLER_STRICT", "variable"),
        # What is done with programs tells of a word in code font, too.
        (
            "Restart `tillerd` now. Then `tillerd` reads its file, and we upgrade `tillerd` at night.",
            "tillerd",
            "product",
        ),
        # Documents have numbers; trackers count further.
        ("Fill in QF-12 and see CAPA-0012.", "QF-12", "work"),
        ("Fill in QF-12 and see CAPA-0012.", "CAPA-0012", "ticket"),
        ("Close QF-431 first.", "QF-431", "ticket"),
    ],
)
def test_hints_add_up(source: str, name: str, type: str) -> None:
    lang = {"Das": "de", "Il": "fr"}.get(source.partition(" ")[0], "en")
    assert told(source, lang).get(name) == type


def _stat(norm: str, surface: str, type: str) -> NameStat:
    return NameStat(norm, ((surface, type, 1),))


def test_a_word_of_which_nothing_tells_is_the_person_whose_name_has_it() -> None:
    whole = _stat("ines quorl", "Ines Quorl", "person")
    for alone in ("quorl", "ines"):
        known = names.link(_stat(alone, alone.title(), "product??"), [whole], NamesConfig())
        assert known.target == "ines quorl"


def test_a_word_that_a_document_tells_of_is_what_it_tells() -> None:
    whole = _stat("ines quorl", "Ines Quorl", "person")
    assert names.link(_stat("quorl", "Quorl", "organization"), [whole], NamesConfig()).target == "quorl"


_CODE = "\n\n```sh\nrun\n```\n"


@pytest.mark.parametrize("before", ["for", "of", "with", "in", "at", "by"])
def test_one_word_before_a_name_tells_of_no_party_or_place_in_a_text_of_software(before: str) -> None:
    source = f"You may try it {before} Quorvel, and later {before} Quorvel again."
    assert told(source + _CODE).get("Quorvel") not in ("organization", "location")


def test_no_place_has_an_article_by_in_alone() -> None:
    assert told("We keep it in the Quorvel, and in the Quorvel it stays.").get("Quorvel") != "location"


def test_packages_with_a_scope_are_products_and_owners_are_teams() -> None:
    found = told("Add @quorvel/pool to it; see @types/pool. Talk to @quorvel/pump-team." + _CODE)
    assert (found["@quorvel/pool"], found["@types/pool"]) == ("product", "product")
    assert found["@quorvel/pump-team"] == "organization"


def test_a_login_of_everybody_is_no_person() -> None:
    found = told("Fetch it from git@forge.example.org:pump.git or write to ada@example.org.")
    assert "git@forge.example.org" not in found
    assert found["ada@example.org"] == "person"


@pytest.mark.parametrize("noun", ["section", "docs", "guide", "chapter", "folder", "page", "mode", "table"])
def test_what_is_read_is_no_place(noun: str) -> None:
    assert told(f"More of it stands in the Quorvel {noun} below.").get("Quorvel") != "location"


def test_bytes_in_letters_are_no_name() -> None:
    found = told("The digest is then sha Q7fK2mZx9LrT4vBn8HcW1pYd6Gs of the file.")
    assert not any("Q7fK2mZx9" in name for name in found)


def test_a_package_at_a_version_is_no_person() -> None:
    found = told("It came with npm@5.2.0 at first.")
    assert (found.get("npm"), found.get("5.2.0")) == ("product", "version")


def test_what_is_chosen_in_a_menu_is_no_work() -> None:
    assert told("Then choose *Pump > New Pump Window* there.").get("Pump > New Pump Window") != "work"


def test_codes_of_errors_are_no_settings() -> None:
    assert (
        told("The environment variables of it: QRL_ERR_BAD_PUMP is thrown.").get("QRL_ERR_BAD_PUMP") == "api"
    )
