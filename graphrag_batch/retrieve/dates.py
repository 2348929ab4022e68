"""When documents last changed, and what a query's `since` and `until` let through.

A document changed when the last commit that touched its path was made (committer's time, UTC). Both ends
are inclusive; a bare date is that whole day. What is not committed yet counts as later than any date.
Where a shallow clone ends, a document that no later commit touched is only known not to have changed
since; it counts where that is enough to tell.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.history import UNCOMMITTED, day, uncommitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.values import Query

NO_HISTORY = "the index holds no history: since and until are ignored"
EMPTY_RANGE = "since is later than until"

_DAY = 86_400
_UNKNOWN = -1
_NOT_YET = 1 << 62
_EVER = -_NOT_YET


@dataclass(frozen=True, slots=True)
class Range:
    """Seconds since the epoch, both inclusive."""

    first: int
    last: int


def range_of(query: Query) -> Range | None:
    """What `since` and `until` ask for, None for neither. Raises NotFound for what is no ISO date."""
    first, last = _seconds("since", query.since), _seconds("until", query.until)
    if first is None and last is None:
        return None
    return Range(first[0] if first else _EVER, last[1] if last else _NOT_YET)


def _seconds(name: str, text: str) -> tuple[int, int] | None:
    """The first and last second of a day; of a moment, that second."""
    if not text:
        return None
    try:
        return _of_day(date.fromisoformat(text))
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise NotFound(
            f"{text[:80]!r} is no ISO date", where=name, next_step="write it as YYYY-MM-DD"
        ) from None
    seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return math.ceil(seconds), math.floor(seconds)


def _of_day(when: date) -> tuple[int, int]:
    start = int(datetime(when.year, when.month, when.day, tzinfo=UTC).timestamp())
    return start, start + _DAY - 1


class Changes:
    """When the documents of one artifact changed. `paths` are all of them, in the searcher's order."""

    def __init__(self, artifact: Artifact, paths: Sequence[str]) -> None:
        self._artifact = artifact
        self._paths = paths
        meta = artifact.meta
        self.known = meta.get("history_reason") == "" and bool(meta.get("history_commit"))
        self._reason = meta.get("history_reason", "")
        # The newest commit of which only the tree is known, in a shallow clone.
        self._end = int(meta["history_end"]) if meta.get("history_end") else None

    def within(self, asked: Range) -> NDArray[np.bool_]:
        """(documents,) which changed then; all, where there is no history."""
        if not self.known:
            return np.ones(len(self._paths), dtype=np.bool_)
        inside = (self._times >= asked.first) & (self._times <= asked.last)
        return np.where(self._times == _UNKNOWN, self._surely_within(asked), inside)

    def notes(self, asked: Range) -> tuple[str, ...]:
        """What a reader must know of the answer."""
        if not self.known:
            return (NO_HISTORY + (f" ({self._reason})" if self._reason else ""),)
        if asked.first > asked.last:
            return (EMPTY_RANGE,)
        unknown = int((self._times == _UNKNOWN).sum())
        notes = []
        if unknown and not self._surely_within(asked) and not self._surely_without(asked):
            since = f" since {day(self._end)}, where the clone ends" if self._end is not None else ""
            many = f"{unknown} document{'s' * (unknown != 1)}"
            notes.append(f"of {many} no change is known{since}: left out")
        if not self.within(asked).any():
            last = int(self._times.max(initial=_UNKNOWN))
            latest = UNCOMMITTED if last == _NOT_YET else f"of {day(last)}" if last >= 0 else "not known"
            notes.append(f"no document changed then; the last change is {latest}")
        return tuple(notes)

    @cached_property
    def _times(self) -> NDArray[np.int64]:
        found: dict[str, int] = dict(
            self._artifact.execute("SELECT path, time FROM docs JOIN history USING (path)")
        )
        found |= dict.fromkeys(uncommitted(self._artifact.meta), _NOT_YET)
        return np.array([found.get(path, _UNKNOWN) for path in self._paths], dtype=np.int64)

    def _surely_within(self, asked: Range) -> bool:
        """Whether a document of which no change is known last changed then."""
        return self._end is not None and asked.first == _EVER and self._end <= asked.last

    def _surely_without(self, asked: Range) -> bool:
        return self._end is not None and asked.first > self._end
