"""Vectors for the texts that have none yet: from the memo, else from other artifacts, else from the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch import embedders
from graphrag_batch.build import codec
from graphrag_batch.build.seeds import Vector, vectors_in
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
    seeds: Iterable[Path] = (),
) -> str:
    """Give every window of the artifact a vector; `texts` maps a vector's digest to its text. `seeds` are
    artifacts that may hold some, looked at when the memo does not.

    Returns "" when all have one, else why not (the artifact then answers from text alone). What was embedded
    before a model failed is remembered. Raises ConfigError for an endpoint's vectors of another dimension.
    """
    if config.model == "none":
        return "embed.model is none: no vectors are made"
    missing = writer.missing_vectors()
    if not missing:
        return ""
    fingerprint, dim = embedders.fingerprint_of(config), embedders.dim_of(config)
    keys = {StageKey("embed", fingerprint, text): (id_, text) for id_, text in missing}
    known = _known(keys, dim, memo, seeds)
    work.add("embed_reused", len(known))
    writer.add_vectors((*keys[key], scale, vector) for key, (scale, vector) in known.items())
    todo = [key for key in keys if key not in known]
    if not todo:
        return ""
    # Texts of similar length together: progress is even, and the order is the same everywhere.
    todo.sort(key=lambda key: (len(texts[key.input_id]), key.input_id))
    done = 0
    try:
        embedder = embedders.load(config)
        for start in range(0, len(todo), BATCH):
            progress("embed", start, len(todo))
            batch = todo[start : start + BATCH]
            made = _embed([texts[key.input_id] for key in batch], embedder)
            memo.put_many((key, codec.encode_vector(*made[n])) for n, key in enumerate(batch))
            writer.add_vectors((*keys[key], *made[n]) for n, key in enumerate(batch))
            done += len(batch)
    except ModelMissing as error:
        return f"{error}\n  {done} of {len(todo)} texts were embedded" if done else str(error)
    finally:
        progress("embed", done, len(todo))
        work.add("embedded", done)
    return ""


def _known(
    keys: Mapping[StageKey, tuple[int, str]], dim: int, memo: Memo, seeds: Iterable[Path]
) -> dict[StageKey, Vector]:
    """Vectors that need no model: from the memo, else from other artifacts, and then remembered."""
    known = {
        key: vector
        for key, raw in memo.get_many(list(keys)).items()
        if (vector := codec.decode_vector(raw, dim)) is not None
    }
    left = {text: key for key, (_, text) in keys.items() if key not in known}
    if left:
        fingerprint = next(iter(keys)).fingerprint
        wanted = [keys[key] for key in left.values()]
        for found in vectors_in(seeds, fingerprint, dim, wanted):
            fresh = {left[text]: vector for text, vector in found.items()}
            memo.put_many((key, codec.encode_vector(*vector)) for key, vector in fresh.items())
            known |= fresh
    return known


def _embed(texts: Sequence[str], embedder: Embedder) -> list[Vector]:
    vectors, scales = quantize(embedder.embed_documents(texts))
    return [(float(scale), vector.tobytes()) for scale, vector in zip(scales, vectors, strict=True)]
