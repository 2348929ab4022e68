"""PDF to Markdown, by PyMuPDF (an extra: its licence is the AGPL).

Read page by page into words with their places (`pdf_page`), without what is repeated at the edges
(`pdf_furniture`), put into reading order (`pdf_layout`), told apart (`pdf_blocks`), written (`pdf_emit`).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from graphrag_batch.config import FormatsConfig
from graphrag_batch.formats.pdf_aligned import with_aligned_tables
from graphrag_batch.formats.pdf_blocks import Block, page_blocks
from graphrag_batch.formats.pdf_emit import Page, compounds_of, write
from graphrag_batch.formats.pdf_furniture import remove_furniture
from graphrag_batch.formats.pdf_headings import Headings, body_style, outline_of
from graphrag_batch.formats.pdf_layout import reading_order
from graphrag_batch.formats.pdf_levels import largest_heading, set_levels
from graphrag_batch.formats.pdf_limits import MAX_CHARS, MAX_PAGES, too_much
from graphrag_batch.formats.pdf_meta import lang_of, meta_of, title_of
from graphrag_batch.formats.pdf_notes import notes_of
from graphrag_batch.formats.pdf_page import PageText, read_page
from graphrag_batch.formats.pdf_tables import Table, ruled_tables
from graphrag_batch.records import Decoded, Unreadable


def convert_pdf(raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """The Markdown of a PDF, or why there is none. Raises ImportError without PyMuPDF."""
    import pymupdf

    mupdf: Any = pymupdf
    mupdf.TOOLS.mupdf_display_errors(False)  # they would go to stdout, or stderr
    mupdf.TOOLS.mupdf_display_warnings(False)
    mupdf.set_messages(pylogging=True)
    try:
        doc = mupdf.open(stream=raw, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        return Unreadable("unreadable", f"damaged: {_first_line(error)}")
    try:
        return _convert(doc, _flags(mupdf))
    finally:
        doc.close()
        mupdf.TOOLS.store_shrink(100)
        mupdf.TOOLS.reset_mupdf_warnings()


def _flags(mupdf: Any) -> int:
    """Spaces as they are, no text beyond the paper's edge, ligatures as letters."""
    return int(mupdf.TEXT_PRESERVE_WHITESPACE | mupdf.TEXT_MEDIABOX_CLIP | mupdf.TEXT_CID_FOR_UNKNOWN_UNICODE)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200] or type(error).__name__


def _convert(doc: Any, flags: int) -> Decoded | Unreadable:
    if doc.needs_pass:
        return Unreadable("unreadable", "encrypted: needs a password")
    if not doc.is_pdf:
        return Unreadable("unreadable", "not a PDF")
    if not doc.page_count:
        return Unreadable("unreadable", "damaged: no pages")
    pages, warnings = _read(doc, flags)
    warnings = [*_about(doc, pages), *warnings]
    if not any(page.lines or page.notes for page in pages):
        if len(pages) == len([w for w in warnings if "could not be read" in w]):
            return Unreadable("unreadable", f"damaged: {warnings[-1]}")
        return Unreadable("empty", f"{len(pages)} page{'s' * (len(pages) > 1)} without text: scanned?")
    blank = [page.number + 1 for page in pages if not page.lines and page.images]
    if blank:
        warnings.append(f"no text on page {_numbers(blank)}: scanned?")
    return _written(doc, pages, warnings)


def _read(doc: Any, flags: int) -> tuple[list[PageText], list[str]]:
    """Every page, as far as the limits reach; one that cannot be read costs only itself."""
    pages: list[PageText] = []
    warnings: list[str] = []
    left = MAX_CHARS
    for number in range(min(doc.page_count, MAX_PAGES)):
        try:
            page = doc.load_page(number)
            problem = too_much(doc, page)
            if problem:
                raise ValueError(problem)
            made = read_page(page, number, flags, left)
            made.notes = notes_of(page)
            made.images = 0 if made.lines else len(page.get_images())
        except (RuntimeError, ValueError, TypeError, KeyError, IndexError) as error:
            warnings.append(f"page {number + 1} could not be read: {_first_line(error)}")
            made = PageText(number, [], 612.0, 792.0)
        left -= sum(line.chars for line in made.lines)
        pages.append(made)
    if doc.page_count > MAX_PAGES:
        warnings.append(f"{doc.page_count} pages, the first {MAX_PAGES} read")
    if left <= 0:
        warnings.append(f"more than {MAX_CHARS} characters, the rest not read")
    return pages, warnings


def _about(doc: Any, pages: list[PageText]) -> list[str]:
    warnings = []
    if doc.is_repaired:
        warnings.append("damaged: repaired")
    files = doc.embfile_names() if doc.embfile_count() else []
    if files:
        warnings.append(f"attached files not read: {', '.join(map(str, files[:20]))}")
    count: Counter[bool] = Counter()
    for page in pages:
        for line in page.lines:
            for word in line.words:
                count[True] += word.text.count("\ufffd")
                count[False] += len(word.text)
    if count[True] > 0.02 * count[False]:
        warnings.append(
            f"{count[True]} of {count[False]} characters are in fonts that do not say what they mean"
        )
    return warnings


def _numbers(pages: list[int]) -> str:
    shown = ", ".join(map(str, pages[:20]))
    return f"{shown} and {len(pages) - 20} more" if len(pages) > 20 else shown


def _written(doc: Any, texts: list[PageText], warnings: list[str]) -> Decoded:
    body = body_style(texts)
    tables = [ruled_tables(page) for page in texts]
    running = remove_furniture(texts, body.size)
    headings = Headings(body, outline_of(doc, texts))
    compounds = compounds_of([line.text for page in texts for line in page.lines])
    pages = []
    for text, drawn in zip(texts, tables, strict=True):
        items = with_aligned_tables(reading_order(text.lines, drawn))
        blocks = page_blocks(items, text.number, headings)
        blocks += [Block("note", note=note, page=text.number) for note in text.notes]
        pages.append(Page(text.number, blocks))
    set_levels(pages)
    _repeat_heads(pages)
    made = write(pages, compounds)
    return Decoded(
        text="\n".join(made.lines) + "\n",
        warnings=tuple(warnings),
        title=title_of(doc.metadata or {}) or largest_heading(pages[0]),
        lang=lang_of(doc),
        meta=meta_of(doc.metadata or {}, running),
        pages=tuple(made.pages),
        anchors=tuple((line, f"page={n + 1}") for n, line in enumerate(made.pages)),
    )


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
