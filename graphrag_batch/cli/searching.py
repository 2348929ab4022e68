"""A searcher over an opened artifact, with its model when that is at hand."""

from __future__ import annotations

from graphrag_batch import embedders
from graphrag_batch.artifact.read import Artifact
from graphrag_batch.config import EmbedConfig, load_config
from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.records import Embedder
from graphrag_batch.retrieve.searcher import Searcher


def searcher_for(artifact: Artifact) -> Searcher:
    """A searcher with the configuration the artifact carries. Without the model whose vectors the
    artifact holds, it answers from text and says why."""
    config = load_config(artifact.meta["config"], where=f"{artifact.path} (meta.config)")
    embedder, why = _embedder(artifact, config.embed)
    searcher = Searcher(artifact, embedder, config.retrieval)
    if why:
        searcher.degraded_reason = why
    return searcher


def _embedder(artifact: Artifact, config: EmbedConfig) -> tuple[Embedder | None, str]:
    if artifact.meta.get("search_mode") != "hybrid":
        return None, artifact.meta.get("degraded_reason", "")
    try:
        if embedders.fingerprint_of(config) != artifact.meta.get("model_fingerprint"):
            return None, "the artifact's vectors come from another version of the model"
        return embedders.load(config), ""
    except (ModelMissing, ConfigError) as error:
        return None, str(error)
