"""Options that several commands share. Imports nothing of ours but errors: the server's process takes its
options from here and must never hold what can write."""

from __future__ import annotations

from pathlib import Path

import click

from graphrag_batch.errors import RepositoryNotFound


def _existing(_ctx: click.Context, _param: click.Parameter, path: Path) -> Path:
    """Tells a folder that is not there from one that is no repository."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise RepositoryNotFound(
            "there is no such folder", where=str(path), next_step="check the path given with --repo"
        ) from None
    except (OSError, ValueError):
        pass  # what is wrong with it shows when it is opened
    return path


repo_option = click.option(
    "--repo",
    type=click.Path(path_type=Path),
    default=Path(),
    callback=_existing,
    help="The repository (default: the one enclosing this folder).",
)
artifact_option = click.option(
    "--artifact",
    type=click.Path(path_type=Path),
    default=None,
    help="An artifact to read, or a folder of published ones (default: the repository's current one).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object on standard output and nothing else there."
)
