"""The only modules that load a model which reads sentences (spaCy, transformers). They turn text into tokens,
sentences and names, and know nothing of documents or storage.

Everything but `tagger_for` is cheap: no model, no heavy import.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.config import ExtractConfig
    from graphrag_batch.taggers import pipeline, spacy_model
    from graphrag_batch.textual import Tagger

__all__ = ["fingerprint_of", "require", "tagger_for"]

NONE = "none"


def tagger_for(config: ExtractConfig) -> Tagger | None:
    """The tagger that `extract.ner` names, loaded once (about a second); None for `none`. Raises ModelMissing
    where it is not installed."""
    return None if config.ner == NONE else _loaded(config.ner)


def fingerprint_of(config: ExtractConfig) -> str:
    """The fingerprint that `tagger_for(config)` has, "" for none, without loading it. Raises ModelMissing."""
    return "" if config.ner == NONE else _room(config.ner).fingerprint(config.ner)


def require(config: ExtractConfig) -> None:
    """Raises ModelMissing where the tagger that `extract.ner` names is not installed."""
    fingerprint_of(config)


@cache
def _loaded(name: str) -> Tagger:
    return _room(name).load(name)


def _room(name: str) -> spacy_model.Models | pipeline.Folders:
    from graphrag_batch.taggers import pipeline, spacy_model

    return pipeline.Folders() if name.startswith(pipeline.PREFIX) else spacy_model.Models()
