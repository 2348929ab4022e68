"""Which sections share lines with a chunk, and which of them is around a line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact


@dataclass(frozen=True, slots=True)
class Section:
    """Lines `first` to `last` of a file, under a breadcrumb."""

    id: int
    breadcrumb: str
    first: int
    last: int
    pages: tuple[int, int] | None = None


def sections_in(artifact: Artifact, doc: int, first: int, last: int) -> list[Section]:
    """The sections that share lines with `first` to `last` of a document, outer before inner."""
    rows = artifact.execute(
        """SELECT id, breadcrumb, start_line, end_line, page_start, page_end FROM sections
           WHERE doc = ? AND start_line <= ? AND end_line >= ? ORDER BY ordinal""",
        (doc, last, first),
    )
    return [Section(id_, crumb, a, b, pages_of(p, q)) for id_, crumb, a, b, p, q in rows]


def around(sections: Sequence[Section], line: int) -> Section:
    """The innermost section around a line; outside of all, one without end."""
    inside = (section for section in reversed(sections) if section.first <= line <= section.last)
    return next(inside, Section(0, "", 0, sys.maxsize))


def pages_of(first: int | None, last: int | None) -> tuple[int, int] | None:
    """Pages as recorded: none, in a document that has none."""
    return (first, last) if first is not None and last is not None else None


def shared(a: tuple[int, int] | None, b: tuple[int, int] | None) -> tuple[int, int] | None:
    """The pages of what is in both."""
    if a is None or b is None:
        return a or b
    return max(a[0], b[0]), min(a[1], b[1])


def cited(pages: tuple[int, int] | None) -> str:
    """Pages as a reader cites them, "" for none."""
    if pages is None:
        return ""
    return f"p. {pages[0]}" if pages[0] == pages[1] else f"pp. {pages[0]}–{pages[1]}"
