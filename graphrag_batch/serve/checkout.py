"""How far a checkout has moved on from what is indexed, by reading the repository alone.

Uncommitted changes cannot be seen this way: nothing is said of them.
"""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from graphrag_batch.artifact import pointer
from graphrag_batch.artifact.activity import Activity, activity
from graphrag_batch.serve.commits import Commit, Commits
from graphrag_batch.serve.head import HeadReader

Relation = Literal["same", "same tree", "ahead", "far", "earlier", "diverged", "differs", "unknown"]

# Beyond either, "more than": an answer must not wait for a long history. Seconds of the processor, as a
# busy machine is no long history.
MOST_COMMITS = 10_000
MOST_SECONDS = 0.05
# How many commits to look at after all seems known, in case the clocks of committers disagreed.
_SLACK = 16

_HEAD, _INDEXED, _BOTH = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Standing:
    """Where HEAD (`head`, a commit id, "" where `problem` says why) stands to what is indexed.

    `ahead`: it has `commits` more; `far`: more than `commits` away, in whichever direction; `earlier`:
    the indexed commit comes after it; `diverged`: neither comes after the other, and it has `commits` of
    its own; `differs`: this clone does not tell.
    """

    relation: Relation
    head: str = ""
    commits: int = 0
    problem: str = ""

    @property
    def current(self) -> bool:
        """Whether HEAD's content is what is indexed."""
        return self.relation in ("same", "same tree")


class Checkout:
    """One worktree of a repository, watched by reading a few small files."""

    def __init__(self, common_dir: Path, git_dir: Path) -> None:
        self.common_dir = common_dir
        self.git_dir = git_dir
        self._head = HeadReader(common_dir, git_dir)
        self._known: tuple[tuple[str, str, str], Standing] | None = None

    def artifact(self) -> Path | None:
        """The file that the worktree's pointer names, there or not; None without a pointer."""
        return pointer.target(pointer.pointer_path(self.git_dir), pointer.artifacts_folder(self.common_dir))

    def activity(self) -> Activity:
        """Which build runs or is asked for, and why the last one failed."""
        return activity(self.common_dir, self.git_dir)

    def standing(self, commit: str, tree: str) -> Standing:
        """How HEAD stands to an indexed commit ("" where only a tree is indexed) and its tree. The
        history is walked only when HEAD or the index has changed since the last call."""
        head = self._head.read()
        if head.problem:
            return Standing("unknown", problem=head.problem)
        if head.commit == commit:
            return Standing("same", head.commit)
        key = (head.commit, commit, tree)
        if self._known is None or self._known[0] != key:
            self._known = (key, self._compare(head.commit, commit, tree))
        return self._known[1]

    def _compare(self, head: str, commit: str, tree: str) -> Standing:
        found = Standing("differs", head)
        for _ in range(2):  # a pack that was opened may have been replaced meanwhile
            with Commits(self.common_dir / "objects") as commits:
                newest = commits.get(head)
                if newest is not None and newest.tree == tree:
                    return Standing("same tree", head)
                found = compare(commits, commit, head, _shallow(self.common_dir)) if commit else found
            if found.relation != "differs":
                break
        return found


def compare(
    commits: Commits,
    indexed: str,
    head: str,
    shallow: frozenset[str] = frozenset(),
    *,
    most_commits: int = MOST_COMMITS,
    most_seconds: float = MOST_SECONDS,
) -> Standing:
    """How the commit `head` stands to the commit `indexed`. At the commits in `shallow` this clone ends."""
    walk = _Walk(commits, shallow)
    end = time.thread_time() + most_seconds
    try:
        walk.reach(head, _HEAD)
        walk.reach(indexed, _INDEXED)
        while walk.goes_on():
            if len(walk.reached) > most_commits or time.thread_time() > end:
                return Standing("far", head, max(1, walk.count(_HEAD) - walk.open, walk.count(_INDEXED)))
            walk.step()
    except LookupError:
        return Standing("differs", head)
    if walk.reached[indexed] == _BOTH:
        return Standing("ahead", head, walk.count(_HEAD))
    if walk.reached[head] == _BOTH:
        return Standing("earlier", head)
    # What lies beyond the end of the clone might join the two.
    return Standing("differs" if walk.cut else "diverged", head, walk.count(_HEAD))


@dataclass(slots=True)
class _Walk:
    """A walk from both commits towards the roots, newest first, that notes from which each is reached."""

    commits: Commits
    shallow: frozenset[str]
    reached: dict[str, int] = field(default_factory=dict)
    open: int = 0  # how many of those still to step from are reached from HEAD alone
    cut: bool = False
    _read: dict[str, Commit] = field(default_factory=dict)
    _queue: list[tuple[int, str]] = field(default_factory=list)
    _queued: set[str] = field(default_factory=set)
    _oldest: int = 0
    _slack: int = _SLACK

    def reach(self, commit: str, side: int) -> None:
        """Notes that `commit` is reached from a side. Raises LookupError for one that is not here."""
        before = self.reached.get(commit, 0)
        after = before | side
        if after == before:
            return
        if commit not in self._read:
            found = self.commits.get(commit)
            if found is None:
                raise LookupError(commit)
            self._read[commit] = found
        date = self._read[commit].date
        self.reached[commit] = after
        if commit not in self._queued:
            self._queued.add(commit)
            heapq.heappush(self._queue, (-date, commit))
            self.open += after == _HEAD
        else:
            self.open -= before == _HEAD
        if after == _HEAD:
            self._oldest = min(self._oldest or date, date)

    def goes_on(self) -> bool:
        """Whether stepping on may still change what is known."""
        if not self._queue or self.open or -self._queue[0][0] >= self._oldest:
            return bool(self._queue)
        self._slack -= 1
        return self._slack >= 0

    def step(self) -> None:
        """On to the parents of the newest commit."""
        _, commit = heapq.heappop(self._queue)
        self._queued.discard(commit)
        side = self.reached[commit]
        self.open -= side == _HEAD
        if commit in self.shallow:
            self.cut = True
            return
        for parent in self._read[commit].parents:
            self.reach(parent, side)

    def count(self, side: int) -> int:
        """How many commits are reached from that side alone."""
        return sum(1 for found in self.reached.values() if found == side)


def _shallow(common_dir: Path) -> frozenset[str]:
    """The commits whose parents this clone has left out."""
    try:
        return frozenset((common_dir / "shallow").read_text(encoding="ascii", errors="replace").split())
    except OSError:
        return frozenset()
