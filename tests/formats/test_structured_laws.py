"""The laws of a Document on generated tables, manual pages, AsciiDoc, Org and data; what must not blow up."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphrag_batch.formats.registry import format_of
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Document, Unreadable
from tests.examples import examples
from tests.formats.laws import check_laws
from tests.formats.words import chunks_of, missing_words

PIECES = {
    "table": [
        "a,b,c", "1;2", '"q,""x"', '"', "a\tb", "|x|y|", "|--|--|", "# note", "sep=;", ",,,", "2024-01-02",
        "港口,مرفأ",
        "1.234,5", "x" * 40, "", "'", "\\",
    ],
    "man": [
        ".TH X 1", ".SH NAME", ".SS Sub", ".TP", ".IP \\(bu 2", ".B \\-\\-x", ".BR a (1)", ".PP", ".nf",
        ".fi", ".RS",
        ".RE", ".TS", "l l.", "a\tb", ".TE", ".de X", "..", ".ig", ".if n \\{", ".\\}", ".el x", ".ds s v",
        "\\*s",
        "\\fBx\\fR", "\\", "\\[u00E9]", "\\(", ".", "'", ".Dd x", ".Sh NAME", ".Nm x", ".Op Fl a",
        ".Bl -tag", ".It Fl x",
        ".El", ".Bd -literal", ".Ed", ".so man1/x.1", "text of a page", ".SH", ".Xr a 1", ".Fl", ".\\\" c",
        "\\N'55555'",
    ],
    "asciidoc": [
        "= Title", "== Two", "====== Six", "Title", "=====", "----", "....", "====", "****", "--", "|===",
        "////", "```",
        "[source,py]", "[[id]]", "[#x]", ":a: b", ":!a:", "* item", "** deep", ". one", "t:: d", "+",
        "NOTE: x", "<<x>>",
        "xref:a.adoc#b[c]", "link:u[t]", "include::x[]", "ifdef::y[]", "// c", ".Title", "'''", "text {a}",
        "<1> c", "",
        "https://a.b[c]", "  indented",
    ],
    "org": [
        "* One", "** TODO Two :a:b:", "*** ", "#+TITLE: x", "#+BEGIN_SRC py", "#+END_SRC", "#+begin_quote",
        "#+end_quote",
        ":PROPERTIES:", ":CUSTOM_ID: x", ":END:", "| a |", ": lit", "# c", "- item", "1. one", " * star",
        "[[#x][y]]",
        "[[*One]]", "[fn:1] n", "-----", "text", "", "<<t>>", "#+TODO: A | B", "#+INCLUDE: \"x\"",
    ],
    "code:json": ['{', '}', '[', ']', '"a": 1,', '"b": {', "],", "// c", '"', "null", "1e9", "\\u12"],
    "code:yaml": ["a: 1", "- x", "---", "...", "b:", "  c: &x 1",
        "*x", "[", "]", "{", "}", "? k", ": v", "|", "# c", "!!t"],
    "code:xml": ["<a>", "</a>", "<b x='1'/>", "<!--", "-->", "<![CDATA[",
        "]]>", "&e;", "<!DOCTYPE a [", "]>", "text", "<"],
}  # fmt: skip
SEPARATORS = st.sampled_from(["\n", "\n\n", "\r\n", " ", "\n  ", "\n    ", ","])


@st.composite
def texts(draw: st.DrawFn, pieces: list[str]) -> str:
    """Pieces of a format, and any text, joined by line ends and indentation of all kinds."""
    parts = draw(st.lists(st.one_of(st.sampled_from(pieces), st.text(max_size=8)), max_size=14))
    return "".join(part + draw(SEPARATORS) for part in parts)


@pytest.mark.parametrize("name", sorted(PIECES))
def test_any_text_keeps_the_laws(name: str) -> None:
    @settings(max_examples=examples(120), deadline=None)
    @given(texts(PIECES[name]))
    @example(".SH\n.TH X 1\n.B text\n")  # a heading that comes two lines later
    def holds(text: str) -> None:
        result = parse(name, text.encode("utf-8", "surrogatepass"))
        if isinstance(result, Unreadable):
            assert result.reason in ("empty", "binary")
            return
        assert result.format == name, result.warnings
        check_laws(result)
        if result.text == text:
            assert missing_words(text, result, chunks_of(result)) == []

    holds()


@pytest.mark.parametrize("name", sorted(PIECES))
def test_any_bytes_give_a_document_or_a_reason(name: str) -> None:
    @settings(max_examples=examples(60), deadline=None)
    @given(st.binary(max_size=80))
    def holds(raw: bytes) -> None:
        result = parse(name, raw)
        if isinstance(result, Document):
            check_laws(result)
        else:
            assert result.reason in ("empty", "binary")

    holds()


@settings(max_examples=examples(120), deadline=None)
@given(texts(PIECES["man"]))
def test_a_manual_page_keeps_its_lines(text: str) -> None:
    result = parse("man", text.encode("utf-8", "surrogatepass"))
    if isinstance(result, Document) and result.encoding == "utf-8":  # not with zeros in it
        assert result.text.count("\n") == text.replace("\r\n", "\n").replace("\r", "\n").count("\n")


HOSTILE = {
    "table": [
        "," * 300_000, "x" * 500_000, '"' * 300_000, '"a\n' * 50_000, "a,b\n" + "1\n" * 50_000,
        ",".join(f"c{n}" for n in range(10_000)) + "\n" + "1\n" * 20_000, "*a_" * 60_000,
    ],
    "man": [
        ".TP\n" * 50_000, "\\*(" * 100_000, ".RS\n" * 50_000 + "x", "\\f[" * 100_000,
        ".if n " * 50_000 + "x",
        ".ds x " + "y" * 50 + "\n" + "\\*x" * 50_000, ".de x\n" * 50_000, ".Bl\n.It\n" * 30_000,
        ".Op " * 50_000,
    ],
    "asciidoc": [
        "----\n" * 50_000, "= " * 100_000, "* a\n+\n" * 30_000, "<<" * 100_000, "[" * 100_000,
        "xref:" * 50_000,
        "".join("=" * (4 + n) + "\n" for n in range(700)), ":a: {a}{a}\n" * 20_000, "t::" * 50_000,
    ],
    "org": [
        "#+begin_src\n" * 50_000, ":a:\n" * 50_000, "*" * 100_000 + " x", "[[" * 100_000, "- a\n" * 50_000,
        "* a\n#+begin_src\n" * 20_000,
    ],
    "code:json": ["[\n" * 100_000, '{"a":\n' * 30_000, "[" * 15_000],
    "code:yaml": ["[\n" * 50_000, "a: 1\n---\n" * 3_000, "- " * 9_000],
    "code:xml": ["<a>\n" * 100_000, "<a>\n" * 30_000 + "</a>\n" * 30_000, "<\n" * 30_000],
    "code:toml": ["a=[\n" * 50_000],
}  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(name, number, marks=[] if number < 2 else pytest.mark.slow)
        for name, texts in HOSTILE.items()
        for number in range(len(texts))
    ],
)
def test_no_text_takes_long_or_much_room(name: str, number: int) -> None:
    text = HOSTILE[name][number]
    result = parse(name, text.encode())
    if isinstance(result, Document):
        assert len(result.text) < 10 * len(text) + 10_000
        assert len(result.sections) <= 60_000


def test_rows_beyond_the_limit_are_told_and_columns_head_every_chunk() -> None:
    rows = "".join(f"{n},name {n},{n * 3}\n" for n in range(70))
    document = parse("table", f"id,title,price\n{rows}".encode())
    assert isinstance(document, Document)
    assert document.warnings == ("rows not indexed: 20 of 70 (formats.table.rows)",)
    assert json.loads(document.meta) == {"columns": ["id", "title", "price"], "rows": 70}
    chunks = [chunk for chunk in chunks_of(document) if chunk.section == 1]
    assert len(chunks) > 2
    assert all(chunk.columns == "| id | title | price |" for chunk in chunks[1:])


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("a/moor.1", b'.\\" c\n.TH MOOR 1\n', "man"),
        ("moor.3pm", b".TH X 3\n", "man"),
        ("moor.1.in", b".Dd x\n", "man"),
        ("libx.so.1", b"\x7fELF", "text"),
        ("release-2.1", b"Notes\n", "text"),
        ("a.csv", b"", "table"),
        ("a.TSV", b"", "table"),
        ("a.adoc", b"", "asciidoc"),
        ("a.org", b"", "org"),
        (".env", b"A=1\n", "text"),
        ("app.properties", b"", "code:properties"),
        (".editorconfig", b"", "code:ini"),
        ("Dockerfile", b"", "code:dockerfile"),
    ],
)
def test_formats_are_told_by_name_and_head(path: str, head: bytes, expected: str) -> None:
    assert format_of(path, head) == expected
