"""Mentions: names in prose, by how they are written, by a tagger, and by capital letters alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.config import ExtractConfig
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Block, Document
from graphrag_batch.stages.mentions import aliases, is_tagged, mentions, terms, wants_tagging
from graphrag_batch.stages.passages import passages
from graphrag_batch.taggers import tagger_for
from graphrag_batch.textual import ENTITY_TYPES, FAINT, MARKS, RawMention, Tagged

PLAIN = ExtractConfig()
SMALL = ExtractConfig(ner="en_core_web_sm")


def document_of(source: str, lang: str = "en") -> Document:
    document = parse("markdown", source.encode())
    return replace(document, lang=lang) if isinstance(document, Document) else Document("markdown", source)


def found(source: str, config: ExtractConfig = PLAIN, lang: str = "en") -> list[RawMention]:
    document = document_of(source, lang)
    prose = passages(document)
    tagged: list[Tagged | None] = [None] * len(prose)
    tagger = tagger_for(config)
    if tagger is not None:
        tagged = list(tagger.tag([one.text for one in prose]))
    return list(mentions(document, prose, tagged, config))


def named(source: str, config: ExtractConfig = PLAIN, lang: str = "en") -> set[tuple[str, str]]:
    return {(one.surface, one.type) for one in found(source, config, lang) if one.found != "reference"}


def strong(source: str, config: ExtractConfig = PLAIN, lang: str = "en") -> set[tuple[str, str]]:
    return {(m.surface, m.type) for m in found(source, config, lang) if m.strong}


def typed(source: str, type: str) -> list[str]:
    return [one.surface for one in found(source) if one.type == type and one.found == "pattern"]


@pytest.mark.parametrize(
    ("source", "type", "expected"),
    [
        (
            "See https://api.example.com:8443/v1/x?y#z and <http://localhost:80>.",
            "host",
            ["api.example.com:8443", "localhost:80"],
        ),
        (
            "The host db-1.internal.example.org answers, 10.0.0.12/24 too.",
            "host",
            ["db-1.internal.example.org", "10.0.0.12/24"],
        ),
        ("Ends a sentence.Then another one, e.g. this.", "host", []),
        ("Ask ops@example.org or @ada-l; not a@b.", "person", ["ops@example.org", "@ada-l"]),
        ("Owned by @acme/platform.", "organization", ["@acme/platform"]),
        (
            "CVE-2024-12345, CWE-79 and GHSA-abcd-1234-efgh.",
            "vulnerability",
            ["CVE-2024-12345", "CWE-79", "GHSA-abcd-1234-efgh"],
        ),
        (
            "ISO/IEC 27001:2022, ISO27001, RFC 9110, PEP 8, IEEE 802.11ac, NIST SP 800-53 and X.509.",
            "standard",
            [
                "ISO/IEC 27001:2022",
                "ISO27001",
                "RFC 9110",
                "PEP 8",
                "IEEE 802.11ac",
                "NIST SP 800-53",
                "X.509",
            ],
        ),
        (
            "JSON over TLS 1.3, as OAuth asks; UTF-8 and SHA-256.",
            "standard",
            ["JSON", "TLS", "OAuth", "UTF-8", "SHA-256"],
        ),
        (
            "OPS-123, #42, GH-7 and acme/tools#9; not UTF-8, C# or A-1.",
            "ticket",
            ["OPS-123", "#42", "GH-7", "acme/tools#9"],
        ),
        ("Step 3, then step 4.1.", "step", ["Step 3", "step 4.1"]),
        (
            "Set `DATABASE_URL`, $HOME and ${LOG_LEVEL}; $5 is money.",
            "variable",
            ["DATABASE_URL", "HOME", "LOG_LEVEL"],
        ),
        ("Use --dry-run, `--jobs=4` and `-v`; a well-known -x.", "option", ["--dry-run", "--jobs", "-v"]),
        (
            "In /etc/app/app.conf, ~/.ssh/config, `src/main.py` and README.md, and/or TCP/IP.",
            "path",
            ["/etc/app/app.conf", "~/.ssh/config", "src/main.py", "README.md"],
        ),
        (
            "`Client.connect()`, parse_args, `__init__`, std::vector and HttpClient; `open(path)`.",
            "api",
            ["Client.connect", "parse_args", "__init__", "std::vector", "HttpClient", "open"],
        ),
        ("GET /v1/users/{id} returns `retry_after`.", "path", ["/v1/users/{id}"]),
        (
            "Click 8.1, v2.0.0-rc1 and Python 3.11; it takes 3.5 ms for 1.2 million.",
            "version",
            ["8.1", "v2.0.0-rc1", "3.11"],
        ),
        (
            "On 14 January 2026, 2026-03-01T10:00Z, at 09:30, in May, on Monday, for 30 minutes.",
            "date",
            ["14 January 2026", "2026-03-01T10:00Z", "09:30", "May", "Monday", "30 minutes"],
        ),
        (
            "Am 1. März 2026 um 10:00, 24 Stunden; el 2 de marzo, cinco minutos.",
            "date",
            ["1. März 2026", "10:00", "24 Stunden", "2 de marzo", "cinco minutos"],
        ),
        (
            "At least 20 GB, 3–5 MB, 0.8 µg/L, 10 %, $1,200 and 120 €; 40 jobs.",
            "quantity",
            ["20 GB", "3–5 MB", "0.8 µg/L", "10 %", "$1,200", "120 €"],
        ),
        (
            "Run `kestrelctl drain --force` and `pip install nats-py`.",
            "product",
            ["kestrelctl", "pip", "nats-py"],
        ),
        (
            "PostgreSQL 15 and GitHub Actions on Debian 12.",
            "product",
            ["PostgreSQL", "GitHub Actions", "Debian"],
        ),
        ("The Payments team and the Platform guild.", "organization", ["Payments team", "Platform guild"]),
        ("The alga *Planktothrix rubescens* blooms.", "concept", ["Planktothrix rubescens"]),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)
def test_a_name_is_told_by_how_it_is_written(source: str, type: str, expected: list[str]) -> None:
    assert typed(source, type) == expected


def test_a_version_is_apart_from_its_product() -> None:
    assert {("Click", "product"), ("8.1", "version")} <= strong("It needs Click 8.1 or later.")


def test_a_span_is_that_of_the_document_and_marks_are_kept() -> None:
    source = "# Ferry\n\nThe **Ferry *Booking*\nService** runs."
    (one,) = [m for m in found(source) if m.surface == "Ferry Booking Service"]
    assert source[one.start : one.end] == "Ferry *Booking*\nService"
    assert one.marks == ("bold",)
    assert one.section == 0


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("Ask Ingrid Solheim of Nordhavn Lines.", {"Ingrid Solheim", "Nordhavn Lines"}),
        (
            "The University of Bergen and J. R. R. Tolkien's house.",
            {"University of Bergen", "J. R. R. Tolkien"},
        ),
        ("Restart Rookery. The Rookery cache is full.", {"Rookery"}),
        ("Then we rest. When it rains, nothing runs.", set()),
        ("The boat sails. Boat owners pay.", set()),
        ("THIS TEXT IS ALL IN CAPITALS AND NAMES NOTHING", set()),
        (
            "Ask Ludwig van Beethoven or María de los Ángeles.",
            {"Ludwig van Beethoven", "María de los Ángeles"},
        ),
        ("спросите Анну Иванову; ρωτήστε τον Γιώργο Παπά.", {"Анну Иванову", "Γιώργο Παπά"}),
        ("## Deploying With Care\n\nWe ask Rookery.", {"Rookery"}),
    ],
)
def test_capital_letters_make_names(source: str, names: set[str]) -> None:
    assert {one.surface for one in found(source) if one.found == "name"} == names


def test_a_command_in_small_letters_does_not_make_its_name_a_common_word() -> None:
    page = "# Tidewater\n\nTidewater uses PostgreSQL. Start it with `tidewater serve`.\n"
    assert "Tidewater" in [mention.surface for mention in found(page)]


def test_in_german_a_noun_alone_is_no_name() -> None:
    source = (
        "Die Stadtwerke Ahlental nutzen ein Kennwort. Der Rechner steht in der Netzleitstelle von Frau Vogt."
    )
    names = [m for m in found(source, lang="de") if m.found == "name"]
    assert {m.surface for m in names if m.score > FAINT} == {"Stadtwerke Ahlental", "Vogt"}
    # It may be a name that other pages know, but for what is one of several.
    assert {m.surface for m in names if m.score == FAINT and not m.strong} == {"Netzleitstelle", "Rechner"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Kestrel is a batch scheduler. We like Kestrel.", ("Kestrel", "product")),
        ("We sail on Lake Veyra, a lake in Sondra.", ("Lake Veyra", "location")),
        ("It went to Marin Optik, a company of Sondra.", ("Marin Optik", "organization")),
        ("So said Dr. Solheim yesterday.", ("Solheim", "person")),
        ("They read the Remote Access Policy twice.", ("Remote Access Policy", "work")),
        ("We ask Rafael Múgica. Later Múgica answers.", ("Múgica", "person")),
    ],
)
def test_the_words_around_a_name_say_what_it_is(source: str, expected: tuple[str, str]) -> None:
    assert expected in named(source)


def test_what_a_page_defines_is_found_where_it_is_used() -> None:
    source = (
        "# Words\n\nQuiet hours\n: The time without restarts.\n\nNothing restarts in quiet hours.\n\n"
        "A job manifest is a file. Job manifests are short."
    )
    concepts = [m.surface for m in found(source) if m.type == "concept" and m.strong]
    assert concepts == ["Quiet hours", "quiet hours", "job manifest", "Job manifests"]


def test_a_tagger_is_believed_where_nothing_speaks_against_it() -> None:
    source = "Ada Lovelace moved from London to Paris in the spring. Lovelace wrote to the Royal Society."
    assert {("Ada Lovelace", "person"), ("London", "location"), ("Lovelace", "person")} <= strong(
        source, SMALL
    )


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("The client sends JSON to Kafka and `Redis`.\n\n```sh\nrun\n```\n", "person"),
        ("`requests` calls GitHub with `X-Token`; Click 8.1 is old.\n\n```sh\nrun\n```\n", "person"),
        ("There were three boats, 12 or so, and only one daily.", "quantity"),
        ("It runs daily, every winter, some hours long.", "date"),
    ],
)
def test_what_a_tagger_gets_wrong_about_software_is_left_out(source: str, wrong: str) -> None:
    assert [m.surface for m in found(source, SMALL) if m.type == wrong and m.strong] == []


def test_articles_possessives_and_punctuation_are_no_part_of_a_name() -> None:
    source = (
        "The committee of the United Nations met in the Netherlands' capital; Amsterdam's mayor, "
        '"Femke Halsema", spoke.'
    )
    surfaces = {m.surface for m in found(source, SMALL) if m.found in ("ner", "name", "pattern")}
    assert {"United Nations", "Amsterdam", "Femke Halsema"} <= surfaces
    assert not any(s.lower().startswith("the ") or s.endswith(("'s", "'", '"', ",")) for s in surfaces)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Kestrel runs. It needs PostgreSQL.", {"It": "product"}),
        ("This service is old, and the latter is new.", {"This service": "product", "the latter": "person"}),
        (
            "It is important to rest. They said that this team wins.",
            {"They": "group", "this team": "organization"},
        ),
        ("She wrote these functions in this way.", {"She": "person", "these functions": "api"}),
    ],
)
def test_references_say_what_they_may_stand_for(source: str, expected: dict[str, str]) -> None:
    made = {m.surface: m.type.split("|") for m in found(source) if m.found == "reference"}
    assert list(made) == list(expected)
    assert all(kind in made[surface] for surface, kind in expected.items())
    assert not any({"date", "quantity", "version"} & set(kinds) for kinds in made.values())


@pytest.mark.parametrize(
    ("source", "pairs"),
    [
        ("Role-Based Access Control (RBAC) is used.", [("RBAC", "Role-Based Access Control")]),
        (
            "It asks LDAP (Lightweight Directory Access Protocol) first.",
            [("LDAP", "Lightweight Directory Access Protocol")],
        ),
        ("the job ledger service (JLS) keeps them", [("JLS", "job ledger service")]),
        (
            "Rookery, also known as Nest, and Kestrel (formerly Falcon).",
            [("Nest", "Rookery"), ("Falcon", "Kestrel")],
        ),
        ("It was done (IN 2024) by us (see above) and HTTP (RFC 9110).", []),
    ],
)
def test_names_that_the_text_says_are_one(source: str, pairs: list[tuple[str, str]]) -> None:
    assert [(one.short, one.long) for one in aliases(passages(document_of(source)))] == pairs


def test_terms_are_what_the_text_sets_apart() -> None:
    source = (
        "# 2. Ferry booking: the **service**\n\nThe *italic* `parse_args` of [the quay](q) and **two or more "
        "words than four of them**; `42` and **the**.\n\nQuiet hours\n: No restarts."
    )
    document = document_of(source)
    made = [(one.surface, one.mark) for one in terms(document, passages(document))]
    assert made == [
        ("Ferry booking", "title"),
        ("service", "title"),
        ("parse_args", "code"),
        ("quay", "link"),
        ("Quiet hours", "term"),
    ]
    for one in terms(document, passages(document)):
        assert source[one.start : one.end].replace("*", "") == one.surface


def test_what_a_tagger_reads() -> None:
    assert wants_tagging(Document("markdown", "x", lang="en-GB"))
    assert not wants_tagging(Document("markdown", "x", lang="de"))
    assert not wants_tagging(Document("markdown", "x"))
    prose = passages(document_of("# A heading of some words\n\nA sentence of words.\n\nTwo words"))
    assert [is_tagged(one) for one in prose] == [False, True, False]


WORDS = [
    "Ada",
    "the",
    "of",
    "Kestrel",
    "it",
    "is",
    "a",
    "`x_y`",
    "**B**",
    "(RBAC)",
    "8.1",
    "--f",
    "$X",
    "'s",
    ".",
    "🚢",
    "\u200d",
    "\u202e",
    "ISO 27001",
    "é",
]


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join) | st.text(max_size=60))
def test_mentions_are_in_order_without_duplicates_and_within_the_text(source: str) -> None:
    document = document_of(source)
    made = found(source)
    spans = [(one.start, one.end) for one in made]
    assert len(set(spans)) == len(spans)
    assert [a for a, _ in spans] == sorted(a for a, _ in spans)
    for one in made:
        assert 0 <= one.start < one.end <= len(document.text)
        assert set(one.type.split("|")) <= set(ENTITY_TYPES)
        assert one.found == "reference" or "|" not in one.type
        assert one.surface.strip() == one.surface != ""
        assert set(one.marks) <= set(MARKS)
    assert made == found(source)


def prose_of(text: str) -> Document:
    return Document("text", text, lang="en", blocks=(Block("paragraph", 0, len(text), -1),))


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"Anna{n} Müller{n}," for n in range(10_000)),
        " ".join("Name" for _ in range(30_000)),
        "of " * 30_000 + "Name",
        "A" * 80_000,
        "a_" * 40_000,
        "a." * 40_000,
        "/a" * 40_000,
        "1." * 40_000,
        "(" * 30_000 + "RBAC)" * 20_000,
        "A-" * 40_000,
        "aB" * 40_000,
        "@a/" * 30_000,
        "https://" * 30_000,
        "\u200d\u202e🚢\u0301" * 30_000,
        "CamelCase snake_case 1.2.3 --flag $VAR /a/b.py f() " * 3_000,
    ],
    ids=lambda text: text[:10],
)
def test_hostile_text_is_read_in_linear_time(text: str) -> None:
    document = prose_of(text)
    prose = passages(document)
    assert mentions(document, prose, [None] * len(prose), PLAIN) is not None
    assert terms(document, prose) == ()
    assert len(aliases(prose)) <= 40_000


@pytest.mark.long
def test_a_page_of_ten_thousand_bold_names_is_read_in_linear_time() -> None:
    source = " ".join(f"**Anna{n} Müller**" for n in range(10_000))
    made = found(source)
    assert sum(one.marks == ("bold",) for one in made) == len(made) > 9_000


@pytest.mark.slow
def test_a_line_of_five_megabytes_is_read() -> None:
    document = prose_of(
        "In May Ada Lovelace of Nordhavn Lines asked Kestrel 8.1 for 20 GB; it said `no`. " * 64_000
    )
    prose = passages(document)
    made = mentions(document, prose, [None] * len(prose), PLAIN)
    assert sum(one.surface == "Nordhavn Lines" for one in made) == 64_000
