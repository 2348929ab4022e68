"""A misleading environment, and repositories where something is missing or damaged."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphrag_batch.errors import BlobUnavailable
from graphrag_batch.source.git import Repository
from tests.gitrepo import GitRepo
from tests.source.conftest import FILES


def contents(path: Path, rev: str = "HEAD") -> dict[str, bytes]:
    """Path → content of every file, as `Repository` tells it."""
    with Repository.open(path) as opened:
        return {entry.path: opened.read(entry.blob) for entry in opened.list_tree(opened.resolve(rev).tree)}


# ---- the environment ----------------------------------------------------------------------------


@pytest.fixture
def polluted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a hook of another repository would leave in the environment."""
    other = GitRepo(tmp_path / "elsewhere")
    other.write("wrong.md", "wrong")
    other.commit()
    for name, value in {
        "GIT_DIR": str(other.path / ".git"),
        "GIT_WORK_TREE": str(other.path),
        "GIT_INDEX_FILE": str(other.path / ".git" / "index"),
        "GIT_OBJECT_DIRECTORY": str(other.path / ".git" / "objects"),
        "GIT_COMMON_DIR": str(other.path / ".git"),
        "GIT_PREFIX": "docs/",
        "GIT_CEILING_DIRECTORIES": str(tmp_path),
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_CONFIG_PARAMETERS": "'core.bare'='true'",
        "GIT_TRACE": "1",
    }.items():
        monkeypatch.setenv(name, value)
    before = {name: value for name, value in os.environ.items() if name.startswith("GIT_")}
    yield
    assert before.items() <= os.environ.items()


@pytest.mark.usefixtures("polluted")
def test_the_environment_of_another_repositorys_hook_has_no_effect(repo: GitRepo) -> None:
    with Repository.open(repo.path / "docs") as opened:
        assert (opened.root, opened.git_dir) == (repo.path, repo.path / ".git")
        assert opened.resolve().commit == repo.head
        assert not opened.is_dirty()
        assert opened.diff_trees(repo.tree, repo.tree) == []
        assert opened.apart("HEAD", "HEAD") == (0, 0)
    assert contents(repo.path) == FILES


def test_replaced_objects_and_user_settings_do_not_change_what_is_read(repo: GitRepo) -> None:
    old = repo.run("rev-parse", "HEAD:README.md")
    new = repo.run("hash-object", "-w", "--stdin", stdin=b"replaced\n")
    repo.run("replace", old, new)
    for setting in ("core.quotePath=true", "diff.renames=copies", "core.autocrlf=true", "core.abbrev=5"):
        repo.run("config", *setting.split("="))
    assert contents(repo.path) == FILES


def test_nothing_is_read_from_the_worktree(repo: GitRepo) -> None:
    repo.write("README.md", "edited")
    repo.remove("docs")
    assert contents(repo.path) == FILES


# ---- what is missing or damaged -----------------------------------------------------------------


def loose(repo: GitRepo, object_id: str) -> Path:
    return repo.path / ".git" / "objects" / object_id[:2] / object_id[2:]


def damage_removed(path: Path) -> None:
    path.unlink()


def damage_emptied(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(b"")


def damage_garbled(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0")


def damage_truncated(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:40])


@pytest.mark.parametrize("damage", [damage_removed, damage_emptied, damage_garbled, damage_truncated])
def test_a_damaged_blob_is_reported_and_the_next_is_read(
    repo: GitRepo, damage: Callable[[Path], None]
) -> None:
    repo.write_all({f"f{number}.txt": f"{number}\n" * 4000 for number in range(4)})
    repo.write("bad.txt", os.urandom(5000).hex())
    repo.commit()
    with Repository.open(repo.path) as opened:
        blobs = {entry.path: entry.blob for entry in opened.list_tree(opened.resolve().tree)}
        damage(loose(repo, blobs["bad.txt"]))
        for number in range(4):
            with pytest.raises(BlobUnavailable) as failure:
                opened.read(blobs["bad.txt"])
            assert failure.value.where == blobs["bad.txt"]
            blob = blobs[f"f{number}.txt"]
            assert opened.read(blob) == f"{number}\n".encode() * 4000
            assert opened.size(blob) == 8000
        if damage is damage_removed:
            with pytest.raises(BlobUnavailable):
                opened.size(blobs["bad.txt"])


def test_a_git_process_that_is_killed_between_two_questions_is_replaced(repo: GitRepo) -> None:
    with Repository.open(repo.path) as opened:
        revision = opened.resolve()
        os.kill(opened._contents._process.pid, signal.SIGKILL)  # type: ignore[union-attr]
        assert opened.resolve() == revision


def test_a_partial_clone_never_fetches_and_dies_of_one_blob_not_of_each(
    repo: GitRepo, tmp_path: Path, processes: Callable[[], list[str]]
) -> None:
    repo.write_all({f"f{number}.md": str(number) for number in range(20)})
    repo.commit()
    repo.run("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")
    with Repository.open(clone.path) as opened:
        tree = opened.list_tree(opened.resolve().tree)
        assert len(tree) == 22
        for entry in tree:
            with pytest.raises(BlobUnavailable, match="not in this clone"):
                opened.read(entry.blob)
            with pytest.raises(BlobUnavailable, match="not in this clone"):
                opened.size(entry.blob)
        assert opened.resolve().commit == repo.head
    assert len(processes()) < 10
    assert clone.run("rev-list", "--objects", "--missing=print", repo.tree).count("?") == 22


def test_a_tree_that_is_not_there_is_reported(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "partial", "--filter=tree:0", "--no-checkout")
    with Repository.open(clone.path) as opened:
        tree = opened.resolve().tree
        with pytest.raises(BlobUnavailable):
            opened.list_tree(tree)
        with pytest.raises(BlobUnavailable):
            opened.diff_trees(tree, "0123456789" * 4)
