"""A good artifact opens without a trace; anything else is refused in words that help."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import apsw
import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.errors import (
    ArtifactCorrupt,
    ArtifactError,
    ArtifactForeign,
    ArtifactMissing,
    ArtifactTooNew,
)
from tests.artifact.rows import DOCUMENTS, SKIPPED, document, tamper, write

MANY = [*DOCUMENTS, *(document(f"notes/{n}.md", [f"note {n} " * 200, "tail"]) for n in range(40))]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "a.sqlite"
    write(path, MANY, skipped=SKIPPED)
    return path


@pytest.fixture
def artifact(whole, tmp_path):
    return Path(shutil.copy(whole, tmp_path / "a.sqlite"))


# ---- what is refused --------------------------------------------------------------------------


def overwrite(path: Path, at: int, raw: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(raw)


def cut(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.truncate(size)


def into_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def interrupted_write(path: Path) -> None:
    """A writer killed in the middle: the file, and the hot journal beside it."""
    script = """
import apsw, os, sys
con = apsw.Connection(sys.argv[1])
con.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE chunks SET text = text || 'x'")
os._exit(9)
"""
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert path.with_name("a.sqlite-journal").stat().st_size


def left_in_wal(path: Path) -> None:
    tamper(path, "PRAGMA journal_mode = WAL")


def wal_beside(path: Path) -> None:
    path.with_name("a.sqlite-wal").write_bytes(b"\x37\x7f\x06\x82" + bytes(60))


def other_database(path: Path) -> None:
    path.unlink()
    tamper(path, "CREATE TABLE theirs (x)")


BREAKAGES = {
    "missing": (Path.unlink, ArtifactMissing, "no artifact here"),
    "dangling link": (lambda p: (p.unlink(), p.symlink_to("gone")), ArtifactMissing, "no artifact here"),
    "folder": (into_folder, ArtifactForeign, "a folder"),
    "empty": (lambda p: p.write_bytes(b""), ArtifactCorrupt, "empty"),
    "text": (lambda p: p.write_text("hello " * 99), ArtifactForeign, "not a SQLite database"),
    "git-lfs pointer": (
        lambda p: p.write_text("version https://git-lfs.github.com/spec/v1\n"),
        ArtifactForeign,
        "not a SQLite database",
    ),
    "other database": (other_database, ArtifactForeign, "not a graphrag-batch artifact"),
    "newer format": (lambda p: tamper(p, "PRAGMA user_version = 99"), ArtifactTooNew, "format 99"),
    "no format": (lambda p: tamper(p, "PRAGMA user_version = 0"), ArtifactCorrupt, "no format version"),
    "cut in the header": (lambda p: cut(p, 50), ArtifactCorrupt, "cut off"),
    "cut to a page": (lambda p: cut(p, 16384), ArtifactCorrupt, "truncated"),
    "cut by a byte": (lambda p: cut(p, p.stat().st_size - 1), ArtifactCorrupt, "truncated"),
    "grown": (lambda p: p.open("ab").write(bytes(16384)), ArtifactCorrupt, "longer"),
    "hot journal": (interrupted_write, ArtifactCorrupt, "interrupted"),
    "wal mode": (left_in_wal, ArtifactCorrupt, "WAL"),
    "wal beside": (wal_beside, ArtifactCorrupt, "a.sqlite-wal"),
    "first page zeroed": (lambda p: overwrite(p, 100, bytes(16000)), ArtifactCorrupt, "damaged"),
    "schema page garbage": (lambda p: overwrite(p, 100, b"\xff" * 16284), ArtifactCorrupt, "damaged"),
    "bad page size": (lambda p: overwrite(p, 16, b"\x00\x07"), ArtifactCorrupt, "bytes where"),
    "all pages zeroed": (
        lambda p: overwrite(p, 16384, bytes(p.stat().st_size - 16384)),
        ArtifactCorrupt,
        "damaged",
    ),
    "table dropped": (lambda p: tamper(p, "DROP TABLE symbols"), ArtifactCorrupt, "no table symbols"),
    "full text dropped": (lambda p: tamper(p, "DROP TABLE docs_fts"), ArtifactCorrupt, "docs_fts"),
    "view dropped": (lambda p: tamper(p, "DROP VIEW graph_edges"), ArtifactCorrupt, "graph_edges"),
    "column dropped": (
        lambda p: tamper(p, "ALTER TABLE docs DROP COLUMN lang"),
        ArtifactCorrupt,
        "docs is not made as it should be",
    ),
    "meta emptied": (lambda p: tamper(p, "DELETE FROM meta"), ArtifactCorrupt, "meta has no"),
    "digest gone": (
        lambda p: tamper(p, "DELETE FROM meta WHERE key = 'content_digest'"),
        ArtifactCorrupt,
        "content_digest",
    ),
    "dim no number": (
        lambda p: tamper(p, "UPDATE meta SET value = 'many' WHERE key = 'dim'"),
        ArtifactCorrupt,
        "dim",
    ),
}


@pytest.mark.sample(8)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("breakage", BREAKAGES)
def test_a_broken_artifact_is_refused_and_left_alone(breakage, artifact):
    damage, refusal, words = BREAKAGES[breakage]
    damage(artifact)
    before = folder_contents(artifact.parent)
    with pytest.raises(ArtifactError) as caught:
        open_artifact(artifact)
    assert type(caught.value) is refusal
    assert words in caught.value.what
    assert caught.value.where == str(artifact)
    assert len(caught.value.next_step) > 20
    assert folder_contents(artifact.parent) == before


def folder_contents(folder: Path) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


def test_damage_met_by_a_query_is_a_refusal_too(artifact):
    con = apsw.Connection(str(artifact))
    root = con.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'chunks_doc'").get
    con.close()
    overwrite(artifact, (root - 1) * 16384, b"\xff" * 16384)
    with open_artifact(artifact) as opened, pytest.raises(ArtifactCorrupt, match="damaged"):
        opened.execute("SELECT id FROM chunks INDEXED BY chunks_doc WHERE doc > 0")
    assert not verify(artifact).ok


@pytest.mark.parametrize("name", ["ids", "indptr", "back_indices", "rels", "names"])
def test_a_damaged_graph_is_a_refusal(name, artifact):
    tamper(
        artifact, f"UPDATE graph_csr SET value = substr(value, 1, length(value) - 2) WHERE name = '{name}'"
    )
    with open_artifact(artifact) as opened, pytest.raises(ArtifactCorrupt, match="graph"):
        opened.graph()


def test_damaged_vectors_are_a_refusal(artifact):
    tamper(artifact, "UPDATE vectors SET vec = x'0102' WHERE id = (SELECT max(id) FROM vectors)")
    with open_artifact(artifact) as opened, pytest.raises(ArtifactCorrupt, match="vectors"):
        opened.matrix()


# ---- what is read -----------------------------------------------------------------------------


def test_reading_leaves_nothing_behind(artifact):
    before = folder_contents(artifact.parent)
    with open_artifact(artifact) as opened:
        opened.execute("SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH 'note'")
        opened.matrix(), opened.graph(), opened.snapshot()
        assert folder_contents(artifact.parent) == before
    assert folder_contents(artifact.parent) == before


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM docs",
        "CREATE TABLE more (x)",
        "CREATE TEMP TABLE more (x)",
        "INSERT INTO chunks_fts (chunks_fts) VALUES ('delete-all')",
        "UPDATE chunks_fts_data SET block = x''",
        "PRAGMA user_version = 7",
        "PRAGMA journal_mode = WAL",
        "VACUUM",
        "VACUUM INTO 'copy.sqlite'",
        "ATTACH 'other.sqlite' AS other",
        "SELECT load_extension('x')",
    ],
)
def test_nothing_can_be_written(sql, artifact, monkeypatch):
    monkeypatch.chdir(artifact.parent)
    before = folder_contents(artifact.parent)
    with open_artifact(artifact) as opened:
        try:
            opened.execute(sql)
        except (apsw.Error, ArtifactError):
            refused = True
        else:
            refused = sql.startswith("PRAGMA")
        assert refused
    assert folder_contents(artifact.parent) == before


def test_a_read_only_mount_is_enough(artifact):
    script = f"""
