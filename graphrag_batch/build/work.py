"""What a build did: how much work ran, how much was reused, and where the time went."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

WORK = (
    "parsed", "parse_reused", "chunked", "chunk_reused", "sketched", "sketch_reused", "extracted",
    "extract_reused", "assembled", "embedded", "embed_reused", "named", "linked", "compared", "commits_read",
)  # fmt: skip


@dataclass(slots=True)
class Work:
    """Counters of stage runs. `*_reused` counts values taken from the memo; rows that stayed in
    place in the copied base are in neither. `extracted` are the documents whose prose was read for
    names, `named` the names of which something changed, `linked` the documents whose links were resolved,
    `compared` those (one of several that are equal) that were compared with what may be like them."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(WORK, 0))
    seconds: dict[str, float] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)

    def rounded_seconds(self) -> dict[str, float]:
        """Seconds by part, and `total` since the beginning."""
        total = time.perf_counter() - self.began
        return {name: round(value, 3) for name, value in {**self.seconds, "total": total}.items()}

    def add(self, name: str, n: int = 1) -> None:
        """Count `n` more."""
        self.counts[name] += n

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Add the time spent inside to `seconds[name]`."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The result of `index`, as the command line shows it. `redacted` counts the secrets that were taken out
    of what the artifact holds, by kind."""

    artifact: str
    commit: str | None
    tree: str
    mode: str
    reason: str
    digest: str
    vector_digest: str
    search_mode: str
    degraded_reason: str
    files: dict[str, int]
    work: dict[str, int]
    seconds: dict[str, float]
    redacted: dict[str, int]
    problems: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}
