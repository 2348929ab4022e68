"""`graphrag-batch serve`: the artifact over MCP."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from graphrag_batch.cli.options import artifact_option, repo_option


@click.command("serve")
@repo_option
@artifact_option
def serve_command(repo: Path, artifact: Path | None) -> None:
    """Serve the artifact to a coding agent over MCP on standard input and output.

    Strictly read-only: nothing is written, git is not run, no socket is opened. A new artifact is
    noticed at the next request. `graphrag-batch init` writes the entry your client needs.
    """
    from graphrag_batch.serve.server import run

    if artifact is not None:
        run(artifact)
        return
    from graphrag_batch.cli.options import store_of
    from graphrag_batch.source.git import Repository

    # The repository is looked up once, here; from then on only the pointer file is read.
    with Repository.open(repo) as repository:
        store = store_of(repository)
        place = repository.root or repository.git_dir
    run(store.current, index_command=f"graphrag-batch index --repo {shlex.quote(str(place))}")
