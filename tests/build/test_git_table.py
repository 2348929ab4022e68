"""A table of git-made trouble (`git_rows`): each row costs the work it should, and gives in content, vectors
and history what a build from nothing gives.
"""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.work import BuildReport
from graphrag_batch.config import CONFIG_PATH
from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.finding import doc_at
from tests.build.git_rows import FILES, HISTORY, ROWS, Row
from tests.build.ground import Ground
from tests.building import index, index_from_nothing
from tests.gitrepo import GitRepo

COUNTED = ("parsed", "parse_reused", "chunked", "chunk_reused", "assembled", "embedded", "embed_reused")
SIGNS = {"+": "added", "~": "modified", "-": "deleted", ">": "renamed", "=": "unchanged", "!": "skipped"}
OF_THE_BUILD = ("build_mode", "build_reason", "parent_tree")


@pytest.fixture(scope="module", name="indexed")
def _indexed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], Path]:
    """Gives the folder of the repository that rows start from, with vectors or without."""

    @functools.cache
    def make(vectors: bool) -> Path:
        repo = GitRepo(tmp_path_factory.mktemp("table") / "repo")
        repo.write_all({path: text for path, text in FILES.items() if not (vectors and path == CONFIG_PATH)})
        repo.commit("First")
        Ground(repo).run(HISTORY)
        shutil.rmtree(repo.path / ".git" / "hooks", ignore_errors=True)  # samples: not worth copying
        return repo.path

    return make


def told(report: BuildReport) -> tuple[str, str]:
    """(files, work) as rows have them."""
    files = (f"{sign}{number}" for sign, name in SIGNS.items() if (number := report.files[name]))
    work = (f"{name} {number}" for name in COUNTED if (number := report.work[name]))
    return " ".join(files), " ".join(work)


def kind(row: Row) -> tuple[object, ...]:
    """What a build is to do, whatever the trouble and however many files."""
    signs = frozenset(word[0] for word in row.files.split())
    stages = frozenset(word for word in row.work.split() if word.isalpha() or "_" in word)
    return signs, stages, row.mode, row.reason, row.vectors


FIRST = {kind(row): row.name for row in reversed(ROWS)}
"""The first row of each kind is tried at every run, the others of its kind where time is no matter."""


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=[] if FIRST[kind(row)] == row.name else pytest.mark.slow) for row in ROWS],
    ids=[row.name for row in ROWS],
)
def test_each_row(row: Row, indexed: Callable[[bool], Path], tmp_path: Path) -> None:
    shutil.copytree(indexed(row.vectors), tmp_path / "repo", symlinks=True)
    ground = Ground(GitRepo(tmp_path / "repo"))
    ground.run(row.script)
    report = index(ground.repo, rev=row.rev)
    assert (*told(report), report.mode, report.reason) == (row.files, row.work, row.mode, row.reason.text)
    fresh = index_from_nothing(ground.repo, tmp_path / "fresh", rev=row.rev)
    assert held(report) == held(fresh)
    assert verify(Path(report.artifact)).problems == ()


def held(report: BuildReport) -> dict[str, str]:
    """What `meta` says of the artifact, but for how it came about."""
    with open_artifact(Path(report.artifact)) as artifact:
        return {name: value for name, value in artifact.meta.items() if name not in OF_THE_BUILD}


def test_what_a_partial_clone_lacks_is_skipped_by_name(
    indexed: Callable[[bool], Path], tmp_path: Path
) -> None:
    shutil.copytree(indexed(False), tmp_path / "repo", symlinks=True)
    ground = Ground(GitRepo(tmp_path / "repo"))
    ground.run("git config uploadpack.allowFilter true\nclone ../partial --filter=blob:none --sparse")
    with open_artifact(Path(index(ground.repo).artifact)) as artifact:
        rows = artifact.execute(
            "SELECT path, reason FROM skipped WHERE path != ? ORDER BY path", (CONFIG_PATH,)
        )
        with pytest.raises(NotFound, match=r"blob unavailable \(the object is not in this clone\)"):
            doc_at(artifact, "docs/guide.md")
    away = sorted(path for path in FILES if "/" in path)
    assert rows == [(path, "unavailable") for path in away]
