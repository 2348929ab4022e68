"""Progress for long work: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from graphrag_batch.records import Progress, no_progress

_NAMES = {"read": "Reading", "embed": "Embedding"}


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress callback that draws on standard error while inside, if that is a terminal."""
    if not sys.stderr.isatty():
        yield no_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description:<10}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, int] = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(_NAMES.get(stage, stage), total=total)
            bar.update(bar.task_ids[tasks[stage]], completed=done, total=total)

        yield show
