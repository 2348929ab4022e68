"""Repositories that several test files of the command line ask about."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.building import index
from tests.gitrepo import GitRepo


@pytest.fixture(scope="session")
def small_made(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A repository without vectors, committed and indexed; not to be changed."""
    repo = GitRepo(tmp_path_factory.mktemp("small") / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "a.md": "# Tide\n\nThe moon.\n"})
    repo.commit()
    index(repo)
    return repo


@pytest.fixture
def small(small_made: GitRepo, tmp_path: Path) -> GitRepo:
    """A copy of it that a test may change."""
    shutil.copytree(small_made.path, tmp_path / "small")
    copy = GitRepo(tmp_path / "small")
    copy.commits = small_made.commits
    copy.run("update-index", "-q", "--refresh")  # the copies are other files
    return copy
