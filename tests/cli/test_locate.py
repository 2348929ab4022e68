"""Finding a repository by reading alone, held to what git itself answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_batch.artifact.pointer import current
from graphrag_batch.artifact.store import Store
from graphrag_batch.cli.locate import locate
from graphrag_batch.errors import RepositoryNotFound
from graphrag_batch.source.git import Repository
from tests.gitrepo import GitRepo


def _plain(folder: Path) -> Path:
    return GitRepo(folder / "plain").path


def _below(folder: Path) -> Path:
    repo = GitRepo(folder / "with spaces, ünï 港")
    repo.write("a/b/c.md", "# C\n")
    return repo.path / "a/b"


def _bare(folder: Path) -> Path:
    return GitRepo(folder / "bare.git", bare=True).path


def _inside_git_dir(folder: Path) -> Path:
    return GitRepo(folder / "inside").path / ".git" / "refs"


def _worktree(folder: Path) -> Path:
    repo = GitRepo(folder / "main")
    repo.write("a.md", "# A\n")
    repo.commit()
    repo.run("worktree", "add", "-q", str(folder / "linked"))
    return folder / "linked"


def _worktree_of_bare(folder: Path) -> Path:
    repo = GitRepo(folder / "from")
    repo.commit()
    repo.run("clone", "-q", "--bare", str(repo.path), str(folder / "bare"))
    GitRepo(folder / "bare").run("worktree", "add", "-q", str(folder / "tree"))
    return folder / "tree"


def _separate(folder: Path) -> Path:
    folder.joinpath("apart").mkdir()
    GitRepo(folder / "other").run(
        "init", "-q", "--separate-git-dir", str(folder / "g"), str(folder / "apart")
    )
    return folder / "apart"


def _through_a_link(folder: Path) -> Path:
    (folder / "link").symlink_to(_below(folder))
    return folder / "link"


def _no_repository_in_between(folder: Path) -> Path:
    repo = GitRepo(folder / "outer")
    repo.write("sub/.git/nothing", "")
    return repo.path / "sub"


PLACES = [
    _plain, _below, _bare, _inside_git_dir, _worktree, _worktree_of_bare, _separate, _through_a_link,
    _no_repository_in_between,
]  # fmt: skip


@pytest.mark.parametrize("make", PLACES)
def test_a_repository_is_found_where_git_finds_it(make, tmp_path: Path) -> None:
    path = make(tmp_path)
    place = locate(path)
    with Repository.open(path) as repository:
        found = (place.git_dir.resolve(), place.common_dir.resolve())
        assert found == (repository.git_dir.resolve(), repository.common_dir.resolve())


def test_where_there_is_none_the_next_step_is_named(tmp_path: Path) -> None:
    with pytest.raises(RepositoryNotFound) as error:
        locate(tmp_path)
    assert error.value.next_step


def test_a_folder_that_was_deleted_holds_no_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(RepositoryNotFound):
        locate(Path())


@pytest.mark.parametrize(
    "garbage", [b"", b"\n", b"\xff\xfe", b"a\0b\n", b"x" * 100_000, b"../..\n", b"missing.sqlite\n"]
)
def test_a_pointer_full_of_garbage_points_nowhere(tmp_path: Path, garbage: bytes) -> None:
    repo = GitRepo(tmp_path / "repo")
    folder = repo.path / ".git" / "graphrag"
    folder.mkdir()
    (folder / "current").write_bytes(garbage)
    assert current(repo.path / ".git", repo.path / ".git") is None
    assert Store(repo.path / ".git", repo.path / ".git").current() is None
