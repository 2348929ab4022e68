"""The one queued request of a worktree: a file that is replaced at once, so that the newest wins.

A line of JSON, then (before a commit) the bytes of the index file that git commits from, copied while the
hook ran: git changes or deletes that file as soon as the hook returns.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.automate.places import room


@dataclass(frozen=True, slots=True)
class Request:
    """What a hook asked of the worker. `index` is a copy of the index file to index ahead of its commit,
    None for HEAD; `settle`: when the rebase under way is over; `work_tree`: the folder git ran in."""

    hook: str
    work_tree: Path
    index: bytes | None = None
    settle: bool = False


def queue(git_dir: Path, request: Request) -> None:
    """Puts the request in place of any that waits. Raises OSError."""
    path = request_path(git_dir)
    temporary = path.with_name(f"request.{os.getpid()}-{time.monotonic_ns()}")
    header = {"hook": request.hook, "work_tree": str(request.work_tree), "settle": request.settle}
    header["staged"] = request.index is not None
    try:
        temporary.write_bytes(json.dumps(header).encode("ascii") + b"\n" + (request.index or b""))
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def request_path(git_dir: Path) -> Path:
    """Where the waiting request is."""
    return room(git_dir) / "request"


def taken_path(git_dir: Path) -> Path:
    """Where the request is that the worker is at."""
    return room(git_dir) / "request.taken"


def is_waiting(git_dir: Path) -> bool:
    """Whether a request waits for the worker."""
    return request_path(git_dir).exists()


def take(git_dir: Path) -> Request | None:
    """The waiting request, which from now on is the caller's; None where there is none. Whoever calls this
    holds the worker's lock."""
    taken = taken_path(git_dir)
    try:
        os.replace(request_path(git_dir), taken)
    except FileNotFoundError:
        return None
    return read(taken)


def read(path: Path) -> Request | None:
    """The request in a file; None where it is none of ours."""
    try:
        line, _, rest = path.read_bytes().partition(b"\n")
        header = json.loads(line)
        return Request(
            str(header["hook"]),
            Path(header["work_tree"]),
            rest if header["staged"] else None,
            bool(header["settle"]),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None
