"""`bench/replay.py`, by which real histories prove that incremental equals full, on one that has it all."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest

from graphrag_batch.artifact import seal
from tests import forked
from tests.build.odd_history import odd_history
from tests.build.random_history import random_history
from tests.building import clean_env
from tests.gitrepo import GitRepo

REPLAY = Path(__file__).parents[2] / "bench" / "replay.py"


def replay(repo: GitRepo, *options: str | Path) -> tuple[int, dict[str, Any]]:
    """Exit code and JSON of the script."""
    command = [sys.executable, str(REPLAY), str(repo.path), "--json", "--jobs", "1", *map(str, options)]
    done = forked.run(command, check=False, capture_output=True, text=True, env=clean_env())
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


def check(repo: GitRepo, about: dict[str, str], *options: str | Path) -> dict[str, Any]:
    """Replays all of it; a difference fails with what the commit is about."""
    code, result = replay(repo, "--commits", "1000", *options)
    found = result.get("difference")
    assert found is None, f"{about.get(found['commit'])}: {json.dumps(found, indent=1)}"
    assert code == 0
    return result


@pytest.mark.slow
def test_a_history_that_holds_everything_is_indexed_as_from_nothing(tmp_path: Path) -> None:
    repo, about = odd_history(tmp_path / "repo")
    before = repo.run("count-objects", "-v")
    result = check(repo, about, "--every", "25")
    builds, held = result["builds"], result["history"]
    assert builds["incremental"] > 10 * (builds["full"] + builds["reused"])
    assert (held["merges"], held["octopus"], held["roots"], held["empty"]) == (3, 1, 3, 3)
    assert (held["by case"], held["mode only"], held["most renames"]) == (6, 3, 24)
    assert len(held["kind swaps"]) == 10
    assert repo.run("count-objects", "-v") == before
    assert not (repo.path / ".git" / "graphrag").exists()


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    "options",
    [("--every", "1"), ("--every", "1", "--back"), ("--every", "3", "--fresh-memo", "--shuffle", "1"),
     ("--every", "2", "--shuffle", "2"), ("--every", "2", "--fresh-memo", "--back")],
    ids=" ".join,
)  # fmt: skip
def test_so_it_is_in_any_order(options: tuple[str, ...], tmp_path: Path) -> None:
    repo, about = odd_history(tmp_path / "repo")
    assert check(repo, about, *options)["compared"] > 40


def test_links_that_lead_elsewhere_by_chance_are_those_of_a_build_from_nothing(tmp_path: Path) -> None:
    result = check(random_history(tmp_path / "repo", seed=1, commits=20), {}, "--every", "4")
    assert result["builds"]["incremental"] > 15


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", range(2, 8))
def test_so_they_are_in_long_histories(seed: int, tmp_path: Path) -> None:
    order = ("--shuffle", str(seed)) if seed % 2 else ()
    repo = random_history(tmp_path / "repo", seed=seed, commits=200)
    assert check(repo, {}, "--every", "2", *order)["compared"] == 100


def test_a_wrong_row_is_found_and_both_artifacts_are_kept(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "a.md": "# A\n\nText.\n"})
    repo.commit()
    assert replay(repo, "--store", tmp_path / "store")[0] == 0
    (artifact,) = (tmp_path / "store" / "graphrag" / "artifacts").glob("*.sqlite")
    with contextlib.closing(apsw.Connection(str(artifact))) as con:
        con.execute("UPDATE chunks SET prelude = 'wrong'")
    seal.seal_path(artifact).write_text(seal.digest_of(artifact), encoding="ascii")  # so it is believed
    repo.write("b.md", "# B\n\nNew.\n")
    head = repo.commit()
    options = ("--commits", "1", "--store", tmp_path / "store", "--keep", tmp_path / "kept")
    code, result = replay(repo, *options)
    assert (code, result["difference"]["commit"]) == (1, head)
    assert any("'wrong'" in row for row in result["difference"]["tables"]["chunks"])
    assert len(list((tmp_path / "kept").glob("*.sqlite"))) == 2


def test_a_tree_without_settings_gets_some_and_a_scan_builds_nothing(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for number in range(3):
        repo.write("a.md", f"# A\n\n{number}\n")
        repo.commit()
    code, result = replay(repo, "--every", "2", "--shuffle", "7")
    assert (code, result["compared"]) == (0, 2)
    assert result["builds"] == {"incremental": 2, "full": 1, "reused": 0}
    code, result = replay(repo, "--scan", "--commits", "2")
    assert (code, result["history"]["files"]) == (0, 1)
    assert "builds" not in result
