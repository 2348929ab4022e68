"""A server that has nothing to serve: whoever starts it reads why at once, and whoever asks it too."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import forked
from tests.cli.program import run_process
from tests.gitrepo import GitRepo
from tests.serve.process import Wire, command_line

Make = Callable[[Path, Path], object]


def _changed(at: int, content: bytes) -> Make:
    def make(path: Path, good: Path) -> None:
        whole = bytearray(good.read_bytes())
        whole[at : at + len(content)] = content
        path.write_bytes(whole)

    return make


def _locked(path: Path, good: Path) -> None:
    shutil.copy2(good, path)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")


LACKING: dict[str, tuple[Make, str, str]] = {
    "nothing there": (lambda path, good: None, "the index file is not there", "another --artifact"),
    "an empty file": (lambda path, good: path.touch(), "the file is empty", "graphrag-batch index --full"),
    "a text": (lambda path, good: path.write_text("Hello\n"), "not a SQLite database", "an artifact"),
    "cut off": (lambda path, good: path.write_bytes(good.read_bytes()[:70_000]), "truncated", "index --full"),
    "another format": (_changed(60, b"\0\0\0c"), "written in format 99", "upgrade graphrag-batch"),
    "damaged inside": (_changed(40_000, b"\xff" * 60_000), "damaged", "index --full"),
    "no permission": (_locked, "cannot be read", "permissions"),
    "an empty folder": (lambda path, good: path.mkdir(), "no artifact in this folder", "publish --out"),
    "no index yet": (lambda path, good: GitRepo(path), "there is no index", "graphrag-batch index --repo"),
}


@pytest.mark.parametrize("name", LACKING)
def test_started_with_nothing_to_serve_and_nobody_to_ask_it_says_why_and_fails(
    artifact: Path, tmp_path: Path, name: str
) -> None:
    make, what, next_step = LACKING[name]
    path = tmp_path / "given.sqlite"
    make(path, artifact)
    done = run_process("serve", "--artifact", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("can be served yet") == 1  # once, however often it is met
    first, second = done.stderr.splitlines()
    assert what in first
    assert str(path) in done.stderr
    assert second.startswith("  next: ")
    assert next_step in second


def test_a_client_reads_the_same_words_and_is_served_once_the_artifact_is_there(
    artifact: Path, tmp_path: Path
) -> None:
    wire = Wire(command_line("--artifact", str(tmp_path / "later.sqlite")), start=forked.Popen)
    assert wire.process.stderr
    # Before the client has said a word.
    assert b"nothing can be served yet: " in wire.process.stderr.readline()
    wire.shake_hands()
    answer = wire.tool("outline")
    assert answer["isError"]
    assert "later.sqlite: the index file is not there\nnext: " in answer["content"][0]["text"]
    shutil.copy2(artifact, tmp_path / "later.sqlite")
    assert "docs/" in wire.tool("outline")["content"][0]["text"]
    assert wire.end() == (0, b"")


def test_of_several_projects_the_one_that_is_lacking_is_named(artifact: Path, tmp_path: Path) -> None:
    done = run_process("serve", "--artifact", f"a={artifact}", "--artifact", f"b={tmp_path / 'none'}")
    assert done.returncode == 1
    assert done.stderr.startswith(f"graphrag-batch: nothing of b can be served yet: {tmp_path / 'none'}: ")


@pytest.mark.skipif(os.name == "nt", reason="no such terminals")
def test_on_a_terminal_it_says_whom_it_is_for(artifact: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    process = forked.Popen(
        command_line("--artifact", str(artifact)), stdin=theirs, stdout=theirs, stderr=subprocess.PIPE
    )
    try:
        assert process.stderr
        assert b"for a coding agent that starts this command" in process.stderr.readline()
    finally:
        process.terminate()
        process.communicate()
        os.close(ours)
        os.close(theirs)
