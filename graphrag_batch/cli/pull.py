"""`graphrag-batch pull`: a published artifact into this repository, for the next index to start from."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_batch.cli.console import EVERY, progress_bar, shown
from graphrag_batch.cli.options import json_option, print_json, repo_option, store_of
from graphrag_batch.errors import NotPublished, ShareError, Unreachable
from graphrag_batch.records import Progress
from graphrag_batch.share.pull import MOST_BYTES, TIMEOUT, Pulled, pull
from graphrag_batch.share.sources.workflow import DEFAULT_NAME
from graphrag_batch.source.git import Repository

_MB = 1_000_000


@click.command("pull")
@click.argument("source")
@repo_option
@click.option(
    "--rev", metavar="REV", help="Pull what is nearest to this commit, tag or branch.  [default: HEAD]"
)
@click.option(
    "--name", metavar="NAME", help=f"What the workflow artifact is called.  [default: {DEFAULT_NAME}]"
)
@click.option(
    "--optional",
    is_flag=True,
    help="Where nothing is published, or nobody answers, say so and end with exit code 0. A file that is "
    "not what it claims to be stays a failure.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=TIMEOUT,
    metavar="SECONDS",
    help=f"For all that is asked of servers; what came is kept for the next time.  [default: {TIMEOUT:g}]",
)
@click.option(
    "--max-mb",
    type=click.IntRange(1),
    default=MOST_BYTES // _MB,
    metavar="N",
    help=f"Bring and unpack no artifact larger than this.  [default: {MOST_BYTES // _MB}]",
)
@json_option
def pull_command(
    source: str,
    repo: Path,
    rev: str | None,
    name: str | None,
    optional: bool,
    timeout: float,
    max_mb: int,
    as_json: bool,
) -> None:
    """Bring the nearest published artifact, check it, and put it where `index` starts from.

    \b
    SOURCE is one of
      a folder, or a file (.sqlite, .sqlite.zst, .manifest.json)
      https://HOST/PATH            a manifest, an artifact, or a folder with manifest.json
      github:OWNER/REPO[@TAG]      the files of releases, or of one
      github-artifact:OWNER/REPO   what workflow runs uploaded under --name

    The artifact of the very tree is taken if there is one, else that of the nearest ancestor. It is refused
    unless it is, to the byte, what its manifest says, and whole. The next `graphrag-batch index` then embeds
    only what has changed since.

    \b
    Secrets come from the environment:
      GITHUB_TOKEN, GH_TOKEN   sent to GITHUB_API_URL (api.github.com) alone
      GRAPHRAG_PULL_TOKEN      sent to the server of https://HOST/PATH alone, as a bearer's token
      GRAPHRAG_PULL_HEADER     the same as a whole header, such as 'PRIVATE-TOKEN: …'
    """
    try:
        with Repository.open(repo) as repository, _showing(as_json) as progress:
            pulled = pull(
                repository, store_of(repository), source,
                rev=rev, name=name, timeout=timeout, max_bytes=max_mb * _MB, progress=progress,
                tell=_tell,
            )  # fmt: skip
    except (Unreachable, NotPublished) as error:
        if not optional:
            raise
        _say_nothing(error, as_json)
        return
    _say(pulled, as_json)


def _tell(message: str) -> None:
    click.echo(message, err=True)


def _say_nothing(error: ShareError, as_json: bool) -> None:
    from graphrag_batch.stages.redact import clean_line  # many expressions, for failures alone

    where = f"{clean_line(error.where)}: " if error.where else ""
    click.echo(f"note: nothing was pulled: {shown(f'{where}{clean_line(error.what)}')}", err=True)
    if as_json:
        print_json({"pulled": False, "reason": clean_line(error.what), "where": clean_line(error.where)})


def _say(pulled: Pulled, as_json: bool) -> None:
    if as_json:
        print_json({"pulled": True, **_as_dict(pulled)})
        return
    what = (pulled.commit or pulled.tree)[:12]
    size = f" ({pulled.bytes / _MB:.1f} MB)" if pulled.changed else ""
    click.echo(
        f"{'pulled' if pulled.changed else 'nothing to do'}: {what}{size}: {shown(pulled.reason)}", err=True
    )
    if not pulled.current:
        click.echo("  next: graphrag-batch index, which starts from it", err=True)
    click.echo(pulled.artifact)


def _as_dict(pulled: Pulled) -> dict[str, Any]:
    manifest = pulled.manifest and {k: v for k, v in asdict(pulled.manifest).items() if k != "others"}
    return {**asdict(pulled), "artifact": str(pulled.artifact), "manifest": manifest}


@contextmanager
def _showing(quiet: bool) -> Iterator[Progress]:
    """A progress callback for bytes: a bar on a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        yield _said_at_times(lambda line: None if quiet else click.echo(line, err=True))
        return
    with progress_bar() as bar:
        yield lambda stage, done, total: bar(*_in_megabytes(stage, done, total))


def _in_megabytes(stage: str, done: int, total: int) -> tuple[str, int, int]:
    if stage == "check":
        return "Checking", done, total
    return ("Pulling MB" if stage == "pull" else "Unpacking MB"), done // _MB, max(1, total // _MB)


def _said_at_times(say: Callable[[str], None]) -> Progress:
    last, told = time.monotonic(), False

    def show(stage: str, done: int, total: int) -> None:
        nonlocal last, told
        if stage == "pull" and time.monotonic() - last >= EVERY:
            last, told = time.monotonic(), True
            say(f"  {done / _MB:,.0f} of {total / _MB:,.0f} MB pulled")
        elif stage == "check" and not done and told:
            say("  checking what came")

    return show
