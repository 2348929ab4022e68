"""Building apart from the repository's own artifacts: nothing is pointed at, nothing is left behind."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from graphrag_batch.artifact.pointer import ROOM
from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.console import progress_bar
from graphrag_batch.source.git import Repository, Revision
from graphrag_batch.temporary import temporary_folder


@contextmanager
def folder_aside(common_dir: Path, purpose: str) -> Iterator[Path]:
    """A folder of its own beside the artifacts, where there is room for one; where that cannot be
    written, the system's temporary folder. Leaves nothing."""
    room = common_dir / ROOM
    with ExitStack() as stack:
        if not room.exists():
            stack.callback(_remove_empty, room)
        try:
            folder = stack.enter_context(temporary_folder(room, purpose))
        except OSError:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="graphrag-batch-")))
        yield folder


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def build_aside(
    repository: Repository,
    folder: Path,
    rev: str | Revision,
    *,
    base: Path | None = None,
    memo: Path | None = None,
    vectors: bool = False,
    taken_from: Path | None = None,
) -> BuildReport:
    """Builds `rev` in `folder`: from the artifact `base`, else from nothing; with what the memo at `memo`
    remembers, else with an empty one. Without vectors, or with those of the artifact `taken_from`, which is
    whole, and made anew where it has none."""
    store = Store(folder, folder, memo)
    if base is not None:
        with store.lock():
            store.point(base)
    if taken_from is not None:
        with store.lock():  # sealed, so that it need not prove whole again
            store.publish(store.begin(taken_from), store.path_for("taken", "from"))
    with progress_bar() as progress:
        return build(repository, store, rev=rev, full=base is None, vectors=vectors, progress=progress)
