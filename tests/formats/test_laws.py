"""The laws of a Document on generated text: markup thrown together at random."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from graphrag_batch.formats.inline import find_links, make_parser
from graphrag_batch.formats.plain import block_tokens
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Document, Unreadable
from tests.examples import examples
from tests.formats.laws import check_laws

PIECES = [
    "# One", "## Two", "###### Six {#id}", "#", "Title", "=====", "-----", "~~~~~", "===", "---", "+++",
    "...", "```", "~~~~", "```py", "````", "text of a paragraph", "港口 𠮷", "مرفأ", "👩‍👩‍👧 é", "title: x",
    "tags: [a, b]", "date: 2024-02-30", "> quote", ">> deep", "- item", "* item", "1. one", "2) two",
    "    indented", "  two", "\ttab", "| a | b |", "|---|---|", "| [x](y) | c | d", "|:-:|-", "| a \\| b |",
    "+ more", "- **b** c", "a | b", "[text](target)", "![img](a.png)",
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
    @settings(max_examples=examples(150), deadline=None)
    @given(texts())
    def holds(text: str) -> None:
        result = parse(name, text.encode("utf-8", "surrogatepass"))
        if isinstance(result, Unreadable):
            assert result.reason in ("empty", "binary")
            return
        assert result.format == name, result.warnings
        check_laws(result)

    holds()


@settings(max_examples=examples(150), deadline=None)
@given(st.binary(max_size=80), st.sampled_from(["markdown", "rst", "text"]))
def test_any_bytes_give_a_document_or_a_reason(raw: bytes, name: str) -> None:
    result = parse(name, raw)
    if isinstance(result, Document):
        check_laws(result)
    else:
        assert result.reason in ("empty", "binary")


@settings(max_examples=examples(100), deadline=None)
@given(texts())
def test_parsing_twice_gives_the_same(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    assert parse("markdown", raw) == parse("markdown", raw)


FAST, SLOW = make_parser(), make_parser()
SLOW.disable("plain")


# What tables are made of beside their cells, and cells without links, say nothing.
SAY_NOTHING = {
    f"{name}_{end}" for name in ("paragraph", "thead", "tbody", "tr", "th", "td") for end in ("open", "close")
}


@settings(max_examples=examples(300), deadline=None)
@given(texts())
def test_the_plain_rules_change_nothing(text: str) -> None:
    def read(md: MarkdownIt) -> list[tuple[str, object, str]]:
        tokens = block_tokens(md, text.replace("\r", "\n"), {})
        kept = [t for t in tokens if t.type not in SAY_NOTHING and (t.type != "inline" or "[" in t.content)]
        return [(t.type, t.map, t.content.strip()) for t in kept]

    assert read(FAST) == read(SLOW)


INLINE = [
    "[a b](c.md)",
    "[a](b#c)",
    "[a\nb](/c)",
    "`x`",
    "``",
    "`",
    "[",
    "]",
    "(",
    ")",
    "!",
    "![a](b)",
    "*",
    "_",
    "**",
]
INLINE += [
    " ",
    "\n",
    "word",
    "<b>",
    "\\",
    "&amp;",
    "http://a.b/c",
    "[x [y](z)",
    "[a](b c)",
    "[a]()",
    "[a](b 'c')",
    "港",
]


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(st.sampled_from(INLINE), max_size=8))
def test_simple_links_are_what_the_parser_finds(pieces: list[str]) -> None:
    content = "".join(pieces)
    slow = "<i>" + content  # that is not simple
    found = [(f.start, f.end, f.target, f.text) for f in find_links(FAST, content, {})]
    parsed = [(f.start - 3, f.end - 3, f.target, f.text) for f in find_links(FAST, slow, {})]
    assert found == parsed
