"""`graphrag-batch hook run NAME [ARGS…]` as git calls it: what `hook_run` does, without what the command line
costs to import. Whatever has options, or is not called by git, goes there."""

from __future__ import annotations

import os

from graphrag_batch.automate.decide import HOOKS
from graphrag_batch.automate.log import log
from graphrag_batch.automate.notice import called_by_git, decide_here, notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def serve_git(arguments: Sequence[str]) -> bool:
    """Does what git asks by the arguments after `hook run`; False where that is not for this module. Never
    fails: what goes wrong is in the log."""
    if not arguments or arguments[0] not in HOOKS or any(word.startswith("-") for word in arguments):
        return False
    if not called_by_git(os.environ):
        return False
    hook, *rest = arguments
    git_dir = ""
    try:
        git_dir = _git_dir()
        if not git_dir:
            return False
        decision = decide_here(hook, rest, git_dir)
        if decision.act:
            notice(hook, decision, git_dir, os.path.abspath(os.environ.get("GIT_WORK_TREE") or "."))
    except OSError as error:
        log(git_dir, f"{hook}: {error}")
    return True


def _git_dir() -> str:
    """The git directory, which hooks are told or run beside; "" where it takes more to find it."""
    named = os.environ.get("GIT_DIR") or ".git"
    if os.path.isfile(named):  # a linked worktree, a submodule
        with open(named, "rb") as file:
            named = os.fsdecode(file.read().removeprefix(b"gitdir: ").rstrip(b"\r\n"))
    return os.path.realpath(named) if os.path.isfile(os.path.join(named, "HEAD")) else ""
