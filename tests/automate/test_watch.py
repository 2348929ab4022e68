"""Watching: a real process follows a real worktree. The rules it goes by are tested by themselves."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.automate.changes import SETTLE_SECONDS, Burst, matters, under_way
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import worktree_tree
from tests import forked
from tests.building import clean_env, index
from tests.cli.program import run
from tests.gitrepo import GitRepo

DEADLINE = 120.0
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")


def settings(**watch: Any) -> str:
    return json.dumps({"embed": {"model": "none"}, "watch": {"debounce_ms": 50, **watch}})


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": settings(), ".gitignore": "node_modules/\n*.swp\n"})
    repo.write_all({"a.md": "# A\n", "docs/b.md": "# B\n"})
    repo.commit()
    return repo


class Watching:
    """A `watch` process and what it has said so far."""

    def __init__(self, repo: GitRepo, room: Path, *prefix: str, **env: str) -> None:
        self.repo = repo
        self._out, self._err = room / "out", room / "err"
        with self._out.open("wb") as out, self._err.open("wb") as err:
            command = [*prefix, sys.executable, "-m", "graphrag_batch", "watch", "--json"]
            self.process = forked.Popen(
                command, cwd=repo.path, env=clean_env(**env), stdin=subprocess.DEVNULL, stdout=out, stderr=err
            )

    @property
    def said(self) -> list[dict[str, Any]]:
        whole, _, _ = self._out.read_text().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]

    @property
    def builds(self) -> list[dict[str, Any]]:
        return [line for line in self.said if "error" not in line]

    @property
    def complaints(self) -> str:
        return self._err.read_text()

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Polls until the condition holds. Fails the test at a deadline that no machine needs."""
        end = time.monotonic() + DEADLINE
        while not condition():
            assert self.process.poll() is None, f"it ended while {what}: {self.complaints}"
            assert time.monotonic() < end, f"not {what}: {self.complaints}\n{self.said}"
            time.sleep(0.02)

    def until_current(self, what: str) -> None:
        """Until the pointer leads to the artifact of the worktree's tree, stamped with its commit."""
        self.until(lambda: pointed(self.repo) == expected(self.repo), what)

    def stays(self, condition: Callable[[], object]) -> None:
        """That nothing happens takes a moment to see: too short a one would miss a fault, never make one."""
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            assert condition()
            time.sleep(0.02)

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(DEADLINE)


def store_of(repo: GitRepo) -> Store:
    with Repository.open(repo.path) as opened:
        return Store(opened.common_dir, opened.git_dir)


def pointed(repo: GitRepo) -> tuple[str, str, str] | None:
    """The tree that is indexed, its commit, and the one its history goes up to."""
    path = store_of(repo).current()
    if path is None:
        return None
    with open_artifact(path) as artifact:
        return artifact.meta["tree"], artifact.meta["commit"], artifact.meta["history_commit"]


def expected(repo: GitRepo) -> tuple[str, str, str]:
    with Repository.open(repo.path) as opened, worktree_tree(opened) as revision:
        return revision.tree, revision.commit or "", revision.parent or ""


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[..., Watching]]:
    """Starts watching, and waits for the first build."""
    started: list[Watching] = []

    def start(repo: GitRepo, *prefix: str, first: bool = True, **env: str) -> Watching:
        room = tmp_path / f"said-{len(started)}"
        room.mkdir()
        started.append(Watching(repo, room, *prefix, **env))
        if first:
            started[-1].until(lambda: started[-1].builds, "built at the start")
        return started[-1]

    yield start
    for watching in started:
        watching.process.kill()
        watching.process.wait()


# ---- following -----------------------------------------------------------------------------------


def save(repo: GitRepo, path: str, content: str) -> None:
    """As many editors do it: a file is never seen half written."""
    repo.write("node_modules/saving", content)
    os.replace(repo.file("node_modules/saving"), repo.file(path))


def new_folders(repo: GitRepo) -> None:
    repo.write("deep/er/est/c.md", "# C\n")
    repo.write("deep/d.md", "# D\n")


def commit_a_part(repo: GitRepo) -> None:
    """The worktree's tree stays as it is, and goes on from another commit."""
    repo.run("add", "one.md")
    repo.run("commit", "-q", "-m", "One")


