"""The laws that every Document keeps, whatever the format and however broken the text."""

from __future__ import annotations

import json
import re

from graphrag_batch.records import Document


def check_laws(document: Document) -> None:
    """Assert all laws of `records.Document`."""
    _check_blocks(document)
    _check_sections(document)
    _check_links(document)
    assert "\r" not in document.text
    assert "\0" not in document.text
    document.text.encode("utf-8")  # no lone surrogates
    assert isinstance(json.loads(document.meta), dict)
    for value in (document.title or "", document.lang, document.meta, *document.tags, *document.warnings):
        value.encode("utf-8")


def _check_blocks(document: Document) -> None:
    text, cursor = document.text, 0
    for block in document.blocks:
        assert cursor <= block.start < block.end <= len(text), block
        assert not text[cursor : block.start].strip(), "text outside any block"
        cursor = block.end
        assert -1 <= block.section < len(document.sections)
        innermost = max(
            (n for n, s in enumerate(document.sections) if s.start <= block.start < s.end), default=-1
        )
        assert block.section == innermost, block
    assert not text[cursor:].strip(), "text after the last block"


def _check_sections(document: Document) -> None:
    text, cursor = document.text, -1
    for index, section in enumerate(document.sections):
        assert cursor < section.start <= section.body <= section.end <= len(text), section
        cursor = section.start
        assert section.start_line == text.count("\n", 0, section.start) + 1
        assert section.end_line == text.count("\n", 0, section.end - 1) + 1
        assert -1 <= section.parent < index
        if section.parent >= 0:
            parent = document.sections[section.parent]
            assert parent.start < section.start
            assert section.end <= parent.end
            assert parent.level < section.level
        for other in document.sections[:index]:
            inside = other.start < section.start and section.end <= other.end
            assert inside or other.end <= section.start, "sections overlap"


def _check_links(document: Document) -> None:
    starts = [s.start for s in document.sections]
    for link in document.links:
        assert 0 <= link.start < link.end <= len(document.text), link
        assert link.section == sum(start <= link.start for start in starts) - 1
        assert link.target


def link_shows_itself(document: Document) -> bool:
    """Whether every link's span holds its target or every word of its text."""
    for link in document.links:
        source = document.text[link.start : link.end]
        words = re.findall(r"\w+", link.text)
        if link.target not in source and not (words and all(word in source for word in words)):
            return False
    return True
