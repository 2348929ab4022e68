"""What a git hook does while git waits: decide, leave a request, start the worker, return.

Everything imported here is cheap: git waits for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from graphrag_batch.automate.decide import Decision, decide
from graphrag_batch.automate.launch import start
from graphrag_batch.automate.request import Request, queue

WORKER = "graphrag_batch.automate.worker"
# What git exports to its hooks, and the pre-commit framework to the hooks it runs.
_CALLERS = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_EXEC_PATH", "PRE_COMMIT")


def called_by_git(environment: Mapping[str, str]) -> bool:
    """Whether git (or a program that git called) runs this, not a person."""
    return any(environment.get(name) for name in _CALLERS)


def is_rebasing(git_dir: Path) -> bool:
    """Whether a rebase, or `git am`, is under way or stopped half-way."""
    return any((git_dir / name).is_dir() for name in ("rebase-merge", "rebase-apply"))


def decide_here(hook: str, arguments: Sequence[str], git_dir: Path) -> Decision:
    """`decide`, in the state that the repository and the environment are in."""
    return decide(hook, arguments, is_rebasing(git_dir), os.environ)


def request_of(hook: str, decision: Decision, git_dir: Path, work_tree: Path) -> Request:
    """The request that a decision leads to. Raises OSError where the index file cannot be read."""
    index = _index_file(git_dir).read_bytes() if decision.staged else None
    return Request(hook, work_tree, index, decision.settle)


def _index_file(git_dir: Path) -> Path:
    """The index git commits from: `commit -a` and `commit FILE` have one of their own while hooks run."""
    return Path(os.environ.get("GIT_INDEX_FILE") or git_dir / "index")


def notice(request: Request, git_dir: Path) -> None:
    """Queues the request and starts a worker, which ends at once where one is at work. Raises OSError."""
    queue(git_dir, request)
    start(WORKER, git_dir)