def conflict(repo: GitRepo) -> None:
    """A rebase that stops half-way."""
    repo.run("checkout", "-q", "-b", "late", "HEAD~3")
    repo.write("a.md", "# Late\n")
    repo.run("commit", "-q", "-a", "-m", "Late")
    with pytest.raises(AssertionError):
        repo.run("rebase", "main")
    assert under_way(repo.path / ".git") == "a rebase"


STEPS: list[tuple[str, Callable[[GitRepo], object]]] = [
    ("edit", lambda repo: repo.write("a.md", "# A\n\nEdited.\n")),
    ("new file", lambda repo: repo.write("new.md", "# New\n")),
    ("atomic save", lambda repo: save(repo, "docs/b.md", "# B, saved by way of another file\n")),
    ("new folders", new_folders),
    ("file in a new folder", lambda repo: repo.write("deep/er/f.md", "# F\n")),
    ("rename", lambda repo: repo.rename("new.md", "renamed.md")),
    ("rename of a folder", lambda repo: repo.rename("deep", "shallow")),
    ("delete", lambda repo: repo.remove("docs/b.md")),
    ("commit", lambda repo: repo.commit(add=True)),
    ("two files", lambda repo: repo.write_all({"one.md": "# One\n", "two.md": "# Two\n"})),
    ("commit of a part", commit_a_part),
    ("commit of the rest", lambda repo: repo.commit(add=True)),
    ("amend", lambda repo: repo.run("commit", "-q", "--amend", "-m", "Amended")),
    ("branch", lambda repo: repo.run("checkout", "-q", "-b", "side", "HEAD~1")),
    ("edit again", lambda repo: repo.write("a.md", "# A on the side\n")),
    ("stash", lambda repo: repo.run("stash")),
    ("stash pop", lambda repo: repo.run("stash", "pop")),
    ("reset", lambda repo: repo.run("reset", "-q", "--hard", "main")),
    ("ignore", lambda repo: repo.write(".gitignore", "shallow/\n")),
    ("file to folder", lambda repo: (repo.remove("a.md"), repo.write("a.md/b.md", "# B\n"))),
    ("hard reset", lambda repo: (repo.remove("a.md"), repo.run("reset", "-q", "--hard", "main"))),
    (
        "lock that a killed git left",
        lambda repo: repo.write_all({".git/index.lock": "", "locked.md": "# L\n"}),
    ),
    ("lock taken away", lambda repo: (repo.remove(".git/index.lock"), repo.remove("locked.md"))),
    ("stopped rebase", conflict),
    ("rebase given up", lambda repo: repo.run("rebase", "--abort")),
]


SHORT = {"edit", "new file", "atomic save", "rename", "delete", "commit", "branch", "reset"}


