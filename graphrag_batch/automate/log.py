"""`<git dir>/graphrag/hook.log`: what hooks and worker did, with times; bounded, the newest lines kept."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from graphrag_batch.artifact.pointer import ROOM
from graphrag_batch.automate.places import room

NAME = "hook.log"
MOST_BYTES = 64_000


def log_path(git_dir: Path) -> Path:
    """Where the log is."""
    return room(git_dir) / NAME


def log(git_dir: Path, message: str) -> None:
    """Adds a line (a message of several is indented). Never fails: a hook has nobody to complain to."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = f"{stamp} {message.strip()}".replace("\n", "\n    ") + "\n"
    with suppress(OSError):
        path = log_path(git_dir)
        with path.open("ab") as file:
            file.write(line.encode("utf-8", "backslashreplace"))
            size = file.tell()
        if size > MOST_BYTES:
            _shorten(path)


def _shorten(path: Path) -> None:
    """Keeps the newer half, from the beginning of a line."""
    newest = path.read_bytes()[-MOST_BYTES // 2 :].partition(b"\n")[2]
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    temporary.write_bytes(newest)
    os.replace(temporary, path)


def last_line(git_dir: Path) -> str:
    """The newest message's first line, "" where there is none."""
    try:
        lines = (git_dir / ROOM / NAME).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line for line in reversed(lines) if not line.startswith(" ")), "")
