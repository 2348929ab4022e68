"""From tree entries to indexed documents: read, parse, derive, each at most once per distinct input.

Values come from the memo where it holds them; the rest is computed here or, when there is enough
of it, by worker processes. What is computed does not depend on which of these happened. Workers are at the
next batches while one is being written.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from graphrag_batch.build.apart import Apart
from graphrag_batch.build.codec import NOTHING
from graphrag_batch.build.derived import CHUNKS, EXTRACTS, SKETCHES, DerivedStages, Deriving
from graphrag_batch.build.parsers import document_fingerprint, plain_fingerprint
from graphrag_batch.build.parsing import Blob, Parsed, ParseStage, Parsing, Task
from graphrag_batch.build.workers import worker_pool
from graphrag_batch.config import Config
from graphrag_batch.errors import BlobUnavailable
from graphrag_batch.fingerprint import StageKey
from graphrag_batch.formats import registry
from graphrag_batch.formats.families import family_of
from graphrag_batch.memo import Memo
from graphrag_batch.records import IndexedDocument, Progress, Skip, TreeEntry, Unreadable
from graphrag_batch.source.select import PathPatterns, encoded, minified, sniff

if TYPE_CHECKING:
    from graphrag_batch.build.work import Work
    from graphrag_batch.source.git import Repository

_T = TypeVar("_T")

BATCH = 64
HEAD_BYTES = 8192
# Below this much to parse, starting worker processes costs more than they save.
PARALLEL_BYTES = 1_000_000

# Formats whose text is read as it stands; others know what to leave out of it.
_AS_IT_STANDS = ("text", "code:xml")

_Read = list[Blob | Skip]


class _Parsed(NamedTuple):
    """A batch whose documents are known; the rest is being made."""

    read: _Read
    parsed: dict[StageKey, Parsed]
    deriving: Deriving


@dataclass(slots=True)
class DocumentStage:
    """The per-blob stages over one repository, memo and configuration."""

    repository: Repository
    memo: Memo
    config: Config
    work: Work
    progress: Progress
    jobs: int = 0
    allowed: PathPatterns = field(init=False)
    _parse: ParseStage = field(init=False)
    _derived: DerivedStages = field(init=False)

    def __post_init__(self) -> None:
        self.allowed = PathPatterns(self.config.redact.allow_paths, "redact.allow_paths")

    def run(self, entries: Sequence[TreeEntry]) -> Iterator[IndexedDocument | Skip]:
        """Each entry as an indexed document, or as a skip with its reason, in order."""
        jobs = self.jobs or os.cpu_count() or 1
        with self._pool(entries, jobs) as pool, Apart[Task](jobs) as apart:
            self._parse = ParseStage(self.config, self.memo, self.work, pool, apart)
            self._derived = DerivedStages(self.config, self.memo, self.work, pool)
            begun = (self._begin(entries[at : at + BATCH]) for at in range(0, len(entries), BATCH))
            parsed = (self._parsed(*batch) for batch in _after_next(begun))
            done = 0
            for batch in _after_next(parsed):
                self.progress("read", done, len(entries))
                yield from self._finished(batch)
                done += len(batch.read)
        self.progress("read", len(entries), len(entries))

    def _pool(
        self, entries: Sequence[TreeEntry], jobs: int
    ) -> AbstractContextManager[ProcessPoolExecutor | None]:
        if jobs < 2 or len(entries) < 2:
            return nullcontext()
        total = 0
        for entry in entries:
            total += min(self._size(entry), self._limit(entry))
            if total > PARALLEL_BYTES:
                return worker_pool(jobs)
        return nullcontext()

    def _size(self, entry: TreeEntry) -> int:
        try:
            return self.repository.size(entry.blob)
        except BlobUnavailable:
            return 0

    def _begin(self, entries: Sequence[TreeEntry]) -> tuple[_Read, Parsing]:
        with self.work.timed("read"):
            read = [self._read(entry) for entry in entries]
            return read, self._parse.begin([item for item in read if isinstance(item, Blob)])

    def _parsed(self, read: _Read, parsing: Parsing) -> _Parsed:
        with self.work.timed("parse"):
            parsed = self._parse.settle(parsing)
        with self.work.timed("derive"):
            documents = [value for value in parsed.values() if not isinstance(value.value, Unreadable)]
            return _Parsed(read, parsed, self._derived.begin(documents))

    def _finished(self, batch: _Parsed) -> Iterator[IndexedDocument | Skip]:
        with self.work.timed("derive"):
            values = self._derived.settle(batch.deriving)
        for item in batch.read:
            yield item if isinstance(item, Skip) else self._indexed(item, batch.parsed[item.key], values)

    def _read(self, entry: TreeEntry) -> Blob | Skip:
        try:
            size = self.repository.size(entry.blob)
            if size > self._limit(entry):
                return _skip(entry, Unreadable("too-large", f"{size} bytes"))
            raw = self.repository.read(entry.blob)
        except BlobUnavailable as error:
            return _skip(entry, Unreadable("unavailable", error.what))
        head = raw[:HEAD_BYTES]
        verdict, format = sniff(head), registry.format_of(entry.path, head)
        if verdict is not None and not (verdict.reason == "binary" and family_of(format).binary):
            return _skip(entry, verdict)
        if not self.config.select.generated and (made := minified(entry.path, raw)):
            return _skip(entry, made)
        if format in _AS_IT_STANDS and (data := encoded(raw)):
            return _skip(entry, data)
        allowed = self.allowed.match(entry.path)
        key = StageKey("parse", document_fingerprint(format, self.config, allowed), entry.blob)
        plain = StageKey("parse", plain_fingerprint(format, self.config), entry.blob)
        return Blob(entry, format, raw, allowed, key, plain)

    def _limit(self, entry: TreeEntry) -> int:
        binary = family_of(registry.format_of(entry.path, b"")).binary
        return self.config.formats.max_bytes if binary else self.config.select.max_bytes

    def _indexed(
        self, blob: Blob, parsed: Parsed, values: dict[str, dict[str, Any]]
    ) -> IndexedDocument | Skip:
        document = parsed.value
        if isinstance(document, Unreadable):
            return _skip(blob.entry, document)
        chunks = values[CHUNKS.name][parsed.id]
        if not chunks:
            return _skip(blob.entry, Unreadable("empty", "white space only"))
        (sketch,) = values[SKETCHES.name][parsed.id] if SKETCHES.name in values else (None,)
        extract = values[EXTRACTS.name][parsed.id] if EXTRACTS.name in values else NOTHING
        own = b"" if extract == NOTHING else extract
        return IndexedDocument(blob.entry, document, chunks, len(blob.raw), sketch, own)


def _skip(entry: TreeEntry, verdict: Unreadable) -> Skip:
    return Skip(entry.path, entry.mode, entry.blob, verdict.reason, verdict.detail)


def _after_next(items: Iterable[_T]) -> Iterator[_T]:
    """The items, each once the one after it is there."""
    return (item for item, _ in pairwise(chain(items, (None,))) if item is not None)
