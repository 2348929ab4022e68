"""`hook install`, `status` and `uninstall`, in every situation a repository may be in."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphrag_batch.automate.decide import HOOKS
from graphrag_batch.automate.hooksfolder import hooks_folder
from graphrag_batch.automate.scripts import ASIDE_SUFFIX
from graphrag_batch.errors import GraphragError
from graphrag_batch.source.git import Repository
from tests.automate.hooked import executable, run_hook_command
from tests.gitrepo import GitRepo

ASIDE = f"post-commit{ASIDE_SUFFIX}"


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    made = GitRepo(tmp_path / "repo")
    for sample in (made.path / ".git/hooks").glob("*"):
        sample.unlink()
    return made


def picture(folder: Path) -> dict[str, tuple[int, bytes | str]]:
    """Every file of a folder: its mode, and its content or where it leads."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            os.readlink(path) if path.is_symlink() else path.read_bytes(),
        )
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


def states(repo: GitRepo) -> dict[str, str]:
    return {hook["hook"]: hook["state"] for hook in status(repo)["hooks"]}


def status(repo: GitRepo) -> Any:
    return json.loads(run_hook_command(repo, "status", "--json").stdout)


def actions(result: Any) -> dict[str, str]:
    return {Path(step["path"]).name: step["action"] for step in json.loads(result.stdout)["hooks"]}


def hook_of(repo: GitRepo, name: str = "post-commit") -> Path:
    return repo.path / ".git/hooks" / name


