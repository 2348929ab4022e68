"""`graphrag-batch status`: what is indexed, and how far it is behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from graphrag_batch.cli.options import (
    artifact_option,
    json_option,
    open_current,
    print_json,
    repo_option,
    store_of,
)
from graphrag_batch.errors import GraphragError
from graphrag_batch.source.git import Repository


@click.command("status")
@repo_option
@artifact_option
@json_option
def status_command(repo: Path, artifact: Path | None, as_json: bool) -> None:
    """Say what is indexed, whether it is behind the checkout, and what went wrong last."""
    status = _of_file(artifact) if artifact is not None else _of_repository(repo)
    if as_json:
        print_json(status)
    else:
        _show(status)


def _of_repository(repo: Path) -> dict[str, Any]:
    with Repository.open(repo) as repository:
        store = store_of(repository)
        current = store.current()
        status: dict[str, Any] = {"artifact": None} if current is None else _of_file(current)
        status["last_error"] = store.last_error()
        status["last_error_at"] = store.last_error_at()
        try:
            head = repository.resolve()
        except GraphragError as error:
            return {**status, "behind": None, "dirty": None, "head": None, "note": error.what}
        commit = status.get("commit")
        status["head"] = head.commit
        status["behind"] = repository.commits_between(commit, head.commit) if commit and head.commit else None
        status["current"] = status.get("tree") == head.tree
        status["dirty"] = repository.is_dirty()
        return status


def _of_file(path: Path) -> dict[str, Any]:
    with open_current(Path(), path) as artifact:
        meta = artifact.meta
        return {
            "artifact": str(path),
            "commit": meta["commit"] or None,
            "tree": meta["tree"],
            "digest": meta["content_digest"],
            "vector_digest": meta["vector_digest"],
            "format": int(meta["format_version"]),
            "model": meta["model"],
            "search_mode": meta["search_mode"],
            "degraded_reason": meta["degraded_reason"],
            "counts": json.loads(meta["counts"]),
            "bytes": path.stat().st_size,
        }


def _show(status: dict[str, Any]) -> None:
    if status["artifact"] is None:
        click.echo("nothing is indexed here yet", err=True)
        click.echo("  next: graphrag-batch index", err=True)
    else:
        counts = status["counts"]
        rows = [
            ("artifact", status["artifact"]),
            ("commit", f"{_commit(status)}{_distance(status)}"),
            ("digest", status["digest"]),
            (
                "holds",
                f"{counts['docs']} documents, {counts['chunks']} chunks, {counts['relations']} relations",
            ),
            ("skipped", f"{counts['skipped']} paths"),
            ("search", f"{status['search_mode']} ({status['model']})"),
            ("size", f"{status['bytes'] / 1e6:.1f} MB, format {status['format']}"),
        ]
        for name, value in rows:
            click.echo(f"{click.style(name.ljust(9), bold=True)} {value}")
        if status["degraded_reason"]:
            click.echo(f"text search only: {status['degraded_reason']}", err=True)
    if status.get("last_error"):
        click.echo(
            f"{click.style('last error', fg='red')} ({status['last_error_at']}): {status['last_error']}",
            err=True,
        )


def _commit(status: dict[str, Any]) -> str:
    return status["commit"][:12] if status["commit"] else f"none (tree {status['tree'][:12]})"


def _distance(status: dict[str, Any]) -> str:
    if "head" not in status:
        return ""
    if status.get("current"):
        return ", up to date" + (" (the checkout has uncommitted changes)" if status["dirty"] else "")
    behind = status["behind"]
    return f", {behind} commit{'s' * (behind > 1)} behind HEAD" if behind else ", not HEAD's tree"
