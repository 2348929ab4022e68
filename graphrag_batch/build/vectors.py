"""Vectors for the texts that have none yet: from the memo, else from the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from graphrag_batch import embedders
from graphrag_batch.build import codec
from graphrag_batch.embedders.quantize import quantize
from graphrag_batch.errors import ModelMissing
from graphrag_batch.fingerprint import StageKey
from graphrag_batch.records import Embedder, Progress

if TYPE_CHECKING:
    from graphrag_batch.artifact.write import ArtifactWriter
    from graphrag_batch.build.work import Work
    from graphrag_batch.config import EmbedConfig
    from graphrag_batch.memo import Memo

# Small enough that a killed build loses little, large enough that writing costs nothing.
BATCH = 64


def fill_vectors(
    writer: ArtifactWriter,
    texts: Mapping[str, str],
    config: EmbedConfig,
    memo: Memo,
    work: Work,
    progress: Progress,
) -> str:
    """Give every window of the artifact a vector; `texts` maps a vector's digest to its text.

    Returns "" when all have one, else why not (the artifact then answers from text alone).
    """
    if config.model == "none":
        return "embed.model is none: no vectors are made"
    missing = writer.missing_vectors()
    if not missing:
        return ""
    fingerprint, dim = embedders.fingerprint_of(config), embedders.dim_of(config)
    keys = {StageKey("embed", fingerprint, text): (id_, text) for id_, text in missing}
    known = {
        key: vector
        for key, raw in memo.get_many(list(keys)).items()
        if (vector := codec.decode_vector(raw, dim)) is not None
    }
    work.add("embed_reused", len(known))
    writer.add_vectors((*keys[key], scale, vector) for key, (scale, vector) in known.items())
    todo = [key for key in keys if key not in known]
    if not todo:
        return ""
    try:
        embedder = embedders.load(config)
    except ModelMissing as error:
        return str(error)
    # Texts of similar length together: progress is even, and the order is the same everywhere.
    todo.sort(key=lambda key: (len(texts[key.input_id]), key.input_id))
    for start in range(0, len(todo), BATCH):
        progress("embed", start, len(todo))
        batch = todo[start : start + BATCH]
        made = _embed([texts[key.input_id] for key in batch], embedder)
        memo.put_many((key, codec.encode_vector(*made[n])) for n, key in enumerate(batch))
        writer.add_vectors((*keys[key], *made[n]) for n, key in enumerate(batch))
    progress("embed", len(todo), len(todo))
    work.add("embedded", len(todo))
    return ""


def _embed(texts: Sequence[str], embedder: Embedder) -> list[tuple[float, bytes]]:
    vectors, scales = quantize(embedder.embed_documents(texts))
    return [(float(scale), vector.tobytes()) for scale, vector in zip(scales, vectors, strict=True)]
