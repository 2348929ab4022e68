"""The only modules that load a model which reads sentences (spaCy, transformers). They turn text into tokens,
sentences and names, and know nothing of documents or storage.

Everything but `tagger_for` is cheap: no model, no heavy import.
"""

from __future__ import annotations

from graphrag_batch.config import ExtractConfig
from graphrag_batch.textual import Tagger


def tagger_for(config: ExtractConfig) -> Tagger | None:
    """The tagger that `extract.ner` names; None for `none`. Raises ModelMissing where it is not installed."""
    return None


def fingerprint_of(config: ExtractConfig) -> str:
    """The fingerprint `tagger_for(config)` would have, "" for none, without loading it."""
    return ""
