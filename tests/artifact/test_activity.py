"""What goes on in a repository, by reading what builds and hooks leave."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphrag_batch.artifact.activity import Activity, activity, alive
from graphrag_batch.artifact.store import Store

QUIET = Activity(None, False, "", "")


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Where the files are of a repository whose git directory is the folder above."""
    folder = tmp_path / "graphrag"
    folder.mkdir()
    return folder


def doing(room: Path) -> Activity:
    return activity(room.parent, room.parent)


def test_where_nothing_was_ever_built_nothing_goes_on(tmp_path: Path) -> None:
    assert activity(tmp_path, tmp_path) == QUIET
    assert activity(tmp_path / "missing", tmp_path / "missing") == QUIET


def test_a_build_goes_on_for_as_long_as_the_lock_is_held(tmp_path: Path) -> None:
    store = Store(tmp_path, tmp_path)
    with store.lock():
        found = activity(tmp_path, tmp_path).building
        assert found is not None
        assert found[0] == os.getpid()
        assert 0 <= found[1] < 3600
    assert activity(tmp_path, tmp_path) == QUIET


def test_a_build_counts_for_every_worktree_and_a_failure_for_its_own(tmp_path: Path) -> None:
    linked = tmp_path / "worktrees" / "linked"
    linked.mkdir(parents=True)
    store = Store(tmp_path, linked)
    store.record_error("no room")
    with store.lock():
        assert activity(tmp_path, tmp_path).building
        assert activity(tmp_path, linked).building
    assert activity(tmp_path, tmp_path) == QUIET
    assert activity(tmp_path, linked).last_error == "no room"


def test_a_killed_builder_is_not_building(room: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (room / "build.owner").write_text(f"{dead.pid}\n")
    assert not alive(dead.pid)
    assert doing(room) == QUIET


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_killed_builder_that_nobody_waited_for_is_not_building(room: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    assert dead.stdout is not None
    assert dead.stdout.read() == b""  # it ends, and stays in the system's table
    os.waitid(os.P_PID, dead.pid, os.WEXITED | os.WNOWAIT)
    (room / "build.owner").write_text(f"{dead.pid}\n")
    assert doing(room) == QUIET
    dead.communicate()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_number_that_another_process_has_by_now_is_not_building(room: Path) -> None:
    owner = room / "build.owner"
    owner.write_text(f"{os.getpid()}\n")
    os.utime(owner, (time.time() - 100_000, time.time() - 100_000))
    assert alive(os.getpid())
    assert doing(room) == QUIET


@pytest.mark.parametrize("content", [b"", b"\n", b"-1", b"0", b"99999999999999999999", b"\xff\xfe", b"one"])
def test_an_owner_that_is_no_process_is_not_building(room: Path, content: bytes) -> None:
    (room / "build.owner").write_bytes(content)
    assert doing(room) == QUIET


def test_an_owner_from_the_future_has_no_negative_age(room: Path) -> None:
    owner = room / "build.owner"
    owner.write_text(f"{os.getpid()}\n")
    os.utime(owner, (time.time() + 5000, time.time() + 5000))
    assert doing(room).building == (os.getpid(), 0.0)


@pytest.mark.parametrize("name", ["request", "request.taken"])
def test_what_is_asked_for_is_queued(room: Path, name: str) -> None:
    (room / name).write_text("{}")
    assert doing(room).queued


def test_what_a_killed_worker_had_taken_is_queued_no_more(room: Path) -> None:
    taken = room / "request.taken"
    taken.write_text("{}")
    os.utime(taken, (time.time() - 5000, time.time() - 5000))
    assert not doing(room).queued


def test_a_failure_is_told_with_its_time_until_a_success(tmp_path: Path) -> None:
    store = Store(tmp_path, tmp_path)
    store.record_error("ünreadable\n  next: look")
    found = activity(tmp_path, tmp_path)
    assert found.last_error == "ünreadable\n  next: look"
    assert abs(datetime.fromisoformat(found.last_error_at) - datetime.now(UTC)) < timedelta(hours=1)
    store.record_error("")
    assert activity(tmp_path, tmp_path) == QUIET


def test_folders_in_the_place_of_files_are_no_news(room: Path) -> None:
    for name in ("build.owner", "last_error"):
        (room / name).mkdir()
    assert doing(room) == QUIET
