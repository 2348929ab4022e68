"""What a pull waits for, it says, and then goes on."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import filelock

from graphrag_batch.artifact.store import Store
from tests import forked
from tests.building import clean_env
from tests.share.pulling import Project, clone_of, current, pulled


def test_a_running_build_is_waited_for_and_named(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    git_dir = clone.path / ".git"
    heard = []
    with ExitStack() as building:
        building.enter_context(Store(git_dir, git_dir).lock())

        def tell(line: str) -> None:
            heard.append(line)
            building.close()

        found = pulled(clone, project.folder, tell=tell)
    assert current(clone) == found.artifact
    (line,) = heard
    assert "a build is running (process" in line
    assert "waiting for it, up to 600 s" in line


def test_the_command_says_that_another_pull_is_waited_for(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    room = clone.path / ".git" / "graphrag"
    room.mkdir()
    command = [sys.executable, "-m", "graphrag_batch", "pull", str(project.folder), "--timeout", "77"]
    with filelock.FileLock(room / "pull.lock") as other:
        waiting = forked.Popen(
            command,
            cwd=clone.path,
            env=clean_env(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert waiting.stderr is not None
        assert "another pull" in (line := waiting.stderr.readline())
        assert "up to 77 s" in line
        other.release()
        out, _ = waiting.communicate()
    assert (waiting.returncode, Path(out.strip())) == (0, current(clone))
