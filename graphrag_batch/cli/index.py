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
from graphrag_batch.errors import BuildBusy, GraphragError
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
    with Repository.open(repo) as repository, progress_bar() as progress:
        store = store_of(repository)
        with recording_failure(store):
            report = build(repository, store, rev=rev, full=full, jobs=jobs, progress=progress)
    for problem in report.problems:
        click.echo(f"warning: {problem}", err=True)
    if as_json:
        print_json(report.as_dict())
    else:
        _say(report)


@contextmanager
def recording_failure(store: Store) -> Iterator[None]:
    """Note why a build failed, so that `status` can tell; a build that succeeds clears the note.
    Another build under way is no failure."""
    try:
        yield
    except BuildBusy:
        raise
    except GraphragError as error:
        with suppress(OSError):
            store.record_error(str(error))
        raise
    store.record_error("")


def _say(report: BuildReport) -> None:
    files, work = report.files, report.work
    commit = (report.commit or report.tree)[:12]
    click.echo(f"{report.mode}: {commit} ({report.reason}) in {report.seconds['total']:.2f} s", err=True)
    changes = ", ".join(f"{files[n]} {n}" for n in ("added", "modified", "deleted", "renamed") if files[n])
    click.echo(f"  files: {changes or 'no change'}; {files['skipped']} skipped in all", err=True)
    click.echo(f"  work: {work['parsed']} parsed, {work['embedded']} texts embedded", err=True)
    if report.search_mode != "hybrid":
        click.echo(f"  warning: text search only: {report.degraded_reason}", err=True)
    click.echo(report.artifact)
