import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_batch.build.apart import Apart, Lost
from graphrag_batch.config import FormatsConfig
from graphrag_batch.formats import pdf_limits, registry
from graphrag_batch.records import Decoded, Document, Unreadable
from tests.building import clean_env
from tests.examples import examples
from tests.formats.laws import check_laws
from tests.formats.pdf_cases import CASES, FOLDER, FURNITURE, markdown, markdown_path, prose, visible
from tests.formats.pdf_writer import Page, Pdf


def decoded(raw: bytes) -> Decoded:
    made = registry.decode("pdf", raw, FormatsConfig())
    assert isinstance(made, Decoded), made
    return made


def read(raw: bytes) -> Document:
    made = registry.read("pdf", raw)
    assert isinstance(made, Document), made
    return made


def verdict(raw: bytes) -> Unreadable:
    made = registry.decode("pdf", raw, FormatsConfig())
    assert isinstance(made, Unreadable), made
    return made


def page(*lines: str, y: float = 60) -> Page:
    made = Page()
    made.lines(60, y, lines)
    return made


# ---- goldens ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_a_case_gives_its_markdown(name: str) -> None:
    path = FOLDER / f"{name}.pdf"
    raw = path.read_bytes()
    assert raw == CASES[name]().bytes(), "if this is meant: python -m tests.formats.pdf_cases"
    assert markdown(raw) == markdown_path(path).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FURNITURE)
def test_what_is_left_out_on_purpose_is_left_out(name: str) -> None:
    text = decoded((FOLDER / f"{name}.pdf").read_bytes()).text
    assert not FURNITURE[name] & {line.lstrip("# ") for line in text.split("\n")}


@pytest.mark.long
def test_the_order_of_the_cases_does_not_matter() -> None:
    raws = [(FOLDER / f"{name}.pdf").read_bytes() for name in CASES]
    first = [registry.decode("pdf", raw, FormatsConfig()) for raw in raws]
    assert [registry.decode("pdf", raw, FormatsConfig()) for raw in reversed(raws)] == first[::-1]


# ---- what is read -----------------------------------------------------------------------------


def test_a_section_over_several_pages_is_one_with_its_span() -> None:
    document = read((FOLDER / "outline.pdf").read_bytes())
    spans = [(s.title, s.page_start, s.page_end) for s in document.sections]
    assert spans == [("Preface", 1, 3), ("1. The first voyage", 3, 3), ("Provisions", 3, 3)]
    assert len(document.pages) == 3
    lines = document.text.split("\n")
    assert all(lines[line - 1] for line in document.pages)
    assert "page=3" in document.sections[0].anchor.split()


def test_a_word_divided_at_the_end_of_a_page_is_whole_on_the_first() -> None:
    text = decoded(
        Pdf(page("The ferry left at dawn with all its passen-"), page("gers and one goat.")).bytes()
    ).text
    assert text == "The ferry left at dawn with all its passengers\nand one goat.\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["They co-", "operate."], "cooperate."),
        (["A state-of-the-", "art kiln."], "state-of-the-art"),
        (["A well-known kiln and a well-", "known maker."], "well-known\nmaker"),
        (["Self-", "made."], "Self-made."),
        (["In the years 1987-", "1990 it rained."], "1987-\n1990"),
        (["He spoke of Anna-", "Maria."], "Anna-\nMaria"),
        (["One - two -", "three."], "One - two -\nthree."),
    ],
)
def test_hyphens_at_the_end_of_a_line(lines: list[str], expected: str) -> None:
    assert expected in decoded(Pdf(page(*lines)).bytes()).text


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Tides of the North", "Tides of the North"),
        ("report-v2.docx", "Large words"),
        ("Microsoft Word - final.doc", "Large words"),
        ("untitled", "Large words"),
        ("", "Large words"),
    ],
)
def test_the_title_is_that_of_the_metadata_unless_a_program_put_it_there(title: str, expected: str) -> None:
    made = page("Some text.", "Some more of it.", y=120)
    made.text(60, 60, "Large words", "B", 18)
    assert decoded(Pdf(made, Title=title).bytes()).title == expected


