"""Documents that became copies of others, or are none any more."""

from __future__ import annotations

from typing import NamedTuple

from graphrag_batch.artifact.pair import A, B, Pair
from graphrag_batch.measure.matching import Groups, Matches, Row, changes, pair_off

_ONLY = """SELECT x.doc, x.duplicate_of, d.path, o.path, x.similarity FROM {here}.duplicates x
    JOIN {here}.docs d ON d.id = x.doc JOIN {here}.docs o ON o.id = x.duplicate_of
    WHERE NOT EXISTS (SELECT 1 FROM {there}.duplicates y
        WHERE y.doc = x.doc AND y.duplicate_of = x.duplicate_of) ORDER BY d.path"""
_FIELDS = ("path", "duplicate_of", "similarity")


class _Copy(NamedTuple):
    """A document, the one that it is a copy of (ids and paths), and how alike they are."""

    doc: int
    original: int
    path: str
    duplicate_of: str
    similarity: float


def duplicates(pair: Pair, matches: Matches) -> Groups:
    """Added, removed, and changed (a copy of another document), whatever was renamed. How alike two
    documents are changes with any word, and is no difference of its own."""
    gone = [_Copy(*row) for row in pair.rows(_ONLY.format(here=A, there=B))]
    come = [_Copy(*row) for row in pair.rows(_ONLY.format(here=B, there=A))]
    both = pair_off(gone, come, lambda old: matches.docs.get(old.doc, old.doc), lambda new: new.doc)
    changed = [
        {**_row(new), "changes": changes(_FIELDS, old[2:], new[2:])}
        for old, new in both
        if matches.docs.get(old.original, old.original) != new.original
    ]
    return {"added": [*map(_row, come)], "removed": [*map(_row, gone)], "changed": changed}


def _row(copy: _Copy) -> Row:
    return dict(zip(_FIELDS, copy[2:], strict=True))