SITUATIONS: dict[str, tuple[bytes, int, str, str]] = {
    # what stands there: content, mode, what install does, the state afterwards
    "shell": (b"#!/bin/sh\necho before\n", 0o755, "change", "installed"),
    "shell that execs": (b'#!/usr/bin/env bash\nexec "$0.other" "$@"\n', 0o700, "change", "installed"),
    "shell, strict": (b"#!/bin/bash -eu\nset -o pipefail\n", 0o755, "change", "installed"),
    "no final newline": (b"#!/bin/sh\necho before", 0o755, "change", "installed"),
    "first line alone": (b"#!/bin/sh\n", 0o755, "change", "installed"),
    "first line, no newline": (b"#!/bin/sh", 0o755, "change", "installed"),
    "empty": (b"", 0o755, "change", "installed"),
    "no first line": (b"echo before\n", 0o755, "change", "installed"),
    "windows line ends": (b"echo before\r\nexit 0\r\n", 0o755, "change", "installed"),
    "windows first line": (b"#!/bin/sh\r\necho before\r\n", 0o755, "chain", "chained"),
    "latin-1": (b"#!/bin/sh\necho caf\xe9\n", 0o755, "change", "installed"),
    "python": (b"#!/usr/bin/env python3\nprint('before')\n", 0o755, "chain", "chained"),
    "binary": (b"\x7fELF\x00\x01\x02", 0o755, "chain", "chained"),
    "not executable": (b"#!/bin/sh\necho never\n", 0o644, "chain", "chained"),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_hook_that_is_there_stays_and_comes_back_to_the_byte(repo: GitRepo, situation: str) -> None:
    content, mode, action, state = SITUATIONS[situation]
    executable(hook_of(repo), content, mode)
    before = picture(repo.path)
    dry = run_hook_command(repo, "install", "--dry-run", "--json")
    assert picture(repo.path) == before

    done = run_hook_command(repo, "install", "--json")
    assert (dry.exit_code, done.exit_code) == (0, 0)
    assert actions(dry) == actions(done) == dict.fromkeys(HOOKS, "create") | {"post-commit": action}
    assert states(repo) == dict.fromkeys(HOOKS, "installed") | {"post-commit": state}
    kept = hook_of(repo, ASIDE) if action == "chain" else hook_of(repo)
    assert kept.stat().st_mode & 0o7777 == mode
    assert hook_of(repo).stat().st_mode & 0o100

    installed = picture(repo.path)
    again = run_hook_command(repo, "install", "--json")
    assert set(actions(again).values()) == {"keep"}
    assert picture(repo.path) == installed

    assert run_hook_command(repo, "uninstall").exit_code == 0
    assert picture(repo.path) == before
    assert "nothing to uninstall" in run_hook_command(repo, "uninstall").stderr


def test_what_install_changes_is_shown_first(repo: GitRepo) -> None:
    executable(hook_of(repo), b"#!/bin/sh\necho before\n")
    shown = run_hook_command(repo, "install", "--dry-run").stderr
    assert "change: " in shown
    assert "\n echo before\n" in shown  # a line of context
    assert f"\n+  exec {sys.executable} -P -m graphrag_batch hook run post-commit" in shown
    assert "create: " in shown


def test_a_link_is_moved_aside_and_never_written_through(repo: GitRepo) -> None:
    executable(repo.path / "tools/hook.sh", b"#!/bin/sh\necho tracked\n")
    hook_of(repo).symlink_to("../../tools/hook.sh")
    before = picture(repo.path)
    assert run_hook_command(repo, "install").exit_code == 0
    assert (repo.path / "tools/hook.sh").read_bytes() == b"#!/bin/sh\necho tracked\n"
    assert not hook_of(repo).is_symlink()
    assert states(repo)["post-commit"] == "chained"
    assert run_hook_command(repo, "uninstall").exit_code == 0
    assert picture(repo.path) == before


def test_a_link_to_nowhere_is_kept_too(repo: GitRepo) -> None:
    hook_of(repo).symlink_to("gone.sh")
    before = picture(repo.path)
    assert run_hook_command(repo, "install").exit_code == 0
    assert states(repo)["post-commit"] == "chained"
    assert run_hook_command(repo, "uninstall").exit_code == 0
    assert picture(repo.path) == before


def test_links_that_lead_back_to_themselves_are_left_alone(repo: GitRepo) -> None:
    hook_of(repo).symlink_to("post-merge")
    hook_of(repo, "post-merge").symlink_to("post-commit")
    before = picture(repo.path)
    result = run_hook_command(repo, "install")  # moved aside, they would call ours for ever
    assert (result.exit_code, states(repo)["post-merge"]) == (1, "broken")
    assert "leads back to itself" in result.stderr
    run_hook_command(repo, "uninstall")
    assert picture(repo.path) == before


def test_our_own_scripts_linked_by_hand_are_known_and_left_alone(repo: GitRepo) -> None:
    ours = Path(__file__).parent.parent.parent / "hooks"
    for name in HOOKS:
        hook_of(repo, name).symlink_to(ours / name)
    before = picture(repo.path)
    assert set(states(repo).values()) == {"installed"}
    assert run_hook_command(repo, "install").exit_code == 0
    assert picture(repo.path) == before
    result = run_hook_command(repo, "uninstall")
    assert result.exit_code == 1
    assert "remove the link by hand" in result.stderr
    assert picture(repo.path) == before


def test_a_hook_that_calls_us_by_a_line_of_its_own_counts_as_installed(repo: GitRepo) -> None:
    content = b'#!/bin/sh\ngraphrag-batch hook run post-commit "$@" || :\n'
    executable(hook_of(repo), content)
    assert run_hook_command(repo, "install").exit_code == 0
    assert hook_of(repo).read_bytes() == content
    assert states(repo)["post-commit"] == "installed"


def test_lines_added_to_a_file_of_ours_survive_us(repo: GitRepo) -> None:
    run_hook_command(repo, "install")
    with hook_of(repo).open("ab") as file:
        file.write(b"echo mine\n")
    run_hook_command(repo, "uninstall")
    assert hook_of(repo).read_bytes() == b"#!/bin/sh\necho mine\n"
    assert not hook_of(repo, "post-merge").exists()


def test_a_folder_in_the_way_is_left_alone_and_told_of(repo: GitRepo) -> None:
    hook_of(repo).mkdir()
    result = run_hook_command(repo, "install")
    assert result.exit_code == 1
    assert "is not a file" in result.stderr
    assert states(repo) == dict.fromkeys(HOOKS, "installed") | {"post-commit": "broken"}


def test_two_hooks_of_others_are_not_merged(repo: GitRepo) -> None:
    executable(hook_of(repo), b"#!/usr/bin/perl\n")
    executable(hook_of(repo, ASIDE), b"#!/usr/bin/perl\n# older\n")
    before = picture(repo.path)
    result = run_hook_command(repo, "install")
    assert result.exit_code == 1
    assert ASIDE in result.stderr
    assert picture(repo.path).items() >= before.items()


def test_half_a_block_is_left_for_a_person(repo: GitRepo) -> None:
    run_hook_command(repo, "install")
    content = hook_of(repo).read_bytes()
    hook_of(repo).write_bytes(content[: content.index(b"# <<<")])
    assert run_hook_command(repo, "install").exit_code == 1
    assert run_hook_command(repo, "uninstall").exit_code == 1
    assert hook_of(repo).read_bytes() == content[: content.index(b"# <<<")]


def test_an_older_block_is_told_of_and_replaced(repo: GitRepo) -> None:
    run_hook_command(repo, "install")
    new = hook_of(repo).read_bytes()
    hook_of(repo).write_bytes(new.replace(b"\n(\n", b"\n( # as it was\n"))
    assert states(repo)["post-commit"] == "outdated"
    assert actions(run_hook_command(repo, "install", "--json"))["post-commit"] == "change"
    assert hook_of(repo).read_bytes() == new


def test_a_program_that_is_gone_shows_in_status_and_is_replaced(repo: GitRepo) -> None:
    run_hook_command(repo, "install")
    new = hook_of(repo).read_bytes()
    hook_of(repo).write_bytes(new.replace(shlex.quote(sys.executable).encode(), b"'/gone/py thon'"))
    hook = next(hook for hook in status(repo)["hooks"] if hook["hook"] == "post-commit")
    assert (hook["state"], hook["command_exists"]) == ("installed", False)
    assert "its program is gone" in run_hook_command(repo, "status").stdout
    run_hook_command(repo, "install")
    assert hook_of(repo).read_bytes() == new


def test_a_program_in_a_folder_of_any_name_is_started(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / 'it\'s a `$(touch oops)` "ü" \\ folder' / "python"
    executable(program, b'#!/bin/sh\necho "$@" >started\n')
    monkeypatch.setattr(sys, "executable", str(program))
    assert run_hook_command(repo, "install").exit_code == 0
    assert {hook["command_exists"] for hook in status(repo)["hooks"]} == {True}
    for hook in HOOKS:
        subprocess.run([hook_of(repo, hook), "a", "b", "1"], cwd=repo.path, check=True)
        told = (repo.path / "started").read_text()
        assert told == f"-P -m graphrag_batch hook run {hook} a b 1\n"
    assert not (repo.path / "oops").exists()


# ---- which folder -----------------------------------------------------------------------------


@pytest.mark.parametrize("configured", [None, ".husky/_", "tools/hooks", "absolute"])
def test_the_folder_is_the_one_git_uses(repo: GitRepo, configured: str | None) -> None:
    if configured:
        value = str(repo.path / ".git/own") if configured == "absolute" else configured
        repo.run("config", "core.hooksPath", value)
    with Repository.open(repo.path) as repository:
        found = hooks_folder(repository)
    assert str(found.path) == repo.run("rev-parse", "--path-format=absolute", "--git-path", "hooks")
    result = run_hook_command(repo, "install")
    assert result.exit_code == 0
    assert all((found.path / hook).is_file() for hook in HOOKS)
    assert ("git may track the file" in result.stderr) is (configured in (".husky/_", "tools/hooks"))
    assert set(states(repo).values()) == {"installed"}
    run_hook_command(repo, "uninstall")
    assert not any((found.path / hook).exists() for hook in HOOKS)


def test_a_folder_outside_the_repository_is_refused_with_advice(repo: GitRepo, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    executable(shared / "post-commit", b"#!/bin/sh\n")
    repo.run("config", "core.hooksPath", str(shared))
    with pytest.raises(GraphragError) as caught:
        run_hook_command(repo, "install")
    assert "outside the repository" in caught.value.what
    assert "file:.git/config" in caught.value.what
    assert "git config core.hooksPath" in caught.value.next_step
    assert "graphrag-batch hook run" in caught.value.next_step
    assert picture(shared) == {"post-commit": (0o100755, b"#!/bin/sh\n")}
    assert status(repo)["inside"] is False
    # Doing what the message says helps.
    repo.run("config", "core.hooksPath", str(repo.path / ".git/hooks"))
    assert run_hook_command(repo, "install").exit_code == 0


def test_a_link_that_leads_outside_is_refused(repo: GitRepo, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (repo.path / ".git/hooks").rmdir()
    (repo.path / ".git/hooks").symlink_to(tmp_path / "shared")
    with pytest.raises(GraphragError):
        run_hook_command(repo, "install")
    assert not picture(tmp_path / "shared")


def test_hooks_that_git_no_longer_looks_at_are_told_of_and_removed(repo: GitRepo) -> None:
    run_hook_command(repo, "install")
    repo.run("config", "core.hooksPath", "tools/hooks")
    assert set(states(repo).values()) == {"shadowed"}
    run_hook_command(repo, "install")
    assert set(states(repo).values()) == {"installed"}
    run_hook_command(repo, "uninstall")
    assert not any(picture(folder) for folder in (repo.path / ".git/hooks", repo.path / "tools/hooks"))


def test_linked_worktrees_share_the_hooks(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("a.md", "# A\n")
    repo.commit()
    repo.run("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = GitRepo(tmp_path / "linked")
    assert run_hook_command(linked, "install").exit_code == 0
    assert set(states(repo).values()) == {"installed"}
    assert hook_of(repo).is_file()


def test_a_bare_repository_takes_hooks_and_says_that_a_push_runs_none(tmp_path: Path) -> None:
    bare = GitRepo(tmp_path / "bare.git", bare=True)
    done = run_hook_command(bare, "install")
    assert done.exit_code == 0
    assert "a push runs none of these hooks" in done.stderr
    assert (bare.path / "hooks/post-commit").is_file()


def test_what_the_pre_commit_framework_moved_is_found(repo: GitRepo) -> None:
    run_hook_command(repo, "install")
    theirs = b'#!/usr/bin/env bash\nexec python3 -mpre_commit hook-impl --hook-type=post-commit "$@"\n'
    hook_of(repo).rename(hook_of(repo, "post-commit.legacy"))
    executable(hook_of(repo), theirs)
    hook = next(hook for hook in status(repo)["hooks"] if hook["hook"] == "post-commit")
    assert hook["state"] == "installed"
    assert "post-commit.legacy" in hook["note"]
    run_hook_command(repo, "install")
    assert hook_of(repo).read_bytes() == theirs  # or it would run twice
    run_hook_command(repo, "uninstall")
    assert picture(repo.path / ".git/hooks") == {"post-commit": (0o100755, theirs)}
