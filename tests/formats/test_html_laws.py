"""The laws of a page, on markup thrown together at random: every word is kept, and means just itself."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphrag_batch.config import FormatsConfig
from graphrag_batch.formats.html_escape import escape_text, guard_lines
from graphrag_batch.formats.inline import make_parser, visible_text
from graphrag_batch.formats.registry import decode, parse, read
from graphrag_batch.records import Decoded, Document
from tests.examples import examples
from tests.formats.laws import check_laws, link_shows_itself

# No element that drops its content by what it is called.
TAGS = [
    "p", "div", "span", "b", "i", "em", "a", "code", "pre", "kbd", "sup", "sub", "del", "q", "h1", "h2",
    "h3", "h6", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "td", "th", "caption",
    "colgroup", "blockquote", "details", "summary", "figure", "figcaption", "section", "br", "hr", "wbr",
    "img", "label", "button", "select", "option", "form", "fieldset", "legend", "center", "font", "tt",
    "ruby", "rt", "svg", "text", "math", "video", "object", "x-own", "textarea", "address", "menu",
]  # fmt: skip
ATTRIBUTES = [
    "", "", "", "", " id=n", " id='a b'", " class=note", " class='admonition'", " class=language-py",
    " href=x.html", " href='#n'", " name=m", " start=7", " value=3", " colspan=2", " rowspan=3",
    " role=presentation", " alt=''", " class='highlight'", " class=title", " class=alert", " src=a.png",
    " lang=de",
]  # fmt: skip
MARKS = [
    "*", "_", "#", "1.", "-", "+", ">", "|", "`", "~~~", "[", "](", "<", "&amp;", "&lt;", "\\", "===",
    "---", " ", "\n",
]  # fmt: skip


@st.composite
def soups(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Tags, words and marks in any order, and the words."""
    words: list[str] = []
    parts: list[str] = []
    for kind in draw(st.lists(st.sampled_from("oooccwwwm"), max_size=30)):
        if kind == "w":
            words.append(f"word{len(words)}x")
            parts.append(f" {words[-1]} ")
        elif kind == "m":
            parts.append(draw(st.sampled_from(MARKS)))
        else:
            attribute = draw(st.sampled_from(ATTRIBUTES)) if kind == "o" else ""
            parts.append(f"<{'/' if kind == 'c' else ''}{draw(st.sampled_from(TAGS))}{attribute}>")
    return "".join(parts), words


@settings(max_examples=examples(80), deadline=None)
@given(soups())
@example(("<table>a<tr>b<td>c", ["a", "b", "c"]))
@example(("<dl>a<div><dt>b</dt>c<dd>d</dl>", ["a", "b", "c", "d"]))
def test_every_word_of_any_markup_is_kept(
    soup: tuple[str, list[str]],
) -> None:
    source, words = soup
    made = read("html", f"<!doctype html><body><p>lead</p>{source}".encode())
    assert isinstance(made, Document)
    assert made.format == "html"
    check_laws(made)
    assert link_shows_itself(made)
    if not re.search(r"<(?![a-z/])", source):  # what a lone < begins may swallow words, as a tag's attributes
        held = set(re.findall(r"\w+", made.text))
        assert [word for word in words if word not in held] == []
    assert made == read("html", f"<!doctype html><body><p>lead</p>{source}".encode())


@settings(max_examples=examples(60), deadline=None)
@given(st.one_of(st.binary(max_size=200), soups().map(lambda s: s[0].encode("utf-16"))))
def test_any_bytes_give_a_page_or_a_reason(raw: bytes) -> None:
    made = read("html", raw)
    if isinstance(made, Document):
        check_laws(made)
    else:
        assert made.reason in ("empty", "binary")


PARSER = make_parser()
LOOKALIKES = st.lists(
    st.sampled_from([*MARKS, "a", "b c", "_x_", "**", "]", ")", "(", "!", "https://x.y/_z_", "{#i}"]),
    max_size=12,
)


@settings(max_examples=examples(100), deadline=None)
@given(LOOKALIKES)
def test_text_that_looks_like_markup_is_but_text(parts: list[str]) -> None:
    """The Markdown parser makes one paragraph of a paragraph, and what it shows is the text."""
    text = "".join(part.replace("&amp;", "&").replace("&lt;", "<") for part in parts)
    flat = " ".join(text.split())
    if not flat:
        return
    written = guard_lines(escape_text(flat))
    tokens = [t.type for t in PARSER.parse(written)]
    assert set(tokens) <= {"paragraph_open", "inline", "paragraph_close"}, written
    assert visible_text(PARSER, written) == flat, written


def test_the_markdown_of_a_page_is_read_back_as_the_page_was() -> None:
    page = "<h1>A</h1><p>b<ul><li>c</ul><table><tr><th>e<tr><td>f</table><pre>g</pre><blockquote>h"
    decoded = decode("html", page.encode(), FormatsConfig())
    assert isinstance(decoded, Decoded)
    kinds = [(b.kind, b.info) for b in parse("html", decoded).blocks]
    assert kinds == [
        ("heading", ""), ("paragraph", ""), ("list", "bullet"), ("table", ""), ("fence", ""),
        ("paragraph", "quote"),
    ]  # fmt: skip
