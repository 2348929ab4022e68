"""Which folder git runs a repository's hooks from, and whether it is the repository's own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.errors import GraphragError
from graphrag_batch.source.git import Repository

_ASK = ("config", "--show-origin", "--type=path", "-z", "--get-all", "core.hooksPath")


@dataclass(frozen=True, slots=True)
class HooksFolder:
    """`path` is where git looks, `default` where it looks unless told otherwise; `origin` names the
    configuration that tells it, "" for none. `inside` the repository, `in_worktree` (where git may track
    the hooks): as the links in the path lead. `root` is the worktree, None in a bare repository."""

    path: Path
    default: Path
    origin: str
    inside: bool
    in_worktree: bool
    root: Path | None = None


def hooks_folder(repository: Repository) -> HooksFolder:
    """The folder that `git rev-parse --git-path hooks` names. Raises SourceError."""
    default = repository.common_dir / "hooks"
    _, out, _ = repository.run(*_ASK)
    fields = out.split(b"\0")[:-1]
    # Pairs of origin and value; the last is our own, by which git runs no hook while we ask.
    origin, value = (fields[-4], fields[-3]) if len(fields) >= 4 else (b"", b"")
    base = repository.root or repository.git_dir
    # An empty setting leads git to the root of the file system.
    path = base / (os.fsdecode(value) or os.sep) if origin else default
    resolved = path.resolve()
    of_git = any(resolved.is_relative_to(p.resolve()) for p in (repository.common_dir, repository.git_dir))
    in_root = repository.root is not None and resolved.is_relative_to(repository.root.resolve())
    return HooksFolder(
        path,
        default,
        origin.decode("utf-8", "replace"),
        of_git or in_root,
        in_root and not of_git,
        repository.root,
    )


def refusal(folder: HooksFolder) -> GraphragError | None:
    """Why no hook can be installed: they would not be the repository's own."""
    if folder.inside:
        return None
    return GraphragError(
        f"git takes hooks from here, outside the repository ({_why(folder)}), "
        "so that other repositories may run them too",
        where=str(folder.path),
        next_step=f"git config core.hooksPath '{folder.default}' gives this repository hooks of its own; "
        'then install again, or add `graphrag-batch hook run NAME "$@" || :` to each hook NAME there',
    )


def _why(folder: HooksFolder) -> str:
    return f"core.hooksPath, {folder.origin}" if folder.origin else "the folder is a link"
