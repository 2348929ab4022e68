"""Finding a repository's git directory by reading alone.

The server starts with this: it must never hold what can run git, and the PATH a client gives it may not
lead to git at all. Other commands ask git itself (`source.git`); a test holds the two to one answer.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.errors import RepositoryNotFound


@dataclass(frozen=True, slots=True)
class Place:
    """Where a repository is: the folder that holds or is its git directory; `common_dir` is shared by
    all its worktrees."""

    folder: Path
    git_dir: Path
    common_dir: Path


def locate(path: Path) -> Place:
    """The repository at or above `path`. Raises RepositoryNotFound."""
    try:
        start = path.resolve()
    except OSError as error:  # the current folder was deleted
        raise RepositoryNotFound(
            f"this folder cannot be read ({error.strerror})", where=str(path), next_step="--repo PATH"
        ) from error
    for folder in (start, *start.parents):
        for candidate in (_linked(folder / ".git"), folder / ".git", folder):
            if candidate and _is_git_dir(candidate):
                return Place(folder, candidate, _common(candidate))
    raise RepositoryNotFound(
        "no git repository here or above", where=str(path), next_step="git init, or --repo PATH"
    )


def _linked(file: Path) -> Path | None:
    """Where a `.git` file (of a linked worktree, or a submodule) leads."""
    try:
        text = os.fsdecode(file.read_bytes())
    except OSError:
        return None
    kind, _, target = text.rstrip("\r\n").partition(": ")
    return Path(os.path.normpath(file.parent / target)) if kind == "gitdir" else None


def _is_git_dir(folder: Path) -> bool:
    common = _common(folder)
    head = folder / "HEAD"
    return (head.is_file() or head.is_symlink()) and all((common / n).is_dir() for n in ("objects", "refs"))


def _common(git_dir: Path) -> Path:
    try:
        text = os.fsdecode((git_dir / "commondir").read_bytes())
    except OSError:
        return git_dir
    return Path(os.path.normpath(git_dir / text.rstrip("\r\n")))
