"""One build, from a revision to a published artifact."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch import __version__, embedders
from graphrag_batch.artifact import seal
from graphrag_batch.artifact.schema import FEATURE_VERSION, FORMAT_VERSION
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.build.base import Base, came, choose_base, no_base
from graphrag_batch.build.corpus import CorpusStage
from graphrag_batch.build.counted import count_files
from graphrag_batch.build.documents import DocumentStage
from graphrag_batch.build.duplicates import DuplicateStage
from graphrag_batch.build.history import HistoryStage
from graphrag_batch.build.proof import corpus_problems
from graphrag_batch.build.scope import scope_of
from graphrag_batch.build.target import Target, target_of
from graphrag_batch.build.vectors import fill_vectors
from graphrag_batch.build.work import BuildReport, Work
from graphrag_batch.build.workers import rarely_collecting
from graphrag_batch.config import CONFIG_PATH, reserved_settings
from graphrag_batch.embedders.traits import STUB
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError
from graphrag_batch.fingerprint import canonical_json, id63
from graphrag_batch.memo import Memo
from graphrag_batch.records import Progress, Skip, no_progress
from graphrag_batch.source.plan import Reason
from graphrag_batch.stages.assemble import DocumentRows, assemble
from graphrag_batch.stages.redact import clean_data, clean_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphrag_batch.source.git import Repository, Revision

KEEP_ARTIFACTS = 5
_REDACTED = "SELECT kind, sum(count) FROM redactions GROUP BY kind ORDER BY kind"
_UNAVAILABLE = "SELECT count(*) FROM skipped WHERE reason = 'unavailable'"


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

        def attempt(base: Base) -> BuildReport:
            with HistoryStage(repository, target.revision, base.meta) as history:
                if _is_current(base, target):
                    return _reuse(store, base, target, work, history)
                with Memo.open(store.memo_path) as memo:
                    run = _Run(
                        repository, store, target, base, memo, work, progress, jobs, vectors, history, seeds
                    )
                    report = run.execute()
                    memo.prune(target.config.memo.max_mb * 1_000_000)
                    return report

        try:
            return attempt(base)
        except Exception as error:
            if base.path is None or not _may_be_due_to(base.path, error):
                raise
            return attempt(no_base(target, Reason.ARTIFACT_UNUSABLE))


def _may_be_due_to(base: Path, error: Exception) -> bool:
    """Whether it is the base that a build failed over: damage shows in any way, once rows are read."""
    return isinstance(error, ArtifactCorrupt) or not seal.recorded(base) or _is_damaged(base)


def _is_damaged(artifact: Path) -> bool:
    try:
        return bool(verify(artifact).problems or corpus_problems(artifact))
    except ArtifactError:
        return True


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


def _copy(store: Store, base: Base) -> Path:
    """A private copy of the base. One that no seal vouches for must prove whole first, since the copy will be
    sealed. Raises ArtifactCorrupt."""
    temporary = store.begin(base.path)
    if base.path is not None and not seal.recorded(base.path) and _is_damaged(temporary):
        raise ArtifactCorrupt(
            "it has no seal, and is not whole", where=str(base.path), next_step="graphrag-batch index --full"
        )
    return temporary


def _reuse(store: Store, base: Base, target: Target, work: Work, history: HistoryStage) -> BuildReport:
    """Point at the artifact that is already there; stamp it anew when another commit has its tree, the
    clone has another history, or no seal fits the file."""
    assert base.path is not None
    meta, path = base.meta, base.path
    sealed = seal.digest_of(path) in seal.recorded(path)
    if meta["commit"] != (target.revision.commit or "") or not history.current or not sealed:
        temporary = _copy(store, base)
        with ArtifactWriter(temporary) as writer, work.timed("history"):
            writer.stamp({"commit": target.revision.commit or "", **history.write(writer, work)})
        # Not over `path`, which may be a file from elsewhere.
        path = store.path_for(target.revision.tree, target.identity.fingerprint)
        store.publish(temporary, path)
    store.point(path)
    files = _counted(base, meta)
    return _report(target, path, "reused", base.plan.reason.text, meta, files, work, ())


@dataclass(slots=True)
class _Run:
    """A build that has something to do."""

    repository: Repository
    store: Store
    target: Target
    base: Base
    memo: Memo
    work: Work
    progress: Progress
    jobs: int
    vectors: bool
    history: HistoryStage
    seeds: Sequence[Path] = ()
    problems: tuple[str, ...] = ()
    left: tuple[int, ...] = ()

    def execute(self) -> BuildReport:
        with self.work.timed("copy"):
            temporary = _copy(self.store, self.base)
        mode = "full" if self.base.path is None else "incremental"
        with ArtifactWriter(temporary) as writer:
            corpus = CorpusStage(writer, self.work, self.target.config.extract)
            duplicates = DuplicateStage(writer, self.work, self.target.config.dedupe.threshold)
            arrived, texts = self._write_documents(writer, corpus, duplicates)
            with self.work.timed("embed"):
                degraded = self._fill_vectors(writer, texts)
            with self.work.timed("graph"):
                corpus.update(arrived)
            with self.work.timed("duplicates"):
                duplicates.update(arrived)
            with self.work.timed("history"):
                history = self.history.write(writer, self.work)
            with self.work.timed("finish"):
                meta = self._meta(writer, mode, degraded) | history
                meta |= writer.finish(meta, embedders.dim_of(self.target.config.embed))
        final = self.store.path_for(self.target.revision.tree, self.target.identity.fingerprint)
        with self.work.timed("publish"):
            self.store.publish(temporary, final)
            self.store.point(final)
            self.store.prune(KEEP_ARTIFACTS)
        files = _counted(self.base, meta, self.left, arrived)
        reason = self.base.plan.reason.text
        return _report(self.target, final, mode, reason, meta, files, self.work, self._problems())

    def _problems(self) -> tuple[str, ...]:
        unused = reserved_settings(self.target.config)
        return (
            *map(clean_line, self.problems),
            *(
                [f"{self.memo.path}: {reason}; values were computed anew"]
                if (reason := self.memo.reason)
                else []
            ),
            *(f"{CONFIG_PATH}: {name} is accepted, but this version does not use it yet" for name in unused),
        )

    def _fill_vectors(self, writer: ArtifactWriter, texts: dict[str, str]) -> str:
        if not self.vectors:
            return "built without vectors"
        embed, current = self.target.config.embed, self.store.current()
        seeds = [*self.seeds, *([current] if current else []), *self.store.artifacts()]
        return fill_vectors(writer, texts, embed, self.memo, self.work, self.progress, seeds)

    def _write_documents(
        self, writer: ArtifactWriter, corpus: CorpusStage, duplicates: DuplicateStage
    ) -> tuple[list[int], dict[str, str]]:
        """Bring the rows of documents and skips up to date; returns the documents that came (ids), and
        vector digest → text of what they hold."""
        scope = scope_of(writer, self.base, self.target)
        stage = DocumentStage(
            self.repository, self.memo, self.target.config, self.work, self.progress, self.jobs
        )
        self.problems = (*scope.problems, *stage.allowed.problems)
        self.left = leaving = tuple(id63("doc", path) for path in scope.leaving)
        corpus.leave(leaving)
        duplicates.leave(leaving)
        writer.remove_documents(leaving)
        skips, arrived, texts = scope.skips, [], {}

        def rows() -> Iterator[DocumentRows]:
            for item in stage.run(scope.todo):
                if isinstance(item, Skip):
                    skips.append(item)
                    continue
                made = assemble(item)
                self.work.add("assembled")
                arrived.append(made.doc[0])
                texts.update(made.embed)
                yield made

        writer.add_documents(rows())
        before = {astuple(skip) for skip in scope.before}
        after = {astuple(replace(skip, detail=clean_line(skip.detail))) for skip in skips}
        writer.change("skipped", before - after, after - before)
        corpus.skip((row[0] for row in before), (row[0] for row in after))
        return arrived, texts

    def _meta(self, writer: ArtifactWriter, mode: str, degraded: str) -> dict[str, str]:
        target = self.target
        return {
            "tool_version": __version__,
            "format_version": str(FORMAT_VERSION),
            "feature_version": str(FEATURE_VERSION),
            "project": clean_line(target.config.project),
            "commit": target.revision.commit or "",
            "tree": target.revision.tree,
            "parent_tree": self.base.meta.get("tree", ""),
            "config": clean_data(canonical_json(target.config)),
            "model": target.config.embed.model,
            "build_mode": mode,
            "build_reason": self.base.plan.reason.value,
            "search_mode": "lexical" if degraded else "hybrid",
            "degraded_reason": degraded or (STUB if embedders.traits_of(target.config.embed).stub else ""),
            "unavailable": str(writer.execute(_UNAVAILABLE)[0][0]),
            "redacted": canonical_json(dict(writer.execute(_REDACTED))),
            **target.identity.as_meta(),
        }


def _counted(
    base: Base, meta: dict[str, str], left: Sequence[int] = (), came: Sequence[int] = ()
) -> dict[str, int]:
    counts = json.loads(meta["counts"])
    return count_files(base.plan, counts["docs"], counts["skipped"], left, came)


def _report(
    target: Target,
    artifact: Path,
    mode: str,
    reason: str,
    meta: dict[str, str],
    files: dict[str, int],
    work: Work,
    problems: tuple[str, ...],
) -> BuildReport:
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
