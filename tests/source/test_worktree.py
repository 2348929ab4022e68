"""The staged tree and the worktree's: git's own, with nothing of the user's touched."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_batch.errors import BlobUnavailable, SourceError
from graphrag_batch.source.git import Repository, Revision
from graphrag_batch.source.worktree import staged_tree, worktree_tree
from tests.examples import examples
from tests.gitrepo import EPOCH, GitRepo, clean_environment
from tests.places import disk_at
from tests.source.conftest import FILES

Tree = Callable[[Repository], AbstractContextManager[Revision]]
both = pytest.mark.parametrize("tree_of", [staged_tree, worktree_tree])
posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX system")


def git_files(repo: GitRepo) -> dict[str, str]:
    """Every file of the git directories, but ours, and a digest of its bytes."""
    places = {
        Path(repo.run("rev-parse", "--absolute-git-dir")),
        Path(repo.run("rev-parse", "--git-common-dir")),
    }
    files = [file for place in places for file in sorted((repo.path / place).rglob("*")) if file.is_file()]
    kept = [file for file in files if "graphrag" not in file.parts]
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in kept}


def ours(repo: GitRepo) -> list[Path]:
    return list((Path(repo.run("rev-parse", "--absolute-git-dir")) / "graphrag").rglob("*"))


def read(repo: GitRepo, tree_of: Tree) -> tuple[Revision, dict[str, bytes]]:
    """The revision and every file of it, having made sure that nothing of the user's was touched."""
    before = git_files(repo)
    with Repository.open(repo.path) as opened:
        with tree_of(opened) as revision:
            entries = opened.list_tree(revision.tree)
            found = {e.path: opened.read(e.blob) for e in entries if e.mode != 0o160000}
        assert ours(repo) == []
    assert git_files(repo) == before
    return revision, found


