"""A build killed at any instant leaves the old artifact or the new one, never a third thing."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.source.git import Repository
from tests.building import clean_env, fixture_repo, index
from tests.gitrepo import GitRepo


def _command(repo: GitRepo) -> list[str]:
    return [sys.executable, "-m", "graphrag_batch", "index", "--repo", str(repo.path), "--jobs", "1"]


def _current_digest(repo: GitRepo) -> str:
    with Repository.open(repo.path) as repository:
        current = Store(repository.common_dir, repository.git_dir).current()
    assert current is not None
    checked = verify(current)
    assert checked.problems == ()
    return checked.content_digest


def _kill_often(tmp_path: Path, kills: int) -> None:
    repo = fixture_repo(tmp_path / "repo")
    chance = random.Random(7)
    old = index(repo).digest
    seen = set()
    seconds = 1.0
    for n in range(kills):
        repo.write("docs/new.md", f"# New {n}\n\nText number {n}, which has to be embedded.\n")
        repo.write("README.md", f"# Harbor {n}\n\nChanged.\n")
        repo.commit()
        start = time.monotonic()
        process = subprocess.Popen(
            _command(repo), env=clean_env(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            process.wait(timeout=chance.uniform(0.05, seconds))
            seconds = max(0.4, time.monotonic() - start)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        found = _current_digest(repo)
        new = index(repo).digest
        assert found in (old, new)
        seen.add(found == new)
        assert _current_digest(repo) == new
        old = new
    leftovers = list((repo.path / ".git" / "graphrag" / "building").iterdir())
    assert leftovers == []
    assert False in seen  # some kill came before the end


def test_a_killed_build_leaves_old_or_new(tmp_path: Path) -> None:
    _kill_often(tmp_path, 8)


@pytest.mark.slow
def test_fifty_killed_builds_leave_old_or_new(tmp_path: Path) -> None:
    _kill_often(tmp_path, 50)
