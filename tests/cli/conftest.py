"""Repositories that several test files of the command line ask about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.building import index
from tests.gitrepo import GitRepo


@pytest.fixture
def small(tmp_path: Path) -> GitRepo:
    """A repository without vectors, committed and indexed."""
    repo = GitRepo(tmp_path / "small")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "a.md": "# Tide\n\nThe moon.\n"})
    repo.commit()
    index(repo)
    return repo
