"""Temporary folders: gone with their holder, however the holder ends."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphrag_batch.temporary import clear_abandoned, temporary_folder

HOLD = """
import sys
from pathlib import Path
from graphrag_batch.temporary import temporary_folder
with temporary_folder(Path(sys.argv[1]), "hold") as folder:
    (folder / "deep").mkdir()
    (folder / "deep" / "object").write_bytes(b"x")
    (folder / "deep" / "object").chmod(0o444)
    print(folder, flush=True)
    sys.stdin.read()
"""

Holder = tuple[subprocess.Popen[str], Path]


@pytest.fixture
def hold(tmp_path: Path) -> Iterator[Callable[[], Holder]]:
    """Starts processes that hold a folder below `tmp_path`."""
    started: list[subprocess.Popen[str]] = []

    def start() -> Holder:
        command = [sys.executable, "-c", HOLD, str(tmp_path)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        return process, Path(process.stdout.readline().rstrip("\n"))

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_a_folder_is_there_while_it_is_used_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    with temporary_folder(tmp_path / "room", "one") as folder:
        assert list(folder.iterdir()) == []
        assert folder.is_relative_to(tmp_path / "room")
        (folder / "file").write_text("x")
        with temporary_folder(tmp_path / "room", "one") as other:
            assert other != folder
        assert (folder / "file").exists()
    assert list((tmp_path / "room").iterdir()) == []


def test_a_folder_is_gone_when_its_user_fails(tmp_path: Path) -> None:
    with pytest.raises(KeyError), temporary_folder(tmp_path, "one"):
        raise KeyError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_what_the_dead_left_is_cleared_and_what_the_living_use_is_not(
    tmp_path: Path, hold: Callable[[], Holder]
) -> None:
    dead, left = hold()
    living, used = hold()
    dead.kill()
    dead.wait()
    assert (left / "deep" / "object").exists()
    with temporary_folder(tmp_path, "other"):
        assert not left.exists()
        assert (used / "deep" / "object").exists()
    clear_abandoned(tmp_path)
    assert (used / "deep" / "object").exists()
    living.communicate("")
    assert list(tmp_path.iterdir()) == []


def test_clearing_creates_nothing_and_does_not_mind_what_else_is_there(tmp_path: Path) -> None:
    clear_abandoned(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []
    place = tmp_path / "temporary"
    place.mkdir()
    (place / "x.lock").mkdir()
    (place / "y.lock").write_text("somebody was killed before the folder was made")
    clear_abandoned(tmp_path)
    assert [path.name for path in place.iterdir()] == ["x.lock"]


def test_many_may_come_and_go_at_once(tmp_path: Path) -> None:
    failures: list[BaseException] = []

    def come_and_go() -> None:
        try:
            for _ in range(25):
                with temporary_folder(tmp_path, "many") as folder:
                    (folder / "own").write_text("x")
                    assert [path.name for path in folder.iterdir()] == ["own"]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=come_and_go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_goes_while_it_is_looked_at_is_made_again(tmp_path: Path) -> None:
    place = tmp_path / "temporary"
    over = threading.Event()

    def make_and_remove() -> None:
        while not over.is_set():
            with contextlib.suppress(OSError):
                place.mkdir()
            with contextlib.suppress(OSError):
                place.rmdir()

    threads = [threading.Thread(target=make_and_remove) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(30):
            with temporary_folder(tmp_path, "one") as folder:
                assert folder.is_dir()
    finally:
        over.set()
        for thread in threads:
            thread.join()
