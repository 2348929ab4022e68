"""What a git hook does while git waits: decide, leave a request, start the worker, return.

    <git dir>/graphrag/request         the one queued request, replaced at once: the newest wins
    <git dir>/graphrag/request.taken   what the worker is at
    <git dir>/graphrag/worker.lock     held by the one worker of this worktree

A request is the fields `hook`, the folder git ran in, `settle` (1 or 0) and `staged` (1 or 0), each ended by
a zero byte, then (where staged) the bytes of the index file git commits from: git changes or deletes that
file as soon as the hook returns. Git waits while this is imported: only `os` and `sys`.
"""

from __future__ import annotations

import os
import sys

from graphrag_batch.automate.decide import Decision, decide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOM = "graphrag"  # as `artifact.pointer` has it, which takes longer to import than a hook takes
REQUEST = "request"
WORKER = "graphrag_batch.automate.worker"
# What git exports to its hooks, and the pre-commit framework to the hooks it runs.
_CALLERS = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_EXEC_PATH", "PRE_COMMIT")


def called_by_git(environment: Mapping[str, str]) -> bool:
    """Whether git (or a program that git called) runs this, not a person."""
    return any(environment.get(name) for name in _CALLERS)


def is_rebasing(git_dir: str) -> bool:
    """Whether a rebase is under way or stopped half-way. `git am` keeps its state in `rebase-apply` too."""
    marks = ("rebase-merge", os.path.join("rebase-apply", "rebasing"))
    return any(os.path.exists(os.path.join(git_dir, mark)) for mark in marks)


def decide_here(hook: str, arguments: Sequence[str], git_dir: str) -> Decision:
    """`decide`, in the state that the repository and the environment are in."""
    return decide(hook, arguments, is_rebasing(git_dir), os.environ)


def staged_index(git_dir: str) -> bytes:
    """The index git commits from: `commit -a` and `commit FILE` have one of their own while hooks run.
    Raises OSError."""
    with open(os.environ.get("GIT_INDEX_FILE") or os.path.join(git_dir, "index"), "rb") as file:
        return file.read()


def notice(hook: str, decision: Decision, git_dir: str, work_tree: str) -> None:
    """Queues what the hook asks for and starts a worker, which ends at once where one is at work.
    Raises OSError."""
    index = staged_index(git_dir) if decision.staged else None
    queue(git_dir, hook, work_tree, index, decision.settle)
    start_detached(WORKER, git_dir)


def queue(git_dir: str, hook: str, work_tree: str, index: bytes | None, settle: bool) -> None:
    """Puts a request in place of any that waits. Raises OSError."""
    path = os.path.join(git_dir, ROOM, REQUEST)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    fields = (hook, work_tree, "1" if settle else "0", "0" if index is None else "1")
    try:
        with open(temporary, "wb") as file:
            file.write(b"".join(os.fsencode(text) + b"\0" for text in fields) + (index or b""))
        os.replace(temporary, path)
    except OSError:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def start_detached(module: str, git_dir: str) -> None:
    """Starts `python -m module GIT_DIR` in a session of its own, with no stream of ours: whoever waits for
    git's output to end would otherwise wait for the build."""
    # -P: nothing is imported from the folder git happens to run in.
    command = [sys.executable, "-P", "-m", module, git_dir]
    if sys.platform == "win32":
        import subprocess  # which costs as much as the rest of a hook

        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        null = subprocess.DEVNULL
        subprocess.Popen(command, stdin=null, stdout=null, stderr=null, creationflags=flags)
    elif os.fork() == 0:
        _become(command)


def _become(command: list[str]) -> None:
    """Turns this process, a fork, into the command."""
    try:
        os.setsid()
        os.chdir("/")  # never in a folder that someone wants to remove
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        os.closerange(3, 1 << 20)
        os.execv(command[0], command)
    finally:
        os._exit(127)
