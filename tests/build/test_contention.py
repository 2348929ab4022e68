"""Builds and what goes on beside them: other builds, git at work, the memo and artifacts changed under
them, clocks set. Nothing is lost, and whoever has to wait is told for whom."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from graphrag_batch.artifact.activity import activity
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.errors import BuildBusy
from tests import forked
from tests.automate.hooked import hooked, last_error, save, until, wait_idle
from tests.building import clean_env, index, index_from_nothing
from tests.gitrepo import GitRepo
from tests.litter import litter
from tests.places import ROOT, program
from tests.serve.process import Wire, command_line

PLAIN = "embed: {model: none}\n"
YEAR = 365 * 86_400
FRESH: dict[str, str] = {}
"""What a build from nothing made of a commit, in tests before."""


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    made = GitRepo(tmp_path / "repo")
    made.write_all({".graphrag.yaml": PLAIN, "a.md": "# A\n\nSee [b](b.md).\n", "b.md": "# B\n\nText.\n"})
    made.commit()
    return made


def _room(repo: GitRepo) -> Path:
    return repo.path / ".git" / "graphrag"


def _store(repo: GitRepo) -> Store:
    return Store(repo.path / ".git", repo.path / ".git")


def _edit(repo: GitRepo, n: int) -> str:
    repo.write("new.md", f"# New {n}\n\nText of {n}; see [a](a.md).\n")
    return repo.commit()


def _is_whole(repo: GitRepo, room: Path, git_dir: Path | None = None) -> bool:
    """Whether the current artifact is sound and what a build from nothing gives."""
    git_dir = git_dir or repo.path / ".git"
    with_common = Path(repo.run("rev-parse", "--path-format=absolute", "--git-common-dir"))
    current = Store(with_common, git_dir).current()
    assert current is not None
    checked = verify(current)
    if repo.head not in FRESH:  # equal steps give equal commits, and equal commits equal content
        FRESH[repo.head] = index_from_nothing(repo, room).digest
    return checked.ok and checked.content_digest == FRESH[repo.head]


# ---- two builds -----------------------------------------------------------------------------------

HOLD = """
import sys
from pathlib import Path
from graphrag_batch.artifact.store import Store
with Store(Path(sys.argv[1]), Path(sys.argv[1])).lock():
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(repo: GitRepo) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the repository's lock until it is told to end."""
    command = [sys.executable, "-c", HOLD, str(repo.path / ".git")]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_a_build_that_may_not_wait_says_who_is_at_it_and_since_when(
    repo: GitRepo, holder: subprocess.Popen[str]
) -> None:
    done = program("index", "--wait", "0", "--repo", repo.path)
    assert done.returncode == 1
    assert re.search(rf"a build is running \(process {holder.pid}, for \d+ s\)", done.stderr)


def test_a_build_waits_for_another_says_so_and_indexes_what_is_there_by_then(
    repo: GitRepo, holder: subprocess.Popen[str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "graphrag_batch", "index", "--repo", str(repo.path)]
    waiting = forked.Popen(command, cwd=ROOT, env=clean_env(), stderr=subprocess.PIPE, text=True)
    assert waiting.stderr is not None
    assert f"process {holder.pid}, for " in waiting.stderr.readline()
    last = _edit(repo, 1)
    holder.communicate("")
    _, said = waiting.communicate(timeout=60)
    assert waiting.returncode == 0, said
    current = _store(repo).current()
    assert current is not None
    with open_artifact(current) as artifact:
        assert artifact.meta["commit"] == last
    assert _is_whole(repo, tmp_path / "room")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "content",
    [
        *("", "rubbish", "-1"),
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("x" * 1_000_000, "9" * 400, "0", "\0", "1 2")
        ),
        "4294967297",
    ],
)
def test_an_owner_that_makes_no_sense_is_nobody(
    content: str, repo: GitRepo, holder: subprocess.Popen[str]
) -> None:
    (_room(repo) / "build.owner").write_text(content)
    with pytest.raises(BuildBusy) as caught, _store(repo).lock():
        pass
    assert re.fullmatch(r"a build is running \((another process|process 1, for \d+ s)\)", caught.value.what)
    holder.communicate("")
    index(repo)
    assert litter(repo.path / ".git") == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("owner", ["{own}", "999999999", "rubbish", "{parent}"])
