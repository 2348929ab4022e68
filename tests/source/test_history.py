"""What the commits of a history touched, against what their trees say."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_batch.source.git import Repository
from graphrag_batch.source.history import (
    LAST_SECOND,
    HistoryChange,
    HistoryReading,
    boundary,
    boundary_digest,
)
from graphrag_batch.source.paths import to_text
from tests.gitrepo import EPOCH, GitRepo

ID_LIKE = "0123456789abcdef0123456789abcdef01234567"


def read(repo: GitRepo, rev: str = "HEAD", known: str = "") -> HistoryChange:
    with Repository.open(repo.path) as repository:
        commit = repository.resolve(rev).commit
        assert commit is not None
        with HistoryReading(repository, commit, known, boundary(repository)) as reading:
            return reading.result()


def touched(change: HistoryChange) -> dict[str, set[str]]:
    assert change.reason == ""
    return {one.commit: set(one.paths) for one in change.added}


def by_trees(repo: GitRepo, rev: str = "HEAD") -> dict[str, set[str]]:
    """Commit → paths that are unlike every parent's, by listing all trees."""

    def listing(tree: str) -> dict[str, bytes]:
        records = repo.run_raw("ls-tree", "-r", "-z", tree).split(b"\0")[:-1]
        return {to_text(path): meta for meta, _, path in (record.partition(b"\t") for record in records)}

    result = {}
    for line in repo.run("rev-list", "--parents", rev).splitlines():
        commit, *parents = line.split()
        own, others = listing(commit), [listing(parent) for parent in parents] or [{}]
        paths = {*own}.union(*others)
        result[commit] = {p for p in paths if all(own.get(p) != other.get(p) for other in others)}
    return result


def test_what_is_no_id_is_not_shown_to_git(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "one\n")
    repo.commit()
    option = f"--output={tmp_path / 'written'}"
    assert set(touched(read(repo, known=option))) == {repo.head}
    with (
        Repository.open(repo.path) as repository,
        HistoryReading(repository, option, "", frozenset()) as reading,
    ):
        assert reading.result() == HistoryChange(True, reason="what should be its commit is no commit's name")
    assert [path.name for path in tmp_path.iterdir()] == ["repo"]


