"""`graphrag-batch hook install`, `uninstall` and `status`."""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path
from typing import Any

import click

from graphrag_batch.automate.hooksfolder import HooksFolder, hooks_folder, refusal
from graphrag_batch.automate.hookstate import STATES, HookState, hook_states
from graphrag_batch.automate.install import Step, perform, plan_install, plan_uninstall, this_command
from graphrag_batch.automate.log import last_line
from graphrag_batch.automate.request import unwritable
from graphrag_batch.automate.scripts import ON_PATH, Command
from graphrag_batch.cli.options import json_option, print_json, repo_option
from graphrag_batch.errors import EXIT_EXPECTED
from graphrag_batch.source.git import Repository

_TO_INSTALL = {"foreign", "absent", "outdated", "shadowed"}
_dry_run_option = click.option("--dry-run", is_flag=True, help="Show what would change and write nothing.")


@click.command("install")
@repo_option
@_dry_run_option
@json_option
def install_command(repo: Path, dry_run: bool, as_json: bool) -> None:
    """Install the hooks, in the folder git really uses, beside what is there.

    A shell script gets a marked block after its first line; any other hook is moved aside and still run.
    A second run changes nothing; `hook uninstall` restores every byte.
    """
    folder = _folder(repo)
    if (refused := refusal(folder)) is not None:
        raise refused
    steps = plan_install(folder, this_command())
    if folder.root is None:
        click.echo(
            "note: the repository is bare: a push runs none of these hooks, only what is done in", err=True
        )
        click.echo("  worktrees of it; in its post-receive hook, call graphrag-batch index", err=True)
    if folder.in_worktree and any(step.changes for step in steps):
        click.echo("note: the folder is in the worktree: git may track the files, which", err=True)
        click.echo("  name a program of this machine", err=True)
    _perform_all(folder, steps, dry_run, as_json)
    if not as_json and not dry_run and any(step.changes for step in steps):
        click.echo("every commit, merge, rebase and branch switch now indexes in the background", err=True)
        click.echo("  see: graphrag-batch status; undo: graphrag-batch hook uninstall", err=True)


@click.command("uninstall")
@repo_option
@_dry_run_option
@json_option
def uninstall_command(repo: Path, dry_run: bool, as_json: bool) -> None:
    """Take out exactly what install put in, wherever it is now; what was there before comes back."""
    folder = _folder(repo)
    steps = plan_uninstall(folder)
    _perform_all(folder, steps, dry_run, as_json)
    if not steps and not as_json:
        click.echo("nothing to uninstall", err=True)


@click.command("status")
@repo_option
@json_option
def status_command(repo: Path, as_json: bool) -> None:
    """Say which hooks are installed, where, and whether the program they start is still there."""
    with Repository.open(repo) as repository:
        folder, git_dir = hooks_folder(repository), repository.git_dir
    states = hook_states(folder)
    if as_json:
        hooks = [_state_json(state) for state in states]
        print_json({**_folder_json(folder), "hooks": hooks, "last": last_line(git_dir)})
        return
    for state in states:
        click.echo(f"{click.style(state.hook.ljust(15), bold=True)} {state.state.ljust(9)} {_explain(state)}")
    click.echo(f"{click.style('folder'.ljust(15), bold=True)} {folder.path}")
    for command in sorted({state.command for state in states if state.command}):
        click.echo(f"{click.style('program'.ljust(15), bold=True)} {_told(command)}{_whose(command)}")
    if last := last_line(git_dir):
        click.echo(f"{click.style('last'.ljust(15), bold=True)} {last}")
    _say_next(folder, states)
    if stuck := unwritable(git_dir):
        click.echo(f"note: {stuck}", err=True)


def _told(command: Command) -> str:
    return b"".join(command).decode("utf-8", "replace")


def _whose(command: Command) -> str:
    """Whether hooks start the installation that is asked."""
    ours = this_command()
    if command == ours:
        return ""
    if command == ON_PATH:
        return " (whichever PATH has)"
    return f" (not the one at hand, {_told(ours)}: `graphrag-batch hook install` makes it that)"


def _say_next(folder: HooksFolder, states: list[HookState]) -> None:
    if (refused := refusal(folder)) is not None:
        click.echo(f"note: hook install refuses: {refused}", err=True)
    elif any(state.state in _TO_INSTALL or state.command_exists is False for state in states):
        click.echo("  next: graphrag-batch hook install", err=True)


def _folder(repo: Path) -> HooksFolder:
    with Repository.open(repo) as repository:
        return hooks_folder(repository)


def _explain(state: HookState) -> str:
    parts = [STATES[state.state], state.note]
    if state.command_exists is False:
        parts.append("but its program is gone: install again")
    return "; ".join(part for part in parts if part)


def _perform_all(folder: HooksFolder, steps: list[Step], dry_run: bool, as_json: bool) -> None:
    done = [_perform(step, dry_run) for step in steps]
    if as_json:
        hooks = [_step_json(step, did) for step, did in zip(steps, done, strict=True)]
        print_json({**_folder_json(folder), "dry_run": dry_run, "hooks": hooks})
    failed = [step.hook for step, did in zip(steps, done, strict=True) if _left_alone(step, did, dry_run)]
    if failed:
        click.echo(f"{len(failed)} left alone: {', '.join(failed)}", err=True)
        sys.exit(EXIT_EXPECTED)


def _left_alone(step: Step, done: bool, dry_run: bool) -> bool:
    return bool(step.problem) or (step.changes and not done and not dry_run)


def _perform(step: Step, dry_run: bool) -> bool:
    """Shows one step and does it."""
    remark = step.problem or step.note
    click.echo(f"{step.verb}: {step.path}{f' ({remark})' if remark else ''}", err=True)
    if step.changes and (dry_run or step.verb == "change"):
        click.echo(_diff(step), err=True, nl=False)
    if not step.changes or dry_run:
        return False
    try:
        if perform(step):
            return True
    except OSError as error:
        click.echo(f"{step.path} cannot be changed ({error.strerror})", err=True)
        click.echo("  next: check the permissions of the file and its folder, then try again", err=True)
        return False
    click.echo(f"{step.path} was changed meanwhile; left alone: try again", err=True)
    return False


def _diff(step: Step) -> str:
    old, new = (_lines(content) for content in (step.before, step.after))
    name = os.fspath(step.path)
    names = (
        name if step.before is not None else "/dev/null",
        name if step.after is not None else "/dev/null",
    )
    lines = difflib.unified_diff(old, new, *names)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _lines(content: bytes | None) -> list[str]:
    return (content or b"").decode("utf-8", "backslashreplace").splitlines(keepends=True)


def _folder_json(folder: HooksFolder) -> dict[str, Any]:
    return {"folder": str(folder.path), "configured_in": folder.origin, "inside": folder.inside}


def _step_json(step: Step, done: bool) -> dict[str, Any]:
    return {
        "hook": step.hook,
        "path": str(step.path),
        "action": step.verb,
        "done": done,
        "note": step.note,
        "problem": step.problem,
    }


def _state_json(state: HookState) -> dict[str, Any]:
    command = state.command
    return {
        "hook": state.hook,
        "state": state.state,
        "path": str(state.path),
        "command": _told(command) if command else None,
        "at_hand": command == this_command() if command else None,
        "command_exists": state.command_exists,
        "note": state.note,
    }
