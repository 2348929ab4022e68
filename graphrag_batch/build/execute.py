"""A build that has something to do: the rows of what changed, what follows from them, and the new artifact.

Imports all stages, so only where there is something to do.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING

from graphrag_batch import __version__, embedders
from graphrag_batch.artifact.schema import FEATURE_VERSION, FORMAT_VERSION
from graphrag_batch.artifact.store import KEEP_ARTIFACTS
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.build.corpus import CorpusStage
from graphrag_batch.build.documents import DocumentStage
from graphrag_batch.build.duplicates import DuplicateStage
from graphrag_batch.build.outcome import copy, counted, report
from graphrag_batch.build.scope import scope_of
from graphrag_batch.build.vectors import fill_vectors
from graphrag_batch.config import CONFIG_PATH, foreign_names
from graphrag_batch.embedders.traits import STUB
from graphrag_batch.fingerprint import canonical_json, id63
from graphrag_batch.memo import Memo
from graphrag_batch.records import Skip
from graphrag_batch.stages.assemble import DocumentRows, assemble
from graphrag_batch.stages.redact import clean_data, clean_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from graphrag_batch.artifact.store import Store
    from graphrag_batch.build.base import Base
    from graphrag_batch.build.history import HistoryStage
    from graphrag_batch.build.target import Target
    from graphrag_batch.build.work import BuildReport, Work
    from graphrag_batch.records import Progress
    from graphrag_batch.source.git import Repository

_REDACTED = "SELECT kind, sum(count) FROM redactions GROUP BY kind ORDER BY kind"
_UNAVAILABLE = "SELECT count(*) FROM skipped WHERE reason = 'unavailable'"


def execute(
    repository: Repository,
    store: Store,
    target: Target,
    base: Base,
    work: Work,
    history: HistoryStage,
    *,
    jobs: int,
    vectors: bool,
    seeds: Sequence[Path],
    progress: Progress,
) -> BuildReport:
    """Make the artifact of `target` from that of `base`, and point at it."""
    with Memo.open(store.memo_path) as memo:
        run = _Run(repository, store, target, base, memo, work, progress, jobs, vectors, history, seeds)
        made = run.execute()
        memo.prune(target.config.memo.max_mb * 1_000_000)
        return made


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
    seeds: Sequence[Path]
    problems: tuple[str, ...] = ()
    left: tuple[int, ...] = ()

    def execute(self) -> BuildReport:
        with self.work.timed("copy"):
            temporary = copy(self.store, self.base)
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
        files = counted(self.base, meta, self.left, arrived)
        reason = self.base.plan.reason.text
        return report(self.target, final, mode, reason, meta, files, self.work, self._problems())

    def _problems(self) -> tuple[str, ...]:
        unused = foreign_names(self.target.config)
        return (
            *map(clean_line, self.problems),
            *(
                [f"{self.memo.path}: {reason}; values were computed anew"]
                if (reason := self.memo.reason)
                else []
            ),
            *(
                f"{CONFIG_PATH}: {name} has no effect: the artifact is in the git directory, and "
                "`graphrag-batch publish --out DIR` puts one elsewhere"
                for name in unused
            ),
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