def test_a_clock_that_was_wrong_makes_no_commit_new_that_was_known(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo", bare=True)
    tree = repo.run("mktree")

    def commit(minute: int, *parents: str) -> str:
        options = [option for parent in parents for option in ("-p", parent)]
        date = {"GIT_COMMITTER_DATE": f"{EPOCH + 60 * minute} +0000"}
        return repo.run("commit-tree", "-m", str(minute), *options, tree, env=date)

    first = known = commit(1000)  # from a clock far ahead
    for minute in range(7):
        known = commit(minute, known)
    merge = commit(10, known, first)
    assert f">{first}" in repo.run("rev-list", "--left-right", f"{known}...{merge}").splitlines()
    ends = {one.commit for one in read(repo, merge, known).added}
    assert ends == {*repo.run("rev-list", merge).split()}
    assert (read(repo, known, merge).whole, read(repo, commit(11, known), known).whole) == (True, False)


def test_a_repository_with_everything_in_it(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {"a.md": "one\n", "dir/b.md": "two\n", "M": "a letter\n", ID_LIKE: "an id\n", "é.md": "e\n"}
    )
    repo.write(b"caf\xe9.md", "latin\n")
    repo.write('"quoted".md', "quote\n")
    repo.write("line\nbreak", "odd\n")
    repo.commit()
    repo.write("a.md", "other\n")
    repo.write(ID_LIKE, "other\n")
    repo.write("M", "other\n")
    repo.commit("edit")
    repo.write("dir/b.md", "two\n", executable=True)
    repo.commit("mode only")
    repo.rename("a.md", "c.md")
    repo.commit("rename")
    repo.symlink("c.md", "dir/b.md")
    repo.commit("file to symbolic link")
    repo.remove("dir")
    repo.write("dir", "a file now\n")
    repo.commit("folder to file")
    repo.submodule("lib", "1" * 40)
    repo.commit("submodule", add=False)
    repo.submodule("lib", "2" * 40)
    repo.commit("submodule moves", add=False)
    repo.commit("empty", add=False)
    found = read(repo)
    assert touched(found) == by_trees(repo)
    assert touched(found)[repo.head] == set()
    assert touched(found)[repo.run("rev-parse", "HEAD~1")] == {"lib"}
    assert [one.time for one in found.added] == [EPOCH + 60 * n for n in range(9, 0, -1)]
    assert (found.whole, found.removed, found.ends) == (True, (), ())


def _branch(repo: GitRepo, name: str, start: str, path: str, content: str) -> str:
    repo.run("checkout", "-q", "-f", "-B", name, start)
    repo.write(path, content)
    return repo.commit(f"{name}: {path}")


def _merge(repo: GitRepo, *branches: str) -> None:
    repo.commits += 1
    repo.run("merge", "-q", "--no-ff", "--no-edit", "--allow-unrelated-histories", *branches)


def _clean_merge(repo: GitRepo) -> None:
    _branch(repo, "side", "main", "side.md", "side\n")
    _branch(repo, "main", "main", "main.md", "main\n")
    _merge(repo, "side")


def _merge_that_adds(repo: GitRepo) -> None:
    _branch(repo, "side", "main", "side.md", "side\n")
    _branch(repo, "main", "main", "main.md", "main\n")
    repo.run("merge", "-q", "--no-ff", "--no-commit", "side")
    repo.write("only-in-the-merge.md", "evil\n")
    repo.write("main.md", "changed by the merge\n")
    repo.commit("merge")


def _octopus(repo: GitRepo) -> None:
    for n in range(4):
        _branch(repo, f"side{n}", "main", f"{n}.md", f"{n}\n")
    repo.run("checkout", "-q", "-f", "main")
    _merge(repo, *(f"side{n}" for n in range(4)))


def _two_roots(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "--orphan", "other")
    repo.run("rm", "-rqf", ".")
    repo.write("other.md", "other\n")
    repo.commit("another root")
    repo.run("checkout", "-q", "-f", "main")
    _merge(repo, "other")


def _one_side_wins(repo: GitRepo) -> None:
    _branch(repo, "side", "main", "a.md", "side\n")
    _branch(repo, "main", "main", "a.md", "main\n")
    repo.commits += 1
    repo.run("merge", "-q", "--no-ff", "--no-edit", "-s", "ours", "side")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "steps", [_clean_merge, _merge_that_adds, _octopus, _two_roots, _one_side_wins], ids=lambda f: f.__name__
)
def test_a_merge_touches_what_it_left_unlike_every_parent(
    tmp_path: Path, steps: Callable[[GitRepo], None]
) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "one\n")
    repo.commit()
    steps(repo)
    found = read(repo)
    assert touched(found) == by_trees(repo)
    merge = touched(found)[repo.head]
    wanted = {"only-in-the-merge.md", "main.md"} if steps is _merge_that_adds else set()
    assert merge == wanted
    assert {one.commit for one in found.added if one.merge} == ({repo.head} if wanted else set())


