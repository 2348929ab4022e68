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


def sections_in(artifact: Artifact, doc: int, first: int, last: int) -> list[Section]:
    """The sections that share lines with `first` to `last` of a document, outer before inner."""
    rows = artifact.execute(
        """SELECT id, breadcrumb, start_line, end_line FROM sections
           WHERE doc = ? AND start_line <= ? AND end_line >= ? ORDER BY ordinal""",
        (doc, last, first),
    )
    return [Section(*row) for row in rows]


def around(sections: Sequence[Section], line: int) -> Section:
    """The innermost section around a line; outside of all, one without end."""
    inside = (section for section in reversed(sections) if section.first <= line <= section.last)
    return next(inside, Section(0, "", 0, sys.maxsize))
