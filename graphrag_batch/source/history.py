"""What the commits of a history touched, read by git's plumbing while other work goes on.

A commit touches the paths that differ from its parent: any change of content, mode or kind, submodules
included. A merge touches what it left unlike every parent. A rename is a deletion and an addition. Of the
commits where a shallow clone ends nothing is known, as their parents are hidden.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from graphrag_batch.errors import SourceError
from graphrag_batch.fingerprint import digest
from graphrag_batch.source.command import start_git
from graphrag_batch.source.paths import to_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from git import Git

    from graphrag_batch.source.git import Repository

# The last second of the year 9999: what is later (a damaged commit) has no date.
LAST_SECOND = 253_402_300_799

_DIFF = ("diff-tree", "--stdin", "-r", "--root", "-c", "-z", "--name-status", "--no-renames",
         "--ignore-submodules=none")  # fmt: skip
_HEXADECIMAL = b"0123456789abcdef"
# What an artifact from elsewhere calls a commit might be an option, by which git writes to files.
_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class CommitChanges:
    """What one commit touched. `time` is the committer's, in seconds since the epoch."""

    commit: str
    time: int
    paths: tuple[str, ...]
    merge: bool = False


@dataclass(frozen=True, slots=True)
class HistoryChange:
    """The commits to add to, and to take from, the history that was known; with `whole`, nothing that was
    known counts. `reason` says why there is no history at all.

    `ends` are the committer times of the added commits where a shallow clone ends, which touch nothing.
    """

    whole: bool
    added: tuple[CommitChanges, ...] = ()
    removed: tuple[CommitChanges, ...] = ()
    ends: tuple[int, ...] = ()
    reason: str = ""


def boundary(repository: Repository) -> frozenset[str]:
    """The commits where this clone ends (none, unless it is shallow)."""
    try:
        return frozenset((repository.common_dir / "shallow").read_text("ascii").split())
    except FileNotFoundError:
        return frozenset()


def boundary_digest(commits: frozenset[str]) -> str:
    """A digest of these commits, "" for none."""
    return digest(*sorted(commits)) if commits else ""


