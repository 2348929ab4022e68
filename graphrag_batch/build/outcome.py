"""What every build ends in, whether it had something to do or not: a copy of the base, and a report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from graphrag_batch.artifact import seal
from graphrag_batch.build.counted import count_files
from graphrag_batch.build.work import BuildReport, Work
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from graphrag_batch.artifact.store import Store
    from graphrag_batch.build.base import Base
    from graphrag_batch.build.target import Target


def is_damaged(artifact: Path) -> bool:
    """Whether anything of an artifact is not as it should be."""
    # Many checks, seldom made.
    from graphrag_batch.artifact.verify import verify
    from graphrag_batch.build.proof import corpus_problems

    try:
        return bool(verify(artifact).problems or corpus_problems(artifact))
    except ArtifactError:
        return True


def copy(store: Store, base: Base) -> Path:
    """A private copy of the base. One that no seal vouches for must prove whole first, since the copy will be
    sealed. Raises ArtifactCorrupt."""
    temporary = store.begin(base.path)
    if base.path is not None and not seal.recorded(base.path) and is_damaged(temporary):
        raise ArtifactCorrupt(
            "it has no seal, and is not whole", where=str(base.path), next_step="graphrag-batch index --full"
        )
    return temporary


def counted(
    base: Base, meta: dict[str, str], left: Sequence[int] = (), came: Sequence[int] = ()
) -> dict[str, int]:
    """How many files are in the artifact, came, left and are skipped."""
    counts = json.loads(meta["counts"])
    return count_files(base.plan, counts["docs"], counts["skipped"], left, came)


def report(
    target: Target,
    artifact: Path,
    mode: str,
    reason: str,
    meta: dict[str, str],
    files: dict[str, int],
    work: Work,
    problems: tuple[str, ...],
) -> BuildReport:
    """What a build made."""
    return BuildReport(
        artifact=str(artifact),
        commit=target.revision.commit,
        tree=target.revision.tree,
        mode=mode,
        reason=reason,
        digest=meta["content_digest"],
        vector_digest=meta["vector_digest"],
        search_mode=meta["search_mode"],
        degraded_reason=meta["degraded_reason"],
        files=files,
        work=dict(work.counts),
        seconds=work.rounded_seconds(),
        redacted=json.loads(meta["redacted"]),
        problems=problems,
    )
