"""Helpers for tests that pull: a project that published twice, and clones of it."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.build.work import BuildReport
from graphrag_batch.share.pull import Pulled, pull
from graphrag_batch.source.git import Repository
from tests.building import index
from tests.cli.program import Done, run
from tests.gitrepo import GitRepo
from tests.share.publishing import PAGES, published

COMMAND = ("pull", "--json")


@dataclass(frozen=True)
class Project:
    """A repository of three commits, the first two published in `folder`, the second last; `packed` is the
    second alone, compressed."""

    repo: GitRepo
    folder: Path
    packed: Path
    commits: tuple[str, str, str]


def make_project(room: Path) -> Project:
    """Builds and publishes; takes a second."""
    repo = GitRepo(room / "origin")
    repo.run("config", "uploadpack.allowFilter", "true")
    repo.write_all(PAGES)
    first = repo.commit()
    published(repo, room / "published")
    repo.write("docs/tides.md", "# Tides\n\nHigh water comes twice a day.\n\n## Moon\n\nThe moon does it.\n")
    second = repo.commit()
    published(repo, room / "published")
    published(repo, room / "packed", compress="zstd")
    repo.write("docs/fees.md", "# Fees\n\nSee [berths](berths.md). Two crowns a metre.\n")
    third = repo.commit()
    return Project(repo, room / "published", room / "packed", (first, second, third))


def clone_of(project: Project, path: Path, at: int = 2, *options: str) -> GitRepo:
    """A clone with a commit of the project checked out, nothing indexed."""
    clone = project.repo.clone(path, *options)
    if not options:
        clone.run("reset", "-q", "--hard", project.commits[at])
    return clone


def pulled(repo: GitRepo, source: str | Path, **options: Any) -> Pulled:
    """Pulls through the door for programs."""
    with Repository.open(repo.path) as repository:
        store = Store(repository.common_dir, repository.git_dir)
        return pull(repository, store, str(source), **options)


def ask(repo: GitRepo, *arguments: str | Path, **env: str) -> Done:
    """The command, in this process."""
    return run("pull", *map(str, arguments), cwd=repo.path, **env)


def answer(repo: GitRepo, *arguments: str | Path, **env: str) -> dict[str, Any]:
    """What the command tells in JSON; it must succeed and say nothing else there."""
    done = ask(repo, "--json", *arguments, **env)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def current(repo: GitRepo) -> Path | None:
    """What the worktree points to."""
    with Repository.open(repo.path) as repository:
        return Store(repository.common_dir, repository.git_dir).current()


def meta_of(path: Path | str) -> dict[str, str]:
    with open_artifact(Path(path)) as artifact:
        return artifact.meta


def equals_full(repo: GitRepo, report: BuildReport, room: Path) -> bool:
    """Whether a build from nothing, elsewhere, gives the same content and vectors."""
    copy = repo.clone(room / "again")
    full = index(copy)
    assert full.mode == "full"
    return (report.digest, report.vector_digest) == (full.digest, full.vector_digest)


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder, by its bytes; files that are but locks left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.endswith(".lock"):
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def copied(folder: Path, target: Path) -> Path:
    """A copy of a published folder, to be spoilt."""
    shutil.copytree(folder, target)
    return target
