"""Which commit is checked out, by reading alone, held to what git says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_batch.cli.locate import locate
from graphrag_batch.serve.head import Head, HeadReader
from tests.gitrepo import GitRepo


def reader(path: Path) -> HeadReader:
    place = locate(path)
    return HeadReader(place.common_dir, place.git_dir)


def two_commits(folder: Path, **options: str) -> GitRepo:
    repo = GitRepo(folder / "repo", **options)
    repo.commit()
    repo.commit()
    return repo


def _branch(folder: Path) -> Path:
    return two_commits(folder).path


def _sha256(folder: Path) -> Path:
    return two_commits(folder, object_format="sha256").path


def _packed(folder: Path) -> Path:
    repo = two_commits(folder)
    repo.run("tag", "-a", "-m", "peeled", "v1")
    repo.run("branch", "maintenance/main", "HEAD~1")
    repo.run("pack-refs", "--all")
    assert not (repo.path / ".git" / "refs" / "heads" / "main").exists()
    return repo.path


def _packed_and_moved_on(folder: Path) -> Path:
    path = _packed(folder)
    GitRepo(path).commit("After packing")
    return path


def _detached(folder: Path) -> Path:
    repo = two_commits(folder)
    repo.run("checkout", "-q", "--detach", "HEAD~1")
    return repo.path


def _nested_name(folder: Path) -> Path:
    repo = two_commits(folder)
    repo.run("checkout", "-q", "-b", "feature/ünï/港")
    repo.commit()
    return repo.path


def _linked(folder: Path) -> Path:
    repo = two_commits(folder)
    repo.run("worktree", "add", "-q", "-b", "other", str(folder / "linked"), "HEAD~1")
    return folder / "linked"


def _linked_packed(folder: Path) -> Path:
    path = _linked(folder)
    GitRepo(folder / "repo").run("pack-refs", "--all")
    return path


def _linked_own_ref(folder: Path) -> Path:
    path = _linked(folder)
    GitRepo(folder / "repo").run("update-ref", "refs/worktree/here", "HEAD")
    GitRepo(path).run("update-ref", "refs/worktree/here", "HEAD")
    GitRepo(path).run("symbolic-ref", "HEAD", "refs/worktree/here")
    return path


def _link_of_a_link(folder: Path) -> Path:
    repo = two_commits(folder)
    repo.run("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    repo.run("symbolic-ref", "HEAD", "refs/heads/alias")
    return repo.path


def _head_is_a_symlink(folder: Path) -> Path:
    repo = two_commits(folder)
    head = repo.path / ".git" / "HEAD"
    head.unlink()
    head.symlink_to("refs/heads/main")
    return repo.path


def _bare(folder: Path) -> Path:
    two_commits(folder).run("clone", "-q", "--bare", str(folder / "repo"), str(folder / "bare"))
    return folder / "bare"


def _rebasing(folder: Path) -> Path:
    repo = GitRepo(folder / "repo")
    repo.write("a", "1")
    repo.commit()
    repo.run("branch", "side")
    repo.write("a", "2")
    repo.commit()
    repo.run("checkout", "-q", "side")
    repo.write("a", "3")
    repo.commit()
    with pytest.raises(AssertionError, match="rebase"):
        repo.run("rebase", "main")
    return repo.path


@pytest.mark.parametrize(
    "make",
    [
        _branch, _sha256, _packed, _packed_and_moved_on, _detached, _nested_name, _linked, _linked_packed,
        _linked_own_ref, _link_of_a_link, _head_is_a_symlink, _bare, _rebasing,
    ],
)  # fmt: skip
def test_head_is_the_commit_that_git_names(make: Callable[[Path], Path], tmp_path: Path) -> None:
    path = make(tmp_path)
    assert reader(path).read() == Head(GitRepo(path).head)


def test_every_move_of_head_is_seen_by_the_same_reader(tmp_path: Path) -> None:
    repo = two_commits(tmp_path)
    reading = reader(repo.path)
    moves = [
        ["commit", "-q", "--allow-empty", "-m", "x"], ["pack-refs", "--all"],
        ["update-ref", "refs/heads/main", "HEAD~1"], ["pack-refs", "--all"], ["checkout", "-q", "-b", "b"],
        ["commit", "-q", "--allow-empty", "--amend", "-m", "y"], ["reset", "-q", "--hard", "main~1"],
        ["gc", "-q"], ["checkout", "-q", "main"], ["branch", "-q", "-m", "main", "trunk"],
    ]  # fmt: skip
    for move in moves:
        repo.run(*move)
        assert reading.read() == Head(repo.head), move


def _unborn(folder: Path) -> Path:
    return GitRepo(folder / "repo").path


def _orphan(folder: Path) -> Path:
    repo = two_commits(folder)
    repo.run("checkout", "-q", "--orphan", "new")
    return repo.path


def _reftable(folder: Path) -> Path:
    """As a repository of that kind looks to whoever knows only files."""
    repo = GitRepo(folder / "repo")
    (repo.path / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    (repo.path / ".git" / "reftable").mkdir()
    return repo.path


def _garbage(content: bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        repo = two_commits(folder)
        (repo.path / ".git" / "HEAD").write_bytes(content)
        return repo.path

    return make


def _endless(folder: Path) -> Path:
    repo = two_commits(folder)
    (repo.path / ".git" / "refs" / "heads" / "main").write_text("ref: refs/heads/main\n")
    return repo.path


def _emptied_by_a_crash(folder: Path) -> Path:
    repo = two_commits(folder)
    (repo.path / ".git" / "refs" / "heads" / "main").write_bytes(b"")
    return repo.path


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_unborn, "no commit yet"),
        (_orphan, "no commit yet"),
        (_reftable, "reftable"),
        (_garbage(b""), "cannot be understood"),
        (_garbage(b"\xff\0garbage"), "cannot be understood"),
        (_garbage(b"ref: ../../outside"), "cannot be understood"),
        (_garbage(b"ref: refs/heads/a\0b"), "no commit yet"),
        (_garbage(b"ref: refs/heads/" + b"x" * 4000), "no commit yet"),
        (_garbage(b"ref: refs/heads"), "no commit yet"),
        (_endless, "cannot be understood"),
        (_emptied_by_a_crash, "cannot be understood"),
    ],
)
def test_where_there_is_no_commit_the_reason_is_said(
    make: Callable[[Path], Path], words: str, tmp_path: Path
) -> None:
    found = reader(make(tmp_path)).read()
    assert not found.commit
    assert words in found.problem


def test_a_repository_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    repo = two_commits(tmp_path)
    reading = reader(repo.path)
    assert reading.read().commit
    (repo.path / ".git").rename(tmp_path / "elsewhere")
    assert "moved or removed" in reading.read().problem