class HistoryReading:
    """Reads, in the background from now on, what leads from the history of `known` (a commit; "": none)
    to that of `commit`; `ends` is the `boundary` of the clone, the same for both.

    As a context manager it leaves no process behind.
    """

    def __init__(self, repository: Repository, commit: str, known: str, ends: frozenset[str]) -> None:
        self._folder: Path = repository.root or repository.git_dir
        self._commit = commit
        self._known = known
        self._ends = ends
        self._process: Git.AutoInterrupt | None = None
        self._closed = False
        self._lock = threading.Lock()
        self._result: HistoryChange | Exception = HistoryChange(whole=True, reason="git was stopped")
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops reading, if it has not ended."""
        with self._lock:
            self._closed = True
            if self._process is not None and self._process.proc is not None:
                self._process.proc.kill()
        self._thread.join()

    def result(self) -> HistoryChange:
        """What was read, once it is. Raises SourceError where git cannot be run."""
        self._thread.join()
        if isinstance(self._result, Exception):
            raise self._result
        return self._result

    def whole(self) -> HistoryChange:
        """The whole history of the commit, read now unless it has been: for one whose change from the known
        does not help."""
        if not (found := self.result()).whole:
            with self._lock:
                self._known = ""
            self._run()
            found = self.result()
        return found

    def _run(self) -> None:
        try:
            self._result = self._read()
        except Exception as error:  # for `result` to raise, in the thread that asks
            self._result = error

    def _read(self) -> HistoryChange:
        if not _ID.fullmatch(self._commit):
            return HistoryChange(whole=True, reason="what should be its commit is no commit's name")
        if _ID.fullmatch(self._known):
            change = self._change((f"{self._known}...{self._commit}", "--left-right"))
            # Taking out where a clone ends would need to know where else it does.
            if not change.reason:
                return change
        return self._change((self._commit,))

    def _change(self, names: tuple[str, ...]) -> HistoryChange:
        whole = len(names) == 1
        code, out, err = self._git(("rev-list", "--timestamp", "--parents", *names, "--"))
        if code:
            return HistoryChange(whole, reason=f"git cannot list its commits ({_first_line(err)})")
        listed = [_listed(line) for line in out.splitlines()]
        ends = [(each.time, each.side) for each in listed if each.commit in self._ends]
        if any(side == "<" for _, side in ends):
            return HistoryChange(whole, reason="the clone's end is among the commits that are gone")
        if not whole and not self._told_apart(listed):
            return HistoryChange(whole, reason="git lists commits that both histories have")
        inner = {each.commit: (each.time, each.side) for each in listed if each.commit not in self._ends}
        code, out, err = self._git(_DIFF, "\n".join([*inner, ""]).encode())
        if code:
            return HistoryChange(whole, reason=f"trees of earlier commits are missing ({_first_line(err)})")
        touched = {commit: (paths, merge) for commit, paths, merge in _touched(out)}
        changes = {
            commit: CommitChanges(commit, time, *touched.get(commit, ((), False)))
            for commit, (time, _) in inner.items()
        }
        return HistoryChange(
            whole,
            tuple(changes[commit] for commit, (_, side) in inner.items() if side != "<"),
            tuple(changes[commit] for commit, (_, side) in inner.items() if side == "<"),
            tuple(time for time, _ in ends),
        )

    def _told_apart(self, listed: Sequence[_Listed]) -> bool:
        """Whether what is listed of either side is not in the other: git goes by dates, and where clocks were
        wrong it may stop too early to see that.

        It cannot be where all of it goes on from one commit. Else those that go on from elsewhere are asked
        about, as with a commit all that goes on from it is not in the other history either.
        """
        lowest: list[tuple[str, str]] = []
        roots: list[set[str]] = []
        for side, own, other in ((">", self._commit, self._known), ("<", self._known, self._commit)):
            parents = {each.commit: each.parents for each in listed if each.side == side}
            outside = {parent for found in parents.values() for parent in found or ("",)} - parents.keys()
            roots.append(outside if parents else {own})
            lowest += [
                (each, other)
                for each, found in parents.items()
                if not {*found} <= parents.keys() or not found
            ]
        if roots[0] == roots[1] and len(roots[0]) == 1 and "" not in roots[0]:
            return True
        return all(self._git(("merge-base", "--is-ancestor", *pair))[0] == 1 for pair in lowest)

    def _git(self, arguments: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
        with self._lock:
            if self._closed:
                raise SourceError("reading the history was stopped")
            self._process = process = start_git(self._folder, *arguments, stdin=stdin is not None)
        out, err = process.communicate(stdin)
        return process.returncode, out, err


class _Listed(NamedTuple):
    commit: str
    time: int
    side: str
    parents: tuple[str, ...]


def _listed(line: bytes) -> _Listed:
    """From `<time> [<|>]<commit> <parent>…`."""
    time, name, *parents = line.decode("ascii").split(" ")
    side = name[0] if name[0] in "<>" else ""
    return _Listed(name.removeprefix(side), min(int(time), LAST_SECOND), side, tuple(parents))


def _touched(out: bytes) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """(commit, paths, is a merge) of each commit shown: its id, then a field of letters (one for each
    parent) before each path. Commits that touch nothing may not be shown."""
    names: dict[bytes, str] = {}
    fields = iter(out.split(b"\0")[:-1])
    commit, paths, merge = "", dict[str, None](), False
    for field in fields:
        if field[0] in _HEXADECIMAL:  # letters are capitals
            if commit:
                yield commit, tuple(paths), merge
            commit, paths, merge = field.decode("ascii"), {}, False
            continue
        raw = next(fields)
        paths[names.get(raw) or names.setdefault(raw, to_text(raw))] = None
        merge |= len(field) > 1
    if commit:
        yield commit, tuple(paths), merge


def _first_line(complaint: bytes) -> str:
    return complaint.decode("utf-8", "replace").strip().partition("\n")[0]
