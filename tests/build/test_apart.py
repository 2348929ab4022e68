"""A reader in C may crash, hang or swallow the memory: that costs one file, never the build."""

import os
import signal
import sys
from pathlib import Path

import pytest

from graphrag_batch.build import apart, parsing
from graphrag_batch.build.apart import Apart, Lost
from tests.build.lost import work
from tests.build.test_pdf import rows
from tests.building import index
from tests.formats.pdf_cases import CASES
from tests.formats.pdf_writer import bomb
from tests.gitrepo import GitRepo


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processor time alone counts, however little of it a busy machine gives."""
    monkeypatch.setattr(apart, "_WALL", 200)


@pytest.mark.long
@pytest.mark.usefixtures("patient")
def test_a_lost_process_is_replaced_and_costs_only_its_own_task() -> None:
    pool: Apart[str]
    with Apart(1) as pool:
        made = list(pool.map(work, ["a", "b", "crash", "c", "leave", "hang", "d"], lambda _: 1))
        a, b, crash, c, leave, hang, d = (str(m) if isinstance(m, Lost) else m.decode() for m in made)
    by = [text.partition(" by ")[2] for text in (a, b, c, d)]
    assert by[0] == by[1]
    assert len({by[1], by[2], by[3]}) == 3
    assert (crash, leave) == (f"crashed (signal {int(signal.SIGSEGV)})", "ended (exit code 7)")
    assert hang == "took more than 1 seconds"


def test_tasks_are_answered_in_order_by_several_processes() -> None:
    pool: Apart[str]
    with Apart(2) as pool:
        made = [m.decode() for m in pool.map(work, list("abcdefgh"), lambda _: 10) if isinstance(m, bytes)]
    assert [text[0] for text in made] == list("abcdefgh")
    with pytest.raises(ProcessLookupError):
        os.kill(int(made[0].partition(" by ")[2]), 0)


@pytest.mark.skipif(sys.platform != "linux", reason="no limit on memory is kept elsewhere")
def test_more_memory_than_there_is_ends_one_task() -> None:
    pool: Apart[str]
    with Apart(1) as pool:
        made = list(pool.map(work, ["swallow", "a"], lambda _: 5))
    assert isinstance(made[0], Lost)
    assert isinstance(made[1], bytes)


@pytest.mark.long
@pytest.mark.usefixtures("patient")
def test_a_bomb_is_skipped_with_its_reason_and_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = bomb(levels=9, width=10)
    monkeypatch.setattr(parsing, "_seconds", lambda task: 1 if task[1] == held else 60)
    repo = GitRepo(tmp_path / "repo")
    repo.write("bomb.pdf", held)
    repo.write("good.pdf", CASES["headings"]().bytes())
    repo.commit("Add a bomb")
    report = index(repo)
    assert rows(report, "SELECT path, reason, detail FROM skipped") == [
        ("bomb.pdf", "unreadable", "the reader took more than 1 seconds")
    ]
    assert rows(report, "SELECT path FROM docs") == [("good.pdf",)]
    again = index(repo, full=True)
    assert (again.work["parsed"], again.work["parse_reused"]) == (1, 1)
