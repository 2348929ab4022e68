"""`graphrag-batch index`: a revision into the artifact."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import click

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.automate.failing import recording_failure
from graphrag_batch.automate.waiting import when_free
from graphrag_batch.build.run import build
from graphrag_batch.build.seeds import check_seed
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.console import many, progress_bar, shown
from graphrag_batch.cli.options import json_option, print_json, repo_option, store_of
from graphrag_batch.cli.status import needs
from graphrag_batch.config import CONFIG_PATH
from graphrag_batch.errors import SourceError
from graphrag_batch.retrieve.described import lacking
from graphrag_batch.source.git import Repository, Revision
from graphrag_batch.source.worktree import staged_tree, worktree_tree

WAIT_SECONDS = 600.0


@click.command("index")
@repo_option
@click.option("--rev", metavar="REV", help="Commit, tag, branch or tree to index.  [default: HEAD]")
@click.option("--staged", is_flag=True, help="Index what `git commit` would commit now.")
@click.option(
    "--worktree",
    is_flag=True,
    help="Index the files as they are: uncommitted and untracked ones too, but not those that git ignores.",
)
@click.option(
    "--full",
    is_flag=True,
    help="Start from an empty artifact. Remembered parses and vectors still count; "
    "`graphrag-batch memo clear` forgets those too.",
)
@click.option(
    "--seed",
    "seeds",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An artifact from elsewhere whose vectors may be used; may be repeated.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    help="Worker processes.  [default: one per processor]",
)
@click.option(
    "--wait",
    type=click.FloatRange(0),
    default=WAIT_SECONDS,
    metavar="SECONDS",
    help="How long to wait for a build that is running (0: fail at once).  [default: 600]",
)
@json_option
def index_command(
    repo: Path,
    rev: str | None,
    staged: bool,
    worktree: bool,
    full: bool,
    seeds: tuple[Path, ...],
    jobs: int,
    wait: float,
    as_json: bool,
) -> None:
    """Index the tree of a revision, and make that what is queried.

    What to index is always a tree of git, the committed one unless --staged or --worktree is given; the
    settings that count are those in that tree. Only what changed since an earlier artifact is parsed and
    embedded, and the result is the same as from nothing.
    """
    _refuse_two_trees(rev, staged, worktree)
    for seed in seeds:
        check_seed(seed)
    with Repository.open(repo) as repository:
        store = store_of(repository)
        if not (rev or staged or worktree):
            _note_uncommitted_settings(repository)
        with recording_failure(store), progress_bar(quiet=as_json) as progress:

            def attempt() -> tuple[BuildReport, str]:
                with _tree(repository, rev, staged, worktree, default=repo == Path()) as revision:
                    report = build(
                        repository, store, rev=revision, full=full, jobs=jobs, seeds=seeds, progress=progress
                    )
                    return _with_problems(report, revision)

            report, source = when_free(store, wait, _tell, attempt)
    say_report(report, as_json, source)


def _refuse_two_trees(rev: str | None, staged: bool, worktree: bool) -> None:
    given = [
        name
        for name, is_given in (("--rev", rev), ("--staged", staged), ("--worktree", worktree))
        if is_given
    ]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} name different trees: give one of them")


@contextmanager
def _tree(
    repository: Repository, rev: str | None, staged: bool, worktree: bool, *, default: bool
) -> Iterator[Revision | str]:
    if staged:
        with staged_tree(repository, _index_of_hook(repository, default)) as revision:
            yield revision
    elif worktree:
        with worktree_tree(repository) as revision:
            yield revision
    else:
        yield rev or "HEAD"


def _index_of_hook(repository: Repository, default: bool) -> Path | None:
    """The index that git commits from, where this runs in a hook: `commit -a` and `commit FILE` make one of
    their own. A repository named by --repo may be another than the hook's."""
    named = os.environ.get("GIT_INDEX_FILE")
    if not named or repository.root is None:
        return None
    index = Path(os.path.normpath(repository.root / named))
    own = index.parent == repository.git_dir
    return index if (own or default) and index != repository.git_dir / "index" else None


def _with_problems(report: BuildReport, revision: Revision | str) -> tuple[BuildReport, str]:
    """The report with what git could not read, and whose tree it is."""
    if isinstance(revision, str):
        return report, "commit" if report.commit else "tree"
    return replace(report, problems=(*revision.problems, *report.problems)), revision.source


def _tell(message: str) -> None:
    click.echo(message, err=True)


def _note_uncommitted_settings(repository: Repository) -> None:
    """Says that the checkout's settings are not those of HEAD, which count. Reads that one file and
    changes nothing by it."""
    file = repository.root / CONFIG_PATH if repository.root else None
    if file is None or file.is_symlink() or not file.is_file():
        return
    with suppress(OSError, SourceError):
        committed = repository.read_at(repository.resolve().tree, CONFIG_PATH)
        if committed is None:
            click.echo(f"note: {CONFIG_PATH} is not committed, so it is not used: commit it", err=True)
        elif _lines(file.read_bytes()) != _lines(committed):
            click.echo(
                f"note: {CONFIG_PATH} differs from the committed one, which is used: commit it", err=True
            )


def _lines(raw: bytes) -> bytes:
    """Without the line ends that git may have changed in the checkout."""
    return raw.replace(b"\r\n", b"\n")


def say_report(report: BuildReport, as_json: bool, source: str = "commit") -> None:
    """Show what a build did: for people on standard error, the artifact's path or the JSON on standard
    output. `source` is whose tree it was: a commit's, a tree, the staged one, the worktree's."""
    for problem in report.problems:
        click.echo(f"warning: {shown(problem)}", err=True)
    if as_json:
        print_json({**report.as_dict(), "source": source})
    else:
        _say(report, source)


_SOURCES = {"staged": "staged tree ", "worktree": "worktree's tree ", "tree": "tree "}


def _say(report: BuildReport, source: str) -> None:
    named = report.tree if source in _SOURCES else report.commit or report.tree
    what = _SOURCES.get(source, "") + named[:12]
    click.echo(f"{report.mode}: {what} ({report.reason}) in {report.seconds['total']:.2f} s", err=True)
    if report.mode != "reused":
        _say_work(report)
    if report.redacted:
        kinds = ", ".join(f"{kind} {count}" for kind, count in report.redacted.items())
        total = sum(report.redacted.values())
        click.echo(f"  redacted: {total} secret{'s' * (total > 1)} ({kinds})", err=True)
    if report.search_mode != "hybrid":
        click.echo(f"  warning: text search only: {report.degraded_reason}", err=True)
    elif report.degraded_reason:
        click.echo(f"  warning: {report.degraded_reason}", err=True)
    click.echo(report.artifact)


def _say_work(report: BuildReport) -> None:
    files, work = report.files, report.work
    changes = ", ".join(f"{files[n]} {n}" for n in ("added", "modified", "deleted", "renamed") if files[n])
    with open_artifact(Path(report.artifact)) as artifact:
        lack = needs(lacking(artifact))
    click.echo(f"  files: {changes or 'no change'}; {files['skipped']} skipped in all{lack}", err=True)
    click.echo(f"  work: {work['parsed']} parsed, {many(work['embedded'], 'text')} embedded", err=True)
