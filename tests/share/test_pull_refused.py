"""Whatever is not what it claims to be is refused, and everything stays as it was."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest
import zstandard

from graphrag_batch.artifact import digest
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.run import build
from graphrag_batch.errors import ArtifactError, ManifestError
from graphrag_batch.share.manifest import LATEST, SUFFIX, Manifest, dump, parse
from graphrag_batch.share.publish import publish
from graphrag_batch.source.git import Repository
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.litter import litter
from tests.share.pulling import Project, ask, clone_of, contents, current, pulled

Spoil = Callable[[Path], None]


def manifest_in(folder: Path) -> Manifest:
    return parse((folder / LATEST).read_bytes(), "")


def retell(folder: Path, **changes: Any) -> None:
    """Makes the manifests of the artifact published last say something else."""
    manifest = replace(manifest_in(folder), **changes)
    for path in folder.glob("*.json"):
        if path.name == LATEST or parse(path.read_bytes(), "").file == manifest.file:
            path.write_bytes(dump(manifest))


def refile(folder: Path, raw: bytes) -> None:
    """Puts other bytes in the artifact's place, with size and sum told as they are."""
    manifest = manifest_in(folder)
    (folder / manifest.file).write_bytes(raw)
    size, sha256 = len(raw), hashlib.sha256(raw).hexdigest()
    retell(folder, size=size, sha256=sha256, sqlite_size=size, sqlite_sha256=sha256)


def bytes_of(folder: Path) -> bytes:
    return (folder / manifest_in(folder).file).read_bytes()


def told(**changes: Any) -> Spoil:
    return lambda folder: retell(folder, **changes)


def bytes_become(change: Callable[[bytes], bytes]) -> Spoil:
    """The file changes, its manifest does not."""

    def spoil(folder: Path) -> None:
        (folder / manifest_in(folder).file).write_bytes(change(bytes_of(folder)))

    return spoil


def rows_become(*statements: str, whole: bool = False) -> Spoil:
    """The artifact's rows change, and its manifest is of that file. `whole`: its own digests are too."""

    def spoil(folder: Path) -> None:
        path = folder / manifest_in(folder).file
        con = apsw.Connection(str(path))
        con.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
        with con:
            for statement in statements:
                con.execute(statement)
            if whole:
                _digest_anew(con)
        meta: dict[Any, Any] = dict(con.execute("SELECT key, value FROM meta"))  # type: ignore[arg-type]
        con.close()
        refile(folder, path.read_bytes())
        names = ("commit", "tree", "content_digest", "vector_digest", "history_digest", "model")
        retell(folder, **{name: meta[name] for name in names}, counts=json.loads(meta["counts"]))

    return spoil


def _digest_anew(con: apsw.Connection) -> None:
    sums = digest.sums_of(con)
    found = {f"sum_{table}": digest.as_text(total) for table, total in sums.items()}
    found["content_digest"] = digest.content_digest(sums)
    counts = json.loads(con.execute("SELECT value FROM meta WHERE key = 'counts'").get)
    for table in counts:
        counts[table] = con.execute(f"SELECT count(*) FROM {table}").get
    found["counts"] = json.dumps(counts)
    con.executemany("UPDATE meta SET value = ? WHERE key = ?", ((v, k) for k, v in found.items()))


def _bomb(folder: Path) -> None:
    """A few bytes that unpack to a gigabyte, told as the size that they should have."""
    manifest = manifest_in(folder)
    compressor = zstandard.ZstdCompressor(level=1).compressobj()
    raw = b"".join(compressor.compress(bytes(1 << 20)) for _ in range(200)) + compressor.flush()
    (folder / manifest.file).write_bytes(raw)
    retell(folder, size=len(raw), sha256=hashlib.sha256(raw).hexdigest(), compression="zstd")


def _another_database(folder: Path) -> None:
    con = apsw.Connection("")
    con.execute("CREATE TABLE docs (path TEXT); CREATE TABLE meta (key TEXT, value TEXT)")
    refile(folder, con.serialize("main"))


def _two_files(folder: Path) -> None:
    """The artifact of the first commit under the name of the second."""
    other = next(path for path in folder.glob("*.sqlite") if path.name != manifest_in(folder).file)
    refile(folder, other.read_bytes())


def _all(folder: Path, raw: bytes) -> None:
    for path in folder.glob("*.json"):
        path.write_bytes(raw)


