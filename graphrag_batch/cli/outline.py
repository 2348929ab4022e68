"""`graphrag-batch outline`: what a folder or a file holds."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import click

from graphrag_batch.cli.options import artifact_option, json_option, open_current, print_json, repo_option
from graphrag_batch.retrieve.reading import Outline, OutlineEntry, outline
from graphrag_batch.source.paths import to_text

UNLIMITED = 1_000_000


@click.command("outline")
@click.argument("path", default="")
@repo_option
@artifact_option
@click.option("--depth", type=click.IntRange(1, 20), default=3, show_default=True, help="Levels to show.")
@json_option
def outline_command(path: str, repo: Path, artifact: Path | None, depth: int, as_json: bool) -> None:
    """Show the files of a folder, or the sections and definitions of a file, with their lines.

    PATH is relative to the root of the repository; without one, the root is shown.
    """
    if not path.isascii():  # bytes that are no UTF-8 arrive as lone surrogates
        path = to_text(os.fsencode(path))
    with open_current(repo, artifact) as opened:
        found = outline(opened, path, depth, budget=UNLIMITED)
    if as_json:
        print_json(asdict(found))
    else:
        _show(found)


def _show(found: Outline) -> None:
    click.echo(click.style(found.title or found.path or ".", bold=True))
    for entry in found.entries:
        click.echo(f"{'  ' * (entry.depth + 1)}{_line(entry)}")
    for reason, count in sorted(found.skipped.items()):
        click.echo(f"({count} not indexed: {reason})", err=True)


def _line(entry: OutlineEntry) -> str:
    lines = click.style(f"{entry.start_line}-{entry.end_line}", dim=True) if entry.start_line else ""
    below = click.style(f"(+{entry.below})", dim=True) if entry.below else ""
    name = entry.path.rpartition("/")[2] if entry.kind == "file" else ""
    title = entry.title if entry.title != name else ""
    name = click.style(name, fg="cyan") if name else ""
    return " ".join(part for part in (name, title, lines, below) if part)
