"""The steps of a run of `ci`, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.automate.ci.findings import Finding, failing, findings_of
from graphrag_batch.automate.ci.plan import Plan
from graphrag_batch.automate.ci.restoring import Restored, folder_source, restore
from graphrag_batch.automate.ci.runner import Runner
from graphrag_batch.automate.ci.situation import NEAREST, Situation
from graphrag_batch.automate.waiting import when_free
from graphrag_batch.build.run import build
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.ci_options import Wanted, plan_here, situation_here
from graphrag_batch.cli.ci_report import Compared, Result
from graphrag_batch.cli.console import progress_bar
from graphrag_batch.cli.diff import Sides, side_of
from graphrag_batch.cli.index import WAIT_SECONDS
from graphrag_batch.cli.options import store_of
from graphrag_batch.errors import ArtifactError, ManifestError, SourceError
from graphrag_batch.measure.diff import compare
from graphrag_batch.records import Progress
from graphrag_batch.share.publish import Published, publish
from graphrag_batch.source.git import Repository, Revision

_PLACES = {"artifact": "as the workflow's artifact", "cache": "in the cache"}
_SHALLOW = (
    "the clone is shallow, so the index knows less of when files changed: fetch-depth: 0 (GitHub) or "
    "GIT_DEPTH: 0 (GitLab) brings all"
)


@dataclass(slots=True)
class Run:
    """One run, once it is known what is indexed and why."""

    wanted: Wanted
    situation: Situation
    plan: Plan
    repository: Repository
    revision: Revision
    store: Store
    progress: Progress
    notes: list[str] = field(default_factory=list)

    def restore(self) -> Restored:
        """Step 1: the index to start from. None is looked for where this very tree is indexed here."""
        sources = [*folder_source(self.wanted.out), *self.plan.sources]
        return restore(
            self.repository, self.store, sources, rev=self.wanted.rev, name=self.wanted.name,
            progress=self.progress, tell=_tell,
        )  # fmt: skip

    def execute(self, jobs: int) -> Result:
        """All steps. Raises whatever building and publishing raise, and ManifestError, before anything is
        built, for an earlier index that cannot be trusted where the run is to fail over that; else this,
        and a comment that cannot be made, are findings and notes."""
        restored = self.restore()
        if distrusted := failing(restored.findings, self.wanted.fail_on):
            raise ManifestError(
                "; ".join(finding.message for finding in distrusted),
                next_step="see who wrote there; delete it, or name another source, or leave `invalid` out of "
                "--fail-on to build everything anew",
            )
        report = when_free(self.store, WAIT_SECONDS, _tell, lambda: self._build(jobs))
        artifact = Path(report.artifact)
        with Sides(self.wanted.repo) as sides:
            compared, base = self._compared(sides, artifact, restored)
            found = findings_of(artifact, base)
        problems = [Finding("", problem) for problem in report.problems]
        findings = [*restored.findings, *found, *problems]
        failed = failing(findings, self.wanted.fail_on)
        with open_artifact(artifact) as opened:
            meta = dict(opened.meta)
        published = None if failed else self._publish(artifact)
        place = self._place(published)
        notes = [*self.plan.notes, *restored.notes, *self.notes]
        if self.repository.shallow:
            notes.append(_SHALLOW)
        return Result(
            report, meta, published, started(restored, report.mode), place, findings, failed, notes, compared
        )

    def _build(self, jobs: int) -> BuildReport:
        return build(self.repository, self.store, rev=self.revision, jobs=jobs, progress=self.progress)

    def comment(self, markdown: str) -> str:
        """Keeps the comment on the pull request, if one was asked for; returns why it could not be made."""
        if not self.plan.comment:
            return ""
        from graphrag_batch.automate.ci.github import say

        return say(self.situation.repository, self.situation.pull_request, self.wanted.name, markdown)

    def _publish(self, artifact: Path) -> Published:
        """Into the folder, which then holds this index alone: what is uploaded from it must not grow."""
        return publish(
            artifact,
            self.wanted.out,
            compress=self.plan.compress,
            allow_degraded=True,  # whether that fails was asked by --fail-on
            keep=1,
            progress=self.progress,
        )

    def _place(self, published: Published | None) -> str:
        """Publishes a release, if it is that; says where the index is to be had."""
        if published is None:
            return ""
        if self.plan.publish == "release":
            from graphrag_batch.automate.ci.github import release

            commit, tag = self.revision.commit or "", self.plan.release
            release(self.situation.repository, tag, commit, published, rolling=not self.situation.tag)
            return f"in the release {self.plan.release}"
        return _PLACES.get(self.plan.publish, "")

    def _compared(
        self, sides: Sides, artifact: Path, restored: Restored
    ) -> tuple[Compared | None, Path | None]:
        """What changed since the first base that this clone has, else since the index that was restored."""
        new = side_of("head", artifact)
        for base in self.situation.bases:
            with suppress(SourceError, ArtifactError):
                side = replace(sides.side(self.repository.resolve(base).commit or base), name="base")
                return (compare(side.path, artifact), side, new, self.situation.compared), side.path
        if self.wanted.base:
            self.notes.append(f"{self.wanted.base} is not in this clone, so nothing is compared with it")
        if restored.pulled is None:
            return None, None
        side = side_of("the index before", restored.pulled.artifact)
        return (compare(side.path, artifact), side, new, NEAREST), side.path


@contextmanager
def begun(wanted: Wanted, runner: Runner, quiet: bool) -> Iterator[Run]:
    """A run, ready for its steps. Raises SourceError, ConfigError."""
    with ExitStack() as stack:
        repository = stack.enter_context(Repository.open(wanted.repo))
        progress = stack.enter_context(progress_bar(quiet=quiet))
        revision = repository.resolve(wanted.rev)
        situation = situation_here(wanted, runner.situation())
        plan = plan_here(wanted, situation, repository, revision)
        yield Run(wanted, situation, plan, repository, revision, store_of(repository), progress)


def _tell(message: str) -> None:
    click.echo(message, err=True)


def started(restored: Restored, mode: str = "full") -> str:
    """What the build began with, which made it a build of this mode."""
    if restored.pulled is None and mode == "full":
        return "nothing: there is no index that can be used"
    if restored.pulled is None:
        return "an index that an earlier build left in this checkout"
    if restored.pulled.manifest is None:
        return f"{restored.pulled.commit[:12]}: {restored.pulled.reason}"
    return f"{restored.pulled.commit[:12]}, from {restored.source}: {restored.pulled.reason}"
