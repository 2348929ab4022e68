"""Pulling killed at any instant, and several pulls at once: what is there is old or new, and whole."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_batch.artifact import seal
from graphrag_batch.artifact.verify import verify
from tests import forked
from tests.build.killing import CLOCK, Instant, Zygote
from tests.building import clean_env, index
from tests.litter import litter
from tests.share.pulling import Project, clone_of, current, meta_of
from tests.share.site import Answer, Site

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL and process groups")

PHASES = {"alone", "part", "pack", "check", "temporary", "lock", "publish", "point", "prune", "plan"}


class Victim:
    """A clone with an index of an earlier commit, that pulls the one of HEAD from a server and is killed."""

    def __init__(self, project: Project, site: Site, zygote: Zygote, room: Path) -> None:
        self.repo = clone_of(project, room / "clone", 0)
        index(self.repo)
        self.repo.run("reset", "-q", "--hard", project.commits[1])
        for path in project.packed.iterdir():
            site.file(f"/index/{path.name}", path.read_bytes())
        self.zygote = zygote
        self.command = ["pull", site.url("/index/"), "--repo", str(self.repo.path)]
        self.room = self.repo.path / ".git" / "graphrag"
        self.before = Path(shutil.copytree(self.room, room / "before"))
        self.commits = project.commits
        self.left: set[str] = set()
        self.killed = 0

    def step(self, instant: Instant | None = None) -> dict[str, int]:
        """Pulls from the beginning; where it is killed, looks at what is there and pulls again."""
        shutil.rmtree(self.room)
        shutil.copytree(self.before, self.room, copy_function=shutil.copy2)
        events = self.zygote.run(self.command, instant)
        if events["killed"]:
            self.killed += 1
            self.left.add(self.commit())
            self.zygote.run(self.command)
        assert self.commit() == self.commits[1]
        assert litter(self.repo.path / ".git") == []
        return events

    def commit(self) -> str:
        """Which commit is current; everything with an artifact's name must be whole, and vouched for."""
        for path in (self.room / "artifacts").glob("*.sqlite"):
            assert verify(path).ok
            assert seal.digest_of(path) in seal.recorded(path)
        found = current(self.repo)
        assert found is not None
        return meta_of(found)["commit"]


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


def _kill(victim: Victim, phases: set[str], each: int, chance: random.Random) -> None:
    events = victim.step()
    assert set(events) >= PHASES
    for phase in sorted(phases):
        for k in range(each):
            victim.step((phase, int((k + chance.random()) * events[phase] / each)))
    assert victim.killed > 0.7 * each * len(phases)


def test_a_pull_killed_at_any_instant_leaves_old_or_new(project: Project, site: Site, tmp_path: Path) -> None:
    with Zygote() as zygote:
        victim = Victim(project, site, zygote, tmp_path)
        _kill(victim, {"part", "publish", "prune"}, 1, random.Random(5))
        assert victim.left == {victim.commits[0], victim.commits[1]}
        assert index(victim.repo).mode == "reused"


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_pulls_killed_over_and_over_leave_old_or_new(project: Project, site: Site, tmp_path: Path) -> None:
    chance = random.Random(11)
    with Zygote() as zygote:
        victim = Victim(project, site, zygote, tmp_path)
        _kill(victim, PHASES, 6, chance)
        assert victim.left == {victim.commits[0], victim.commits[1]}
        for _ in range(30):
            victim.step((CLOCK, chance.randrange(400)))


def test_what_came_before_a_kill_is_not_fetched_again(project: Project, site: Site, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    for path in project.folder.iterdir():
        site.file(f"/index/{path.name}", path.read_bytes())
    path = f"/index/harbor-{project.commits[1][:12]}.sqlite"
    raw = (project.folder / Path(path).name).read_bytes()
    site.first(path, Answer(200, raw, {"ETag": '"x"'}, pieces=500_000, wait=site.over.wait))
    command = [sys.executable, "-m", "graphrag_batch", "pull", site.url("/index/")]
    pulling = clone.path / ".git" / "graphrag" / "pulling"
    with forked.Popen(command, cwd=clone.path, env=clean_env(), stderr=subprocess.DEVNULL) as process:
        while not [part for part in pulling.glob("*.part") if part.stat().st_size]:
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    (part,) = pulling.glob("*.part")
    kept = part.stat().st_size
    site.file(path, raw, named=False)
    forked.run(command, cwd=clone.path, env=clean_env(), check=True, capture_output=True)
    assert site.asked[-1].headers["range"] == f"bytes={kept}-"
    assert litter(clone.path / ".git") == []


def test_several_pulls_at_once_bring_the_file_once(project: Project, site: Site, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    for path in project.folder.iterdir():
        site.file(f"/index/{path.name}", path.read_bytes())
    command = [sys.executable, "-m", "graphrag_batch", "pull", site.url("/index/")]
    pulls = [
        forked.Popen(command, cwd=clone.path, env=clean_env(), stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [pull.communicate()[1] for pull in pulls]
    assert [pull.returncode for pull in pulls] == [0, 0, 0]
    # Those that came later may have said that they wait.
    done = sorted(text.splitlines()[-1].split(":")[0] for text in said)
    assert done == ["nothing to do", "nothing to do", "pulled"]
    assert sum(path.endswith(".sqlite") for path in site.paths()) == 1
    assert litter(clone.path / ".git") == []


@pytest.mark.slow
def test_a_build_and_a_pull_at_once_both_succeed(project: Project, site: Site, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone", 2)
    program = [sys.executable, "-m", "graphrag_batch"]
    runs = [
        forked.Popen([*program, *command], cwd=clone.path, env=clean_env(), stderr=subprocess.DEVNULL)
        for command in (["index"], ["pull", str(project.folder)], ["index"])
    ]
    assert [each.wait() for each in runs] == [0, 0, 0]
    assert current(clone) == Path(index(clone).artifact)
    assert litter(clone.path / ".git") == []
