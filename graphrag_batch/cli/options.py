"""Options and small steps that several commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphrag_batch.artifact.store import Store
from graphrag_batch.cli.flags import artifact_option, json_option, repo_option
from graphrag_batch.errors import ArtifactMissing
from graphrag_batch.source.git import Repository

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact

__all__ = [
    "artifact_option",
    "artifact_path",
    "json_option",
    "open_current",
    "print_json",
    "repo_option",
    "store_of",
]

def store_of(repository: Repository) -> Store:
    """Where this repository keeps its artifacts."""
    return Store(repository.common_dir, repository.git_dir)


def artifact_path(repo: Path, artifact: Path | None) -> Path:
    """The artifact to read. Raises ArtifactMissing when nothing is indexed yet."""
    if artifact is not None:
        return artifact
    with Repository.open(repo) as repository:
        current = store_of(repository).current()
        place = str(repository.root or repository.git_dir)
    if current is None:
        raise ArtifactMissing("nothing is indexed here yet", where=place, next_step="graphrag-batch index")
    return current


def open_current(repo: Path, artifact: Path | None) -> Artifact:
    """The artifact to read, opened read-only."""
    from graphrag_batch.artifact.read import open_artifact

    return open_artifact(artifact_path(repo, artifact))


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False))
