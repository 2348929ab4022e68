"""Starting a process of ours that outlives git's command and holds nothing of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def start(module: str, git_dir: Path) -> subprocess.Popen[bytes]:
    """Starts `python -m module GIT_DIR` in a session of its own, with no stream of ours: whoever waits for
    git's output to end would otherwise wait for the build."""
    # -P: nothing is imported from the folder git happens to run in.
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, str(git_dir)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=git_dir.anchor or None,  # never in a folder that someone wants to remove
        start_new_session=True,
        creationflags=_detached(),
    )


def _detached() -> int:
    if os.name != "nt":
        return 0
    flags: int = getattr(subprocess, "DETACHED_PROCESS", 0) | getattr(
        subprocess, "CREATE_NEW_PROCESS_GROUP", 0
    )
    return flags
