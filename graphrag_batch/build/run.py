"""One build, from a revision to a published artifact."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch import embedders
from graphrag_batch.artifact import seal
from graphrag_batch.artifact.store import Store
from graphrag_batch.build.base import Base, came, choose_base, no_base
from graphrag_batch.build.collecting import rarely_collecting
from graphrag_batch.build.history import HistoryStage
from graphrag_batch.build.outcome import copy, counted, is_damaged, report
from graphrag_batch.build.target import Target, target_of
from graphrag_batch.build.work import BuildReport, Work
from graphrag_batch.errors import ArtifactCorrupt
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.source.plan import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphrag_batch.source.git import Repository, Revision


def build(
    repository: Repository,
    store: Store,
    *,
    rev: str | Revision = "HEAD",
    full: bool = False,
    jobs: int = 0,
    vectors: bool = True,
    seeds: Sequence[Path] = (),
    wait: float = 0.0,
    progress: Progress = no_progress,
) -> BuildReport:
    """Index the tree of `rev` and make it the current artifact of this worktree.

    `rev` is a name, resolved once the lock is held, or a tree already at hand (the staged one, the
    worktree's). With `full`, no earlier artifact is the base; remembered values still count. `jobs` is
    the number of worker processes (0: one per processor). Without `vectors`, none are made, for a build
    of which only the content digest is wanted. `seeds` are artifacts whose vectors may be used,
    besides the store's own. `wait` is how many seconds to wait for another build to
    end. Raises SourceError, ConfigError, BuildBusy.
    """
    work = Work()
    with store.lock(timeout=wait), rarely_collecting():
        with work.timed("plan"):
            target = target_of(repository, rev)
            base = _base(store, target, full, vectors)
            if not embedders.is_own(target.config.embed):
                store.name_model(target.config.embed)

        def attempt(base: Base) -> BuildReport:
            with HistoryStage(repository, target.revision, base.meta) as history:
                if _is_current(base, target):
                    return _reuse(store, base, target, work, history)
                # All stages, for a build that has something to do alone.
                from graphrag_batch.build.execute import execute

                return execute(
                    repository, store, target, base, work, history,
                    jobs=jobs, vectors=vectors, seeds=seeds, progress=progress,
                )  # fmt: skip

        try:
            return attempt(base)
        except Exception as error:
            if base.path is None or not _may_be_due_to(base.path, error):
                raise
            return attempt(no_base(target, Reason.ARTIFACT_UNUSABLE))


def _may_be_due_to(base: Path, error: Exception) -> bool:
    """Whether it is the base that a build failed over: damage shows in any way, once rows are read."""
    return isinstance(error, ArtifactCorrupt) or not seal.recorded(base) or is_damaged(base)


def _base(store: Store, target: Target, full: bool, vectors: bool) -> Base:
    if full:
        return no_base(target, Reason.REQUESTED)
    current = store.current()
    exact = store.path_for(target.tree, target.identity.fingerprint)
    candidates = [path for path in (exact, current, *store.artifacts()) if path is not None and path.exists()]
    return choose_base(candidates, target, vectors)


def _is_current(base: Base, target: Target) -> bool:
    """Whether the base is already the artifact of this tree, and holds all of it that it can."""
    return base.path is not None and base.meta.get("tree") == target.revision.tree and not came(base, target)


def _reuse(store: Store, base: Base, target: Target, work: Work, history: HistoryStage) -> BuildReport:
    """Point at the artifact that is already there; stamp it anew when another commit has its tree, the
    clone has another history, or no seal fits the file."""
    assert base.path is not None
    meta, path = base.meta, base.path
    sealed = seal.digest_of(path) in seal.recorded(path)
    if meta["commit"] != (target.revision.commit or "") or not history.current or not sealed:
        from graphrag_batch.artifact.write import ArtifactWriter

        temporary = copy(store, base)
        with ArtifactWriter(temporary) as writer, work.timed("history"):
            writer.stamp({"commit": target.revision.commit or "", **history.write(writer, work)})
        # Not over `path`, which may be a file from elsewhere.
        path = store.path_for(target.revision.tree, target.identity.fingerprint)
        store.publish(temporary, path)
    store.point(path)
    files = counted(base, meta)
    return report(target, path, "reused", base.plan.reason.text, meta, files, work, ())
