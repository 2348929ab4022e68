"""`graphrag-batch outline`: what a folder or a file holds."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import click

from graphrag_batch.artifact.read import Artifact
from graphrag_batch.cli.console import cut, room, shown
from graphrag_batch.cli.options import artifact_option, json_option, open_current, print_json, repo_option
from graphrag_batch.errors import GraphragError, NotFound
from graphrag_batch.retrieve.described import share, told_of
from graphrag_batch.retrieve.duplicates import Duplicate, duplicates
from graphrag_batch.retrieve.outlines import FOLDER_DEPTH, Outline, OutlineEntry, outline
from graphrag_batch.retrieve.sections import cited
from graphrag_batch.source.git import Repository
from graphrag_batch.source.paths import to_text

_T = TypeVar("_T")

UNLIMITED = 1_000_000
FILE_DEPTH = 3


@click.command("outline")
@click.argument("path", default="")
@repo_option
@artifact_option
@click.option(
    "--depth",
    metavar="N",
    type=click.IntRange(1, 20),
    default=None,
    help=f"Levels to show (default: {FOLDER_DEPTH} of folders, {FILE_DEPTH} in a file).",
)
@click.option(
    "--duplicates",
    "copies",
    is_flag=True,
    help="List the files that are copies of others, or all but, instead.",
)
@json_option
def outline_command(
    path: str, repo: Path, artifact: Path | None, depth: int | None, copies: bool, as_json: bool
) -> None:
    """Show the files of a folder, or the sections and definitions of a file, with their lines.

    PATH is relative to the root of the repository; without one, the root is shown.
    """
    if os.path.isabs(path):
        path = _inside(repo, path)
    if not path.isascii():  # bytes that are no UTF-8 arrive as lone surrogates
        path = to_text(os.fsencode(path))
    with open_current(repo, artifact) as opened:
        found = _worded(lambda: duplicates(opened, path) if copies else _outline(opened, path, depth))
    if isinstance(found, Outline):
        print_json(asdict(found)) if as_json else _show(found)
    elif as_json:
        print_json({"duplicates": [asdict(row) for row in found]})
    else:
        _show_duplicates(found)


def _inside(repo: Path, path: str) -> str:
    """An absolute path as one relative to the repository's root, where it is inside."""
    with suppress(GraphragError), Repository.open(repo) as repository:
        root = repository.root
        if root is not None:
            for candidate in (Path(os.path.normpath(path)), Path(os.path.realpath(path))):
                for base in (root, Path(os.path.realpath(root))):
                    if candidate.is_relative_to(base):
                        return candidate.relative_to(base).as_posix().removeprefix(".")
    return path


def _outline(artifact: Artifact, path: str, depth: int | None) -> Outline:
    found = outline(artifact, path, depth or FOLDER_DEPTH, budget=UNLIMITED)
    if depth is None and found.kind == "file":
        found = outline(artifact, path, FILE_DEPTH, budget=UNLIMITED)
    return found


def _worded(ask: Callable[[], _T]) -> _T:
    """What is asked for; refusals, which are worded for agents that call a tool, in words for people."""
    try:
        return ask()
    except NotFound as error:
        advice = error.next_step.replace("outline()", "`graphrag-batch outline`")
        raise NotFound(error.what, where=error.where, next_step=advice) from error


def _show_duplicates(rows: Sequence[Duplicate]) -> None:
    """Each file that has copies, and under it their paths with how alike they are."""
    for original, copies in groupby(rows, key=lambda row: row.duplicate_of):
        click.echo(click.style(shown(original), bold=True))
        for row in copies:
            click.echo(f"  {click.style(share(row.similarity), dim=True)}  {shown(row.path)}")
    if not rows:
        click.echo("no file is a copy of another", err=True)


def _show(found: Outline) -> None:
    click.echo(click.style(shown(found.title or found.path or "."), bold=True))
    lines = {id(entry): _range(entry) for entry in found.entries if found.kind == "file"}
    width = max(map(len, lines.values()), default=0)
    for entry in found.entries:
        pad = "  " * (entry.depth + 1)
        if found.kind == "file":
            click.echo(_section(entry, f"  {lines[id(entry)]:<{width}}", pad))
        else:
            click.echo(_file(entry, pad))
    known = told_of(found.about) if found.about else {}
    for name in ("security", "redacted", "copy_of", "warnings"):
        if name in known:
            click.echo(f"({name.replace('_', ' ')}: {shown(known[name])})", err=True)
    for reason, count in sorted(found.skipped.items()):
        click.echo(f"({count} not indexed: {shown(reason)})", err=True)


def _section(entry: OutlineEntry, lines: str, pad: str) -> str:
    """Lines first, so that what is long can be cut behind them."""
    more = (cited(entry.pages), f"(+{entry.below})" if entry.below else "")
    below = "".join(f" {part}" for part in more if part)
    title = cut(shown(entry.title), room() - len(lines) - len(pad) - len(below))
    return f"{click.style(lines, dim=True)}{pad}{title}{click.style(below, dim=True)}"


def _file(entry: OutlineEntry, pad: str) -> str:
    name = shown(entry.path.rpartition("/")[2]) if entry.kind == "file" else ""
    title = shown(entry.title)
    title = title if title != name else ""
    lines, below = _range(entry), f"(+{entry.below})" if entry.below else ""
    security = f"[{shown(entry.security)}]" if entry.security else ""
    rest = sum(len(part) + 1 for part in (name, lines, security, below) if part)
    title = cut(title, room() - len(pad) - rest) if title else ""
    parts = (
        click.style(name, fg="cyan") if name else "", title, lines and click.style(lines, dim=True),
        security and click.style(security, fg="red")
    )  # fmt: skip
    return pad + " ".join(part for part in (*parts, below and click.style(below, dim=True)) if part)


def _range(entry: OutlineEntry) -> str:
    return f"{entry.start_line}-{entry.end_line}" if entry.start_line else ""
