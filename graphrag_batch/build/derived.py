"""What is made of each document by itself, whatever made the document: chunks, what it is compared by, what
its prose says.

A stage is a row of `STAGES`. Its values depend on the document and a slice of the configuration alone; each
is made once for each distinct document, and remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from graphrag_batch import embedders
from graphrag_batch.build import codec
from graphrag_batch.build.extracting import extracts, require
from graphrag_batch.build.fingerprints import chunk_fingerprint, extract_fingerprint, sketch_fingerprint
from graphrag_batch.build.underway import UnderWay, Wanted
from graphrag_batch.build.workers import mapped
from graphrag_batch.fingerprint import StageKey
from graphrag_batch.records import Document
from graphrag_batch.stages import chunk as chunk_stage
from graphrag_batch.stages import lexemes
from graphrag_batch.stages.dedupe import sketch

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from graphrag_batch.build.parsing import Parsed
    from graphrag_batch.build.work import Work
    from graphrag_batch.config import Config
    from graphrag_batch.memo import Memo


@dataclass(frozen=True, slots=True)
class Stage:
    """`name` is that of its keys; `made` and `reused` are counters of `Work`. `fingerprint` is everything but
    the document that decides a value. `compute` makes and encodes those of some documents, each the same
    whatever the others are, and `decode` reads them: None for what is no value. `prepare` comes before the
    first is made."""

    name: str
    made: str
    reused: str
    fingerprint: Callable[[Config], str]
    compute: Callable[[Sequence[Document], Config], Iterable[bytes]]
    decode: Callable[[bytes], Any]
    is_wanted: Callable[[Config], bool] = lambda config: True
    prepare: Callable[[Config], None] = lambda config: None


def _chunks(documents: Sequence[Document], config: Config) -> Iterator[bytes]:
    tokenizer, window = embedders.tokenizer_for(config.embed), embedders.window_of(config.embed)
    for document in documents:
        chunks = chunk_stage.chunk(document, config.chunk, tokenizer, window)
        yield codec.encode_chunks(
            tuple(replace(c, ident=lexemes.ident(c.text), cjk=lexemes.cjk(c.text)) for c in chunks)
        )


def _sketches(documents: Sequence[Document], config: Config) -> Iterator[bytes]:
    return (codec.encode_sketch(sketch(document, config.dedupe)) for document in documents)


CHUNKS = Stage(
    "chunk", "chunked", "chunk_reused",
    chunk_fingerprint, _chunks, codec.decode_chunks,
    prepare=lambda config: embedders.require(config.embed),
)  # fmt: skip
SKETCHES = Stage(
    "sketch", "sketched", "sketch_reused",
    sketch_fingerprint, _sketches, codec.decode_sketch,
    is_wanted=lambda config: config.dedupe.enabled,
)  # fmt: skip
EXTRACTS = Stage(
    "extract", "extracted", "extract_reused",
    extract_fingerprint, extracts, codec.sound_extract,
    is_wanted=lambda config: config.extract.enabled, prepare=require,
)  # fmt: skip
STAGES = {stage.name: stage for stage in (CHUNKS, SKETCHES, EXTRACTS)}

# So many documents are worked at together, unless they are large: then each worker has some.
_TOGETHER, _BYTES = 8, 40_000

Task = tuple[bytes, tuple[str, ...]]


class Deriving(NamedTuple):
    """The documents of a batch at work: what each stage wants, which of them a document lacks (by its id),
    and what is made of those."""

    wanted: dict[str, Wanted[Any]]
    lacking: dict[str, tuple[str, ...]]
    made: Iterator[tuple[bytes, ...]]


class DerivedStages:
    """All values of each document that it lacks, made in one go."""

    def __init__(self, config: Config, memo: Memo, work: Work, pool: ProcessPoolExecutor | None) -> None:
        self._config, self._work, self._pool = config, work, pool
        self._stages = {name: stage for name, stage in STAGES.items() if stage.is_wanted(config)}
        self._fingerprints = {name: stage.fingerprint(config) for name, stage in self._stages.items()}
        self._values = {name: UnderWay[Any](memo, stage.decode) for name, stage in self._stages.items()}

    def begin(self, documents: Sequence[Parsed]) -> Deriving:
        """Begins to make what no one has made."""
        raws = {document.id: document.raw for document in documents}
        wanted = {name: self._begin(stage, raws) for name, stage in self._stages.items()}
        lacking: dict[str, tuple[str, ...]] = {}
        for name, found in wanted.items():
            for key in found.missing:
                lacking[key.input_id] = (*lacking.get(key.input_id, ()), name)
        tasks = [(raws[id], names) for id, names in lacking.items()]
        made = mapped(self._pool, partial(derive, config=self._config), list(_together(tasks)), 1)
        return Deriving(wanted, lacking, chain.from_iterable(made))

    def _begin(self, stage: Stage, documents: Iterable[str]) -> Wanted[Any]:
        keys = [self._key(stage.name, id) for id in documents]
        wanted = self._values[stage.name].begin({key: (key,) for key in keys})
        self._work.add(stage.reused, wanted.reused)
        self._work.add(stage.made, len(wanted.missing))
        if wanted.missing:
            stage.prepare(self._config)
        return wanted

    def _key(self, name: str, document: str) -> StageKey:
        return StageKey(name, self._fingerprints[name], document)

    def settle(self, deriving: Deriving) -> dict[str, dict[str, Any]]:
        """The values of each stage (its name), by the document's id."""
        made: dict[str, dict[StageKey, bytes]] = {name: {} for name in self._stages}
        for (id, names), raws in zip(deriving.lacking.items(), deriving.made, strict=True):
            for name, raw in zip(names, raws, strict=True):
                made[name][self._key(name, id)] = raw
        found = {
            name: self._values[name].settle(deriving.wanted[name], raws, raws) for name, raws in made.items()
        }
        return {
            name: {key.input_id: value for key, value in values.items()} for name, values in found.items()
        }


def _together(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    found: list[Task] = []
    size = 0
    for task in tasks:
        if found and (len(found) == _TOGETHER or size + len(task[0]) > _BYTES):
            yield found
            found, size = [], 0
        found.append(task)
        size += len(task[0])
    if found:
        yield found


def derive(tasks: Sequence[Task], config: Config) -> list[tuple[bytes, ...]]:
    """What the named stages make of each encoded document, encoded."""
    documents = [_document(raw) for raw, _ in tasks]
    values: dict[str, Iterator[bytes]] = {}
    for name, stage in STAGES.items():
        lacking = [document for document, (_, names) in zip(documents, tasks, strict=True) if name in names]
        values[name] = iter(stage.compute(lacking, config))
    return [tuple(next(values[name]) for name in names) for _, names in tasks]


def _document(raw: bytes) -> Document:
    document = codec.decode_parsed(raw)
    assert isinstance(document, Document)
    return document
