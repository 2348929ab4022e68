"""A searcher over an opened artifact, with its model when that is at hand."""

from __future__ import annotations

from graphrag_batch.artifact.read import Artifact
from graphrag_batch.retrieve.recorded import model_for, recorded_config
from graphrag_batch.retrieve.searcher import Searcher


def searcher_for(artifact: Artifact) -> Searcher:
    """A searcher with the configuration the artifact carries. Without the model whose vectors the
    artifact holds, it answers from text and says why."""
    embedder, why = model_for(artifact.meta)
    searcher = Searcher(artifact, embedder, recorded_config(artifact.meta).retrieval)
    searcher.meaning.degraded = why
    return searcher
