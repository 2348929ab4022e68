"""`graphrag-batch hook run` for people, and with options; `quick` is what git waits for."""

from __future__ import annotations

import os
from pathlib import Path

import click

from graphrag_batch.automate.decide import HOOKS
from graphrag_batch.automate.log import log
from graphrag_batch.automate.notice import called_by_git, decide_here, notice, staged_index
from graphrag_batch.cli.flags import json_option, repo_option
from graphrag_batch.cli.locate import locate
from graphrag_batch.errors import GraphragError


@click.command("run", context_settings={"ignore_unknown_options": True})
@click.argument("name", metavar="NAME", type=click.Choice(HOOKS))
@click.argument("arguments", metavar="[ARGS]...", nargs=-1)
@click.option("--wait", is_flag=True, help="Build now and return when the index is there.")
@repo_option
@json_option
def run_command(name: str, arguments: tuple[str, ...], wait: bool, repo: Path, as_json: bool) -> None:
    """Do what the git hook NAME, called with ARGS, asks for.

    The build runs in the background. Called by git, the exit code is always 0: a failure is in
    `graphrag-batch status` and in graphrag/hook.log in the git directory. Called by a person with --wait,
    an expected failure is exit code 1.
    """
    by_git = called_by_git(os.environ)
    try:
        git_dir, work_tree = _place(repo)
    except GraphragError:
        if by_git:
            return
        raise
    try:
        _run(name, arguments, git_dir, work_tree, wait, as_json, by_git)
    except (GraphragError, OSError) as error:
        log(git_dir, f"{name}: {error}")
        if not by_git:
            raise
        if wait:
            click.echo(f"graphrag-batch: {error}", err=True)


def _place(repo: Path) -> tuple[Path, Path]:
    """(git directory, worktree) as git means them: hooks get GIT_DIR where the folder does not tell."""
    named = os.environ.get("GIT_DIR")
    if named and repo == Path():
        return Path(named).resolve(), Path(os.environ.get("GIT_WORK_TREE") or ".").resolve()
    place = locate(repo)
    return place.git_dir, place.folder


def _run(
    name: str,
    arguments: tuple[str, ...],
    git_dir: Path,
    work_tree: Path,
    wait: bool,
    as_json: bool,
    by_git: bool,
) -> None:
    decision = decide_here(name, arguments, str(git_dir))
    # What waits for the rebase to end cannot be waited for by the rebase.
    if wait and decision.act and not decision.settle:
        index = staged_index(str(git_dir)) if decision.staged else None
        _build_now(git_dir, name, work_tree, index, as_json)
        return
    if decision.act:
        notice(name, decision, str(git_dir), str(work_tree))
    if not by_git:
        click.echo(f"{'queued' if decision.act else 'nothing to do'}: {decision.why}", err=True)


def _build_now(git_dir: Path, name: str, work_tree: Path, index: bytes | None, as_json: bool) -> None:
    # Not at the top: git waits for every import of a hook that only queues.
    from graphrag_batch.automate.follow import index_ahead, index_head
    from graphrag_batch.automate.request import Request
    from graphrag_batch.cli.console import progress_bar
    from graphrag_batch.cli.index import say_report

    request = Request(name, work_tree, index)
    with progress_bar() as progress:
        report = (index_head if index is None else index_ahead)(git_dir, request, progress)
    say_report(report, as_json)
