"""What goes on in a repository's artifact room, by reading alone: whether a build runs or is asked for,
and why the last one failed. `store` and the hooks write what is read here.

    <common git dir>/graphrag/build.owner    the process that builds, for all worktrees
    <git dir>/graphrag/request               the one build that is asked for and has not begun;
                                             request.taken: a worker has it, and begins
    <git dir>/graphrag/last_error            why this worktree's last build failed
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from graphrag_batch.artifact.pointer import ROOM

_MOST_BYTES = 100_000
_SECONDS_TO_BEGIN = 30
_IMPORTED_AT = time.time()  # soon after this process began
_SLACK_SECONDS = 60
_STILL_ACTIVE = 259
_QUERY_LIMITED_INFORMATION = 0x1000


@dataclass(frozen=True, slots=True)
class Activity:
    """`building` is the process that builds and for how many seconds, None when nobody does;
    `last_error_at` is in UTC, ISO 8601. Both errors are "" when the last build did not fail."""

    building: tuple[int, float] | None
    queued: bool
    last_error: str
    last_error_at: str


def activity(common_dir: Path, git_dir: Path) -> Activity:
    """What goes on for the worktree with this git directory. Never raises: what cannot be read is not."""
    error, at = _read(error_path(git_dir))
    return Activity(
        building=_building(common_dir / ROOM / "build.owner"),
        queued=(git_dir / ROOM / "request").exists() or _recent(git_dir / ROOM / "request.taken"),
        last_error=error,
        last_error_at=datetime.fromtimestamp(int(at), UTC).isoformat() if error else "",
    )


def _recent(path: Path) -> bool:
    """A worker that was killed leaves what it had taken behind."""
    try:
        return abs(time.time() - path.stat().st_mtime) < _SECONDS_TO_BEGIN
    except OSError:
        return False


def error_path(git_dir: Path) -> Path:
    """Where the reason of a worktree's last failure is kept."""
    return git_dir / ROOM / "last_error"


def _building(owner: Path) -> tuple[int, float] | None:
    """The owner's process and age; a clock that was set back makes no age negative."""
    text, since = _read(owner)
    pid = text.split()[0] if text else ""
    # The owner of a build that was killed stays behind, and its number may be another's by now.
    if not (pid.isascii() and pid.isdigit()) or not alive(int(pid)) or _born_after(int(pid), since):
        return None
    return int(pid), max(0.0, time.time() - since)


def alive(pid: int) -> bool:
    """Whether a process with this number runs. One that has ended, and that nobody waited for (in a container
    whose first process waits for none), does not."""
    if not 0 < pid < 2**31:
        return False
    if sys.platform == "win32":
        return _alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # another user's
        return True
    return _stat(pid)[:1] != [b"Z"]


def _born_after(pid: int, moment: float) -> bool:
    """Whether a process began clearly later; False where the system does not tell."""
    ours, other = _ticks(os.getpid()), _ticks(pid)
    if ours is None or other is None:
        return False
    return _IMPORTED_AT + (other - ours) / os.sysconf("SC_CLK_TCK") > moment + _SLACK_SECONDS


def _ticks(pid: int) -> int | None:
    """When a process began, in the system's clock ticks, where there is a /proc."""
    try:
        return int(_stat(pid)[19])
    except (ValueError, IndexError):
        return None


def _stat(pid: int) -> list[bytes]:
    """What /proc tells of a process, from its state on; nothing where there is no /proc."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return []


def _alive_on_windows(pid: int) -> bool:
    """There `os.kill(pid, 0)` would end the process."""
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 (unknown to mypy on other systems)
    handle = kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, False, pid)
    if not handle:
        return False
    try:
        code = ctypes.c_ulong()
        kernel.GetExitCodeProcess(handle, ctypes.byref(code))
        return code.value == _STILL_ACTIVE
    finally:
        kernel.CloseHandle(handle)


def _read(path: Path) -> tuple[str, float]:
    """A small file's text and when it was written (seconds since the epoch); "" where there is none."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES)
            return raw.decode("utf-8", "replace").strip(), os.fstat(file.fileno()).st_mtime
    except OSError:
        return "", 0.0
