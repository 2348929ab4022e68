"""What is no statement, whatever its words: licences, notations, numbers of changes, commands, purposes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from graphrag_batch.config import ExtractConfig
from graphrag_batch.records import Document
from graphrag_batch.stages import mentions
from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import statements
from graphrag_batch.textual import Statement
from tests.stages.saying import PARSED, lines, page, tagger


@cache
def _found(text: str, lang: str, parsed: bool, format: str = "markdown") -> tuple[Statement, ...]:
    document: Document = replace(page(text, format), lang=lang)
    read = passages(document)
    config = PARSED if parsed else ExtractConfig()
    tagged = list(tagger().tag([p.text for p in read])) if parsed else [None] * len(read)
    named = mentions.mentions(document, read, tagged, config)
    return statements(document, read, tagged, config, named)


def said(text: str, *, lang: str = "en", parsed: bool = False, format: str = "markdown") -> list[str]:
    """What a page says of two names or of one, as lines."""
    return lines(text, _found(text, lang, parsed, format))


def related(text: str, *, parsed: bool = False, format: str = "markdown") -> list[str]:
    """The same, of two names alone."""
    return [line for line in said(text, parsed=parsed, format=format) if line[0] not in "§."]


@pytest.mark.parametrize("parsed", [True, False], ids=["parsed", "not parsed"])
@pytest.mark.parametrize(
    "line",
    [
        "Kestrel now uses tagged wheels (#1388).",
        "Kestrel is using user-level settings (#2861).",
        "Fix a crash on a long `del` that contains tuples (#4628).",
        "Older code is supported until further notice (#3765).",
        "Kestrel supports Redis (#77).",
    ],
)
def test_the_number_of_a_change_is_never_an_end(line: str, parsed: bool) -> None:
    assert [one for one in related(line, parsed=parsed) if "#" in one] == []


def test_a_ticket_of_a_tracker_still_is_one() -> None:
    assert "CLS-340 owned_by Ada Brandt" in said(
        "CLS-340\n: Owner: Ada Brandt\n\n- Owner of CLS-340: x\n"
    ) or said("| Ticket | Owner |\n|---|---|\n| CLS-340 | Ada Brandt |\n") == ["CLS-340 owned_by Ada Brandt"]


LICENCE = """# Kestrel License

