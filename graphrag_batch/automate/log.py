"""`<git dir>/graphrag/hook.log`: what hooks and worker did, with times; bounded, the newest lines kept.

A hook may write here while git waits: imports nothing that is not loaded anyway.
"""

from __future__ import annotations

import os
import time

from graphrag_batch.automate.notice import ROOM

NAME = "hook.log"
MOST_BYTES = 64_000


def log_path(git_dir: str | os.PathLike[str]) -> str:
    """Where the log is."""
    return os.path.join(git_dir, ROOM, NAME)


def log(git_dir: str | os.PathLike[str], message: str) -> None:
    """Adds a line (of a message of several, the rest is indented), without secrets: errors quote settings and
    addresses. Never fails: a hook has nobody to complain to."""
    from graphrag_batch.stages.redact import clean_line  # seldom needed while git waits

    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = f"{stamp} {clean_line(message.strip())}".replace("\n", "\n    ") + "\n"
    path = log_path(git_dir)
    try:
        with open(path, "ab") as file:
            file.write(line.encode("utf-8", "backslashreplace"))
            size = file.tell()
        if size > MOST_BYTES:
            _shorten(path)
    except OSError:
        pass


def _shorten(path: str) -> None:
    """Keeps the newer half, from the beginning of a line."""
    with open(path, "rb") as file:
        newest = file.read()[-MOST_BYTES // 2 :].partition(b"\n")[2]
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(newest)
    os.replace(temporary, path)


def last_line(git_dir: str | os.PathLike[str]) -> str:
    """The newest message's first line, "" where there is none."""
    try:
        with open(log_path(git_dir), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return ""
    return next((line for line in reversed(lines) if not line.startswith(" ")), "")
