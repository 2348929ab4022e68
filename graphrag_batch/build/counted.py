"""How many documents came, changed and went: what a report counts. A path that is not indexed counts for
nothing, whatever happened to it."""

from __future__ import annotations

from collections.abc import Collection

from graphrag_batch.fingerprint import id63
from graphrag_batch.source.plan import Plan


def count_files(
    plan: Plan, documents: int, skipped: int, left: Collection[int] = (), came: Collection[int] = ()
) -> dict[str, int]:
    """Counts of the `documents` there are now, of which `came` (ids) were written and those that `left`
    were there before. One written anew that the plan does not name (other settings hold) is unchanged."""
    left, came = set(left), set(came)
    pairs = {_id(pair.new.path): _id(pair.old.path) for pair in plan.renamed}
    renamed = {new for new, old in pairs.items() if new in came and old in left}
    moved = renamed | {pairs[new] for new in renamed}
    modified = left & came & {_id(entry.path) for entry in plan.modified}
    added = came - left - moved
    return {
        "added": len(added),
        "modified": len(modified),
        "deleted": len(left - came - moved),
        "renamed": len(renamed),
        "unchanged": documents - len(added) - len(modified) - len(renamed),
        "skipped": skipped,
    }


def _id(path: str) -> int:
    return id63("doc", path)
