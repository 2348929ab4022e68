"""`verify` holds what was published against its manifest, and a rebuild against every byte of it."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from graphrag_batch.artifact import digest, vec0
from graphrag_batch.artifact.canonical import write_canonical
from graphrag_batch.artifact.verify import verify
from graphrag_batch.share.manifest import LATEST
from graphrag_batch.share.packing import compress
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.share.publishing import PAGES, published


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("check") / "repo")
    repo.write_all(PAGES)
    repo.commit()
    return repo


@pytest.fixture(scope="module")
def whole(repo: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    published(repo, folder / "none")
    published(repo, folder / "zstd", compress="zstd")
    return folder


@pytest.fixture
def out(whole: Path, tmp_path: Path) -> Path:
    shutil.copytree(whole, tmp_path / "out")
    return tmp_path / "out"


def checked(repo: GitRepo, path: Path, *more: str) -> dict[str, Any]:
    done = run("verify", str(path), *more, "--json", cwd=repo.path)
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if found.get("ok") else 1)
    return found


@pytest.mark.long
def test_the_file_its_manifest_and_their_folder_are_the_same_to_verify(repo: GitRepo, out: Path) -> None:
    for how in ("none", "zstd"):
        file = next((out / how).glob("*.sqlite*"))
        own = next((out / how).glob("harbor-*.manifest.json"))
        for path, told in ((file, own), (own, own), (out / how / LATEST, None), (out / how, None)):
            found = checked(repo, path)
            assert (found["ok"], found["manifest"]) == (True, str(told or out / how / LATEST))
        own.unlink()
        assert checked(repo, file)["manifest"] == str(out / how / LATEST)
        (out / how / LATEST).unlink()
        assert checked(repo, file)["manifest"] is None


def _manifest(**values: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = next(folder.glob("harbor-*.manifest.json"))
        path.write_text(json.dumps({**json.loads(path.read_text()), **values}))

    return change


def _other_rows(folder: Path) -> None:
    """A file that is whole and another's: it is the manifest that tells."""
    (file,) = folder.glob("*.sqlite")
    with apsw.Connection(str(file)) as con:
        con.execute("UPDATE meta SET value = '0' WHERE key = 'commit'")
    con.close()


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("how", "harm", "word"),
    [
        ("none", _manifest(size=7), "bytes where its manifest says 7"),
        ("none", _manifest(sha256="0" * 64), "sha256"),
        ("none", _manifest(sqlite_sha256="0" * 64), "sha256"),
        ("none", _manifest(commit="0" * 40), "commit"),
        ("none", _manifest(tree="0" * 40), "tree"),
        ("none", _manifest(content_digest="0" * 32), "content_digest"),
        ("none", _manifest(vector_digest="0" * 32), "vector_digest"),
        ("none", _manifest(history_digest="0" * 32), "history_digest"),
        ("none", _manifest(model_fingerprint="0" * 32), "model_fingerprint"),
        ("none", _manifest(counts={"docs": 3}), "counts"),
        ("none", _manifest(search_mode="lexical"), "search_mode"),
        ("none", _manifest(sqlite_version="3.40.0"), "sqlite_version"),
        ("none", _manifest(vec_version="v9"), "vec_version"),
        ("none", _manifest(schema=2), "schema 2"),
        ("none", _manifest(compression="zstd"), "it is not compressed"),
        ("zstd", _manifest(compression=""), "it is compressed where its manifest says that it is not"),
        ("none", _other_rows, "commit"),
        ("zstd", _manifest(size=7), "bytes where its manifest says 7"),
        ("zstd", _manifest(sqlite_size=7), "what it unpacks to has"),
        ("zstd", _manifest(sqlite_sha256="0" * 64), "what it unpacks to has the sha256"),
    ],
)
def test_what_its_manifest_says_otherwise_is_told(
    repo: GitRepo, out: Path, how: str, harm: Callable[[Path], None], word: str
) -> None:
    harm(out / how)
    found = checked(repo, next((out / how).glob("*.sqlite*")))
    assert not found["ok"]
    assert any(word in problem for problem in found["problems"]), found["problems"]


@pytest.mark.parametrize("how", ["none", "zstd"])
@pytest.mark.parametrize("kept", [-1, -3000, 5000, 1, 0])
def test_a_file_that_is_cut_off_is_told(repo: GitRepo, out: Path, how: str, kept: int) -> None:
    file = next((out / how).glob("*.sqlite*"))
    file.write_bytes(file.read_bytes()[:kept])
    assert not checked(repo, file).get("ok")


