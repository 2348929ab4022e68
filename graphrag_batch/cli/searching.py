"""A searcher over an opened artifact, with its model when that is at hand."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from graphrag_batch.artifact.named import named_models
from graphrag_batch.artifact.read import Artifact
from graphrag_batch.cli.locate import locate
from graphrag_batch.errors import RepositoryNotFound
from graphrag_batch.retrieve.recorded import model_for, recorded_config
from graphrag_batch.retrieve.searcher import Searcher


def searcher_for(artifact: Artifact, repo: Path | None) -> Searcher:
    """A searcher with the configuration the artifact carries. Without the model whose vectors the
    artifact holds, it answers from text and says why. `repo` is whose settings are believed about models;
    None: those of the store that the artifact lies in, where it was built just now."""
    common_dir = artifact.path.parents[2] if repo is None else None
    if repo is not None:
        with suppress(RepositoryNotFound):
            common_dir = locate(repo).common_dir
    embedder, why = model_for(artifact.meta, named_models(common_dir))
    searcher = Searcher(artifact, embedder, recorded_config(artifact.meta).retrieval)
    searcher.meaning.degraded = why
    return searcher
