"""Reading commits without git, held to what git itself says of the same history."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_batch.serve.checkout import Checkout, Standing, compare
from graphrag_batch.serve.commits import Commits
from tests.gitrepo import GitRepo
from tests.serve.histories import loosen, random_history

ABSENT = "0123456789" * 4


def packed(repo: GitRepo, base: str) -> GitRepo:
    """All in one pack, the commits as deltas that name their base by `base`: "offset" or "name"."""
    setting = f"repack.useDeltaBaseOffset={'true' if base == 'offset' else 'false'}"
    repo.run("-c", setting, "repack", "-a", "-d", "-f", "-q", "--depth=20", "--window=50")
    (index,) = (repo.path / "objects" / "pack").glob("*.idx")
    lines = [line.split() for line in repo.run("verify-pack", "-v", str(index)).split("\n")]
    assert sum(len(words) == 7 and words[1] == "commit" for words in lines) > 10, "no deltas to read"
    return repo


def loose(repo: GitRepo) -> GitRepo:
    loosen(repo)
    assert not list((repo.path / "objects" / "pack").glob("*.pack"))
    return repo


def in_parts(repo: GitRepo) -> GitRepo:
    """Some packed, some loose, in several packs."""
    loosen(repo)
    ids = repo.run("rev-list", "--all").split()
    for start in (0, 20):
        repo.run("pack-objects", "-q", "objects/pack/pack", stdin="\n".join(ids[start::40]).encode())
    repo.run("prune-packed", "-q")
    return repo


def collected(repo: GitRepo) -> GitRepo:
    """As `git gc` leaves it: refs packed too, a multi-pack index, a commit graph."""
    repo.run("gc", "-q")
    repo.run("multi-pack-index", "write")
    return repo


def borrowing(repo: GitRepo) -> GitRepo:
    """A clone of a clone, neither of which has objects of its own."""
    for name in ("first", "second"):
        target = repo.path.with_name(f"{repo.path.name}-{name}")
        repo.run("clone", "-q", "--bare", "--shared", str(repo.path), str(target))
        repo = GitRepo(target, bare=True)
    return repo


STORED: dict[str, Callable[[GitRepo], GitRepo]] = {
    "loose": loose,
    "packed, bases by offset": lambda repo: packed(repo, "offset"),
    "packed, bases by name": lambda repo: packed(repo, "name"),
    "in parts": in_parts,
    "collected": collected,
    "borrowing": borrowing,
}


def by_git(repo: GitRepo, indexed: str, head: str) -> tuple[str, int]:
    """What git says of two commits, in our words."""
    gone, new = map(int, repo.run("rev-list", "--left-right", "--count", f"{indexed}...{head}").split())
    return ("ahead", new) if not gone else ("diverged", new) if new else ("earlier", 0)


def by_reading(repo: GitRepo, indexed: str, head: str, **limits: float) -> Standing:
    with Commits(repo.path / "objects") as commits:
        return compare(commits, indexed, head, most_seconds=60, **limits)  # type: ignore[arg-type]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("stored", "object_format"),
    [*((stored, "sha1") for stored in STORED), ("loose", "sha256"), ("packed, bases by name", "sha256")],
)
def test_distances_are_those_that_git_counts(stored: str, object_format: str, tmp_path: Path) -> None:
    rng = random.Random(stored)
    repo = STORED[stored](random_history(tmp_path / "r", rng.randrange(99), object_format=object_format))
    ids = repo.run("rev-list", "--all").split()
    relations = set()
    for _ in range(8):
        indexed, head = rng.sample(ids, 2)
        found = by_reading(repo, indexed, head)
        assert (found.relation, found.commits) == by_git(repo, indexed, head), (indexed, head)
        relations.add(found.relation)
    assert len(relations) > 1


def test_every_commit_is_read_as_git_reads_it(tmp_path: Path) -> None:
    repo = packed(random_history(tmp_path / "r", 3), "offset")
    with Commits(repo.path / "objects") as commits:
        for line in repo.run("log", "--all", "--format=%H,%T,%P,%ct").split("\n"):
            name, tree, parents, date = line.split(",")
            found = commits.get(name)
            assert found is not None
            assert (found.tree, found.parents, found.date) == (tree, tuple(parents.split()), int(date))


def test_a_signed_commit_and_a_merged_tag_are_read_by_their_own_lines(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "r")
    repo.write("a", "a")
    first, tree = repo.commit(), repo.tree
    other = repo.run("mktree", stdin=b"")
    content = (
        f"tree {tree}\nparent {first}\nauthor A <a@b> 5 +0000\ncommitter > <> 7 -0300\n"
        f"mergetag object {first}\n type commit\n tag t\n tagger T <t@t> 9 +0000\n \n tree {other}\n"
        f"gpgsig -----BEGIN\n \n parent {tree}\n -----END\n\ntree {other}\nparent {other}\n"
    )
    made = repo.run("hash-object", "-t", "commit", "-w", "--stdin", stdin=content.encode())
    with Commits(repo.path / ".git" / "objects") as commits:
        found = commits.get(made)
    assert found is not None
    assert (found.tree, found.parents, found.date) == (tree, (first,), 7)


def test_what_is_no_commit_or_not_here_is_unknown(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "r")
    repo.write("a", "a")
    repo.commit()
    blob = repo.run("rev-parse", "HEAD:a")
    for stored in ("loose", "packed"):
        with Commits(repo.path / ".git" / "objects") as commits:
            for name in (repo.tree, blob, ABSENT, "", "zz", "0" * 64):
                assert commits.get(name) is None, (stored, name)
        repo.run("gc", "-q")


@pytest.mark.parametrize("suffix", ["idx", "pack"])
def test_a_damaged_pack_gives_unknown_commits_and_no_wrong_ones(tmp_path: Path, suffix: str) -> None:
    repo = packed(random_history(tmp_path / "r", 5), "offset")
    (path,) = (repo.path / "objects" / "pack").glob(f"*.{suffix}")
    truth = {}
    with Commits(repo.path / "objects") as commits:
        for name in repo.run("rev-list", "--all").split():
            truth[name] = commits.get(name)
    path.chmod(0o644)
    whole, rng = path.read_bytes(), random.Random(1)
    for _ in range(25):
        start = rng.randrange(len(whole))
        path.write_bytes(
            rng.choice(
                (
                    whole[:start],
                    whole[:start] + rng.randbytes(40) + whole[start + 40 :],
                    whole[:start] + bytes(len(whole) - start),
                    b"",
                )
            )
        )
        with Commits(repo.path / "objects") as commits:
            found = {name: commits.get(name) for name in truth}
        # What the pack holds has checksums; an offset in the index has none that git would check.
        assert suffix == "idx" or all(commit in (None, truth[name]) for name, commit in found.items())


def test_a_longer_way_than_allowed_is_more_than(tmp_path: Path) -> None:
    repo = random_history(tmp_path / "r", 1)
    ids = repo.run("rev-list", "--topo-order", "c59").split()
    found = by_reading(repo, ids[-1], ids[0], most_commits=10)
    assert found.relation == "far"
    assert 1 <= found.commits <= 11
    assert by_git(repo, ids[-1], ids[0])[1] > found.commits


def test_a_shallow_clone_counts_as_far_as_it_reaches(tmp_path: Path) -> None:
    origin = GitRepo(tmp_path / "origin")
    ids = []
    for number in range(8):
        origin.write("a", str(number))
        ids.append(origin.commit())
    clone = origin.clone(tmp_path / "clone", "--depth=4")
    checkout = Checkout(clone.path / ".git", clone.path / ".git")
    assert checkout.standing(ids[5], "") == Standing("ahead", ids[7], 2)
    assert checkout.standing(ids[4], "") == Standing("ahead", ids[7], 3)
    assert checkout.standing(ids[1], "").relation == "differs"
    # Both ends are here, and what joins them is not.
    clone.run("-c", "protocol.file.allow=always", "fetch", "-q", "--depth=1", "origin", ids[1])
    assert checkout.standing(ids[1], "").relation == "differs"


def test_a_history_without_the_indexed_commit_only_differs(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "r")
    repo.commit()
    checkout = Checkout(repo.path / ".git", repo.path / ".git")
    assert checkout.standing(ABSENT, "") == Standing("differs", repo.head)
    shutil.rmtree(repo.path / ".git" / "objects" / repo.head[:2])
    assert checkout.standing(repo.run("rev-parse", "main"), "").relation == "same"
    assert checkout.standing(ABSENT, "").relation == "differs"
