from __future__ import annotations

import subprocess
import sys

import pytest

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import dim_of, fingerprint_of, load, tokenizer_for, window_of
from graphrag_batch.errors import ConfigError
from graphrag_batch.records import Embedder

NONE = EmbedConfig(model="none")


def test_what_is_said_before_loading_is_what_is_loaded(minilm: Embedder) -> None:
    config = EmbedConfig()
    assert isinstance(minilm, Embedder)
    assert minilm.name == config.model
    assert minilm.fingerprint == fingerprint_of(config)
    assert minilm.max_tokens == window_of(config) == 254
    assert minilm.dim == dim_of(config) == dim_of(EmbedConfig(dim=384)) == 384


def test_without_a_model_text_is_counted_alike_and_no_vector_is_made() -> None:
    assert tokenizer_for(NONE).fingerprint == tokenizer_for(EmbedConfig()).fingerprint
    assert window_of(NONE) == 0
    assert dim_of(NONE) == 0
    assert fingerprint_of(NONE) != fingerprint_of(EmbedConfig())
    with pytest.raises(ConfigError, match="none"):
        load(NONE)


@pytest.mark.parametrize("ask", [tokenizer_for, load, fingerprint_of, window_of, dim_of])
@pytest.mark.parametrize(("model", "hint"), [("minlm", "did you mean minilm?"), ("gpt", "st:MODEL, openai:")])
def test_an_unknown_model_is_refused_with_the_known_ones(ask: object, model: str, hint: str) -> None:
    assert callable(ask)
    with pytest.raises(ConfigError, match="unknown embedding model") as caught:
        ask(EmbedConfig(model=model))
    assert hint in caught.value.next_step


@pytest.mark.parametrize("ask", [load, fingerprint_of, dim_of])
def test_a_dimension_the_model_does_not_have_is_refused(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(ConfigError, match="384 numbers, not 256"):
        ask(EmbedConfig(dim=256))


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    script = (
        "import sys; from graphrag_batch.config import EmbedConfig; from graphrag_batch.embedders import *;"
        "c = EmbedConfig(); tokenizer_for(c).fingerprint, fingerprint_of(c), window_of(c), dim_of(c);"
        "print(sorted({'numpy', 'onnxruntime', 'tokenizers', 'httpx', 'torch'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
