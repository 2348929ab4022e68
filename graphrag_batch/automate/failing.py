"""Noting why a build failed, so that `status` and the server can tell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from graphrag_batch.artifact.store import Store
from graphrag_batch.errors import BuildBusy, EmptyRepository, GraphragError, RevisionNotFound

# Another build under way is no failure, nothing to index is none, and a name mistyped is none of the build's.
_NO_FAILURE = (BuildBusy, EmptyRepository, RevisionNotFound)


@contextmanager
def recording_failure(store: Store) -> Iterator[None]:
    """Notes why a build failed; one that succeeds clears the note."""
    try:
        yield
    except _NO_FAILURE:
        raise
    except GraphragError as error:
        store.record_error(str(error))
        raise
    store.record_error("")
