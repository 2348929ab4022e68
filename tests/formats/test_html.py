"""HTML pages: what is kept, what is dropped, and how it is written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphrag_batch.config import FormatsConfig, HtmlConfig
from graphrag_batch.formats.registry import decode, format_of, parse, read
from graphrag_batch.records import Decoded, Document
from tests.formats import golden, html_words
from tests.formats.laws import check_laws

CASES = sorted(p for p in (golden.CASES / "html").iterdir() if ".expected." not in p.name)


def converted(source: str | bytes, **options: tuple[str, ...]) -> Decoded:
    """A page as Markdown."""
    raw = source if isinstance(source, bytes) else source.encode()
    made = decode("html", raw, FormatsConfig(html=HtmlConfig(**options)))
    assert isinstance(made, Decoded)
    return made


def body(source: str, **options: tuple[str, ...]) -> str:
    """The Markdown of a page's body, without the line end."""
    return converted(f"<!doctype html><body>{source}", **options).text.removesuffix("\n")


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.name)
def test_no_word_of_boilerplate_is_kept(case: Path) -> None:
    document = golden.parsed(case)
    assert isinstance(document, Document)
    shown, boilerplate = html_words.read(case)
    held = set(re.findall(r"\w+", document.text)) - set(re.findall(r"\w+", shown))
    assert held.isdisjoint(re.findall(r"[^\W\d]\w{2,}", boilerplate))


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.name)
def test_a_case_becomes_the_markdown_beside_it(case: Path) -> None:
    document = golden.parsed(case)
    assert isinstance(document, Document)
    if document.format == "html":
        assert document.text == case.with_name(f"{case.name}{golden.MARKDOWN}").read_text(encoding="utf-8")


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 12


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>a <b>b</b> <i>c</i><del>d</del></p>", "a **b** *c*~~d~~"),
        ("<p>a<b> b </b>c</p>", "a **b** c"),
        ("<h1>T</h1>x<h6>U</h6>", "# T\n\nx\n\n###### U"),
        ("<h2>C #</h2>", "## C \\#"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ol><li value=5>a<li>b</ol>", "5. a\n6. b"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol><li>a<pre>x\ny</pre></ol>", "1. a\n\n   ```\n   x\n   y\n   ```"),
        ("<dl><dt>a<dd>b<dd>c</dl>", "a\n: b\n: c"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2|3</table>", "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |"),
        ("<table><tr><td>1<td>2<tr><td>3<td>4</table>", "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"),
        ("<pre><code class='language-c++'>x</code></pre>", "```c++\nx\n```"),
        ("<pre>a ```` b</pre>", "`````\na ```` b\n`````"),
        ("<p>a<br>- b</p>", "a\n\\- b"),
        ("<blockquote>a<p>b</blockquote>", "> a\n>\n> b"),
        ("<details><summary>s</summary>d</details>", "**s**\n\nd"),
        ("<img src=data:image/png;base64,AA alt=words>", "words"),
        ("<img src='a b.png' alt='x'>", "![x](<a b.png>)"),
        ("<a href='p.html#id'>t</a>", "[t](p.html#id)"),
        ("<a href=u><h2>t</h2><p>b</a>", "## [t](u)\n\nb"),
        ("x<sup>2</sup> 2<sup>nd</sup> H<sub>2</sub>O", "x^2 2nd H2O"),
        ("<code>a`b</code>", "`` a`b ``"),
        ("<hr>a<hr><hr>b<hr>", "a\n\n***\n\nb"),
        ("soft&shy;hyphen, zero&#8203;width, wide&nbsp;space", "softhyphen, zerowidth, wide space"),
        ("&lt;b&gt; &amp;amp; a &lt; b", "\\<b> \\&amp; a < b"),
        ("snake_case _a_ __b__ a_b_c 2 * 3 *d*", "snake_case \\_a\\_ \\_\\_b\\_\\_ a_b_c 2 * 3 \\*d\\*"),
        ("<my-widget>custom <p>block</p></my-widget>", "custom\n\nblock"),
        ("<p>text</p>tail<!-- note -->s", "text\n\ntails"),
        ("a<br><br>b<br>c", "a\n\nb\nc"),
        ("x <span class=math>\\(a_1\\)</span>", "x $`a_1`$"),
        ("<code>a</code><code>b</code>(c)", "`ab`(c)"),
        ("<dl><dt>a<span class=classifier>int</span><dd>b</dl>", "a : int\n: b"),
        ("<frameset><frame src=a.html><frame src=b.html></frameset>", "[a.html](a.html) [b.html](b.html)"),
    ],
)
def test_elements_become_markdown(source: str, expected: str) -> None:
    assert body(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("---<br>title: x<br>---", "\\---\ntitle: x\n\\---"),
        ("+++", "\\+++"),
        ("# x", "\\# x"),
        ("[a]: b", "\\[a]: b"),
        ("1) x", "1\\) x"),
    ],
)
def test_no_page_begins_with_what_reads_as_something_else(source: str, expected: str) -> None:
    text = body(source)
    assert text.replace("\\+++", "+++") == expected.replace("\\+++", "+++")
    document = read("html", f"<body>{source}".encode())
    assert isinstance(document, Document)
    assert [b.kind for b in document.blocks] == ["paragraph"]
    assert document.sections == ()


