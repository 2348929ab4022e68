"""Which earlier artifact a build starts from: the one that differs least from the target tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.build.identity import Identity, why_not
from graphrag_batch.errors import ArtifactError
from graphrag_batch.source.plan import Plan, Reason, make_plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphrag_batch.records import TreeEntry

# Looking at more costs more than a better base saves.
CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Base:
    """An artifact to start from (None: nothing) and the plan from it to the target. `missing` is how many
    paths it skipped only because their objects were out of reach."""

    path: Path | None
    plan: Plan
    meta: dict[str, str]
    snapshot: dict[str, tuple[int, str]]
    missing: int = 0


def no_base(entries: Sequence[TreeEntry], reason: Reason) -> Base:
    """A start from nothing."""
    return Base(None, make_plan(None, entries, reason), {}, {})


def choose_base(candidates: Iterable[Path], entries: Sequence[TreeEntry], identity: Identity) -> Base:
    """The usable candidate with the fewest changes; the first wins a tie.

    Without one, the plan adds everything and its reason says why the first candidate was no use.
    """
    best: Base | None = None
    refusal: Reason | None = None
    for path in list(dict.fromkeys(candidates))[:CANDIDATES]:
        found = _consider(path, entries, identity)
        if isinstance(found, Reason):
            refusal = refusal or found
        elif best is None or _size(found.plan) < _size(best.plan):
            best = found
        if best is not None and best.plan.empty:
            break
    return best or no_base(entries, refusal or Reason.NO_ARTIFACT)


def _consider(path: Path, entries: Sequence[TreeEntry], identity: Identity) -> Base | Reason:
    try:
        with open_artifact(path) as artifact:
            refusal = why_not(identity, artifact.meta)
            if refusal is not None:
                return refusal
            snapshot = artifact.snapshot()
            missing = artifact.execute("SELECT count(*) FROM skipped WHERE reason = 'unavailable'")[0][0]
            plan = make_plan(snapshot, entries)
            if plan.empty and missing:
                plan = replace(plan, reason=Reason.OBJECTS_MISSING)
            return Base(path, plan, dict(artifact.meta), snapshot, missing)
    except (ArtifactError, ValueError, TypeError):  # damage that SQLite did not notice
        return Reason.ARTIFACT_UNUSABLE


def _size(plan: Plan) -> int:
    return len(plan.added) + len(plan.modified) + len(plan.deleted) + len(plan.renamed)
