"""One artifact opened to be served: only after it proved whole, and only for as long as it stays so.

A file is replaced, never written, by whoever publishes. What other programs do to it shows in its stamp.
"""

from __future__ import annotations

import json
import logging
import os
import stat
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, GraphragError
from graphrag_batch.retrieve.values import Query

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.knowledge.frame import Knowledge
    from graphrag_batch.retrieve.searcher import Searcher

log = logging.getLogger(__name__)

Stamp = tuple[str, int, int, int, int]
Mark = tuple[Stamp, Stamp | None]

QUERY_SECONDS = 20.0
"""For one statement: who asks does not wait for longer, and others wait for them."""

# Those of the counts in meta that can be counted in a few milliseconds.
_COUNTED = ("docs", "chunks", "relations", "skipped")


class Replaced(Exception):
    """Another file took the place of the one being opened: try again."""


@dataclass(slots=True, weakref_slot=True)
class Served:
    """One opened artifact. `written` is when its file was last written, in seconds since the epoch; `sealed`
    whether it is, to the byte, what was published here."""

    path: Path
    stamp: Stamp
    artifact: Artifact
    searcher: Searcher
    written: float
    sealed: bool
    _descriptor: int
    _digest: str
    _let_go: Callable[[], object] = field(init=False)
    _knowledge: Knowledge | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        # Also for whoever forgets to close it, as the artifact itself does.
        self._let_go = weakref.finalize(self, os.close, self._descriptor)

    @property
    def knowledge(self) -> Knowledge:
        """The artifact's graph, which measures itself once, when it is asked to."""
        from graphrag_batch.retrieve.knowledge.frame import Knowledge

        if self._knowledge is None:
            self._knowledge = Knowledge(self.artifact)
        return self._knowledge

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        self.artifact.close()
        self._let_go()

    def is_at(self, stamp: Stamp) -> bool:
        """Whether the file with this stamp is the one that is open, and whole."""
        return stamp == self.stamp or (stamp[:3] == self.stamp[:3] and self.intact())

    def intact(self) -> bool:
        """Whether the open file still holds what it held when it was opened, whatever has happened to its
        name since. About 1 µs."""
        from graphrag_batch.artifact import seal

        now = _stamp(self.path, os.fstat(self._descriptor))
        if now != self.stamp:
            # A new time alone is no change: the builds of other worktrees mark what they use.
            try:
                if seal.digest_of(self._descriptor) != self._digest:
                    return False
            except OSError:
                return False
            self.stamp = now
        return True


def open_verified(path: Path, stamp: Stamp) -> Served:
    """Opens the artifact that has this stamp. Raises ArtifactError for one that is not whole: by its
    seal if it has one, else by what is cheap to check; Replaced when it is another file by now."""
    descriptor = _open(path)
    try:
        return _verified(path, stamp, descriptor)
    except (GraphragError, Replaced):
        os.close(descriptor)
        raise
    except Exception as error:  # damage shows in any way, once rows are read
        os.close(descriptor)
        log.info("cannot be used: %s", path, exc_info=True)
        raise _corrupt(path, f"damaged: {type(error).__name__}: {error!s:.200}") from error


def _verified(path: Path, stamp: Stamp, descriptor: int) -> Served:
    from graphrag_batch.artifact.read import open_artifact
    from graphrag_batch.retrieve.recorded import recorded_config
    from graphrag_batch.retrieve.searcher import Searcher

    artifact = open_artifact(path, QUERY_SECONDS)
    try:
        digest, sealed = _check_seal(path, descriptor)
        if _stamp(path, os.fstat(descriptor)) != stamp or stamp_of(path) != stamp:
            raise Replaced(path)
        searcher = Searcher(artifact, None, recorded_config(artifact.meta).retrieval)
        if not sealed:
            _check_counts(path, artifact)
            searcher.search(Query("any words", k=1))
        return Served(path, stamp, artifact, searcher, stamp[3] / 1e9, sealed, descriptor, digest)
    except BaseException:
        artifact.close()
        raise


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        raise _unreadable(path, error) from error


def _check_seal(path: Path, descriptor: int) -> tuple[str, bool]:
    """The digest of the open file, and whether it is sealed. Raises ArtifactError where the seal is of
    another."""
    from graphrag_batch.artifact import seal

    try:
        digest = seal.digest_of(descriptor)
    except OSError as error:
        raise _unreadable(path, error) from error
    allowed = seal.recorded(path)
    if allowed and digest not in allowed:
        raise _corrupt(path, "changed since it was published (its seal does not fit)")
    return digest, bool(allowed)


def _check_counts(path: Path, artifact: Artifact) -> None:
    counts = json.loads(artifact.meta.get("counts", "{}"))
    for table in _COUNTED:
        if table in counts:
            ((found,),) = artifact.execute(f"SELECT count(*) FROM {table}")
            if counts[table] != found:
                raise _corrupt(path, f"damaged: {found} {table} where its meta says {counts[table]}")


def stamp_of(path: Path | None) -> Stamp | None:
    """What changes when another file is put in place; None when there is none. About 3 µs."""
    if path is None:
        return None
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    # Opening a pipe would wait for ever.
    return _stamp(path, found) if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) else None


def mark_of(path: Path, stamp: Stamp) -> Mark:
    """What must change before a file that was refused is worth another look: it, or its seal."""
    from graphrag_batch.artifact import seal

    return stamp, stamp_of(seal.seal_path(path))


def _stamp(path: Path, found: os.stat_result) -> Stamp:
    return (str(path), found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)


def _corrupt(path: Path, what: str) -> ArtifactCorrupt:
    from graphrag_batch.artifact.header import REBUILD

    return ArtifactCorrupt(what, where=str(path), next_step=REBUILD)


def _unreadable(path: Path, error: OSError) -> ArtifactError:
    return ArtifactError(
        f"cannot be read: {error.strerror}", where=str(path), next_step="check the file and its disk"
    )