def test_nothing_is_unpacked_beyond_the_limit(repo: GitRepo, out: Path) -> None:
    (out / "big").write_bytes(bytes(4_000_000))
    compress(out / "big", out / "big.sqlite.zst")
    found = checked(repo, out / "big.sqlite.zst", "--max-mb", "3")
    assert "more than 3 MB" in found["error"]
    assert "--max-mb" in found["next"]
    assert checked(repo, out / "zstd", "--max-mb", "3")["ok"]


def test_what_unpacks_to_another_thing_is_named_as_it_lies_there(repo: GitRepo, out: Path) -> None:
    (out / "other").write_bytes(b"# Tides\n")
    compress(out / "other", out / "other.sqlite.zst")
    found = checked(repo, out / "other.sqlite.zst")
    assert found["where"] == str(out / "other.sqlite.zst")
    assert "unpacked: not a SQLite database" in found["error"]


def test_a_full_disk_is_told_with_what_to_do(repo: GitRepo, out: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        done = run("verify", str(out / "zstd"), cwd=repo.path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert done.returncode == 1
    assert "TMPDIR" in done.stderr


@pytest.mark.parametrize("named", ["nothing.sqlite.zst", "nothing.manifest.json", "."])
def test_what_is_not_there_is_named(repo: GitRepo, out: Path, named: str) -> None:
    found = checked(repo, out / named)
    assert str(out / named) in found["where"]
    assert found["next"]


@pytest.mark.long
def test_a_rebuild_gives_every_byte_of_what_was_published(repo: GitRepo, out: Path) -> None:
    for how in ("none", "zstd"):
        found = checked(repo, out / how, "--rebuild")
        assert (found["ok"], found["rebuilt_bytes"], found["incomparable"]) == (True, True, "")
    embedded = checked(repo, out / "none", "--rebuild", "--embed")
    assert (embedded["ok"], embedded["rebuilt_bytes"]) == (True, True)
    assert embedded["rebuilt_vectors"] == embedded["vector_digest"]
    local = checked(repo, Path(index(repo).artifact), "--rebuild")
    assert (local["ok"], local["rebuilt_bytes"]) == (True, None)


@pytest.mark.long
def test_a_rebuild_finds_what_was_changed_and_made_to_fit(repo: GitRepo, out: Path) -> None:
    """Somebody gives a text another vector, and all digests and the manifest fit."""
    file = next((out / "none").glob("*.sqlite"))
    forged = out / "forged.sqlite"
    shutil.copy(file, forged)
    _forge(forged)
    assert verify(forged).ok
    write_canonical(forged, out / "made")
    (out / "made").replace(file)
    raw = file.read_bytes()
    _manifest(
        size=len(raw), sqlite_size=len(raw), vector_digest=verify(file).vector_digest,
        sha256=hashlib.sha256(raw).hexdigest(), sqlite_sha256=hashlib.sha256(raw).hexdigest(),
    )(out / "none")  # fmt: skip
    assert checked(repo, file)["ok"]
    assert checked(repo, file, "--rebuild")["problems"] == [], "vectors are taken from the file"
    found = checked(repo, file, "--rebuild", "--embed")
    assert not found["ok"]
    assert "other vectors" in found["problems"][0]
    assert set(found["differing"]) == {"meta", "vectors"}


_OTHER_VECTOR = """UPDATE vectors SET vec = (SELECT vec FROM vectors ORDER BY id DESC LIMIT 1)
    WHERE id = (SELECT min(id) FROM vectors)"""


def _forge(artifact: Path) -> None:
    con = apsw.Connection(str(artifact))
    vec0.load(con)
    with con:
        con.execute(_OTHER_VECTOR)
        vec0.refill(con, 128)
        sums = digest.sums_of(con)
        con.execute("UPDATE meta SET value = ? WHERE key = 'vector_digest'", (digest.vector_digest(sums),))
        con.execute("UPDATE meta SET value = ? WHERE key = 'sum_vectors'", (digest.as_text(sums["vectors"]),))
    con.close()


def test_a_clone_that_does_not_reach_as_far_says_so(repo: GitRepo, out: Path, tmp_path: Path) -> None:
    repo.commit("Nothing new")
    published(repo, out / "none")
    shallow = repo.clone(tmp_path / "shallow", "--depth=1")
    found = checked(shallow, out / "none", "--rebuild")
    assert (found["ok"], found["rebuilt_bytes"]) == (True, None)
    assert "does not reach" in found["incomparable"]
