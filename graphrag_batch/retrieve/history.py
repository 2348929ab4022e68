"""What the history says of one document: when it last changed, and what changes together with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact

UNCOMMITTED = "uncommitted"
MOST_TOGETHER = 5
_FIRST, _LAST = -62_135_596_800, 253_402_300_799  # the years 1 and 9999


def last_change(artifact: Artifact, path: str) -> str:
    """The day of the last commit that touched a path (UTC), `uncommitted` where a staged or worktree tree
    goes on from that, "" where it is not known."""
    if path in uncommitted(artifact.meta):
        return UNCOMMITTED
    rows = artifact.execute("SELECT time FROM history WHERE path = ?", (path,))
    return day(rows[0][0]) if rows else ""


def told(changed: str) -> str:
    """What `last_change` gave, in words; "" for nothing."""
    return f"changed {changed}" if changed and changed != UNCOMMITTED else changed


def together(artifact: Artifact, doc: int) -> tuple[tuple[str, int], ...]:
    """(path, how many commits) of the documents most often changed in one commit with this one; what
    happened once may be chance and is left out."""
    rows = artifact.execute(
        """SELECT path, count FROM docs JOIN (
               SELECT b AS other, count FROM cochanges WHERE a = :doc
               UNION ALL SELECT a, count FROM cochanges WHERE b = :doc) ON id = other
           WHERE count > 1 ORDER BY count DESC, path LIMIT :most""",
        {"doc": doc, "most": MOST_TOGETHER},
    )
    return tuple((path, count) for path, count in rows)


def uncommitted(meta: Mapping[str, str]) -> frozenset[str]:
    """The paths of a staged or worktree tree that are not as in the commit it goes on from."""
    return _paths(meta.get("history_uncommitted") or "[]")


@lru_cache(maxsize=4)
def _paths(text: str) -> frozenset[str]:
    return frozenset(json.loads(text))


def day(seconds: int) -> str:
    """The day (UTC) of a moment in seconds since the epoch; the first or last that a date can be for one that
    somebody made up."""
    return datetime.fromtimestamp(min(max(seconds, _FIRST), _LAST), UTC).date().isoformat()
