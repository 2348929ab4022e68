"""Helpers for tests that build: a repository, its store, and the fixture repository as a git tree."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import filelock
import pytest

from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.build.work import BuildReport
from graphrag_batch.source.git import Repository
from tests.gitrepo import GitRepo

FIXTURE = Path(__file__).parent.parent / "fixtures" / "repo"


def fixture_repo(path: Path) -> GitRepo:
    """The fixture repository with one commit."""
    shutil.copytree(FIXTURE, path)
    repo = GitRepo.__new__(GitRepo)
    repo.path, repo.commits = path, 0
    repo.run("init", "-q", "--initial-branch=main")
    repo.commit("Begin")
    return repo


def index(repo: GitRepo, *, jobs: int = 1, **options: Any) -> BuildReport:
    """Index the repository into its own git directory."""
    with Repository.open(repo.path) as repository:
        return build(repository, Store(repository.common_dir, repository.git_dir), jobs=jobs, **options)


def index_from_nothing(repo: GitRepo, room: Path, **options: Any) -> BuildReport:
    """Index the repository with no earlier artifact and an empty memo, into `room`."""
    shutil.rmtree(room, ignore_errors=True)
    with Repository.open(repo.path) as repository:
        return build(repository, Store(room, room), jobs=1, full=True, **options)


def made_once(rooms: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that the first of all workers of a run to ask for it fills; not to be changed."""
    room = rooms.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        room = room.parent  # each worker's own is within it
    folder, whole = room / name, room / f"{name}.whole"
    with filelock.FileLock(room / f"{name}.lock"):
        if not whole.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of one that did not come to its end
            folder.mkdir()
            make(folder)
            whole.touch()
    return folder


def clean_env(**more: str) -> dict[str, str]:
    """The environment for a subprocess, without inherited `GIT_*` and without what makes Python's
    output behave unlike a user's."""
    dropped = ("GIT_", "PYTHONUNBUFFERED")
    return {name: value for name, value in os.environ.items() if not name.startswith(dropped)} | more