@pytest.mark.parametrize(
    ("head", "encoding", "text"),
    [
        (b"<meta charset=windows-1251>", "windows-1251", "Порт"),
        (b'<meta http-equiv=Content-Type content="text/html; charset=EUC-JP">', "euc-jp", "港の船"),
        (b"<meta charset='gb2312'>", "gb18030", "港口"),
        (b"<meta charset=iso-8859-1>", "cp1252", "café – “x”"),
        (b"<meta charset=utf-8>", "utf-8", "größer"),
        (b"", "utf-8", "größer"),
    ],
)
def test_the_declared_encoding_is_read(head: bytes, encoding: str, text: str) -> None:
    made = converted(
        b"<html><head>" + head + b"</head><body><p>" + text.encode(encoding) + b"</p></body></html>"
    )
    assert made.text == f"{text}\n"
    assert made.encoding == encoding
    assert made.warnings == ()


def test_utf8_is_read_as_that_whatever_a_page_declares() -> None:
    made = converted("<meta charset=windows-1252><p>größer</p>".encode())
    assert made.text == "größer\n"
    assert "declared as windows-1252" in made.warnings[0]


@pytest.mark.parametrize("label", ["utf-7", "rot13", "idna", "no-such", "unicode_escape"])
def test_an_encoding_that_no_browser_knows_is_not_read(label: str) -> None:
    assert converted(f"<meta charset={label}><p>+AGE- \\u0061 n</p>").text == "+AGE- \\u0061 n\n"


@pytest.mark.parametrize(
    ("title", "content", "expected"),
    [
        ("Ropes | Harbour docs", "<h1>Ropes</h1>", "Ropes"),
        ("Ropes - Harbour docs", "<h2>Ropes</h2><p>x", "Ropes"),
        ("TCP - a primer", "<p>x", "TCP - a primer"),
        ("Harbour", "<h1>Ropes <a href='#ropes'>¶</a></h1>", "Ropes"),
        ("Ropes — Harbour", "<h1>Harbour</h1><h1>Ropes</h1>", "Ropes"),
    ],
)
def test_the_title_is_that_of_the_page(title: str, content: str, expected: str) -> None:
    assert converted(f"<title>{title}</title><body>{content}").title == expected


def test_the_site_is_no_part_of_the_title() -> None:
    page = "<title>Ropes - Harbour</title><meta property=og:site_name content=Harbour><body><p>x"
    assert converted(page).title == "Ropes"


