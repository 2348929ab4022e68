"""Accounts of what comes and goes: how many rows each logical table has, the sum of those that have one, and
what the graph gains and loses."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphrag_batch.artifact import digest, schema
from graphrag_batch.fingerprint import canonical_json

Row = tuple[Any, ...]
Edge = tuple[Any, ...]
"""(src, dst, rel, confidence), and whatever else a row of `relations` holds."""

COUNTED = tuple(table for table in schema.LOGICAL if table != "meta")


@dataclass(slots=True)
class GraphChange:
    """Entities and relations that go and come."""

    removed: Sequence[int] = ()
    added: Sequence[int] = ()
    unrelated: list[Edge] = field(default_factory=list)
    related: list[Edge] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing goes or comes."""
        return not (self.removed or self.added or self.unrelated or self.related)


class Ledger:
    """Begins with what `meta` records: nothing, for a new artifact. Raises KeyError where it lacks a sum."""

    def __init__(self, meta: Mapping[str, str]) -> None:
        self.counts = Counter(json.loads(meta.get("counts", "{}")))
        self.sums = {table: int(meta[f"sum_{table}"], 16) if meta else 0 for table in digest.SUMMED}

    def count(self, table: str, more: int) -> None:
        """Notes rows of a table that has no sum."""
        self.counts[table] += more

    def change(self, table: str, removed: Sequence[Row], added: Sequence[Row]) -> None:
        """Notes rows that went and came (of `docs`, only their digests)."""
        self.counts[table] += len(added) - len(removed)
        if table in self.sums:
            more = digest.sum_of(added) - digest.sum_of(removed)
            self.sums[table] = digest.plus(self.sums[table], more)

    def as_meta(self) -> dict[str, str]:
        """What `meta` records of it."""
        sums = {f"sum_{table}": digest.as_text(total) for table, total in self.sums.items()}
        return {"counts": canonical_json({table: self.counts[table] for table in COUNTED}), **sums}
