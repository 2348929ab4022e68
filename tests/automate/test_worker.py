"""The worker behind the hooks: one per worktree, at the newest request, whatever happens to it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from graphrag_batch.automate.follow import index_head
from graphrag_batch.automate.log import MOST_BYTES, last_line, log
from graphrag_batch.automate.notice import queue
from graphrag_batch.automate.request import Request, take
from tests.automate.hooked import (
    builds,
    commit,
    executable,
    git_dir_of,
    head,
    hooked,
    indexed,
    is_idle,
    last_error,
    log_of,
    paths_of,
    save,
    store_of,
    until,
    wait_idle,
)
from tests.gitrepo import GitRepo
from tests.litter import litter


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    made = hooked(tmp_path / "repo")
    save(made, "a.md", "# A\n")
    wait_idle(made)
    return made


def processes(git_dir: Path, module: str = "") -> list[int]:
    """The processes at work for a git directory: `worker`, `follow` (a build), or all."""
    command = ["ps", "-ww", "-eo", "pid=,args="]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [line.strip().partition(" ") for line in listing.splitlines()]
    ours = f"graphrag_batch.automate.{module}"
    return [int(pid) for pid, _, words in lines if ours in words and words.endswith(f" {git_dir}")]


def kill_all(git_dir: Path) -> bool:
    """Kills what is at work; whether nothing was."""
    found = processes(git_dir)
    for pid in found:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return not found


def editor(repo: GitRepo, then: str) -> dict[str, str]:
    """An editor for commit messages that waits until the artifact of what is staged is there."""
    tree = repo.run("write-tree")
    artifact = git_dir_of(repo) / f"graphrag/artifacts/{tree[:12]}-*.sqlite"
    script = repo.path.parent / "editor"
    wait = f"until ls {artifact} >/dev/null 2>&1; do sleep 0.05; done"
    executable(script, f"#!/bin/sh\n{wait}\n{then}\n".encode())
    return {"GIT_EDITOR": shlex.quote(str(script))}


@pytest.mark.long
def test_the_artifact_is_there_before_its_commit_which_only_stamps_it(repo: GitRepo) -> None:
    before = len(builds(repo))
    repo.write("b.md", "# B\n")
    repo.run("add", "-A")
    repo.run("commit", "-q", env=editor(repo, 'echo Message >"$1"'))
    assert indexed(repo) == head(repo)
    ahead, *rest = builds(repo)[before:]
    assert ahead.startswith("pre-commit: ahead of the commit, incremental")
    assert "1 parsed" in ahead
    assert rest[-1].startswith("post-commit: reused")
    assert rest[-1].endswith("0 parsed, 0 embedded")


@pytest.mark.slow
@pytest.mark.parametrize("options", [["-a"], ["a.md"]], ids=["commit -a", "commit FILE"])
def test_what_is_indexed_ahead_is_what_will_be_committed(repo: GitRepo, options: list[str]) -> None:
    """These commits come from an index of their own, which is gone when the hook has returned."""
    repo.write("a.md", "# Changed\n")
    repo.write("other.md", "# Staged\n")
    repo.run("add", "other.md")
    before = len(builds(repo))
    with store_of(repo).lock():  # nothing is built until the commit is done
        commit(repo, *options)
    assert indexed(repo) == head(repo)
    assert paths_of(repo) >= ({"a.md", "other.md"} if options == ["-a"] else {"a.md"})
    assert ("other.md" in paths_of(repo)) is (options == ["-a"])
    # Whether ahead of the commit or after it, there was one tree to build, not two.
    assert sum("incremental" in line for line in builds(repo)[before:]) == 1


@pytest.mark.slow
def test_a_commit_given_up_leaves_the_index_at_head(repo: GitRepo) -> None:
    repo.write("b.md", "# B\n")
    repo.run("add", "-A")
    with pytest.raises(AssertionError):
        repo.run("commit", "-q", env=editor(repo, "exit 1"))
    assert indexed(repo) == head(repo)
    assert "b.md" not in paths_of(repo)
    assert litter(git_dir_of(repo)) == []


@pytest.mark.slow
def test_many_commits_in_a_row_are_one_workers_and_few_builds(repo: GitRepo) -> None:
    before, git_dir = len(builds(repo)), git_dir_of(repo)
    with store_of(repo).lock():
        for number in range(20):
            save(repo, "a.md", f"# Number {number}\n")
        until(lambda: len(processes(git_dir, "worker")) == 1, "one worker")
        until(lambda: len(processes(git_dir, "follow")) == 1, "and its build")
    assert indexed(repo) == head(repo)
    assert len(builds(repo)) - before <= 4  # what ran, and the newest, each perhaps ahead of its commit


@pytest.mark.long
def test_a_killed_worker_is_no_harm(repo: GitRepo) -> None:
    git_dir = git_dir_of(repo)
    with store_of(repo).lock():
        save(repo, "b.md", "# B\n")
        until(lambda: processes(git_dir, "follow"), "a build")
        until(lambda: kill_all(git_dir), "the end of the killed")
    save(repo, "c.md", "# C\n")
    assert indexed(repo) == head(repo)
    assert litter(git_dir) == []


@pytest.mark.slow
def test_a_killed_build_is_told_of_and_the_worker_goes_on(repo: GitRepo) -> None:
    git_dir = git_dir_of(repo)
    with store_of(repo).lock():
        save(repo, "b.md", "# B\n")
        until(lambda: processes(git_dir, "follow"), "a build")
        os.kill(processes(git_dir, "follow")[0], signal.SIGKILL)
        until(lambda: "signal 9" in last_error(repo), "the note of it")
    wait_idle(repo)
    save(repo, "c.md", "# C\n")
    assert indexed(repo) == head(repo)
    assert last_error(repo) == ""


@pytest.mark.slow
def test_a_build_that_takes_too_long_is_ended_and_told_of(repo: GitRepo) -> None:
    git_dir = git_dir_of(repo)
    with store_of(repo).lock():
        repo.write("b.md", "# B\n")
        repo.run("add", "-A")
        repo.run("commit", "-q", "-m", "B", env={"GRAPHRAG_HOOK_TIMEOUT": "1"})
        until(lambda: "longer than 1 s" in last_error(repo), "the end of it")
        until(lambda: not processes(git_dir), "the end of all its processes")
    assert "longer than 1 s" in log_of(repo)
    save(repo, "c.md", "# C\n")
    assert indexed(repo) == head(repo)
    assert last_error(repo) == ""


@pytest.mark.slow
def test_worktrees_have_workers_and_artifacts_of_their_own(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = GitRepo(tmp_path / "linked")
    linked.commits = 10
    assert indexed(linked) == head(linked)  # by post-checkout
    save(linked, "b.md", "# B\n")
    save(repo, "c.md", "# C\n")
    assert indexed(linked) == head(linked)
    assert indexed(repo) == head(repo)
    assert head(linked) != head(repo)


@pytest.mark.long
def test_a_worktree_removed_under_its_worker_stays_removed(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = GitRepo(tmp_path / "linked")
    wait_idle(linked)
    git_dir = git_dir_of(linked)
    with store_of(repo).lock():
        save(linked, "b.md", "# B\n")
        until(lambda: processes(git_dir, "follow"), "a build")
        repo.run("worktree", "remove", "--force", str(tmp_path / "linked"))
    until(lambda: not processes(git_dir), "the end of the worker")
    assert not git_dir.exists()
    assert not (tmp_path / "linked").exists()
    assert last_error(repo) == ""


# ---- the request and the log ------------------------------------------------------------------


def ask(git_dir: Path, request: Request) -> None:
    queue(str(git_dir), request.hook, str(request.work_tree), request.index, request.settle)


def test_the_newest_request_wins_and_is_taken_once(tmp_path: Path) -> None:
    old = Request("pre-commit", tmp_path, b"DIRC\x00\n\xff")
    new = Request("post-checkout", Path(os.fsdecode(b"/caf\xe9\n")), settle=True)
    ask(tmp_path, old)
    assert take(tmp_path) == old
    ask(tmp_path, old)
    ask(tmp_path, new)
    assert take(tmp_path) == new
    assert take(tmp_path) is None


@pytest.mark.parametrize("content", [b"", b"\xff", b"{}", b"post-commit\0/\0", b"\0\0\0"])
def test_a_request_that_makes_no_sense_is_none(tmp_path: Path, content: bytes) -> None:
    ask(tmp_path, Request("post-commit", tmp_path))
    (tmp_path / "graphrag/request").write_bytes(content)
    assert take(tmp_path) is None
    assert is_idle(tmp_path) or not (tmp_path / "graphrag/request").exists()


def test_the_log_keeps_its_newest_lines(tmp_path: Path) -> None:
    (tmp_path / "graphrag").mkdir()
    for number in range(2000):
        log(tmp_path, f"post-commit: number {number}\n" + "detail " * 10)
    path = tmp_path / "graphrag/hook.log"
    assert MOST_BYTES / 4 < path.stat().st_size <= MOST_BYTES + 200
    first, *_ = path.read_text().splitlines()
    assert first[:2] in ("20", "  ")  # whole lines only
    assert last_line(tmp_path).endswith("post-commit: number 1999")


def test_a_worker_that_cannot_take_its_lock_says_so(tmp_path: Path) -> None:
    repo = hooked(tmp_path / "repo")
    (git_dir_of(repo) / "graphrag/worker.lock").mkdir(parents=True)
    save(repo, "a.md", "# A\n")
    until(lambda: "the worker cannot work" in last_error(repo), "a note of the failure")
    assert "graphrag-batch index" in last_error(repo)


def test_a_worktree_that_was_removed_after_the_checkout_is_no_reason_to_fail(tmp_path: Path) -> None:
    repo = hooked(tmp_path / "repo")
    save(repo, "a.md", "# A\n")
    assert indexed(repo) == head(repo)
    index_head(git_dir_of(repo), Request("post-checkout", tmp_path / "gone"))
    assert indexed(repo) == head(repo)
