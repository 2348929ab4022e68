"""The laws of a Document on generated text: markup thrown together at random."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.formats.inline import make_parser
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Document, Unreadable
from tests.formats.laws import check_laws

PIECES = [
    "# One", "## Two", "###### Six {#id}", "#", "Title", "=====", "-----", "~~~~~", "===", "---", "+++",
    "...", "```", "~~~~", "```py", "````", "text of a paragraph", "港口 𠮷", "مرفأ", "👩‍👩‍👧 é", "title: x",
    "tags: [a, b]", "date: 2024-02-30", "> quote", ">> deep", "- item", "* item", "1. one", "2) two",
    "    indented", "  two", "\ttab", "| a | b |", "|---|---|", "a | b", "[text](target)", "![img](a.png)",
    "[ref]", "[ref]: /url 'x",
    "<https://a.b>", "https://a.b/c_(d).", "`code`", "``", "<div>", "</div>", "<!--", "-->", "<h1>H</h1>",
    '<a id="x"></a>', '<a href="y">z</a>', "<pre>", "<Tab>", "import x from 'y'", "export const a = {",
    "{/* c */}", "!!! note", ":::tip", "***", "* * *", "___", "\\", "&amp;", "**bold** *em*", "[a *b](c)*",
    ".. note::", ".. _label:", ".. _t: http://x.y", "..", ".. code-block:: c", "   body", ":field: value",
    "para::", "`phrase`_", "`t <u>`_", "word_", ":ref:`label`", ":doc:`/x`", "+--+--+", "== ==", ">>> 1",
    "__ x", "| line", "1. Scope", "1.1 Sub", "1.2 Sub", "== x ==", "\x0c", "\u2028", "\x85",
    "\xa0", "\x1c", "",
]  # fmt: skip
LINES = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=14)
SEPARATORS = st.sampled_from(["\n", "\n\n", "\r\n", "\r", " ", "\n  ", "\n    ", "\n> "])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Pieces of markup joined by line ends of all kinds, indentation and quote marks."""
    return "".join(piece + draw(SEPARATORS) for piece in draw(LINES))


@pytest.mark.parametrize("name", ["markdown", "mdx", "rst", "text"])
def test_any_text_keeps_the_laws(name: str) -> None:
    @settings(max_examples=150, deadline=None)
    @given(texts())
    def holds(text: str) -> None:
        result = parse(name, text.encode("utf-8", "surrogatepass"))
        if isinstance(result, Unreadable):
            assert result.reason in ("empty", "binary")
            return
        assert result.format == name, result.warnings
        check_laws(result)

    holds()


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=80), st.sampled_from(["markdown", "rst", "text"]))
def test_any_bytes_give_a_document_or_a_reason(raw: bytes, name: str) -> None:
    result = parse(name, raw)
    if isinstance(result, Document):
        check_laws(result)
    else:
        assert result.reason in ("empty", "binary")


@settings(max_examples=100, deadline=None)
@given(texts())
def test_parsing_twice_gives_the_same(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    assert parse("markdown", raw) == parse("markdown", raw)


FAST, SLOW = make_parser(), make_parser()
SLOW.disable("plain")


@settings(max_examples=200, deadline=None)
@given(texts())
def test_the_plain_rule_changes_nothing(text: str) -> None:
    def read(md: object) -> list[tuple[str, object, str]]:
        tokens: list[object] = []
        env: dict[str, object] = {}
        md.block.parse(text.replace("\r", "\n"), md, env, tokens)  # type: ignore[attr-defined]
        skipped = ("paragraph_open", "paragraph_close")
        return [(t.type, t.map, t.content.strip()) for t in tokens if t.type not in skipped]  # type: ignore[attr-defined]

    assert read(FAST) == read(SLOW)
