"""`graphrag-batch ci`: indexing in continuous integration."""

from __future__ import annotations

import click

from graphrag_batch.cli.lazy import LazyGroup, Table

CI_COMMANDS: Table = {
    "run": ("ci_run", "run_command", "Restore, index, publish, and report what came of it."),
    "plan": ("ci_plan", "plan_command", "Say what `run` would do here, and hand it to later steps."),
    "restore": ("ci_run", "restore_command", "Only take the newest published index to start from."),
}


@click.group("ci", cls=LazyGroup, table=CI_COMMANDS)
def ci_group() -> None:
    """Index in continuous integration: on GitHub (action.yml does nothing else), GitLab, Jenkins, anywhere.

    Every option may be given as a variable instead: --fail-on as GRAPHRAG_CI_FAIL_ON, and so on.
    """
