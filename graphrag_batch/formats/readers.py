"""The reader of each family, loaded when first needed: most builds read nothing, none reads all formats."""

from __future__ import annotations

from collections.abc import Callable

from graphrag_batch.config import FormatsConfig
from graphrag_batch.records import Decoded, Document, Unreadable

Parser = Callable[[Decoded], Document]
Converter = Callable[[bytes, FormatsConfig], Decoded | Unreadable]


def parser_of(format: str) -> Parser:
    """What finds the structure in decoded text. Raises KeyError for a format that has none."""
    family, _, language = format.partition(":")
    match family:
        case "markdown":
            from graphrag_batch.formats.markdown import read_markdown

            return read_markdown
        case "mdx":
            from graphrag_batch.formats.markdown import read_mdx

            return read_mdx
        case "rst":
            from graphrag_batch.formats.rst import read_rst

            return read_rst
        case "text":
            from graphrag_batch.formats.text import read_text

            return read_text
        case "asciidoc":
            from graphrag_batch.formats.asciidoc import read_asciidoc

            return read_asciidoc
        case "org":
            from graphrag_batch.formats.org import read_org

            return read_org
        case "man":
            from graphrag_batch.formats.man import read_man

            return read_man
        case "code":
            from graphrag_batch.formats.code import read_code

            return lambda decoded: read_code(decoded, language)
    from graphrag_batch.formats.converted import document_of

    return lambda decoded: document_of(family, decoded)


def converter_of(format: str) -> Converter:
    """What makes text of the bytes of a `converted` family. Raises KeyError for a family without one,
    ImportError where what reads it is not installed."""
    match format:
        case "html":
            from graphrag_batch.formats.html import convert_html

            return convert_html
        case "table":
            from graphrag_batch.formats.table import convert_table

            return convert_table
        case "pdf":
            from graphrag_batch.formats.pdf import convert_pdf

            return convert_pdf
        case "docx":
            from graphrag_batch.formats.docx import convert_docx

            return convert_docx
        case "notebook":
            from graphrag_batch.formats.notebook import convert_notebook

            return convert_notebook
    raise KeyError(format)
