"""From tree entries to indexed documents: read, parse, chunk, each at most once per distinct input.

Values come from the memo where it holds them; the rest is computed here or, when there is enough
of it, by worker processes. What is computed does not depend on which of these happened.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from graphrag_batch import embedders
from graphrag_batch.build import codec
from graphrag_batch.build.apart import Apart, Lost
from graphrag_batch.build.parsers import document_fingerprint, plain_fingerprint
from graphrag_batch.build.sketches import sketch_key, sketched
from graphrag_batch.build.workers import worker_pool
from graphrag_batch.config import ChunkConfig, Config, EmbedConfig
from graphrag_batch.errors import BlobUnavailable
from graphrag_batch.fingerprint import StageKey, digest, stage_fingerprint
from graphrag_batch.formats import metadata, registry
from graphrag_batch.formats.families import family_of
from graphrag_batch.memo import Memo
from graphrag_batch.records import (
    Chunk,
    Document,
    IndexedDocument,
    Progress,
    Redaction,
    Sketch,
    Skip,
    TreeEntry,
    Unreadable,
)
from graphrag_batch.source.select import PathPatterns, sniff
from graphrag_batch.stages import chunk as chunk_stage
from graphrag_batch.stages import lexemes
from graphrag_batch.stages.language import language_of
from graphrag_batch.stages.redact import redact

if TYPE_CHECKING:
    from graphrag_batch.build.work import Work
    from graphrag_batch.source.git import Repository

_T = TypeVar("_T")

BATCH = 256
HEAD_BYTES = 8192
# Below this much to parse, starting worker processes costs more than they save.
PARALLEL_BYTES = 1_000_000
_PLAIN, _BY_SETTINGS, _LOST = b"P", b"S", b"L"
_Task = tuple[str, bytes, bool]


class _Blob(NamedTuple):
    """A blob worth reading; `key` is its document's, `plain` that of one in which nothing is secret or
    restricted. Where secrets are `allowed`, they stay."""

    entry: TreeEntry
    format: str
    raw: bytes
    allowed: bool
    key: StageKey
    plain: StageKey


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
    _apart: Apart[_Task] = field(init=False)

    def __post_init__(self) -> None:
        self.allowed = PathPatterns(self.config.redact.allow_paths, "redact.allow_paths")

    def run(self, entries: Sequence[TreeEntry]) -> Iterator[IndexedDocument | Skip]:
        """Each entry as an indexed document, or as a skip with its reason, in order."""
        with self._pool(entries) as pool, Apart[_Task](self.jobs or os.cpu_count() or 1) as self._apart:
            for start in range(0, len(entries), BATCH):
                self.progress("read", start, len(entries))
                yield from self._batch(entries[start : start + BATCH], pool)
        self.progress("read", len(entries), len(entries))

    def _pool(self, entries: Sequence[TreeEntry]) -> AbstractContextManager[ProcessPoolExecutor | None]:
        jobs = self.jobs or os.cpu_count() or 1
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

    def _batch(
        self, entries: Sequence[TreeEntry], pool: ProcessPoolExecutor | None
    ) -> Iterator[IndexedDocument | Skip]:
        with self.work.timed("read"):
            read = [self._read(entry) for entry in entries]
        blobs = [blob for blob in read if isinstance(blob, _Blob)]
        with self.work.timed("parse"):
            parsed = self._parsed(blobs, pool)
        documents = [value for value in parsed.values() if isinstance(value, bytes)]
        with self.work.timed("chunk"):
            chunked = self._chunked(documents, pool)
        with self.work.timed("sketch"):
            sketches = sketched(documents, self.config.dedupe, self.memo, self.work, partial(_map, pool))
        for item in read:
            yield item if isinstance(item, Skip) else self._indexed(item, parsed, chunked, sketches)

    def _read(self, entry: TreeEntry) -> _Blob | Skip:
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
        allowed = self.allowed.match(entry.path)
        key = StageKey("parse", document_fingerprint(format, self.config, allowed), entry.blob)
        plain = StageKey("parse", plain_fingerprint(format, self.config), entry.blob)
        return _Blob(entry, format, raw, allowed, key, plain)

    def _limit(self, entry: TreeEntry) -> int:
        binary = family_of(registry.format_of(entry.path, b"")).binary
        return self.config.formats.max_bytes if binary else self.config.select.max_bytes

    def _parsed(
        self, blobs: Sequence[_Blob], pool: ProcessPoolExecutor | None
    ) -> dict[StageKey, bytes | Unreadable]:
        """Parsed values by key: encoded documents, or verdicts."""
        wanted = {blob.key: blob for blob in blobs}
        held = self.memo.get_many(list({key for blob in wanted.values() for key in (blob.key, blob.plain)}))
        held = {key: raw for key, raw in held.items() if codec.decode_parsed(raw) is not None}
        found = {b.key: held[k] for b in wanted.values() for k in (b.key, b.plain) if k in held}
        missing = {key: blob for key, blob in wanted.items() if key not in found}
        self.work.add("parse_reused", len(found))
        self.work.add("parsed", len(missing))
        kept: dict[StageKey, bytes] = {}
        for blob, made in self._made(list(missing.values()), pool):
            found[blob.key] = made[1:]
            if made[:1] != _LOST:
                kept[blob.plain if made[:1] == _PLAIN else blob.key] = made[1:]
        self._remember(kept.items())
        return {key: _verdict(raw) or raw for key, raw in found.items()}

    def _made(self, blobs: list[_Blob], pool: ProcessPoolExecutor | None) -> Iterator[tuple[_Blob, bytes]]:
        """What is made of each blob: of most here or in the pool, of some in processes that may be lost."""
        compute = partial(_parse, config=self.config)
        safe = [blob for blob in blobs if not family_of(blob.format).apart]
        yield from zip(safe, _map(pool, compute, [_task(blob) for blob in safe]), strict=True)
        risky = [blob for blob in blobs if family_of(blob.format).apart]
        made = self._apart.map(compute, [_task(blob) for blob in risky], _seconds) if risky else ()
        yield from zip(risky, map(_told, made), strict=True)

    def _chunked(
        self, parsed: Sequence[bytes], pool: ProcessPoolExecutor | None
    ) -> dict[StageKey, tuple[Chunk, ...]]:
        fingerprint = chunk_fingerprint(self.config)
        keys = {StageKey("chunk", fingerprint, digest(raw)): raw for raw in parsed}
        chunks: dict[StageKey, tuple[Chunk, ...]] = {}
        for key, raw in self.memo.get_many(list(keys)).items():
            value = codec.decode_chunks(raw)
            if value is not None:
                chunks[key] = value
        missing = {key: raw for key, raw in keys.items() if key not in chunks}
        self.work.add("chunk_reused", len(chunks))
        self.work.add("chunked", len(missing))
        if missing:
            embedders.require(self.config.embed)
        compute = partial(_chunk, chunk_config=self.config.chunk, embed_config=self.config.embed)
        made = self._remember(zip(missing, _map(pool, compute, list(missing.values())), strict=True))
        for key, raw in made.items():
            value = codec.decode_chunks(raw)
            assert value is not None
            chunks[key] = value
        return chunks

    def _remember(self, items: Iterable[tuple[StageKey, bytes]]) -> dict[StageKey, bytes]:
        made = dict(items)
        self.memo.put_many(made.items())
        return made

    def _indexed(
        self,
        blob: _Blob,
        parsed: dict[StageKey, bytes | Unreadable],
        chunked: dict[StageKey, tuple[Chunk, ...]],
        sketches: dict[StageKey, Sketch | None],
    ) -> IndexedDocument | Skip:
        value = parsed[blob.key]
        if isinstance(value, Unreadable):
            return _skip(blob.entry, value)
        document = codec.decode_parsed(value)
        assert isinstance(document, Document)
        chunks = chunked[StageKey("chunk", chunk_fingerprint(self.config), digest(value))]
        if not chunks:
            return _skip(blob.entry, Unreadable("empty", "white space only"))
        sketch = sketches.get(sketch_key(value, self.config.dedupe))
        return IndexedDocument(blob.entry, document, chunks, len(blob.raw), sketch)


def chunk_fingerprint(config: Config) -> str:
    """Everything but its input that decides a document's chunks."""
    return stage_fingerprint(
        "chunk",
        chunk_stage.CHUNK_VERSION,
        config.chunk,
        str(lexemes.LEXEMES_VERSION),
        embedders.tokenizer_for(config.embed).fingerprint,
        str(embedders.window_of(config.embed)),
    )