def test_nothing_that_a_user_configures_changes_it(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({"a.md": "one\n" * 20, "z/b.md": "two\n"})
    repo.submodule("lib", "1" * 40)
    repo.commit()
    repo.rename("a.md", "b.md")
    repo.submodule("lib", "2" * 40)
    repo.commit(add=True)
    plain = read(repo)
    repo.write(".git/order", "z/*\n")
    for name, value in {
        "diff.renames": "copies", "diff.ignoreSubmodules": "all",
        "diff.orderFile": str(repo.path / ".git/order"),
        "diff.noprefix": "true", "diff.relative": "true", "log.showSignature": "true", "log.date": "relative",
        "log.showRoot": "false", "format.pretty": "oneline", "color.ui": "always", "core.abbrev": "4",
        "core.quotePath": "true", "diff.external": "false", "submodule.lib.ignore": "all",
    }.items():  # fmt: skip
        repo.run("config", name, value)
    assert read(repo) == plain
    assert touched(plain) == by_trees(repo)


def test_replacements_and_grafts_do_not_count(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for n in range(4):
        repo.write(f"{n}.md", "text\n")
        repo.commit()
    plain = read(repo)
    repo.run("replace", "HEAD~1", "HEAD~3")
    repo.write(".git/info/grafts", f"{repo.head}\n")
    assert read(repo) == plain
    assert len(plain.added) == 4


def test_the_ends_of_a_shallow_clone_touch_nothing(tmp_path: Path) -> None:
    origin = GitRepo(tmp_path / "origin")
    for n in range(5):
        origin.write_all({"same.md": f"{n}\n", f"{n}.md": "new\n"})
        origin.commit()
    clone = origin.clone(tmp_path / "clone", "--depth=3")
    found = read(clone)
    assert touched(found) == by_trees(origin, "HEAD~2..HEAD")
    assert found.ends == (EPOCH + 60 * 3,)
    assert read(origin).ends == ()
    with Repository.open(clone.path) as shallow, Repository.open(origin.path) as full:
        assert boundary(shallow) == {clone.run("rev-parse", "HEAD~2")}
        assert boundary_digest(boundary(shallow)) != boundary_digest(boundary(full)) == ""


def test_from_what_was_known_only_what_came_and_went_is_read(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for n in range(3):
        repo.write(f"{n}.md", "text\n")
        repo.commit()
    old = repo.head
    repo.write("3.md", "text\n")
    new = repo.commit()
    on = read(repo, known=old)
    assert (on.whole, touched(on), on.removed) == (False, {new: {"3.md"}}, ())
    back = read(repo, rev=old, known=new)
    assert (back.whole, back.added, [one.paths for one in back.removed]) == (False, (), [("3.md",)])
    repo.run("commit", "-q", "--amend", "-m", "Amended")
    amended = read(repo, known=new)
    assert [one.commit for one in amended.added] == [repo.head]
    assert [one.commit for one in amended.removed] == [new]


def test_a_known_commit_that_is_not_in_the_clone_is_no_help_and_no_error(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "text\n")
    repo.commit()
    found = read(repo, known="f" * 40)
    assert (found.whole, len(found.added), found.reason) == (True, 1, "")


def test_a_clone_without_trees_has_no_history_and_fetches_none(tmp_path: Path) -> None:
    origin = GitRepo(tmp_path / "origin")
    origin.run("config", "uploadpack.allowFilter", "true")
    for n in range(3):
        origin.write(f"d/{n}.md", "text\n")
        origin.commit()
    clone = origin.clone(tmp_path / "clone", "--filter=tree:0")
    before = clone.run("count-objects", "-v")
    found = read(clone)
    assert "trees" in found.reason
    assert found.added == ()
    assert clone.run("count-objects", "-v") == before


def test_a_clone_without_blobs_has_all_of_it(tmp_path: Path) -> None:
    origin = GitRepo(tmp_path / "origin")
    origin.run("config", "uploadpack.allowFilter", "true")
    for n in range(3):
        origin.write_all({"a.md": f"{n}\n", f"{n}.md": f"{n}\n"})
        origin.commit()
    clone = origin.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    assert read(clone) == read(origin)


def test_a_missing_commit_is_a_reason_not_an_error(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for n in range(3):
        repo.write("a.md", f"{n}\n")
        repo.commit()
    gone = repo.run("rev-parse", "HEAD~1")
    os.unlink(repo.path / ".git" / "objects" / gone[:2] / gone[2:])
    found = read(repo)
    assert "commits" in found.reason
    assert found.added == ()


def test_times_beyond_every_calendar_are_cut(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "one\n")
    tree = repo.stage_tree()
    text = f"tree {tree}\nauthor A <a> 0 +0000\ncommitter A <a> 9999999999999 +0000\n\nlate\n"
    commit = repo.run("hash-object", "-t", "commit", "-w", "--stdin", stdin=text.encode())
    assert [one.time for one in read(repo, rev=commit).added] == [LAST_SECOND]


def test_sha256_repositories_too(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo", object_format="sha256")
    repo.write_all({"a.md": "one\n", "M": "two\n"})
    repo.commit()
    repo.write("a.md", "other\n")
    repo.commit()
    assert touched(read(repo)) == by_trees(repo)


def test_reading_that_is_given_up_leaves_neither_thread_nor_process(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for n in range(3):
        repo.write("a.md", f"{n}\n")
        repo.commit()
    before = set(threading.enumerate())
    with Repository.open(repo.path) as repository:
        for _ in range(5):
            with HistoryReading(repository, repo.head, "", frozenset()):
                pass  # a process that is left behind is a warning, and so a failure
    assert set(threading.enumerate()) <= before


def test_a_history_that_was_read_whole_is_not_read_again(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "a\n")
    commit = repo.commit()
    with (
        Repository.open(repo.path) as repository,
        HistoryReading(repository, commit, "", frozenset()) as read,
    ):
        first = read.result()
        shutil.rmtree(repo.path / ".git")
        assert read.whole() == first
    assert touched(first) == {commit: {"a.md"}}
