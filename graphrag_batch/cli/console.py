"""What goes to a terminal: text that is safe to show, and progress for long work."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from graphrag_batch.records import Progress, no_progress
from graphrag_batch.retrieve.spelled import spelled, spelled_text

EVERY = 10.0
"""Seconds between two words about how far long work has come, where no bar can be drawn."""
LONG = 500
"""So many texts take long enough to embed (several seconds) for a word about it."""

_NAMES = {"read": "Reading", "embed": "Embedding", "write": "Writing", "compress": "Compressing"}


def shown(text: str) -> str:
    """Text of a repository as it may go to a terminal, which obeys control characters: on one line, with
    those spelled out (`\\x1b`, `\\n`), so that no file can repaint the screen, turn its own text around,
    or take two lines for one name."""
    return spelled(text)


def shown_text(text: str) -> str:
    """The same, for what may have lines and tabs of its own."""
    return spelled_text(text)


def many(number: int, what: str) -> str:
    """So many of what is named in the singular: `1 file`, `2 files`."""
    return f"{number} {what}{'s' * (number != 1)}"


def said_at_times(every: float = EVERY) -> Progress:
    """A progress callback that says a line once something takes long, and again every so many seconds."""
    last: float | None = None

    def show(stage: str, done: int, total: int) -> None:
        nonlocal last
        if stage != "embed" or total < LONG:
            return
        if last is None:
            click.echo(f"embedding {total} texts, once and for all …", err=True)
        elif time.monotonic() - last < every or done >= total:
            return
        else:
            click.echo(f"  {done} of {total} texts embedded", err=True)
        last = time.monotonic()

    return show


@contextmanager
def progress_bar(quiet: bool = False) -> Iterator[Progress]:
    """A progress callback that draws on standard error while inside, if that is a terminal; else it says
    now and then how far what takes long has come, unless it is to be quiet."""
    if not sys.stderr.isatty():
        yield no_progress if quiet else said_at_times()
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
