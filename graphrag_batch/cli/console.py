"""What goes to a terminal: text that is safe to show, and progress for long work."""

from __future__ import annotations

import re
import shutil
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

PIPED = 100
"""Characters on a line of a list that goes on in the next, where no terminal says how wide it is."""

LEAST = 8
"""Characters that are shown of anything, however narrow the terminal."""

_GAP = re.compile(r"(?<=,) | (?=\(|<?-\w+->? )")
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


def room() -> int:
    """Characters on a line: a terminal's, else as many as there are."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize


def cut(text: str, width: int) -> str:
    """Text cut to so many characters (a few at least)."""
    width = max(width, LEAST)
    return text if len(text) <= width else f"{text[: width - 1]}…"


def folded(text: str, hang: int) -> str:
    """A list, or a way, on as many lines as it takes, all but the first indented by `hang`: it goes on after
    a comma, before a bracket or an edge."""
    width = room() if sys.stdout.isatty() else PIPED
    first, *parts = _GAP.split(text)
    lines = [first]
    for part in parts:
        if len(click.unstyle(f"{lines[-1]} {part}")) > width:
            lines.append(" " * hang + part)
        else:
            lines[-1] += f" {part}"
    return "\n".join(lines)


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
