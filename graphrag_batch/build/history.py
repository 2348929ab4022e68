"""The history of what is built: read from git in the background, written in the build's transaction.

It is that of the built commit, or of the commit that a staged or worktree tree goes on from. An earlier
artifact's history is brought up to date by the commits that came and went; where those do not tell, it is
read anew. Either way gives the same rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from types import TracebackType
from typing import TYPE_CHECKING, Self

from graphrag_batch.artifact.history import EMPTY_DIGEST, Tally
from graphrag_batch.errors import BlobUnavailable
from graphrag_batch.fingerprint import canonical_json, id63
from graphrag_batch.source.history import HistoryReading, boundary, boundary_digest

if TYPE_CHECKING:
    from graphrag_batch.artifact.write import ArtifactWriter
    from graphrag_batch.build.work import Work
    from graphrag_batch.source.git import Repository, Revision
    from graphrag_batch.source.history import CommitChanges, HistoryChange

HISTORY_VERSION = "1"
# That a commit touches more files than this says little about any two of them.
PAIRED_PATHS = 20
NO_COMMIT = "a tree that belongs to no commit has none"
ALL_HIDDEN = "the clone is shallow and ends at this commit"


class HistoryStage:
    """Begins to read at once. `current` says whether the base, of which this is the meta, has the history
    that is wanted; `write` brings it up to date. A context manager: it leaves no process behind."""

    def __init__(self, repository: Repository, revision: Revision, base: Mapping[str, str]) -> None:
        self._repository = repository
        self._revision = revision
        self._base = base
        self._commit = revision.commit or revision.parent or ""
        ends = boundary(repository)
        self._boundary = boundary_digest(ends)
        comparable = (base.get("history_version"), base.get("history_boundary")) == (
            HISTORY_VERSION,
            self._boundary,
        )
        self.current = comparable and base.get("history_commit") == self._commit
        known = base.get("history_commit", "") if comparable and not base.get("history_reason") else ""
        wanted = self._commit and not self.current
        self._reading = HistoryReading(repository, self._commit, known, ends) if wanted else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._reading is not None:
            self._reading.close()

    def write(self, writer: ArtifactWriter, work: Work) -> dict[str, str]:
        """Brings the tables of a copy of the base up to date; returns what `meta` says of them."""
        meta = {name: value for name, value in self._base.items() if name.startswith("history_")}
        if not self.current:
            meta = self._update(writer, work)
        return meta | {"history_uncommitted": canonical_json(self._uncommitted())}

    def _update(self, writer: ArtifactWriter, work: Work) -> dict[str, str]:
        before = self._base.get("history_digest", EMPTY_DIGEST)
        change = self._reading.result() if self._reading else None
        digest = None
        if change is not None and not change.whole:
            work.add("commits_read", len(change.added) + len(change.removed))
            digest = writer.update_history(before, tally(change.added), tally(change.removed))
        if digest is None:
            change = self._reading.whole() if self._reading else None
            added = change.added if change is not None else ()
            work.add("commits_read", len(added))
            digest = writer.update_history(before, tally(added), None)
        assert digest is not None
        return self._meta(change, digest)

    def _meta(self, change: HistoryChange | None, digest: str) -> dict[str, str]:
        known = self._base if change is not None and not change.whole else {}
        depth = int(known.get("history_depth", 0))
        ends = [int(known["history_end"])] if known.get("history_end") else []
        reason = NO_COMMIT
        if change is not None:
            depth += len(change.added) - len(change.removed)
            ends += change.ends
            reason = change.reason or (ALL_HIDDEN if ends and not depth else "")
        return {
            "history_version": HISTORY_VERSION,
            "history_commit": self._commit,
            "history_boundary": self._boundary,
            "history_depth": str(depth),
            "history_end": str(max(ends)) if ends else "",
            "history_reason": reason,
            "history_digest": digest,
        }

    def _uncommitted(self) -> list[str]:
        """Paths of a staged or worktree tree that are not as in the commit it goes on from."""
        if self._revision.commit or not self._commit:
            return []
        try:
            changes = self._repository.diff_trees(self._commit, self._revision.tree)
        except BlobUnavailable:
            return []
        return [change.path for change in changes if change.new is not None]


def tally(commits: Iterable[CommitChanges]) -> Tally:
    """What these commits touched, summed. Only commits of few files, and no merges, make pairs."""
    result = Tally()
    pairs: Counter[tuple[int, int]] = Counter()
    ids: dict[str, int] = {}
    for one in commits:
        for path in one.paths:
            commit, time, count = result.paths.get(path, (one.commit, one.time, 0))
            time, commit = max((time, commit), (one.time, one.commit))
            result.paths[path] = commit, time, count + 1
        if 1 < len(one.paths) <= PAIRED_PATHS and not one.merge:
            for path in one.paths:
                ids.setdefault(path, id63("doc", path))
            pairs.update(combinations(sorted(ids[path] for path in one.paths), 2))
    result.pairs.update(pairs)
    return result