@pytest.mark.long
@pytest.mark.parametrize("short", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_whatever_is_done_to_a_worktree_its_artifact_follows(
    short: bool, repo: GitRepo, watch: Callable[..., Watching]
) -> None:
    watching = watch(repo)
    watching.until_current("built at the start")
    for name, step in STEPS:
        if short and name not in SHORT:
            continue
        step(repo)
        watching.until_current(name)
    assert all(line["source"] == "worktree" for line in watching.builds)
    assert {line["mode"] for line in watching.builds[1:]} == {"incremental", "reused"}
    lines = [line for line in watching.complaints.splitlines() if " s" in line and ":" in line]
    assert len(lines) >= len(watching.builds)
    assert watching.end() == 0
    assert [path.name for path in (repo.path / ".git" / "graphrag" / "building").iterdir()] == []


@posix
def test_what_leaves_the_tree_as_it_is_builds_nothing(
    repo: GitRepo, tmp_path: Path, watch: Callable[..., Watching]
) -> None:
    looks = tmp_path / "looks"  # a line for each time that git reads the file
    repo.run("config", "filter.looks.clean", f"echo >> '{looks}'; cat")
    repo.write_all({".gitattributes": "a.md filter=looks\n", "a.md": "# Touched\n"})
    watching = watch(repo)
    harmless: list[Callable[[], object]] = [
        lambda: repo.write("node_modules/x/y.md", "# Ignored\n"),
        lambda: os.utime(repo.file("a.md")),
        lambda: repo.write(".git/refs/heads/other", repo.head + "\n"),
        lambda: os.makedirs(repo.file("folder/of/nothing")),
        lambda: repo.write("node_modules/last.md", "# Ignored\n"),
    ]
    for change in harmless:
        seen = looks.read_bytes()
        change()
        watching.until(lambda seen=seen: looks.read_bytes() != seen, "looking")  # type: ignore[misc]
    save(repo, "last.md", "# Last\n")
    watching.until(lambda: len(watching.builds) > 1, "built the last change")
    watching.until_current("pointed to the last change")
    assert len(watching.builds) == 2
    assert watching.builds[1]["files"]["added"] == 1


@posix
@pytest.mark.slow
def test_a_burst_is_one_build(repo: GitRepo, watch: Callable[..., Watching]) -> None:
    repo.write(".graphrag.yaml", settings(debounce_ms=1500))
    watching = watch(repo)
    for number in range(100):
        repo.write(f"burst/{number % 7}/{number}.md", f"# {number}\n")
    watching.until(lambda: len(watching.builds) > 1, "built the burst")
    assert watching.builds[1]["files"]["added"] == 100
    assert len(watching.builds) == 2


@posix
@pytest.mark.slow
def test_what_changes_during_a_build_is_one_more_build(repo: GitRepo, watch: Callable[..., Watching]) -> None:
    repo.write(".graphrag.yaml", settings(debounce_ms=1000))
    watching = watch(repo)
    many(repo)
    watching.until(lambda: list((repo.path / ".git/graphrag/building").glob("*")), "building")
    repo.write_all({f"late/{number}.md": f"# {number}\n" for number in range(5)})
    watching.until(lambda: len(watching.builds) > 2, "built once more")
    assert [line["files"]["added"] for line in watching.builds[1:]] in ([60, 5], [65, 0])
    watching.until_current("pointed to all")
    assert len(watching.builds) == 3


def test_a_pointer_that_a_hook_moved_to_head_is_moved_back(
    repo: GitRepo, watch: Callable[..., Watching]
) -> None:
    watching = watch(repo)
    repo.write("a.md", "# Not committed\n")
    watching.until_current("built the edit")
    edited = store_of(repo).current()
    builds = len(watching.builds)
    assert index(repo, wait=DEADLINE).commit == repo.head  # as a hook does
    watching.until(lambda: store_of(repo).current() == edited, "pointed back")
    watching.until(lambda: len(watching.builds) > builds, "told of it")
    assert watching.builds[-1]["mode"] == "reused"
    assert not any(watching.builds[-1]["work"][name] for name in ("parsed", "chunked", "embedded"))


def test_a_failing_build_is_told_and_the_next_one_is_made(
    repo: GitRepo, watch: Callable[..., Watching]
) -> None:
    repo.write(".graphrag.yaml", "nonsense: true\n")
    watching = watch(repo, first=False)
    watching.until(lambda: watching.said, "told of the failure")
    assert "nonsense" in watching.said[0]["error"]
    assert "next:" in watching.complaints
    assert "nonsense" in (repo.path / ".git" / "graphrag" / "last_error").read_text()
    repo.write(".graphrag.yaml", settings())
    watching.until_current("built after the mistake")
    told = repo.path / ".git" / "graphrag" / "last_error"
    watching.until(lambda: not told.exists(), "forgot the mistake")
    assert "Traceback" not in watching.complaints


def test_a_mistake_taken_back_is_forgotten_though_the_tree_is_the_one_indexed(
    repo: GitRepo, watch: Callable[..., Watching]
) -> None:
    watching = watch(repo)
    good = (repo.path / ".graphrag.yaml").read_text()
    repo.write(".graphrag.yaml", "nonsense: true\n")
    watching.until(lambda: len(watching.said) == 2, "told of the failure")
    repo.write(".graphrag.yaml", good)
    watching.until(lambda: len(watching.said) == 3, "told that it is mended")
    assert watching.said[-1]["mode"] == "reused"
    assert not (repo.path / ".git" / "graphrag" / "last_error").exists()


def test_a_second_watch_of_a_worktree_names_the_first(repo: GitRepo, watch: Callable[..., Watching]) -> None:
    watching = watch(repo)
    second = watch(repo, first=False)
    assert second.process.wait(DEADLINE) == 1
    assert f"already watched by process {watching.process.pid}" in second.complaints
    watching.process.kill()
    watching.process.wait()
    assert watch(repo).builds[0]["mode"] == "reused"


@pytest.mark.slow
def test_a_build_elsewhere_is_waited_for(repo: GitRepo, watch: Callable[..., Watching]) -> None:
    with store_of(repo).lock():
        watching = watch(repo, first=False)
        watching.until(lambda: f"process {os.getpid()}" in watching.complaints, "waiting")
        repo.write("meanwhile.md", "# Meanwhile\n")
        watching.stays(lambda: not watching.said)
    watching.until(lambda: watching.said, "told of its build")
    watching.until_current("built when it was its turn")
    assert watching.said[0]["files"]["added"] == 4


@pytest.mark.slow
def test_only_the_folder_set_starts_a_build_and_settings_are_read_again(
    repo: GitRepo, watch: Callable[..., Watching]
) -> None:
    watching = watch(repo)
    repo.write(".graphrag.yaml", settings(dir="docs"))
    watching.until_current("built the change of settings")
    builds = len(watching.builds)
    repo.write("a.md", "# Outside\n")
    watching.stays(lambda: len(watching.builds) == builds)
    save(repo, "docs/b.md", "# Inside\n")
    watching.until_current("built both")
    assert len(watching.builds) == builds + 1
    shutil.rmtree(repo.path / "docs")
    watching.until_current("built without the folder")
    repo.write("docs/b.md", "# Back\n")
    watching.until_current("built with a new folder")
    repo.write("docs/b.md", "# Back, edited\n")
    watching.until_current("built an edit in the new folder")


@pytest.mark.slow
def test_a_linked_worktree_is_followed_by_itself(
    repo: GitRepo, tmp_path: Path, watch: Callable[..., Watching]
) -> None:
    repo.run("worktree", "add", "-q", "-b", "linked", str(tmp_path / "linked"))
    linked = GitRepo(tmp_path / "linked")
    watching = watch(linked)
    repo.write("main.md", "# Not there\n")
    linked.write("linked.md", "# Here\n")
    watching.until_current("built the linked worktree")
    linked.run("add", ".")
    linked.run("commit", "-q", "-m", "Here")
    watching.until(lambda: pointed(linked) == (linked.tree, linked.head, linked.head), "stamped")
    assert pointed(repo) is None
    repo.run("worktree", "remove", "--force", str(linked.path))
    assert watching.process.wait(DEADLINE) == 1
    assert "the worktree is gone" in watching.complaints
    assert not linked.path.exists()


@pytest.mark.long
@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("unshare") is None, reason="needs user namespaces"
)
def test_beyond_the_systems_limit_it_polls_and_says_what_to_set(
    repo: GitRepo, watch: Callable[..., Watching]
) -> None:
    few = 'echo 3 > /proc/sys/user/max_inotify_watches && exec "$@"'
    prefix = ("unshare", "--user", "--map-root-user", "sh", "-c", few, "sh")
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
        pytest.skip("user namespaces are closed here")
    watching = watch(repo, *prefix)
    assert "sysctl fs.inotify.max_user_watches" in watching.complaints
    repo.write("docs/new.md", "# New\n")
    watching.until_current("built by polling")


