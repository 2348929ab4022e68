"""`graphrag-batch memo`: what is remembered between builds, and forgetting it."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_batch.cli.console import many
from graphrag_batch.cli.options import committed_config, json_option, print_json, repo_option, store_of
from graphrag_batch.config import Config
from graphrag_batch.errors import ConfigError, GraphragError, SourceError
from graphrag_batch.memo import Memo, Stats, stats
from graphrag_batch.source.git import Repository

_MEGABYTE = 1_000_000
_NEXT = "try again when no build runs, or delete the file: it is only a shortcut"


@click.group("memo")
def memo_group() -> None:
    """Look after what is remembered between builds: parses, chunks and vectors.

    It is shared by all branches and worktrees, only ever saves work, and may be pruned, cleared or
    deleted at any time, even while a build runs: what is missing is computed anew.
    """


@memo_group.command("stats")
@repo_option
@json_option
def stats_command(repo: Path, as_json: bool) -> None:
    """Say how much is remembered, of which stage, since when, and what is wrong with it."""
    path, limit = _place(repo)
    found = stats(path)
    if as_json:
        stages = {name: {"values": n, "bytes": size} for name, (n, size) in found.stages.items()}
        print_json({"path": str(path), **asdict(found), "stages": stages, "max_mb": limit})
    else:
        _show(path, found, limit)


@memo_group.command("prune")
@click.option(
    "--max-mb",
    metavar="N",
    type=click.IntRange(0),
    default=None,
    help="Megabytes to keep (default: the setting memo.max_mb).",
)
@repo_option
@json_option
def prune_command(max_mb: int | None, repo: Path, as_json: bool) -> None:
    """Forget what was used longest ago, until the rest fits."""
    path, limit = _place(repo)
    _say(path, as_json, *_forget(path, (limit if max_mb is None else max_mb) * _MEGABYTE))


@memo_group.command("clear")
@click.option("--yes", is_flag=True, help="Do not ask.")
@repo_option
@json_option
def clear_command(yes: bool, repo: Path, as_json: bool) -> None:
    """Forget everything.

    The next build parses and embeds anew what the artifact it starts from does not hold.
    """
    path, _ = _place(repo)
    agreed = yes or _agreed(path)
    size = stats(path).bytes
    _say(path, as_json, *(_forget(path, None) if agreed else (0, size, size)))


def _place(repo: Path) -> tuple[Path, int]:
    """Where the memo is, and how many megabytes HEAD's configuration allows it."""
    with Repository.open(repo) as repository:
        config = Config()
        with suppress(SourceError, ConfigError):  # no commit yet, or one that `index` has to complain about
            config = committed_config(repository, repository.resolve())
        return store_of(repository).memo_path, config.memo.max_mb


def _agreed(path: Path) -> bool:
    if not sys.stdin.isatty():
        raise GraphragError(
            "nobody is there to answer", where=str(path), next_step="graphrag-batch memo clear --yes"
        )
    size = _megabytes(stats(path).bytes)
    return click.confirm(f"Forget all of {path} ({size})?", default=False, err=True)


def _forget(path: Path, keep: int | None) -> tuple[int, int, int]:
    """(values dropped, bytes before, bytes after); with `keep` None everything goes. Raises GraphragError
    where that could not be done."""
    before = stats(path)
    if not before.bytes and not before.set_aside:
        return 0, 0, 0
    with Memo.open(path) as memo:
        dropped = memo.clear() if keep is None else memo.prune(keep)
        reason = memo.reason
    after = stats(path)
    # A file known to be broken has made way for an empty one: that is what was wanted.
    if after.reason or (reason and not before.reason):
        raise GraphragError(after.reason or reason, where=str(path), next_step=_NEXT)
    return dropped, before.bytes, after.bytes


def _say(path: Path, as_json: bool, dropped: int, before: int, after: int) -> None:
    if as_json:
        print_json({"path": str(path), "dropped": dropped, "bytes_before": before, "bytes": after})
    else:
        click.echo(f"{many(dropped, 'value')} forgotten: {_megabytes(before)} → {_megabytes(after)}")


def _show(path: Path, found: Stats, limit: int) -> None:
    rows: list[tuple[str, Any]] = [
        ("memo", path),
        ("size", f"{_megabytes(found.bytes)} of {limit} MB (memo.max_mb)"),
        ("values", found.values),
    ]
    rows += [(f"  {name}", f"{n} ({_megabytes(size)})") for name, (n, size) in found.stages.items()]
    if found.values:
        rows.append(("used", f"{found.oldest} to {found.newest}"))
    for name, value in rows:
        click.echo(f"{click.style(name.ljust(9), bold=True)} {value}")
    if found.set_aside:
        click.echo(
            f"note: a broken file of {_megabytes(found.set_aside)} was set aside ({path.name}.bad); "
            "graphrag-batch memo clear removes it",
            err=True,
        )
    if found.reason:
        click.echo(f"{click.style('warning:', fg='yellow')} {found.reason}", err=True)


def _megabytes(size: int) -> str:
    return f"{size / _MEGABYTE:.1f} MB"
