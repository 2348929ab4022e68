"""Where the hooks keep their files, below `<git dir>/graphrag/` of one worktree.

request         the one queued request, replaced at once: the newest wins
request.taken   what the worker is at
worker.lock     held by the one worker of this worktree
hook.log        what hooks and worker did, the newest lines
"""

from __future__ import annotations

from pathlib import Path

from graphrag_batch.artifact.pointer import ROOM


def room(git_dir: Path) -> Path:
    """The folder, made if the git directory is there. Raises OSError: a worktree that is gone is not
    made anew."""
    folder = git_dir / ROOM
    folder.mkdir(exist_ok=True)
    return folder
