"""Indexing what is not committed: `index --staged`, `index --worktree`, and waiting for another build."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.cli.main import cli
from graphrag_batch.errors import RevisionNotFound
from tests import forked
from tests.building import clean_env
from tests.cli.program import run
from tests.gitrepo import GitRepo

WORK = ("parsed", "chunked", "assembled", "embedded")
PROGRAM = f'"{sys.executable}" -m graphrag_batch'


def ask(repo: GitRepo, *args: str) -> Result:
    """One command in this process, which saves a second of starting each."""
    return CliRunner().invoke(cli, [args[0], "--repo", str(repo.path), *args[1:]], catch_exceptions=False)


def index(repo: GitRepo, *args: str) -> dict[str, Any]:
    done = ask(repo, "index", "--json", *args)
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def status(repo: GitRepo) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ask(repo, "status", "--json").stdout)
    return found


def paths(report: dict[str, Any]) -> list[str]:
    with open_artifact(Path(report["artifact"])) as artifact:
        return [path for (path,) in artifact.execute("SELECT path FROM docs ORDER BY path")]


def test_the_commit_finds_its_artifact_made_from_what_was_staged(small: GitRepo) -> None:
    small.write("b.md", "# Storm\n\nThe wind.\n")
    small.run("add", "b.md")
    small.write("c.md", "# Not staged\n")
    staged = index(small, "--staged")
    assert (staged["commit"], staged["source"], staged["mode"]) == (None, "staged", "incremental")
    assert (staged["work"]["parsed"], staged["files"]["added"]) == (1, 1)
    assert paths(staged) == ["a.md", "b.md"]
    assert (status(small)["commit"], status(small)["current"]) == (None, False)
    small.commit(add=False)
    assert status(small)["current"], "HEAD's tree is the one indexed"
    committed = index(small)
    assert (committed["mode"], committed["commit"], committed["tree"]) == ("reused", small.head, small.tree)
    assert committed["digest"] == staged["digest"]
    assert not any(committed["work"][name] for name in WORK)
    assert status(small)["commit"] == small.head


def test_the_worktree_is_indexed_by_the_settings_in_it(small: GitRepo) -> None:
    small.write_all({
        ".graphrag.yaml": "embed: {model: none}\nselect: {exclude: [drafts/]}\n", ".gitignore": "*.log\n",
        "new.md": "# New\n", "drafts/x.md": "# Draft\n", "x.log": "log\n",
    })  # fmt: skip
    small.remove("a.md")
    found = index(small, "--worktree")
    assert (found["commit"], found["source"]) == (None, "worktree")
    assert paths(found) == [".gitignore", "new.md"]
    again = index(small, "--worktree")
    assert (again["mode"], again["artifact"]) == ("reused", found["artifact"])
    full = index(small, "--worktree", "--full")
    assert (full["mode"], full["digest"]) == ("full", found["digest"])


def test_people_are_told_whose_tree_it_was(small: GitRepo) -> None:
    small.write("b.md", "# B\n")
    assert "worktree's tree " in ask(small, "index", "--worktree").stderr
    assert "staged tree " in ask(small, "index", "--staged").stderr


def test_a_tree_that_is_heads_own_keeps_heads_name(small: GitRepo) -> None:
    before = status(small)
    for option in ("--staged", "--worktree"):
        found = index(small, option)
        assert (found["mode"], found["commit"]) == ("reused", small.head)
    assert status(small) == before


def test_before_the_first_commit_the_staged_tree_can_be_indexed(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "a.md": "# A\n"})
    repo.run("add", ".")
    staged = index(repo, "--staged")
    assert (staged["commit"], staged["mode"]) == (None, "full")
    repo.commit()
    assert index(repo)["mode"] == "reused"


@pytest.mark.parametrize(
    "options", [("--staged", "--worktree"), ("--rev", "HEAD", "--staged"), ("--rev", "main", "--worktree")]
)
def test_one_tree_at_a_time(small: GitRepo, options: tuple[str, ...]) -> None:
    done = ask(small, "index", *options)
    assert done.exit_code == 2
    assert "give one of them" in done.stderr
    assert all(option in done.stderr for option in options if option.startswith("--"))


def test_what_git_cannot_read_is_told_and_the_rest_indexed(small: GitRepo) -> None:
    GitRepo(small.path / "inner")
    small.write("b.md", "# B\n")
    found = index(small, "--worktree")
    assert any("inner" in problem for problem in found["problems"])
    assert "b.md" in paths(found)


def test_conflicts_are_explained_and_noted(small: GitRepo) -> None:
    small.run("checkout", "-q", "-b", "side")
    small.write("a.md", "# Side\n")
    small.commit()
    small.run("checkout", "-q", "main")
    small.write("a.md", "# Main\n")
    small.commit()
    with pytest.raises(AssertionError):
        small.run("merge", "side")
    done = run("index", "--staged", cwd=small.path)
    assert done.returncode == 1
    assert "a.md" in done.stderr
    assert "git add" in done.stderr
    assert "unmerged" in status(small)["last_error"]


# ---- proving it ------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("option", ["--staged", "--worktree"])
def test_a_tree_that_is_still_there_can_be_built_again_and_one_that_is_not_is_explained(
    small: GitRepo, option: str
) -> None:
    small.write("b.md", "# Storm\n\nThe wind.\n")
    small.run("add", "b.md")
    found = index(small, option)
    rebuilt = json.loads(ask(small, "verify", "--rebuild", "--json").stdout)
    assert (rebuilt["ok"], rebuilt["rebuilt_digest"]) == (True, found["digest"])
    small.write("b.md", "# Calm\n")
    small.run("add", "b.md")
    with pytest.raises(RevisionNotFound, match="never committed") as failure:
        ask(small, "verify", "--rebuild")
    assert failure.value.where == found["tree"]
    assert "index --worktree" in failure.value.next_step
    assert ask(small, "verify").exit_code == 0


def test_a_commit_that_is_not_in_this_clone_cannot_be_built_again_here(
    small: GitRepo, tmp_path: Path
) -> None:
    found = index(small)
    other = GitRepo(tmp_path / "other")
    other.write("x.md", "# X\n")
    other.commit()
    with pytest.raises(RevisionNotFound, match=f"commit {small.head[:12]}") as failure:
        ask(other, "verify", found["artifact"], "--rebuild")
    assert "git fetch" in failure.value.next_step


# ---- inside a hook --------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("how", [("-a",), ("a.md",)], ids=["commit -a", "commit FILE"])
def test_in_a_hook_the_index_is_the_one_that_git_commits_from(small: GitRepo, how: tuple[str, ...]) -> None:
    hook = small.path / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{PROGRAM} index --staged --json > .git/report.json\n")
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    small.write("b.md", "# B\n")
    small.run("add", "b.md")
    small.write("a.md", "# Changed\n")
    small.run("commit", "-q", "-m", "Through the hook", *how)
    report = json.loads((small.path / ".git" / "report.json").read_text())
    assert report["tree"] == small.tree
    assert ("b.md" in paths(report)) == (how == ("-a",))
    assert index(small)["mode"] == "reused"


def test_the_index_of_another_repositorys_hook_is_not_meant(small: GitRepo, tmp_path: Path) -> None:
    other = GitRepo(tmp_path / "other")
    other.write("wrong.md", "# Wrong\n")
    other.run("add", ".")
    elsewhere = {"GIT_INDEX_FILE": str(other.path / ".git" / "index"), "GIT_DIR": str(other.path / ".git")}
    done = run("index", "--staged", "--json", "--repo", str(small.path), **elsewhere)
    assert json.loads(done.stdout)["tree"] == small.tree


# ---- another build is running ---------------------------------------------------------------------


@pytest.fixture
def holder(small: GitRepo) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock until its standard input ends."""
    code = (
        "import pathlib, sys\nfrom graphrag_batch.artifact.store import Store\n"
        "git = pathlib.Path('.git').absolute()\n"
        "with Store(git, git).lock():\n    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    process = forked.Popen(
        [sys.executable, "-c", code],
        cwd=small.path, env=clean_env(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_running_build_is_waited_for_and_named(small: GitRepo, holder: subprocess.Popen[str]) -> None:
    waiting = forked.Popen(
        [sys.executable, "-m", "graphrag_batch", "index", "--worktree", "--json"],
        cwd=small.path, env=clean_env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert waiting.stderr is not None
    line = waiting.stderr.readline()
    assert f"process {holder.pid}" in line
    assert "up to 600 s" in line
    small.write("late.md", "# Late\n")  # what counts is what is there when it is its turn
    holder.communicate("")
    out, _ = waiting.communicate()
    assert waiting.returncode == 0
    assert "late.md" in paths(json.loads(out))


@pytest.mark.parametrize("seconds", ["0", "0.2"])
def test_waiting_ends(small: GitRepo, holder: subprocess.Popen[str], seconds: str) -> None:
    done = run("index", "--wait", seconds, "--json", cwd=small.path)
    assert done.returncode == 1
    assert f"process {holder.pid}" in json.loads(done.stdout)["error"]
    assert ("waiting for it, up to" in done.stderr) == (seconds != "0")
    assert status(small)["last_error"] == ""


def test_waiting_needs_a_number_of_seconds(small: GitRepo) -> None:
    assert ask(small, "index", "--wait", "-1").exit_code == 2
