"""What every answer says of how the checkout stands to the index, from one commit to any mishap."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.cli.locate import locate
from graphrag_batch.serve.checkout import Checkout
from graphrag_batch.serve.state import Shelf
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import worktree_tree
from tests.building import index
from tests.gitrepo import GitRepo
from tests.serve.conftest import call, text_of

RUN = "run graphrag-batch index"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Two commits without vectors, the second indexed."""
    repo = GitRepo(tmp_path_factory.mktemp("fresh") / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.commit()
    edit(repo)
    index(repo)
    return repo


@pytest.fixture
def repo(original: GitRepo, tmp_path: Path) -> GitRepo:
    shutil.copytree(original.path, tmp_path / "repo")
    copy = GitRepo(tmp_path / "repo")
    copy.commits = original.commits
    return copy


def edit(repo: GitRepo) -> str:
    repo.write("a.md", f"# Tide\n\nEdited {repo.commits} times.\n")
    return repo.commit()


def checkout_of(path: Path) -> Checkout:
    place = locate(path)
    return Checkout(place.common_dir, place.git_dir)


def told(checkout: Checkout) -> tuple[str, str]:
    """What the last line of an answer says after the index's name, and the reason for being stale."""
    result = call(Shelf(checkout), "read", path="a.md", ready=False)
    footer = text_of(result).splitlines()[-1]
    return footer.strip("[]").partition(", ")[2], result.structured_content.get("stale", "")


def status(checkout: Checkout) -> Any:
    return call(Shelf(checkout), "status", ready=False).structured_content


def test_at_head_nothing_is_stale(repo: GitRepo) -> None:
    assert told(checkout_of(repo.path)) == ("at HEAD", "")


@pytest.mark.parametrize(("commits", "words"), [(1, "1 commit"), (3, "3 commits")])
def test_commits_since_are_counted_and_gone_once_indexed(repo: GitRepo, commits: int, words: str) -> None:
    checkout = checkout_of(repo.path)
    for _ in range(commits):
        edit(repo)
    stale = f"HEAD is {words} ahead: {RUN}"
    assert told(checkout) == (stale, stale)
    found = status(checkout)
    assert (found["behind"], found["head"], found["checkout"]) == (commits, repo.head, stale)
    index(repo)
    assert told(checkout) == ("at HEAD", "")
    assert status(checkout)["behind"] == 0


def test_another_commit_with_the_same_tree_is_not_stale(repo: GitRepo) -> None:
    head = repo.commit("Nothing new")
    checkout = checkout_of(repo.path)
    assert told(checkout) == (f"same content as HEAD {head[:8]}", "")
    edit(repo)
    repo.run("revert", "--no-edit", "HEAD")
    assert told(checkout) == (f"same content as HEAD {repo.head[:8]}", "")


def _amend(repo: GitRepo) -> str:
    repo.write("a.md", "# Ebb\n")
    repo.run("commit", "-q", "-a", "--amend", "-m", "Amended")
    return f"HEAD {repo.head[:8]} has diverged"


def _amend_and_forget(repo: GitRepo) -> str:
    _amend(repo)
    repo.run("reflog", "expire", "--expire=now", "--all")
    repo.run("gc", "-q", "--prune=now")
    return f"HEAD {repo.head[:8]} differs"


def _go_back(repo: GitRepo) -> str:
    repo.run("reset", "-q", "--hard", "HEAD~1")
    return f"HEAD {repo.head[:8]} is an earlier commit"


def _other_branch(repo: GitRepo) -> str:
    repo.run("checkout", "-q", "-b", "side", "HEAD~1")
    edit(repo)
    return f"HEAD {repo.head[:8]} has diverged"


def _other_root(repo: GitRepo) -> str:
    repo.run("checkout", "-q", "--orphan", "new")
    edit(repo)
    return f"HEAD {repo.head[:8]} has diverged"


def _merged(repo: GitRepo) -> str:
    main = repo.head
    _other_branch(repo)
    edit(repo)
    repo.run("checkout", "-q", "main")
    repo.run("merge", "-q", "--no-ff", "-X", "theirs", "-m", "Merge", "side")
    assert repo.run("rev-list", "--count", f"{main}..HEAD") == "3"
    return "HEAD is 3 commits ahead"


@pytest.mark.parametrize("change", [_amend, _amend_and_forget, _go_back, _other_branch, _other_root, _merged])
def test_a_head_that_went_elsewhere_is_described(repo: GitRepo, change: Callable[[GitRepo], str]) -> None:
    checkout = checkout_of(repo.path)
    assert told(checkout) == ("at HEAD", "")
    stale = f"{change(repo)}: {RUN}"
    assert told(checkout) == (stale, stale)


def test_a_head_without_a_commit_is_said_to_have_none(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "--orphan", "new")
    assert told(checkout_of(repo.path)) == ("HEAD has no commit yet", "HEAD has no commit yet")


def test_what_is_being_done_about_it_is_said(repo: GitRepo) -> None:
    checkout, store = checkout_of(repo.path), Store(repo.path / ".git", repo.path / ".git")
    edit(repo)
    ahead = "HEAD is 1 commit ahead"
    store.record_error("the disk is full")
    assert told(checkout)[0] == f"{ahead}: the last build failed, see status"
    assert status(checkout)["last_error"] == "the disk is full"
    (repo.path / ".git/graphrag/request").write_text("{}")
    assert told(checkout)[0] == f"{ahead}: queued for indexing"
    with store.lock():
        assert told(checkout)[0] == f"{ahead}: being indexed now"
        assert f"process {os.getpid()}, for " in status(checkout)["building"]
    found = status(checkout)
    assert (found["building"], found["queued"]) == ("", True)


def test_a_builder_that_was_killed_does_not_build(repo: GitRepo) -> None:
    edit(repo)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (repo.path / ".git/graphrag/build.owner").write_text(f"{dead.pid}\n")
    assert told(checkout_of(repo.path))[0].endswith(RUN)


def test_a_first_index_being_built_is_waited_for_and_a_failed_one_explained(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.commit()
    checkout, store = checkout_of(repo.path), Store(repo.path / ".git", repo.path / ".git")
    with store.lock():
        result = call(Shelf(checkout), "outline", ready=False)
        assert "ask again in a moment: an index is being built (process" in text_of(result)
    store.record_error(".graphrag.yaml:3: no such key\n  next: correct it")
    problem = status(checkout)["problem"]
    assert "there is no index; the last build failed: .graphrag.yaml:3: no such key\n  next: run" in problem


def test_an_index_of_uncommitted_changes_says_so(repo: GitRepo) -> None:
    repo.write("a.md", "# Tide\n\nNot committed.\n")
    with Repository.open(repo.path) as repository, worktree_tree(repository) as revision:
        build(repository, Store(repository.common_dir, repository.git_dir), rev=revision, jobs=1)
    checkout = checkout_of(repo.path)
    assert told(checkout) == ("a tree not committed, made on HEAD", "")
    assert status(checkout)["commit"] == ""
    repo.run("commit", "-q", "-a", "-m", "As it is")
    assert told(checkout) == (f"same content as HEAD {repo.head[:8]}", "")
    edit(repo)
    assert told(checkout)[0] == f"a tree not committed, HEAD is 2 commits ahead: {RUN}"
    index(repo, rev=repo.run("rev-parse", "HEAD~1^{tree}"))
    assert told(checkout)[0].startswith("a tree not committed, ")


def test_linked_worktrees_each_have_their_own_standing(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = GitRepo(tmp_path / "linked")
    linked.commits = repo.commits
    index(linked)
    edit(linked)
    assert told(checkout_of(repo.path)) == ("at HEAD", "")
    assert told(checkout_of(linked.path))[0] == f"HEAD is 1 commit ahead: {RUN}"
    repo.run("pack-refs", "--all")
    repo.run("gc", "-q")
    assert told(checkout_of(linked.path))[0] == f"HEAD is 1 commit ahead: {RUN}"


def test_of_an_artifact_alone_only_its_age_is_known(repo: GitRepo) -> None:
    checkout = checkout_of(repo.path)
    path = checkout.artifact()
    edit(repo)
    result = call(path, "read", path="a.md", ready=False)
    assert "written" in text_of(result).splitlines()[-1]
    assert "stale" not in result.structured_content
    assert call(path, "status", ready=False).structured_content["behind"] is None
