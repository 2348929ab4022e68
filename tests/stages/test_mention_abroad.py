"""What has a capital letter in German, French and Spanish pages, and names nothing or something else."""

from __future__ import annotations

import pytest

from graphrag_batch.stages.mentions import terms
from graphrag_batch.stages.passages import passages
from tests.stages.test_mention_types import told
from tests.stages.test_mentions import document_of

CODE = "```sh\nmash\n```\n"


@pytest.mark.parametrize(
    ("lang", "source", "names"),
    [
        ("de", "Das liegt bei Ihnen. Wir helfen Ihnen mit Mashtun2.", {"Mashtun2"}),
        ("de", "Dann liest Mashtun2 die Tanks Ihrer Brauerei, und Ihr Kessel bleibt heiß.", {"Mashtun2"}),
        ("de", "Beachten Sie, dass Mashtun2 läuft. Stellen Sie es an. Dies hilft.", {"Mashtun2"}),
        ("de", "Man nimmt einen Server, z. B. Mashtun2, d. h. Brewline3.", {"Mashtun2", "Brewline3"}),
        ("es", "Hay otros, p. ej. Mashtun, y sirven.", {"Mashtun"}),
        ("fr", "C'est bien. L'astuce aide, et d'Otxoa on ne sait rien.", {"Otxoa"}),
        ("fr", "Écrivez à l'Institut Lanoë demain.", {"Institut Lanoë"}),
        ("fr", "Les crèmes viennent de L'Oréal seul.", {"L'Oréal"}),
        ("es", "Revisa los tanques. Devuelve la lista. Los lee Mashtun.", {"Mashtun"}),
        ("es", "Mashtun lee los tanques. Todo va con Mashtun.", {"Mashtun"}),
    ],
)
def test_courtesy_elisions_abbreviations_and_beginnings_are_no_names(
    lang: str, source: str, names: set[str]
) -> None:
    assert set(told(source, lang)) == names


@pytest.mark.parametrize("lang", ["en", "de", "es", "fr"])
@pytest.mark.parametrize(
    "notice",
    [
        "/// note | {}\n\nWater.\n\n///\n",
        '!!! note "{}"\n    Water.\n',
        "> **{}**\n> Water.\n",
        ":::note {}\nWater.\n:::\n",
        "**{}**: water.\n",
    ],
)
@pytest.mark.parametrize("head", ["Tip", "Technische Details", "Remarque", "Consejo", "Détails techniques"])
def test_what_heads_a_notice_is_neither_name_nor_term(lang: str, notice: str, head: str) -> None:
    source = notice.format(head)
    assert head not in told(source, lang)
    document = document_of(source, lang)
    assert head not in {term.surface for term in terms(document, passages(document))}


def test_slashes_around_a_notice_are_no_prose() -> None:
    page = document_of("/// tip | Read Mashtun first\n\nThen drink.\n\n///\n", "en")
    assert [passage.text for passage in passages(page)] == ["Read Mashtun first", "Then drink."]


@pytest.mark.parametrize(
    ("lang", "source", "surface"),
    [
        ("de", "Der Code befindet sich im Modul. Das steht im Gegensatz dazu.", "Modul"),
        ("de", "Das steht im Gegensatz dazu.", "Gegensatz"),
        ("de", "Es liegt in einem Package. Dort steht in Package nichts.", "Package"),
        ("fr", "Le chemin d'URL et le port HTTP changent.", "port HTTP"),
        ("fr", "Il écrit du code Python.", "code Python"),
        ("es", "Usa la dirección IP y el código Python.", "dirección IP"),
        ("es", "Usa la dirección IP y el código Python.", "código Python"),
        ("fr", "Pas de JSON ici, et pas FastAPI.", "pas FastAPI"),
    ],
)
def test_a_common_noun_is_no_place_and_of_no_name(lang: str, source: str, surface: str) -> None:
    assert surface not in told(f"{source}\n\n{CODE}", lang)


def test_a_noun_of_kind_before_a_proper_name_is_part_of_it() -> None:
    assert told("Le puits Marzelle est profond.", "fr")["puits Marzelle"] == "location"
    assert told("Pregunte al equipo Embarques.", "es")["equipo Embarques"] == "organization"


def test_the_capital_letter_of_a_heading_makes_no_term() -> None:
    page = document_of("## Utiliser\n\n## Mashtun\n\nOn lit avec Mashtun.\n", "fr")
    apart = [term.surface for term in terms(page, passages(page)) if term.mark in ("title", "heading")]
    assert "Utiliser" not in apart
    assert "Mashtun" in apart


def test_what_somebody_is_told_of_is_theirs_and_no_title() -> None:
    assert "work" not in told("Dann ruft man *Ihre Externe API* und *Ihre API* auf.", "de").values()