def _skip(entry: TreeEntry, verdict: Unreadable) -> Skip:
    return Skip(entry.path, entry.mode, entry.blob, verdict.reason, verdict.detail)


def _verdict(raw: bytes) -> Unreadable | None:
    value = codec.decode_parsed(raw) if raw[:1] == b"U" else None
    return value if isinstance(value, Unreadable) else None


def _map(
    pool: ProcessPoolExecutor | None, compute: Callable[[_T], bytes], items: list[_T]
) -> Iterable[bytes]:
    if pool is None or len(items) < 2:
        return map(compute, items)
    return pool.map(compute, items, chunksize=8)


def _task(blob: _Blob) -> _Task:
    return blob.format, blob.raw, blob.allowed


def _seconds(task: _Task) -> int:
    """How much processor time a file may take: far more than any honest one does."""
    return 60 + len(task[1]) // 20_000


def _told(made: bytes | Lost) -> bytes:
    """A lost process as the reason why a file is not indexed: not remembered, others may do better."""
    if isinstance(made, bytes):
        return made
    return _LOST + codec.encode_parsed(Unreadable("unreadable", f"the reader {made}"))


def _parse(task: _Task, config: Config) -> bytes:
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


def _chunk(raw: bytes, chunk_config: ChunkConfig, embed_config: EmbedConfig) -> bytes:
    document = codec.decode_parsed(raw)
    assert isinstance(document, Document)
    tokenizer = embedders.tokenizer_for(embed_config)
    chunks = chunk_stage.chunk(document, chunk_config, tokenizer, embedders.window_of(embed_config))
    return codec.encode_chunks(
        tuple(replace(c, ident=lexemes.ident(c.text), cjk=lexemes.cjk(c.text)) for c in chunks)
    )
