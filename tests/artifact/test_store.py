"""The store: old or new and nothing between, one build at a time, nothing pruned that is in use."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, BuildBusy
from tests.artifact.rows import DOCUMENTS, write

TREE, FINGERPRINT = "a" * 40, "b" * 32


@pytest.fixture
def git_dir(tmp_path):
    folder = tmp_path / "repo" / ".git"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def store(git_dir):
    return Store(git_dir, git_dir)


def publish(store: Store, tree: str, base: Path | None = None) -> Path:
    with store.lock():
        temporary = store.begin(base)
        if base is None:
            write(temporary, DOCUMENTS)
        final = store.path_for(tree, FINGERPRINT)
        store.publish(temporary, final)
        store.point(final)
    return final


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_nothing_is_created_by_looking(store, git_dir):
    assert store.current() is None
    assert store.artifacts() == []
    assert store.path_for(TREE, FINGERPRINT) == git_dir / "graphrag/artifacts/aaaaaaaaaaaa-bbbbbbbb.sqlite"
    assert files(git_dir) == set()


def test_a_published_artifact_is_current_and_nothing_else_is_left(store, git_dir):
    final = publish(store, TREE)
    assert store.current() == final
    assert store.artifacts() == [final]
    assert files(git_dir) - {"graphrag/build.lock"} == {
        "graphrag/artifacts/aaaaaaaaaaaa-bbbbbbbb.sqlite",
        "graphrag/artifacts/aaaaaaaaaaaa-bbbbbbbb.sqlite.sum",
        "graphrag/current",
    }
    assert verify(final).ok


def test_a_build_begins_from_a_copy_and_leaves_its_base_alone(store):
    base = publish(store, TREE)
    before = base.read_bytes()
    with store.lock():
        temporary = store.begin(base)
        assert temporary.read_bytes() == before
        write(temporary, [], [DOCUMENTS[0].doc[0]], DOCUMENTS[1:])
        assert base.read_bytes() == before
        assert store.begin(base) != temporary


def test_a_build_cannot_begin_without_the_lock(store):
    with pytest.raises(RuntimeError, match="lock"):
        store.begin(None)


def test_a_reader_keeps_what_it_opened_when_the_same_name_is_published_again(store):
    final = publish(store, TREE)
    with open_artifact(final) as reader:
        with store.lock():
            temporary = store.begin(final)
            write(temporary, [], [DOCUMENTS[0].doc[0]], DOCUMENTS[1:])
            store.publish(temporary, final)
        assert len(reader.snapshot()) == 3
        with open_artifact(final) as other:
            assert len(other.snapshot()) == 2


def test_every_worktree_has_its_own_pointer_to_shared_artifacts(git_dir):
    linked_dir = git_dir / "worktrees" / "feature"
    linked_dir.mkdir(parents=True)
    main, linked = Store(git_dir, git_dir), Store(git_dir, linked_dir)
    one, two = publish(main, "1" * 40), publish(linked, "2" * 40)
    assert (main.current(), linked.current()) == (one, two)
    assert set(main.artifacts()) == set(linked.artifacts()) == {one, two}


def test_a_worktree_that_was_removed_is_not_made_anew(git_dir):
    gone = git_dir / "worktrees" / "gone"
    store = Store(git_dir, gone)
    with pytest.raises(ArtifactError):
        publish(store, TREE)
    store.record_error("no use")
    assert not gone.exists()


def test_what_is_built_ahead_is_kept_and_not_current(git_dir):
    here, ahead = Store(git_dir, git_dir), Store(git_dir, git_dir, pointing=False)
    one = publish(here, "1" * 40)
    os.utime(one, (1000, 1000))
    two = publish(ahead, "2" * 40)
    assert here.current() == ahead.current() == one
    assert here.artifacts() == [two, one]


def test_a_repository_that_moved_still_finds_its_artifact(store, git_dir, tmp_path):
    publish(store, TREE)
    moved = tmp_path / "elsewhere"
    git_dir.parent.rename(moved)
    there = Store(moved / ".git", moved / ".git")
    assert [there.current()] == there.artifacts()


def test_a_pointer_may_lead_outside(store, tmp_path):
    outside = tmp_path / "pulled ü.sqlite"
    write(outside, DOCUMENTS)
    before = outside.stat().st_mtime_ns
    with store.lock():
        store.point(outside)
    assert store.current() == outside
    assert outside.stat().st_mtime_ns == before


@pytest.mark.parametrize("content", [b"", b"\n", b"gone.sqlite\n", b"\xff\xfe\n", b"../../..\n"])
def test_a_pointer_that_leads_nowhere_is_no_pointer(content, store, git_dir):
    publish(store, TREE)
    (git_dir / "graphrag/current").write_bytes(content)
    assert store.current() is None


def test_artifacts_come_newest_use_first(store):
    paths = [publish(store, digit * 40) for digit in "123"]
    for age, path in enumerate(paths):
        os.utime(path, (1000 + age, 1000 + age))
    assert store.artifacts() == paths[::-1]
    with store.lock():
        store.point(paths[0])
    assert store.artifacts() == [paths[0], paths[2], paths[1]]


def test_pruning_spares_the_newest_and_what_any_worktree_points_to(git_dir):
    (git_dir / "worktrees/feature").mkdir(parents=True)
    main, linked = Store(git_dir, git_dir), Store(git_dir, git_dir / "worktrees/feature")
    in_main, in_linked, *others = [
        publish(store, digit * 40) for digit, store in zip("12345", (main, linked, *[main] * 3), strict=True)
    ]
    for age, path in enumerate([in_main, in_linked, *others]):
        os.utime(path, (1000 + age, 1000 + age))
    with main.lock():
        main.point(in_main)
        os.utime(in_main, (1, 1))
        assert set(main.prune(1)) == {others[0], others[1]}
    assert main.artifacts() == [others[2], in_linked, in_main]
    with linked.lock():
        assert linked.prune(0) == [others[2]]
    assert main.current() == in_main
    assert linked.current() == in_linked


HOLD = """
import sys
from pathlib import Path
from graphrag_batch.artifact.store import Store
store = Store(Path(sys.argv[1]), Path(sys.argv[1]))
with store.lock():
    print(store.begin(None), flush=True)
    store.begin(None).write_bytes(b"half")
    sys.stdin.read()