def tree_by_git(repo: GitRepo, place: Path, *, add: bool) -> str:
    """What `git add --all` and `git write-tree` give in a copy of the repository."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(repo.path, place, symlinks=True)
    copy = GitRepo(place)
    if add:
        copy.run("-c", "core.compression=0", "add", "--all", "--sparse")
    return copy.run("write-tree")


# ---- what is in the trees -----------------------------------------------------------------------


def test_the_staged_tree_holds_what_is_staged_and_the_worktrees_what_is_there(repo: GitRepo) -> None:
    repo.write_all({".gitignore": "*.log\n", "staged.md": "staged\n", "README.md": "old\n"})
    repo.run("add", ".")
    repo.write_all({"new.md": "new\n", "x.log": "log\n", "README.md": "newer\n"})
    repo.remove("docs/guide.md")
    staged, files = read(repo, staged_tree)
    assert (staged.commit, staged.parent, staged.source) == (None, repo.head, "staged")
    assert files == {
        ".gitignore": b"*.log\n", "README.md": b"old\n",
        "docs/guide.md": b"guide\r\n", "staged.md": b"staged\n",
    }  # fmt: skip
    edited, files = read(repo, worktree_tree)
    assert (edited.commit, edited.parent, edited.source) == (None, repo.head, "worktree")
    assert files == {
        ".gitignore": b"*.log\n", "README.md": b"newer\n", "new.md": b"new\n", "staged.md": b"staged\n",
    }  # fmt: skip
    assert edited.problems == ()


@both
def test_where_nothing_differs_from_head_it_is_heads_commit(repo: GitRepo, tree_of: Tree) -> None:
    revision, files = read(repo, tree_of)
    assert (revision.commit, revision.tree, revision.parent) == (repo.head, repo.tree, repo.head)
    assert files == FILES


def fail_inside(opened: Repository, tree_of: Tree) -> None:
    with tree_of(opened):
        raise ZeroDivisionError


@both
def test_the_objects_are_gone_afterwards_and_the_repository_is_as_before(
    repo: GitRepo, tree_of: Tree
) -> None:
    repo.write("README.md", "staged\n")
    repo.run("add", "README.md")
    blob = repo.run("rev-parse", ":README.md")
    if tree_of is worktree_tree:
        (repo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()  # it is made anew
        repo.run("read-tree", "HEAD")
    with Repository.open(repo.path) as opened:
        old = opened.list_tree(repo.tree)
        assert opened.read(old[0].blob) == FILES[old[0].path]
        with pytest.raises(ZeroDivisionError):
            fail_inside(opened, tree_of)
        assert {entry.path: opened.read(entry.blob) for entry in old} == FILES
        with tree_of(opened) as revision:
            (new,) = (e.blob for e in opened.list_tree(revision.tree) if e.path == "README.md")
            assert (opened.size(new), opened.read(new)) == (7, b"staged\n")
        with pytest.raises(BlobUnavailable):
            opened.list_tree(revision.tree)
        assert opened.resolve().commit == repo.head
    assert ours(repo) == []


def test_before_the_first_commit_there_is_a_staged_tree_already(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    nothing, files = read(repo, staged_tree)
    assert (nothing.commit, nothing.parent, files) == (None, None, {})
    repo.write("a.md", "A\n")
    assert read(repo, worktree_tree)[1] == {"a.md": b"A\n"}
    repo.run("add", "a.md")
    staged, files = read(repo, staged_tree)
    assert (staged.commit, staged.parent, files) == (None, None, {"a.md": b"A\n"})


def test_a_branch_without_commits_in_a_repository_with_some_has_no_parent(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "--orphan", "fresh")
    staged, files = read(repo, staged_tree)
    assert (staged.commit, staged.parent, files) == (None, None, FILES)


def test_what_is_only_intended_to_be_added_is_not_staged(repo: GitRepo) -> None:
    repo.write("new.md", "new\n")
    repo.run("add", "--intent-to-add", "new.md")
    assert read(repo, staged_tree)[1] == FILES
    assert read(repo, worktree_tree)[1] == {**FILES, "new.md": b"new\n"}


def test_another_index_is_read_in_place_of_the_worktrees_own(repo: GitRepo, tmp_path: Path) -> None:
    other = tmp_path / "other index"
    repo.write("new.md", "new\n")
    repo.run("add", "new.md", env={"GIT_INDEX_FILE": str(other)})
    before = other.read_bytes()
    with Repository.open(repo.path) as opened:
        with staged_tree(opened, other) as revision:
            assert [entry.path for entry in opened.list_tree(revision.tree)] == ["new.md"]
        with pytest.raises(SourceError, match="no such index"), staged_tree(opened, tmp_path / "nothing"):
            pass
    assert other.read_bytes() == before


def test_an_unmerged_index_is_refused_with_the_paths_and_the_worktree_is_read_as_it_is(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "-b", "side")
    repo.write("README.md", "side\n")
    repo.commit()
    repo.run("checkout", "-q", "main")
    repo.write("README.md", "main\n")
    repo.commit()
    with pytest.raises(AssertionError):
        repo.run("merge", "side")
    before = git_files(repo)
    with pytest.raises(SourceError, match=r"unmerged.*README\.md") as failure:
        read(repo, staged_tree)
    assert "git add" in failure.value.next_step
    assert b"<<<<<<<" in read(repo, worktree_tree)[1]["README.md"]
    assert git_files(repo) == before


@both
def test_a_bare_repository_is_refused(repo: GitRepo, tmp_path: Path, tree_of: Tree) -> None:
    bare = repo.clone(tmp_path / "bare", "--bare")
    with pytest.raises(SourceError, match="bare") as failure:
        read(bare, tree_of)
    assert "--rev" in failure.value.next_step
    assert ours(bare) == []


# ---- every kind of repository -------------------------------------------------------------------


def linked(repo: GitRepo, folder: Path) -> GitRepo:
    repo.run("worktree", "add", "-q", "-b", "linked", str(folder))
    made = GitRepo(folder)
    made.commits = repo.commits
    return made


def split(repo: GitRepo, folder: Path) -> GitRepo:
    repo.run("config", "core.splitIndex", "true")
    repo.run("update-index", "--split-index")
    repo.write("split.md", "split\n")
    repo.run("add", "split.md")
    assert list((repo.path / ".git").glob("sharedindex.*"))
    return repo


def sparse(repo: GitRepo, folder: Path) -> GitRepo:
    repo.write("far/away/a.md", "far\n")
    repo.write("top/a.md", "top\n")
    repo.commit()
    repo.run("sparse-checkout", "set", "--cone", "docs", "--sparse-index")
    assert not (repo.path / "top").exists()
    return repo


def sparse_by_pattern(repo: GitRepo, folder: Path) -> GitRepo:
    repo.write("far/a.md", "far\n")
    repo.commit()
    repo.run("sparse-checkout", "set", "--no-cone", "/docs/")
    assert not (repo.path / "README.md").exists()
    return repo


def sha256(repo: GitRepo, folder: Path) -> GitRepo:
    made = GitRepo(folder, object_format="sha256")
    made.write_all(FILES)
    made.commit()
    return made


def odd_folder(repo: GitRepo, folder: Path) -> GitRepo:
    shutil.move(repo.path, folder.parent / "o d:d\"\\ 'földer")
    repo.path = folder.parent / "o d:d\"\\ 'földer"
    return repo


def packed(repo: GitRepo, folder: Path) -> GitRepo:
    repo.run("repack", "-q", "-a", "-d")
    repo.run("pack-refs", "--all")
    return repo


def borrowing(repo: GitRepo, folder: Path) -> GitRepo:
    """Borrows by a relative path from one that borrows by a relative path."""
    middle = repo.clone(folder.with_name("middle"), "--shared")
    made = middle.clone(folder, "--shared")
    alternates = "objects/info/alternates"
    (middle.path / ".git" / alternates).write_text("../../../repo/.git/objects\n")
    (made.path / ".git" / alternates).write_text("../../../middle/.git/objects\n../../../repo/.git/objects\n")
    return made


def hooked(repo: GitRepo, folder: Path) -> GitRepo:
    """Every hook that may run, and monitors, leave a file."""
    hooks = folder.with_name("hooks")
    hooks.mkdir()
    script = f'#!/bin/sh\ntouch "{repo.path}/ran"\n'
    for name in ("post-index-change", "fsmonitor-watchman", "pre-commit", "reference-transaction"):
        (hooks / name).write_text(script)
        (hooks / name).chmod(0o755)
    repo.run("config", "core.hooksPath", str(hooks))
    repo.run("config", "core.fsmonitor", str(hooks / "fsmonitor-watchman"))
    return repo


def separate(repo: GitRepo, folder: Path) -> GitRepo:
    """The git directory lies in the worktree under another name."""
    repo.run("init", "-q", f"--separate-git-dir={repo.path / 'data.git'}")
    return repo


def untracked_cache(repo: GitRepo, folder: Path) -> GitRepo:
    repo.run("update-index", "--force-untracked-cache")
    repo.run("status")
    return repo


KINDS = [linked, split, sparse, sparse_by_pattern, sha256, odd_folder, packed, borrowing, untracked_cache]


@pytest.mark.sample(3)
@posix
@pytest.mark.parametrize("kind", [*KINDS, hooked, separate], ids=lambda kind: kind.__name__)
def test_every_kind_of_repository_gives_the_tree_that_git_would(
    repo: GitRepo, tmp_path: Path, kind: Callable[[GitRepo, Path], GitRepo]
) -> None:
    made = kind(repo, tmp_path / "made")
    made.write_all(
        {
            "docs/new.md": "new\n",
            "top/new.md": "new\n",
            "docs/guide.md": "edited\n",
            b"docs/\xff\n.md": "odd\n",
        }
    )
    made.remove("README.md") if (made.path / "README.md").exists() else None
    staged, _ = read(made, staged_tree)
    edited, files = read(made, worktree_tree)
    assert not (made.path / "ran").exists()
    assert (files["docs/new.md"], files["top/new.md"]) == (b"new\n", b"new\n")
    assert not any(path.startswith("data.git/") for path in files)
    if kind in (linked, hooked, separate):  # a copy of which would be no repository
        return
    assert staged.tree == tree_by_git(made, tmp_path / "copy" / "made", add=False)
    assert edited.tree == tree_by_git(made, tmp_path / "copy" / "made", add=True)


def test_two_worktrees_have_their_own_trees_at_once(repo: GitRepo, tmp_path: Path) -> None:
    other = linked(repo, tmp_path / "other")
    repo.write("a.md", "main\n")
    other.write("a.md", "linked\n")
    with (
        Repository.open(repo.path) as one,
        Repository.open(other.path) as two,
        worktree_tree(one) as first,
        worktree_tree(two) as second,
    ):
        for opened, revision, content in ((one, first, b"main\n"), (two, second, b"linked\n")):
            (entry,) = (e for e in opened.list_tree(revision.tree) if e.path == "a.md")
            assert opened.read(entry.blob) == content


def test_a_partial_clone_gives_its_trees_and_fetches_nothing(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("config", "uploadpack.allowFilter", "true")
    repo.write_all({"far/a.md": "far\n", ".gitattributes": "* text=auto\n"})
    repo.commit()
    clone = repo.clone(tmp_path / "partial", "--filter=blob:none", "--sparse")
    clone.write("new.md", "new\r\n")
    clone.write("README.md", "edited\r\n")
    before = git_files(clone)
    with Repository.open(clone.path) as opened:
        for tree_of in (staged_tree, worktree_tree):
            with tree_of(opened) as revision:
                entries = {entry.path: entry for entry in opened.list_tree(revision.tree)}
                with pytest.raises(BlobUnavailable):
                    opened.read(entries["far/a.md"].blob)
    assert git_files(clone) == before
    assert {"README.md", "far/a.md", "new.md"} <= entries.keys()


# ---- odd contents of a worktree -------------------------------------------------------------------


@posix
def test_odd_things_in_a_worktree_come_in_as_git_has_it(repo: GitRepo, tmp_path: Path) -> None:
    inner = GitRepo(repo.path / "inner")
    inner.write("a.md", "inner\n")
    inner.commit()
    GitRepo(repo.path / "empty")
    os.mkfifo(repo.file("pipe"))
    repo.symlink("link", "docs/guide.md")
    repo.symlink("gone", "nowhere")
    repo.remove("README.md")
    repo.write("README.md/now/a-folder.md", "deep\n")
    repo.write("docs/run.sh", "#!/bin/sh\n", executable=True)
    repo.write("empty.md", "")
    os.makedirs(repo.file("folder/of/nothing"))
    revision, files = read(repo, worktree_tree)
    assert files == {
        "README.md/now/a-folder.md": b"deep\n", "docs/guide.md": b"guide\r\n", "docs/run.sh": b"#!/bin/sh\n",
        "empty.md": b"", "gone": b"nowhere", "link": b"docs/guide.md",
    }  # fmt: skip
    assert ["empty" in problem for problem in revision.problems] == [True], "it has no commit"
    with Repository.open(repo.path) as opened, worktree_tree(opened) as revision:
        modes = {entry.path: (entry.mode, entry.blob) for entry in opened.list_tree(revision.tree)}
    assert modes["inner"] == (0o160000, inner.head)
    assert (modes["link"][0], modes["docs/run.sh"][0]) == (0o120000, 0o100755)


def test_an_object_that_is_missing_is_no_reason_to_fail(repo: GitRepo) -> None:
    blob = repo.run("rev-parse", "HEAD:README.md")
    (repo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    repo.write("new.md", "new\n")
    repo.run("add", "new.md")
    with Repository.open(repo.path) as opened, staged_tree(opened) as revision:
        entries = {entry.path: entry.blob for entry in opened.list_tree(revision.tree)}
        assert opened.read(entries["new.md"]) == b"new\n"
        with pytest.raises(BlobUnavailable):
            opened.read(entries["README.md"])


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_cannot_be_read_keeps_its_staged_version_and_is_named(repo: GitRepo) -> None:
    repo.write_all({"README.md": "edited\n", "secret.md": "secret\n", "new.md": "new\n"})
    os.chmod(repo.file("README.md"), 0)
    os.chmod(repo.file("secret.md"), 0)
    revision, files = read(repo, worktree_tree)
    assert files == {**FILES, "new.md": b"new\n"}
    told = "\n".join(revision.problems)
    assert "README.md" in told
    assert "secret.md" in told


def test_line_ends_and_filters_are_those_of_a_commit(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("config", "core.autocrlf", "true")
    repo.run("config", "core.safecrlf", "true")
    repo.run("config", "filter.shout.clean", "tr a-z A-Z")
    repo.write_all(
        {
            ".gitattributes": "*.loud filter=shout\n",
            "new.md": "one\r\n",
            "mixed.md": "1\r\n2\n",
            "a.loud": "hey\n",
        }
    )
    _, files = read(repo, worktree_tree)
    assert (files["new.md"], files["mixed.md"], files["a.loud"]) == (b"one\n", b"1\n2\n", b"HEY\n")


def test_an_edit_within_the_tick_in_which_the_index_was_written_is_seen(repo: GitRepo) -> None:
    """By the index's time git knows which files to look into, whatever their own time and size."""
    repo.run("config", "core.trustctime", "false")
    repo.write("README.md", "one\n")
    os.utime(repo.file("README.md"), (EPOCH, EPOCH))
    repo.run("add", "README.md")
    repo.write("README.md", "two\n")
    for file in ("README.md", ".git/index"):
        os.utime(repo.file(file), (EPOCH, EPOCH))
    assert read(repo, worktree_tree)[1]["README.md"] == b"two\n"


