"""Options and small steps that several commands share."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphrag_batch.artifact.store import Store
from graphrag_batch.cli.flags import artifact_option, json_option, repo_option
from graphrag_batch.config import CONFIG_PATH, Config, load_config
from graphrag_batch.errors import ArtifactCorrupt, ArtifactMissing, GraphragError, SourceError
from graphrag_batch.source.git import Repository, Revision

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact

__all__ = [
    "artifact_option",
    "artifact_path",
    "committed_config",
    "index_command",
    "json_option",
    "open_current",
    "print_json",
    "repo_option",
    "store_of",
]


def store_of(repository: Repository) -> Store:
    """Where this repository keeps its artifacts."""
    return Store(repository.common_dir, repository.git_dir)


def committed_config(repository: Repository, revision: Revision) -> Config:
    """The settings in a revision's tree. Raises ConfigError, SourceError."""
    written = repository.read_at(revision.tree, CONFIG_PATH)
    return load_config(written.decode("utf-8-sig", "replace")) if written else Config()


def index_command(repo: Path) -> str:
    """What indexes this repository, called where the reader is."""
    return "graphrag-batch index" + ("" if repo == Path() else f" --repo {shlex.quote(str(repo))}")


def artifact_path(repo: Path, artifact: Path | None) -> Path:
    """The artifact to read. Raises ArtifactMissing when nothing is indexed yet."""
    return artifact if artifact is not None else _current(repo)[0]


def _current(repo: Path) -> tuple[Path, Revision | None]:
    """The repository's artifact, and HEAD, None where that names nothing."""
    head = None
    with Repository.open(repo) as repository:
        current = store_of(repository).current()
        place = str(repository.root or repository.git_dir)
        if current is None:
            raise ArtifactMissing("nothing is indexed here yet", where=place, next_step=index_command(repo))
        with suppress(SourceError):
            head = repository.resolve()
    return current, head


def _note_distance(meta: dict[str, str], head: Revision | None, repo: Path) -> None:
    """Says on standard error that answers come from another tree than HEAD's."""
    if head is None or meta.get("tree") == head.tree:
        return
    here = (head.commit or head.tree)[:7]
    if commit := meta.get("commit"):
        note = f"the index is at {commit[:7]}, HEAD is at {here}: run {index_command(repo)}"
    else:
        base = meta.get("history_commit", "")
        made = f", made on {base[:7]}" if base else ""
        note = f"the index is of a tree that is not committed{made}; HEAD is at {here}"
    click.echo(f"note: {note}", err=True)


@contextmanager
def open_current(repo: Path, artifact: Path | None) -> Iterator[Artifact]:
    """The artifact to read, opened read-only; a note where the repository's is not HEAD's. What fails
    over a damaged file is ArtifactCorrupt, however the damage shows."""
    from graphrag_batch.artifact.header import REBUILD
    from graphrag_batch.artifact.read import open_artifact
    from graphrag_batch.artifact.verify import verify

    path, head = (_named(artifact), None) if artifact is not None else _current(repo)
    with open_artifact(path) as opened:
        try:
            _note_distance(opened.meta, head, repo)
            yield opened
        except (GraphragError, OSError, click.ClickException):
            raise
        except Exception as error:
            if verify(path).ok:
                raise
            raise ArtifactCorrupt(f"damaged ({error})", where=str(path), next_step=REBUILD) from error


def _named(path: Path) -> Path:
    """The artifact that somebody names: a file, or a folder of published ones (the last)."""
    from graphrag_batch.serve.folders import Published

    if path.is_dir():
        return Published(path)()
    if not path.exists():
        what = "there is no such file"
        raise ArtifactMissing(what, where=str(path), next_step="check the path given with --artifact")
    return path


def print_json(value: Any) -> None:
    """One JSON object on standard output; in ASCII where that cannot take every character."""
    encoding = (sys.stdout.encoding or "").lower()
    click.echo(json.dumps(value, ensure_ascii=encoding not in ("utf-8", "utf8")))
