"""All that is asked of MuPDF: a PDF's pages, outline and properties. What it stumbles over is damage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphrag_batch.formats.pdf_headings import Entry, outline_of
from graphrag_batch.formats.pdf_limits import MAX_CHARS, MAX_PAGES, too_much
from graphrag_batch.formats.pdf_meta import lang_of
from graphrag_batch.formats.pdf_notes import notes_of
from graphrag_batch.formats.pdf_page import PageText, read_page
from graphrag_batch.records import Unreadable


@dataclass(slots=True)
class Pdf:
    """What a file holds, before anything is made of it."""

    pages: list[PageText] = field(default_factory=list)
    outline: dict[int, list[Entry]] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    lang: str = ""
    warnings: list[str] = field(default_factory=list)


def read_pdf(raw: bytes) -> Pdf | Unreadable:
    """The content of a PDF, or why there is none. Raises ImportError without PyMuPDF."""
    import pymupdf

    if b"%PDF-" not in raw[:2048] and b" obj" not in raw:  # MuPDF reads other formats as well
        return Unreadable("unreadable", "not a PDF")
    mupdf: Any = pymupdf
    mupdf.TOOLS.mupdf_display_errors(False)  # they would go to stdout, or stderr
    mupdf.TOOLS.mupdf_display_warnings(False)
    mupdf.set_messages(pylogging=True)
    try:
        with mupdf.open(stream=raw, filetype="pdf") as doc:
            return _read(doc, _flags(mupdf))
    except Exception as error:  # damage shows as an error of any kind
        return Unreadable("unreadable", f"damaged: {_first_line(error)}")
    finally:
        mupdf.TOOLS.store_shrink(100)
        mupdf.TOOLS.reset_mupdf_warnings()


def _flags(mupdf: Any) -> int:
    """Spaces as they are, no text beyond the paper's edge, ligatures as letters."""
    return int(mupdf.TEXT_PRESERVE_WHITESPACE | mupdf.TEXT_MEDIABOX_CLIP | mupdf.TEXT_CID_FOR_UNKNOWN_UNICODE)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200] or type(error).__name__


def _read(doc: Any, flags: int) -> Pdf | Unreadable:
    if doc.needs_pass:
        return Unreadable("unreadable", "encrypted: needs a password")
    if not doc.page_count:
        return Unreadable("unreadable", "damaged: no pages")
    pdf = Pdf(metadata=dict(doc.metadata or {}))
    if doc.is_repaired:
        pdf.warnings.append("damaged: repaired")
    failed = _read_pages(pdf, doc, flags)
    if failed == len(pdf.pages):
        return Unreadable("unreadable", f"damaged: {pdf.warnings[-1]}")
    for part in (_read_outline, _read_lang, _list_files):
        try:
            part(pdf, doc)
        except Exception as error:
            pdf.warnings.append(f"damaged: {_first_line(error)}")
    return pdf


def _read_pages(pdf: Pdf, doc: Any, flags: int) -> int:
    """Every page, as far as the limits reach; how many could not be read. One costs only itself."""
    left, failed = MAX_CHARS, 0
    for number in range(min(doc.page_count, MAX_PAGES)):
        try:
            pdf.pages.append(_page(doc, number, flags, left))
        except Exception as error:
            pdf.warnings.append(f"page {number + 1} could not be read: {_first_line(error)}")
            pdf.pages.append(PageText(number, [], 612.0, 792.0))
            failed += 1
        left -= sum(line.chars for line in pdf.pages[-1].lines)
    if doc.page_count > MAX_PAGES:
        pdf.warnings.append(f"{doc.page_count} pages, the first {MAX_PAGES} read")
    if left <= 0:
        pdf.warnings.append(f"more than {MAX_CHARS} characters, the rest not read")
    return failed


def _page(doc: Any, number: int, flags: int, limit: int) -> PageText:
    page = doc.load_page(number)
    problem = too_much(doc, page)
    if problem:
        raise ValueError(problem)
    made = read_page(page, number, flags, limit)
    made.notes = notes_of(page)
    made.images = 0 if made.lines else len(page.get_image_info())
    return made


def _read_outline(pdf: Pdf, doc: Any) -> None:
    pdf.outline = outline_of(doc, pdf.pages)


def _read_lang(pdf: Pdf, doc: Any) -> None:
    pdf.lang = lang_of(doc)


def _list_files(pdf: Pdf, doc: Any) -> None:
    names = doc.embfile_names() if doc.embfile_count() else []
    if names:
        pdf.warnings.append(f"attached files not read: {', '.join(map(str, names[:20]))}")