def test_anchors_lead_to_the_line_they_stand_at() -> None:
    page = "<p>intro<section id=s><h2>S</h2><p id=p>text<a name=a></a></section><h3 id='h'>T</h3><i id=e></i>"
    made = converted(page)
    lines = made.text.split("\n")
    assert {name: lines[line] for line, name in made.anchors} == {
        "s": "## S",
        "p": "text",
        "a": "text",
        "h": "### T",
        "e": "### T",
    }
    document = parse("html", made)
    assert [s.anchor.split() for s in document.sections] == [["s", "p", "a"], ["t", "h", "e"]]


PAGE = """<nav><a href=x>Nav</a></nav><main><p>The main text of it.<div class=promo>Promo</div></main>
<p id=extra>Extra.</p>"""


def test_selectors_say_what_is_kept_and_dropped() -> None:
    assert body(PAGE) == "The main text of it.\n\nPromo"
    assert body(PAGE, drop=(".promo",)) == "The main text of it."
    assert body(PAGE, keep=("#extra", "nav")) == "[Nav](x)\n\nExtra."
    assert body(PAGE, keep=("p, div", "main"), drop=("main > div",)) == "The main text of it.\n\nExtra."
    assert body(PAGE, keep=(".absent",)) == "The main text of it.\n\nPromo"


def test_a_wrong_selector_is_told_and_stops_nothing() -> None:
    made = converted(f"<body>{PAGE}", drop=("div[", ".promo"))
    assert made.text == "The main text of it.\n"
    assert made.warnings[0].startswith("formats.html.drop: 'div[' is no CSS selector: ")


@pytest.mark.long
def test_nesting_without_end_keeps_every_word() -> None:
    for depth, told in ((90, False), (500, True), (100_000, True)):
        for tag in ("div", "b", "ul><li", "blockquote", "table><tr><td")[: None if depth < 1_000 else 1]:
            made = converted(f"<p>before {f'<{tag}>x1 ' * depth}<p>inmost</p>{'</div>' * depth}<p>after")
            words = made.text.split()
            assert {"before", "inmost", "after"} <= {w.strip("*>-| ") for w in words}, (depth, tag)
            if tag == "div":
                assert words.count("x1") == depth
                assert any("nested too deeply" in w for w in made.warnings) == told


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("un<b>common</b>ly", "uncommonly"), ("<b>B</b>old", "Bold"), ("gh<i>p_a</i>bc", "ghp_abc"),
        ("so <b>bold</b>, <i>so</i>.", "so **bold**, *so*."),
        ("\u65e5<b>\u672c</b>\u8a9e", "\u65e5**\u672c**\u8a9e"),
    ],
)  # fmt: skip
def test_emphasis_parts_no_word(source: str, expected: str) -> None:
    made = decode("html", f"<p>{source}</p>".encode(), FormatsConfig())
    assert isinstance(made, Decoded)
    assert made.text.strip() == expected


@pytest.mark.sample(5)
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "source",
    [
        "<p>" + "word " * 400_000,
        "<ul>" + "<li>item" * 10_000,
        "<table>" + "<tr><td>a<td>b" * 4_000,
        "<table>" + "<tr><td rowspan=65534 colspan=1000>" * 300,
        "<pre>" + "x\n" * 300_000,
        "<pre>code</pre>" * 5_000,
        "<a href=x>" * 20_000,
        "<b><i>" * 20_000,
        "<" * 300_000,
        "&" * 100_000,
        "<!--" * 50_000,
        "<script>" * 20_000,
        "<p id=a>" * 20_000,
        "<h1>x</h1>" * 5_000,
        "*_`[]<>&\\" * 10_000,
        "<span>*</span>" * 20_000,
        "<dl>" + "<dt>a<dd>b" * 5_000,
        "<div hidden>" * 20_000,
        "{% x %}" * 5_000,
        "<![CDATA[" * 20_000,
        f"<p {' '.join(f'a{n}=1' for n in range(100_000))}>x",
    ],
    ids=lambda s: s[:24],
)
def test_hostile_pages_are_read_in_bounded_time(source: str) -> None:
    made = decode("html", source.encode(), FormatsConfig())
    if isinstance(made, Decoded):
        assert not any("reader failed" in w for w in made.warnings)


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("docs/a.html", b"<!doctype html><p>x", "html"),
        ("a.htm", b"<p>x", "html"),
        ("a.XHTML", b"<?xml version='1.0'?><html>", "html"),
        ("templates/a.html", b"{% extends 'b.html' %}", "code:html"),
        ("a.html", b"<html><body>{{#each ships}}x{{/each}}", "code:html"),
        ("a.html", b"<p>{{ ship.name }}</p>", "code:html"),
        ("a.html", b"<!doctype html><html><body>A brace: {{ x }}", "html"),
        ("a.html", b"<!doctype html><pre>{% block %}</pre><code>{{ x }}</code>", "html"),
        ("a.html", b"<% @ships.each do |s| %>", "code:html"),
        ("a.html", b"<p>Hi <?php echo $x ?>", "code:html"),
        ("a.html", b'{{ define "main" }}<p>x', "code:html"),
        ("a.html", b"<app-ship *ngFor='let s of ships'></app-ship>", "code:html"),
        ("a.vue", b"<template><p>x", "code:vue"),
    ],
)
def test_templates_are_code_and_pages_are_pages(path: str, head: bytes, expected: str) -> None:
    assert format_of(path, head) == expected