# ---- beginning and ending ------------------------------------------------------------------------


def many(repo: GitRepo) -> None:
    text = "\n".join(f"## Part {n}\n\nWords about part {n}.\n" for n in range(60))
    repo.write_all({f"many/{n}.md": f"# Page {n}\n\n{text}" for n in range(60)})


@posix
@pytest.mark.parametrize(
    ("number", "code"), [pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow), (signal.SIGTERM, 0)]
)
def test_it_ends_at_once_in_peace(
    repo: GitRepo, watch: Callable[..., Watching], number: signal.Signals, code: int
) -> None:
    watching = watch(repo)
    before = pointed(repo)
    many(repo)
    building = repo.path / ".git" / "graphrag" / "building"
    watching.until(lambda: list(building.glob("*")), "building")
    assert watching.end(number) == code
    assert "Traceback" not in watching.complaints
    assert list(building.glob("*")) == []
    assert not (repo.path / ".git" / "graphrag" / "temporary").exists()
    assert len(watching.builds) == 1 or pointed(repo) != before
    with store_of(repo).lock():  # it holds nothing any more
        pass
    assert index(repo).commit == repo.head


@posix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 0, marks=pytest.mark.slow), (signal.SIGHUP, 0)],
)
def test_it_ends_while_nothing_happens(
    repo: GitRepo, watch: Callable[..., Watching], number: signal.Signals, code: int
) -> None:
    watching = watch(repo)
    watching.until_current("built at the start")
    assert watching.end(number) == code
    assert "Traceback" not in watching.complaints


