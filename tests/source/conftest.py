"""The repository that most tests of the room start from, and a look at the processes it takes."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.gitrepo import GitRepo

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


FILES = {"README.md": b"# Read me\n", "docs/guide.md": b"guide\r\n"}


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(FILES)
    repo.commit()
    return repo


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Gives the name of every git command that was run, in order (but for the `git version` with which
    GitPython greets)."""
    log = tmp_path / "log"
    log.touch()
    shim = tmp_path / "bin" / "git"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\necho "$@" >> "{log}"\nexec "{shutil.which("git")}" "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim.parent}{os.pathsep}{os.environ['PATH']}")
    mark = "core.fsmonitor=false "
    return lambda: [line.split(mark)[1].split()[0] for line in log.read_text().splitlines() if mark in line]
