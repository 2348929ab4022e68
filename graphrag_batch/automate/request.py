"""The request that a hook queued, as the worker takes and reads it. `notice` writes it."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.artifact.activity import alive
from graphrag_batch.automate.notice import REQUEST, ROOM


@dataclass(frozen=True, slots=True)
class Request:
    """What a hook asked of the worker. `index` is a copy of the index file to index ahead of its commit,
    None for HEAD; `settle`: when the rebase under way is over; `work_tree`: the folder git ran in."""

    hook: str
    work_tree: Path
    index: bytes | None = None
    settle: bool = False


def room_of(git_dir: Path) -> Path:
    """Where a worktree's own files are kept; not there if nothing ever was asked for."""
    return git_dir / ROOM


def unwritable(git_dir: Path) -> str:
    """Why hooks can leave no request: the folder is another user's (after `sudo git commit`, say); "" where
    they can."""
    room = room_of(git_dir)
    effective = os.access in os.supports_effective_ids
    if not room.is_dir() or os.access(room, os.W_OK | os.X_OK, effective_ids=effective):
        return ""
    return (
        f"{room}: is not writable for this user, so hooks index nothing\n"
        f'  next: sudo chown -R "$(id -u)" {shlex.quote(str(room))}'
    )


def is_waiting(git_dir: Path) -> bool:
    """Whether a request waits for the worker."""
    return (room_of(git_dir) / REQUEST).exists()


def taken_path(git_dir: Path) -> Path:
    """Where the request is that the worker is at."""
    return room_of(git_dir) / f"{REQUEST}.taken"


def take(git_dir: Path) -> Request | None:
    """The waiting request, which from now on is the caller's; None where there is none. Whoever calls this
    holds the worker's lock."""
    taken = taken_path(git_dir)
    try:
        os.replace(room_of(git_dir) / REQUEST, taken)
    except FileNotFoundError:
        return None
    return read(taken)


def read(path: Path) -> Request | None:
    """The request in a file; None where it is none of ours."""
    try:
        hook, work_tree, settle, staged, index = path.read_bytes().split(b"\0", 4)
    except (OSError, ValueError):
        return None
    copy = index if staged == b"1" else None
    return Request(hook.decode("ascii", "replace"), Path(os.fsdecode(work_tree)), copy, settle == b"1")


def clear_unfinished(git_dir: Path) -> None:
    """Deletes what hooks that were killed while they wrote left behind."""
    for path in room_of(git_dir).glob("*.[0-9]*"):
        pid = path.suffix[1:]
        if pid.isdigit() and not alive(int(pid)):
            path.unlink(missing_ok=True)
