"""`graphrag-batch index`: a revision into the artifact."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.console import progress_bar
from graphrag_batch.cli.options import json_option, print_json, repo_option, store_of
from graphrag_batch.config import CONFIG_PATH
from graphrag_batch.errors import BuildBusy, GraphragError, RevisionNotFound, SourceError
from graphrag_batch.source.git import Repository


@click.command("index")
@repo_option
@click.option("--rev", default="HEAD", show_default=True, help="Commit, tag, branch or tree to index.")
@click.option(
    "--full",
    is_flag=True,
    help="Start from an empty artifact. Remembered parses and vectors still count; delete "
    "graphrag/memo.sqlite in the git directory to redo those too.",
)
@click.option("--jobs", type=click.IntRange(0), default=0, help="Worker processes (0: one per processor).")
@json_option
def index_command(repo: Path, rev: str, full: bool, jobs: int, as_json: bool) -> None:
    """Index the tree of a revision and make it the current artifact.

    What to index is always a tree of git: uncommitted changes are not seen. Only what changed
    since an earlier artifact is parsed and embedded, and the result is the same as from nothing.
    """
    with Repository.open(repo) as repository:
        store = store_of(repository)
        if rev == "HEAD":
            _note_uncommitted_settings(repository)
        with recording_failure(store), progress_bar() as progress:
            report = build(repository, store, rev=rev, full=full, jobs=jobs, progress=progress)
    say_report(report, as_json)


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


@contextmanager
def recording_failure(store: Store) -> Iterator[None]:
    """Note why a build failed, so that `status` can tell; a build that succeeds clears the note.
    Another build under way is no failure, and a name mistyped is none of the build's."""
    try:
        yield
    except (BuildBusy, RevisionNotFound):
        raise
    except GraphragError as error:
        with suppress(OSError):
            store.record_error(str(error))
        raise
    store.record_error("")


def say_report(report: BuildReport, as_json: bool) -> None:
    """Show what a build did: for people on standard error, the artifact's path or the JSON on standard
    output."""
    for problem in report.problems:
        click.echo(f"warning: {problem}", err=True)
    if as_json:
        print_json(report.as_dict())
    else:
        _say(report)


def _say(report: BuildReport) -> None:
    commit = (report.commit or report.tree)[:12]
    click.echo(f"{report.mode}: {commit} ({report.reason}) in {report.seconds['total']:.2f} s", err=True)
    if report.mode != "reused":
        _say_work(report)
    if report.search_mode != "hybrid":
        click.echo(f"  warning: text search only: {report.degraded_reason}", err=True)
    click.echo(report.artifact)


def _say_work(report: BuildReport) -> None:
    files, work = report.files, report.work
    changes = ", ".join(f"{files[n]} {n}" for n in ("added", "modified", "deleted", "renamed") if files[n])
    click.echo(f"  files: {changes or 'no change'}; {files['skipped']} skipped in all", err=True)
    click.echo(f"  work: {work['parsed']} parsed, {work['embedded']} texts embedded", err=True)
