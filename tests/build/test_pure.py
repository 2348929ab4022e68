"""The artifact is a function of the tree: no clock, host, path, locale, hash seed or process count
leaks in."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphrag_batch.build import documents
from tests import forked
from tests.building import clean_env, fixture_repo, index, index_from_nothing
from tests.gitrepo import GitRepo


def _index(repo: Path, *options: str, **env: str) -> dict[str, Any]:
    done = forked.run(
        [sys.executable, "-m", "graphrag_batch", "index", "--json", "--repo", str(repo), *options],
        env=clean_env(**env), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The fixture repository and what this process makes of it."""
    repo = fixture_repo(tmp_path_factory.mktemp("pure") / "repo")
    report = index(repo)
    return repo.path, {"digest": report.digest, "vector_digest": report.vector_digest}


def _digests(report: dict[str, Any]) -> tuple[str, str]:
    return report["digest"], report["vector_digest"]


@pytest.mark.parametrize(
    ("options", "env"),
    [
        pytest.param(
            ("--full",),
            {"PYTHONHASHSEED": "2", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"},
            marks=pytest.mark.slow,
        ),
        (
            ("--full", "--jobs", "2"),
            {"PYTHONHASHSEED": "3", "OMP_NUM_THREADS": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"},
        ),
    ],
)
def test_seed_zone_locale_and_jobs_change_nothing(
    origin: tuple[Path, dict[str, Any]], options: tuple[str, ...], env: dict[str, str], tmp_path: Path
) -> None:
    path, report = origin
    clone = tmp_path / "somewhere else" / "clone"
    subprocess.run(["git", "clone", "-q", str(path), str(clone)], env=clean_env(), check=True)
    again = _index(clone, *options, **env)
    assert again["work"]["parsed"] > 0
    assert again["work"]["embedded"] > 0
    assert _digests(again) == _digests(report)


@pytest.mark.long
def test_a_bare_and_shallow_clone_gives_the_same(origin: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    path, report = origin
    bare = tmp_path / "bare.git"
    subprocess.run(
        ["git", "clone", "-q", "--bare", "--depth=1", path.as_uri(), str(bare)], env=clean_env(), check=True
    )
    here = index(GitRepo(bare))
    assert (here.digest, here.vector_digest) == _digests(report)


def test_the_checkout_is_never_read(origin: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    path, report = origin
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(path), str(clone)], env=clean_env(), check=True)
    (clone / "README.md").write_text("# Edited, not committed\n")
    (clone / ".graphrag.yaml").write_text("chunk: {target_tokens: 30}\n")
    assert index(GitRepo(clone), vectors=False).digest == report["digest"]


@pytest.mark.long
def test_nothing_is_left_in_the_home_directory_and_no_socket_is_opened(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    fixture_repo(repo)
    home = tmp_path / "home"
    home.mkdir()
    # The libraries below Python open what they open: ask the system, after all of them have worked.
    code = f"""
import os, stat
from graphrag_batch.cli.main import cli
cli.main(["index", "--repo", {str(repo)!r}], standalone_mode=False)
cli.main(["query", "--repo", {str(repo)!r}, "how are jobs retried"], standalone_mode=False)
opened = [os.fstat(int(n)).st_mode for n in os.listdir("/dev/fd") if os.path.exists(f"/dev/fd/{{n}}")]
assert not any(stat.S_ISSOCK(mode) for mode in opened)
"""
    env = {"HOME": str(home), "XDG_CACHE_HOME": "", "XDG_CONFIG_HOME": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], env=clean_env(**env), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(home.rglob("*")) == []


@pytest.mark.long
def test_worker_processes_give_what_one_process_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "PARALLEL_BYTES", 20_000)  # from here on several processes are worth it
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    paragraph = "The queue number {} keeps its jobs until somebody takes them, in the order they came.\n\n"
    for n in range(24):
        body = "".join(paragraph.format(n * 1000 + m) for m in range(30))
        repo.write(f"docs/{n}.md", f"# Page {n}\n\n{body}")
        repo.write(f"src/{n}.py", f"def f{n}():\n    return {n}\n")
    repo.commit()
    together = index(repo, jobs=2)
    alone = index_from_nothing(repo, tmp_path / "alone")
    assert together.work["parsed"] == alone.work["parsed"] == 48
    assert together.digest == alone.digest
