"""`graphrag-batch verify`: check an artifact, or prove it equals a rebuild."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from graphrag_batch.cli.aside import build_aside, folder_aside
from graphrag_batch.cli.console import shown
from graphrag_batch.cli.options import artifact_path, json_option, print_json, repo_option
from graphrag_batch.errors import EXIT_EXPECTED, RevisionNotFound, SourceError
from graphrag_batch.source.git import Repository, Revision
from graphrag_batch.source.worktree import staged_tree, worktree_tree

_NEXT = "index again with `graphrag-batch index --full`, or fetch the artifact again"


@click.command("verify")
@click.argument("artifact", required=False, type=click.Path(path_type=Path))
@repo_option
@click.option(
    "--rebuild",
    is_flag=True,
    help="Also index the recorded tree from nothing, in the git directory, and compare the content, and "
    "the history where this clone reaches as far; vectors are checked against their own digest only.",
)
@json_option
def verify_command(artifact: Path | None, repo: Path, rebuild: bool, as_json: bool) -> None:
    """Check an artifact: the file, its full-text, vector and graph tables, and its digests.

    Without ARTIFACT, the repository's current one is checked. Exit code 1 when anything is wrong.
    """
    path = artifact_path(repo, artifact)
    result = asdict(verify(path))
    result["problems"] = [*result["problems"], *corpus_problems(path)]
    if rebuild:
        rebuilt = _rebuild(path, repo)
        result |= rebuilt
        problems = list(result["problems"])
        if rebuilt["rebuilt_digest"] != result["content_digest"]:
            problems.append("a rebuild of the recorded tree gives other content")
        if rebuilt["rebuilt_history"] is False:
            problems.append("a rebuild of the recorded commit's history gives another")
        result["problems"] = problems
    result["ok"] = not result["problems"]
    if as_json:
        print_json({"artifact": str(path), **result})
    else:
        for name in ("content_digest", "vector_digest", "rebuilt_digest"):
            if name in result:
                click.echo(f"{name.replace('_', ' ')}: {result[name]}")
    if result["ok"]:
        note = " (vectors: checked against their own digest, not computed again)" if rebuild else ""
        if rebuild and result["rebuilt_history"] is None:
            note += " (history: not compared, since this clone does not reach as far)"
        click.echo(f"{path}: sound{note}", err=True)
        return
    for problem in result["problems"]:
        click.echo(f"{click.style('error:', fg='red')} {path}: {shown(problem)}", err=True)
    click.echo(f"  {click.style('next:', bold=True)} {_NEXT}", err=True)
    sys.exit(EXIT_EXPECTED)


def _rebuild(path: Path, repo: Path) -> dict[str, Any]:
    """What a build of the recorded tree from nothing gives: no earlier artifact, an empty memo. Whether the
    history is the same is None where this clone does not reach as far as the one it was read from."""
    with open_artifact(path) as opened:
        meta = opened.meta
    with (
        Repository.open(repo) as repository,
        _reaching(repository, meta),
        folder_aside(repository.common_dir, "verify") as folder,
    ):
        tree, commit = meta["tree"], meta["commit"] or None
        parent = None if commit else meta.get("history_commit") or None
        report = build_aside(repository, folder, Revision(commit, tree, parent))
        with open_artifact(Path(report.artifact)) as rebuilt:
            same = _same_history(meta, rebuilt.meta)
    return {"rebuilt_digest": report.digest, "rebuilt_history": same}


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
