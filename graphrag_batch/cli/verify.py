"""`graphrag-batch verify`: check an artifact, or prove it equals a rebuild."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_batch.artifact.pointer import ROOM
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.run import build
from graphrag_batch.cli.console import progress_bar
from graphrag_batch.cli.options import artifact_path, json_option, print_json, repo_option
from graphrag_batch.errors import EXIT_EXPECTED
from graphrag_batch.source.git import Repository
from graphrag_batch.temporary import temporary_folder

_NEXT = "index again with `graphrag-batch index --full`, or fetch the artifact again"


@click.command("verify")
@click.argument("artifact", required=False, type=click.Path(path_type=Path))
@repo_option
@click.option(
    "--rebuild",
    is_flag=True,
    help="Also index the recorded tree from nothing, in the git directory, and compare the content; "
    "vectors are checked against their own digest, not computed again.",
)
@json_option
def verify_command(artifact: Path | None, repo: Path, rebuild: bool, as_json: bool) -> None:
    """Check an artifact: the file, its full-text, vector and graph tables, and its digests.

    Without ARTIFACT, the repository's current one is checked. Exit code 1 when anything is wrong.
    """
    path = artifact_path(repo, artifact)
    result = asdict(verify(path))
    if rebuild:
        result |= _rebuild(path, repo)
        if result["rebuilt_digest"] != result["content_digest"]:
            result["problems"] = [*result["problems"], "a rebuild of the recorded tree gives other content"]
    result["ok"] = not result["problems"]
    if as_json:
        print_json({"artifact": str(path), **result})
    else:
        for name in ("content_digest", "vector_digest", "rebuilt_digest"):
            if name in result:
                click.echo(f"{name.replace('_', ' ')}: {result[name]}")
    if result["ok"]:
        note = " (vectors: checked against their own digest, not computed again)" if rebuild else ""
        click.echo(f"{path}: sound{note}", err=True)
        return
    for problem in result["problems"]:
        click.echo(f"{click.style('error:', fg='red')} {path}: {problem}", err=True)
    click.echo(f"  {click.style('next:', bold=True)} {_NEXT}", err=True)
    sys.exit(EXIT_EXPECTED)


def _rebuild(path: Path, repo: Path) -> dict[str, Any]:
    """What a build of the recorded tree from nothing gives: no earlier artifact, an empty memo."""
    with open_artifact(path) as opened:
        tree = opened.meta["tree"]
    with Repository.open(repo) as repository, _folder(repository.common_dir) as folder:
        store = Store(folder, folder)
        with progress_bar() as progress:
            report = build(repository, store, rev=tree, full=True, vectors=False, progress=progress)
    return {"rebuilt_digest": report.digest}


@contextmanager
def _folder(common_dir: Path) -> Iterator[Path]:
    """A folder of its own beside the artifacts, where there is room for one; where that cannot be
    written, the system's temporary folder. Leaves nothing."""
    room = common_dir / ROOM
    with ExitStack() as stack:
        if not room.exists():
            stack.callback(_remove_empty, room)
        try:
            folder = stack.enter_context(temporary_folder(room, "verify"))
        except OSError:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="graphrag-batch-")))
        yield folder


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
