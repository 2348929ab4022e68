"""Which earlier artifact a build starts from: one that differs little from the target tree."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.build.identity import why_not
from graphrag_batch.errors import ArtifactError, BlobUnavailable
from graphrag_batch.source.plan import Plan, Reason, make_plan, plan_from_changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.build.target import Target
    from graphrag_batch.source.plan import Change

# Looking at more costs more than a better base saves.
CANDIDATES = 6
# With this few changes no better base is looked for.
FEW = 20

_RECORDED = """SELECT mode, blob FROM docs WHERE path = :path
    UNION ALL SELECT mode, blob FROM skipped WHERE path = :path"""
_OUT_OF_REACH = "SELECT DISTINCT blob FROM skipped WHERE reason = 'unavailable' ORDER BY blob"


@dataclass(frozen=True, slots=True)
class Base:
    """An artifact to start from (None: nothing) and the plan from it to the target. `missing` is how many
    paths it skipped only because their objects were out of reach."""

    path: Path | None
    plan: Plan
    meta: dict[str, str]
    missing: int = 0


def came(base: Base, target: Target) -> bool:
    """Whether any of the objects that were out of reach when the base was built, of the target's tree, can be
    read by now."""
    if not base.missing or base.path is None:
        return False
    with open_artifact(base.path) as artifact:
        blobs = [blob for (blob,) in artifact.execute(_OUT_OF_REACH)]
    # Once the tree is listed, a partial clone is asked only once for all that it lacks.
    return bool(target.entries) and any(_is_readable(target, blob) for blob in blobs)


def _is_readable(target: Target, blob: str) -> bool:
    try:
        if target.repository.size(blob) <= target.config.select.max_bytes:
            target.repository.read(blob)  # what is damaged has a size all the same
    except BlobUnavailable:
        return False
    return True


def no_base(target: Target, reason: Reason) -> Base:
    """A start from nothing."""
    return Base(None, make_plan(None, target.entries, reason), {})


def choose_base(candidates: Iterable[Path], target: Target, vectors: bool = True) -> Base:
    """The first usable candidate with few changes, else the one with the fewest; one without vectors is
    of use only where none are wanted.

    Without one, the plan adds everything and its reason says why the first candidate was no use.
    """
    best: Base | None = None
    refusal: Reason | None = None
    for path in list(dict.fromkeys(candidates))[:CANDIDATES]:
        found = _consider(path, target, vectors)
        if isinstance(found, Reason):
            refusal = refusal or found
        elif best is None or _size(found.plan) < _size(best.plan):
            best = found
        if best is not None and _size(best.plan) <= FEW:
            break
    return best or no_base(target, refusal or Reason.NO_ARTIFACT)


def _consider(path: Path, target: Target, vectors: bool) -> Base | Reason:
    try:
        with open_artifact(path) as artifact:
            refusal = why_not(target.identity, artifact.meta, vectors)
            if refusal is not None:
                return refusal
            missing = int(artifact.meta["unavailable"])
            plan = _plan(artifact, target)
            if plan.empty and missing:
                plan = replace(plan, reason=Reason.OBJECTS_MISSING)
            return Base(path, plan, dict(artifact.meta), missing)
    except (ArtifactError, ValueError, TypeError, KeyError):  # damage that SQLite did not notice
        return Reason.ARTIFACT_UNUSABLE


def _plan(artifact: Artifact, target: Target) -> Plan:
    """By git's own comparison of the two trees, where it has both and the artifact holds what it should of
    the first; else by comparing all paths."""
    counts = json.loads(artifact.meta["counts"])
    recorded = counts["docs"] + counts["skipped"]
    if artifact.meta["tree"] == target.tree:
        return plan_from_changes(recorded, [])
    try:
        changes = target.repository.diff_trees(artifact.meta["tree"], target.tree)
    except BlobUnavailable:
        changes = []
    if changes and _fit(artifact, changes):
        return plan_from_changes(recorded, changes)
    return make_plan(artifact.snapshot(), target.entries)


def _fit(artifact: Artifact, changes: Sequence[Change]) -> bool:
    """Whether what git says was there is what the artifact says."""
    for change in changes:
        old = [(change.old.mode, change.old.blob)] if change.old else []
        if artifact.execute(_RECORDED, {"path": change.path}) != old:
            return False
    return len({change.path for change in changes}) == len(changes)


def _size(plan: Plan) -> int:
    return len(plan.added) + len(plan.modified) + len(plan.deleted) + len(plan.renamed)
