"""From a blob to its document: the first of the stages, and the only one that sees bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from graphrag_batch.build import codec
from graphrag_batch.build.apart import Apart, Lost
from graphrag_batch.build.underway import UnderWay, Wanted
from graphrag_batch.build.workers import mapped
from graphrag_batch.fingerprint import StageKey, digest
from graphrag_batch.formats import metadata, registry
from graphrag_batch.formats.families import family_of
from graphrag_batch.records import Document, Redaction, TreeEntry, Unreadable
from graphrag_batch.stages.language import language_of
from graphrag_batch.stages.redact import redact

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from graphrag_batch.build.work import Work
    from graphrag_batch.config import Config
    from graphrag_batch.memo import Memo

_PLAIN, _BY_SETTINGS, _LOST = b"P", b"S", b"L"
Task = tuple[str, bytes, bool]


class Blob(NamedTuple):
    """A blob worth reading; `key` is its document's, `plain` that of one in which nothing is secret or
    restricted. Where secrets are `allowed`, they stay."""

    entry: TreeEntry
    format: str
    raw: bytes
    allowed: bool
    key: StageKey
    plain: StageKey

    @property
    def task(self) -> Task:
        """What is needed to parse it."""
        return self.format, self.raw, self.allowed


class Parsed(NamedTuple):
    """What was made of a blob: a document or the reason why there is none, encoded too; `id` is the digest of
    the encoded document."""

    value: Document | Unreadable
    raw: bytes
    id: str


class Parsing(NamedTuple):
    """The blobs of a batch being parsed, and what is made of those that must be."""

    wanted: Wanted[Parsed]
    made: Iterable[tuple[Blob, bytes]]


@dataclass(slots=True, init=False)
class ParseStage:
    """Documents of blobs: of most here or in the pool, of some in processes that may be lost."""

    _config: Config
    _work: Work
    _pool: ProcessPoolExecutor | None
    _apart: Apart[Task]
    _values: UnderWay[Parsed]

    def __init__(
        self, config: Config, memo: Memo, work: Work, pool: ProcessPoolExecutor | None, apart: Apart[Task]
    ) -> None:
        self._config, self._work, self._pool, self._apart = config, work, pool, apart
        self._values = UnderWay(memo, _decoded)

    def begin(self, blobs: Sequence[Blob]) -> Parsing:
        """Begins to parse what no one has parsed."""
        by_key = {blob.key: blob for blob in blobs}
        wanted = self._values.begin({key: (key, blob.plain) for key, blob in by_key.items()})
        self._work.add("parse_reused", wanted.reused)
        self._work.add("parsed", len(wanted.missing))
        return Parsing(wanted, self._made([by_key[key] for key in wanted.missing]))

    def _made(self, blobs: list[Blob]) -> Iterator[tuple[Blob, bytes]]:
        compute = partial(parse, config=self._config)
        safe = [blob for blob in blobs if not family_of(blob.format).apart]
        risky = [blob for blob in blobs if family_of(blob.format).apart]
        made = mapped(self._pool, compute, [blob.task for blob in safe])
        lost = self._apart.map(compute, [blob.task for blob in risky], _seconds)
        return chain(zip(safe, made, strict=True), zip(risky, map(_told, lost), strict=True))

    def settle(self, parsing: Parsing) -> dict[StageKey, Parsed]:
        """What was made of each blob, by its key."""
        made: dict[StageKey, bytes] = {}
        kept: dict[StageKey, bytes] = {}
        for blob, marked in parsing.made:
            mark, made[blob.key] = marked[:1], marked[1:]
            if mark != _LOST:
                kept[blob.plain if mark == _PLAIN else blob.key] = marked[1:]
        return self._values.settle(parsing.wanted, made, kept)


def _decoded(raw: bytes) -> Parsed | None:
    value = codec.decode_parsed(raw)
    return None if value is None else Parsed(value, raw, digest(raw))


def _seconds(task: Task) -> int:
    """How much processor time a file may take: far more than any honest one does."""
    return 60 + len(task[1]) // 20_000


def _told(made: bytes | Lost) -> bytes:
    """A lost process as the reason why a file is not indexed: not remembered, others may do better."""
    if isinstance(made, bytes):
        return made
    return _LOST + codec.encode_parsed(Unreadable("unreadable", f"the reader {made}"))


def parse(task: Task, config: Config) -> bytes:
    """The document made of a blob, encoded: no secret gets any further than here, nor a restricted document
    that is left out. Before it stands whether this is so whatever the settings are."""
    format, raw, allowed = task
    decoded = registry.decode(format, raw, config.formats)
    if isinstance(decoded, Unreadable):
        # What is missing here may be there tomorrow, and is elsewhere.
        return (_LOST if decoded.reason == "needs-extra" else _PLAIN) + codec.encode_parsed(decoded)
    found: tuple[Redaction, ...] = ()
    is_searched = config.redact.enabled and not allowed
    left = 0
    if is_searched:
        decoded, found, left = redact(decoded, config.redact, format)
    document = registry.parse(format, decoded)
    is_restricted = document.meta != "{}" and metadata.is_restricted(json.loads(document.meta))
    mark = _PLAIN if is_searched and not (found or left or is_restricted) else _BY_SETTINGS
    if is_restricted and config.select.restricted == "exclude":
        return mark + codec.encode_parsed(Unreadable("restricted"))
    return mark + codec.encode_parsed(replace(document, lang=language_of(document), redactions=found))
