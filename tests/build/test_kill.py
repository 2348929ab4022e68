"""A command killed at any instant leaves the old artifact or the new one, and nothing that the next does not
clear away."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.source.git import Repository
from tests.build.killing import CLOCK, Instant, Zygote
from tests.building import fixture_repo, index, index_from_nothing
from tests.gitrepo import GitRepo
from tests.litter import litter

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL and process groups")

Command = tuple[list[str], str]
"""What to run, and the revision whose content is current afterwards ("": what was before)."""


def _edit(repo: GitRepo, n: int) -> Command:
    """New text to parse and embed, a file gone, another changed."""
    _write(repo, n)
    repo.commit()
    return ["index"], "HEAD"


def _write(repo: GitRepo, n: int) -> None:
    repo.write(f"docs/new{n % 3}.md", f"# New {n}\n\nText number {n}, which has to be embedded.\n")
    if (repo.path / f"docs/new{(n + 1) % 3}.md").exists():
        repo.remove(f"docs/new{(n + 1) % 3}.md")
    said = f"The **Ferry Scheduler** (FS) uses Kestrel {n % 2}.1. Harbor {n} depends on FS."
    repo.write("README.md", f"# Harbor {n}\n\nChanged; see [new](docs/new{n % 3}.md). {said}\n")


def _same_tree(repo: GitRepo, n: int) -> Command:
    repo.commit("No change")
    return ["index"], "HEAD"


def _switch_back(repo: GitRepo, n: int) -> Command:
    """From one to the other and back; what is kept holds both."""
    revision = ("HEAD~2", "HEAD~3")[n % 2]
    return ["index", "--rev", revision], revision


def _from_nothing(repo: GitRepo, n: int) -> Command:
    _edit(repo, n)
    return ["index", "--full"], "HEAD"


def _staged(repo: GitRepo, n: int) -> Command:
    _write(repo, n)
    return ["index", "--staged"], repo.stage_tree()


def _worktree(repo: GitRepo, n: int) -> Command:
    _write(repo, n)
    tree = repo.stage_tree()
    repo.run("reset", "-q")
    return ["index", "--worktree"], tree


def _verify(repo: GitRepo, n: int) -> Command:
    return ["verify", "--rebuild"], ""


def _forget(repo: GitRepo, n: int) -> Command:
    """What there is to forget comes from a build first."""
    _edit(repo, n)
    index(repo)
    return ["memo", "prune", "--max-mb", "0"], ""


_WHOLE = {
    "lock", "plan", "begin", "parse", "memo", "rows", "graph", "history", "finish", "commit", "publish",
    "point", "prune",
}  # fmt: skip
# What each kind of command has to go through, so that a phase renamed is noticed here.
CHANGES: dict[str, tuple[Callable[[GitRepo, int], Command], set[str]]] = {
    "edit": (_edit, _WHOLE),
    "from nothing": (_from_nothing, _WHOLE),
    "staged": (_staged, {*_WHOLE, "tree", "temporary"}),
    "worktree": (_worktree, {*_WHOLE, "tree", "temporary"}),
    "same tree": (_same_tree, {"lock", "plan", "begin", "stamp", "commit", "publish", "point", "history"}),
    "switch back": (_switch_back, {"lock", "plan", "point"}),
    "verify": (_verify, {"temporary", "lock", "parse", "rows", "graph", "publish"}),
    "forget": (_forget, {"memo"}),
}


class Victim:
    """A repository whose builds are killed, and what has to hold afterwards."""

    def __init__(self, repo: GitRepo, zygote: Zygote, room: Path, mode: str) -> None:
        self.repo = repo
        self.zygote = zygote
        self.room = room
        self.mode = mode
        self.steps = 0
        self.killed = 0
        self.old_or_new: set[str] = set()
        # More than are kept, so that every build has something to prune.
        for n in range(7):
            _edit(repo, -n)
            index(repo)

    def step(self, change: str, instant: Instant | None = None) -> dict[str, int]:
        """Makes a change and runs its command; if told when to die on the way, once more. Returns the
        events."""
        self.steps += 1
        command, revision = CHANGES[change][0](self.repo, self.steps)
        command += ["--repo", str(self.repo.path), *(["--jobs", "1"] if command[0] == "index" else [])]
        before = self.digest()
        events = self.zygote.run(command, instant)
        found = self.digest()
        if instant is not None:
            self.zygote.run(command)
        new = self._from_nothing(revision) if revision else before
        assert found in (before, new)
        assert self.digest() == new
        assert litter(self.repo.path / ".git") == []
        if events["killed"] and before != new:
            self.old_or_new.add("new" if found == new else "old")
        self.killed += events["killed"]
        return events

    def _from_nothing(self, revision: str) -> str:
        return index_from_nothing(self.repo, self.room, rev=revision, vectors=False).digest

    def digest(self) -> str:
        """The content of the current artifact, which must be sound."""
        with Repository.open(self.repo.path) as repository:
            store = Store(repository.common_dir, repository.git_dir)
        current = store.current()
        assert current is not None
        with open_artifact(current) as artifact:
            assert artifact.meta["search_mode"] == self.mode
        checked = verify(current)
        assert checked.problems == ()
        return checked.content_digest

    def instants(self, change: str, kills: int, chance: random.Random) -> list[Instant]:
        """So many instants of one change, as evenly over its phases as may be, and over each phase."""
        self.step(change)  # the first is unlike the others: there is more to forget, another place to leave
        events = self.step(change)
        assert set(events) >= CHANGES[change][1]
        phases = sorted(set(events) - {"killed", "other"})
        chance.shuffle(phases)
        share, more = divmod(kills, len(phases))
        found = []
        for n, phase in enumerate(phases):
            parts = share + (n < more)
            found += [(phase, int((k + chance.random()) * events[phase] / parts)) for k in range(parts)]
        return found


@pytest.mark.parametrize(
    "changes", [{"edit": 6}, pytest.param({"edit": 12, "same tree": 2, "staged": 2}, marks=pytest.mark.long)]
)
def test_a_build_killed_in_any_phase_leaves_old_or_new(changes: dict[str, int], tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {".graphrag.yaml": "embed: {model: none}\n", "docs/a.md": "# A\n\nSee [home](../README.md).\n"}
    )
    chance = random.Random(7)
    with Zygote() as zygote:
        victim = Victim(repo, zygote, tmp_path / "room", "lexical")
        for change, kills in changes.items():
            for instant in victim.instants(change, kills, chance):
                victim.step(change, instant)
    assert victim.killed
    assert victim.old_or_new == {"old", "new"}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("change", "kills"),
    [("edit", 90), ("from nothing", 45), ("staged", 40), ("worktree", 20), ("same tree", 35),
     ("switch back", 15), ("verify", 15), ("forget", 10)],
)  # fmt: skip
def test_builds_killed_over_and_over_leave_old_or_new(change: str, kills: int, tmp_path: Path) -> None:
    chance = random.Random(change)
    with Zygote() as zygote:
        victim = Victim(fixture_repo(tmp_path / "repo"), zygote, tmp_path / "room", "hybrid")
        for instant in victim.instants(change, kills, chance):
            victim.step(change, instant)
    assert victim.killed > 0.8 * kills


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_builds_killed_by_the_clock_leave_old_or_new(tmp_path: Path) -> None:
    chance = random.Random(40)
    with Zygote() as zygote:
        victim = Victim(fixture_repo(tmp_path / "repo"), zygote, tmp_path / "room", "hybrid")
        for _ in range(30):
            victim.step("edit", (CLOCK, chance.randrange(250)))
    assert victim.killed > 10
