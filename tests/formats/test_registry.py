from dataclasses import replace

import pytest

from graphrag_batch.build.parsers import parser_fingerprint
from graphrag_batch.formats.families import FAMILIES
from graphrag_batch.formats.registry import format_of
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Document, Unreadable
from tests.formats.laws import check_laws


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("README.md", "markdown"),
        ("docs/A.Markdown", "markdown"),
        ("a.mdown", "markdown"),
        ("a.mkd", "markdown"),
        ("page.mdx", "mdx"),
        ("index.rst", "rst"),
        ("a.rest", "rst"),
        ("notes.txt", "text"),
        ("README", "text"),
        ("a/LICENSE", "text"),
        ("LICENSE-MIT", "text"),
        ("unknown.zzz", "text"),
        ("no_extension", "text"),
        (".md", "text"),
        ("a.md/plain", "text"),
        ("CMakeLists.txt", "code:cmake"),
        ("x.py", "code:python"),
        ('"caf\\351.md"', "markdown"),
    ],
)
def test_the_format_follows_the_name(path: str, expected: str) -> None:
    assert format_of(path, b"") == expected


def test_a_shebang_names_the_language() -> None:
    assert format_of("bin/run", b"#!/usr/bin/env python3\nprint()\n") == "code:python"


@pytest.mark.parametrize("raw", [b"", b" \n\t\r\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("name", ["markdown", "mdx", "rst", "text", "code:python"])
def test_blank_content_is_empty(name: str, raw: bytes) -> None:
    assert parse(name, raw) == Unreadable("empty")


def test_a_parser_that_fails_costs_the_structure_but_not_the_text() -> None:
    document = parse("code:klingon", b"Some text.\n")
    assert isinstance(document, Document)
    assert document.text == "Some text.\n"
    assert "klingon" in document.warnings[0]


def test_fingerprints_differ_between_formats_and_follow_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [*(n for n in FAMILIES if n != "code"), "code:python", "code:json"]
    before = {name: parser_fingerprint(name) for name in names}
    assert len(set(before.values())) == len(names)
    changed = replace(FAMILIES["rst"], version=FAMILIES["rst"].version + 1)
    monkeypatch.setitem(FAMILIES, "rst", changed)
    parser_fingerprint.cache_clear()
    after = {name: parser_fingerprint(name) for name in names}
    monkeypatch.undo()
    parser_fingerprint.cache_clear()
    assert [name for name in names if before[name] != after[name]] == ["rst"]


HOSTILE = {
    "quotes": ">" * 100_000,
    "brackets": "[" * 100_000,
    "open-links": "[a](" * 30_000,
    "images": "![" * 50_000,
    "one-line": "word [a](b) " * 100_000,
    "bullets": "- " * 50_000,
    "nested-list": "".join("  " * n + "- a\n" for n in range(400)),
    "emphasis": "*a_ " * 6_000 + "[a](b)",
    "ticks": "`a" * 25_000 + "[a](b)",
    "tags": "<div>\n" + "<a href='x'>" * 20_000,
    "comments": "<!--" * 50_000,
    "fences": "".join("`" * (3 + n) + "\n\n## h\n\n" for n in range(200)),
    "table": "|a" * 500 + "\n" + "|-" * 500 + "\n" + "|x\n" * 30,
    "references": "[a]: /u\n\n" + "[a" * 3_000,
    "adornment": "=\n" * 5_000,
    "roles": ":ref:`" * 20_000,
    "underscores": "a_" * 50_000,
    "fields": ":a" * 20_000,
}


@pytest.mark.sample(5)
@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    for name in ("markdown", "mdx", "rst", "text"):
        document = parse(name, text.encode())
        assert isinstance(document, Document)
        assert document.format == name, document.warnings
        assert document.blocks[0].start == 0
        assert document.text[document.blocks[-1].end :].strip() == ""


def test_a_very_long_line_says_that_its_links_were_not_read() -> None:
    document = parse("markdown", ("word [a](b) " * 10_000).encode())
    assert isinstance(document, Document)
    assert document.links == ()
    assert "links not read" in document.warnings[0]
    check_laws(document)
