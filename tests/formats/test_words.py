"""Nothing in a document may vanish: every word of a case that a reader sees is in some chunk."""

from pathlib import Path

import pytest

from graphrag_batch.formats.decode import decode
from graphrag_batch.records import Decoded, Document
from tests.formats import golden, html_words
from tests.formats.words import chunks_of, missing_words

# Words that no chunk holds, and why that is right: case -> words.
EXCEPTIONS: dict[str, set[str]] = {
    # Numbers of lines; raised figures, which are set apart (`x^2`); formulas, which are written in TeX;
    # underscores that are no emphasis and escaped; `~~old~~new`.
    "html/code.html": {"2"},
    "html/generator_material.html": {"d", "hd_"},
    "html/generator_sphinx.html": {"1", "2"},
    "html/markdown_lookalikes.html": {"__dunder__"},
    "html/media_and_blocks.html": {"oldnew", "x2", "m"},
    "html/wiki.html": {"105"},
    # what the formatter puts above and below pages that name no manual
    "man/tides.8": {"BSD", "System", "Manager", "s", "Manual"},
    "pdf/lookalike.pdf": {"this_"},  # an underscore that is no emphasis is escaped
    "pdf/two_columns.pdf": {"co", "operation"},  # divided at a line's end: cooperation
    # Letters of the font Symbol; raised figures and readings, which are set apart (`10^6`, `x^2`).
    "docx/characters.docx": {"ab", "106", "x2", "b2", "とう東きょう京へ"},
    "docx/footnotes.docx": {"Never", "referred", "to"},  # a note that nothing refers to
    # Lines after the twentieth, characters after the 500th, the names of objects shown in another way.
    "notebook/outputs.ipynb": {str(n) for n in range(20, 60) if n != 40}
    | {"x" * 700, "IPython", "core", "display", "Markdown", "object"},
    "notebook/pictures.ipynb": {"Figure", "size", "640x480", "with", "1", "Axes"},
    "notebook/version3.ipynb": {"Plot", "at", "0x1"},
    # rows beyond formats.table.rows
    "table/many.csv": {f"{word}{n}" for n in range(51, 56) for word in ("B0", "vessel")}
    | {str(n * n) for n in range(51, 55)},
}


def visible(case: Path) -> str:
    """The text that a reader of the case sees; of a text format all of it, markup too."""
    shown = case.with_name(f"{case.name}{golden.VISIBLE}")
    if shown.exists():
        return shown.read_text(encoding="utf-8")
    if case.parent.name == "html" and case.name != "template.html":
        return html_words.read(case)[0]
    decoded = decode(case.read_bytes())
    assert isinstance(decoded, Decoded)
    return decoded.text


@pytest.mark.sample(40)
@pytest.mark.parametrize("case", golden.inputs(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_every_word_is_in_some_chunk(case: Path) -> None:
    document = golden.parsed(case)
    assert isinstance(document, Document)
    missing = missing_words(visible(case), document, chunks_of(document))
    assert set(missing) == EXCEPTIONS.get(f"{case.parent.name}/{case.name}", set())


def test_a_word_that_no_chunk_holds_is_told() -> None:
    document = golden.parsed(golden.CASES / "text" / "numbered.txt")
    assert isinstance(document, Document)
    chunks = chunks_of(document)
    assert missing_words("Ferries, zyzzyva: zyzzyva", document, chunks) == ["zyzzyva"]
    assert missing_words(document.text, document, chunks[1:])
