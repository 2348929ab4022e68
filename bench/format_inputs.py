"""Files for bench/formats.py, made by a seeded generator: format -> name and bytes of the n-th file.

To add a format: a function `(random.Random) -> bytes` and a row in GENERATORS.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from typing import NamedTuple

import text_inputs
from docx import Document as new_document
from words import WORDS, paragraph, sentence


class Generator(NamedTuple):
    """How a file of a format is made, its name's ending, and how many a second are asked of two cores."""

    make: Callable[[random.Random], bytes]
    extension: str
    wanted: float


def html(rng: random.Random) -> bytes:
    """A page of about 20 kB as documentation generators write them: a quarter of it surrounds the content."""
    parts = [_HEAD.format(title=sentence(rng, 4))]
    for number in range(11):
        name = f"part-{number}"
        parts.append(
            f"<section id='{name}'><h2>{sentence(rng, 4)}<a class='headerlink' href='#{name}'>¶</a></h2>"
        )
        parts += [f"<p>{_inline(rng)}</p>" for _ in range(2)]
        parts.append(rng.choice((_list, _table, _code, _note))(rng))
        parts.append("</section>")
    return ("".join(parts) + _FOOT).encode()


_LINK = "<li class='toctree-l1'><a class='reference' href='{0}.html'><span>{0} and others</span></a></li>"
_HEAD = (
    "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>{title} - Manual</title>"
    "<link rel='stylesheet' href='a.css'><script>var OPTIONS = {{a: 1, b: [1, 2, 3]}};</script></head><body>"
    "<nav class='sidebar'><ul>" + "".join(_LINK.format(word) for word in WORDS[:26]) + "</ul></nav>"
    "<div class='document'><main role='main'><h1>{title}</h1>"
)
_FOOT = (
    "</main></div><footer class='footer'><p>By hand.</p></footer><script src='z.js'></script></body></html>"
)


def _inline(rng: random.Random) -> str:
    text = paragraph(rng)
    marked = rng.choice(
        ("<em>{}</em>", "<code>{}</code>", "<a href='x.html#y'>{}</a>", "<strong>{}</strong>")
    )
    return f"{text} {marked.format(rng.choice(WORDS))} {sentence(rng)}"


def _list(rng: random.Random) -> str:
    return f"<ol>{''.join(f'<li><p>{_inline(rng)}</p></li>' for _ in range(4))}</ol>"


def _table(rng: random.Random) -> str:
    row = "".join(f"<td>{rng.choice(WORDS)} {rng.randint(1, 999)}</td>" for _ in range(4))
    head = "".join(f"<th>{rng.choice(WORDS)}</th>" for _ in range(4))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{f'<tr>{row}</tr>' * 6}</tbody></table>"


def _code(rng: random.Random) -> str:
    line = "<span class='n'>{}</span><span class='o'>=</span><span class='mi'>{}</span>\n"
    lines = "".join(line.format(rng.choice(WORDS), n) for n in range(8))
    return f"<div class='highlight-python'><div class='highlight'><pre><span></span>{lines}</pre></div></div>"


def _note(rng: random.Random) -> str:
    return f"<div class='admonition note'><p class='admonition-title'>Note</p><p>{_inline(rng)}</p></div>"


def docx(rng: random.Random) -> bytes:
    """A document of about ten pages in python-docx's template: text in several runs, lists, a table."""
    made = new_document()
    made.add_heading(sentence(rng, 4), 0)
    for _ in range(12):
        made.add_heading(sentence(rng, 4), rng.randint(1, 3))
        for _ in range(6):
            text = made.add_paragraph(paragraph(rng))
            text.add_run(f" {rng.choice(WORDS)} ").bold = True
            text.add_run(paragraph(rng))
        for _ in range(rng.randint(0, 6)):
            made.add_paragraph(sentence(rng), style="List Number")
    table = made.add_table(20, 4)
    for cell in (cell for row in table.rows for cell in row.cells):
        cell.text = sentence(rng, 4)
    raw = io.BytesIO()
    made.save(raw)
    return raw.getvalue()


def notebook(rng: random.Random) -> bytes:
    """A notebook of 30 cells, every fifth with a picture."""
    cells: list[dict[str, object]] = []
    for number in range(15):
        words = [f"## {sentence(rng, 4)}\n", "\n", paragraph(rng)]
        cells.append({"cell_type": "markdown", "id": f"text-{number}", "metadata": {}, "source": words})
        code = [f"{rng.choice(WORDS)} = {n}  # {sentence(rng, 4)}\n" for n in range(8)]
        picture = {"image/png": rng.randbytes(20_000).hex(), "text/plain": "<Figure size 640x480>"}
        data = picture if number % 5 == 0 else {"text/plain": sentence(rng)}
        output = {"output_type": "display_data", "metadata": {}, "data": data}
        cells.append({"cell_type": "code", "metadata": {}, "source": code, "outputs": [output]})
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def pdf(rng: random.Random) -> bytes:
    """A paper of ten pages in two columns, each with a heading, a ruled table and a page number."""
    import pymupdf

    with pymupdf.open() as made:
        for number in range(1, 11):
            page = made.new_page(width=595, height=842)
            page.insert_text((60, 60), sentence(rng, 4)[:60], fontname="hebo", fontsize=14)
            for x in (60, 310):
                box = pymupdf.Rect(x, 80, x + 225, 640)
                page.insert_textbox(box, " ".join(sentence(rng) for _ in range(36)), fontsize=9)
            for row in range(6):
                for column in range(5):
                    cell = pymupdf.Rect(60 + 95 * column, 660 + 18 * row, 155 + 95 * column, 678 + 18 * row)
                    page.draw_rect(cell)
                    page.insert_text((cell.x0 + 3, cell.y0 + 13), f"{rng.choice(WORDS)} {row}", fontsize=8)
            page.insert_text((290, 820), str(number), fontsize=8)
        return bytes(made.tobytes(deflate=True))


GENERATORS: dict[str, Generator] = {
    "markdown": Generator(text_inputs.markdown, "md", 1500),
    "rst": Generator(text_inputs.rst, "rst", 1000),
    "asciidoc": Generator(text_inputs.asciidoc, "adoc", 1000),
    "org": Generator(text_inputs.org, "org", 1000),
    "man": Generator(text_inputs.man, "1", 500),
    "table": Generator(text_inputs.table, "csv", 500),
    "json": Generator(text_inputs.data, "json", 500),
    "yaml": Generator(text_inputs.yaml, "yaml", 500),
    "html": Generator(html, "html", 150),
    "docx": Generator(docx, "docx", 40),
    "notebook": Generator(notebook, "ipynb", 100),
    "pdf": Generator(pdf, "pdf", 2.5),  # of ten pages: 25 pages
}
