"""`graphrag-batch hook`: git hooks that keep the index at HEAD."""

from __future__ import annotations

import click

from graphrag_batch.cli.lazy import LazyGroup, Table

# Git waits for `run`: it is a module of its own.
HOOK_COMMANDS: Table = {
    "install": ("hook_files", "install_command", "Install the hooks beside what is there, and show it."),
    "uninstall": ("hook_files", "uninstall_command", "Take out exactly what install put in."),
    "status": ("hook_files", "status_command", "Say which hooks are installed and whether they work."),
    "run": ("hook_run", "run_command", "What git calls: decide, start a background build, return."),
}


@click.group("hook", cls=LazyGroup, table=HOOK_COMMANDS)
def hook_group() -> None:
    """Index by git hooks, in the background.

    Once installed, every commit, merge, rebase and branch switch brings the index up to date; git never
    waits for it and never fails over it.
    """
