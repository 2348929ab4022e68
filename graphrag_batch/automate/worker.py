"""The background worker: one per worktree, at the newest request; each build is a process of its own.

    python -m graphrag_batch.automate.worker GIT_DIR

A build that crashes, hangs or is killed cannot take the worker with it: the worker ends it, with all its
children, at the time limit, and notes why. A killed worker leaves a lock that dies with it and at most a
request, which the next hook's worker finds.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import filelock

from graphrag_batch.artifact.store import Store
from graphrag_batch.automate.log import log
from graphrag_batch.automate.notice import is_rebasing
from graphrag_batch.automate.request import Request, clear_unfinished, is_waiting, room_of, take, taken_path

BUILDER = "graphrag_batch.automate.follow"
TIMEOUT_VARIABLE = "GRAPHRAG_HOOK_TIMEOUT"
DEFAULT_TIMEOUT = 3600.0
_LONGEST = 1e6  # what a wait can be told
_SETTLE_SECONDS = 10.0
_POLL_SECONDS = 0.1


def main(arguments: Sequence[str]) -> None:
    """Works off what is queued for the git directory given, then ends. A repository that is gone is no
    failure."""
    git_dir = Path(arguments[0])
    try:
        work(git_dir)
    except FileNotFoundError:
        pass
    except OSError as error:  # another user's file, say: what waits, waits until that is mended
        message = f"the worker cannot work: {error}"
        log(git_dir, message)
        next_step = "make graphrag/ in the git directory writable, then graphrag-batch index"
        Store(git_dir, git_dir).record_error(f"{message}\n  next: {next_step}")


def work(git_dir: Path) -> None:
    """Takes requests until none is left. Where another worker is at it, this one has nothing to do."""
    lock = filelock.FileLock(room_of(git_dir) / "worker.lock")
    # Once more after the lock is released: a hook may have found it held just before.
    while is_waiting(git_dir):
        try:
            with lock.acquire(blocking=False):
                clear_unfinished(git_dir)
                while request := take(git_dir):
                    _serve(git_dir, request)
        except filelock.Timeout:
            return


def _serve(git_dir: Path, request: Request) -> None:
    try:
        if not request.settle or _settled(git_dir):
            _build(git_dir, request)
    finally:
        taken_path(git_dir).unlink(missing_ok=True)


def _settled(git_dir: Path) -> bool:
    """Waits for a rebase to end; not for one that stopped for the user, whose end calls post-rewrite, nor
    when a newer request comes."""
    until = time.monotonic() + _SETTLE_SECONDS
    while is_rebasing(str(git_dir)):
        if time.monotonic() > until or is_waiting(git_dir):
            return False
        time.sleep(_POLL_SECONDS)
    return True


def _build(git_dir: Path, request: Request) -> None:
    limit = time_limit()
    process = _start(git_dir)
    try:
        code = process.wait(limit)
    except subprocess.TimeoutExpired:
        _end(process)
        _complain(
            git_dir, request, f"the build was ended: it took longer than {limit:g} s ({TIMEOUT_VARIABLE})"
        )
    else:
        if code not in (0, 1):  # 1: it has said why itself
            _complain(git_dir, request, f"the build ended unexpectedly ({_cause(code)})")


def _start(git_dir: Path) -> subprocess.Popen[bytes]:
    """A build in a session of its own, so that it can be ended with all its children."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", BUILDER, str(git_dir)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def time_limit() -> float:
    """Seconds that a build may take."""
    try:
        limit = float(os.environ.get(TIMEOUT_VARIABLE, ""))
    except ValueError:
        return DEFAULT_TIMEOUT
    return min(limit, _LONGEST) if limit > 0 else DEFAULT_TIMEOUT


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills a build and all its children, which share its session."""
    with suppress(OSError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _cause(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _complain(git_dir: Path, request: Request, message: str) -> None:
    log(git_dir, f"{request.hook}: {message}")
    Store(git_dir, git_dir).record_error(f"{message}\n  next: graphrag-batch index")


if __name__ == "__main__":
    main(sys.argv[1:])
