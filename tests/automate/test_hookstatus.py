"""What `hook` commands say of hooks that are others', changed or out of reach, and what to do next."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from graphrag_batch.automate.decide import HOOKS
from tests.automate.hooked import executable, run_hook_command
from tests.automate.test_install import hook_of, repo, states
from tests.gitrepo import GitRepo

__all__ = ["repo"]  # the fixture


def test_status_says_what_to_do_next(repo: GitRepo, tmp_path: Path) -> None:
    advice = "next: graphrag-batch hook install"
    executable(hook_of(repo), b"#!/bin/sh\n")
    assert advice in run_hook_command(repo, "status").stderr
    run_hook_command(repo, "install")
    assert run_hook_command(repo, "status").stderr == ""
    repo.run("config", "core.hooksPath", str(tmp_path / "shared"))
    told = run_hook_command(repo, "status").stderr
    assert "hook install refuses: " in told
    assert "git config core.hooksPath" in told
    assert advice not in told


def test_status_names_the_program_that_hooks_start_and_says_when_it_is_another(repo: GitRepo) -> None:
    assert "\nprogram" not in run_hook_command(repo, "status").stdout
    run_hook_command(repo, "install")
    named = [
        line for line in run_hook_command(repo, "status").stdout.split("\n") if line.startswith("program ")
    ]
    assert named == [f"{'program':<15} {sys.executable} -P -m graphrag_batch"]
    here, elsewhere = sys.executable.encode(), b"/somewhere/else/python"
    for hook in HOOKS:
        hook_of(repo, hook).write_bytes(hook_of(repo, hook).read_bytes().replace(here, elsewhere))
    told = run_hook_command(repo, "status").stdout
    assert f"/somewhere/else/python -P -m graphrag_batch (not the one at hand, {sys.executable} " in told
    assert not any(
        hook["at_hand"] for hook in json.loads(run_hook_command(repo, "status", "--json").stdout)["hooks"]
    )


def test_what_the_pre_commit_framework_calls_by_its_configuration_is_not_called_twice(repo: GitRepo) -> None:
    theirs = b'#!/usr/bin/env bash\nexec python3 -mpre_commit hook-impl --hook-type=post-commit "$@"\n'
    executable(hook_of(repo), theirs)
    assert states(repo)["post-commit"] == "foreign"
    repo.write(".pre-commit-config.yaml", "repos:\n- hooks:\n  # - id: graphrag-batch-post-commit\n")
    assert states(repo)["post-commit"] == "foreign"
    repo.write(".pre-commit-config.yaml", "repos:\n- hooks:\n  - id: graphrag-batch-post-commit\n")
    assert states(repo)["post-commit"] == "installed"
    assert "the pre-commit framework's configuration" in run_hook_command(repo, "status").stdout
    run_hook_command(repo, "install")
    assert hook_of(repo).read_bytes() == theirs


@pytest.mark.parametrize("before", [None, b"#!/bin/sh\necho before\n"])
def test_line_ends_that_an_editor_changed_do_not_hide_our_block(repo: GitRepo, before: bytes | None) -> None:
    if before is not None:
        executable(hook_of(repo), before)
    run_hook_command(repo, "install")
    changed = hook_of(repo).read_bytes().replace(b"\n", b"\r\n")
    hook_of(repo).write_bytes(changed)
    assert states(repo)["post-commit"] == "outdated"
    run_hook_command(repo, "install")
    assert states(repo)["post-commit"] == "installed"
    assert before is not None or b"\r" not in hook_of(repo).read_bytes()
    hook_of(repo).write_bytes(changed)
    assert run_hook_command(repo, "uninstall").exit_code == 0
    if before is None:
        assert not hook_of(repo).exists()
    else:
        assert hook_of(repo).read_bytes() == before.replace(b"\n", b"\r\n")


@contextmanager
def as_another() -> Iterator[None]:
    """As a user whom file modes stop, which root is not. What was imported so far stays."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def run_as_another(repo: GitRepo, command: str) -> Any:
    for path in (repo.path, *repo.path.rglob("*")) if os.geteuid() == 0 else ():
        os.chown(path, 65534, 65534, follow_symlinks=False)
    with as_another():
        return run_hook_command(repo, command)


@pytest.mark.skipif(os.name == "nt", reason="no file modes")
def test_a_hook_that_cannot_be_read_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    with tempfile.TemporaryDirectory() as folder:  # pytest's own is closed to other users
        os.chmod(folder, 0o755)
        repo = GitRepo(Path(folder) / "repo")
        run_hook_command(repo, "install")
        hook_of(repo).chmod(0)
        seen = run_as_another(repo, "status")
        assert (seen.exit_code, "cannot be read (Permission denied)" in seen.stdout) == (0, True)
        for command in ("install", "uninstall"):
            done = run_as_another(repo, command)
            assert done.exit_code == 1, done.stderr
            assert "cannot be read (Permission denied)" in done.stderr
            assert "1 left alone: post-commit" in done.stderr
        assert [path.name for path in hook_of(repo).parent.glob("p*[!e]")] == ["post-commit"]
        hook_of(repo).parent.chmod(0o555)
        stuck = run_as_another(repo, "install")
        assert stuck.exit_code == 1
        assert stuck.stderr.count("cannot be changed (Permission denied)") == len(HOOKS) - 1


@pytest.mark.skipif(os.name == "nt", reason="no file modes")
def test_a_folder_that_another_user_made_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        repo = GitRepo(Path(folder) / "repo")
        run_hook_command(repo, "install")
        room = repo.path / ".git/graphrag"
        room.mkdir()
        assert "chown" not in run_as_another(repo, "status").stderr
        room.chmod(0o555)
        told = run_as_another(repo, "status").stderr
        assert "not writable for this user" in told
        assert "next: sudo chown -R" in told