CORRUPTIONS: dict[str, tuple[Spoil, str]] = {
    "cut off": (bytes_become(lambda raw: raw[:-5000]), "bytes where its manifest says"),
    "empty": (bytes_become(lambda raw: b""), "bytes where its manifest says"),
    "longer": (bytes_become(lambda raw: raw + b"more"), "bytes where its manifest says"),
    "another byte": (
        bytes_become(lambda raw: raw[:50_000] + bytes([raw[50_000] ^ 1]) + raw[50_001:]),
        "sha256",
    ),
    "a web page": (bytes_become(lambda raw: b"<html>log in</html>"), "bytes where its manifest says"),
    "not there": (lambda folder: (folder / manifest_in(folder).file).unlink(), "cannot be read"),
    "a folder": (
        lambda folder: (
            (folder / manifest_in(folder).file).unlink(),
            (folder / manifest_in(folder).file).mkdir(),
        )[1],
        "cannot be read",
    ),
    "another size": (told(size=12), "bytes where its manifest says"),
    "another sum": (told(sha256="0" * 64), "sha256"),
    "another sum within": (told(sqlite_sha256="0" * 64), "sha256"),
    "another size within": (told(sqlite_size=12), "bytes where its manifest says"),
    "no zstd": (told(compression="zstd"), "compressed file"),
    "a bomb": (_bomb, "unpacks to more than"),
    "another database": (_another_database, "not a graphrag-batch artifact"),
    "another artifact of ours": (_two_files, r"different things \(commit"),
    "text alone": (lambda folder: refile(folder, b"just text" * 9000), "not a SQLite database"),
    "another content digest": (told(content_digest="0" * 32), r"different things \(content_digest\)"),
    "another vector digest": (told(vector_digest="0" * 32), r"different things \(vector_digest\)"),
    "another history": (told(history_digest="0" * 128), r"different things \(history_digest\)"),
    "other counts": (told(counts={"vectors": 7}), r"different things \(counts\)"),
    "another model's name": (told(model="none"), r"different things \(model\)"),
    "another dimension": (told(dim=3), r"different things \(dim\)"),
    "another tool": (told(tool_fingerprint="ab" * 16), r"different things \(tool_fingerprint, identity\)"),
    "another project": (told(project="elsewhere"), r"different things \(project\)"),
    "a path out of the folder": (
        lambda folder: _all(folder, (folder / LATEST).read_bytes().replace(b'"file": "', b'"file": "../')),
        "no plain file name",
    ),
    "a manifest that is no JSON": (lambda folder: _all(folder, b"<html>"), "no JSON"),
    "a manifest of nothing": (lambda folder: _all(folder, b"{}"), "no manifest of an artifact"),
    "a manifest without end": (lambda folder: _all(folder, b" " * 2_000_000), "longer than"),
    "another word": (
        rows_become("UPDATE chunks SET text = replace(text, 'moon', 'mole')"),
        "do not have the digest",
    ),
    "a row too few": (rows_become("DELETE FROM links"), "digest"),
    "words that are not there": (rows_become("DELETE FROM chunks_fts_docsize"), "chunks_fts"),
    "a graph of nothing": (rows_become("DELETE FROM graph_csr"), "graph"),
    "a trigger": (
        rows_become("CREATE TRIGGER t AFTER INSERT ON docs BEGIN DELETE FROM skipped; END"),
        "trigger|does not belong",
    ),
    "a tree that knows other files, with all digests right": (
        rows_become("DELETE FROM skipped WHERE path = 'logo.png'", whole=True),
        "does not know the files of the tree",
    ),
}