def test_properties_are_kept() -> None:
    raw = Pdf(
        page("Text."),
        Author="Ann",
        Subject="Tides",
        Keywords="sea",
        CreationDate="D:20240229120000Z",
        lang="de",
    )
    made = decoded(raw.bytes())
    assert made.meta == '{"author":"Ann","created":"2024-02-29","keywords":"sea","subject":"Tides"}'
    assert made.lang == "de"


def test_a_line_that_stands_once_at_the_edge_is_no_furniture() -> None:
    pages = [page("Harbour rules", *prose(n, 12, 8)) for n in range(5)]
    for made, subject in zip(pages, ["boats", "ropes", "tides", "sails", "knots"], strict=True):
        made.text(60, 800, f"Footnote 1: about {subject}", size=8)
    text = decoded(Pdf(*pages).bytes()).text
    assert "Harbour rules" not in text
    assert text.count("Footnote") == 5


@pytest.mark.parametrize("count", [1, 2])
def test_a_short_document_loses_only_its_page_numbers(count: int) -> None:
    pages = [page("Harbour rules", *prose(n, 12, 8)) for n in range(count)]
    for n, made in enumerate(pages, start=1):
        made.text(290, 800, str(n))
    text = decoded(Pdf(*pages).bytes()).text
    assert text.count("Harbour rules") == count
    assert not any(line.isdecimal() for line in text.split("\n"))


def test_a_document_of_nothing_but_furniture_keeps_it() -> None:
    assert decoded(Pdf(page("Page 1"), page("Page 2")).bytes()).text == "Page 1\n\nPage 2\n"


def test_fields_of_a_form_and_what_was_written_over_a_page_are_kept() -> None:
    with pymupdf.open(stream=Pdf(page("Name:")).bytes(), filetype="pdf") as doc:
        field = pymupdf.Widget()
        field.field_type, field.field_name = pymupdf.PDF_WIDGET_TYPE_TEXT, "name"
        field.field_value, field.rect = "Ada Harbourmaster", pymupdf.Rect(100, 50, 300, 65)
        doc[0].add_widget(field)
        doc[0].add_freetext_annot(pymupdf.Rect(60, 200, 300, 230), "Please sign here")
        text = decoded(doc.tobytes()).text
    assert "Name: Ada Harbourmaster" in text
    assert "Please sign here" in text


# ---- what is not ------------------------------------------------------------------------------


def encrypted(user: str) -> bytes:
    with pymupdf.open(stream=Pdf(page("The tide turns at noon.")).bytes(), filetype="pdf") as doc:
        return bytes(doc.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=user, owner_pw="owner"))


def test_a_password_that_is_needed_is_named_as_the_reason() -> None:
    assert verdict(encrypted("secret")) == Unreadable("unreadable", "encrypted: needs a password")
    assert decoded(encrypted("")).text == "The tide turns at noon.\n"


def test_pages_without_text() -> None:
    scan = Page()
    scan.image(0, 0, 595, 842)
    assert verdict(Pdf(scan, scan, scan).bytes()) == Unreadable("empty", "3 pages without text: scanned?")
    made = decoded(Pdf(page("Typed."), scan, Page()).bytes())
    assert made.warnings == ("no text on page 2: scanned?",)
    assert len(made.pages) == 3


def test_damage_is_repaired_where_it_can_be() -> None:
    raw = Pdf(page("The tide turns at noon.")).bytes()
    made = decoded(raw[: raw.index(b"xref\n")])
    assert made.text == "The tide turns at noon.\n"
    assert made.warnings == ("damaged: repaired",)


@pytest.mark.parametrize(
    ("raw", "detail"),
    [
        (b"%PDF-1.7\n", "damaged"),
        (b"%PDF-1.7\n" + b"\0" * 2000, "damaged"),
        (b"plain text in a file of another name", "not a PDF"),
        (b"<html><body>A page.</body></html>", "not a PDF"),
    ],
)
def test_what_cannot_be_repaired_says_what_it_is(raw: bytes, detail: str) -> None:
    assert verdict(raw).reason == "unreadable"
    assert verdict(raw).detail.startswith(detail)


