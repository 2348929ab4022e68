"""`graphrag-batch publish`: the canonical artifact and its manifest, for others to pull."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphrag_batch.artifact.pointer import ROOM
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.build.identity import identity_of
from graphrag_batch.cli.console import many, progress_bar, shown
from graphrag_batch.cli.options import (
    artifact_option,
    committed_config,
    json_option,
    open_current,
    print_json,
    repo_option,
    store_of,
)
from graphrag_batch.cli.status import needs
from graphrag_batch.errors import ArtifactMissing, SourceError
from graphrag_batch.retrieve.described import lacking
from graphrag_batch.share.publish import COMPRESSIONS, Published, publish
from graphrag_batch.source.git import Repository

if TYPE_CHECKING:
    from graphrag_batch.source.git import Revision

FOLDER = "published"
KEPT = 5


@click.command("publish")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder to publish into; it is made.  [default: graphrag/published in the git directory]",
)
@click.option(
    "--rev", metavar="REV", help="Publish what is indexed of this commit.  [default: the current artifact]"
)
@click.option(
    "--compress",
    type=click.Choice(list(COMPRESSIONS)),
    default="none",
    help="Compress the artifact; `pull` and `verify` read it as well.  [default: none]",
)
@click.option(
    "--keep",
    metavar="N",
    type=click.IntRange(0),
    help="How many artifacts stay there, those published last (0: all).  [default: 5 in the git directory, "
    "else all]",
)
@click.option(
    "--allow-degraded", is_flag=True, help="Publish one that lacks vectors, or files git could not read."
)
@click.option(
    "--allow-uncommitted", is_flag=True, help="Publish one of what is not committed, named by its tree."
)
@repo_option
@artifact_option
@json_option
def publish_command(
    out: Path | None,
    rev: str | None,
    compress: str,
    keep: int | None,
    allow_degraded: bool,
    allow_uncommitted: bool,
    repo: Path,
    artifact: Path | None,
    as_json: bool,
) -> None:
    """Write the current artifact in its canonical form, with its manifest, for others to pull.

    The same commit gives the same bytes wherever and however it was indexed. What is printed is the path of
    manifest.json, which names the artifact published last.
    """
    if rev and artifact:
        raise click.UsageError("--rev and --artifact name different artifacts: give one of them")
    path = _indexed(repo, rev) if rev else _current(repo, artifact)
    if out is None:
        with Repository.open(repo) as repository:
            out = repository.common_dir / ROOM / FOLDER
        keep = KEPT if keep is None else keep
    with progress_bar(quiet=as_json) as progress:
        published = publish(
            path,
            out,
            compress=compress,
            keep=keep or 0,
            allow_degraded=allow_degraded,
            allow_uncommitted=allow_uncommitted,
            progress=progress,
        )
    if as_json:
        print_json(_as_json(published))
    else:
        _say(published, path)


def _current(repo: Path, artifact: Path | None) -> Path:
    """The artifact that is current or named; says so where it is not HEAD's."""
    with open_current(repo, artifact) as opened:
        if artifact is None:
            _note_other_commit(repo, opened.meta)
        return opened.path


def _note_other_commit(repo: Path, meta: Mapping[str, str]) -> None:
    """What is published is called by its commit, and another may have the same tree by now."""
    with suppress(SourceError), Repository.open(repo) as repository:
        head = repository.resolve("HEAD")
        if head.tree == meta["tree"] and head.commit != meta["commit"]:
            click.echo(
                f"note: the index is that of {meta['commit'][:12] or 'no commit'}, and HEAD is "
                f"{(head.commit or '')[:12]} with the same tree: graphrag-batch index, to publish it as that",
                err=True,
            )


def _indexed(repo: Path, rev: str) -> Path:
    """The artifact of a commit. Raises ArtifactMissing where there is none under the settings in it."""
    with Repository.open(repo) as repository:
        revision = repository.resolve(rev)
        fingerprint = identity_of(committed_config(repository, revision)).fingerprint
        path = store_of(repository).path_for(revision.tree, fingerprint)
        if path.exists() and _commit(path) == (revision.commit or ""):
            return path
    raise ArtifactMissing(
        f"{shown(rev)} is not indexed", where=_name(revision), next_step=f"graphrag-batch index --rev {rev}"
    )


def _commit(path: Path) -> str:
    with open_artifact(path) as artifact:
        return artifact.meta["commit"]


def _name(revision: Revision) -> str:
    return (revision.commit or revision.tree)[:12]


def _as_json(published: Published) -> dict[str, Any]:
    manifest = asdict(published.manifest)
    del manifest["others"], manifest["schema"]
    return {
        "artifact": str(published.artifact),
        "manifest": str(published.manifest_path),
        "changed": published.changed,
        "pruned": published.pruned,
        **manifest,
    }


def _say(published: Published, source: Path) -> None:
    manifest = published.manifest
    what = f"{manifest.file} ({manifest.size / 1e6:.1f} MB, sha256 {manifest.sha256[:12]})"
    said = "published" if published.changed else "nothing to do, published there already"
    click.echo(f"{said}: {what}", err=True)
    for name in published.pruned:
        click.echo(f"  deleted: {name}, published before", err=True)
    with open_artifact(source) as artifact:
        meta, lack = artifact.meta, needs(lacking(artifact))
    if reason := meta["degraded_reason"]:
        click.echo(f"  warning: {shown(reason)}", err=True)
    if meta.get("history_end"):
        reach = many(int(meta["history_depth"]), "commit")
        click.echo(
            f"  note: it knows {reach} of its history: git fetch --unshallow, then index again", err=True
        )
    if lack:
        click.echo(f"  note: not all files are in it{lack}", err=True)
    click.echo(published.manifest_path)
