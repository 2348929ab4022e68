"""`graphrag-batch verify`: check an artifact, or prove it equals a rebuild."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_batch.artifact.canonical import write_canonical
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from graphrag_batch.cli.aside import build_aside, folder_aside
from graphrag_batch.cli.console import shown
from graphrag_batch.cli.options import artifact_path, json_option, print_json, repo_option
from graphrag_batch.errors import EXIT_EXPECTED, ModelMissing, RevisionNotFound, SourceError
from graphrag_batch.share.check import differing_tables, given, incomparable
from graphrag_batch.source.git import Repository, Revision
from graphrag_batch.source.worktree import staged_tree, worktree_tree

_NEXT = "index again with `graphrag-batch index --full`, or fetch the artifact again"
_MEGABYTE = 1_000_000


@click.command("verify")
@click.argument("artifact", required=False, type=click.Path(path_type=Path))
@repo_option
@click.option(
    "--rebuild",
    is_flag=True,
    help="Also index the recorded tree from nothing, in the git directory, and compare the content, the "
    "history where this clone reaches as far, and every byte of a published file; vectors are taken from it.",
)
@click.option(
    "--embed",
    is_flag=True,
    help="With --rebuild, also make all vectors anew: takes as long as the first index.",
)
@click.option(
    "--max-mb",
    metavar="N",
    type=click.IntRange(1),
    default=8_000,
    show_default=True,
    help="The most that a compressed file may unpack to.",
)
@json_option
def verify_command(
    artifact: Path | None, repo: Path, rebuild: bool, embed: bool, max_mb: int, as_json: bool
) -> None:
    """Check an artifact: the file, its full-text, vector and graph tables, its digests and its manifest.

    ARTIFACT is a file (.sqlite or .sqlite.zst), its manifest, or a folder that was published to. Without it,
    the repository's current one is checked. Exit code 1 when anything is wrong.
    """
    if embed and not rebuild:
        raise click.UsageError("--embed makes the vectors of a rebuild: give --rebuild as well")
    path = artifact_path(repo, artifact)
    with given(path, max_mb * _MEGABYTE) as found:
        result = asdict(verify(found.artifact))
        result["manifest"] = str(found.manifest) if found.manifest else None
        result["problems"] = [*found.problems, *result["problems"], *corpus_problems(found.artifact)]
        if rebuild:
            rebuilt = _rebuild(found.artifact, repo, embed)
            result |= rebuilt | {"problems": [*result["problems"], *_differences(result, rebuilt)]}
    result["problems"] = list(dict.fromkeys(result["problems"]))
    result["ok"] = not result["problems"]
    if as_json:
        print_json({"artifact": str(path), **result})
    _say(path, result, as_json)
    if not result["ok"]:
        sys.exit(EXIT_EXPECTED)


def _differences(found: Mapping[str, Any], rebuilt: Mapping[str, Any]) -> Iterator[str]:
    if rebuilt["rebuilt_digest"] != found["content_digest"]:
        yield "a rebuild of the recorded tree gives other content"
    if rebuilt["rebuilt_history"] is False:
        yield "a rebuild of the recorded commit's history gives another"
    if rebuilt["rebuilt_vectors"] not in (None, found["vector_digest"]):
        yield (
            "a rebuild of the recorded tree gives other vectors (those of another kind of processor may "
            "differ in their last bits)"
        )
    if rebuilt["differing"]:
        yield f"a rebuild of the recorded commit, published, differs in {', '.join(rebuilt['differing'])}"


def _say(path: Path, result: Mapping[str, Any], as_json: bool) -> None:
    for name in ("content_digest", "vector_digest", "rebuilt_digest"):
        if name in result and not as_json:
            click.echo(f"{name.replace('_', ' ')}: {result[name]}")
    if result["ok"]:
        click.echo(f"{path}: sound", err=True)
        for note in _notes(result):
            click.echo(f"  {note}", err=True)
        return
    for problem in result["problems"]:
        click.echo(f"{click.style('error:', fg='red')} {path}: {shown(problem)}", err=True)
    click.echo(f"  {click.style('next:', bold=True)} {_NEXT}", err=True)


def _notes(result: Mapping[str, Any]) -> list[str]:
    """What was compared, or was not, besides the file with itself."""
    notes = ["the file is as its manifest says"] if result["manifest"] else []
    if "rebuilt_digest" in result:
        if result["rebuilt_bytes"]:
            notes.append("every byte is as a rebuild gives it")
        elif result["incomparable"]:
            notes.append(f"bytes: not compared, since {result['incomparable']}")
        if result["rebuilt_history"] is None:
            notes.append("history: not compared, since this clone does not reach as far")
        if result["rebuilt_vectors"] is None:
            notes.append("vectors: checked against their own digest, not computed again")
    return notes


def _rebuild(path: Path, repo: Path, embed: bool) -> dict[str, Any]:
    """What a build of the recorded tree from nothing gives: no earlier artifact, an empty memo.

    `rebuilt_history`: whether the history is the same, None where this clone does not reach as far as the one
    it was read from. `rebuilt_bytes`: whether the file is, None where that cannot be told, with the reason in
    `incomparable`; `differing` names the tables that are not. `rebuilt_vectors`: the digest of vectors made
    anew, None where they were taken from the file.
    """
    with open_artifact(path) as opened:
        meta = opened.meta
    reason = incomparable(path)
    with (
        Repository.open(repo) as repository,
        _reaching(repository, meta),
        folder_aside(repository.common_dir, "verify") as folder,
    ):
        tree, commit = meta["tree"], meta["commit"] or None
        parent = None if commit else meta.get("history_commit") or None
        report = build_aside(
            repository,
            folder,
            Revision(commit, tree, parent),
            vectors=embed or not reason,
            taken_from=None if embed or reason else path,
        )
        if embed and report.search_mode != meta["search_mode"]:
            raise ModelMissing(
                f"the vectors cannot be made here: {report.degraded_reason}",
                where=str(path),
                next_step="graphrag-batch doctor tells what the model needs; or verify without --embed",
            )
        rebuilt = Path(report.artifact)
        with open_artifact(rebuilt) as opened:
            same = _same_history(meta, opened.meta)
        reason = reason or ("" if same is not None else "this clone does not reach as far")
        differing = () if reason else _differing(path, rebuilt, folder)
    return {
        "rebuilt_digest": report.digest,
        "rebuilt_history": same,
        "rebuilt_vectors": report.vector_digest if embed else None,
        "rebuilt_bytes": None if reason else not differing,
        "differing": differing,
        "incomparable": reason,
    }


def _differing(path: Path, rebuilt: Path, folder: Path) -> tuple[str, ...]:
    published = folder / "published.sqlite"
    write_canonical(rebuilt, published)
    return differing_tables(path, published)


@contextmanager
def _reaching(repository: Repository, meta: Mapping[str, str]) -> Iterator[None]:
    """Inside, the recorded tree can be read: it is in the repository, or was made of what is still staged or
    still in the worktree. Raises RevisionNotFound."""
    with ExitStack() as stack:
        try:
            repository.resolve(meta["tree"])
        except RevisionNotFound:
            if meta["commit"] or not _made_again(repository, meta["tree"], stack):
                raise _out_of_reach(meta) from None
        yield


def _made_again(repository: Repository, tree: str, stack: ExitStack) -> bool:
    for tree_of in (staged_tree, worktree_tree):
        with suppress(SourceError), ExitStack() as attempt:
            if attempt.enter_context(tree_of(repository)).tree == tree:
                stack.enter_context(attempt.pop_all())
                return True
    return False


def _out_of_reach(meta: Mapping[str, str]) -> RevisionNotFound:
    if meta["commit"]:
        return RevisionNotFound(
            f"the tree of commit {meta['commit'][:12]} is not in this clone, so it cannot be indexed again",
            where=meta["tree"],
            next_step="git fetch, or --repo PATH for a repository that has it",
        )
    return RevisionNotFound(
        "this tree was never committed, and what was staged or in the worktree has changed since, so it "
        "cannot be indexed again",
        where=meta["tree"],
        next_step="graphrag-batch index --worktree and verify that, or verify without --rebuild",
    )


def _same_history(stored: Mapping[str, str], rebuilt: Mapping[str, str]) -> bool | None:
    def equal(*names: str) -> bool:
        return all(stored.get(name) == rebuilt.get(name) for name in names)

    if not equal("history_version", "history_boundary", "history_reason"):
        return None
    return equal("history_commit", "history_depth", "history_end", "history_digest")
