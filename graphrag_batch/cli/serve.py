"""`graphrag-batch serve`: the artifact over MCP."""

from __future__ import annotations

import gc
import shlex
from pathlib import Path

import click

from graphrag_batch.cli.flags import artifact_option, repo_option
from graphrag_batch.cli.locate import locate


@click.command("serve")
@repo_option
@artifact_option
def serve_command(repo: Path, artifact: Path | None) -> None:
    """Serve the artifact to a coding agent over MCP on standard input and output.

    Strictly read-only: nothing is written, git is not run, no socket is opened. A new artifact is
    noticed at the next request, and every answer says how far HEAD has moved on from it. `graphrag-batch
    init` writes the entry your client needs.
    """
    # Loading makes a hundred thousand objects and no garbage: looking for it costs a sixth of the start.
    gc.disable()
    from graphrag_batch.serve.checkout import Checkout
    from graphrag_batch.serve.server import run

    if artifact is not None:
        run(artifact.absolute())
        return
    # The repository is looked up once, here; from then on a few small files of it are read.
    place = locate(repo)
    run(
        Checkout(place.common_dir, place.git_dir),
        index_command=f"graphrag-batch index --repo {shlex.quote(str(place.folder))}",
    )