@pytest.fixture(scope="module")
def clone_made(project: Project, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A clone that has an index of an earlier commit."""
    clone = clone_of(project, tmp_path_factory.mktemp("refused") / "clone", 0)
    index(clone)
    clone.run("reset", "-q", "--hard", project.commits[2])
    return clone


@pytest.fixture
def spoilt(project: Project, tmp_path: Path) -> Path:
    """The published folder, to be spoilt."""
    return Path(shutil.copytree(project.folder, tmp_path / "published"))


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_what_is_not_what_it_claims_is_refused_and_nothing_changes(
    name: str, clone_made: GitRepo, spoilt: Path
) -> None:
    spoil, words = CORRUPTIONS[name]
    spoil(spoilt)
    room = clone_made.path / ".git"
    before, pointed = contents(room), current(clone_made)
    with pytest.raises((ManifestError, ArtifactError), match=words) as caught:
        pulled(clone_made, spoilt / f"harbor-{_second(clone_made)}{SUFFIX}")
    assert caught.value.where
    assert caught.value.next_step
    assert contents(room) == before
    assert current(clone_made) == pointed
    assert litter(room) == []


def _second(clone: GitRepo) -> str:
    return clone.run("rev-parse", "HEAD~1")[:12]


def test_what_is_unlike_what_was_built_here_is_refused(
    project: Project, tmp_path: Path, spoilt: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    own = Path(index(clone).artifact)
    clone.write("new.md", "# New\n")
    clone.commit()
    retell(spoilt, content_digest="0" * 32)
    before = own.read_bytes()
    with pytest.raises(ArtifactError, match="same tree and settings that is here") as caught:
        pulled(clone, spoilt / LATEST)
    assert "verify --rebuild" in caught.value.next_step
    assert own.read_bytes() == before


def test_a_graph_is_made_again_where_no_manifest_vouches_for_it(project: Project, spoilt: Path) -> None:
    rows_become("DELETE FROM offers", whole=True)(spoilt)
    bare = (spoilt / manifest_in(spoilt).file).rename(spoilt / "bare.sqlite")
    clone = clone_of(project, spoilt.parent / "clone", 1)
    with pytest.raises(ArtifactError, match="offers"):
        pulled(clone, bare)
    assert current(clone) is None


@pytest.mark.parametrize("name", ["another byte", "a manifest that is no JSON", "another word", "not there"])
def test_optional_excuses_no_file_that_is_wrong(name: str, clone_made: GitRepo, spoilt: Path) -> None:
    CORRUPTIONS[name][0](spoilt)
    source = spoilt / f"harbor-{_second(clone_made)}{SUFFIX}"
    done = ask(clone_made, "--optional", source)
    assert (done.returncode, done.stdout) == (1, "")
    assert "error: " in done.stderr
    assert "next: " in done.stderr


def test_an_artifact_relabelled_as_another_commits_is_refused(
    project: Project, tmp_path: Path, spoilt: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone")
    first, second = project.commits[:2]
    tree, own = (clone.run("rev-parse", f"{commit}^{{tree}}") for commit in (second, first))
    for commit in (first, second):
        (spoilt / f"harbor-{commit[:12]}{SUFFIX}").unlink()
    rows_become(
        f"UPDATE meta SET value = '{first}' WHERE key = 'commit'",
        f"UPDATE meta SET value = '{own}' WHERE key = 'tree'",
    )(spoilt)
    with pytest.raises(ArtifactError, match="does not know the files of the tree"):
        pulled(clone, spoilt, rev=first)
    rows_become(f"UPDATE meta SET value = '{tree}' WHERE key = 'tree'")(spoilt)
    with pytest.raises(ArtifactError, match="its tree is not that of the commit"):
        pulled(clone, spoilt)


def test_an_artifact_made_with_other_settings_than_those_in_its_tree_is_refused(
    project: Project, tmp_path: Path
) -> None:
    """Built with HEAD's settings from a tree that has others, and labelled as if that were right."""
    clone = clone_of(project, tmp_path / "clone")
    clone.write(".graphrag.yaml", "project: harbor\nembed: {model: stub}\ndedupe: {threshold: 0.9}\n")
    clone.commit()
    report = index(clone)
    older = clone.run("rev-parse", "HEAD~1^{tree}")
    publish(Path(report.artifact), tmp_path / "out")
    rows_become(
        f"UPDATE meta SET value = '{older}' WHERE key = 'tree'",
        "UPDATE meta SET value = '' WHERE key = 'commit'",
        "UPDATE skipped SET blob = (SELECT blob FROM skipped) WHERE 0",
        f"UPDATE skipped SET blob = '{clone.run('rev-parse', 'HEAD~1:.graphrag.yaml')}' "
        "WHERE path = '.graphrag.yaml'",
        whole=True,
    )(tmp_path / "out")
    fresh = clone.clone(tmp_path / "fresh")
    with pytest.raises(ArtifactError, match="not made with the settings in its tree"):
        pulled(fresh, tmp_path / "out")


@pytest.mark.long
def test_what_only_a_rebuild_can_tell_is_told_by_a_rebuild(
    project: Project, tmp_path: Path, spoilt: Path
) -> None:
    """The limit of all checks without the sources: another word, with every digest and table to match."""
    evil = clone_of(project, tmp_path / "evil", 1)
    evil.write("docs/tides.md", "# Tides\n\nHigh water comes twice a day.\n\n## Moon\n\nThe mole does it.\n")
    evil.commit()
    with Repository.open(evil.path) as repository:
        made = build(repository, Store(tmp_path / "room", tmp_path / "room"), full=True, jobs=1)
    lie = _with_blob_of_truth(Path(made.artifact), project, tmp_path)
    assert verify(lie).ok
    publish(lie, tmp_path / "out")
    clone = clone_of(project, tmp_path / "clone", 1)
    found = pulled(clone, tmp_path / "out")
    done = run("verify", "--rebuild", str(found.artifact), cwd=clone.path)
    assert done.returncode == 1
    assert "a rebuild of the recorded tree gives other content" in done.stderr


def _with_blob_of_truth(artifact: Path, project: Project, room: Path) -> Path:
    """A copy that says it is of the second commit, down to the blobs, and has other words."""
    copy = room / "lie.sqlite"
    shutil.copyfile(artifact, copy)
    blob = project.repo.run("rev-parse", f"{project.commits[1]}:docs/tides.md")
    tree = project.repo.run("rev-parse", f"{project.commits[1]}^{{tree}}")
    con = apsw.Connection(str(copy))
    with con:
        con.execute("UPDATE docs SET blob = ? WHERE path = 'docs/tides.md'", (blob,))
        for key, value in (("commit", project.commits[1]), ("tree", tree)):
            con.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
        for (doc,) in con.execute("SELECT id FROM docs").fetchall():
            con.execute("UPDATE docs SET digest = ? WHERE id = ?", (digest.document_digest(con, doc), doc))
        _digest_anew(con)
    con.close()
    return copy
