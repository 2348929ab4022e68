"""Publishing: what comes of it, what is refused, and that it is all or nothing."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from graphrag_batch.artifact import canonical, vec0
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.run import build
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, ShareError
from graphrag_batch.share.manifest import LATEST, MOST_BYTES, SUFFIX, Manifest, dump, parse, stem
from graphrag_batch.share.packing import decompress
from graphrag_batch.share.publish import MOST_OTHERS, publish
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import worktree_tree
from tests.building import index
from tests.gitrepo import GitRepo
from tests.share.publishing import PAGES, published


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("indexed") / "repo")
    repo.write_all(PAGES)
    repo.commit()
    index(repo)
    return repo


@pytest.fixture
def repo(indexed: GitRepo, tmp_path: Path) -> GitRepo:
    shutil.copytree(indexed.path, tmp_path / "repo")
    repo = GitRepo(tmp_path / "repo")
    repo.commits = indexed.commits
    return repo


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def told(folder: Path) -> Manifest:
    """What `manifest.json` says; its file must be as it says."""
    manifest = parse((folder / LATEST).read_bytes(), "here")
    raw = (folder / manifest.file).read_bytes()
    assert (manifest.size, manifest.sha256) == (len(raw), hashlib.sha256(raw).hexdigest())
    return manifest


# ---- what comes of it ---------------------------------------------------------------------------


def test_what_is_published_is_what_its_manifest_says(repo: GitRepo, tmp_path: Path) -> None:
    made = published(repo, tmp_path / "out")
    name = f"harbor-{repo.head[:12]}"
    assert names(tmp_path / "out") == {f"{name}.sqlite", f"{name}.manifest.json", LATEST}
    manifest = told(tmp_path / "out")
    assert manifest == made.manifest == parse((tmp_path / f"out/{name}.manifest.json").read_bytes(), "here")
    assert made.artifact == tmp_path / "out" / manifest.file
    assert (manifest.commit, manifest.tree, manifest.project) == (repo.head, repo.tree, "harbor")
    assert (manifest.sqlite_version, manifest.vec_version) == canonical.versions()
    assert manifest.counts["docs"] == 4
    found = verify(made.artifact)
    assert found.problems == ()
    assert (manifest.content_digest, manifest.vector_digest) == (found.content_digest, found.vector_digest)
    assert manifest.content_digest == index(repo).digest


def test_compressed_it_is_the_same_file(repo: GitRepo, tmp_path: Path) -> None:
    plain, packed = (published(repo, tmp_path / how, compress=how) for how in ("none", "zstd"))
    assert packed.artifact.name == f"{plain.artifact.name}.zst"
    manifest = told(tmp_path / "zstd")
    assert manifest.compression == "zstd"
    assert manifest.size < plain.manifest.size
    assert decompress(packed.artifact, tmp_path / "back", 10**9) == (
        manifest.sqlite_size,
        manifest.sqlite_sha256,
    )
    assert (tmp_path / "back").read_bytes() == plain.artifact.read_bytes()


def test_publishing_the_same_again_changes_nothing(repo: GitRepo, tmp_path: Path) -> None:
    first = published(repo, tmp_path / "out")
    before = _written(tmp_path / "out")
    again = published(repo, tmp_path / "out")
    assert (first.changed, again.changed) == (True, False)
    assert again == replace(first, changed=False)
    assert _written(tmp_path / "out") == before


def _written(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """What tells whether a file was written again; the time it was last read does not."""
    stats = {path: path.stat() for path in folder.iterdir()}
    return {path: (stat.st_ino, stat.st_size, stat.st_mtime_ns) for path, stat in stats.items()}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "harm"),
    [
        ("harbor-*.sqlite", "gone"), ("harbor-*.sqlite", "changed"), ("harbor-*.manifest.json", "gone"),
        ("harbor-*.manifest.json", "changed"), (LATEST, "gone"),
    ],
)  # fmt: skip
def test_what_was_harmed_is_published_anew(repo: GitRepo, tmp_path: Path, name: str, harm: str) -> None:
    published(repo, tmp_path / "out")
    whole = {path: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    (harmed,) = (tmp_path / "out").glob(name)
    if harm == "gone":
        harmed.unlink()
    else:
        harmed.write_bytes(whole[harmed][:-20])
    assert published(repo, tmp_path / "out").changed
    assert {path: path.read_bytes() for path in (tmp_path / "out").iterdir()} == whole


def test_the_other_form_of_an_artifact_takes_its_place(repo: GitRepo, tmp_path: Path) -> None:
    published(repo, tmp_path / "out")
    made = published(repo, tmp_path / "out", compress="zstd")
    assert {path.name for path in (tmp_path / "out").glob("harbor-*.sqlite*")} == {made.artifact.name}
    told(tmp_path / "out")


def test_manifest_json_is_the_last_and_names_the_others(repo: GitRepo, tmp_path: Path) -> None:
    commits = []
    for n in range(3):
        repo.write("docs/tides.md", f"# Tides {n}\n")
        commits.append(repo.commit())
        published(repo, tmp_path / "out")
    (tmp_path / "out" / "odd.manifest.json").write_text("{}")
    again = published_at(repo, commits[0], tmp_path / "out")
    assert again.commit == commits[0] == told(tmp_path / "out").commit
    assert told(tmp_path / "out").others == tuple(
        sorted(f"harbor-{c[:12]}.manifest.json" for c in commits[1:])
    )


@pytest.mark.long
def test_manifest_json_names_no_more_others_than_it_may_be_long(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = len(f"{stem('x' * 300, '0' * 64, '0' * 64)}{SUFFIX}")
    assert MOST_OTHERS * (longest + len('    "",\n')) < MOST_BYTES - 10_000
    monkeypatch.setattr("graphrag_batch.share.publish.MOST_OTHERS", 2)
    out, made = tmp_path / "out", []
    for n in range(4):
        repo.write("docs/tides.md", f"# Tides {n}\n")
        repo.commit()
        made.append(published(repo, out).artifact.with_suffix(".manifest.json"))
        os.utime(made[-1], ns=(n * 10**9, n * 10**9))
    assert told(out).others == tuple(sorted(path.name for path in made[1:3]))
    assert len(list(out.glob("*.sqlite"))) == 4


def published_at(repo: GitRepo, rev: str, out: Path) -> Manifest:
    return publish(Path(index(repo, rev=rev).artifact), out).manifest


@pytest.mark.long
def test_only_those_published_last_are_kept(repo: GitRepo, tmp_path: Path) -> None:
    out, made = tmp_path / "out", []
    for n in range(4):
        repo.write("docs/tides.md", f"# Tides {n}\n")
        repo.commit()
        made.append(published(repo, out))
        os.utime(made[-1].artifact.with_suffix(".manifest.json"), ns=(n * 10**9, n * 10**9))
    (out / "notes.txt").write_text("mine")
    (out / "odd.manifest.json").write_text("{}")
    last = published(repo, out, keep=2)
    assert set(last.pruned) == {made[0].artifact.name, made[1].artifact.name}
    kept = {each.artifact.name for each in made[2:]}
    assert names(out) == {
        *kept, *(name.replace(".sqlite", ".manifest.json") for name in kept),
        LATEST, "notes.txt", "odd.manifest.json",
    }  # fmt: skip
    assert set(told(out).others) == {made[2].artifact.with_suffix(".manifest.json").name}


# ---- what is refused ----------------------------------------------------------------------------


def test_an_artifact_without_its_vectors_is_published_only_when_that_is_allowed(
    repo: GitRepo, tmp_path: Path
) -> None:
    artifact = Path(index(repo, vectors=False, full=True).artifact)
    with pytest.raises(ShareError, match="no vectors") as refusal:
        publish(artifact, tmp_path / "out")
    assert "--allow-degraded" in refusal.value.next_step
    assert not (tmp_path / "out").exists()
    made = publish(artifact, tmp_path / "out", allow_degraded=True)
    assert told(tmp_path / "out").search_mode == "lexical"
    assert verify(made.artifact).ok


def test_no_model_at_all_is_nothing_that_lacks(repo: GitRepo, tmp_path: Path) -> None:
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.commit()
    made = published(repo, tmp_path / "out")
    assert (made.manifest.dim, made.manifest.vec_version, made.manifest.project) == (0, "", "")
    assert made.artifact.name.startswith("artifact-")


def test_an_artifact_that_lacks_files_is_published_only_when_that_is_allowed(
    repo: GitRepo, tmp_path: Path
) -> None:
    shutil.rmtree(repo.path / ".git/graphrag")
    blob = repo.run("rev-parse", "HEAD:docs/tides.md")
    (repo.path / ".git/objects" / blob[:2] / blob[2:]).unlink()
    artifact = Path(index(repo).artifact)
    with pytest.raises(ShareError, match="1 files of its tree are not in it"):
        publish(artifact, tmp_path / "out")
    assert publish(artifact, tmp_path / "out", allow_degraded=True).manifest.counts["skipped"] == 3


def test_what_belongs_to_no_commit_is_named_by_its_tree(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("docs/tides.md", "# New\n")
    with Repository.open(repo.path) as repository, worktree_tree(repository) as revision:
        store = Store(repository.common_dir, repository.git_dir)
        artifact = Path(build(repository, store, rev=revision, jobs=1).artifact)
    with pytest.raises(ShareError, match="no commit"):
        publish(artifact, tmp_path / "out")
    made = publish(artifact, tmp_path / "out", allow_uncommitted=True)
    assert (made.artifact.name, made.manifest.commit) == (f"harbor-{revision.tree[:12]}.sqlite", "")


def test_what_another_version_made_or_what_is_not_whole_is_refused(repo: GitRepo, tmp_path: Path) -> None:
    artifact = Path(index(repo).artifact)
    copy = tmp_path / "copy.sqlite"
    for sql, refusal in (
        ("UPDATE meta SET value = 'abc' WHERE key = 'tool_fingerprint'", ShareError),
        ("UPDATE chunks SET text = 'forged'", ArtifactCorrupt),
    ):
        copy.write_bytes(artifact.read_bytes())
        with apsw.Connection(str(copy)) as con:
            con.execute(sql)
        con.close()
        with pytest.raises(refusal):
            publish(copy, tmp_path / "out")
    artifact.write_bytes(artifact.read_bytes()[:-1] + b"\1")  # its seal tells
    with pytest.raises(ArtifactCorrupt):
        publish(artifact, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_published_to_is_named(repo: GitRepo, tmp_path: Path) -> None:
    artifact = Path(index(repo).artifact)
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(ArtifactError, match="no folder") as refusal:
            publish(artifact, out)
        assert refusal.value.where == str(out)
        assert "--out" in refusal.value.next_step
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_of_another_program_is_not_written_over(repo: GitRepo, tmp_path: Path) -> None:
    theirs = tmp_path / "out" / LATEST
    theirs.parent.mkdir()
    for text in ('{"name": "Harbor", "start_url": "/", "display": "standalone"}', "", "[]"):
        theirs.write_text(text)
        with pytest.raises(ShareError, match="no manifest of graphrag-batch") as refusal:
            published(repo, theirs.parent)
        assert refusal.value.where == str(theirs)
        assert (theirs.read_text(), names(theirs.parent)) == (text, {LATEST})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_no_pipe_is_waited_for(repo: GitRepo, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = published(repo, out)
    (own,) = out.glob("*.manifest.json")
    os.mkfifo(out / "other.manifest.json")
    for name in (own.name, done.manifest.file):
        (out / name).unlink()
        os.mkfifo(out / name)
        assert published(repo, out).changed
        assert told(out) == done.manifest
    (out / LATEST).unlink()
    os.mkfifo(out / LATEST)
    with pytest.raises(ShareError, match="no manifest of graphrag-batch"):
        published(repo, out)


def test_nothing_is_published_among_the_artifacts_of_the_index(repo: GitRepo) -> None:
    room = Path(index(repo).artifact).parent
    before = names(room)
    with pytest.raises(ShareError, match="where index keeps its own") as refusal:
        published(repo, room)
    assert refusal.value.where == str(room)
    assert names(room) == before


def test_a_folder_in_the_way_of_a_file_is_named(repo: GitRepo, tmp_path: Path) -> None:
    file = published(repo, tmp_path / "first").manifest.file
    (tmp_path / "out" / file).mkdir(parents=True)
    with pytest.raises(ArtifactError) as refusal:
        published(repo, tmp_path / "out")
    assert file in refusal.value.what
    assert names(tmp_path / "out") == {file}


def test_a_full_disk_leaves_what_was_published(repo: GitRepo, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    published(repo, tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    repo.write("docs/tides.md", "# New\n")
    repo.commit()
    artifact = Path(index(repo).artifact)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(ArtifactError) as refusal:
            publish(artifact, tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "--out" in refusal.value.next_step
    assert {path: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before


@pytest.mark.long
def test_without_sqlite_vec_it_is_published_only_when_that_is_allowed_and_then_the_same_again(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(repo.path / ".git/graphrag")
    monkeypatch.setattr(vec0, "PACKAGE", "no_such_package")
    artifact = Path(index(repo).artifact)
    with pytest.raises(ShareError, match="sqlite-vec") as refusal:
        publish(artifact, tmp_path / "out")
    assert "--allow-degraded" in refusal.value.next_step
    made = publish(artifact, tmp_path / "out", allow_degraded=True)
    assert (made.manifest.vec_version, verify(made.artifact).problems) == ("", ())
    monkeypatch.undo()  # what was lacking there is made up for where it is published again
    assert published(repo, tmp_path / "out").manifest.vec_version
    whole = published(repo.clone(tmp_path / "far"), tmp_path / "other")
    assert told(tmp_path / "out") == whole.manifest


# ---- several at once ----------------------------------------------------------------------------


@pytest.mark.long
def test_several_publish_into_one_folder_at_once(repo: GitRepo, tmp_path: Path) -> None:
    artifacts = []
    for n in range(4):
        repo.write("docs/tides.md", f"# Tides {n}\n")
        repo.commit()
        artifacts.append(Path(index(repo).artifact))
    start = threading.Barrier(2 * len(artifacts))
    failed: list[BaseException] = []

    def one(artifact: Path) -> None:
        start.wait()
        try:
            publish(artifact, tmp_path / "out")
        except BaseException as error:  # a thread's is not the test's
            failed.append(error)

    threads = [threading.Thread(target=one, args=(artifact,)) for artifact in artifacts * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(names(tmp_path / "out")) == 2 * len(artifacts) + 1
    assert len(told(tmp_path / "out").others) == len(artifacts) - 1
    assert json.loads(dump(told(tmp_path / "out")))["schema"] == 1
