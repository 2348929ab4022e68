"""`memo` on the command line, and builds whose memo is broken, cleared, pruned or deleted under them."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_batch.cli.main import cli
from graphrag_batch.fingerprint import StageKey
from graphrag_batch.memo import Memo
from tests import forked
from tests.building import clean_env, index, index_from_nothing
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.test_memo import days_pass

CONFIG = "embed: {model: none}\n"


def memo_of(repo: GitRepo) -> Path:
    return repo.path / ".git" / "graphrag" / "memo.sqlite"


def told(repo: GitRepo, *args: str) -> dict[str, Any]:
    done = CliRunner().invoke(
        cli, ["memo", *args, "--repo", str(repo.path), "--json"], catch_exceptions=False
    )
    assert done.exit_code == 0
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def pages(count: int, words: int, seed: int = 0) -> dict[str, str]:
    """Markdown files of words that do not compress well."""
    chance = random.Random(seed)
    return {
        f"{seed}-{n}.md": f"# Page {n}\n\n"
        + " ".join(f"{chance.getrandbits(40):x}" for _ in range(words))
        + "\n"
        for n in range(count)
    }


def test_stats_say_what_is_remembered(small: GitRepo) -> None:
    answer = told(small, "stats")
    assert answer["path"] == str(memo_of(small))
    held = {name: stage["values"] for name, stage in answer["stages"].items()}
    assert held == {"chunk": 1, "extract": 1, "parse": 1, "sketch": 1}
    assert answer["values"] == 4
    assert answer["bytes"] >= memo_of(small).stat().st_size
    assert answer["max_mb"] == 2000
    assert answer["oldest"] == answer["newest"] != ""
    assert (answer["reason"], answer["set_aside"]) == ("", 0)
    shown = run("memo", "stats", cwd=small.path).stdout
    assert "of 2000 MB (memo.max_mb)" in shown
    assert "parse" in shown


def test_before_anything_is_indexed_there_is_nothing_and_nothing_is_made(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for args in (("stats",), ("prune",), ("clear", "--yes")):
        answer = told(repo, *args)
        assert answer["bytes"] == 0
    assert not (repo.path / ".git" / "graphrag").exists()


def test_what_is_wrong_with_the_memo_is_said_by_stats_and_by_the_build_that_met_it(small: GitRepo) -> None:
    memo_of(small).write_bytes(b"garbage" * 1000)
    assert "not a database" in told(small, "stats")["reason"]
    assert memo_of(small).read_bytes() == b"garbage" * 1000
    small.write("b.md", "# Ebb\n\nMore.\n")
    small.commit()
    done = run("index", cwd=small.path)
    assert done.returncode == 0
    assert "the memo was set aside" in done.stderr
    assert str(memo_of(small)) in done.stderr
    after = told(small, "stats")
    assert (after["reason"], after["set_aside"]) == ("", 7000)
    assert "memo.sqlite.bad" in run("memo", "stats", cwd=small.path).stderr
    told(small, "clear", "--yes")
    assert told(small, "stats")["set_aside"] == 0


def test_a_memo_that_cannot_be_is_a_reason_and_no_failure(small: GitRepo) -> None:
    told(small, "clear", "--yes")
    for file in memo_of(small).parent.glob("memo.sqlite*"):
        file.unlink()
    memo_of(small).mkdir()
    assert told(small, "stats")["reason"]
    done = run("index", "--full", "--json", cwd=small.path)
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert [problem for problem in report["problems"] if "no memo" in problem]
    assert report["work"]["parsed"] == 1
    for args in (("clear", "--yes"), ("prune",)):
        done = run("memo", *args, cwd=small.path)
        assert done.returncode == 1
        assert "next:" in done.stderr


def test_clearing_asks_and_with_nobody_there_it_needs_yes(small: GitRepo) -> None:
    refused = run("memo", "clear", cwd=small.path)
    assert refused.returncode == 1
    assert "memo clear --yes" in refused.stderr
    assert told(small, "stats")["values"] == 4
    answer = told(small, "clear", "--yes")
    assert answer["dropped"] == 4
    assert told(small, "stats")["values"] == 0
    assert index(small, full=True).work["parsed"] == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("answer", "left"), [pytest.param("n\n", 4, marks=pytest.mark.slow), ("\n", 4), ("y\n", 0)]
)
def test_on_a_terminal_it_does_what_is_answered(small: GitRepo, answer: str, left: int) -> None:
    import pty

    ours, theirs = pty.openpty()
    os.write(ours, answer.encode())
    done = forked.run(
        [sys.executable, "-m", "graphrag_batch", "memo", "clear"],
        cwd=small.path, env=clean_env(), stdin=theirs, capture_output=True, text=True, check=False,
    )  # fmt: skip
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0
    assert f"Forget all of {memo_of(small)}" in done.stderr
    assert told(small, "stats")["values"] == left


@pytest.mark.long
def test_the_setting_limits_what_a_build_leaves_and_prune_takes_less_when_told(small: GitRepo) -> None:
    old = [StageKey("parse", "another version", str(n)) for n in range(300)]
    with Memo.open(memo_of(small)) as memo:
        memo.put_many((key, os.urandom(10_000)) for key in old)
    days_pass(memo_of(small), 1)
    index(small, full=True)
    assert told(small, "stats")["values"] == 304
    assert told(small, "prune")["dropped"] == 0
    small.write(".graphrag.yaml", f"{CONFIG}memo: {{max_mb: 1}}\n")
    small.commit()
    after = index(small)
    assert memo_of(small).stat().st_size <= 1_000_000
    # It says how much is kept, not what an artifact holds: all but that file stays as it is.
    assert (after.mode, after.files["unchanged"]) == ("incremental", 1)
    assert told(small, "stats")["max_mb"] == 1
    # What was used today is what is left.
    assert index(small, full=True).work["parsed"] == 0
    assert told(small, "prune", "--max-mb", "0")["dropped"] > 0
    assert told(small, "stats")["values"] == 0


@pytest.mark.long
def test_a_branch_switched_back_to_costs_nothing_even_without_its_artifact(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": CONFIG, **pages(3, 50, seed=1)})
    repo.commit()
    index(repo)
    repo.run("checkout", "-q", "--orphan", "other")
    repo.run("rm", "-q", "-r", "-f", ".")
    repo.write_all({".graphrag.yaml": CONFIG, **pages(3, 50, seed=2)})
    repo.commit()
    index(repo)
    shutil.rmtree(repo.path / ".git" / "graphrag" / "artifacts")
    repo.run("checkout", "-q", "main")
    work = index(repo).work
    assert (work["parsed"], work["chunked"]) == (0, 0)
    assert work["parse_reused"] == 3


def disturb(path: Path, how: int) -> None:
    """Deletes, clears or prunes the memo."""
    if how == 0:
        for file in path.parent.glob("memo.sqlite*"):
            file.unlink(missing_ok=True)
        return
    with Memo.open(path) as memo:
        memo.clear() if how == 1 else memo.prune(50_000)


@pytest.mark.long
def test_a_build_ends_as_ever_whatever_happens_to_its_memo(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": CONFIG, **pages(30, 30)})
    repo.commit()
    expected = index_from_nothing(repo, tmp_path / "room").digest
    process = forked.Popen(
        [sys.executable, "-m", "graphrag_batch", "index", "--full", "--json", "--jobs", "1"],
        cwd=repo.path, env=clean_env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    disturbed = 0
    while process.poll() is None:
        if memo_of(repo).exists():
            disturb(memo_of(repo), disturbed % 3)
            disturbed += 1
        time.sleep(0.01)  # leave it the processor
    out, err = process.communicate()
    assert process.returncode == 0, err
    assert disturbed
    assert json.loads(out)["digest"] == expected
    assert index(repo, full=True).digest == expected
