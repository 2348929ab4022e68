"""One build, from a revision to a published artifact."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch import __version__, embedders
from graphrag_batch.artifact.schema import FEATURE_VERSION, FORMAT_VERSION
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.build.base import Base, choose_base, no_base
from graphrag_batch.build.corpus import corpus_graph
from graphrag_batch.build.documents import DocumentStage
from graphrag_batch.build.history import HistoryStage
from graphrag_batch.build.identity import Identity, identity_of
from graphrag_batch.build.vectors import fill_vectors
from graphrag_batch.build.work import BuildReport, Work
from graphrag_batch.config import CONFIG_PATH, IGNORE_NAME, Config, load_config, reserved_settings
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, BlobUnavailable
from graphrag_batch.fingerprint import canonical_json, id63
from graphrag_batch.memo import Memo
from graphrag_batch.records import MODE_SUBMODULE, MODE_SYMLINK, Progress, Skip, TreeEntry, no_progress
from graphrag_batch.source.plan import Reason
from graphrag_batch.source.select import Selection, select
from graphrag_batch.stages.assemble import DocumentRows, assemble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphrag_batch.source.git import Repository, Revision

KEEP_ARTIFACTS = 5
# Reasons that come from a blob's content and so hold as long as the blob does; a blob that was
# out of reach is asked for again.
_BLOB_REASONS = {"too-large", "binary", "lfs-pointer", "empty", "unreadable"}


@dataclass(slots=True)
class _Target:
    """What to index: a tree, its listing, its configuration, and what that selects."""

    revision: Revision
    entries: list[TreeEntry]
    config: Config
    identity: Identity
    selection: Selection


def build(
    repository: Repository,
    store: Store,
    *,
    rev: str | Revision = "HEAD",
    full: bool = False,
    jobs: int = 0,
    vectors: bool = True,
    wait: float = 0.0,
    progress: Progress = no_progress,
) -> BuildReport:
    """Index the tree of `rev` and make it the current artifact of this worktree.

    `rev` is a name, resolved once the lock is held, or a tree already at hand (the staged one, the
    worktree's). With `full`, no earlier artifact is the base; remembered values still count. `jobs` is
    the number of worker processes (0: one per processor). Without `vectors`, none are made, for a build
    of which only the content digest is wanted. `wait` is how many seconds to wait for another build to
    end. Raises SourceError, ConfigError, BuildBusy.
    """
    work = Work()
    with store.lock(timeout=wait):
        with work.timed("plan"):
            target = _target(repository, rev)
            base = _base(store, target, full)

        def attempt(base: Base) -> BuildReport:
            with HistoryStage(repository, target.revision, base.meta) as history:
                if _is_current(base, target):
                    return _reuse(store, base, target, work, history)
                with Memo.open(store.memo_path) as memo:
                    run = _Run(repository, store, target, base, memo, work, progress, jobs, vectors, history)
                    report = run.execute()
                    memo.prune(target.config.memo.max_mb * 1_000_000)
                    return report

        try:
            return attempt(base)
        except Exception as error:
            if base.path is None or not (isinstance(error, ArtifactCorrupt) or _is_damaged(base.path)):
                raise
            return attempt(no_base(target.entries, Reason.ARTIFACT_UNUSABLE))


def _is_damaged(artifact: Path) -> bool:
    """Whether it is the base that a build failed over: damage shows in any way, once rows are read."""
    try:
        return not verify(artifact).ok
    except ArtifactError:
        return True


def _target(repository: Repository, rev: str | Revision) -> _Target:
    revision = repository.resolve(rev) if isinstance(rev, str) else rev
    entries = repository.list_tree(revision.tree)
    config = _config(repository, entries)
    selection = select(
        entries,
        config.select,
        _texts(repository, entries, IGNORE_NAME),
        _texts(repository, entries, ".gitattributes"),
    )
    return _Target(revision, entries, config, identity_of(config), selection)


def _config(repository: Repository, entries: list[TreeEntry]) -> Config:
    texts = _texts(repository, [entry for entry in entries if entry.path == CONFIG_PATH], CONFIG_PATH)
    return load_config(texts[CONFIG_PATH]) if texts else Config()


def _texts(repository: Repository, entries: list[TreeEntry], name: str) -> dict[str, str]:
    """Path to text of every file of that name; symbolic links and submodules are left alone.

    Raises BlobUnavailable: without one of them, what to index is not known.
    """
    texts = {}
    for entry in _named(entries, name):
        if entry.mode not in (MODE_SYMLINK, MODE_SUBMODULE):
            try:
                texts[entry.path] = repository.read(entry.blob).decode("utf-8-sig", "replace")
            except BlobUnavailable as error:
                raise BlobUnavailable(error.what, where=entry.path, next_step=error.next_step) from error
    return texts


def _named(entries: list[TreeEntry], name: str) -> list[TreeEntry]:
    return [entry for entry in entries if entry.path == name or entry.path.endswith(f"/{name}")]


def _not_followed(entries: list[TreeEntry]) -> tuple[str, ...]:
    """What stands where settings are looked for and cannot be read as settings."""
    found = [entry for entry in entries if entry.path == CONFIG_PATH] + _named(entries, IGNORE_NAME)
    words = {MODE_SYMLINK: "a symbolic link", MODE_SUBMODULE: "a submodule"}
    return tuple(f"{e.path}: {words[e.mode]}, which is not followed" for e in found if e.mode in words)


def _base(store: Store, target: _Target, full: bool) -> Base:
    if full:
        return no_base(target.entries, Reason.REQUESTED)
    current = store.current()
    exact = store.path_for(target.revision.tree, target.identity.fingerprint)
    candidates = [path for path in (exact, current, *store.artifacts()) if path is not None and path.exists()]
    return choose_base(candidates, target.entries, target.identity)


def _is_current(base: Base, target: _Target) -> bool:
    """Whether the base is already the artifact of this tree, and holds all of it that it can."""
    return base.path is not None and base.meta.get("tree") == target.revision.tree and not base.missing


def _reuse(store: Store, base: Base, target: _Target, work: Work, history: HistoryStage) -> BuildReport:
    """Point at the artifact that is already there; stamp it anew when another commit has its tree, or
    the clone another history."""
    assert base.path is not None
    meta, path = base.meta, base.path
    if meta["commit"] != (target.revision.commit or "") or not history.current:
        temporary = store.begin(path)
        with ArtifactWriter(temporary) as writer, work.timed("history"):
            writer.stamp({"commit": target.revision.commit or "", **history.write(writer, work)})
        # Not over `path`, which may be a file from elsewhere.
        path = store.path_for(target.revision.tree, target.identity.fingerprint)
        store.publish(temporary, path)
    store.point(path)
    files = {**_file_counts(base), "skipped": json.loads(meta["counts"])["skipped"]}
    return _report(target, path, "reused", base.plan.reason.text, meta, files, work, ())


@dataclass(slots=True)
class _Run:
    """A build that has something to do."""

    repository: Repository
    store: Store
    target: _Target
    base: Base
    memo: Memo
    work: Work
    progress: Progress
    jobs: int
    vectors: bool
    history: HistoryStage

    def execute(self) -> BuildReport:
        temporary = self.store.begin(self.base.path)
        mode = "full" if self.base.path is None else "incremental"
        with ArtifactWriter(temporary) as writer:
            texts = self._write_documents(writer)
            with self.work.timed("embed"):
                degraded = self._fill_vectors(writer, texts)
            with self.work.timed("graph"):
                graph = corpus_graph(writer)
                writer.replace_corpus(graph.entities, graph.relations, graph.evidence)
            with self.work.timed("history"):
                history = self.history.write(writer, self.work)
            with self.work.timed("finish"):
                meta = self._meta(mode, degraded) | history
                meta |= writer.finish(meta, embedders.dim_of(self.target.config.embed))
        final = self.store.path_for(self.target.revision.tree, self.target.identity.fingerprint)
        with self.work.timed("publish"):
            self.store.publish(temporary, final)
            self.store.point(final)
            self.store.prune(KEEP_ARTIFACTS)
        files = {**_file_counts(self.base), "skipped": json.loads(meta["counts"])["skipped"]}
        reason = self.base.plan.reason.text
        return _report(self.target, final, mode, reason, meta, files, self.work, self._problems())

    def _problems(self) -> tuple[str, ...]:
        unused = reserved_settings(self.target.config)
        return (
            *_not_followed(self.target.entries),
            *self.target.selection.problems,
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
        return fill_vectors(writer, texts, self.target.config.embed, self.memo, self.work, self.progress)

    def _write_documents(self, writer: ArtifactWriter) -> dict[str, str]:
        """Bring the rows of documents and skips up to date; returns vector digest → text for what
        was added."""
        stay, skips, todo = self._partition(writer)
        writer.remove_documents(id63("doc", path) for path in writer.document_paths() if path not in stay)
        texts: dict[str, str] = {}

        def rows() -> Iterator[DocumentRows]:
            stage = DocumentStage(
                self.repository, self.memo, self.target.config, self.work, self.progress, self.jobs
            )
            for item in stage.run(todo):
                if isinstance(item, Skip):
                    skips.append(item)
                    continue
                made = assemble(item)
                self.work.add("assembled")
                texts.update(made.embed)
                yield made

        writer.add_documents(rows())
        writer.set_skipped(skips)
        return texts

    def _partition(self, writer: ArtifactWriter) -> tuple[set[str], list[Skip], list[TreeEntry]]:
        """(paths whose rows stay, skips known without reading, entries to work on)."""
        documents = writer.document_paths()
        known = {skip.path: skip for skip in writer.skipped() if skip.reason in _BLOB_REASONS}
        stay: set[str] = set()
        skips = list(self.target.selection.skipped)
        todo = []
        for entry in self.target.selection.kept:
            same = self.base.snapshot.get(entry.path) == (entry.mode, entry.blob)
            if same and entry.path in documents:
                stay.add(entry.path)
            elif same and entry.path in known:
                skips.append(known[entry.path])
            else:
                todo.append(entry)
        return stay, skips, todo

    def _meta(self, mode: str, degraded: str) -> dict[str, str]:
        target = self.target
        return {
            "tool_version": __version__,
            "format_version": str(FORMAT_VERSION),
            "feature_version": str(FEATURE_VERSION),
            "project": target.config.project,
            "commit": target.revision.commit or "",
            "tree": target.revision.tree,
            "parent_tree": self.base.meta.get("tree", ""),
            "config": canonical_json(target.config),
            "model": target.config.embed.model,
            "build_mode": mode,
            "build_reason": self.base.plan.reason.value,
            "search_mode": "lexical" if degraded else "hybrid",
            "degraded_reason": degraded,
            **target.identity.as_meta(),
        }


def _file_counts(base: Base) -> dict[str, int]:
    plan = base.plan
    return {
        "added": len(plan.added),
        "modified": len(plan.modified),
        "deleted": len(plan.deleted),
        "renamed": len(plan.renamed),
        "unchanged": plan.unchanged,
    }


def _report(
    target: _Target,
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
        problems=problems,
    )
