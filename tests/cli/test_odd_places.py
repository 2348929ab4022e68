"""Repositories and surroundings that are unlike the usual: every command does its work, or says what, where
and what to run, and never ends in a traceback."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.building import index
from tests.cli.program import Done, run
from tests.gitrepo import GitRepo
from tests.places import disk_at

READING = (
    ("status",), ("query", "tide"), ("outline",), ("entity",), ("graph",), ("explain", "a.md"),
    ("review-links",),
)  # fmt: skip
ALL = (
    *READING,
    ("index",),
    ("publish",),
    ("verify",),
    ("diff",),
    ("hook", "status"),
    ("doctor",),
    ("memo", "stats"),
)


def _repo(path: Path) -> GitRepo:
    repo = GitRepo(path)
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "a.md": "# Tides\n\nThe tide turns.\n"})
    repo.commit()
    return repo


def _sane(done: Done) -> None:
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode in (0, 1)
    if done.returncode == 1:
        assert "next: " in done.stdout + done.stderr


def _bare(folder: Path) -> Path:
    return _repo(folder / "whole").clone(folder / "bare.git", "--bare").path


def _detached(folder: Path) -> Path:
    repo = _repo(folder / "repo")
    repo.run("checkout", "--detach")
    return repo.path


def _linked(folder: Path) -> Path:
    _repo(folder / "repo").run("worktree", "add", str(folder / "linked"), "-b", "linked")
    return folder / "linked"


def _shallow(folder: Path) -> Path:
    repo = _repo(folder / "repo")
    repo.write("b.md", "# Cranes\n\nLift.\n")
    repo.commit()
    return repo.clone(folder / "shallow", "--depth=1").path


def _submodule(folder: Path) -> Path:
    inner, outer = _repo(folder / "inner"), _repo(folder / "outer")
    outer.run("-c", "protocol.file.allow=always", "submodule", "add", str(inner.path), "part")
    return outer.path / "part"


def _inside(folder: Path) -> Path:
    (_repo(folder / "repo").path / "deep").mkdir()
    return folder / "repo" / "deep"


PLACES: dict[str, Callable[[Path], Path]] = {
    "bare": _bare,
    "detached": _detached,
    "a linked worktree": _linked,
    "shallow": _shallow,
    "a submodule": _submodule,
    "a path with a space": lambda folder: _repo(folder / "two words").path,
    "a folder inside": _inside,
}


@pytest.mark.parametrize("place", PLACES)
def test_every_kind_of_repository_is_indexed_and_asked(tmp_path: Path, place: str) -> None:
    where = PLACES[place](tmp_path)
    assert run("index", cwd=where).returncode == 0
    for args in READING:
        done = run(*args, cwd=where)
        _sane(done)
        assert done.returncode == 0, (args, done)
    assert "a.md:1-3" in run("query", "tide", cwd=where).stdout
    assert json.loads(run("status", "--json", cwd=where).stdout)["current"] is True


def test_without_a_commit_or_a_repository_all_commands_say_what_to_run(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    for where in (GitRepo(tmp_path / "empty").path, tmp_path / "none"):
        for args in ALL:
            _sane(run(*args, cwd=where))


def test_without_git_or_a_home_all_commands_say_so_or_work(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    index(repo)
    (tmp_path / "bin").mkdir()
    for args in ALL:
        _sane(run(*args, cwd=repo.path, PATH=str(tmp_path / "bin")))
    assert "git is not installed" in run("index", cwd=repo.path, PATH=str(tmp_path / "bin")).stderr
    assert "a.md" in run("outline", cwd=repo.path, HOME="/nowhere").stdout


def test_a_checkout_that_cannot_be_written_is_read_and_what_would_write_says_where(tmp_path: Path) -> None:
    with disk_at(tmp_path / "disk") as disk:
        repo = _repo(disk.folder / "repo")
        index(repo)
        disk.read_only()
        for args in READING:
            assert run(*args, cwd=repo.path).returncode == 0, args
        for args in ALL:
            _sane(run(*args, cwd=repo.path))
        for args, where in (
            (("init", "--yes"), ".mcp.json: cannot be written: "),
            (("index", "--full"), "/.git/graphrag: cannot be written: "),
            (("hook", "install"), "hooks/pre-commit cannot be changed"),
        ):
            done = run(*args, cwd=repo.path)
            assert done.returncode == 1
            assert where in done.stderr
            assert "next: " in done.stderr


def test_doctor_tells_once_that_there_is_no_repository(tmp_path: Path) -> None:
    done = run("doctor", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.count("FAIL") == done.stdout.count("no git repository") == 1


def test_what_to_run_names_the_repository_that_was_asked_about(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "two words")
    given = ("--repo", str(repo.path))
    command = f"graphrag-batch index --repo {shlex.quote(str(repo.path))}"
    assert f"next: {command}\n" in run("query", "x", *given).stderr
    assert f"next: {command}\n" in run("status", *given).stderr
    assert "next: graphrag-batch index\n" in run("query", "x", cwd=repo.path).stderr
    assert run(*shlex.split(command)[1:]).returncode == 0
    repo.write("b.md", "# Cranes\n\nLift.\n")
    repo.commit()
    assert f"run {command}\n" in run("query", "x", *given).stderr


def test_nothing_at_all_is_told_in_plain_words(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.run("commit", "--allow-empty", "-m", "Nothing")
    assert run("index", cwd=repo.path).returncode == 0
    assert run("entity", cwd=repo.path).stderr == "no entity matches\n"
    graph = run("graph", cwd=repo.path).stdout.splitlines()
    assert graph[:3] == ["entities     none", "relations    none", "components   0"]
    assert [line for line in graph if line != line.rstrip()] == []


def test_a_folder_of_published_artifacts_is_read_as_it_is_served(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    index(repo)
    assert run("publish", "--out", str(tmp_path / "out"), cwd=repo.path).returncode == 0
    for args in READING:
        own = run(*args, cwd=repo.path)
        told = run(*args, "--artifact", str(tmp_path / "out"), cwd=tmp_path)
        assert told.returncode == 0
        assert args == ("status",) or told.stdout == own.stdout
    missing = run("query", "x", "--artifact", str(tmp_path / "gone"), cwd=tmp_path)
    assert f"{tmp_path / 'gone'}: there is no such file\n  next: check the path given" in missing.stderr
    shutil.rmtree(tmp_path / "out")
    (tmp_path / "out").mkdir()
    empty = run("query", "x", "--artifact", str(tmp_path / "out"), cwd=tmp_path)
    assert "there is no artifact in this folder" in empty.stderr
