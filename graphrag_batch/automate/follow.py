"""The build a hook asks for: the staged tree ahead of its commit, then whatever HEAD is.

    python -m graphrag_batch.automate.follow GIT_DIR

Run by the worker, in a session of its own, on the request the worker took. Exit code 1: it failed, and why
is in `last_error` and in the log.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.artifact.store import Store
from graphrag_batch.automate.failing import recording_failure
from graphrag_batch.automate.log import log, log_path
from graphrag_batch.automate.request import Request, is_waiting, read, room_of, taken_path
from graphrag_batch.build.run import build
from graphrag_batch.errors import EmptyRepository, GraphragError, SourceError
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import staged_tree
from graphrag_batch.temporary import temporary_folder

if TYPE_CHECKING:
    from graphrag_batch.build.work import BuildReport

_WAIT_SECONDS = 24 * 3600.0  # for another build; the worker's time limit is shorter
_NICENESS = 10


def main(arguments: Sequence[str]) -> int:
    """Serves the request taken for the git directory given; returns the exit code."""
    git_dir = Path(arguments[0])
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    try:
        request = read(taken_path(git_dir))
        return 0 if request is None else _serve(git_dir, request)
    except OSError:
        if not git_dir.is_dir():  # the worktree was removed meanwhile
            return 0
        raise


def _serve(git_dir: Path, request: Request) -> int:
    ok = request.index is None or _attempt(index_ahead, git_dir, request)
    # A newer request brings HEAD up to date as well.
    if not is_waiting(git_dir):
        ok = _attempt(index_head, git_dir, request) and ok
    return 0 if ok else 1


def _attempt(index: Callable[[Path, Request], BuildReport], git_dir: Path, request: Request) -> bool:
    """Whether it went well; why not is in the log."""
    try:
        _log_report(git_dir, request, index(git_dir, request))
    except EmptyRepository:
        log(git_dir, f"{request.hook}: there is no commit yet")
    except GraphragError as error:
        if git_dir.is_dir():  # else the worktree was removed meanwhile
            log(git_dir, f"{request.hook}: {error}")
            return False
    except Exception as error:
        if git_dir.is_dir():
            log(git_dir, f"{request.hook}: {traceback.format_exc()}")
            note = f"bug: {type(error).__name__}: {error}\n  next: please report it with {log_path(git_dir)}"
            Store(git_dir, git_dir).record_error(note)
            return False
    return True


def index_ahead(git_dir: Path, request: Request, progress: Progress = no_progress) -> BuildReport:
    """Index the tree that the copied index file holds, so that the commit finds its artifact there. The
    worktree's artifact stays what it is: the commit may yet be given up. Raises GraphragError."""
    assert request.index is not None
    with _open(git_dir, request) as repository:
        store = Store(repository.common_dir, git_dir, pointing=False)
        with temporary_folder(room_of(git_dir), "index") as folder:
            copy = folder / "index"
            copy.write_bytes(request.index)
            with staged_tree(repository, index=copy) as revision:
                return build(repository, store, rev=revision, wait=_WAIT_SECONDS, progress=progress)


def index_head(git_dir: Path, request: Request, progress: Progress = no_progress) -> BuildReport:
    """Index HEAD and make it the worktree's artifact; notes the failure of it for `status`. Raises
    GraphragError."""
    with _open(git_dir, request) as repository:
        store = Store(repository.common_dir, git_dir)
        with recording_failure(store):
            return build(repository, store, wait=_WAIT_SECONDS, progress=progress)


def _open(git_dir: Path, request: Request) -> Repository:
    """The repository git ran in: the one its folder is in or, where GIT_DIR led elsewhere, that one."""
    with suppress(SourceError):
        repository = Repository.open(request.work_tree)
        if repository.git_dir.samefile(git_dir):
            return repository
    repository = Repository.open(git_dir)
    # A worktree made for one checkout (GIT_WORK_TREE) may be gone by now.
    if request.work_tree.is_dir() and not request.work_tree.samefile(git_dir):
        repository.root = request.work_tree
    return repository


def _log_report(git_dir: Path, request: Request, report: BuildReport) -> None:
    ahead = "" if report.commit else "ahead of the commit, "
    seconds, work = report.seconds["total"], report.work
    log(
        git_dir,
        f"{request.hook}: {ahead}{report.mode} {(report.commit or report.tree)[:12]} in {seconds:.2f} s; "
        f"{work['parsed']} parsed, {work['embedded']} embedded",
    )


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        sys.exit(main(sys.argv[1:]))
