"""Passages: the prose of a document, without markup, each character where the document has it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.token import Token

from graphrag_batch.formats.inline import make_parser
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Block, Document
from graphrag_batch.stages.passages import passages
from graphrag_batch.textual import MARKS, PASSAGES, Passage
from tests.formats.golden import CASES
from tests.stages.passage_files import EXPECTED, document_of, pages, render

PROSE = ("markdown", "rst", "asciidoc", "org", "man", "text", "html")
FILES = [path for name in PROSE for path in sorted((CASES / name).iterdir()) if ".expected" not in path.name]
WORD = re.compile(r"\w+")
# Names of admonitions and callouts, and the texts of badges, are no prose.
UNSHOWN = {"warning", "note", "TIP", "build", "fast"}
SOURCES = "*_`[]()#>-+|~:.!\\<& \n\t1ax¶é中" + "\u200b\u202e\U0001f6a2"
FORMATS = ("markdown", "rst", "asciidoc", "org", "text")


def read(format: str, text: str) -> Document:
    """A document of this text; of one that is no document (blank), an empty one."""
    document = parse(format, text.encode())
    return document if isinstance(document, Document) else Document(format, text)


def texts(format: str, source: str) -> list[str]:
    return [one.text for one in passages(read(format, source))]


def assert_laws(document: Document) -> tuple[Passage, ...]:
    found = passages(document)
    last = -1
    for one in found:
        assert one.kind in PASSAGES
        assert -1 <= one.section < len(document.sections)
        assert one.text
        assert one.text == one.text.strip()
        assert "  " not in one.text
        assert "\n" not in one.text
        assert [here for here, _ in one.places] == sorted({here for here, _ in one.places})
        assert one.places[0][0] == 0
        for offset, char in enumerate(one.text):
            place = one.place(offset)
            assert place > last, f"{one.text!r} at {offset} goes back"
            last = place
            there = document.text[place]
            assert char == there or char == " " or there == "&", (one.text, offset)
        for start, end, mark in one.marks:
            assert mark in MARKS
            assert 0 <= start < end <= len(one.text)
            assert one.text[start:end].strip()
    assert found == passages(document)
    return found


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_gives_the_passages_beside_it(page: Path) -> None:
    assert render(document_of(page)) == page.with_name(page.name + EXPECTED).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", FILES, ids=lambda page: page.name)
def test_passages_are_in_order_and_show_what_the_document_has_there(page: Path) -> None:
    assert_laws(document_of(page))


def shown(tokens: list[Token] | None) -> str:
    parts = []
    for token in tokens or ():
        if token.type in ("text", "text_special", "code_inline"):
            parts.append(token.content)
        elif token.type == "image":
            parts.append(shown(token.children))
        elif token.type in ("softbreak", "hardbreak", "html_inline"):
            parts.append(" ")
    return "".join(parts)


@pytest.mark.parametrize("page", sorted((CASES / "markdown").glob("*.md")), ids=lambda page: page.name)
def test_every_word_of_prose_is_in_one_passage(page: Path) -> None:
    document = document_of(page)
    metadata = [block.end for block in document.blocks if block.kind == "metadata"]
    body = document.text[metadata[-1] if metadata else 0 :]
    md = make_parser()
    wanted: Counter[str] = Counter()
    for token in md.parse(body):
        if token.type == "inline":
            wanted.update(WORD.findall(shown(token.children or md.inline.parse(token.content, md, {}, []))))
    found = Counter(word for one in passages(document) for word in WORD.findall(one.text))
    assert set(wanted - found) <= UNSHOWN


@pytest.mark.parametrize("format", FORMATS)
@given(st.text(SOURCES, max_size=120))
def test_no_text_breaks_the_laws(format: str, source: str) -> None:
    assert_laws(read(format, source))


PARTS = ["**bold**", "*it*", "`co de`", "[a link](x)", "plain", "snake_case", "a * b"]


@given(st.lists(st.sampled_from(PARTS), max_size=12))
def test_markup_is_gone_and_words_stay(parts: list[str]) -> None:
    plain = {"**bold**": "bold", "*it*": "it", "`co de`": "co de", "[a link](x)": "a link"}
    expected = " ".join(plain.get(part, part) for part in parts)
    assert texts("markdown", " ".join(parts)) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("**a *b* c** __d__ ***e***", "a b c d e"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("``a `b` c`` and \\`no code\\`", "a `b` c and `no code`"),
        ("[text](<a b> 'title') [ref][r] [r] [none]\n\n[r]: x", "text ref r [none]"),
        ("![alt *text*](i.png) [![badge](b.svg)](ci)", "alt text"),
        ("<b>bold</b> <!-- gone --> <br>line <kbd>Ctrl</kbd>", "bold line Ctrl"),
        ("R&amp;D &lt;tag&gt; caf&eacute;&nbsp;x", "R&D <tag> café x"),
        ("a note[^1] and a [[wiki|link]]", "a note and a link"),
        ("so\u00adft hy\u200bphen \u202ertl\u202c", "soft hyphen rtl"),
        ("# Title {#id .class}", "Title"),
        ("## Closed ##", "Closed"),
    ],
)
def test_inline_markdown(source: str, expected: str) -> None:
    assert texts("markdown", source)[0] == expected


@pytest.mark.parametrize(
    "format", ["code:python", "code:json", "code:yaml", "code:toml", "code:xml", "table"]
)
def test_code_and_data_have_no_passages(format: str) -> None:
    document = Document(format, "name: value", blocks=(Block("paragraph", 0, 11, -1),))
    assert passages(document) == ()
    assert passages(replace(document, format="markdown")) != ()


def test_marks_say_what_is_set_apart() -> None:
    (one,) = passages(read("markdown", 'The **bold `code`** and *"quoted"* [link](x).'))
    assert {(one.text[a:b], mark) for a, b, mark in one.marks} == {
        ("bold code", "bold"),
        ("code", "code"),
        ('"quoted"', "italic"),
        ("quoted", "quoted"),
        ("link", "link"),
    }


def test_a_span_of_a_passage_is_one_of_the_document() -> None:
    document = read("markdown", "> The **Ferry\n> Service** runs.")
    (one,) = passages(document)
    start, end = one.span(one.text.index("Ferry"), one.text.index(" runs"))
    assert document.text[start:end] == "Ferry\n> Service"


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "source",
    [
        "word " * 60_000,
        "*a " * 30_000,
        "**" * 60_000,
        "[" * 60_000,
        "[a](" * 30_000,
        "`" + "`a " * 30_000,
        "<a " * 30_000,
        "<!-- " * 30_000,
        "&a" * 60_000,
        "_a_ " * 30_000,
        "| a " * 30_000 + "|\n" + "|---" * 3 + "|\n",
        "> " * 100 + "deep\n" * 2000,
        "".join(f"{'  ' * n}- item\n" for n in range(300)),
        "a\n: b\n" * 8_000,
        "# " + " " * 60_000 + "x",
        "!!! " + "a " * 30_000,
    ],
    ids=lambda source: f"{source[:12]!r}",
)
def test_hostile_markdown_is_read_in_linear_time(source: str) -> None:
    document = Document("markdown", source, blocks=(Block("paragraph", 0, len(source), -1, "quote"),))
    assert sum(len(one.text) for one in passages(document)) <= len(source)


def test_a_table_of_asciidoc_may_begin_with_a_line_that_has_no_cell() -> None:
    source = "|===\nloose words\n|the queue |holds jobs\nand\n|===\n"
    assert texts("asciidoc", source)[-2:] == ["the queue", "holds jobs and"]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("The hatch opens as <<_hatch_figure>> shows.", "The hatch opens as shows."),
        ("The hatch opens, see <<_hatch,the drawing>>.", "The hatch opens, see the drawing."),
        (
            "The hatch opens, see xref:_hatch[the drawing] or xref:_lid[].",
            "The hatch opens, see the drawing or .",
        ),
        ("Lanterns burn oil.(((Oil, Lamp oil))) They smoke.", "Lanterns burn oil. They smoke."),
        ("A ((lantern)) burns oil.", "A lantern burns oil."),
    ],
)
def test_anchors_and_index_terms_of_asciidoc_are_not_read(source: str, shown: str) -> None:
    assert [" ".join(text.split()) for text in texts("asciidoc", source + "\n")] == [shown]
