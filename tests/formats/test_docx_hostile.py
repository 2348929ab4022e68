"""Word files that are broken, hostile or thrown together: a document or a reason, in bounded time."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.formats.registry import read
from graphrag_batch.records import Document, Unreadable
from tests.examples import examples
from tests.formats.docx_build import cell, field, notes, p, package, part, row, run, styles, table
from tests.formats.docx_cases import LISTS, cases
from tests.formats.laws import check_laws
from tests.formats.test_docx import text_of

CASES = cases()
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Co"]), max_size=40)
MARKS = (
    "* ** _ __ ` ``` ~~~ [ ]( ) ! < </b> <b > # ## - + 1. 1) | --- === : &amp; & \\ [^1] [a]: a x snake_case "
    "!!! http://a.b <!-- {#id}"
)
LOOKALIKES = st.lists(st.sampled_from([*MARKS.split(), " ", "  ", "\n", "\t"]), max_size=14).map("".join)


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(st.one_of(TEXTS, LOOKALIKES), min_size=1, max_size=4))
def test_text_that_looks_like_markdown_is_read_as_text(paragraphs: list[str]) -> None:
    document = read("docx", package("".join(p(run(text)) for text in paragraphs), styles=styles()))
    if isinstance(document, Unreadable):
        assert document.reason == "empty"
        return
    check_laws(document)
    assert document.sections == ()
    assert {block.kind for block in document.blocks} == {"paragraph"}
    assert not [link for link in document.links if not link.target.startswith("http")]
    for word in ("snake_case", "amp"):
        assert document.text.count(word) == "\n".join(paragraphs).count(word)


def mixture(chance: random.Random) -> str:
    """A paragraph of text, code and links, in a list or not."""

    def text() -> str:
        return "".join(
            chance.choice((*MARKS.split(), " ", "\n", "\t", "港口")) for _ in range(chance.randrange(12))
        )

    link, code = '<w:hyperlink w:anchor="a">{}</w:hyperlink>', '<w:rFonts w:ascii="Consolas"/>'
    parts = (run(text()), run(text(), code), link.format(run(text())))
    num = (chance.randrange(1, 7), chance.randrange(3)) if chance.random() < 0.4 else None
    return p(*chance.choices(parts, k=3), num=num)


@settings(max_examples=examples(80), deadline=None)
@given(st.integers(0, 2**32))
def test_no_mixture_of_text_code_and_links_makes_another_link_or_a_heading(seed: int) -> None:
    chance = random.Random(seed)
    grid = table(*(row(*(cell(mixture(chance), mixture(chance)) for _ in range(2))) for _ in range(2)))
    body = mixture(chance) + grid + mixture(chance) + mixture(chance)
    document = read("docx", package(body, styles=styles(), numbering=LISTS))
    assert isinstance(document, Document | Unreadable)
    if isinstance(document, Document):
        check_laws(document)
        assert document.sections == ()
        assert {block.kind for block in document.blocks} <= {"paragraph", "list", "table", "fence"}
        assert {link.target for link in document.links if not link.target.startswith("http")} <= {"#a"}


NAMES = (
    "p", "p", "p", "r", "r", "t", "t", "tbl", "tr", "tc", "sdt", "sdtContent", "hyperlink", "ins", "del",
    "pPr", "rPr", "numPr", "ilvl", "numId", "fldChar", "instrText", "drawing", "txbxContent",
    "footnoteReference", "br", "tab", "commentRangeStart", "vMerge", "gridSpan", "tcPr", "trPr", "pStyle",
    "outlineLvl", "ruby", "rt", "rubyBase", "sym",
)  # fmt: skip
VALUES = (
    "0",
    "1",
    "2",
    "-5",
    "99999999",
    "berschrift1",
    "Titel",
    "Listing",
    "continue",
    "separate",
    "end",
    "D800",
)


def tree(chance: random.Random, depth: int = 6) -> str:
    """WordprocessingML thrown together at random."""
    name = chance.choice(NAMES)
    kinds = chance.sample(("val", "id", "fldCharType", "char", "name"), chance.randrange(4))
    marks = "".join(f' w:{kind}="{chance.choice(VALUES)}"' for kind in kinds)
    if depth == 0 or name == "t":
        inner = chance.choice(("", "words", "TOC", "| * _ ["))
    else:
        inner = "".join(tree(chance, depth - 1) for _ in range(chance.randrange(5)))
    return f"<w:{name}{marks}>{inner}</w:{name}>"


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 2**32))
def test_any_tree_of_elements_keeps_the_laws(seed: int) -> None:
    chance = random.Random(seed)
    body = "".join(tree(chance) for _ in range(8))
    notes_of = notes("footnote", {1: body})
    raw = package(body, styles=styles(), footnotes=notes_of, comments=part("comments", body))
    document = read("docx", raw)
    if isinstance(document, Document):
        check_laws(document)
        assert document.format == "docx"
    else:
        assert document.reason == "empty", document


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(sorted(CASES)), st.integers(0, 2**32), st.integers(1, 12))
def test_any_damage_gives_a_document_or_a_reason(name: str, seed: int, times: int) -> None:
    chance, raw = random.Random(seed), bytearray(CASES[name])
    for _ in range(times):
        at = chance.randrange(len(raw))
        raw[at : at + chance.choice((0, 1, 1, 30))] = chance.choice(
            (b"", b"\0", b"<", b"\xff" * 9, bytes([seed % 256]))
        )
    result = read("docx", bytes(raw))
    if isinstance(result, Document):
        check_laws(result)
    else:
        assert result.reason in ("unreadable", "empty")
        assert "failed" not in result.detail, result


def nested(opening: str, closing: str, times: int = 80) -> str:
    """A paragraph within many elements."""
    return opening * times + p("deep") + closing * times


BEGIN, END = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "end"))
HOSTILE = {
    "stars": p(run("*a " * 40_000)),
    "bars": p(run("_a " * 40_000), run("_" * 40_000)),
    "brackets": p(run("[" * 80_000)),
    "links": p(run("[a](" * 20_000)),
    "spaces": p(run("*" + " " * 80_000 + "x")),
    "carried": p("a", properties="<w:rPr><w:del/></w:rPr>") * 8_000 + p("end"),
    "endless-field": p(BEGIN, *[run("x")] * 4_000),
    "nested-fields": p(*[BEGIN] * 8_000, run("x"), *[END] * 8_000, "deep"),
    "spans": table(row(cell("a", span=999_999), cell("b", span=999_999))),
    "levels": "".join(p(str(n), num=(1, n)) for n in range(2_000)),
    "tables": nested("<w:tbl><w:tr><w:tc>", "<w:p/></w:tc></w:tr></w:tbl>"),
    "wide-tables": nested("<w:tbl><w:tr><w:tc/><w:tc>", "<w:p/></w:tc></w:tr><w:tr/></w:tbl>"),
    "boxes": nested("<w:p><w:r><w:pict><w:txbxContent>", "</w:txbxContent></w:pict></w:r></w:p>", 50),
    "comments": p(*(f'<w:commentRangeStart w:id="{n}"/>' for n in range(3_000)), *["text"] * 3_000),
    "alternates": nested("<mc:AlternateContent><mc:Choice>", "</mc:Choice></mc:AlternateContent>"),
    "ruby": "<w:p>" + nested("<w:r><w:ruby><w:rubyBase>", "</w:rubyBase></w:ruby></w:r>", 70) + "</w:p>",
}


@pytest.mark.sample(4)
@pytest.mark.timeout(20)
@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_read_in_bounded_time(body: str) -> None:
    many = part("comments", "".join(f'<w:comment w:id="{n}">{p("c")}</w:comment>' for n in range(3_000)))
    text = text_of(package(body, styles=styles(), comments=many))
    assert "deep" in text or "deep" not in body


def test_deeper_than_xml_may_be_is_a_reason() -> None:
    result = read("docx", package("<w:sdt><w:sdtContent>" * 4_000 + "</w:sdtContent></w:sdt>" * 4_000))
    assert isinstance(result, Unreadable)
    assert "not well-formed" in result.detail


def test_a_field_within_a_contents_is_not_seen_either() -> None:
    contents = field("TOC \\o", field("HYPERLINK \\l x", "Berths") + run("\t") + field("PAGEREF x", "7"))
    assert text_of(package(p(contents) + p("Seen"), styles=styles())) == "Seen\n"