"""


@pytest.fixture
def holder(git_dir):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(git_dir)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    yield process
    process.kill()
    process.communicate()


def test_the_lock_may_be_asked_for_again_by_its_holder(store):
    with store.lock():
        temporary = store.begin(None)
        temporary.write_bytes(b"half")
        with store.lock():
            assert temporary.exists()
        assert temporary.exists()
        temporary.unlink()


def test_a_second_build_is_told_who_is_busy(store, holder):
    with pytest.raises(BuildBusy, match=rf"process {holder.pid}, for \d+ s") as caught, store.lock(0.05):
        pass
    assert caught.value.next_step
    holder.communicate("")
    with store.lock():
        pass


def test_what_a_killed_build_left_is_cleared_by_the_next(store, git_dir, holder):
    while not list(git_dir.glob("graphrag/building/*")):
        time.sleep(0.01)
    holder.kill()
    holder.wait()
    assert files(git_dir / "graphrag/building")
    with store.lock(5):
        assert not files(git_dir / "graphrag/building")


def test_a_git_directory_that_cannot_be_written_is_explained(tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    with pytest.raises(ArtifactError) as caught, Store(blocked, blocked).lock():
        pass
    assert "cannot be written" in caught.value.what
    assert "--artifact" in caught.value.next_step


FULL = """
import resource, signal, sys
from pathlib import Path
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.errors import ArtifactError
from tests.artifact.rows import DIM, META, document
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
try:
    with ArtifactWriter(Path(sys.argv[1])) as writer:
        writer.add_documents(document(f"{n}.md", [f"{n} " * 4000]) for n in range(100))
        writer.finish(META, DIM)
except ArtifactError as error:
    print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
def test_a_full_disk_is_explained(tmp_path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", FULL, str(tmp_path / "a.sqlite")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "cannot be written" in done.stdout, done.stderr
    assert "free some disk space" in done.stdout


def test_what_is_in_the_way_of_housekeeping_stops_no_build(store: Store) -> None:
    with store.lock():
        (store.memo_path.parent / "last_error").mkdir()
        store.record_error("")
        store.record_error("why")
        store.path_for("0" * 40, "0" * 8).parent.mkdir()
        store.path_for("0" * 40, "0" * 8).symlink_to("nowhere")
        assert store.artifacts() == []


def test_a_failed_build_leaves_no_copy_to_fill_the_disk(store: Store) -> None:
    with store.lock():
        copy = store.begin(None)
        copy.write_bytes(b"half")
    assert not copy.exists()


def test_no_build_begins_on_a_file_that_changed_since_it_was_published(store):
    final = publish(store, TREE)
    with store.lock():
        assert store.begin(final).read_bytes() == final.read_bytes()
        damaged = bytearray(final.read_bytes())
        damaged[-1] ^= 1
        final.write_bytes(bytes(damaged))
        with pytest.raises(ArtifactCorrupt, match="changed since it was published"):
            store.begin(final)


def test_a_pruned_artifact_takes_its_digest_along(store, git_dir):
    for tree in ("1" * 40, "2" * 40, "3" * 40):
        publish(store, tree)
    with store.lock():
        store.prune(1)
    assert len([name for name in files(git_dir) if name.endswith((".sqlite", ".sum"))]) == 2
