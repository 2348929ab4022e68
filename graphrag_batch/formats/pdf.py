"""PDF to Markdown, by PyMuPDF (an extra: its licence is the AGPL).

Read into words with their places (`pdf_read`, `pdf_page`), freed of what is repeated at the edges
(`pdf_furniture`), put into reading order (`pdf_layout`), told apart (`pdf_blocks`), written (`pdf_emit`).
"""

from __future__ import annotations

from graphrag_batch.config import FormatsConfig
from graphrag_batch.formats.pdf_aligned import with_aligned_tables
from graphrag_batch.formats.pdf_blocks import Block, page_blocks
from graphrag_batch.formats.pdf_emit import Page, compounds_of, write
from graphrag_batch.formats.pdf_furniture import remove_furniture
from graphrag_batch.formats.pdf_headings import Headings, body_style
from graphrag_batch.formats.pdf_layout import reading_order
from graphrag_batch.formats.pdf_levels import largest_heading, set_levels
from graphrag_batch.formats.pdf_meta import meta_of, title_of
from graphrag_batch.formats.pdf_page import PageText
from graphrag_batch.formats.pdf_read import Pdf, read_pdf
from graphrag_batch.formats.pdf_tables import Table, ruled_tables
from graphrag_batch.records import Decoded, Unreadable


def convert_pdf(raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """The Markdown of a PDF, or why there is none. Raises ImportError without PyMuPDF."""
    pdf = read_pdf(raw)
    if isinstance(pdf, Unreadable):
        return pdf
    pages = pdf.pages
    if not any(page.lines or page.notes for page in pages):
        return Unreadable("empty", f"{len(pages)} page{'s' * (len(pages) > 1)} without text: scanned?")
    warnings = [*pdf.warnings, *_scanned(pages), *_unknown_characters(pages)]
    running, made = _converted(pdf)
    text = write(made, compounds_of([line.text for page in pages for line in page.lines]))
    return Decoded(
        text="\n".join(text.lines) + "\n",
        warnings=tuple(warnings),
        title=title_of(pdf.metadata) or largest_heading(made[0]),
        lang=pdf.lang,
        meta=meta_of(pdf.metadata, running),
        pages=tuple(text.pages),
        anchors=tuple((line, f"page={n + 1}") for n, line in enumerate(text.pages)),
    )


def _scanned(pages: list[PageText]) -> list[str]:
    blank = [page.number + 1 for page in pages if not page.lines and page.images]
    shown = ", ".join(map(str, blank[:20])) + (f" and {len(blank) - 20} more" if len(blank) > 20 else "")
    return [f"no text on page {shown}: scanned?"] if blank else []


def _unknown_characters(pages: list[PageText]) -> list[str]:
    words = [word.text for page in pages for line in page.lines for word in line.words]
    lost, chars = sum(word.count("\ufffd") for word in words), sum(map(len, words))
    if lost <= 0.02 * chars:
        return []
    return [f"{lost} of {chars} characters are in fonts that do not say what they mean"]


def _converted(pdf: Pdf) -> tuple[list[str], list[Page]]:
    """The running headers and footers taken out, and the pages as blocks."""
    body = body_style(pdf.pages)
    if body.mono:  # typed throughout: then it says nothing
        _forget_mono(pdf.pages)
    tables = [ruled_tables(page) for page in pdf.pages]
    running = remove_furniture(pdf.pages, body.size, any(tables))
    headings = Headings(body, pdf.outline)
    made: list[Page] = []
    for page, drawn in zip(pdf.pages, tables, strict=True):
        items = with_aligned_tables(reading_order(page.lines, drawn))
        blocks = page_blocks(items, page.number, headings)
        blocks += [Block("note", note=note, page=page.number) for note in page.notes]
        made.append(Page(page.number, blocks))
    set_levels(made)
    _repeat_heads(made)
    return running, made


def _forget_mono(pages: list[PageText]) -> None:
    for word in (word for page in pages for line in page.lines for word in line.words):
        word.style = word.style._replace(mono=False)


def _repeat_heads(pages: list[Page]) -> None:
    """A table that goes on over a page's end gets its head again."""
    last: Table | None = None
    for page in pages:
        blocks = [block for block in page.blocks if block.kind != "note"]
        first = blocks[0].table if blocks else None
        if first is not None and last is not None and _goes_on(last, first):
            first.rows.insert(0, last.rows[0])
        last = blocks[-1].table if blocks else last


def _goes_on(above: Table, below: Table) -> bool:
    """Whether a table of equal columns goes on, without its head on the new page."""
    same = len(above.rows[0]) == len(below.rows[0])
    same = same and abs(above.x0 - below.x0) < 8 and abs(above.x1 - below.x1) < 8
    return same and above.cells()[0] != below.cells()[0]
