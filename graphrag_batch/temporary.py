"""Temporary folders that outlive nobody: whoever makes the next one clears those of the dead.

    <room>/temporary/<prefix>-<random>/        one holder's
    <room>/temporary/<prefix>-<random>.lock    held for as long as the holder lives

A lock of the operating system ends with its process however that ends, and says so whatever has become of
the process's number or the clock. This room imports nothing of the project.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import filelock

_PLACE = "temporary"
_SUFFIX = ".lock"
# How often the folder of all folders may vanish, with its last user, just before it is used.
_TRIES = 1000


@contextlib.contextmanager
def temporary_folder(room: Path, prefix: str) -> Iterator[Path]:
    """A new empty folder below `room`, for this process alone, gone at the end.

    Clears away what killed processes left there. Raises OSError where nothing can be written.
    """
    clear_abandoned(room)
    lock = _claim(room / _PLACE, prefix)
    try:
        yield _folder_of(Path(lock.lock_file))
    finally:
        _drop(lock)


def clear_abandoned(room: Path) -> None:
    """Deletes the temporary folders below `room` whose holders are dead. What cannot be deleted stays."""
    found: list[Path] = []
    with contextlib.suppress(FileNotFoundError):  # the folder of all may go with its last user just now
        found = sorted((room / _PLACE).glob(f"*{_SUFFIX}"))
    for path in found:
        lock = filelock.FileLock(path)
        with contextlib.suppress(OSError, filelock.Timeout):
            lock.acquire(blocking=False)
            _drop(lock)


def _claim(place: Path, prefix: str) -> filelock.BaseFileLock:
    """A lock that nobody else knows, held, whose folder is made."""
    for left in reversed(range(_TRIES)):
        path = place / f"{prefix}-{secrets.token_hex(6)}{_SUFFIX}"
        lock = filelock.FileLock(path)
        try:
            place.mkdir(parents=True, exist_ok=True)
            lock.acquire()
            # Whoever clears may have come between the file's making and its locking; another made it anew.
            if _is_named(lock, path):
                _folder_of(path).mkdir(mode=0o700)
                return lock
        except (FileNotFoundError, FileExistsError):  # so says `mkdir` of a folder that goes as it looks
            if not left or _is_no_folder(place):
                raise
        lock.release()
    raise FileNotFoundError(f"{place} is deleted again and again")


def _is_no_folder(place: Path) -> bool:
    """Whether something else is there. Asked once: between two questions it could go."""
    try:
        return not stat.S_ISDIR(place.stat().st_mode)
    except OSError:
        return False


def _is_named(lock: filelock.BaseFileLock, path: Path) -> bool:
    """Whether the file that is locked is the one of this name."""
    descriptor = lock._context.lock_file_fd  # the only way to ask
    try:
        return descriptor is not None and os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def _drop(lock: filelock.BaseFileLock) -> None:
    """Deletes the folder of a lock that is held, then the lock; the last one out takes the place along."""
    path = Path(lock.lock_file)
    folder = _folder_of(path)
    _delete(folder)
    gone = not os.path.lexists(folder)
    with contextlib.suppress(OSError):
        if gone and os.name != "nt":  # while it is held, so that nobody waits for a file without a name
            path.unlink()
    lock.release()
    with contextlib.suppress(OSError):
        if gone and os.name == "nt":  # elsewhere another may have made the file anew by now, and hold it
            path.unlink(missing_ok=True)
        path.parent.rmdir()


def _delete(folder: Path) -> None:
    if os.name == "nt":  # which deletes no file that is read-only, as git's objects are
        for path in folder.rglob("*"):
            with contextlib.suppress(OSError):
                path.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _folder_of(lock: Path) -> Path:
    return lock.with_suffix("")
