"""A publisher killed at any instant leaves what was published, or what was to be, and nothing half."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from graphrag_batch.share.manifest import LATEST, SUFFIX, parse
from graphrag_batch.share.packing import sum_of
from tests.build.killing import Instant, Zygote
from tests.building import index
from tests.gitrepo import GitRepo
from tests.share.publishing import PAGES, published

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL and process groups")

PHASES = {"temporary", "canonical", "pack", "place"}


def _kill(kills: int, folder: Path) -> None:
    repo, out, before = GitRepo(folder / "repo"), folder / "out", folder / "before"
    repo.write_all(PAGES)
    old = repo.commit()
    published(repo, before, compress="zstd")
    repo.write("docs/tides.md", "# Other tides\n")
    new = repo.commit()
    index(repo)
    command = ["publish", "--repo", str(repo.path), "--out", str(out), "--compress", "zstd"]
    died, left = 0, set()
    with Zygote() as zygote:
        shutil.copytree(before, out)
        events = zygote.run(command)
        assert set(events) >= PHASES
        whole = _files(out)
        for instant in _instants(events, kills):
            shutil.rmtree(out)
            shutil.copytree(before, out)
            died += zygote.run(command, instant)["killed"]
            left.add(_latest(out))
            zygote.run(command)
            assert _files(out) == whole
    assert left == {old, new}
    assert died > 0.8 * kills


def _instants(events: dict[str, int], kills: int) -> list[Instant]:
    """So many instants, evenly over the phases and over each phase, the last of each among them."""
    share = kills // len(PHASES)
    return [(phase, (k + 1) * events[phase] // share - 1) for phase in sorted(PHASES) for k in range(share)]


def _latest(out: Path) -> str:
    """The commit published last. Whatever has a published name must be whole, and told as it is."""
    for path in out.iterdir():
        assert path.name == "temporary" or path.name.startswith(("harbor-", LATEST))
    for path in (*out.glob(f"*{SUFFIX}"), out / LATEST):
        manifest = parse(path.read_bytes(), "here")
        assert sum_of(out / manifest.file) == (manifest.size, manifest.sha256)
    return parse((out / LATEST).read_bytes(), "here").commit


def _files(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_a_publisher_killed_in_any_phase_leaves_nothing_half(tmp_path: Path) -> None:
    _kill(4, tmp_path)


@pytest.mark.slow
def test_publishers_killed_over_and_over_leave_nothing_half(tmp_path: Path) -> None:
    _kill(100, tmp_path)
