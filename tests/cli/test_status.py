"""`status`: how the checkout stands to the index, what goes on, and what went wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.cli.main import cli
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import worktree_tree
from tests.building import index
from tests.gitrepo import GitRepo


def run(repo: GitRepo, *options: str) -> Result:
    result = CliRunner().invoke(cli, ["status", "--repo", str(repo.path), *options])
    assert result.exit_code == 0, result.output
    return result


def status(repo: GitRepo) -> Any:
    return json.loads(run(repo, "--json").stdout)


def commit_line(repo: GitRepo) -> str:
    (line,) = [line for line in run(repo).stdout.splitlines() if line.startswith("commit")]
    return line.removeprefix("commit").strip()


def edit(repo: GitRepo) -> str:
    repo.write("a.md", f"# Tide\n\nEdited {repo.commits} times.\n")
    return repo.commit()


def test_an_index_of_head_is_up_to_date(small: GitRepo) -> None:
    found = status(small)
    assert (found["behind"], found["diverged"], found["current"], found["dirty"]) == (0, False, True, False)
    assert found["head"] == found["commit"] == small.head
    assert (found["building"], found["queued"], found["last_error"]) == (None, False, "")


def test_commits_since_are_counted(small: GitRepo) -> None:
    first = small.head
    for _ in range(3):
        edit(small)
    small.write("a.md", "# Not committed\n")
    found = status(small)
    assert (found["behind"], found["diverged"], found["current"], found["dirty"]) == (3, False, False, True)
    assert commit_line(small) == f"{first[:12]}, 3 commits behind HEAD: run graphrag-batch index"


def test_an_artifact_that_cannot_be_read_is_a_problem_told_beside_the_rest(small: GitRepo) -> None:
    Path(status(small)["artifact"]).write_bytes(b"not a database")
    found = status(small)
    assert found["problem"]
    assert (found["head"], found["queued"], found["last_error"]) == (small.head, False, "")
    done = run(small)
    assert found["problem"] in done.stderr
    assert "next: graphrag-batch index" in done.stderr
    index(small)
    assert "problem" not in status(small)


def test_a_rewritten_history_has_diverged_and_no_distance(small: GitRepo) -> None:
    edit(small)
    index(small)
    small.write("a.md", "# Ebb\n")
    small.run("commit", "-q", "-a", "--amend", "-m", "Amended")
    found = status(small)
    assert (found["behind"], found["diverged"], found["current"]) == (None, True, False)
    assert commit_line(small).endswith(", HEAD has diverged from it: run graphrag-batch index")
    index(small)
    assert (status(small)["behind"], status(small)["diverged"]) == (0, False)


def test_a_head_that_went_back_is_an_earlier_commit(small: GitRepo) -> None:
    edit(small)
    index(small)
    small.run("reset", "-q", "--hard", "HEAD~1")
    found = status(small)
    assert (found["behind"], found["ahead"], found["diverged"]) == (None, 1, False)
    assert commit_line(small).endswith(", HEAD is an earlier commit (1 before it): run graphrag-batch index")


def test_an_indexed_commit_that_is_gone_leaves_the_distance_unknown(small: GitRepo) -> None:
    edit(small)
    index(small)
    small.write("a.md", "# Ebb\n")
    small.run("commit", "-q", "-a", "--amend", "-m", "Amended")
    small.run("reflog", "expire", "--expire=now", "--all")
    small.run("gc", "-q", "--prune=now")
    found = status(small)
    assert (found["behind"], found["diverged"], found["current"]) == (None, False, False)
    assert commit_line(small).endswith(", not HEAD's tree: run graphrag-batch index")


def test_an_index_of_the_worktree_tells_what_it_was_made_on(small: GitRepo) -> None:
    small.write("a.md", "# Tide\n\nNot committed.\n")
    with Repository.open(small.path) as repository, worktree_tree(repository) as revision:
        build(repository, Store(repository.common_dir, repository.git_dir), rev=revision, jobs=1)
    found = status(small)
    assert (found["commit"], found["base"], found["behind"]) == (None, small.head, 0)
    assert (found["current"], found["dirty"], found["diverged"]) == (False, True, False)
    assert commit_line(small).endswith(f"made on {small.head[:12]}), not HEAD's tree")
    small.run("commit", "-q", "-a", "-m", "As it is")
    assert status(small)["current"]
    edit(small)
    assert status(small)["behind"] == 2


def test_a_head_without_a_commit_is_none(small: GitRepo) -> None:
    small.run("checkout", "-q", "--orphan", "new")
    found = status(small)
    assert (found["head"], found["behind"], found["diverged"], found["current"]) == (None, None, False, False)
    assert found["dirty"] is True
    assert commit_line(small).endswith(", the branch that is checked out has no commit yet")


def test_in_a_bare_repository_nothing_is_dirty(small: GitRepo, tmp_path: Path) -> None:
    small.run("clone", "-q", "--bare", str(small.path), str(tmp_path / "bare"))
    bare = GitRepo(tmp_path / "bare", bare=True)
    index(bare)
    found = status(bare)
    assert (found["behind"], found["dirty"], found["current"]) == (0, False, True)


def test_before_the_first_index_the_checkout_is_described_all_the_same(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "# A\n")
    repo.commit()
    found = status(repo)
    assert (found["artifact"], found["head"], found["behind"], found["dirty"]) == (
        None,
        repo.head,
        None,
        False,
    )
    empty = status(GitRepo(tmp_path / "empty"))
    assert (empty["artifact"], empty["head"], empty["behind"], empty["dirty"]) == (None, None, None, False)


def test_what_goes_on_is_shown(small: GitRepo) -> None:
    store = Store(small.path / ".git", small.path / ".git")
    (small.path / ".git/graphrag/request").write_text("{}")
    assert status(small)["queued"] is True
    assert "queued" not in run(small).stderr  # an amended commit asks twice, and the first build does
    edit(small)
    assert "queued for indexing" in run(small).stderr
    with store.lock():
        found = status(small)["building"]
        assert found["pid"] > 0
        assert found["seconds"] >= 0
        assert f"being indexed now (process {found['pid']}" in run(small).stderr
    assert status(small)["building"] is None


@pytest.mark.parametrize("fails", [True, False])
def test_the_last_error_stays_until_a_build_succeeds(small: GitRepo, fails: bool) -> None:
    Store(small.path / ".git", small.path / ".git").record_error("the disk was full")
    small.write(".graphrag.yaml", "nonsense: 1\n" if fails else "embed: {model: none}\n")
    small.commit()
    done = CliRunner().invoke(cli, ["index", "--repo", str(small.path)])
    assert done.exit_code == fails
    found = status(small)
    assert ("nonsense" in found["last_error"]) is fails
    assert bool(found["last_error_at"]) is fails


def test_of_an_index_of_nothing_status_and_query_say_the_same(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.commit("Nothing yet")
    index(repo)
    asked = CliRunner().invoke(cli, ["query", "moon", "--json", "--repo", str(repo.path)])
    answer, found = json.loads(asked.stdout), status(repo)
    assert answer["hits"] == []
    assert (answer["search_mode"], answer["degraded_reason"]) == ("hybrid", "")
    assert (found["search_mode"], found["degraded_reason"]) == ("hybrid", "")