def test_a_page_that_is_a_table_of_contents_keeps_it() -> None:
    entries = "".join(f"<li><a href='{n}.html'>Chapter {n}</a>" for n in range(9))
    assert body(f"<h1>Manual</h1><div class=toc><ul>{entries}</ul></div>").count("](") == 9
    local = entries.replace("href='", "href='#")
    assert body(f"<h1>Manual</h1><div class=toc><ul>{local}</ul></div>") == "# Manual"


@pytest.mark.parametrize(
    "source",
    [
        "<section id=navigation><h2>Navigation</h2><p><a href=x>Steer by the stars</a></section>",
        "<section id=table-of-contents-options><h2>x</h2><a href=x>Steer by the stars</a></section>",
        "<p class=navigation-api><a href=x>Steer by the stars</a>",
        "<h2 id=footer>Footer</h2><p>Steer by the stars",
        "<div id=menu>Steer by the stars</div>",
        "<table class=toc-table><tr><td><a href=x>Steer by the stars</a></table>",
        "<article><header><p>Steer by the stars</header><footer>Steer by the stars</footer></article>",
        "<aside class=note>Steer by the stars</aside>",
        "<div role=tabpanel hidden>Steer by the stars</div>",
        "<pre><span class='nav toc'><a href=x>Steer by the stars</a></span></pre>",
        "<details><summary>More</summary>Steer by the stars</details>",
        "<button>Steer by the stars</button>",
        "<p>Skip to content <a href=x>Steer by the stars</a>",
    ],
    ids=lambda s: s[:24],
)
def test_names_that_only_look_like_boilerplate_drop_nothing(source: str) -> None:
    assert "Steer by the stars" in body(f"<p>{'Prose. ' * 50}</p>{source}")


def test_a_page_with_nothing_to_read_is_empty_and_one_that_leads_on_is_a_link() -> None:
    assert body("<p>x</p>") == "x"
    empty = read("html", b"<!doctype html><title>App</title><div id=root></div><script>run()</script>")
    assert not isinstance(empty, Document)
    assert empty.reason == "empty"
    onward = converted('<meta http-equiv=refresh content="0; url=guide/index.html"><title>x</title>')
    assert onward.text == "[guide/index.html](<guide/index.html>)\n"


def test_what_only_shows_without_scripts_stays_where_nothing_else_is() -> None:
    assert (
        body("<div id=root></div><noscript>Please read the manual.</noscript>") == "Please read the manual."
    )
    assert body("<p>Text.</p><noscript>Please enable scripts.</noscript>") == "Text."


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.name)
def test_a_case_keeps_the_laws_and_warns_of_nothing(case: Path) -> None:
    document = golden.parsed(case)
    assert isinstance(document, Document)
    check_laws(document)
    assert document.warnings == ()