def test_what_the_dead_left_locks_nobody_out(owner: str, repo: GitRepo, tmp_path: Path) -> None:
    _room(repo).mkdir()
    (_room(repo) / "build.lock").write_text("")
    (_room(repo) / "build.owner").write_text(owner.format(own=os.getpid(), parent=os.getppid()))
    index(repo)
    assert _is_whole(repo, tmp_path / "room")
    assert activity(repo.path / ".git", repo.path / ".git").building is None
    assert litter(repo.path / ".git") == []


def test_no_age_is_negative_when_the_clock_was_set_back(repo: GitRepo, holder: subprocess.Popen[str]) -> None:
    soon = time.time() + YEAR
    os.utime(_room(repo) / "build.owner", (soon, soon))
    with pytest.raises(BuildBusy, match=rf"process {holder.pid}, for 0 s"), _store(repo).lock():
        pass


@pytest.mark.parametrize(("together", "rounds"), [(2, 1), pytest.param(6, 3, marks=pytest.mark.slow)])
def test_builds_of_linked_worktrees_at_once_each_get_their_own(
    together: int, rounds: int, repo: GitRepo, tmp_path: Path
) -> None:
    trees = [repo]
    for n in range(1, together):
        repo.run("worktree", "add", "-q", "--detach", str(tmp_path / f"linked{n}"))
        trees.append(GitRepo(tmp_path / f"linked{n}"))
    for n, tree in enumerate(trees):
        _edit(tree, n)
    processes = [
        forked.Popen(
            [sys.executable, "-m", "graphrag_batch", "index", "--jobs", "1", "--repo", str(tree.path)],
            cwd=ROOT, env=clean_env(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )
        for tree in trees * rounds
    ]  # fmt: skip
    for process in processes:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    for n, tree in enumerate(trees):
        git_dir = Path(tree.run("rev-parse", "--absolute-git-dir"))
        current = Store(repo.path / ".git", git_dir).current()
        assert current is not None
        with open_artifact(current) as artifact:
            assert artifact.meta["commit"] == tree.head
        assert _is_whole(tree, tmp_path / f"room{n}", git_dir)
    assert litter(repo.path / ".git") == []


# ---- the memo -------------------------------------------------------------------------------------


def _hold_lock(path: Path) -> apsw.Connection:
    con = apsw.Connection(str(path))
    con.execute("BEGIN IMMEDIATE")
    return con


def _foreign(path: Path) -> None:
    path.unlink(missing_ok=True)
    con = apsw.Connection(str(path))
    con.execute("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    con.close()


def _blank(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(20_000))


MEMOS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "no database": lambda path: path.write_bytes(b"no database at all" * 100),
    "another's database": _foreign,
    "blank pages": _blank,
    "cut": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "empty": lambda path: path.write_bytes(b""),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "a loop": lambda path: (path.unlink(), path.symlink_to(path.name)),
}
EVERY_MEMO = [
    *(pytest.param(harm, id=name) for name, harm in MEMOS.items()),
    pytest.param(_hold_lock, id="locked", marks=pytest.mark.slow),  # for which five seconds are waited
]


@pytest.mark.slow
@pytest.mark.parametrize("harm", EVERY_MEMO)
def test_whatever_becomes_of_the_memo_before_a_build_the_artifact_is_the_same(
    harm: Callable[[Path], object], repo: GitRepo, tmp_path: Path
) -> None:
    index(repo)
    held = harm(_room(repo) / "memo.sqlite")
    _edit(repo, 1)
    index(repo)
    assert _is_whole(repo, tmp_path / "room")
    del held


@pytest.mark.sample(2)
@pytest.mark.parametrize("harm", EVERY_MEMO)
def test_whatever_becomes_of_the_memo_during_a_build_the_artifact_is_the_same(
    harm: Callable[[Path], object], repo: GitRepo, tmp_path: Path
) -> None:
    index(repo)
    _edit(repo, 1)
    held: list[object] = []

    def progress(stage: str, done: int, total: int) -> None:
        if not held:
            held.append(harm(_room(repo) / "memo.sqlite") or harm)

    report = index(repo, progress=progress)
    assert held
    assert report.mode == "incremental"
    assert _is_whole(repo, tmp_path / "room")


@pytest.mark.slow
def test_a_memo_may_be_cleared_over_and_over_while_builds_go_on(repo: GitRepo, tmp_path: Path) -> None:
    index(repo)
    stop = threading.Event()
    failed: list[str] = []

    def clear() -> None:
        while not stop.is_set():
            for command in (["memo", "clear", "--yes"], ["memo", "prune", "--max-mb", "0"]):
                try:
                    program(*command, "--repo", repo.path)
                except AssertionError as error:
                    failed.append(str(error))

    thread = threading.Thread(target=clear)
    thread.start()
    try:
        for n in range(10):
            _edit(repo, n)
            index(repo, full=True)
    finally:
        stop.set()
        thread.join()
    assert failed == []
    assert _is_whole(repo, tmp_path / "room")


# ---- git at work ----------------------------------------------------------------------------------


def _collect(repo: GitRepo) -> None:
    repo.run("gc", "-q", "--prune=now")


def _repack(repo: GitRepo) -> None:
    repo.run("repack", "-a", "-d", "-f", "-q")


def _rewrite(repo: GitRepo) -> None:
    """What is being indexed is nobody's any more, and gone for good."""
    repo.run("checkout", "-q", "--orphan", "other")
    repo.run("commit", "-q", "-m", "Begin anew")
    repo.run("branch", "-q", "-D", "main")
    repo.run("reflog", "expire", "--expire=now", "--all")
    repo.run("gc", "-q", "--prune=now")


def _move_head(repo: GitRepo) -> None:
    repo.write("later.md", "# Later\n\nText.\n")
    repo.commit("Later")


def _switch(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "--detach", "HEAD~1")


@pytest.mark.sample(1)
@pytest.mark.parametrize("work", [_collect, _repack, _rewrite, _move_head, _switch])
def test_what_git_does_during_a_build_changes_nothing_about_it(
    work: Callable[[GitRepo], None], repo: GitRepo, tmp_path: Path
) -> None:
    index(repo)
    last, expected = _edit(repo, 1), index_from_nothing(repo, tmp_path / "room").digest
    seen: list[str] = []

    def progress(stage: str, done: int, total: int) -> None:
        if not seen:
            seen.append(stage)
            work(repo)

    report = index(repo, progress=progress)
    assert seen
    assert report.commit == last
    with open_artifact(Path(report.artifact)) as artifact:
        assert artifact.meta["commit"] == last
    if report.files["skipped"] == 0:  # nothing was taken away before it was read
        assert report.digest == expected
    assert verify(Path(report.artifact)).ok
    after = index(repo)
    assert after.commit == repo.head
    assert _is_whole(repo, tmp_path / "room")


# ---- artifacts ------------------------------------------------------------------------------------


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


HARMS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "cut": _cut,
    "emptied": lambda path: os.truncate(path, 0),
    "overwritten": lambda path: path.write_bytes(b"x" * 50_000),
    "its folder deleted": lambda path: shutil.rmtree(path.parent),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_an_artifact_harmed_between_two_builds_is_built_again(
    harm: Callable[[Path], object], repo: GitRepo, tmp_path: Path
) -> None:
    harm(Path(index(repo).artifact))
    index(repo)
    assert _is_whole(repo, tmp_path / "room")
    assert litter(repo.path / ".git") == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_a_base_harmed_during_a_build_costs_at_most_the_build(
    harm: Callable[[Path], object], repo: GitRepo, tmp_path: Path
) -> None:
    base = Path(index(repo).artifact)
    _edit(repo, 1)
    seen: list[str] = []

    def progress(stage: str, done: int, total: int) -> None:
        if not seen:
            seen.append(stage)
            harm(base)

    index(repo, progress=progress)
    assert seen
    assert _is_whole(repo, tmp_path / "room")


@pytest.mark.long
def test_the_artifact_of_another_worktree_is_never_pruned(repo: GitRepo, tmp_path: Path) -> None:
    index(repo)
    repo.run("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    linked = GitRepo(tmp_path / "linked")
    kept = Path(index(linked).artifact)
    for n in range(8):
        _edit(repo, n)
        index(repo)
    assert verify(kept).ok
    assert len(_store(repo).artifacts()) <= 6
    repo.run("worktree", "remove", "--force", str(tmp_path / "linked"))
    _edit(repo, 9)
    index(repo)
    assert not kept.exists()
    assert litter(repo.path / ".git") == []


@pytest.mark.slow
def test_a_server_goes_on_answering_from_an_artifact_that_is_pruned(repo: GitRepo) -> None:
    served = Path(index(repo).artifact)
    server = Wire(command_line("--artifact", str(served)), cwd=ROOT, env=clean_env())
    server.shake_hands()
    before = server.tool("outline", path="")
    for n in range(8):
        _edit(repo, n)
        index(repo)
    assert not served.exists()
    after = server.tool("outline", path="")
    code, _ = server.end()
    told = after["structuredContent"].pop("stale")
    assert (code, after["structuredContent"]) == (0, before["structuredContent"])
    assert "the one opened before answers" in told


@pytest.mark.slow
def test_hooks_a_watch_and_people_at_once_end_where_the_last_of_them_was(tmp_path: Path) -> None:
    repo = hooked(tmp_path / "repo")
    save(repo, "a.md", "# A\n\nText.\n")
    command = [sys.executable, "-m", "graphrag_batch", "watch", "--repo", str(repo.path)]
    watching = forked.Popen(command, cwd=ROOT, env=clean_env(), stderr=subprocess.PIPE, text=True)
    try:
        for n in range(6):
            save(repo, f"n{n}.md", f"# N{n}\n\nText.\n")
            if n % 2:
                program("index", "--jobs", "1", "--repo", repo.path)
        wait_idle(repo)
        until(lambda: _tree_of(repo) == repo.tree and not _is_building(repo), "the last state")
    finally:
        watching.send_signal(signal.SIGTERM)
        _, said = watching.communicate(timeout=60)
    assert watching.returncode == 0, said
    assert last_error(repo) == ""
    assert _is_whole(repo, tmp_path / "room")
    assert litter(repo.path / ".git") == []


def _tree_of(repo: GitRepo) -> str:
    current = _store(repo).current()
    if current is None:
        return ""
    with open_artifact(current) as artifact:
        return artifact.meta["tree"]


def _is_building(repo: GitRepo) -> bool:
    return activity(repo.path / ".git", repo.path / ".git").building is not None


@pytest.mark.long
def test_artifacts_from_the_future_do_not_crowd_out_those_of_now(repo: GitRepo) -> None:
    for n in range(5):
        _edit(repo, n)
        soon = time.time() + YEAR * (n + 1)
        os.utime(index(repo).artifact, (soon, soon))
    later = []
    for n in range(5, 8):
        _edit(repo, n)
        later.append(Path(index(repo).artifact))
    assert _store(repo).artifacts()[:3] == later[::-1]
    assert all(path.stat().st_mtime <= time.time() + 1 for path in _store(repo).artifacts())


@pytest.mark.long
def test_artifacts_from_long_ago_are_kept_as_long_as_they_are_used(repo: GitRepo) -> None:
    first = _edit(repo, 0)
    kept = Path(index(repo).artifact)
    os.utime(kept, (1, 1))
    index(repo, rev=first)
    for n in range(1, 5):
        _edit(repo, n)
        index(repo)
    assert kept.exists()
    assert index(repo, rev=first).mode == "reused"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs SIGSTOP")
def test_a_build_that_was_stopped_for_a_while_goes_on_where_it_was(repo: GitRepo, tmp_path: Path) -> None:
    repo.write_all(
        {f"d/{n}.md": f"# N{n}\n\nText; see [a](../a.md).\n" for n in range(500)}
    )  # takes its time
    repo.commit()
    command = [sys.executable, "-m", "graphrag_batch", "index", "--jobs", "1", "--repo", str(repo.path)]
    stopped = forked.Popen(command, cwd=ROOT, env=clean_env(), stdout=subprocess.DEVNULL)
    until(lambda: _is_building(repo), "a build")
    stopped.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(BuildBusy, match=f"process {stopped.pid}"), _store(repo).lock():
            pass
    finally:
        stopped.send_signal(signal.SIGCONT)
    assert stopped.wait(60) == 0
    assert _is_whole(repo, tmp_path / "room")
