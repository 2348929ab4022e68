"""Pages under prose/, and beside each its passages: python -m tests.stages.passage_files writes these."""

from __future__ import annotations

from pathlib import Path

from graphrag_batch.formats.registry import format_of
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Document
from graphrag_batch.stages.passages import passages

FOLDER = Path(__file__).parent / "prose"
EXPECTED = ".passages"


def pages() -> list[Path]:
    """The pages, sorted."""
    return sorted(path for path in FOLDER.iterdir() if not path.name.endswith(EXPECTED))


def document_of(path: Path) -> Document:
    """A file as the registry reads it."""
    raw = path.read_bytes()
    document = parse(format_of(path.name, raw[:4096]), raw)
    assert isinstance(document, Document)
    return document


def render(document: Document) -> str:
    """A line for each passage: what it is, its text, and what is set apart."""
    lines = []
    for one in passages(document):
        place = f"s{one.section}" + (f" g{one.group}.{one.row}" if one.group >= 0 else "")
        label = f" [{one.label}]" if one.label else ""
        marks = "".join(f" <{mark}: {one.text[a:b]}>" for a, b, mark in one.marks)
        lines.append(f"{one.kind} {place}{label} | {one.text} |{marks}".rstrip())
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for page in pages():
        page.with_name(page.name + EXPECTED).write_text(render(document_of(page)), encoding="utf-8")
