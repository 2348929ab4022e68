"""Which changes of files matter to whoever follows a worktree, and when they have come to rest. Pure rules,
but for a look at what git is in the middle of."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.artifact.pointer import ROOM

# A burst that never ends is served after so many times the quiet that is waited for.
_PATIENCE = 10
# How long nothing must change while git is in the middle of something: a rebase that stopped at a conflict,
# or a lock that a killed git left, must not be waited for for ever.
SETTLE_SECONDS = 2.0

# What of a git directory tells that HEAD, the index or the rules for reading the worktree changed.
_TELLING = {
    "HEAD", "index", "packed-refs", "ORIG_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD",
    "BISECT_LOG", "rebase-merge", "rebase-apply", "config", "config.worktree", "sparse-checkout",
    "exclude", "attributes", "shallow",
}  # fmt: skip
_SILENT = {"objects", "lfs", "hooks", "logs", "worktrees"}
_UNDER_WAY = {
    "rebase-merge": "a rebase", "rebase-apply": "a rebase", "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisection",
    "index.lock": "another git",
}  # fmt: skip


def matters(path: str, git_dirs: tuple[str, ...], root: str) -> bool:
    """Whether a change at `path` (absolute) may change the worktree's tree, HEAD, or the pointer to the
    artifact. `git_dirs` are the worktree's own git directory and the common one, the longer first; `root`
    is the worktree's folder, which may lie in a git directory."""
    for git_dir in git_dirs:
        if root.startswith(git_dir + os.sep) and path.startswith(root + os.sep):
            path = path[len(root) :]
        if path == git_dir or path.startswith(git_dir + os.sep):
            return _tells(tuple(path[len(git_dir) + 1 :].split(os.sep)))
    parts = path.split(os.sep)
    # The git directory of a repository within: its HEAD is what the tree records of it.
    return _tells(tuple(parts[parts.index(".git") + 1 :])) if ".git" in parts else True


def _tells(parts: tuple[str, ...]) -> bool:
    """Whether a path in a git directory matters, given by its parts."""
    if parts[:1] == (ROOM,):
        return parts == (ROOM, "current")
    if not parts or parts[0] in _SILENT or parts[-1].endswith(".lock"):
        return False
    # A submodule's git directory lies in modules/, under its name, which may hold slashes.
    return parts[-1] in _TELLING or bool({"refs", "reftable"} & set(parts))


def under_way(git_dir: Path) -> str:
    """What git is in the middle of in this worktree ("a rebase"), "" if nothing."""
    return next((words for name, words in _UNDER_WAY.items() if (git_dir / name).exists()), "")


@dataclass(slots=True)
class Burst:
    """Changes that came one after another, as one. Times are seconds of any clock that only goes on."""

    quiet: float
    first: float | None = None
    last: float = 0.0

    def add(self, now: float) -> None:
        """One more change."""
        self.first = now if self.first is None else self.first
        self.last = now

    def left(self, now: float, busy: bool) -> float | None:
        """Seconds until the burst is over, 0 if it is, None where there is none. While git is `busy`, it is
        over once nothing has changed for a while; otherwise at the latest after ten times the quiet."""
        if self.first is None:
            return None
        end = self.last + self.quiet
        if busy:
            end = self.last + max(self.quiet, SETTLE_SECONDS)
        else:
            end = min(end, self.first + _PATIENCE * self.quiet)
        return max(0.0, end - now)

    def clear(self) -> None:
        """What has come so far is dealt with."""
        self.first = None
