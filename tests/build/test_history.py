"""The history of paths, through a build: what it says, what it costs, and where it knows less."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_batch.artifact import history
from graphrag_batch.artifact.read import connect
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.build.history import ALL_HIDDEN, NO_COMMIT, PAIRED_PATHS
from graphrag_batch.build.run import build
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.main import cli
from graphrag_batch.fingerprint import id63
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import staged_tree
from tests.build.history_rows import history_rows
from tests.building import index
from tests.gitrepo import EPOCH, GitRepo

pytestmark = pytest.mark.quick(
    "test_every_path_has_its_last_commit_and_how_many_touched_it",
    "test_a_commit_costs_one_commit_and_nothing_to_do_none",
    "test_an_amended_commit_is_taken_out_and_put_in_again",
    "test_a_shallow_clone_knows_less_of_the_same_content",
    "test_verify_notices_a_history_that_is_not_the_recorded_one",
)

NO_MODEL = "embed: {model: none}\n"


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    """Three commits; `a.md` and `b.md` began together."""
    made = GitRepo(tmp_path / "repo")
    made.write_all({".graphrag.yaml": NO_MODEL, "a.md": "# A\n", "b.md": "# B\n"})
    made.commit()
    made.write("a.md", "# A, again\n")
    made.commit()
    made.write("gone.md", "# Gone\n")
    made.commit()
    return made


def rows_of(report: BuildReport) -> tuple[dict[str, str], dict[str, Any], dict[Any, int]]:
    return history_rows(Path(report.artifact))


def test_every_path_has_its_last_commit_and_how_many_touched_it(repo: GitRepo) -> None:
    repo.remove("gone.md")
    repo.commit()
    meta, paths, pairs = rows_of(index(repo))
    first, second, _, last = reversed(repo.run("rev-list", "HEAD").split())
    assert paths == {
        ".graphrag.yaml": (EPOCH + 60, first, 1),
        "a.md": (EPOCH + 120, second, 2),
        "b.md": (EPOCH + 60, first, 1),
        "gone.md": (EPOCH + 240, last, 2),
    }
    names = (".graphrag.yaml", "a.md", "b.md")
    assert pairs == dict.fromkeys(combinations(sorted(id63("doc", name) for name in names), 2), 1)
    assert (meta["history_commit"], meta["history_depth"], meta["history_reason"]) == (repo.head, "4", "")


@pytest.mark.long
def test_commits_of_many_files_and_merges_say_nothing_of_any_two(repo: GitRepo) -> None:
    index(repo)
    repo.write_all({f"many/{n}.md": "x\n" for n in range(PAIRED_PATHS)})
    repo.commit()
    before = len(rows_of(index(repo))[2])
    assert before == 3 + PAIRED_PATHS * (PAIRED_PATHS - 1) // 2
    repo.write_all({f"many/{n}.md": "y\n" for n in range(PAIRED_PATHS)} | {"one-more.md": "x\n"})
    repo.commit()
    repo.run("checkout", "-q", "-b", "side", "HEAD~1")
    repo.write("side.md", "x\n")
    repo.commit()
    repo.run("merge", "-q", "--no-commit", "main")
    repo.write_all({"from-the-merge.md": "x\n", "too.md": "x\n"})
    repo.commit("merge")
    _, paths, pairs = rows_of(index(repo))
    assert paths["too.md"][2] == paths["one-more.md"][2] == 1
    assert len(pairs) == before


def test_a_commit_costs_one_commit_and_nothing_to_do_none(repo: GitRepo) -> None:
    assert index(repo).work["commits_read"] == 3
    repo.write("b.md", "# B, again\n")
    repo.commit()
    report = index(repo)
    assert (report.mode, report.work["commits_read"]) == ("incremental", 1)
    again = index(repo)
    assert (again.mode, again.work["commits_read"]) == ("reused", 0)


def test_an_amended_commit_is_taken_out_and_put_in_again(repo: GitRepo) -> None:
    index(repo)
    repo.write("gone.md", "# Gone, amended\n")
    repo.commits += 1
    repo.run("commit", "-q", "-a", "--amend", "-m", "Amended")
    report = index(repo)
    assert report.work["commits_read"] == 2
    meta, paths, _ = rows_of(report)
    assert (paths["gone.md"], meta["history_depth"]) == ((EPOCH + 240, repo.head, 1), "3")


def test_going_back_reads_anew_only_where_what_is_left_cannot_be_told(repo: GitRepo) -> None:
    index(repo)
    repo.run("reset", "-q", "--hard", "HEAD~1")
    back = index(repo)
    assert back.work["commits_read"] == 1  # the only commit of gone.md goes
    repo.run("reset", "-q", "--hard", "HEAD~1")
    further = index(repo)
    assert further.work["commits_read"] == 1 + 1  # a.md has an earlier one: all is read again
    assert rows_of(further)[1]["a.md"] == (EPOCH + 60, repo.head, 1)


def test_a_commit_that_changes_no_file_is_stamped_with_its_history(repo: GitRepo) -> None:
    before = index(repo)
    repo.commit("Empty")
    report = index(repo)
    meta, paths, _ = rows_of(report)
    assert (report.mode, report.digest) == ("reused", before.digest)
    assert (meta["history_commit"], meta["history_depth"]) == (repo.head, "4")
    assert set(paths) == {".graphrag.yaml", "a.md", "b.md", "gone.md"}
    assert verify(Path(report.artifact)).ok


def test_a_staged_tree_has_the_history_it_goes_on_from_until_it_is_committed(repo: GitRepo) -> None:
    parent = repo.head
    repo.write_all({"a.md": "# A, staged\n", "new.md": "# New\n"})
    repo.remove("gone.md")
    repo.run("add", "-A")
    with Repository.open(repo.path) as repository, staged_tree(repository) as revision:
        staged = build(repository, Store(repository.common_dir, repository.git_dir), rev=revision, jobs=1)
    meta, paths, _ = rows_of(staged)
    assert (meta["history_commit"], json.loads(meta["history_uncommitted"])) == (parent, ["a.md", "new.md"])
    assert "new.md" not in paths
    repo.commit(add=False)
    committed = index(repo)
    meta, paths, _ = rows_of(committed)
    assert (committed.mode, committed.work["commits_read"]) == ("reused", 1)
    assert (meta["history_commit"], meta["history_uncommitted"]) == (repo.head, "[]")
    assert paths["new.md"] == (EPOCH + 240, repo.head, 1)


def test_a_shallow_clone_knows_less_of_the_same_content(repo: GitRepo, tmp_path: Path) -> None:
    full = index(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=2")
    shallow = index(clone)
    assert shallow.digest == full.digest
    meta, paths, _ = rows_of(shallow)
    assert set(paths) == {"gone.md"}
    assert (meta["history_depth"], meta["history_end"]) == ("1", str(EPOCH + 120))
    clone.run("fetch", "-q", "--unshallow")
    deepened = index(clone)
    assert (deepened.mode, deepened.digest) == ("reused", full.digest)
    assert rows_of(deepened) == rows_of(full)


def test_a_clone_of_one_commit_says_why_it_has_no_history(repo: GitRepo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone", "--depth=1")
    meta, paths, _ = rows_of(index(clone))
    assert (meta["history_reason"], paths) == (ALL_HIDDEN, {})
    clone.write("b.md", "# B, here\n")
    clone.commit()
    meta, paths, _ = rows_of(index(clone))
    assert (meta["history_reason"], set(paths)) == ("", {"b.md"})


def test_a_clone_without_earlier_trees_is_indexed_and_says_why_it_has_no_history(
    repo: GitRepo, tmp_path: Path
) -> None:
    repo.run("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=tree:0")
    report = index(clone)
    meta, paths, _ = rows_of(report)
    assert report.digest == index(repo).digest
    assert "trees of earlier commits are missing" in meta["history_reason"]
    assert paths == {}


def test_a_bare_tree_has_no_history_and_takes_none_over(repo: GitRepo) -> None:
    index(repo)
    meta, paths, pairs = rows_of(index(repo, rev="HEAD~1^{tree}"))
    assert (meta["history_commit"], meta["history_reason"]) == ("", NO_COMMIT)
    assert (paths, pairs) == ({}, {})


def test_another_branch_and_back_needs_no_reading(repo: GitRepo) -> None:
    main = rows_of(index(repo))
    repo.run("checkout", "-q", "-b", "side", "HEAD~1")
    repo.write("side.md", "# Side\n")
    repo.commit()
    index(repo)
    repo.run("checkout", "-q", "main")
    back = index(repo)
    assert (back.mode, back.work["commits_read"]) == ("reused", 0)
    assert rows_of(back) == main


def test_rules_of_another_version_are_no_base(repo: GitRepo) -> None:
    report = index(repo)
    with ArtifactWriter(Path(report.artifact)) as writer:
        writer.stamp({"history_version": "0"})
    Path(f"{report.artifact}.sum").unlink()
    assert index(repo).work["commits_read"] == 3


@pytest.mark.parametrize(
    ("damage", "finding"),
    [
        ("UPDATE history SET changes = changes + 1 WHERE path = 'a.md'", "history digest"),
        ("DELETE FROM cochanges", "history digest"),
        ("INSERT INTO cochanges VALUES (2, 1, 1)", "no pairs of paths"),
    ],
)
def test_verify_notices_a_history_that_is_not_the_recorded_one(
    repo: GitRepo, damage: str, finding: str
) -> None:
    path = Path(index(repo).artifact)
    with ArtifactWriter(path) as writer:
        writer.execute(damage)
        writer.stamp({})
    assert finding in " ".join(verify(path).problems)


def test_verify_compares_the_history_with_one_read_anew(repo: GitRepo, tmp_path: Path) -> None:
    path = Path(index(repo).artifact)

    def verified(where: GitRepo) -> dict[str, Any]:
        done = CliRunner().invoke(
            cli, ["verify", str(path), "--rebuild", "--json", "--repo", str(where.path)]
        )
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    assert (verified(repo)["rebuilt_history"], verified(repo)["ok"]) == (True, True)
    shallow = verified(repo.clone(tmp_path / "clone", "--depth=1"))
    assert (shallow["rebuilt_history"], shallow["ok"]) == (None, True)
    with ArtifactWriter(path) as writer:
        writer.execute("UPDATE history SET changes = changes + 1 WHERE path = 'a.md'")
        writer.stamp({})
    con = connect(path)
    wrong_digest = history.digest(con)
    con.close()
    with ArtifactWriter(path) as writer:
        writer.stamp({"history_digest": wrong_digest})
    wrong = verified(repo)
    assert (wrong["rebuilt_history"], wrong["ok"]) == (False, False)