def test_attached_files_are_named() -> None:
    with pymupdf.open(stream=Pdf(page("Text.")).bytes(), filetype="pdf") as doc:
        doc.embfile_add("table.csv", b"a,b")
        assert decoded(doc.tobytes()).warnings == ("attached files not read: table.csv",)


def test_a_page_that_unfolds_into_too_much_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_limits, "MAX_CONTENT", 1_000_000)
    with pymupdf.open(stream=Pdf(page("Kept."), page("Bomb.")).bytes(), filetype="pdf") as doc:
        xref = doc[1].get_contents()[0]
        packed = zlib.compress(zlib.compress(b"q Q " * 1_000_000))
        doc.update_stream(xref, packed, compress=False)
        doc.xref_set_key(xref, "Filter", "[/FlateDecode/FlateDecode]")
        made = decoded(doc.tobytes())
    assert made.text.strip() == "Kept."
    assert made.warnings == ("page 2 could not be read: more than 1 MB on one page",)


# ---- the library ------------------------------------------------------------------------------

QUIET = """
import sys
seen = []


def watch(event, args):
    writes = event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+")
    if writes or event in ("socket.connect", "socket.bind", "socket.sendto"):
        seen.append((event, args))


sys.addaudithook(watch)
from graphrag_batch.formats.registry import decode
from graphrag_batch.config import FormatsConfig
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        raw = file.read()
    decode("pdf", raw, FormatsConfig())
    decode("pdf", raw[: len(raw) // 2], FormatsConfig())
assert "pymupdf" in sys.modules
assert not seen, seen
"""


@pytest.mark.long
def test_reading_prints_nothing_writes_no_file_and_opens_no_socket(tmp_path: Path) -> None:
    paths = [str(FOLDER / f"{name}.pdf") for name in CASES]
    done = subprocess.run(
        [sys.executable, "-B", "-c", QUIET, *paths],
        cwd=tmp_path,
        env=clean_env(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert not list(tmp_path.iterdir())


RAWS = [(FOLDER / f"{name}.pdf").read_bytes() for name in CASES]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    raw = bytearray(draw(st.sampled_from(RAWS)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(len(raw) - 1, 0)))
        match draw(st.sampled_from(["set", "cut", "insert", "end"])):
            case "set":
                raw[at : at + 1] = draw(st.binary(min_size=1, max_size=4))
            case "cut":
                del raw[at : at + draw(st.integers(1, 80))]
            case "insert":
                raw[at:at] = draw(st.binary(max_size=20))
            case "end":
                del raw[at:]
    return bytes(raw)


def read_there(raw: bytes) -> bytes:
    """What becomes of a file, in a process that may be lost: MuPDF never ends on some damaged ones."""
    made = registry.read("pdf", raw)
    if isinstance(made, Unreadable):
        return f"{made.reason}: {made.detail}".encode()
    check_laws(made)
    return b"read"


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Apart[bytes]]:
    pool: Apart[bytes]
    with Apart(1) as pool:
        yield pool


@pytest.mark.long
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(raw=st.one_of(damaged(), st.binary(max_size=300).map(lambda raw: b"%PDF-1.4\n" + raw)))
def test_damaged_files_are_read_or_refused_with_a_reason(elsewhere: Apart[bytes], raw: bytes) -> None:
    (made,) = elsewhere.map(read_there, [raw], lambda _: 20)
    if isinstance(made, Lost):
        assert str(made) == "took more than 20 seconds"
    else:
        assert made == b"read" or made.startswith((b"unreadable: ", b"empty: "))
        assert b"reader failed" not in made


@pytest.mark.long
def test_the_visible_text_of_the_cases_is_kept_beside_them() -> None:
    for name in CASES:
        path = FOLDER / f"{name}.pdf"
        shown = path.with_name(f"{path.name}.visible.txt").read_text(encoding="utf-8")
        assert visible(name, path.read_bytes()).split() == shown.split()
