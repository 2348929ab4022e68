"""Any history, observed in any order: what is kept up is what is read from nothing, and what the graph
of commits says."""

from __future__ import annotations

import shutil
import tempfile
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from graphrag_batch.artifact.read import connect
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.build.history import HistoryStage
from graphrag_batch.build.work import Work
from graphrag_batch.fingerprint import id63
from graphrag_batch.source.git import Repository, Revision
from tests.build.history_rows import history_rows
from tests.examples import examples
from tests.gitrepo import EPOCH, GitRepo

NO_MODEL = "embed: {model: none}\n"
PATHS = ["a.md", "b.md", "c.md", "d.md", "e.md"]


class Histories(RuleBasedStateMachine):
    """Commits with any parents, trees and times, observed in any order in one clone or another that is
    shallow; what is kept from one to the next is what the graph of commits says."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.repo = GitRepo(self.folder / "repo")
        self.repo.run("config", "uploadpack.allowAnySHA1InWant", "true")
        self.clone = GitRepo(self.folder / "clone")
        self.clone.run("remote", "add", "origin", self.repo.path.as_uri())
        self.blobs = [
            self.repo.run("hash-object", "-w", "--stdin", stdin=text) for text in (b"x\n", b"y\n", b"z\n")
        ]
        self.commits: list[str] = []
        self.parents: dict[str, list[str]] = {}
        self.files: dict[str, dict[str, int]] = {}
        self.times: dict[str, int] = {}
        self.fetched: list[str] = []

    @initialize()
    def begin(self) -> None:
        self._commit([], dict.fromkeys(PATHS[:3], 0), 0)
        self.observe(0)

    @rule(
        parents=st.lists(st.integers(0, 3), min_size=0, max_size=3, unique=True),
        edits=st.dictionaries(st.sampled_from(PATHS), st.sampled_from([0, 1, 2, None]), max_size=5),
        skew=st.integers(-3, 3),
    )
    def commit(self, parents: list[int], edits: dict[str, int | None], skew: int) -> None:
        """A commit on some of the last ones (0 is the last), perhaps with an earlier time than theirs."""
        names = [self.commits[-1 - n] for n in parents if n < len(self.commits)]
        self._commit(names, {**(self.files[names[0]] if names else {}), **edits}, skew)

    @rule(n=st.integers(0, 4), source=st.sampled_from(["commit", "staged"]))
    def observe(self, n: int, source: str = "commit") -> None:
        commit = self.commits[-1 - n % len(self.commits)]
        self._check(self.repo, "repo", commit, source)

    @rule(n=st.integers(0, 4), depth=st.integers(1, 4))
    def fetch(self, n: int, depth: int) -> None:
        """Deepens, shallows, or brings another branch."""
        commit = self.commits[-1 - n % len(self.commits)]
        self.clone.run("fetch", "-q", f"--depth={depth}", "origin", commit)
        self.fetched.append(commit)
        self._check(self.clone, "clone", commit, "commit")

    @rule()
    @precondition(lambda self: self.fetched)
    def deepen(self) -> None:
        self.clone.run("fetch", "-q", "--deepen=1", "origin", self.fetched[-1])
        self._check(self.clone, "clone", self.fetched[-1], "commit")

    @rule(n=st.integers(0, 4))
    @precondition(lambda self: self.fetched)
    def observe_what_was_fetched(self, n: int) -> None:
        self._check(self.clone, "clone", self.fetched[-1 - n % len(self.fetched)], "commit")

    def teardown(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _commit(self, parents: list[str], files: dict[str, int | None], skew: int) -> None:
        kept = {path: content for path, content in files.items() if content is not None}
        lines = "".join(f"100644 blob {self.blobs[content]}\t{path}\n" for path, content in kept.items())
        tree = self.repo.run("mktree", stdin=lines.encode())
        time = EPOCH + 60 * (len(self.commits) + skew)
        commit = self.repo.run(
            "commit-tree", tree, *(word for parent in parents for word in ("-p", parent)), "-m", "x",
            env={"GIT_COMMITTER_DATE": f"{time} +0000"},
        )  # fmt: skip
        if commit not in self.files:
            self.commits.append(commit)
            self.parents[commit], self.files[commit], self.times[commit] = parents, kept, time

    def _check(self, repo: GitRepo, name: str, commit: str, source: str) -> None:
        tree = repo.run("rev-parse", f"{commit}^{{tree}}")
        revision = Revision(commit, tree) if source == "commit" else Revision(None, tree, commit)
        kept = _keep_up(repo, self.folder / f"{name}.sqlite", revision)
        (self.folder / "fresh.sqlite").unlink(missing_ok=True)
        assert kept == _keep_up(repo, self.folder / "fresh.sqlite", revision)
        shallow = repo.path / ".git" / "shallow"
        assert kept[1:] == self._expected(commit, shallow.read_text().split() if shallow.exists() else [])

    def _expected(self, commit: str, ends: list[str]) -> tuple[dict[str, Any], dict[Any, int]]:
        """The rows that the graph of commits gives."""
        seen, pending = set(), [commit]
        while pending:
            one = pending.pop()
            if one not in seen:
                seen.add(one)
                pending += [] if one in ends else self.parents[one]
        paths: dict[str, Any] = {}
        pairs: dict[Any, int] = {}
        for one in seen - set(ends):
            others = [self.files[parent] for parent in self.parents[one]] or [{}]
            own = self.files[one]
            touched = {p for p in PATHS if all(own.get(p) != other.get(p) for other in others)}
            for path in touched:
                last = max((self.times[one], one), paths.get(path, (0, "", 0))[:2])
                paths[path] = (*last, paths.get(path, (0, "", 0))[2] + 1)
            if len(others) == 1:
                for pair in combinations(sorted(id63("doc", path) for path in touched), 2):
                    pairs[pair] = pairs.get(pair, 0) + 1
        return paths, pairs


def _keep_up(repo: GitRepo, path: Path, revision: Revision) -> tuple[dict[str, str], Any, Any]:
    """(meta, history, cochanges) of an artifact without documents, brought up to date."""
    base: dict[str, str] = {}
    if path.exists():
        con = connect(path)
        base = dict(con.execute("SELECT * FROM meta").fetchall())  # type: ignore[arg-type]
        con.close()
    with (
        Repository.open(repo.path) as repository,
        HistoryStage(repository, revision, base) as stage,
        ArtifactWriter(path) as writer,
    ):
        writer.finish(stage.write(writer, Work()), dim=0)
    return history_rows(path)


_checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=examples(20, least=2), stateful_step_count=10, deadline=None, suppress_health_check=_checks
)


@pytest.mark.slow
@pytest.mark.timeout(3600)
class TestManyHistories(Histories.TestCase):  # type: ignore[name-defined,misc]
    settings = settings(max_examples=60, stateful_step_count=25, deadline=None, suppress_health_check=_checks)


# ---- what random histories seldom meet -------------------------------------------------------


def _commit_at(repo: GitRepo, minute: int, path: str) -> str:
    repo.commits += 1
    repo.write(path, f"change {repo.commits}\n")
    repo.run("add", "-A")
    repo.run("commit", "-q", "-m", "x", env={"GIT_COMMITTER_DATE": f"{EPOCH + 60 * minute} +0000"})
    return repo.head


def _revision(repo: GitRepo, commit: str) -> Revision:
    return Revision(commit, repo.run("rev-parse", f"{commit}^{{tree}}"))


def _from_to(repo: GitRepo, folder: Path, *commits: str) -> tuple[dict[str, str], Any, Any]:
    """What is kept after observing these one after the other; it is what is read from nothing."""
    for commit in commits:
        kept = _keep_up(repo, folder / "kept.sqlite", _revision(repo, commit))
    assert kept == _keep_up(repo, folder / "fresh.sqlite", _revision(repo, commits[-1]))
    return kept


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("stays", "goes", "comes"),
    [(25, 30, 20), (10, 30, 20), (10, 20, 30), (30, 20, 10), (30, 10, 20), (20, 30, 30), (20, 20, 20)],
)
def test_the_last_change_is_the_latest_of_what_is_left(
    tmp_path: Path, stays: int, goes: int, comes: int
) -> None:
    repo = GitRepo(tmp_path / "repo")
    fork = _commit_at(repo, stays, "a.md")
    gone = _commit_at(repo, goes, "a.md")
    repo.run("reset", "-q", "--hard", fork)
    new = _commit_at(repo, comes, "a.md")
    _, paths, _ = _from_to(repo, tmp_path, gone, new)
    assert paths["a.md"] == (*max((60 * stays + EPOCH, fork), (60 * comes + EPOCH, new)), 2)


def test_the_end_of_a_shallow_clone_is_that_of_the_commit_observed(tmp_path: Path) -> None:
    origin = GitRepo(tmp_path / "origin")
    start = _commit_at(origin, 1, "a.md")
    for minute in (2, 3):
        old = _commit_at(origin, minute, "a.md")
    origin.run("checkout", "-q", "-b", "side", start)
    for minute in (12, 13):
        new = _commit_at(origin, minute, "b.md")
    origin.run("checkout", "-q", "main")
    clone = origin.clone(tmp_path / "clone", "--depth=2", "--no-single-branch")
    assert len((clone.path / ".git" / "shallow").read_text().split()) == 2
    assert _from_to(clone, tmp_path, new, old)[0]["history_end"] == str(EPOCH + 120)
