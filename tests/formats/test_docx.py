"""Word files beyond the golden cases: what cannot be read, what is hostile, what other programs write."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from docx import Document as new_document

from graphrag_batch.formats.docx_numbers import format_number
from graphrag_batch.formats.registry import format_of, read
from graphrag_batch.records import Document, Unreadable
from tests.formats.docx_build import (
    p,
    package,
    part,
    rewritten,
    run,
    styles,
    zipped,
)
from tests.formats.docx_cases import FOLDER, cases
from tests.formats.laws import check_laws

CASES = cases()
PLAIN = package(p("Berths", style="berschrift1") + p("Where ships lie."), styles=styles())


def text_of(raw: bytes) -> str:
    """The Markdown of a Word file that can be read."""
    document = read("docx", raw)
    assert isinstance(document, Document), document
    check_laws(document)
    return document.text


def without(name: str, made: bytes = PLAIN) -> bytes:
    """The file without one of its members."""
    return rewritten(made, lambda member, content: b"" if member == name else content)


def with_document(xml: bytes) -> bytes:
    """The file with another document part."""
    return rewritten(PLAIN, lambda member, content: xml if member == "word/document.xml" else content)


@pytest.mark.parametrize("name", CASES)
def test_a_case_is_what_its_script_writes(name: str) -> None:
    assert (FOLDER / name).read_bytes() == CASES[name], "if this is meant: python -m tests.formats.docx_cases"


@pytest.mark.parametrize("name", ["a.docx", "b.DOCX", "macros.docm", "form.dotx", "form.dotm"])
def test_word_files_are_known_by_their_names(name: str) -> None:
    assert format_of(name, b"PK") == "docx"


def test_what_python_docx_writes_is_read() -> None:
    made = new_document()
    made.core_properties.keywords = "berths; fees"
    made.add_heading("Harbour", 0)
    made.add_heading("Berths", 1)
    made.add_paragraph("first", style="List Number")
    made.add_paragraph("within", style="List Bullet 2")
    made.add_paragraph("second", style="List Number")
    grid = made.add_table(2, 2)
    for n, one in enumerate(c for r in grid.rows for c in r.cells):
        one.text = f"cell {n}"
    grid.cell(1, 0).merge(grid.cell(1, 1))
    made.add_heading("Fees", 2)
    raw = io.BytesIO()
    made.save(raw)
    document = read("docx", raw.getvalue())
    assert isinstance(document, Document)
    assert [(s.title, s.level, s.parent) for s in document.sections] == [
        ("Harbour", 1, -1), ("Berths", 2, 0), ("Fees", 3, 1),
    ]  # fmt: skip
    assert "1. first\n   - within\n2. second\n" in document.text
    assert "| cell 2<br>cell 3 |" in document.text
    assert document.title == "Harbour"
    assert document.tags == ("berths", "fees")


def locked() -> bytes:
    made = bytearray(PLAIN)
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        at = 0
        while (at := made.find(mark, at)) >= 0:
            made[at + (6 if mark[2] == 3 else 8)] |= 1
            at += 4
    return bytes(made)


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ENTITIES = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(8))
BOMB = (
    f'<!DOCTYPE w [<!ENTITY e0 "lol">{ENTITIES}]><w:document {W}><w:body>'
    "<w:p><w:r><w:t>&e8;</w:t></w:r></w:p></w:body></w:document>"
)
UNREADABLE = {
    "encrypted": (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
    "old": (OLE, ".doc"),
    "text": (b"Dear reader", "no zip"),
    "cut": (PLAIN[:-200], "damaged zip"),
    "locked": (locked(), "encrypted"),
    "broken-member": (PLAIN.replace(b"Where ships lie", b"Where ships fly"), "document.xml is damaged"),
    "another-zip": (zipped({"readme.txt": b"no document"}), "no document part"),
    "not-xml": (with_document(b"<w:document"), "not well-formed"),
    "another-root": (with_document(b"<html/>"), "no body"),
    "entities": (with_document(BOMB.encode()), "declares a document type"),
    "entities-utf-16": (with_document(BOMB.encode("utf-16")), "declares a document type"),
    "bad-encoding": (with_document(b'<?xml version="1.0" encoding="nonsense"?><a/>'), "XML"),
}


@pytest.mark.parametrize(("raw", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_says_why(raw: bytes, why: str) -> None:
    result = read("docx", raw)
    assert isinstance(result, Unreadable)
    assert result.reason == "unreadable"
    assert why in result.detail


def test_bombs_are_refused_before_they_go_off() -> None:
    head, tail = f"<w:document {W}><w:body>".encode(), b"</w:body></w:document>"
    spaces = zipped({"word/document.xml": head + b" " * 41_000_000 + tail}, zipfile.ZIP_DEFLATED)
    tags = zipped({"word/document.xml": head + b"<w:p/>" * 2_001_000 + tail}, zipfile.ZIP_DEFLATED)
    members = zipped({f"word/{n}": b"" for n in range(10_001)})
    assert len(spaces) < 100_000
    for raw, why in ((spaces, "40 MB"), (tags, "tags"), (members, "members")):
        result = read("docx", raw)
        assert isinstance(result, Unreadable)
        assert why in result.detail


@pytest.mark.parametrize("name", ["word/styles.xml", "word/_rels/document.xml.rels", "_rels/.rels"])
def test_a_missing_part_costs_what_it_says_but_not_the_text(name: str) -> None:
    assert "Where ships lie." in text_of(without(name))


def test_a_damaged_part_is_told() -> None:
    raw = rewritten(PLAIN, lambda member, content: b"<w:styles" if member == "word/styles.xml" else content)
    document = read("docx", raw)
    assert isinstance(document, Document)
    assert document.warnings == ("left out: styles.xml is not well-formed XML (line 1)",)
    assert "Berths" in document.text


def test_only_what_is_marked_as_for_its_script_is_the_language() -> None:
    english = '<w:lang w:val="en-US" w:eastAsia="ja-JP" w:bidi="ar-SA"/>'
    words = {
        "The berths are lit at dusk.": "en-US",
        "夜間は灯りをつける。": "ja-JP",
        "تضاء المصابيح": "ar-SA",
    }
    for words_of, lang in (*words.items(), ("Фонари зажигают в сумерках", "")):
        document = read("docx", package(p(words_of), styles=styles(language=english)))
        assert isinstance(document, Document)
        assert document.lang == lang
    marked = p(run("Die Lampen brennen.", '<w:lang w:val="de-DE"/>')) * 2 + p("In English")
    document = read("docx", package(marked, styles=styles()))
    assert isinstance(document, Document)
    assert document.lang == "de-DE"


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (27, "lowerLetter", "aa"),
        (52, "upperLetter", "ZZ"),
        (4, "lowerRoman", "iv"),
        (1994, "upperRoman", "MCMXCIV"),
        (3, "decimalZero", "03"),
        (22, "ordinal", "22nd"),
        (112, "ordinal", "112th"),
        (21, "chineseCounting", "二十一"),
        (10, "japaneseCounting", "十"),
        (2, "russianLower", "б"),
        (3, "decimalEnclosedCircle", "③"),
        (5, "cardinalText", "5"),
        (0, "upperRoman", "0"),
        (999_999, "lowerRoman", "999999"),
        (7, "none", ""),
    ],
)
def test_numbers_take_the_form_that_the_list_gives_them(value: int, form: str, shown: str) -> None:
    assert format_number(value, form) == shown


CHART = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'


def test_the_words_of_a_chart_are_read_and_objects_that_cannot_be_are_counted() -> None:
    chart = part("x", f"<c:chart {CHART}><c:title><a:p><a:r><a:t>Ships by month</a:t></a:r></a:p></c:title>"
                 "<c:strCache><c:pt><c:v>January</c:v></c:pt></c:strCache></c:chart>")  # fmt: skip
    drawn = f'<w:r><w:drawing><c:chart {CHART} r:id="pchart1"/></w:drawing></w:r>'
    body = (
        p("Traffic", drawn) + p("<w:r><w:object><o:OLEObject/></w:object></w:r>") + '<w:altChunk r:id="x"/>'
    )
    document = read("docx", package(body, styles=styles(), chart1=chart))
    assert isinstance(document, Document)
    assert document.text == "Traffic\n\nShips by month\n\nJanuary\n"
    assert document.warnings == ("left out: 1 embedded documents", "left out: 1 embedded objects")


def test_properties_that_people_added_are_kept_and_those_of_programs_are_not() -> None:
    values = {
        "Security": "restricted",
        "Source": "https://example.org",
        "AppVersion": "15",
        "MSIP_Label_x": "y",
    }
    listed = "".join(f'<property name="{name}"><v>{value}</v></property>' for name, value in values.items())
    related = b'<Relationship Id="c" Type="x/custom-properties" Target="word/custom.xml"/></Relationships>'
    made = package(p("Rules"), styles=styles(), custom=f"<Properties>{listed}</Properties>")
    raw = rewritten(
        made,
        lambda name, content: (
            content.replace(b"</Relationships>", related) if name == "_rels/.rels" else content
        ),
    )
    document = read("docx", raw)
    assert isinstance(document, Document)
    assert json.loads(document.meta) == {"security": "restricted", "source": "https://example.org"}