Copyright 2020 Ada Brandt. Kestrel Works hereby grants Licensee a royalty-free right to use Python 3.9 from
Redis Works, having an office in Oslo. Redistribution is permitted; Licensee may sublicense Kestrel.
Kestrel uses Redis. The software is provided "AS IS" without warranty. Nobody is liable.
"""


def test_a_licence_relates_nothing() -> None:
    assert related(LICENCE) == []
    assert related("# About\n\nKestrel uses Redis. It comes under a license without warranty.\n") != []


def test_a_grammar_relates_nothing() -> None:
    grammar = (
        "Additional rules del_stmt: 'del' exprlist uses pass_stmt: 'pass' flow_stmt: break_stmt | "
        "continue_stmt | return_stmt\n"
    )
    assert related(grammar, format="text", parsed=True) == []
    assert related(grammar, format="text") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Deprecated `--fast` (use `--quick` instead).",
        "Kestrel support is optional, install with `python3 -m pip install kestrel[redis]`.",
        "Install Node.js to make use of Fastify.",
        "Update GitHub Actions to use Redis.",
        "Say, for instance, your server needs an OAuth provider.",
        "Vim needs Python 3.10 to be able to run Redis inside it.",
        "Kestrel follows the CalVer versioning standard.",
        "It is recommended in TypeScript to use Redis.",
    ],
)
def test_what_the_reader_is_told_and_what_for_relates_no_names(sentence: str) -> None:
    wrong = (
        "--fast",
        "Kestrel uses",
        "Node.js uses",
        "GitHub",
        "Say",
        "Vim depends_on Redis",
        "CalVer",
        "TypeScript",
    )
    assert [one for one in related(sentence) if one.startswith(wrong) or one.endswith("Redis")] == []


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("Kestrel supports the `GET`, `PUT` and `DELETE` methods over HTTP.", "HTTP"),
        ("Kestrel uses Redis; it needs no others.", "Kestrel uses Redis"),
        ("Install Kestrel, which uses Redis.", "Kestrel uses Redis"),
    ],
)
def test_words_that_may_command_take_nothing_from_statements(sentence: str, line: str) -> None:
    assert any(line in one for one in related(sentence))


def test_an_item_is_about_the_name_that_it_begins_with() -> None:
    text = "# Plugins\n\n- [`kestrel-babel`](https://example.org/a) A Kestrel plugin that uses Redis.\n"
    found = related(text)
    assert "`kestrel-babel` uses Redis" in [
        one.replace("kestrel-babel uses", "`kestrel-babel` uses") for one in found
    ]
    assert "Kestrel uses Redis" not in found


@pytest.mark.parametrize(
    "sentence",
    [
        "The Kestrel instance passed to the function is a copy of the first one.",
        "The best feature of Kestrel is a queue.",
        "When using Windows, the colours of Kestrel may be wrong.",
    ],
)
@pytest.mark.parametrize("parsed", [True, False], ids=["parsed", "not parsed"])
def test_what_is_said_of_another_noun_defines_no_name(sentence: str, parsed: bool) -> None:
    assert [
        one
        for one in said(sentence, parsed=parsed)
        if " defines " in one and ("Kestrel" in one or "Windows" in one)
    ] == []


def test_steps_are_no_parts() -> None:
    steps = (
        "# Kestrel\n\n## Plugins\n\n1. Install Redis first.\n2. Make sure that `a-rule` is on in ESLint.\n"
    )
    assert [one for one in related(steps) if "part_of" in one] == []
    parts = "# Kestrel\n\n## Components\n\n- Heron Agent\n- `heron-store`: keeps data in Redis\n"
    assert len([one for one in related(parts) if "part_of" in one]) == 2


@pytest.mark.parametrize(
    "sentence",
    [
        "Kestrel is a formatter, not a Python linter.",
        "`X-Fast` corresponds to the `--fast` flag.",
        "`KESTREL_DIR` takes precedence over `XDG_CACHE_HOME`.",
        "Vim: Warn on old versions of Redis.",
    ],
)
def test_what_is_denied_or_only_alike_is_not_used(sentence: str) -> None:
    assert [one for one in related(sentence, parsed=True) if " uses " in one] == []


def test_german_says_what_depends_on_what_at_the_end() -> None:
    found = said("Klar ist, dass Kestrel von Redis abhängt.", lang="de")
    assert any("Kestrel depends_on Redis" in one for one in found)


def test_what_would_be_otherwise_is_not_said() -> None:
    assert said("Kestrel nutzt PostgreSQL.", lang="de") != []
    assert said("Kestrel nutzt sonst PostgreSQL.", lang="de") == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Cependant, le serveur est lent, et Kestrel aussi."),
        ("fr", "Kestrel est un peu plus rapide que Redis."),
        ("es", "Kestrel es un poco más rápido que Redis."),
        ("en", "Kestrel is a bit slower than Redis."),
        ("en", "Kestrel is old. Because it is a class, Redis can load it."),
        ("en", "Use `kestrel`, because Kestrel is a class."),
    ],
)
def test_adverbs_degrees_and_reasons_are_not_defined(lang: str, text: str) -> None:
    assert [line for line in said(text, lang=lang) if " defines " in line] == []


def test_people_are_defined_by_what_they_are() -> None:
    assert "§ defines Ada Brandt" in said("Ada Brandt is the new head of the office.", lang="en")


def test_a_pronoun_that_begins_a_sentence_may_be_defined() -> None:
    assert "§ defines Kestrel" in said("Kestrel came in May. It is a small queue of jobs.")


def test_a_file_is_no_part_of_what_it_is_called_after() -> None:
    assert said("Put `Kestrel` into `Kestrel.toml`; `Kestrel.wait` waits.") == [
        "Kestrel.wait part_of Kestrel"
    ]


@pytest.mark.parametrize(
    "text", ["`kestrel.wait` returns `undefined`.", "- **`number`**: how many of them there may be"]
)
def test_values_in_code_are_not_used_or_defined(text: str) -> None:
    assert said(text) == []
