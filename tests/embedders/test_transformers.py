"""sentence-transformers models, on a tiny directory like EmbeddingGemma's made here. Marked `extra`: what
needs the library is skipped where it is not installed."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import dim_of, fingerprint_of, load, tokenizer_for, traits_of, window_of
from graphrag_batch.embedders.directory import DirectoryTokenizer
from graphrag_batch.errors import ConfigError, ModelMissing

WORDS = [chr(c) for c in range(33, 127)] + ["▁", "▁the", "▁retry", "▁queue", "é", "中", "文"]
installed = pytest.mark.skipif(
    find_spec("sentence_transformers") is None,
    reason="needs pip install 'graphrag-batch[sentence-transformers]'",
)
PROMPTS = {"query": "task: search result | query: ", "document": "title: none | text: "}


def write_tokenizer(folder: Path) -> None:
    from tokenizers import Tokenizer, normalizers
    from tokenizers.models import BPE

    vocabulary = {word: n + 4 for n, word in enumerate(WORDS)}
    vocabulary |= {"<pad>": 0, "<eos>": 1, "<bos>": 2, "<unk>": 3}
    tokenizer = Tokenizer(BPE(vocabulary, [], unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.enable_truncation(8)  # as many directories have it: sizes must not be counted so
    tokenizer.enable_padding()
    tokenizer.save(str(folder / "tokenizer.json"))


def write_configuration(folder: Path, dim: int = 768, length: int = 256) -> None:
    """What is read of a directory without the library."""
    files: dict[str, Any] = {
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Dense", "type": "sentence_transformers.models.Dense"},
            {"idx": 3, "name": "3", "path": "3_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
        "sentence_bert_config.json": {"max_seq_length": length},
        "config.json": {"vocab_size": 512, "hidden_size": 96},
        "1_Pooling/config.json": {"word_embedding_dimension": 96},
        "2_Dense/config.json": {"in_features": 96, "out_features": dim},
    }
    for name, value in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value))


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    write_tokenizer(folder)
    write_configuration(folder)
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


def at(path: Path, dim: int = 0) -> EmbedConfig:
    return EmbedConfig(model=f"st:{path}", dim=dim)


def test_a_directory_is_what_is_in_it_wherever_it_lies(directory: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(directory, elsewhere)
    (elsewhere / "README.md").write_text("Another text about it.")
    first = fingerprint_of(at(directory))
    assert fingerprint_of(at(elsewhere)) == first
    assert fingerprint_of(at(elsewhere, 256)) != first
    other = tmp_path / "other"
    shutil.copytree(directory, other)
    (other / "model.safetensors").write_bytes(b"Weights")
    assert fingerprint_of(at(other)) != first
    assert (dim_of(at(directory)), dim_of(at(directory, 128)), window_of(at(directory))) == (768, 128, 232)
    assert not traits_of(at(directory)).many_languages


def test_large_files_of_the_hubs_cache_are_known_by_their_names(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import hashlib

    cache = tmp_path / "hub" / "models--some--model"
    snapshot = cache / "snapshots" / "abc"
    shutil.copytree(directory, snapshot)
    blob = cache / "blobs" / hashlib.sha256(b"weights").hexdigest()
    blob.parent.mkdir()
    (snapshot / "model.safetensors").rename(blob)
    (snapshot / "model.safetensors").symlink_to(blob)
    (cache / "refs").mkdir()
    (cache / "refs" / "main").write_text("abc\n")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    assert fingerprint_of(EmbedConfig(model="st:some/model")) == fingerprint_of(at(directory))
    monkeypatch.setenv("EMBEDDING_GEMMA_MODEL_PATH", str(directory))
    gemma = fingerprint_of(EmbedConfig(model="embedding-gemma-512"))
    assert gemma != fingerprint_of(EmbedConfig(model="embedding-gemma-256"))
    assert dim_of(EmbedConfig(model="embedding-gemma-256")) == 256


@pytest.mark.parametrize(
    "text", ["the retry  queue\n\nfoo", "", "中文 é 😀 \ud800", "a" * 9000, "the " * 5000]
)
def test_tokens_are_those_of_the_directory_as_code_points(directory: Path, text: str) -> None:
    spans = tokenizer_for(at(directory)).spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert list(spans) == sorted(spans)
    covered = {n for start, end in spans for n in range(start, end)}
    assert {n for n, character in enumerate(text) if character.strip()} <= covered
    assert isinstance(tokenizer_for(at(directory)), DirectoryTokenizer)


@pytest.mark.parametrize(
    ("model", "kind", "said"),
    [
        ("st:/no/such/folder", ModelMissing, "no sentence-transformers model"),
        ("st:some/model", ModelMissing, "not in the local cache of the hub"),
        ("st:../model", ConfigError, "names no model"),
        ("st:a/b/c", ConfigError, "names no model"),
    ],
)
def test_a_model_that_is_not_here_is_never_fetched(
    model: str, kind: type[Exception], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(kind, match=said):
        fingerprint_of(EmbedConfig(model=model))


def test_a_dimension_longer_than_the_whole_is_refused(directory: Path) -> None:
    with pytest.raises(ConfigError, match="768 numbers, not 1024"):
        dim_of(at(directory, 1024))


# ---- with the library ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gemma(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A seeded Gemma of two layers: mean pooling, 96 → 384 → 768, unit length."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Dense, Normalize, Pooling, Transformer
    from transformers import Gemma3TextConfig, Gemma3TextModel, PreTrainedTokenizerFast

    torch.manual_seed(7)
    folder = tmp_path_factory.mktemp("gemma")
    parts = folder / "transformer"
    config = Gemma3TextConfig(
        vocab_size=512, hidden_size=96, intermediate_size=192, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=1, head_dim=24, max_position_embeddings=512, sliding_window=64,
        use_bidirectional_attention=True, pad_token_id=0, eos_token_id=1, bos_token_id=2,
    )  # fmt: skip
    Gemma3TextModel(config).save_pretrained(parts)
    write_tokenizer(parts)
    marks = {"pad_token": "<pad>", "eos_token": "<eos>", "bos_token": "<bos>", "unk_token": "<unk>"}
    PreTrainedTokenizerFast(tokenizer_file=str(parts / "tokenizer.json"), **marks).save_pretrained(parts)
    transformer = Transformer(str(parts), max_seq_length=256)
    modules = [
        transformer,
        Pooling(96, "mean"),
        Dense(96, 384, bias=False, activation_function=torch.nn.Identity()),
        Dense(384, 768, bias=False, activation_function=torch.nn.Identity()),
        Normalize(),
    ]
    SentenceTransformer(modules=modules, device="cpu", prompts=PROMPTS).save(str(folder / "model"))
    return folder / "model"


@installed
@pytest.mark.extra
@pytest.mark.parametrize("dim", [768, 512, 256, 128])
def test_embeddinggemma_is_cut_scaled_and_independent_of_its_batch(
    gemma: Path, dim: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMBEDDING_GEMMA_MODEL_PATH", str(gemma))
    config = EmbedConfig(model=f"embedding-gemma-{dim}")
    model = load(config)
    texts = ["the retry queue", "", "中文 é", "the " * 400, "x"]
    rows = model.embed_documents(texts)
    assert (rows.shape, rows.dtype) == ((5, dim), np.float32)
    assert (model.dim, model.fingerprint, model.max_tokens) == (
        dim,
        fingerprint_of(config),
        window_of(config),
    )
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    for n, text in enumerate(texts):
        assert model.embed_documents([text]).tobytes() == rows[n : n + 1].tobytes()
    assert model.embed_query(texts[0]).tobytes() != rows[0].tobytes()


@installed
@pytest.mark.extra
def test_prompts_are_those_of_the_model(gemma: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    monkeypatch.setenv("EMBEDDING_GEMMA_MODEL_PATH", str(gemma))
    model = load(EmbedConfig(model="embedding-gemma-768"))
    plain = SentenceTransformer(str(gemma), device="cpu", local_files_only=True)
    query = plain.encode(PROMPTS["query"] + "retry", prompt="", normalize_embeddings=True)
    document = plain.encode(PROMPTS["document"] + "retry", prompt="", normalize_embeddings=True)
    np.testing.assert_allclose(model.embed_query("retry"), query, atol=1e-5)
    np.testing.assert_allclose(model.embed_documents(["retry"])[0], document, atol=1e-5)
    bare = tmp_path / "bare"
    shutil.copytree(gemma, bare)
    settings = json.loads((bare / "config_sentence_transformers.json").read_text())
    (bare / "config_sentence_transformers.json").write_text(json.dumps(settings | {"prompts": {}}))
    monkeypatch.setenv("EMBEDDING_GEMMA_MODEL_PATH", str(bare))
    again = load(EmbedConfig(model="embedding-gemma-768"))
    np.testing.assert_allclose(again.embed_query("retry"), query, atol=1e-5)


@installed
@pytest.mark.extra
def test_any_directory_makes_an_index_that_answers(gemma: Path, tmp_path: Path) -> None:
    from tests.building import index
    from tests.gitrepo import GitRepo

    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {".graphrag.yaml": f"embed: {{model: 'st:{gemma}'}}\n", "a.md": "# A\n\nthe retry queue\n"}
    )
    repo.commit("Begin")
    report = index(repo)
    assert report.search_mode == "hybrid"
    assert report.work["embedded"] >= 1
    assert index(repo).mode == "reused"
