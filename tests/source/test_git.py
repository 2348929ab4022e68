"""Every kind of repository there is, real ones, read through `Repository`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_batch.errors import (
    EmptyRepository,
    RepositoryNotFound,
    RevisionNotFound,
    SourceError,
)
from graphrag_batch.records import MODE_EXECUTABLE, MODE_FILE, MODE_SUBMODULE, MODE_SYMLINK
from graphrag_batch.source.git import Repository
from graphrag_batch.source.paths import to_text
from tests.gitrepo import GitRepo
from tests.source.conftest import FILES

ABSENT = "0123456789" * 4


def contents(path: Path, rev: str = "HEAD") -> dict[str, bytes]:
    """Path → content of every file, as `Repository` tells it."""
    with Repository.open(path) as opened:
        return {entry.path: opened.read(entry.blob) for entry in opened.list_tree(opened.resolve(rev).tree)}


# ---- kinds of repository ------------------------------------------------------------------------


def bare(repo: GitRepo, folder: Path) -> Path:
    return repo.clone(folder, "--bare").path


def shallow(repo: GitRepo, folder: Path) -> Path:
    repo.commit("Nothing new")
    return repo.clone(folder, "--depth=1").path


def linked_worktree(repo: GitRepo, folder: Path) -> Path:
    repo.run("worktree", "add", "-q", str(folder), "HEAD")
    return folder


def worktree_of_bare(repo: GitRepo, folder: Path) -> Path:
    main = repo.clone(folder, "--bare")
    main.run("worktree", "add", "-q", str(folder / "tree"), "main")
    return folder / "tree"


def submodule(repo: GitRepo, folder: Path) -> Path:
    outer = GitRepo(folder)
    outer.run("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repo.path), "sub")
    return folder / "sub"


def detached(repo: GitRepo, folder: Path) -> Path:
    repo.run("checkout", "-q", "--detach")
    return repo.path


def subfolder(repo: GitRepo, folder: Path) -> Path:
    return repo.path / "docs"


def file_inside(repo: GitRepo, folder: Path) -> Path:
    return repo.path / "docs" / "guide.md"


def git_directory(repo: GitRepo, folder: Path) -> Path:
    return repo.path / ".git"


def odd_name(repo: GitRepo, folder: Path) -> Path:
    return repo.clone(folder / "~ $HOME 'q' \udcff").path


def alternates(repo: GitRepo, folder: Path) -> Path:
    return repo.clone(folder, "--shared").path


def packed(repo: GitRepo, folder: Path) -> Path:
    repo.run("gc", "-q")
    return repo.path


KINDS = [
    bare, shallow, linked_worktree, worktree_of_bare, submodule, detached, subfolder, file_inside,
    git_directory, odd_name, alternates, packed,
]  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_repository_reads_the_same(
    repo: GitRepo, tmp_path: Path, kind: Callable[[GitRepo, Path], Path]
) -> None:
    assert contents(kind(repo, tmp_path / "other")) == FILES


@pytest.mark.parametrize(
    ("kind", "root", "git_dir", "common_dir"),
    [
        (subfolder, "repo", "repo/.git", "repo/.git"),
        (bare, None, "other", "other"),
        (linked_worktree, "other", "repo/.git/worktrees/other", "repo/.git"),
        (worktree_of_bare, "other/tree", "other/worktrees/tree", "other"),
        (submodule, "other/sub", "other/.git/modules/sub", "other/.git/modules/sub"),
        (git_directory, None, "repo/.git", "repo/.git"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_the_folders_of_a_repository_are_found(
    repo: GitRepo,
    tmp_path: Path,
    kind: Callable[[GitRepo, Path], Path],
    root: str | None,
    git_dir: str,
    common_dir: str,
) -> None:
    with Repository.open(kind(repo, tmp_path / "other")) as opened:
        assert opened.root == (tmp_path / root if root else None)
        assert opened.git_dir == tmp_path / git_dir
        assert opened.common_dir == tmp_path / common_dir
        assert opened.bare is (kind is bare)
        assert not opened.shallow
        assert not opened.is_dirty()


def test_a_shallow_clone_says_so_and_counts_only_what_it_has(repo: GitRepo, tmp_path: Path) -> None:
    first = repo.head
    clone = shallow(repo, tmp_path / "other")
    with Repository.open(clone) as opened:
        assert opened.shallow
        assert opened.apart(first, "HEAD") is None
        with pytest.raises(RevisionNotFound, match="unshallow"):
            opened.resolve(first)


def test_a_sha256_repository_is_read(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo", object_format="sha256")
    repo.write("a.md", "A\n")
    first = repo.commit()
    repo.write("a.md", "B\n")
    second = repo.commit()
    with Repository.open(repo.path) as opened:
        old, new = opened.resolve(first), opened.resolve(second)
        assert (new.commit, len(new.tree)) == (second, 64)
        (change,) = opened.diff_trees(old.tree, new.tree)
        assert change.new is not None
        assert (opened.read(change.new.blob), opened.size(change.new.blob)) == (b"B\n", 2)


def test_modes_and_odd_paths_are_listed_in_order_and_read(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    names = [
        b"sp ace",
        b'"quote".md',
        b"new\nline",
        b"tab\t",
        b"\xff\xfe.md",
        "\u00e9/\u4e2d.md".encode(),
        b"-dash",
    ]
    for name in names:
        repo.write(name, name)
    repo.write("run.sh", "#!/bin/sh\n", executable=True)
    repo.symlink("link", "/etc/passwd")
    commit = repo.commit()
    repo.submodule("module", commit)
    repo.commit(add=False)
    with Repository.open(repo.path) as opened:
        tree = opened.list_tree(opened.resolve().tree)
        modes = {entry.path: entry.mode for entry in tree}
        assert [entry.path for entry in tree] == sorted(modes)
        assert modes == {
            **{to_text(name): MODE_FILE for name in names},
            "run.sh": MODE_EXECUTABLE,
            "link": MODE_SYMLINK,
            "module": MODE_SUBMODULE,
        }
        for entry in tree:
            if entry.mode == MODE_FILE:
                assert to_text(opened.read(entry.blob)) == entry.path
            if entry.mode == MODE_SYMLINK:
                assert opened.read(entry.blob) == b"/etc/passwd"
            if entry.mode == MODE_SUBMODULE:
                assert entry.blob == commit


# ---- names --------------------------------------------------------------------------------------


def test_commits_tags_and_trees_are_resolved(repo: GitRepo) -> None:
    repo.run("tag", "light")
    repo.run("tag", "-a", "v1", "-m", "one")
    repo.run("tag", "-a", "v1-again", "v1", "-m", "a tag of a tag")
    repo.run("tag", "-a", "tree-tag", repo.tree, "-m", "a tag of a tree")
    with Repository.open(repo.path) as opened:
        for name in (
            "HEAD",
            "@",
            "main",
            "refs/heads/main",
            "light",
            "v1",
            "v1-again",
            repo.head,
            repo.head[:8],
        ):
            revision = opened.resolve(name)
            assert (revision.commit, revision.tree) == (repo.head, repo.tree)
        for name in (repo.tree, "HEAD^{tree}", "tree-tag"):
            assert (opened.resolve(name).commit, opened.resolve(name).tree) == (None, repo.tree)
        assert opened.resolve("HEAD:docs").tree == repo.run("rev-parse", "HEAD:docs")


@pytest.mark.parametrize(
    "name", ["", "--all", "-h", "a\nb", "HEAD\0", "HEAD:README.md", ABSENT, "HEAD~9", "a..b", "HEAD HEAD"]
)
def test_what_is_no_revision_is_refused_and_the_next_one_is_still_found(repo: GitRepo, name: str) -> None:
    with Repository.open(repo.path) as opened:
        with pytest.raises(RevisionNotFound):
            opened.resolve(name)
        assert opened.resolve("HEAD").commit == repo.head


def test_a_misspelt_revision_is_answered_with_the_nearest_names(repo: GitRepo) -> None:
    repo.run("branch", "release/2.0")
    with Repository.open(repo.path) as opened:
        with pytest.raises(RevisionNotFound, match=r"did you mean main\?"):
            opened.resolve("mian")
        with pytest.raises(RevisionNotFound, match=r"name release/2\.0"):
            opened.resolve("releases/2.0")
        with pytest.raises(RevisionNotFound, match=r"did you mean HEAD\?"):
            opened.resolve("HEDA")


def test_an_empty_repository_and_a_branch_without_commits_are_told_apart(
    tmp_path: Path, repo: GitRepo
) -> None:
    empty = GitRepo(tmp_path / "empty")
    with Repository.open(empty.path) as opened, pytest.raises(EmptyRepository, match="no commit yet"):
        opened.resolve()
    repo.run("checkout", "-q", "--orphan", "fresh")
    with Repository.open(repo.path) as opened:
        with pytest.raises(EmptyRepository, match="checked out has no commit yet"):
            opened.resolve()
        assert opened.resolve("main").tree


def test_no_repository_is_found_where_there_is_none(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "absent"):
        with pytest.raises(RepositoryNotFound, match="no git repository"):
            Repository.open(place)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_another_user_is_refused_with_gits_own_way_out(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for place in (repo.path, repo.path / ".git"):
        os.chown(place, 54321, 54321)
    with pytest.raises(SourceError, match="another user owns it") as refusal:
        Repository.open(repo.path)
    assert refusal.value.next_step == f"git config --global --add safe.directory {repo.path}"
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(repo.path))
    assert contents(repo.path) == FILES


# ---- the rest -----------------------------------------------------------------------------------


def test_a_few_files_can_be_read_by_path(repo: GitRepo) -> None:
    with Repository.open(repo.path) as opened:
        assert opened.read_at(repo.tree, "docs/guide.md") == b"guide\r\n"
        assert opened.read_at(repo.tree, "docs") is None
        assert opened.read_at(repo.tree, "docs/absent.md") is None
        assert opened.read_at(repo.tree, "README.md") == b"# Read me\n"


def test_only_tracked_changes_make_a_worktree_dirty(repo: GitRepo) -> None:
    with Repository.open(repo.path) as opened:
        repo.write("new.md", "untracked")
        assert not opened.is_dirty()
        repo.write("README.md", "edited")
        assert opened.is_dirty()
        repo.run("add", "README.md")
        assert opened.is_dirty()


def test_asking_whether_it_is_dirty_writes_nothing(repo: GitRepo) -> None:
    index = repo.path / ".git" / "index"
    os.utime(repo.path / "README.md", (1, 1))
    before = index.read_bytes()
    with Repository.open(repo.path) as opened:
        assert not opened.is_dirty()
    assert index.read_bytes() == before


def test_how_far_two_revisions_are_apart_is_counted(repo: GitRepo) -> None:
    first = repo.head
    for _ in range(3):
        last = repo.commit()
    repo.run("checkout", "-q", "--detach", first)
    other = repo.commit("Aside")
    with Repository.open(repo.path) as opened:
        assert opened.apart(first, last) == (0, 3)
        assert opened.apart(last, first) == (3, 0)
        assert opened.apart(last, other) == (3, 1)
        assert opened.apart(ABSENT, "HEAD") is None


def test_what_a_shallow_clone_shows_apart_may_be_joined(repo: GitRepo, tmp_path: Path) -> None:
    for _ in range(3):
        last = repo.commit()
    clone = repo.clone(tmp_path / "other", "--depth=2")
    with Repository.open(clone.path) as opened:
        assert opened.apart(f"{last}~1", last) == (0, 1)
        assert opened.apart(last, f"{last}~1") is None


def test_a_whole_tree_is_read_by_four_processes(repo: GitRepo, processes: Callable[[], list[str]]) -> None:
    repo.write_all({f"f{number}.md": str(number) for number in range(50)})
    repo.commit()
    with Repository.open(repo.path) as opened:
        tree = opened.resolve().tree
        assert opened.read_at(tree, "f1.md") == b"1"
        assert processes() == ["rev-parse", "cat-file"]
        for entry in opened.list_tree(tree):
            assert opened.size(entry.blob) == len(opened.read(entry.blob))
    assert processes() == ["rev-parse", "cat-file", "ls-tree", "cat-file"]


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


def test_importing_the_room_does_not_import_gitpython(repo: GitRepo) -> None:
    done = python("import sys, graphrag_batch.source.git; sys.exit('git' in sys.modules)", repo.path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_that_forgets_to_close_ends_in_peace(repo: GitRepo) -> None:
    code = (
        "import pathlib\nfrom graphrag_batch.source.git import Repository\n"
        "opened = Repository.open(pathlib.Path('.'))\nprint(opened.resolve().tree)"
    )
    done = python(code, repo.path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{repo.tree}\n", "")


def test_without_git_the_message_says_so(repo: GitRepo, tmp_path: Path) -> None:
    code = (
        "import os, pathlib\nos.environ['PATH'] = ''\nfrom graphrag_batch.errors import SourceError\n"
        "from graphrag_batch.source.git import Repository\n"
        "try:\n    Repository.open(pathlib.Path('.'))\nexcept SourceError as error:\n    print(error.what)"
    )
    assert python(code, repo.path).stdout == "git is not installed, or not on PATH\n"
