"""What goes to a terminal: text that is safe to show, and progress for long work."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from graphrag_batch.records import Progress

LONG = 500
"""So many texts take long enough to embed (several seconds) for a word about it."""

# Control characters (but for tab and line feed), and what turns the direction of the text around.
_UNSAFE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_NAMES = {"read": "Reading", "embed": "Embedding"}


def shown(text: str) -> str:
    """Text of a repository as it may go to a terminal, which obeys control characters: those are spelled
    out (`\\x1b`), so that no file can repaint the screen or turn its own text around."""
    return text if text.isprintable() else _UNSAFE.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _say_once() -> Progress:
    said: set[str] = set()

    def show(stage: str, done: int, total: int) -> None:
        if stage == "embed" and total >= LONG and stage not in said:
            said.add(stage)
            click.echo(f"embedding {total} texts, once and for all …", err=True)

    return show


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress callback that draws on standard error while inside, if that is a terminal; else it says
    once what will take long."""
    if not sys.stderr.isatty():
        yield _say_once()
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
