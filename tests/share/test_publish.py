"""Publishing gives the same bytes for the same commit, however it was indexed, and all or nothing."""

from __future__ import annotations

import hashlib
from pathlib import Path

from graphrag_batch.artifact.verify import verify
from graphrag_batch.share.manifest import parse
from tests.building import index
from tests.gitrepo import GitRepo
from tests.share.publishing import PAGES, published


def test_what_is_published_is_what_its_manifest_says(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(PAGES)
    commit = repo.commit()
    made = published(repo, tmp_path / "out")
    name = f"harbor-{commit[:12]}"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"{name}.sqlite",
        f"{name}.manifest.json",
        "manifest.json",
    }
    raw = made.artifact.read_bytes()
    told = parse(made.manifest_path.read_bytes(), "here")
    assert told == made.manifest
    assert (told.file, told.size, told.sha256) == (
        f"{name}.sqlite",
        len(raw),
        hashlib.sha256(raw).hexdigest(),
    )
    assert (told.commit, told.tree, told.project) == (commit, repo.tree, "harbor")
    assert verify(made.artifact).ok
    assert told.content_digest == verify(made.artifact).content_digest == index(repo).digest


def test_the_same_commit_gives_the_same_bytes_after_any_history(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("docs/old.md", "# Old\n\nThe Tide Table was here.\n")
    repo.write_all(PAGES)
    repo.commit()
    index(repo)
    repo.rename("docs/old.md", "docs/new.md")
    repo.write("docs/berths.md", "# Berths\n\nNone.\n")
    repo.commit()
    index(repo)
    repo.remove("docs/new.md")
    repo.write_all(PAGES)
    repo.commit()
    assert index(repo).mode == "incremental"
    step_by_step = published(repo, tmp_path / "a")
    at_once = published(repo.clone(tmp_path / "elsewhere"), tmp_path / "b")
    for one, other in zip(
        sorted((tmp_path / "a").iterdir()), sorted((tmp_path / "b").iterdir()), strict=True
    ):
        assert (one.name, one.read_bytes()) == (other.name, other.read_bytes())
    assert step_by_step.manifest == at_once.manifest
