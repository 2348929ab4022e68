from __future__ import annotations

import pytest

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import load
from graphrag_batch.records import Embedder


@pytest.fixture(scope="session")
def minilm() -> Embedder:
    return load(EmbedConfig())
