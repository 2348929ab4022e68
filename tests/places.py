"""Bad places for tests: disks that fill up or cannot be written, limits, and the program run in them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import forked
from tests.building import clean_env

ROOT = Path(__file__).parent.parent
ROOMY = 64 << 20


class Disk:
    """A file system of its own, in memory, whose size can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def leave(self, free: int) -> None:
        """Makes the disk so large that `free` bytes of it are free."""
        found = os.statvfs(self.folder)
        self._remount(f"size={max((found.f_blocks - found.f_bfree) * found.f_frsize + free, 4096)}")

    def empty_enough(self) -> None:
        """Gives it room for anything a test does."""
        self._remount(f"size={ROOMY}")

    def read_only(self) -> None:
        """No more writing."""
        self._remount("ro")

    def _remount(self, options: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{options}", str(self.folder)], check=True)


@contextmanager
def disk_at(folder: Path) -> Iterator[Disk]:
    """A disk at `folder`; the test is skipped where none may be mounted."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={ROOMY}", "none", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount program")
    if done.returncode:
        pytest.skip(f"no disk may be mounted here ({done.stderr.strip()})")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def program(
    *arguments: str | Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    before: Callable[[], None] | None = None,
    words: bool = True,
) -> subprocess.CompletedProcess[str]:
    """Runs the program; `before` runs in the child first. A failure must be an expected one: exit code 1
    and, unless it cannot even say so (`words`), no traceback and what to do next."""
    done = forked.run(
        [sys.executable, "-m", "graphrag_batch", *map(str, arguments)],
        cwd=cwd or ROOT,
        env={**(clean_env() if env is None else env), "PYTHONPATH": str(ROOT)},
        preexec_fn=before,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert done.returncode in (0, 1) if words else done.returncode != 3, (done.returncode, done.stderr)
    assert not words or "Traceback" not in done.stderr
    if words and done.returncode:
        assert "error: " in done.stderr
        assert "next: " in done.stderr
    return done


def limit(name: str, value: int) -> Callable[[], None]:
    """Sets a resource limit (`RLIMIT_…`) in the child."""

    def set_limit() -> None:
        import resource

        resource.setrlimit(getattr(resource, name), (value, value))

    return set_limit
