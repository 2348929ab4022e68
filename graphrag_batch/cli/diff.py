"""`graphrag-batch diff`: what changed in the knowledge between two revisions or artifacts."""

from __future__ import annotations

import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import click

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import SUFFIX, Store
from graphrag_batch.build.identity import identity_of
from graphrag_batch.cli.aside import build_aside, folder_aside
from graphrag_batch.cli.console import shown
from graphrag_batch.cli.diffshow import Side, markdown, text_lines
from graphrag_batch.cli.options import (
    artifact_path,
    committed_config,
    json_option,
    print_json,
    repo_option,
    store_of,
)
from graphrag_batch.errors import EXIT_EXPECTED, ArtifactError, ConfigError
from graphrag_batch.measure.diff import Difference, compare
from graphrag_batch.source.git import Repository, Revision

LIMIT = 20


@click.command("diff")
@click.argument("a", required=False)
@click.argument("b", required=False)
@repo_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default=None,
    help="text (the default), json (complete), or markdown for a pull request's comment.",
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(0),
    default=LIMIT,
    show_default=True,
    help="Rows shown of each group, in text and markdown (0: all).",
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 when anything differs, as git diff does.")
@json_option
def diff_command(
    a: str | None, b: str | None, repo: Path, form: str | None, limit: int, exit_code: bool, as_json: bool
) -> None:
    """Show what changed in the knowledge from A to B: documents, sections, entities, relations, copies.

    A and B are each a revision (branch, tag, commit, tree) or the path of an artifact file. B is HEAD
    unless given, A what is indexed now. A name that is both a file and a revision is the file:
    write refs/heads/NAME for the branch. A revision that is not indexed is built apart, without
    vectors; no artifact is left behind and nothing is pointed at.

    \b
    graphrag-batch diff                     what indexing HEAD would change
    graphrag-batch diff main my-branch      what the branch changes
    graphrag-batch diff old.sqlite HEAD~3   an artifact against a revision
    """
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} exclude each other")
    with Sides(repo) as sides:
        one, other = sides.current() if a is None else sides.side(a), sides.side("HEAD" if b is None else b)
        difference = compare(one.path, other.path)
    _print(difference, one, other, "json" if as_json else form or "text", limit)
    if exit_code and not difference.empty:
        sys.exit(EXIT_EXPECTED)


def _print(difference: Difference, a: Side, b: Side, form: str, limit: int) -> None:
    if form == "json":
        print_json(_as_json(difference, a, b))
    elif form == "markdown":
        click.echo(markdown(difference, a, b, limit), nl=False)
    else:
        for note in difference.notes:
            click.echo(f"note: {note}", err=True)
        for line in text_lines(difference, a, b, limit):
            click.echo(line)


def _as_json(difference: Difference, a: Side, b: Side) -> dict[str, Any]:
    return {
        "a": a.as_json(difference.meta[0]),
        "b": b.as_json(difference.meta[1]),
        "notes": list(difference.notes),
        **difference.found,
        "counts": difference.counts,
    }


class Sides:
    """Finds or makes the artifact that each name stands for; what was made goes at the end."""

    def __init__(self, repo: Path) -> None:
        self._repo = repo
        self._stack = ExitStack()
        self._repository: Repository | None = None
        self._folder: Path | None = None
        self._built: Path | None = None

    def __enter__(self) -> Sides:
        """Itself."""
        return self

    def __exit__(self, *exception: Any) -> None:
        """Clears away what was made."""
        self._stack.__exit__(*exception)

    def current(self) -> Side:
        """The artifact this worktree points to. Raises ArtifactMissing."""
        return side_of("the index", artifact_path(self._repo, None))

    def side(self, name: str) -> Side:
        """The artifact of a file or a revision. Raises ArtifactError, SourceError, ConfigError."""
        path = Path(name)
        if name.endswith(SUFFIX) or _is_file(path):
            return side_of(name, path)
        repository = self._opened()
        revision = repository.resolve(name)
        known = _indexed(repository, store_of(repository), revision)
        if known is not None:
            return Side(name, known, revision.commit, revision.tree, kept=True)
        return Side(name, self._build(repository, revision), revision.commit, revision.tree, kept=False)

    def _opened(self) -> Repository:
        if self._repository is None:
            self._repository = self._stack.enter_context(Repository.open(self._repo))
        return self._repository

    def _build(self, repository: Repository, revision: Revision) -> Path:
        store = store_of(repository)
        if self._folder is None:
            self._folder = self._stack.enter_context(folder_aside(repository.common_dir, "diff"))
        base = store.current() or next(iter(store.artifacts()), self._built)
        report = build_aside(repository, self._folder, revision, base=base, memo=store.memo_path)
        for problem in report.problems:
            click.echo(f"warning: {shown(problem)}", err=True)
        self._built = Path(report.artifact)
        return self._built


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def side_of(name: str, path: Path) -> Side:
    """The artifact in a file. Raises ArtifactError."""
    with open_artifact(path) as opened:
        meta = opened.meta
    return Side(name, path, meta.get("commit") or None, meta.get("tree", ""), kept=True)


def _indexed(repository: Repository, store: Store, revision: Revision) -> Path | None:
    """The artifact of this revision, if this version of the tool has made it."""
    with suppress(ArtifactError, ConfigError):
        fingerprint = identity_of(committed_config(repository, revision)).fingerprint
        path = store.path_for(revision.tree, fingerprint)
        with open_artifact(path) as opened:
            if (opened.meta["tree"], opened.meta["fingerprint"]) == (revision.tree, fingerprint):
                return path
    return None
