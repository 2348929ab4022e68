"""What documents are compared with others by: made once for each distinct document, and remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from graphrag_batch.build import codec
from graphrag_batch.fingerprint import StageKey, digest, stage_fingerprint
from graphrag_batch.records import Document
from graphrag_batch.stages.dedupe import DEDUPE_VERSION, sketch

if TYPE_CHECKING:
    from graphrag_batch.build.work import Work
    from graphrag_batch.config import DedupeConfig
    from graphrag_batch.memo import Memo
    from graphrag_batch.records import Sketch

Mapper = Callable[[Callable[[bytes], bytes], list[bytes]], Iterable[bytes]]


def sketch_key(parsed: bytes, config: DedupeConfig) -> StageKey:
    """The key of what an encoded document is compared by. `threshold` does not decide it."""
    return StageKey("sketch", stage_fingerprint("sketch", DEDUPE_VERSION, config.min_words), digest(parsed))


def sketched(
    parsed: Sequence[bytes], config: DedupeConfig, memo: Memo, work: Work, compute_all: Mapper
) -> dict[StageKey, Sketch | None]:
    """The sketches of encoded documents, from the memo where it has them; none where copies are not
    looked for."""
    keys = {sketch_key(raw, config): raw for raw in parsed} if config.enabled else {}
    found: dict[StageKey, Sketch | None] = {}
    for key, raw in memo.get_many(list(keys)).items():
        if (value := codec.decode_sketch(raw)) is not None:
            found[key] = value[0]
    missing = {key: raw for key, raw in keys.items() if key not in found}
    work.add("sketch_reused", len(found))
    work.add("sketched", len(missing))
    values = compute_all(partial(_sketch, config=config), list(missing.values()))
    made = dict(zip(missing, values, strict=True))
    memo.put_many(made.items())
    for key, raw in made.items():
        value = codec.decode_sketch(raw)
        assert value is not None
        found[key] = value[0]
    return found


def _sketch(parsed: bytes, config: DedupeConfig) -> bytes:
    document = codec.decode_parsed(parsed)
    assert isinstance(document, Document)
    return codec.encode_sketch(sketch(document, config))