@pytest.mark.parametrize(
    ("dir_", "bare", "says"), [(".", True, "bare"), ("nowhere", False, "watch.dir names no folder")]
)
def test_what_cannot_be_watched_is_refused(
    repo: GitRepo, tmp_path: Path, dir_: str, bare: bool, says: str
) -> None:
    repo.write(".graphrag.yaml", settings(dir=dir_))
    made = repo.clone(tmp_path / "bare", "--bare") if bare else repo
    refused = run("watch", "--json", cwd=made.path)
    assert refused.returncode == 1
    assert says in refused.stderr
    assert "next:" in refused.stderr


# ---- the rules -------------------------------------------------------------------------------------

GIT_DIRS = ("/r/.git/worktrees/w", "/r/.git")


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/r/a.md", True), ("/r/docs", True), ("/r/node_modules/x", True), ("/r/.github/x.yml", True),
        ("/r/.gitignore", True), ("/r/.git-notes/HEAD", True),
        ("/r/.git/HEAD", True), ("/r/.git/index", True), ("/r/.git/packed-refs", True),
        ("/r/.git/refs/heads/a/b", True), ("/r/.git/reftable/tables.list", True),
        ("/r/.git/info/exclude", True),
        ("/r/.git/MERGE_HEAD", True), ("/r/.git/rebase-merge", True), ("/r/.git/graphrag/current", True),
        ("/r/.git/worktrees/w/HEAD", True), ("/r/.git/worktrees/w/graphrag/current", True),
        ("/r/.git/modules/sub/dir/HEAD", True), ("/r/sub/.git/HEAD", True),
        ("/r/.git", False), ("/r/.git/index.lock", False), ("/r/.git/refs/heads/a.lock", False),
        ("/r/.git/objects/ab/cd", False), ("/r/.git/logs/HEAD", False), ("/r/.git/COMMIT_EDITMSG", False),
        ("/r/.git/worktrees/other/HEAD", False), ("/r/.git/graphrag/memo.sqlite", False),
        ("/r/.git/graphrag/temporary/tree-1/index", False), ("/r/.git/graphrag/building/x", False),
        ("/r/.git/worktrees/w/graphrag/last_error", False), ("/r/sub/.git/objects/ab/cd", False),
        ("/r/.git/lfs/objects/HEAD", False),
    ],
)  # fmt: skip
def test_which_changes_matter(path: str, answer: bool) -> None:
    assert _matters(path, "/r") is answer


@pytest.mark.parametrize(
    ("path", "answer"),
    [("/r/.git/wt/x/a.md", True), ("/r/.git/wt/x/objects/a.md", True), ("/r/.git/wt/y/a.md", False)],
)
def test_a_worktree_in_a_git_directory_is_a_worktree(path: str, answer: bool) -> None:
    assert _matters(path, "/r/.git/wt/x") is answer


def _matters(path: str, root: str) -> bool:
    path, root, *git_dirs = (place.replace("/", os.sep) for place in (path, root, *GIT_DIRS))
    return matters(path, tuple(git_dirs), root)


def test_nothing_is_left_of_a_burst_that_was_never() -> None:
    burst = Burst(0.3)
    assert burst.left(5.0, busy=False) is None
    burst.add(5.0)
    burst.clear()
    assert burst.left(99.0, busy=True) is None


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.integers(1, 16))
def test_a_burst_ends_after_quiet_but_not_never(gaps: list[int], quiet: int) -> None:
    burst, now = Burst(quiet / 8), 0.0  # eighths of a second, which add up exactly
    for gap in gaps:
        now += gap / 8
        burst.add(now)
    longest = max(quiet / 8, SETTLE_SECONDS)
    left = burst.left(now, busy=False)
    assert left is not None
    assert 0 <= left <= quiet / 8
    assert (left == quiet / 8) == (sum(gaps[1:]) <= 9 * quiet)
    assert burst.left(now + quiet / 8, busy=False) == 0
    assert burst.left(now, busy=True) == longest
    assert burst.left(now + longest, busy=True) == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [("rebase-merge", "rebase"), ("rebase-apply", "rebase"), ("MERGE_HEAD", "merge"),
     ("BISECT_LOG", "bisection"), ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert"),
     ("index.lock", "another git")],
)  # fmt: skip
def test_what_git_is_in_the_middle_of_is_seen(tmp_path: Path, name: str, words: str) -> None:
    assert under_way(tmp_path) == ""
    (tmp_path / name).touch()
    assert words in under_way(tmp_path)
