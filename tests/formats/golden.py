"""Golden cases: an input under fixtures/cases/FORMAT and, beside it, the outline it must give."""

from __future__ import annotations

import json
from pathlib import Path

from graphrag_batch.formats.registry import format_of
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Document, Section, Unreadable
from tests.formats.words import chunks_of

CASES = Path(__file__).parents[2] / "fixtures" / "cases"
# fmt: off
FORMATS = (
    "markdown", "rst", "text", "html", "table", "man", "asciidoc", "org", "json", "yaml", "toml", "xml",
    "pdf", "docx", "notebook",
)
# fmt: on
MARKDOWN = ".expected.md"
"""The Markdown made of an input that is no text."""
VISIBLE = ".visible.txt"
"""What a reader of the input sees, as another program shows it, where that is kept beside it."""


def inputs() -> list[Path]:
    """The input files of all cases, sorted."""
    found = (p for name in FORMATS for p in (CASES / name).iterdir())
    return sorted(p for p in found if not p.name.endswith((".expected.json", MARKDOWN, VISIBLE)))


def expected_path(case: Path) -> Path:
    """Where a case's outline is kept."""
    return case.with_name(f"{case.name}.expected.json")


def parsed(case: Path) -> Document | Unreadable:
    """The case as the registry reads it."""
    raw = case.read_bytes()
    return parse(format_of(case.name, raw[:4096]), raw)


def render(document: Document) -> str:
    """The outline as JSON that reads well in a diff: one line for each section, block, link and chunk."""
    d = document
    outline = {
        "format": d.format,
        "title": d.title,
        "lang": d.lang,
        "tags": d.tags,
        "meta": json.loads(d.meta),
        "encoding": d.encoding,
        "warnings": d.warnings,
        "sections": [
            f"{'  ' * _depth(d, n)}{s.level} {s.title} #{s.anchor} L{s.start_line}-{s.end_line}{_pages(s)}"
            for n, s in enumerate(d.sections)
        ],
        "blocks": [
            f"{b.kind}{f'({b.info})' if b.info else ''} s{b.section} "
            f"L{_line(d, b.start)}-{_line(d, b.end - 1)} {_short(d.text[b.start : b.end])}"
            for b in d.blocks
        ],
        "links": [
            f"s{x.section} {_short(d.text[x.start : x.end])} -> {x.target} | {x.text}" for x in d.links
        ],
        "chunks": [
            f"{c.kind} s{c.section} L{c.start_line}-{c.end_line} {c.tokens}t {_short(c.text)}"
            for c in chunks_of(d)
        ],
    }
    return json.dumps(outline, indent=1, ensure_ascii=False) + "\n"


def _pages(section: Section) -> str:
    return f" p{section.page_start}-{section.page_end}" if section.page_start else ""


def _depth(document: Document, index: int) -> int:
    depth = 0
    while (index := document.sections[index].parent) >= 0:
        depth += 1
    return depth


def _line(document: Document, offset: int) -> int:
    return document.text.count("\n", 0, offset) + 1


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:40]}…{text[-15:]}"
