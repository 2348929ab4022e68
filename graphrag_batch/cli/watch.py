"""`graphrag-batch watch`: index the worktree again whenever it changes."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import click
import filelock

from graphrag_batch.artifact.pointer import ROOM
from graphrag_batch.automate.watch import Outlet, Watcher
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.options import json_option, print_json, repo_option, store_of
from graphrag_batch.cli.refusals import refused
from graphrag_batch.errors import EXIT_OK, BuildBusy, GraphragError
from graphrag_batch.source.git import Repository


@click.command("watch")
@repo_option
@json_option
def watch_command(repo: Path, as_json: bool) -> None:
    """Index the worktree, and again whenever it changes, until interrupted.

    Uncommitted and untracked files count, those that git ignores do not; the index and the objects of git
    stay as they are. One line for each build on standard error; with --json, one object a line on standard
    output. `watch.debounce_ms` and `watch.dir` are read from the worktree's .graphrag.yaml.
    """
    stopped: list[int] = []
    with Repository.open(repo) as repository, _stopping(stopped):
        outlet = Outlet(
            built=lambda report: _say_build(report, as_json),
            failed=lambda error: _say_failure(error, as_json),
            tell=_tell,
            failure=_failure,
        )
        watcher = Watcher(repository, store_of(repository), outlet, stopped=lambda: bool(stopped))
        try:
            with _only_one(repository.git_dir):
                _tell(f"watching {repository.root} (Ctrl-C ends it)")
                watcher.run()
        except KeyboardInterrupt:
            if not stopped:
                raise
    sys.exit(EXIT_OK)


@contextmanager
def _only_one(git_dir: Path) -> Iterator[None]:
    """One watch for each worktree. Raises BuildBusy, naming the one there is."""
    file = git_dir / ROOM / "watch.lock"
    file.parent.mkdir(exist_ok=True)
    lock = filelock.FileLock(file)
    try:
        lock.acquire(blocking=False)
    except filelock.Timeout as error:
        holder = ""
        with suppress(OSError):
            holder = file.read_text("ascii", errors="replace").strip()
        raise BuildBusy(
            f"already watched by process {holder}" if holder.isdigit() else "already watched",
            where=str(git_dir),
            next_step="end that one first, or leave it to it",
        ) from error
    try:
        file.write_text(f"{os.getpid()}\n", "ascii")
        yield
    finally:
        lock.release()


@contextmanager
def _stopping(stopped: list[int]) -> Iterator[None]:
    """A request to end (SIGTERM, the terminal gone) ends whatever runs, as an interrupt does."""

    def stop(number: int, _frame: FrameType | None) -> None:
        stopped.append(number)
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), stop) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _failure(error: Exception) -> GraphragError | None:
    return error if isinstance(error, GraphragError) else refused(error)


def _tell(message: str) -> None:
    click.echo(message, err=True)


def _say_build(report: BuildReport, as_json: bool) -> None:
    for problem in report.problems:
        _tell(f"warning: {problem}")
    files = report.files
    counts = [f"{files[n]} {n}" for n in ("added", "modified", "deleted", "renamed") if files[n]]
    what = ", ".join(counts) or report.reason
    _tell(f"{_now()} {report.mode}: {what} in {report.seconds['total']:.2f} s")
    if as_json:
        print_json({**report.as_dict(), "source": "worktree"})
        sys.stdout.flush()


def _say_failure(error: GraphragError, as_json: bool) -> None:
    place = f"{error.where}: " if error.where else ""
    _tell(f"{_now()} {click.style('error:', fg='red')} {place}{error.what}")
    if error.next_step:
        _tell(f"  {click.style('next:', bold=True)} {error.next_step}")
    if as_json:
        print_json({"error": error.what, "where": error.where, "next": error.next_step})
        sys.stdout.flush()


def _now() -> str:
    return time.strftime("%H:%M:%S")