def test_a_submodules_commit_is_followed_and_nothing_in_it_is_run(repo: GitRepo, tmp_path: Path) -> None:
    source = GitRepo(tmp_path / "source")
    source.write("a.md", "A\n")
    first = source.commit()
    repo.run("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(source.path), "sub")
    repo.commit()
    sub = GitRepo(repo.path / "sub")
    monitor = tmp_path / "monitor"
    monitor.write_text(f'#!/bin/sh\ntouch "{tmp_path}/ran"\n')
    monitor.chmod(0o755)
    sub.run("config", "core.fsmonitor", str(monitor))
    sub.commits = 5
    sub.write("a.md", "B\n")
    before = git_files(repo)
    revision, _ = read(repo, worktree_tree)
    assert revision.commit == repo.head
    assert not (tmp_path / "ran").exists()
    assert git_files(repo) == before
    second = sub.commit()
    with Repository.open(repo.path) as opened, worktree_tree(opened) as revision:
        (entry,) = (e for e in opened.list_tree(revision.tree) if e.path == "sub")
    assert (entry.blob, first != second) == (second, True)


@pytest.mark.long
def test_a_file_too_large_to_index_is_hashed_and_not_copied(repo: GitRepo, tmp_path: Path) -> None:
    repo.write(".gitattributes", "*.conv eol=lf\n")
    repo.commit()
    for name in ("big.bin", "data/big.csv", "big.conv"):
        repo.write(name, b"")
        os.truncate(repo.file(name), 33_000_000)
        os.utime(repo.file(name), (EPOCH, EPOCH))
    with Repository.open(repo.path) as opened, worktree_tree(opened) as revision:
        sizes = {entry.path: opened.size(entry.blob) for entry in opened.list_tree(revision.tree)}
        assert [sizes[name] for name in ("big.bin", "data/big.csv", "big.conv")] == [33_000_000] * 3
        tree = revision.tree
        (objects,) = (repo.path / ".git" / "graphrag" / "temporary").glob("tree-*/objects")
        kept = sum(file.stat().st_size for file in objects.rglob("*"))
        (blob,) = {entry.blob for entry in opened.list_tree(tree) if entry.path.startswith("big")}
        with pytest.raises(BlobUnavailable, match="hash"):
            opened.read(blob)
    assert kept < 1_000_000
    assert tree == tree_by_git(repo, tmp_path / "copy", add=True)


@pytest.mark.long
def test_a_file_as_large_as_the_settings_allow_is_read(repo: GitRepo) -> None:
    repo.write_all({".graphrag.yaml": "select: {max_bytes: 40000000}\n", "big.md": b"x" * 33_000_000})
    os.utime(repo.file("big.md"), (EPOCH, EPOCH))
    assert len(read(repo, worktree_tree)[1]["big.md"]) == 33_000_000


@posix
def test_a_file_that_vanishes_while_git_reads_is_not_there(repo: GitRepo) -> None:
    repo.run("config", "filter.eats.clean", "rm -f z.md; cat")
    repo.write_all({".gitattributes": "a.md filter=eats\n", "a.md": "a\n", "z.md": "z\n"})
    _, files = read(repo, worktree_tree)
    assert files == {**FILES, ".gitattributes": b"a.md filter=eats\n", "a.md": b"a\n"}


def test_filters_that_git_needs_and_cannot_run_leave_their_files_as_staged(repo: GitRepo) -> None:
    repo.write_all({".gitattributes": "*.bad filter=bad\n*.worse filter=worse\n", "a.bad": "x\n"})
    repo.write_all({"gone.bad": "x\n", "é [1]*.bad": "x\n"})
    repo.commit()
    for name in ("bad", "worse"):
        repo.run("config", f"filter.{name}.clean", "false")
        repo.run("config", f"filter.{name}.required", "true")
    repo.write_all({"a.bad": "edited\n", "é [1]*.bad": "edited\n", "new.bad": "x\n", "new.worse": "x\n"})
    repo.write("README.md", "edited\n")
    repo.remove("gone.bad")
    revision, files = read(repo, worktree_tree)
    assert files["README.md"] == b"edited\n"
    assert {path: text for path, text in files.items() if path.endswith((".bad", ".worse"))} == {
        "a.bad": b"x\n",
        "é [1]*.bad": b"x\n",
    }
    assert [problem.partition(": counts as staged")[0] for problem in revision.problems] == [
        "a.bad and 2 more",
        "new.worse",
    ]


# ---- places and endings -------------------------------------------------------------------------


def test_a_git_directory_that_cannot_be_written_is_explained(repo: GitRepo) -> None:
    (repo.path / ".git" / "graphrag").write_text("a file is in the way")
    with pytest.raises(SourceError, match="cannot be written") as failure:
        read(repo, staged_tree)
    assert "graphrag" in failure.value.where
    assert failure.value.next_step


def test_a_full_disk_is_a_failure_and_not_an_older_tree(repo: GitRepo, tmp_path: Path) -> None:
    with disk_at(tmp_path / "disk") as disk:
        shutil.move(repo.path / ".git", disk.folder / "git")
        repo.write(".git", f"gitdir: {disk.folder / 'git'}\n")
        repo.write("README.md", os.urandom(3_000_000))
        disk.leave(1_000_000)
        with pytest.raises(SourceError, match="No space left") as failure:
            read(repo, worktree_tree)
        assert "disk space" in failure.value.next_step
        assert ours(repo) == []
        disk.empty_enough()
        assert len(read(repo, worktree_tree)[1]["README.md"]) == 3_000_000


@posix
def test_objects_that_cannot_be_written_are_a_failure_and_not_an_older_tree(repo: GitRepo) -> None:
    repo.run("config", "filter.evil.clean", 'mv "$GIT_OBJECT_DIRECTORY" "$GIT_OBJECT_DIRECTORY.away"; cat')
    repo.write_all({".gitattributes": "README.md filter=evil\n", "README.md": "edited\n"})
    with pytest.raises(SourceError, match="insert into database"):
        read(repo, worktree_tree)


HOLD = """
import pathlib, sys, time
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import worktree_tree
with Repository.open(pathlib.Path(sys.argv[1])) as opened, worktree_tree(opened):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.long
@posix
def test_what_a_killed_process_left_is_cleared_and_what_a_living_one_uses_is_not(repo: GitRepo) -> None:
    repo.write("new.md", "new\n")
    command = [sys.executable, "-c", HOLD, str(repo.path)]
    holders = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean_environment())
        for _ in range(2)
    ]
    try:
        for holder in holders:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
        place = repo.path / ".git" / "graphrag" / "temporary"
        assert len(list(place.glob("tree-*.lock"))) == 2
        holders[0].send_signal(signal.SIGKILL)
        holders[0].wait()
        with Repository.open(repo.path) as opened, worktree_tree(opened) as revision:
            assert len(list(place.glob("tree-*/objects"))) == 2
            assert "new.md" in {entry.path for entry in opened.list_tree(revision.tree)}
        holders[1].communicate(b"")
    finally:
        for holder in holders:
            holder.kill()
            holder.communicate()
    assert ours(repo) == []


# ---- the law: git's own tree, for any edits ---------------------------------------------------------

NAMES = ["a.md", "b.md", "d/a.md", "d/e/b.md", "d", "x.log", "d/x.log", "sp ace.md", "ü.md"]
CONTENTS = [b"", b"one\n", b"two\n", b"one\r\ntwo\r\n", b"\0binary\r\n", b"*.log\n"]
RULES = ["*.log", "a.md\n", "/d/\n!x.log"]
ATTRIBUTES = ["* text=auto\n", "*.md eol=lf\n"]
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.sampled_from(NAMES), st.sampled_from(CONTENTS)),
        st.tuples(st.just("link"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
        st.tuples(st.just("remove"), st.sampled_from(NAMES), st.just("")),
        st.tuples(st.just("move"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
        st.tuples(st.just("executable"), st.sampled_from(NAMES), st.just("")),
        st.tuples(st.just("stage"), st.sampled_from(NAMES), st.just("")),
        st.tuples(st.just("write"), st.sampled_from([".gitignore", "d/.gitignore"]), st.sampled_from(RULES)),
        st.tuples(st.just("write"), st.just(".gitattributes"), st.sampled_from(ATTRIBUTES)),
        st.tuples(st.just("commit"), st.just(""), st.just("")),
    ),
    max_size=14,
)  # fmt: skip


def apply(repo: GitRepo, kind: str, name: str, more: str | bytes) -> None:
    """The edit, as far as the file system allows it."""
    try:
        match kind:
            case "write":
                repo.write(name, more)
            case "link":
                repo.symlink(name, str(more))
            case "remove":
                repo.remove(name)
            case "move":
                repo.rename(name, more)
            case "executable":
                repo.write(name, "exit\n", executable=True)
            case "stage":
                repo.run("add", "--all", "--", name)
            case "commit":
                repo.run("add", "--all")
                repo.commit(add=False)
    except (OSError, AssertionError):  # a folder in the way, nothing there, nothing to add
        pass


Edits = list[tuple[str, str, str | bytes]]


@posix
@settings(max_examples=examples(20, least=3), deadline=None, suppress_health_check=list(HealthCheck))
@given(EDITS)
def test_for_any_edits_the_trees_are_those_that_git_makes(
    tmp_path_factory: pytest.TempPathFactory, edits: Edits
) -> None:
    check_edits(tmp_path_factory, edits)


@posix
@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(EDITS)
def test_for_very_many_edits_the_trees_are_those_that_git_makes(
    tmp_path_factory: pytest.TempPathFactory, edits: Edits
) -> None:
    check_edits(tmp_path_factory, edits)


def check_edits(tmp_path_factory: pytest.TempPathFactory, edits: Edits) -> None:
    room = tmp_path_factory.mktemp("any")
    repo = GitRepo(room / "repo")
    repo.write_all({"a.md": "one\n", "d/a.md": "two\n", "d/x.log": "log\n"})
    repo.commit()
    for edit in edits:
        apply(repo, *edit)
    assert read(repo, staged_tree)[0].tree == tree_by_git(repo, room / "copy", add=False)
    assert read(repo, worktree_tree)[0].tree == tree_by_git(repo, room / "copy", add=True)
    shutil.rmtree(room)


@pytest.mark.skipif(os.name == "nt", reason="has no named pipes")
def test_a_pipe_in_the_settings_place_is_not_waited_for(repo: GitRepo) -> None:
    os.mkfifo(repo.path / ".graphrag.yaml")
    assert ".graphrag.yaml" not in read(repo, worktree_tree)[1]
