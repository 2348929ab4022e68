"""A real repository with our real hooks, and waiting until the background is done."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from graphrag_batch.artifact.activity import activity
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.cli.main import cli
from tests.gitrepo import GitRepo

CONFIG = "embed: {model: none}\n"
DEADLINE = 60.0


def run_hook_command(repo: GitRepo, *arguments: str) -> Any:
    """`graphrag-batch hook …` in this process; fails the test over a bug, not over an exit code."""
    name, *rest = arguments
    return CliRunner().invoke(cli, ["hook", name, "--repo", str(repo.path), *rest], catch_exceptions=False)


def git_dir_of(repo: GitRepo) -> Path:
    return Path(repo.run("rev-parse", "--path-format=absolute", "--git-dir"))


def store_of(repo: GitRepo) -> Store:
    return Store(Path(repo.run("rev-parse", "--path-format=absolute", "--git-common-dir")), git_dir_of(repo))


def hooked(path: Path) -> GitRepo:
    """A repository without vectors and without a commit, its hooks installed."""
    repo = GitRepo(path)
    repo.write(".graphrag.yaml", CONFIG)
    assert run_hook_command(repo, "install").exit_code == 0
    return repo


def commit(repo: GitRepo, *options: str) -> str:
    """`git commit` of what is staged, as people do it: with hooks."""
    repo.commits += 1
    repo.run("commit", "-q", "--allow-empty", "-m", f"Change {repo.commits}", *options)
    return repo.head


def save(repo: GitRepo, path: str, content: str) -> str:
    """Write, add and commit one file."""
    repo.write(path, content)
    repo.run("add", "-A")
    return commit(repo)


def until(condition: Any, what: str) -> None:
    """Polls until `condition()` is true. Fails the test at a deadline that no machine needs."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.02)


def is_idle(git_dir: Path) -> bool:
    """Whether nothing is queued and nothing is being built for a worktree."""
    return not any((git_dir / "graphrag" / name).exists() for name in ("request", "request.taken"))


def wait_idle(repo: GitRepo) -> None:
    git_dir = git_dir_of(repo)
    until(lambda: is_idle(git_dir), f"an idle worker; the log: {log_of(repo)}")


def last_error(repo: GitRepo) -> str:
    common_dir = Path(repo.run("rev-parse", "--path-format=absolute", "--git-common-dir"))
    return activity(common_dir, git_dir_of(repo)).last_error


def log_of(repo: GitRepo) -> str:
    path = git_dir_of(repo) / "graphrag" / "hook.log"
    return path.read_text() if path.exists() else ""


def indexed(repo: GitRepo) -> tuple[str, str]:
    """(commit, tree) of the worktree's artifact, once the background is done."""
    wait_idle(repo)
    current = store_of(repo).current()
    assert current is not None, log_of(repo)
    with open_artifact(current) as artifact:
        return artifact.meta["commit"], artifact.meta["tree"]


def head(repo: GitRepo) -> tuple[str, str]:
    return repo.head, repo.tree


def paths_of(repo: GitRepo) -> set[str]:
    """The documents of the worktree's artifact, once the background is done."""
    wait_idle(repo)
    current = store_of(repo).current()
    assert current is not None
    with open_artifact(current) as artifact:
        return {row[0] for row in artifact.execute("SELECT path FROM docs", ())}


def builds(repo: GitRepo) -> list[str]:
    """What the log says of builds, without times and ids."""
    lines = [line for line in log_of(repo).splitlines() if not line.startswith(" ")]
    return [line.partition(" ")[2] for line in lines]


def executable(path: Path, content: bytes, mode: int = 0o755) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.chmod(path, mode)
