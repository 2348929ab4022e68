"""What stands around a hook: other hooks, odd repositories, things that are gone. Git never fails over us."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forked
from tests.automate.hooked import (
    CONFIG,
    commit,
    executable,
    git_dir_of,
    head,
    hooked,
    indexed,
    last_error,
    log_of,
    run_hook_command,
    save,
    wait_idle,
)
from tests.building import clean_env
from tests.gitrepo import GitRepo, clean_environment


def git_says(repo: GitRepo, *arguments: str, **environment: str) -> str:
    """Everything a command prints, on both streams; the command succeeds."""
    done = subprocess.run(
        ["git", *arguments],
        cwd=repo.path,
        env=clean_environment() | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return done.stdout


def hook_of(repo: GitRepo, name: str) -> Path:
    return repo.path / ".git/hooks" / name


def test_a_hook_says_nothing_and_is_found_without_a_path(tmp_path: Path) -> None:
    repo = hooked(tmp_path / "repo")
    repo.run("add", "-A")
    git = shutil.which("git")
    assert git
    bare = os.pathsep.join(dict.fromkeys([os.path.dirname(git), "/usr/bin", "/bin"]))
    assert git_says(repo, "commit", "-q", "-m", "One", PATH=bare) == ""
    assert indexed(repo) == head(repo)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (sys.executable.encode(), b"/gone/bin/python"),
        (b"-m graphrag_batch", b"-m graphrag_batch_that_is_gone"),
    ],
    ids=["the interpreter", "the package"],
)
def test_when_the_program_is_gone_git_works_on_in_silence(tmp_path: Path, old: bytes, new: bytes) -> None:
    repo = hooked(tmp_path / "repo")
    for hook in ("pre-commit", "post-commit", "post-checkout"):
        path = hook_of(repo, hook)
        assert old in path.read_bytes()
        path.write_bytes(path.read_bytes().replace(old, new))
    repo.run("add", "-A")
    assert git_says(repo, "commit", "-q", "-m", "One") == ""
    assert git_says(repo, "checkout", "-q", "--orphan", "other") == ""
    assert not (repo.path / ".git/graphrag").exists()


def test_where_nothing_can_be_written_git_works_on_in_silence(tmp_path: Path) -> None:
    repo = hooked(tmp_path / "repo")
    (repo.path / ".git/graphrag").write_text("in the way\n")  # also for root, whom no mode stops
    repo.run("add", "-A")
    assert git_says(repo, "commit", "-q", "-m", "One") == ""
    assert (repo.path / ".git/graphrag").read_text() == "in the way\n"


@pytest.mark.slow
def test_a_build_that_fails_is_told_by_status_and_forgotten_by_the_next(tmp_path: Path) -> None:
    repo = hooked(tmp_path / "repo")
    repo.write(".graphrag.yaml", "chunk: {size: 3}\n")
    repo.run("add", "-A")
    assert git_says(repo, "commit", "-q", "-m", "Broken") == ""
    wait_idle(repo)
    assert ".graphrag.yaml" in last_error(repo)
    assert ".graphrag.yaml" in log_of(repo)
    save(repo, ".graphrag.yaml", CONFIG)
    assert indexed(repo) == head(repo)
    assert last_error(repo) == ""


@pytest.mark.slow
@pytest.mark.parametrize("program", ["#!/bin/sh\n", f"#!{sys.executable} -P\n"], ids=["shell", "python"])
def test_another_hook_gets_its_arguments_and_its_whole_input(tmp_path: Path, program: str) -> None:
    repo = GitRepo(tmp_path / "repo")
    body = 'echo "$@" >told; cat >>told\n' if "/bin/sh" in program else (
        "import sys\nopen('told', 'w').write(' '.join(sys.argv[1:]) + '\\n' + sys.stdin.read())\n"
    )  # fmt: skip
    executable(hook_of(repo, "post-rewrite"), (program + body).encode())
    assert run_hook_command(repo, "install").exit_code == 0
    repo.write(".graphrag.yaml", CONFIG)
    repo.write(".gitignore", "told\n")
    repo.run("add", "-A")
    old = commit(repo)
    repo.run("commit", "-q", "--amend", "-m", "Anew")
    assert (repo.path / "told").read_text() == f"amend\n{old} {repo.head}\n"
    assert indexed(repo) == head(repo)


@pytest.mark.slow
def test_another_hook_that_fails_still_stops_the_commit(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    executable(hook_of(repo, "pre-commit"), b"#!/bin/sh\nexit 7\n")
    run_hook_command(repo, "install")
    repo.write("a.md", "# A\n")
    repo.run("add", "-A")
    with pytest.raises(AssertionError):
        commit(repo)
    wait_idle(repo)


@pytest.mark.slow
def test_a_repository_whose_git_directory_is_elsewhere(tmp_path: Path) -> None:
    """Settings of a home folder, say: `git --git-dir=… --work-tree=…` on a bare repository."""
    bare = GitRepo(tmp_path / "dotfiles.git", bare=True)
    home = tmp_path / "home"
    home.mkdir()
    (home / ".graphrag.yaml").write_text(CONFIG)
    assert run_hook_command(bare, "install").exit_code == 0
    there = (f"--git-dir={bare.path}", f"--work-tree={home}")
    bare.run(*there, "add", str(home / ".graphrag.yaml"))
    bare.run(*there, "commit", "-q", "-m", "One")
    assert indexed(bare) == head(bare)
    assert not last_error(bare)
    assert "post-commit" in log_of(bare)
    assert [path.name for path in home.iterdir()] == [".graphrag.yaml"]


@pytest.mark.slow
def test_a_submodule_has_an_index_of_its_own(tmp_path: Path) -> None:
    inner = GitRepo(tmp_path / "inner")
    inner.write(".graphrag.yaml", CONFIG)
    inner.commit()
    outer = hooked(tmp_path / "outer")
    outer.run("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "sub")
    commit(outer)
    sub = GitRepo(outer.path / "sub")
    assert run_hook_command(sub, "install").exit_code == 0
    save(sub, "x.md", "# X\n")
    assert indexed(sub) == head(sub)
    assert indexed(outer) == head(outer)
    assert git_dir_of(sub) == outer.path / ".git/modules/sub"


# ---- called by a person -----------------------------------------------------------------------


def run_main(repo: GitRepo, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return forked.run(
        [sys.executable, "-P", "-m", "graphrag_batch", "hook", "run", *arguments],
        cwd=repo.path,
        env=clean_env(**environment),
        capture_output=True,
        text=True,
        check=False,
    )


def test_waiting_builds_and_reports_as_index_does(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", CONFIG)
    repo.commit()
    done = run_main(repo, "post-commit", "--wait", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["commit"], report["tree"]) == (0, *head(repo))
    assert indexed(repo) == head(repo)

    repo.write("a.md", "# Staged\n")
    tree = repo.stage_tree()
    ahead = json.loads(run_main(repo, "pre-commit", "--wait", "--json").stdout)
    assert (ahead["commit"], ahead["tree"]) == (None, tree)
    assert indexed(repo) == head(repo)  # the commit may yet be given up


def test_a_failure_is_an_exit_code_for_people_and_never_for_git(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "chunk: {size: 3}\n")
    repo.commit()
    person = run_main(repo, "post-commit", "--wait")
    assert person.returncode == 1
    assert ".graphrag.yaml" in person.stderr
    git = run_main(repo, "post-commit", "--wait", GIT_INDEX_FILE=".git/index")
    assert git.returncode == 0
    assert ".graphrag.yaml" in git.stderr
    nowhere = GitRepo.__new__(GitRepo)
    nowhere.path = tmp_path
    assert run_main(nowhere, "post-commit").returncode == 1
    assert run_main(nowhere, "post-commit", GIT_DIR="gone").returncode == 0


def test_a_person_is_told_what_a_hook_would_do(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    done = run_main(repo, "post-checkout", "a", "a", "1")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "nothing to do: the commit stays the same\n"
    assert not (repo.path / ".git/graphrag").exists()


@pytest.mark.parametrize(
    ("hook", "arguments"),
    [
        ("post-checkout", ["a" * 40, "b" * 40, "0"]),
        ("post-checkout", ["a" * 40, "a" * 40, "1"]),
        ("post-checkout", []),
        ("post-commit", []),
        ("pre-commit", []),
    ],
)
def test_the_fast_path_starts_no_python(tmp_path: Path, hook: str, arguments: list[str]) -> None:
    repo = hooked(tmp_path / "repo")
    if hook in ("post-commit", "pre-commit"):
        (repo.path / ".git/rebase-merge").mkdir()
    program = tmp_path / "program"
    executable(program, b"#!/bin/sh\ntouch started\n")
    path = hook_of(repo, hook)
    path.write_bytes(path.read_bytes().replace(sys.executable.encode(), os.fsencode(program)))
    subprocess.run([path, *arguments], cwd=repo.path, check=True)
    assert not (repo.path / "started").exists()
    # The same with work to do does start it.
    (repo.path / ".git/rebase-merge").rmdir() if not arguments and hook != "post-checkout" else None
    subprocess.run([path, "a" * 40, "b" * 40, "1"], cwd=repo.path, check=True)
    assert (repo.path / "started").exists()
