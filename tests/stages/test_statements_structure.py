"""What structure says: sections, lists, tables, definitions, lines of a key and a value.

`pages/` holds pages and, beside each, what it says without a parser. This module, run, writes that anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import statements
from tests.examples import examples
from tests.stages.saying import UNPARSED, lines, of_page, page, tagger

PAGES = Path(__file__).parent / "pages"
NAMES = sorted(path.name for path in PAGES.iterdir() if path.suffix in (".md", ".rst"))


def _said(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    format = {".md": "markdown", ".rst": "rst"}[path.suffix]
    lang = path.suffixes[0][1:] if len(path.suffixes) > 1 else "en"
    return "\n".join(lines(page(text, format).text, of_page(text, format=format, lang=lang))) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_page_says(name: str) -> None:
    path = PAGES / name
    assert _said(path) == Path(f"{path}.said").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Owner: Ada\nRegion: Oslo, Leeds\n", [". located_in Leeds", ". located_in Oslo", ". owned_by Ada"]),
        ("- Depends on: `redis` and `minio`\n", [". depends_on minio", ". depends_on redis"]),
        ("# Rook\n\nUsed by: Kestrel\n", ["Kestrel uses Rook"]),
        ("Owner: none\nDepends on: -\n", []),
        ("Depends on: the weather.\nSome say so.\n", [". depends_on weather"]),
        ("Note: Ada wrote this.\n", []),
        ("Status: active\n", []),
        ("# Access Policy\n\nSee also the [Incident Policy](b.md).\n", ["§ cites Incident Policy"]),
        ("Times are as described in RFC 3339, in UTC.\n", ["§ cites RFC 3339"]),
        ("Times are not as described in RFC 3339.\n", []),
        ("Methods are described in the office.\n", []),
        ("# Parts\n\n- **Rook**: moves straight ahead.\n", ["Rook part_of Parts", "§ defines Rook"]),
        ("# Working with Rook\n", [". uses Rook"]),
        ("# Notes\n\n1. Install it.\n2. Run it.\n", []),
        ("Step 1. Look.\n\nStep 2. Leap.\n", ["Step 1 precedes Step 2"]),
        ("1. [Build](a.md)\n2. [Test](b.md)\n", []),
        ("# Harbour team\n\n## People\n\n- Ada Byron, lead\n", ["Ada Byron part_of Harbour team"]),
        ("# Fair\n\n## People\n\n- Ada Byron, lead\n", []),
        ("| Component | Owner |\n| --- | --- |\n| Mill | Ada |\n", ["Mill owned_by Ada"]),
        ("# Kestrel\n\n| Component | What it does |\n| --- | --- |\n| Mill | grinds the data |\n",
         ["Mill part_of Kestrel", "§ defines Mill"]),
        ("| Probe | Device |\n| --- | --- |\n| K-1 | Hydra 3 |\n", ["K-1 uses Hydra 3"]),
        ("# Words\n\n**Slack water**: the time when no tide runs.\n", ["§ defines Slack water"]),
        ("# Words\n\n**Careful**: read this before you sail out.\n", []),
        ("`ebb` – the water goes out\n", ["§ defines ebb"]),
        ("The states come in this order:\n\n1. `new` -- nobody has seen it\n2. `old` -- it is done\n",
         ["new precedes old", "§ defines new", "§ defines old"]),
        ("We work by hand, within the meaning of the Harbour Manual.\n",
         ["§ cites Harbour Manual"]),
        ("We met, following Ada Byron.\n", []),
        ("The mill stands in Lyon, France.\n", ["Lyon located_in France", "mill located_in Lyon"]),
        ("We have offices in Lyon, Oslo and Paris.\n", []),
        ("# Requirements\n\nPasswords\n\n- Everybody must change it.\n", []),
        ("Rook runs on two machines:\n\n- `a1`, for locks\n", ["Rook uses a1", "Rook uses two machines"]),
        ("Rook uses:\n\n- Redis, for locks\n- MinIO\n", ["Rook uses MinIO", "Rook uses Redis"]),
        ("Rook has three parts: Tower, Wall and Gate.\n",
         ["Gate part_of Rook", "Tower part_of Rook", "Wall part_of Rook"]),
        ("Rook uses these tools: `a1`; `b2`, a saw; and Chisel.\n",
         ["Rook uses Chisel", "Rook uses a1", "Rook uses b2", "Rook uses these tools"]),
        ("# Bakery\n\n| Field | Value |\n| - | - |\n| Owner | Ada |\n| Built | 1931 |\n",
         [". owned_by Ada"]),
        ("# Bakery\n\n| Field | Value |\n| - | - |\n| Owns | Oven, Mill |\n",
         ["Mill owned_by Bakery", "Oven owned_by Bakery"]),
        ("| Team | Owns |\n| - | - |\n| Dough crew | Oven |\n", ["Oven owned_by Dough crew"]),
        ("| Mill | Lead | Runs on | Part of |\n| - | - | - | - |\n| Stone | Ada | Water | Bakery |\n",
         ["Stone owned_by Ada", "Stone part_of Bakery", "Stone uses Water"]),
        ("| Anlage | Standort | Ersetzt |\n| - | - | - |\n| Mühle | Lübeck | Handmühle |\n",
         ["Handmühle precedes Mühle", "Mühle located_in Lübeck"]),
        ("| Flour | Meaning |\n| - | - |\n| Fine | sieved twice |\n", ["§ defines Fine"]),
        ("| Message | Meaning |\n| - | - |\n| E_HEAT | the oven is cold |\n", []),
        ("See also: [Oven and Mill Policy](a.md), [Flour](b.md)\n",
         [". cites Flour", ". cites Oven and Mill Policy"]),
        ("Loaves rise as described in *Of Bread and Salt*.\n", ["§ cites Of Bread and Salt"]),
        ("**Proof** – the time in which dough rises.\n", ["§ defines Proof"]),
        ("1. **Fast** ovens\n2. **Cheap** flour\n", []),
        ("The phases are:\n\n1. **Kneading** by hand\n2. **Baking** at noon\n", ["Kneading precedes Baking"]),
        ("1. **Kneading**. Then rest.\n2. **Baking**. Then eat.\n", ["Kneading precedes Baking"]),
        ("# Oven\n\n- Runs on gas from Tarsby\n- Use Gas\n", ["Oven uses gas"]),
        ("# Horno\n\nSe aloja en Tarsby.\n", []),
        ("Rook does not need these:\n\n- Redis\n- MinIO\n", []),
    ],
)  # fmt: skip
def test_structure_says(text: str, said: list[str]) -> None:
    assert lines(page(text).text, of_page(text)) == said


def test_sentences_without_a_subject_speak_of_the_term_or_the_heading() -> None:
    text = "# Log\n\nEntry\n: A component of Kestrel. Uses Redis.\n\n## Merlin\n\nDepends on Osprey.\n"
    document = page(text)
    read = passages(document)
    tagged = list(tagger().tag([passage.text for passage in read]))
    found = [s for s in statements(document, read, tagged, UNPARSED) if s.rel != "defines"]
    assert lines(document.text, found) == [
        "Entry part_of Kestrel",
        "Entry uses Redis",
        "Merlin depends_on Osprey",
    ]


def test_the_first_lines_of_a_key_are_those_of_the_document() -> None:
    text = "# Rook\n\nOwner: Ada\nLovelace\nRegion: Oslo\n"
    document = page(text).text
    places = {document[s.start : s.end] for s in of_page(text)}
    assert places == {"Owner: Ada", "Region: Oslo"}


WORDS = st.sampled_from(
    [
        "Kafka",
        "uses",
        "Redis",
        "depends",
        "on",
        "and",
        ",",
        ".",
        ";",
        ":",
        "no",
        "not",
        "is",
        "a",
        "of",
        "by",
        "owned",
        "the",
        "which",
        "Owner:",
        "|",
        "-",
        "1.",
        "Step",
        "2",
        "#",
        "##",
        "**",
        "`",
        "Requirements",
        "See",
        "also",
        "nutzt",
        "😀",
        "\u200b",
        "\u202e",
        "';",
        "DROP",
    ]
)
TEXTS = st.lists(st.one_of(WORDS, st.sampled_from(["\n", "\n\n", "\n- ", "\n| "])), max_size=60).map(" ".join)


@settings(max_examples=examples(60), deadline=None)
@given(TEXTS, st.sampled_from(["en", "de", "es", "fr", "ja", ""]), st.booleans())
def test_whatever_a_page_holds_its_statements_are_in_order_and_within_it(
    text: str, lang: str, parsed: bool
) -> None:
    document = page(text)
    found = of_page(text, lang=lang)
    if parsed:
        read = passages(document)
        found = list(statements(document, read, list(tagger().tag([p.text for p in read])), UNPARSED))
    assert [s[1:3] for s in found] == sorted(s[1:3] for s in found)
    for one in found:
        assert 0 < one.confidence <= 1
        assert one.objects
        assert one.subjects or one.of
        for start, end in (*one.subjects, *one.objects, one[1:3]):
            assert 0 <= start < end <= len(document.text)


if __name__ == "__main__":
    for name in NAMES:
        (PAGES / f"{name}.said").write_text(_said(PAGES / name), encoding="utf-8")
