"""Notebooks beyond the golden cases: what is no notebook, what is hostile, random JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.formats.registry import format_of, read
from graphrag_batch.records import Document, Unreadable
from tests.examples import examples
from tests.formats.laws import check_laws
from tests.formats.notebook_cases import FOLDER, book, cases, code, result, stream, text

CASES = cases()


def document_of(value: Any) -> Document:
    """The Document of a notebook given as its JSON value."""
    document = read("notebook", json.dumps(value).encode())
    assert isinstance(document, Document)
    check_laws(document)
    return document


@pytest.mark.parametrize("name", CASES)
def test_a_case_is_what_its_script_writes(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    assert written == CASES[name], "if this is meant: python -m tests.formats.notebook_cases"


def test_notebooks_are_known_by_their_names() -> None:
    assert format_of("docs/Tides.ipynb", b"{") == "notebook"


def test_cells_can_be_linked_to_by_number_and_by_id() -> None:
    document = document_of(book(text("# One"), text("## Two"), code("x = 1", id="the-sum")))
    assert [s.anchor for s in document.sections] == ["one cell-1", "two cell-2 the-sum cell-3"]


def test_the_number_of_a_cell_stands_where_its_code_begins() -> None:
    document = document_of(book(text("# One"), code("x = 1")))
    fence = next(b for b in document.blocks if b.kind == "fence")
    assert document.text[fence.start :].startswith("```python cell=2\nx = 1\n")
    assert fence.info == "python"


@pytest.mark.parametrize(
    ("first", "title"),
    [
        ("# From the text", "From the text"),
        ("Setext\n======", "Setext"),
        ("## No title", "From the metadata"),
    ],
)
def test_the_title_is_the_first_heading_of_all_else_that_of_the_metadata(first: str, title: str) -> None:
    assert document_of(book(text(first), metadata={"title": "From the metadata"})).title == title


def test_long_output_is_shortened_and_the_rest_counted() -> None:
    printed = [stream(f"{n}\n") for n in range(100)]  # in a hundred goes, as loops print
    document = document_of(book(code("loop()", outputs=printed)))
    assert "19\n… 80 lines left out\n" in document.text
    assert document.warnings == ("left out: 80 lines of output",)
    results = [result(plain="\n".join(str(n) for n in range(20))) for _ in range(10)]
    assert "… 140 lines left out" in document_of(book(code("many()", outputs=results))).text


def test_a_word_of_a_shown_page_is_not_parted_by_what_sets_it() -> None:
    shown = {"text/html": "<table><tr><td>gh<b>p_</b><span>abc</span></td><td>two</td></tr></table>"}
    output = {"output_type": "display_data", "metadata": {}, "data": shown}
    assert "ghp_abc two" in document_of(book(code("x", outputs=[output]))).text


def test_no_byte_of_a_picture_is_indexed() -> None:
    picture = "iVBORw0KGgo" * 500
    document = document_of(
        book(
            text(f"![a](data:image/png;base64,{picture}) words"),
            code(
                "plot()",
                outputs=[result(plain="<Axes: >", png=picture), stream(f"data:image/png;base64,{picture}")],
            ),
        )
    )
    assert "iVBOR" not in document.text
    assert "words" in document.text
    assert document.warnings == ("left out: 3 pictures",)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b'{"cells": [\n<<<<<<< HEAD\n', "no JSON of one (line 2)"),
        (b'{"name": "no notebook"}', "not a notebook"),
        (b"[1, 2]", "not a notebook"),
        (b"just words", "not a notebook"),
        (b"[" * 100_000, "not a notebook"),
        ("{".encode("utf-16") + b"\xff", "not a notebook"),
    ],
)
def test_what_is_no_notebook_is_read_as_it_is_and_told(raw: bytes, told: str) -> None:
    document = read("notebook", raw)
    assert isinstance(document, Document)
    check_laws(document)
    assert told in document.warnings[-1]
    assert {block.kind for block in document.blocks} == {"fence"}


@pytest.mark.parametrize(
    "raw", [b"", b" \n", b'{"cells": []}', b'{"cells": [{"cell_type": "markdown", "source": " "}]}']
)
def test_an_empty_notebook_is_empty(raw: bytes) -> None:
    assert read("notebook", raw) == Unreadable("empty")


def test_binary_content_is_told() -> None:
    assert read("notebook", b'{"cells"\0\0\1') == Unreadable("binary", "NUL bytes")


def test_what_json_can_spell_but_no_text_may_hold_is_replaced() -> None:
    cells = rb'[{"cell_type": "markdown", "source": "## a\u0000b \ud800 c"}]'
    raw = rb'{"cells": %s, "metadata": {"title": "\udfff", "authors": ["\udfff"]}}' % cells
    document = read("notebook", raw)
    assert isinstance(document, Document)
    check_laws(document)
    assert "## a\ufffdb ? c" in document.text


LINES = [
    "# h\n",
    "```\n",
    "~~~~\n",
    "<!--\n",
    "<pre>\n",
    "-->",
    "---\n",
    "| a |\n",
    "    x\n",
    "1. x\n",
    "\r",
    "===",
]
SOURCES = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(LINES), max_size=6))
MIMES = st.sampled_from(["text/plain", "text/html", "image/png"])
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=True), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
OUTPUTS = st.fixed_dictionaries(
    {},
    optional={
        "output_type": st.sampled_from(["stream", "error", "pyerr", "execute_result", "display_data"]) | JSON,
        "text": SOURCES | JSON, "ename": JSON, "evalue": JSON, "traceback": JSON,
        "data": st.dictionaries(MIMES, SOURCES | JSON) | JSON,
    },
)  # fmt: skip
CELLS = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.sampled_from(["markdown", "code", "raw", "heading"]) | JSON,
        "source": SOURCES | JSON, "id": JSON, "metadata": JSON, "level": JSON,
        "outputs": st.lists(OUTPUTS, max_size=3) | JSON,
    },
)  # fmt: skip
BOOKS = st.fixed_dictionaries(
    {"cells": st.lists(CELLS | JSON, max_size=5) | JSON}, optional={"metadata": JSON, "nbformat": JSON}
)


@settings(max_examples=examples(120), deadline=None)
@given(BOOKS | JSON)
def test_any_json_gives_a_document_or_a_reason(value: Any) -> None:
    result = read("notebook", json.dumps(value).encode())
    if isinstance(result, Unreadable):
        assert result.reason == "empty", result
        return
    check_laws(result)
    assert result.format == "notebook", result.warnings
    assert not any("failed" in warning for warning in result.warnings)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(SOURCES, min_size=1, max_size=4))
def test_no_cell_swallows_the_next(sources: list[Any]) -> None:
    cells = [{"cell_type": "markdown", "source": source} for source in sources]
    document = document_of({"cells": [*cells, {"cell_type": "markdown", "source": "# The last heading"}]})
    assert document.sections[-1].title == "The last heading"


@pytest.mark.sample(3)
@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "cell",
    [
        text("x" * 3_000_000),
        text(*["```"] * 20_001),
        text("`" * 50_000, "~" * 50_000),
        text("data:image/png;base64," * 20_000),
        text("<!--" * 30_000),
        code("x", outputs=[stream("\r".join("50%" for _ in range(100_000)))]),
        code("x", outputs=[stream("\x1b[" * 50_000)]),
        code("x", outputs=[result(html="<style>" * 20_000 + "<p" * 20_000)]),
        code("x", outputs=[stream("y\n")] * 5_000),
    ],
    ids=range(9),
)
def test_hostile_cells_are_read_in_bounded_time(cell: dict[str, Any]) -> None:
    assert document_of(book(cell)).text
