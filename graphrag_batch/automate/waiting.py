"""Waiting for another build to end, and saying so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from graphrag_batch.artifact.store import Store
from graphrag_batch.errors import BuildBusy

_T = TypeVar("_T")


def when_free(store: Store, seconds: float, tell: Callable[[str], None], attempt: Callable[[], _T]) -> _T:
    """What `attempt` gives. Where another build holds the store, it is tried once more when that has ended:
    all of it, so that what is indexed is what is there by then. `tell` hears who is waited for.

    Raises BuildBusy when `seconds` are over; at once when they are 0.
    """
    try:
        return attempt()
    except BuildBusy:
        if not seconds:
            raise
    with store.lock(seconds, tell):
        return attempt()
