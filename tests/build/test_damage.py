"""What a build makes of a damaged base, of objects out of reach, and of malformed trees."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.seal import seal_path
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from graphrag_batch.errors import ArtifactCorrupt, BlobUnavailable
from tests.building import index, index_from_nothing
from tests.gitrepo import GitRepo

PLAIN = "embed: {model: none}\n"


def _repo(path: Path, **files: str) -> GitRepo:
    repo = GitRepo(path)
    repo.write_all({".graphrag.yaml": PLAIN, "a.md": "# A\n\nSee [b](b.md).\n", "b.md": "# B\n\nText.\n"})
    repo.write_all({name.replace("_", "."): text for name, text in files.items()})
    repo.commit()
    return repo


def _sql(statement: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        con = apsw.Connection(str(path))
        con.execute(statement)
        con.close()

    return damage


def _blank_pages(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(3 * 16384)
        file.write(bytes(10 * 16384))


DAMAGE = {
    "pages": _blank_pages,
    "text that is no UTF-8": _sql("UPDATE links SET target = CAST(x'ff' AS TEXT)"),
    "a number for a text": _sql("UPDATE docs SET meta = 7"),
    "no JSON": _sql("UPDATE docs SET meta = '{'"),
    "another word": _sql("UPDATE chunks SET text = replace(text, 'Text', 'Test')"),
    "a row too few": _sql("DELETE FROM sections WHERE title = 'B'"),
    "a path that is no UTF-8": _sql("UPDATE docs SET path = CAST(x'ff' AS TEXT) WHERE path = 'b.md'"),
}


class Changed(NamedTuple):
    """A repository with a commit more than its artifact, and what a build from nothing makes of it."""

    repo: GitRepo
    base: Path
    digest: str


@pytest.fixture(scope="module")
def changed_made(tmp_path_factory: pytest.TempPathFactory) -> Changed:
    folder = tmp_path_factory.mktemp("changed")
    repo = _repo(folder / "repo")
    base = Path(index(repo).artifact)
    repo.write("c.md", "# C\n\nNew.\n")
    repo.commit()
    return Changed(repo, base, index_from_nothing(repo, folder / "room").digest)


@pytest.fixture
def changed(changed_made: Changed, tmp_path: Path) -> Changed:
    """A copy that a test may change."""
    shutil.copytree(changed_made.repo.path, tmp_path / "repo")
    base = tmp_path / "repo" / ".git" / "graphrag" / "artifacts" / changed_made.base.name
    return Changed(GitRepo(tmp_path / "repo"), base, changed_made.digest)


@pytest.mark.sample(2)
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_base_damaged_in_a_way_that_opening_does_not_show_is_no_base(
    damage: Callable[[Path], None], changed: Changed
) -> None:
    damage(changed.base)
    report = index(changed.repo)
    assert (report.mode, report.reason) == ("full", "the earlier artifact cannot be used")
    assert report.digest == changed.digest
    assert verify(Path(report.artifact)).ok


def test_a_base_that_is_copied_whole_is_one(changed: Changed) -> None:
    assert index(changed.repo).mode == "incremental"


UNSEALED = {
    **DAMAGE,
    "no names to be found by": _sql("DELETE FROM offers"),
    "nobody asked": _sql("DELETE FROM asked"),
    "asked what is no list": _sql("UPDATE asked SET keys = x'07'"),
    "a history with no end": _sql("UPDATE meta SET value = 'never' WHERE key = 'history_end'"),
    "a graph of nothing": _sql("DELETE FROM graph_csr"),
    "a trigger": _sql("CREATE TRIGGER t AFTER INSERT ON docs BEGIN DELETE FROM skipped; END"),
    "another index": _sql("DROP INDEX chunks_doc"),
    "other features": _sql("UPDATE meta SET value = '99' WHERE key = 'feature_version'"),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("damage", UNSEALED.values(), ids=UNSEALED)
def test_a_base_without_a_seal_is_one_only_if_it_is_whole(
    damage: Callable[[Path], None], changed: Changed
) -> None:
    damage(changed.base)
    seal_path(changed.base).unlink()
    report = index(changed.repo)
    assert report.mode == "full"
    assert report.digest == changed.digest
    assert verify(Path(report.artifact)).ok
    assert corpus_problems(Path(report.artifact)) == ()


def test_the_artifact_of_this_very_tree_is_built_again_when_it_is_damaged(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    first = index(repo)
    DAMAGE["another word"](Path(first.artifact))
    again = index(repo)
    assert (again.mode, again.reason) == ("full", "the earlier artifact cannot be used")
    assert (again.artifact, again.digest) == (first.artifact, first.digest)
    assert verify(Path(again.artifact)).ok


def test_an_artifact_that_lost_its_seal_is_checked_once_and_sealed(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    first = index(repo)
    seal_path(Path(first.artifact)).unlink()
    assert index(repo).mode == "reused"
    assert seal_path(Path(first.artifact)).exists()
    seal_path(Path(first.artifact)).unlink()
    repo.write("c.md", "# C\n\nNew.\n")
    repo.commit()
    assert index(repo).mode == "incremental"
    current = Path(index(repo).artifact)
    seal_path(current).unlink()
    _sql("UPDATE chunks SET text = replace(text, 'New', 'Old')")(current)
    assert index(repo).mode == "full"


def test_verifying_tells_of_every_damage_and_fails_over_none(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    path = Path(index(repo).artifact)
    whole = path.read_bytes()
    rows = ("relations SET rel = 7", "docs SET id = -id", "chunks SET text = x'ff'", "meta SET value = 7")
    for damage in (*DAMAGE.values(), *(_sql(f"UPDATE {row}") for row in rows)):
        path.write_bytes(whole)
        damage(path)
        with suppress(ArtifactCorrupt):  # it does not even open
            assert not verify(path).ok


def test_objects_that_come_later_are_indexed_though_the_tree_is_the_same(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    blob = repo.run("rev-parse", "HEAD:b.md")
    loose = repo.path / ".git" / "objects" / blob[:2] / blob[2:]
    kept = loose.read_bytes()
    loose.unlink()
    assert index(repo).files["skipped"] == 2  # it, and the settings
    assert index(repo).files["skipped"] == 2
    loose.write_bytes(kept)
    report = index(repo)
    assert report.reason == "some objects were out of reach when the tree was indexed"
    assert (report.files["skipped"], report.work["parsed"]) == (1, 1)
    assert report.digest == index_from_nothing(repo, tmp_path / "room").digest
    assert index(repo).mode == "reused"


def test_a_configuration_out_of_reach_is_named_and_no_default_taken(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    blob = repo.run("rev-parse", "HEAD:.graphrag.yaml")
    (repo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(BlobUnavailable) as caught:
        index(repo)
    assert caught.value.where == ".graphrag.yaml"


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [".graphrag.yaml", "docs/.graphragignore"])
@pytest.mark.parametrize("kind", ["link", "submodule"])
def test_settings_behind_a_link_or_a_submodule_are_not_followed_and_that_is_said(
    name: str, kind: str, tmp_path: Path
) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("elsewhere", "nonsense: 1\n")
    if kind == "link":
        repo.symlink(name, os.path.join(*[".."] * name.count("/"), "elsewhere"))
        repo.run("add", "-A")
    else:
        repo.run("add", "-A")
        repo.submodule(name, "1" * 40)
    repo.commit(add=False)
    assert any(name in problem and "not followed" in problem for problem in index(repo).problems)


def _raw_tree(repo: GitRepo, *items: tuple[str, str, str]) -> str:
    raw = b"".join(f"{mode} {name}\0".encode() + bytes.fromhex(blob) for mode, name, blob in items)
    return repo.run("hash-object", "-w", "-t", "tree", "--literally", "--stdin", stdin=raw)


@pytest.mark.sample(1)
@pytest.mark.parametrize("modes", [("100644", "100644"), ("120000", "120000"), ("100644", "120000")])
def test_of_a_path_that_a_tree_holds_twice_the_first_is_meant(modes: tuple[str, str], tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    one, other = repo.run("rev-parse", "HEAD:a.md"), repo.run("rev-parse", "HEAD:b.md")
    report = index(repo, rev=_raw_tree(repo, (modes[0], "x.md", one), (modes[1], "x.md", other)))
    with open_artifact(Path(report.artifact)) as artifact:
        assert artifact.snapshot() == {"x.md": (int(modes[0], 8), one)}


def test_what_a_tree_calls_a_file_and_is_none_is_skipped(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    report = index(repo, rev=_raw_tree(repo, ("100644", "a.md", repo.head), ("100644", "b.md", repo.tree)))
    with open_artifact(Path(report.artifact)) as artifact:
        rows = artifact.execute("SELECT path, reason, detail FROM skipped ORDER BY path")
    assert rows == [
        ("a.md", "unavailable", "the object is a commit"),
        ("b.md", "unavailable", "the object is a tree"),
    ]