import sys; sys.path[:0] = {sys.path!r}
from pathlib import Path
from graphrag_batch.artifact.read import open_artifact
with open_artifact(Path({str(artifact)!r})) as opened:
    print(len(opened.snapshot()), len(opened.matrix()))
"""
    folder = artifact.parent
    mounted = f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} && exec "
    command = ["unshare", "-rm", "sh", "-c", f'{mounted} "$0" -c "$1"', sys.executable, script]
    if (
        not shutil.which("unshare")
        or subprocess.run([*command[:4], f"{mounted} true"], check=False).returncode
    ):
        pytest.skip("no user namespaces here")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.split()[0] == str(len(MANY) + len(SKIPPED)), done.stderr


def test_odd_names_of_files_are_no_obstacle(whole, tmp_path):
    odd = tmp_path / "a b?mode=rw#100%25 ü.sqlite"
    shutil.copy(whole, odd)
    with open_artifact(odd) as opened:
        assert len(opened.snapshot()) == len(MANY) + len(SKIPPED)


def test_a_link_leads_to_its_artifact_and_the_journal_beside_that(artifact, tmp_path):
    link = tmp_path / "elsewhere" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(artifact)
    with open_artifact(link) as opened:
        assert opened.snapshot()
    interrupted_write(artifact)
    with pytest.raises(ArtifactCorrupt, match="interrupted"):
        open_artifact(link)


def test_an_artifact_replaced_meanwhile_goes_on_answering_as_before(artifact):
    with open_artifact(artifact) as opened:
        before = opened.execute("SELECT count(*) FROM docs")
        write(artifact.with_name("new.sqlite"), DOCUMENTS)
        artifact.with_name("new.sqlite").replace(artifact)
        assert opened.execute("SELECT count(*) FROM docs") == before
        assert len(opened.snapshot()) == len(MANY) + len(SKIPPED)


def test_the_snapshot_holds_indexed_and_skipped_paths(artifact):
    with open_artifact(artifact) as opened:
        snapshot = opened.snapshot()
    assert snapshot["logo.png"] == (0o100644, "f" * 40)
    assert snapshot["docs/guide.md"] == (0o100644, DOCUMENTS[0].doc[2])
    assert len(snapshot) == len(MANY) + len(SKIPPED)


def test_the_graph_can_be_walked_both_ways_and_by_sql(artifact):
    with open_artifact(artifact) as opened:
        graph = opened.graph()
        edges = sorted(opened.execute("SELECT src, dst FROM graph_edges"))
        forward = [
            (int(graph.ids[node]), int(graph.ids[other]))
            for node in range(len(graph.ids))
            for other in graph.indices[graph.indptr[node] : graph.indptr[node + 1]]
        ]
        backward = [
            (int(graph.ids[other]), int(graph.ids[node]))
            for node in range(len(graph.ids))
            for other in graph.back_indices[graph.back_indptr[node] : graph.back_indptr[node + 1]]
        ]
        walked = opened.execute(
            "SELECT id FROM bfsvtab(?, 'graph_edges', 'src', 'dst') WHERE distance = 1", (edges[0][0],)
        )
    assert sorted(forward) == sorted(backward) == edges
    assert walked == [(edges[0][1],)]
    assert graph.names == ("refers_to",)
    assert graph.position(edges[0][0]) is not None
    assert graph.position(1) is None


def test_threads_may_share_an_artifact(artifact):
    failures: list[BaseException] = []

    def ask(opened) -> None:
        try:
            for _ in range(20):
                assert len(opened.execute("SELECT * FROM docs")) == len(MANY)
                assert len(opened.matrix()) > 0
        except BaseException as error:
            failures.append(error)

    with open_artifact(artifact) as opened:
        threads = [threading.Thread(target=ask, args=(opened,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []


def test_reading_reaches_neither_writing_nor_what_is_slow_to_import():
    script = "import sys, graphrag_batch.artifact.read; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "graphrag_batch.artifact.read" in loaded
    assert loaded.isdisjoint({"graphrag_batch.artifact.write", "graphrag_batch.build", "numpy"})
