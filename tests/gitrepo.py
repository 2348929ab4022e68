"""Real git repositories for tests: deterministic dates and authors, no configuration of the user.

    repo = GitRepo(tmp_path / "repo")
    repo.write("docs/a.md", "# A\\n")
    first = repo.commit()              # stages everything; returns the commit id
    repo.rename("docs/a.md", "b.md")
    second = repo.commit("Move A")

Equal steps give equal commit ids on every machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

EPOCH = 1_700_000_000

AnyPath = str | bytes


def clean_environment() -> dict[str, str]:
    """The environment without any inherited `GIT_*` and without the configuration of user or system."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "2",  # no garbage collection in the background of a test
        "GIT_CONFIG_KEY_0": "gc.auto",
        "GIT_CONFIG_VALUE_0": "0",
        "GIT_CONFIG_KEY_1": "maintenance.auto",
        "GIT_CONFIG_VALUE_1": "false",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_NAME": "Ann Author",
        "GIT_AUTHOR_EMAIL": "ann@example.com",
        "GIT_COMMITTER_NAME": "Carl Committer",
        "GIT_COMMITTER_EMAIL": "carl@example.com",
        "LC_ALL": "C",
        "TZ": "UTC",
    }


class GitRepo:
    """A repository at `path`, made if there is none. Each commit is one minute after the last."""

    def __init__(self, path: Path, *, bare: bool = False, object_format: str = "sha1") -> None:
        self.path = path
        self.commits = 0
        if not path.exists() or not any(path.iterdir()):
            path.mkdir(parents=True, exist_ok=True)
            arguments = ["init", "-q", "--initial-branch=main", f"--object-format={object_format}"]
            self.run(*arguments, "--template=", *(["--bare"] if bare else []))
            for folder in ("hooks", "info"):  # what templates bring, without the samples of hooks
                (path / ("" if bare else ".git") / folder).mkdir()

    def run(self, *arguments: AnyPath, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> str:
        """The output of `git arguments` run in the repository, without the last line end.
        Fails the test with git's own words when git fails."""
        return self.run_raw(*arguments, stdin=stdin, env=env).decode("utf-8", "surrogateescape").rstrip("\n")

    def run_raw(self, *arguments: AnyPath, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        """`run`, as bytes and whole."""
        date = f"{EPOCH + 60 * self.commits} +0000"
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.path,
            env=clean_environment() | dates | dict(env or {}),
            input=stdin,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"git {arguments!r} failed: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def file(self, path: AnyPath) -> bytes:
        """The path of a file in the worktree, as bytes (so that any name works)."""
        return os.path.join(os.fsencode(self.path), os.fsencode(path))

    def write(self, path: AnyPath, content: str | bytes = "", *, executable: bool = False) -> None:
        """Writes a file in the worktree (folders are made)."""
        target = self.file(path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
        os.chmod(target, 0o755 if executable else 0o644)

    def write_all(self, files: Mapping[str, str | bytes]) -> None:
        """`write` for each path and content."""
        for path, content in files.items():
            self.write(path, content)

    def symlink(self, path: AnyPath, target: str) -> None:
        """Makes a symbolic link in the worktree, in place of what was there."""
        if os.path.lexists(self.file(path)):
            self.remove(path)
        os.makedirs(os.path.dirname(self.file(path)), exist_ok=True)
        os.symlink(os.fsencode(target), self.file(path))

    def submodule(self, path: str, commit: str) -> None:
        """Records `commit` of another repository at `path` (in the index: nothing is cloned)."""
        self.run("update-index", "--add", "--cacheinfo", f"160000,{commit},{path}")

    def remove(self, path: AnyPath) -> None:
        """Removes a file or a whole folder from the worktree."""
        target = self.file(path)
        if os.path.isdir(target) and not os.path.islink(target):
            shutil.rmtree(target)
        else:
            os.unlink(target)

    def rename(self, old: AnyPath, new: AnyPath) -> None:
        """Moves a file in the worktree; a change of case alone works on every file system."""
        os.makedirs(os.path.dirname(self.file(new)), exist_ok=True)
        os.rename(self.file(old), self.file(new))

    def commit(self, message: str = "Change", *, add: bool = True) -> str:
        """Commits the worktree (with `add=False`: the index as it is) and returns the commit id."""
        if add:
            self.run("add", "-A", "-f", ".")
        self.commits += 1
        self.run("commit", "-q", "--no-verify", "--allow-empty", "-m", message)
        return self.head

    def stage_tree(self) -> str:
        """Stages everything and returns the id of the tree the index holds."""
        self.run("add", "-A", "-f", ".")
        return self.run("write-tree")

    @property
    def head(self) -> str:
        """The id of the checked-out commit. Most often it stands in a file, which saves a process."""
        try:
            name = (self.path / ".git" / "HEAD").read_text().strip().removeprefix("ref: ")
            held = (self.path / ".git" / name).read_text() if name.startswith("refs/heads/") else name
        except OSError:
            held = ""
        is_id = re.fullmatch(r"([0-9a-f]{40}|[0-9a-f]{64})\s*", held)
        return held.strip() if is_id else self.run("rev-parse", "HEAD")

    @property
    def tree(self) -> str:
        """The id of the checked-out commit's tree."""
        return self.run("rev-parse", "HEAD^{tree}")

    def clone(self, path: Path, *options: str) -> GitRepo:
        """A clone at `path` through the file protocol, so that `--depth=1` and the like count."""
        self.run("-c", "protocol.file.allow=always", "clone", "-q", *options, self.path.as_uri(), str(path))
        made = GitRepo(path)
        made.commits = self.commits
        return made
