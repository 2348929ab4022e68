"""`graphrag-batch serve`: artifacts over MCP."""

from __future__ import annotations

import gc
import os
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphrag_batch.cli.console import many
from graphrag_batch.cli.flags import repo_option
from graphrag_batch.cli.locate import locate
from graphrag_batch.errors import RepositoryNotFound
from graphrag_batch.serve.listen import Address, Door, check_token, door, read_address

if TYPE_CHECKING:
    from graphrag_batch.serve.library import Library
    from graphrag_batch.serve.state import Source

TOKEN = "GRAPHRAG_SERVE_TOKEN"

_FOR_AGENTS = (
    "serving over MCP on standard input and output, for a coding agent that starts this command "
    "(`graphrag-batch init` tells yours to); Ctrl-C ends it"
)

_NAMED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,63})=(.+)", re.ASCII | re.DOTALL)
_COMMIT = re.compile(r"(.+)-[0-9a-f]{12}", re.ASCII)
_ODD = re.compile(r"[^A-Za-z0-9._-]+", re.ASCII)


def _address(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Address | None:
    try:
        return None if text is None else read_address(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command("serve")
@repo_option
@click.option(
    "--artifact",
    "artifacts",
    metavar="[NAME=]PATH",
    multiple=True,
    help="Serve this artifact: a file, a folder of published ones (the last), or a repository. Several "
    "are served side by side, each under its NAME.",
)
@click.option("--http", metavar="HOST:PORT", callback=_address, help="Serve over HTTP at this address.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"With --http: who asks must send the token in this file (or in {TOKEN}).",
)
@click.option(
    "--allow-host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="With --http: a further name that clients or a proxy use for this server.",
)
def serve_command(
    repo: Path,
    artifacts: tuple[str, ...],
    http: Address | None,
    token_file: Path | None,
    hosts: tuple[str, ...],
) -> None:
    """Serve artifacts to coding agents over MCP: on standard input and output, or with --http over HTTP.

    Strictly read-only: nothing is written and git is not run. A new artifact is noticed at the next
    request, and served once it proves whole; every answer says how far HEAD has moved on from it.
    `graphrag-batch init` writes the entry your client needs.

    \b
    This repository, to the agent that starts it:
      graphrag-batch serve
    What CI published, and its successors, as they are put there:
      graphrag-batch serve --artifact /srv/docs
    Several projects: a question searches all of them, or one:
      graphrag-batch serve --artifact web=../web --artifact api=api.sqlite
    For agents on this machine, at http://127.0.0.1:8321/mcp:
      graphrag-batch serve --http 8321
    For a team: a token is needed, and a proxy in front for TLS:
      graphrag-batch serve --http 0.0.0.0:8321 --token-file token --allow-host mcp.example.org
    """
    # Loading makes a hundred thousand objects and no garbage: looking for it costs a sixth of the start.
    gc.disable()
    entry = _door(http, token_file, hosts)
    from graphrag_batch.serve.library import library_of

    paths = _named(artifacts) if artifacts else {"": repo}
    # Repositories are looked up once, here; from then on a few small files of them are read.
    found = {name: _source(path) if artifacts else _checkout(path) for name, path in paths.items()}
    library = library_of(
        {name: source for name, (source, _) in found.items()},
        {name: command for name, (_, command) in found.items() if command},
    )
    if http is None or entry is None:
        from graphrag_batch.serve.server import run

        if sys.stdin and sys.stdin.isatty():
            click.echo(_FOR_AGENTS, err=True)
        run(library)
    else:
        _over_http(library, http, entry)


def _over_http(library: Library, address: Address, entry: Door) -> None:
    from graphrag_batch.serve.server import log_to_people, make_server
    from graphrag_batch.serve.web import serve_http

    def tell(bound: Address) -> None:
        whom = "whoever has the token" if entry.token else "whoever is on this machine"
        click.echo(f"serving {many(len(library.shelves), 'artifact')} at {bound.url} to {whom}", err=True)
        library.glance()

    log_to_people()
    server = make_server(library, quiet=0)
    gc.freeze()
    gc.enable()
    serve_http(server, address, entry, lambda: library.ready, tell)


def _door(http: Address | None, token_file: Path | None, hosts: tuple[str, ...]) -> Door | None:
    """Who is let in, None without HTTP. Raises UsageError for a server that would be open to a network."""
    if http is None:
        if token_file or hosts:
            raise click.UsageError("--token-file and --allow-host go with --http")
        return None
    token = _token(token_file)
    if not token and not http.loopback:
        raise click.UsageError(
            f"--http {http.host}:{http.port} can be reached from other machines, so a token is needed: "
            f"give --token-file FILE, or set {TOKEN} (make one with `openssl rand -hex 32`)"
        )
    return door(http, token, hosts)


def _token(file: Path | None) -> str:
    given = os.environ.get(TOKEN, "")
    where = TOKEN
    if file is not None:
        where = str(file)
        try:
            with file.open("rb") as opened:  # may be a pipe, and may have no end
                given = opened.read(10_000).decode("ascii", "replace")
        except OSError as error:
            raise click.BadParameter(f"{file}: {error.strerror}", param_hint="--token-file") from error
    try:
        return check_token(given, where) if given or file else ""
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _named(given: tuple[str, ...]) -> dict[str, Path]:
    """Paths by the names of their projects. Raises BadParameter for a name that two have."""
    matches = [None if os.path.lexists(text) else _NAMED.fullmatch(text) for text in given]
    found = [Path(match[2] if match else text) for text, match in zip(given, matches, strict=True)]
    told = [match[1] if match else _project_of(path) for path, match in zip(found, matches, strict=True)]
    paths: dict[str, Path] = {}
    for path, match, name in zip(found, matches, told, strict=True):
        own = name if match or told.count(name) == 1 else _name_of(path)
        if own in paths:
            what = f"two artifacts would be called {own}: name them, --artifact NAME=PATH"
            raise click.BadParameter(what, param_hint="--artifact")
        paths[own] = path.absolute()
    return paths


def _project_of(path: Path) -> str:
    """What is served under no name is called: as the project that was published into the folder says, else as
    its file or folder."""
    from graphrag_batch.serve.folders import project_of

    return _plain(project_of(path)) or _name_of(path)


def _name_of(path: Path) -> str:
    """As the file is called without the commit, or the folder."""
    name = path.absolute().name
    for suffix in (".zst", ".sqlite"):
        name = name.removesuffix(suffix)
    commit = _COMMIT.fullmatch(name)
    return _plain(commit[1] if commit else name) or "artifact"


def _plain(name: str) -> str:
    return _ODD.sub("-", name).strip("-._")[:64]


def _source(path: Path) -> tuple[Source, str]:
    """What is served of a path, and what to run where that has no index ("" for what is usual)."""
    from graphrag_batch.serve.folders import MANIFEST, Published

    if path.suffix == ".zst":
        Published(path)()  # says at once what to do
    if path.is_dir() and not (path / MANIFEST).exists():
        try:
            if locate(path).folder == path.resolve():
                return _checkout(path)
        except RepositoryNotFound:
            pass
    return Published(path), ""


def _checkout(path: Path) -> tuple[Source, str]:
    from graphrag_batch.serve.checkout import Checkout

    place = locate(path)
    command = f"graphrag-batch index --repo {shlex.quote(str(place.folder))}"
    return Checkout(place.common_dir, place.git_dir), command
