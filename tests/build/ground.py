"""Where a script of git commands and edits runs, one step a line."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import ClassVar

import pytest

from tests.building import index
from tests.gitrepo import GitRepo


class Ground:
    """Where a row's script runs: `repo` is the repository that the next step is about."""

    def __init__(self, repo: GitRepo) -> None:
        self.repo = repo

    def run(self, script: str) -> None:
        """Does each line of a script."""
        for line in script.strip().splitlines():
            verb, _, rest = line.strip().partition(" ")
            self.steps[verb](self, rest)

    def git(self, line: str) -> None:
        self.repo.run(*shlex.split(line))

    def fails(self, line: str) -> None:
        with pytest.raises(AssertionError, match="failed"):
            self.git(line.removeprefix("git "))

    def write(self, line: str) -> None:
        path, _, text = line.partition(" ")
        lines = text.replace("\\n", "\n").replace("\\0", "\0") + "\n" if text else ""
        self.repo.write(path.encode().decode("unicode_escape").encode("latin-1"), lines)

    def remove(self, path: str) -> None:
        self.repo.remove(path)

    def move(self, line: str) -> None:
        self.repo.rename(*line.split())

    def execute(self, path: str) -> None:
        self.repo.write(path, (self.repo.path / path).read_bytes(), executable=True)

    def module(self, line: str) -> None:
        path, digit = line.split()
        self.repo.run("rm", "-q", "-r", "--cached", "--ignore-unmatch", path)
        self.repo.submodule(path, digit * 40)
        (self.repo.path / path).mkdir(parents=True, exist_ok=True)  # as an unpopulated submodule stands

    def link(self, line: str) -> None:
        self.repo.symlink(*line.split())

    def commit(self, message: str) -> None:
        self.repo.commit(message or "Change")

    def graft(self, _: str) -> None:
        self.repo.write(".git/info/grafts", f"{self.repo.head}\n")

    def index(self, _: str = "") -> None:
        index(self.repo)

    def clone(self, line: str) -> None:
        name, *options = line.split()
        self.repo = self.repo.clone((self.repo.path / name).resolve(), *options)

    def into(self, name: str) -> None:
        commits, path = self.repo.commits, (self.repo.path / name).resolve()
        self.repo = GitRepo(path)
        self.repo.commits = commits + 1

    steps: ClassVar[dict[str, Callable[[Ground, str], None]]] = {
        "git": git, "fails": fails, "write": write, "remove": remove, "move": move, "link": link,
        "execute": execute, "module": module, "commit": commit, "graft": graft, "index": index,
        "clone": clone, "in": into,
    }  # fmt: skip
