"""Options that several commands share. Imports nothing of ours: the server's process takes its options
from here and must never hold what can write."""

from __future__ import annotations

from pathlib import Path

import click

repo_option = click.option(
    "--repo",
    type=click.Path(path_type=Path),
    default=Path(),
    help="The repository (default: the one enclosing this folder).",
)
artifact_option = click.option(
    "--artifact",
    type=click.Path(path_type=Path),
    default=None,
    help="An artifact file to read (default: the repository's current one).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object on standard output and nothing else there."
)
