"""Which artifact a worktree points to: found by reading alone, so that whoever serves need not reach
what can write (`store` writes the pointer).

    <common git dir>/graphrag/artifacts/    the artifacts, shared by worktrees
    <git dir>/graphrag/current              one line: the name of one of them, or the path of any other
"""

from __future__ import annotations

import os
from pathlib import Path

ROOM = "graphrag"


def pointer_path(git_dir: Path) -> Path:
    """Where the pointer of the worktree with this git directory is kept."""
    return git_dir / ROOM / "current"


def artifacts_folder(common_dir: Path) -> Path:
    """Where a repository's artifacts are kept."""
    return common_dir / ROOM / "artifacts"


def target(pointer: Path, artifacts: Path) -> Path | None:
    """What a pointer file names, there or not; None where it is missing, empty or not a path at all."""
    try:
        text = os.fsdecode(pointer.read_bytes().removesuffix(b"\n"))
    except OSError:
        return None
    return (artifacts / text).absolute() if text and "\0" not in text else None


def current(common_dir: Path, git_dir: Path) -> Path | None:
    """The artifact that a worktree points to, if the file is there."""
    path = target(pointer_path(git_dir), artifacts_folder(common_dir))
    try:
        return path if path and path.is_file() else None
    except OSError:  # a pointer full of garbage is longer than any path may be
        return None
