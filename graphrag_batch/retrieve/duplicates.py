"""The list of documents that are copies of others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_batch.retrieve.finding import files_under, find_doc, no_path, written

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact

_ROWS = """SELECT a.path, b.path, x.similarity FROM duplicates x
    JOIN docs a ON a.id = x.doc JOIN docs b ON b.id = x.duplicate_of ORDER BY b.path, a.path"""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A document, the one that it is a duplicate of, and how alike they are (1: equal words)."""

    path: str
    duplicate_of: str
    similarity: float


def duplicates(artifact: Artifact, path: str = "") -> tuple[Duplicate, ...]:
    """The duplicates that are, or are of, a file or anything in a folder (`""`: the whole tree), those of
    one file together. Raises NotFound for a path that is neither."""
    wanted = written(artifact, path)
    if wanted and find_doc(artifact, wanted) is None and not files_under(artifact, wanted):
        no_path(artifact, wanted)
    rows = (Duplicate(*row) for row in artifact.execute(_ROWS))
    return tuple(
        row for row in rows if not wanted or _is_in(row.path, wanted) or _is_in(row.duplicate_of, wanted)
    )


def _is_in(path: str, wanted: str) -> bool:
    return path == wanted or path.startswith(f"{wanted}/")
