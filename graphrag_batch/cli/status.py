"""`graphrag-batch status`: what is indexed, how far it is behind, and what goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from graphrag_batch.artifact.activity import activity
from graphrag_batch.cli.console import folded, many, shown, shown_text
from graphrag_batch.cli.options import (
    artifact_option,
    index_command,
    json_option,
    open_current,
    print_json,
    repo_option,
    store_of,
)
from graphrag_batch.errors import ArtifactError, GraphragError, SourceError
from graphrag_batch.formats import registry
from graphrag_batch.retrieve.described import lacking, languages, redacted, redacted_at
from graphrag_batch.source.git import Repository

MOST_PLACES = 1000


@click.command("status")
@repo_option
@artifact_option
@json_option
def status_command(repo: Path, artifact: Path | None, as_json: bool) -> None:
    """Say what is indexed, whether it is behind the checkout, what is being built and what went wrong."""
    status = _of_file(artifact) if artifact is not None else _of_repository(repo)
    if as_json:
        print_json(status)
    else:
        _show(status, index_command(repo))


def _of_repository(repo: Path) -> dict[str, Any]:
    with Repository.open(repo) as repository:
        current = store_of(repository).current()
        status: dict[str, Any] = {"artifact": None} if current is None else _of_current(current)
        return status | _checkout(repository, status) | _activity(repository)


def _of_current(path: Path) -> dict[str, Any]:
    """What the file says or, where it cannot be read, why: whoever asks is in trouble enough."""
    try:
        return _of_file(path)
    except ArtifactError as error:
        return {"artifact": str(path), "problem": error.what}


def _checkout(repository: Repository, status: dict[str, Any]) -> dict[str, Any]:
    """How the checkout stands to the index: `behind` counts HEAD's commits since the indexed one, `ahead`
    those of the index since HEAD, where one leads to the other; both None where they are `diverged`, are not
    known, or there is none."""
    found: dict[str, Any] = {"head": None, "behind": None, "ahead": None, "diverged": False, "current": False}
    try:
        found["dirty"] = repository.is_dirty()
    except SourceError as error:
        found |= {"dirty": None, "note": error.what}
    try:
        head = repository.resolve()
    except GraphragError as error:
        return found | {"note": error.what}
    found |= {"head": head.commit, "current": status.get("tree") == head.tree}
    # A staged or worktree tree has no commit, but one that it goes on from.
    commit = status.get("commit") or status.get("base")
    apart = repository.apart(commit, head.commit) if commit and head.commit else None
    if apart is not None:
        gone, new = apart
        found |= {"behind": None if gone else new, "ahead": None if new else gone}
        found["diverged"] = bool(gone and new)
    return found


def _activity(repository: Repository) -> dict[str, Any]:
    doing = activity(repository.common_dir, repository.git_dir)
    pid, seconds = doing.building or (0, 0.0)
    return {
        "building": {"pid": pid, "seconds": round(seconds, 1)} if doing.building else None,
        "queued": doing.queued,
        "last_error": doing.last_error,
        "last_error_at": doing.last_error_at,
    }


def _of_file(path: Path) -> dict[str, Any]:
    with open_current(Path(), path) as artifact:
        meta = artifact.meta
        return {
            "artifact": str(path),
            "commit": meta["commit"] or None,
            "base": None if meta["commit"] else meta.get("history_commit") or None,
            "tree": meta["tree"],
            "digest": meta["content_digest"],
            "vector_digest": meta["vector_digest"],
            "format": int(meta["format_version"]),
            "model": meta["model"],
            "search_mode": meta["search_mode"],
            "degraded_reason": meta["degraded_reason"],
            "counts": json.loads(meta["counts"]),
            "languages": languages(artifact),
            "lacking": lacking(artifact),
            "redacted": redacted(artifact),
            "redacted_at": [
                dict(zip(("path", "line", "kind", "count"), row, strict=True))
                for row in redacted_at(artifact, MOST_PLACES)
            ],
            "bytes": path.stat().st_size,
        }


def _show(status: dict[str, Any], command: str) -> None:
    if status["artifact"] is None:
        click.echo("nothing is indexed here yet", err=True)
        if not status["building"]:
            click.echo(f"  next: {command}", err=True)
    elif "problem" in status:
        click.echo(f"{click.style('artifact'.ljust(9), bold=True)} {status['artifact']}")
        click.echo(f"{click.style('problem', fg='red')}   {status['problem']}", err=True)
        if not status["building"] and not status["queued"]:
            click.echo(f"  next: {command}", err=True)
    else:
        counts = status["counts"]
        rows = [
            ("artifact", status["artifact"]),
            ("commit", f"{_commit(status)}{_distance(status)}"),
            ("digest", status["digest"]),
            (
                "holds",
                f"{many(counts['docs'], 'document')}{_duplicates(counts['duplicates'])}, "
                f"{many(counts['chunks'], 'chunk')}, {many(counts['relations'], 'relation')}",
            ),
            *([("languages", _most(status["languages"]))] if status["languages"] else []),
            ("skipped", f"{many(counts['skipped'], 'path')}{needs(status['lacking'])}"),
            *([("redacted", _redacted(status))] if status["redacted"] else []),
            ("search", f"{status['search_mode']} ({status['model']})"),
            ("size", f"{status['bytes'] / 1e6:.1f} MB, format {status['format']}"),
        ]
        for name, value in rows:
            row = f"{click.style(name.ljust(9), bold=True)} {shown(str(value))}"
            click.echo(row if name == "artifact" else folded(row, 10))
        if status["degraded_reason"]:
            only = "" if status["search_mode"] == "hybrid" else "text search only: "
            click.echo(f"{only}{shown_text(status['degraded_reason'])}", err=True)
    _show_activity(status)


def _most(numbers: dict[str, int], most: int = 8) -> str:
    """`en 12, de 3`, and how many others there are."""
    named = [f"{name} {count}" for name, count in numbers.items()]
    return ", ".join(named[:most]) + (f" and {len(named) - most} more" if len(named) > most else "")


def needs(lacking: dict[str, int]) -> str:
    """` (3 need graphrag-batch[pdf])`, or nothing where nothing is lacking."""
    missing = registry.missing_extras() if lacking else {}
    parts = (
        f"{count} need{'s' * (count == 1)} {name}"
        + ("" if name in missing else ", installed now: graphrag-batch index")
        for name, count in lacking.items()
    )
    return f" ({', '.join(parts)})" if lacking else ""


def _redacted(status: dict[str, Any]) -> str:
    kinds = status["redacted"]
    total = sum(kinds.values())
    return f"{total} secret{'s' * (total > 1)}: {_most(kinds)} (where: --json, or outline of a file)"


def _show_activity(status: dict[str, Any]) -> None:
    if building := status.get("building"):
        click.echo(
            f"being indexed now (process {building['pid']}, for {building['seconds']:.0f} s)", err=True
        )
    elif status.get("queued") and not status.get("current"):  # else there is nothing left to do for it
        click.echo("queued for indexing", err=True)
    if status.get("last_error"):
        click.echo(
            f"{click.style('last error', fg='red')} ({status['last_error_at']}): {status['last_error']}",
            err=True,
        )


def _duplicates(count: int) -> str:
    return f" ({count} of them {'copies' if count > 1 else 'a copy'} of others)" if count else ""


def _commit(status: dict[str, Any]) -> str:
    if status["commit"]:
        return str(status["commit"][:12])
    tree = f"none (tree {status['tree'][:12]}"
    return f"{tree}, made on {status['base'][:12]})" if status["base"] else f"{tree})"


def _distance(status: dict[str, Any]) -> str:
    if "head" not in status:
        return ""
    if status["head"] is None:
        return f", {status['note']}"
    if status["current"]:
        return ", up to date" + (" (the checkout has uncommitted changes)" if status["dirty"] else "")
    return f", {_relation(status)}{_advice(status)}"


def _relation(status: dict[str, Any]) -> str:
    if count := status["behind"]:
        return f"{count} commit{'s' * (count > 1)} behind HEAD"
    if count := status["ahead"]:
        return f"HEAD is an earlier commit ({count} before it)"
    return "HEAD has diverged from it" if status["diverged"] else "not HEAD's tree"


def _advice(status: dict[str, Any]) -> str:
    """What to do about it, unless it is being done, or the index is of what is not committed."""
    return ": run graphrag-batch index" if status["commit"] and not _is_coming(status) else ""


def _is_coming(status: dict[str, Any]) -> bool:
    return bool(status["building"] or status["queued"])
