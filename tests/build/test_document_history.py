"""Law 2 over documents of every kind: whatever was indexed before, the same artifact comes of a tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from tests.build.document_history import WRITERS, DocumentHistory
from tests.building import index, index_from_nothing
from tests.gitrepo import GitRepo


def _replay(folder: Path, seed: int, steps: int, kinds: tuple[str, ...]) -> set[str]:
    """Indexes each commit of a history both ways; the modes of the builds."""
    repo = GitRepo(folder / "repo")
    history = DocumentHistory(repo, seed, kinds)
    modes = set()
    for step in range(steps):
        history.step()
        report = index(repo)
        fresh = index_from_nothing(repo, folder / "fresh", vectors=False)
        modes.add(report.mode)
        assert report.digest == fresh.digest, f"seed {seed}, step {step}: {report.mode}"
        with open_artifact(Path(report.artifact)) as artifact:
            assert len(artifact.snapshot()) == len(repo.run("ls-tree", "-r", "HEAD").splitlines())
    assert verify(Path(report.artifact)).problems == corpus_problems(Path(report.artifact)) == ()
    return modes


@pytest.mark.parametrize("steps", [3, pytest.param(10, marks=pytest.mark.long)])
def test_documents_of_all_kinds_are_indexed_alike_by_any_way(steps: int, tmp_path: Path) -> None:
    kinds = tuple(kind for kind in WRITERS if kind != "pdf")  # whose readers take a second to start
    assert _replay(tmp_path, seed=1, steps=steps, kinds=kinds) >= {"full", "incremental"}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(2, 8))
def test_long_histories_of_documents_are_indexed_alike_by_any_way(seed: int, tmp_path: Path) -> None:
    assert _replay(tmp_path, seed, steps=40, kinds=tuple(WRITERS)) >= {"full", "incremental"}
