"""`graphrag-batch doctor`: is everything here that the work needs?"""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import click

from graphrag_batch import __version__, embedders, taggers
from graphrag_batch.artifact import vec0
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.cli.console import folded
from graphrag_batch.cli.options import committed_config, json_option, print_json, repo_option, store_of
from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders.overview import overview
from graphrag_batch.errors import GraphragError, SourceError
from graphrag_batch.formats import registry
from graphrag_batch.source.command import git_version
from graphrag_batch.source.git import Repository
from graphrag_batch.taggers import spacy_model


@click.command("doctor")
@repo_option
@json_option
def doctor_command(repo: Path, as_json: bool) -> None:
    """Check this installation and repository, and say what to do about what is missing.

    Exit code 1 when something that indexing or serving needs does not work.
    """
    checks = [_run(name, check) for name, check in _checks(repo)]
    ok = all(check["ok"] for check in checks)
    missing = [
        {"formats": names, "install": f"pip install '{extra}'"}
        for extra, names in registry.missing_extras().items()
    ]
    formats = [name for name in registry.format_names() if not any(name in m["formats"] for m in missing)]
    if as_json:
        models = [{"names": model.names, "install": model.install} for model in overview()]
        found = {
            "formats": formats,
            "missing": missing,
            "models": models,
            "taggers": [{"names": [spacy_model.SMALL], "install": _tagger_lacks()}],
        }
        print_json({"ok": ok, "version": __version__, "checks": checks, **found})
    else:
        for check in checks:
            mark = click.style("ok  ", fg="green") if check["ok"] else click.style("FAIL", fg="red")
            click.echo(f"{mark} {check['name']:<18} {check['detail']}")
        click.echo(folded(f"     {'formats':<18} {_summary(formats)}", 24))
        for lack in missing:
            click.echo(folded(f"     {'not read':<18} {', '.join(lack['formats'])} ({lack['install']})", 24))
        for model in overview():
            _show_model("model", ", ".join(model.names), model.install)
        _show_model("tagger", f"{spacy_model.SMALL}, for extract.ner", _tagger_lacks())
    sys.exit(0 if ok else 1)


def _show_model(kind: str, names: str, install: str) -> None:
    label = f"no {kind} yet" if install else kind
    click.echo(folded(f"     {label:<18} {names}{f' ({install})' if install else ''}", 24))


def _tagger_lacks() -> str:
    """What installs the tagger that reads English, "" where it is at hand."""
    return "" if spacy_model.installed(spacy_model.SMALL) else spacy_model.EXTRA


def _summary(names: list[str]) -> str:
    code = sum(name.startswith("code:") for name in names)
    return f"{', '.join(n for n in names if not n.startswith('code:'))}, and {code} programming languages"


def _checks(repo: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "python", lambda: f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield "git", git_version
    yield "sqlite", _sqlite
    yield "sqlite-vec", _vec0
    yield "model minilm", _model
    yield "extract.ner", lambda: _tagger(repo)
    yield "mcp", lambda: importlib.metadata.version("mcp")
    yield "repository", lambda: _repository(repo)
    yield "artifact", lambda: _artifact(repo)


def _run(name: str, check: Callable[[], str]) -> dict[str, Any]:
    try:
        return {"name": name, "ok": True, "detail": check()}
    except GraphragError as error:
        return {"name": name, "ok": False, "detail": str(error)}
    except Exception as error:  # a check must not stop the others, whatever a broken package raises
        return {"name": name, "ok": False, "detail": f"{type(error).__name__}: {error}"}


def _sqlite() -> str:
    con = apsw.Connection(":memory:")
    con.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
    return f"{apsw.sqlite_lib_version()} with full-text search (apsw {apsw.apsw_version()})"


def _vec0() -> str:
    con = apsw.Connection(":memory:")
    problem = vec0.load(con)
    return (
        f"not available ({problem}); searches use numpy"
        if problem
        else con.execute("SELECT vec_version()").get
    )


def _model() -> str:
    embedder = embedders.load(EmbedConfig())
    return f"{embedder.dim} dimensions, fingerprint {embedder.fingerprint[:12]}"


def _tagger(repo: Path) -> str:
    """What the settings at HEAD ask for."""
    try:
        opened = Repository.open(repo)
    except SourceError:
        return "no settings are read: see repository"
    with opened as repository:
        try:
            config = committed_config(repository, repository.resolve()).extract
        except SourceError:
            return "nothing is committed yet"
    fingerprint = taggers.fingerprint_of(config)
    return f"{config.ner}, fingerprint {fingerprint[:12]}" if fingerprint else config.ner


def _repository(repo: Path) -> str:
    with Repository.open(repo) as repository:
        return str(repository.root or repository.git_dir)


def _artifact(repo: Path) -> str:
    try:
        opened = Repository.open(repo)
    except SourceError:
        return "none: see repository"
    with opened as repository:
        current = store_of(repository).current()
    if current is None:
        return "none yet (graphrag-batch index)"
    with open_artifact(current) as artifact:
        return f"{current} at {artifact.meta['commit'][:12]}"
