from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import dim_of, fingerprint_of, load, tokenizer_for, traits_of, window_of
from graphrag_batch.errors import ConfigError, EndpointError, ModelMissing
from graphrag_batch.records import Embedder
from tests.embedders.serving import serving, vector

KEY = "sk-do-not-tell"
VARIABLES = (
    "OPENAI_API_KEY", "VOYAGE_API_KEY", "COHERE_API_KEY", "CO_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY",
    "GRAPHRAG_EMBED_KEY", "EMBEDDING_GEMMA_ENDPOINT", "EMBEDDING_GEMMA_STUB", "EMBEDDING_GEMMA_MODEL_PATH",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def data(texts: list[str], dim: int) -> dict[str, Any]:
    rows = [{"object": "embedding", "index": n, "embedding": vector(t, dim)} for n, t in enumerate(texts)]
    return {"object": "list", "data": rows[::-1]}


Reply = Callable[[Any], Any]
# model, dim asked for, variable of the key, path, header, body for two documents, body for a query, reply
SHAPES: list[tuple[str, int, str, str, str, Any, Any, Reply]] = [
    (
        "openai:text-embedding-3-small", 256, "OPENAI_API_KEY", "/embeddings", "authorization",
        {"model": "text-embedding-3-small", "input": ["one", "two"], "encoding_format": "float",
         "dimensions": 256},
        {"model": "text-embedding-3-small", "input": ["ask"], "encoding_format": "float", "dimensions": 256},
        lambda body: data(body["input"], body["dimensions"]),
    ),
    (
        "ollama:nomic-embed-text", 0, "", "/api/embed", "",
        {"model": "nomic-embed-text", "input": ["one", "two"], "truncate": True},
        {"model": "nomic-embed-text", "input": ["ask"], "truncate": True},
        lambda body: {"model": body["model"], "embeddings": [vector(t, 768) for t in body["input"]]},
    ),
    (
        "voyage:voyage-3.5", 512, "VOYAGE_API_KEY", "/embeddings", "authorization",
        {"model": "voyage-3.5", "input": ["one", "two"], "input_type": "document", "truncation": True,
         "output_dimension": 512},
        {"model": "voyage-3.5", "input": ["ask"], "input_type": "query", "truncation": True,
         "output_dimension": 512},
        lambda body: data(body["input"], body["output_dimension"]),
    ),
    (
        "cohere:embed-multilingual-v3.0", 0, "CO_API_KEY", "/embed", "authorization",
        {"model": "embed-multilingual-v3.0", "texts": ["one", "two"], "input_type": "search_document",
         "embedding_types": ["float"], "truncate": "END"},
        {"model": "embed-multilingual-v3.0", "texts": ["ask"], "input_type": "search_query",
         "embedding_types": ["float"], "truncate": "END"},
        lambda body: {"id": "x", "embeddings": {"float": [vector(t, 1024) for t in body["texts"]]}},
    ),
    (
        "gemini:gemini-embedding-001", 768, "GEMINI_API_KEY",
        "/models/gemini-embedding-001:batchEmbedContents", "x-goog-api-key",
        {"requests": [
            {"model": "models/gemini-embedding-001", "content": {"parts": [{"text": text}]},
             "taskType": "RETRIEVAL_DOCUMENT", "outputDimensionality": 768} for text in ("one", "two")
        ]},
        {"requests": [
            {"model": "models/gemini-embedding-001", "content": {"parts": [{"text": "ask"}]},
             "taskType": "RETRIEVAL_QUERY", "outputDimensionality": 768}
        ]},
        lambda body: {"embeddings": [
            {"values": vector(r["content"]["parts"][0]["text"], 768)} for r in body["requests"]
        ]},
    ),
    (
        "http:my-model", 64, "GRAPHRAG_EMBED_KEY", "/", "authorization",
        {"model": "my-model", "input": ["one", "two"]}, {"model": "my-model", "input": ["ask"]},
        lambda body: {"embeddings": [vector(t, 64) for t in body["input"]]},
    ),
]  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("shape", SHAPES, ids=[shape[0] for shape in SHAPES])
def test_a_service_is_asked_as_it_wants_to_be(shape: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    model, dim, variable, path, header, documents, query, reply = shape
    if variable:
        monkeypatch.setenv(variable, KEY)
    with serving(reply) as endpoint:
        config = EmbedConfig(model=model, dim=dim, endpoint=endpoint.url)
        embedder = load(config)
        assert isinstance(embedder, Embedder)
        rows = embedder.embed_documents(["one", "two"])
        asked = embedder.embed_query("ask")
        probe, *requests = endpoint.asked
    assert [(place, body) for place, _, body in requests] == [(path, documents), (path, query)]
    assert probe[2] != documents
    for _, headers, _ in endpoint.asked:
        assert KEY in headers.get(header, "") if variable else "authorization" not in headers
    expected = np.array([vector(text, dim_of(config)) for text in ("one", "two", "ask")])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(np.vstack([rows, asked[None]]), expected, atol=1e-5)


def test_what_is_said_before_asking_is_what_is_loaded() -> None:
    config = EmbedConfig(model="http:m", dim=8, endpoint="http://127.0.0.1:1/x")
    embedder = load(config)
    assert (embedder.name, embedder.dim) == ("http:m", dim_of(config))
    assert embedder.fingerprint == fingerprint_of(config)
    assert embedder.max_tokens == window_of(config)
    elsewhere = EmbedConfig(model="http:m", dim=8, endpoint="http://127.0.0.1:2/y")
    assert fingerprint_of(elsewhere) == fingerprint_of(config)
    assert fingerprint_of(EmbedConfig(model="http:m", dim=9, endpoint="http://h/")) != fingerprint_of(config)
    assert tokenizer_for(config).fingerprint == tokenizer_for(EmbedConfig()).fingerprint


PLAIN = EmbedConfig(model="http:m", dim=8)


def plain(body: Any) -> Any:
    return {"embeddings": [vector(text, 8) for text in body["input"]]}


@pytest.mark.sample(1)
@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_fails_for_a_moment_is_tried_again_when_the_server_says(status: int) -> None:
    with serving(plain) as endpoint:
        endpoint.failing = [(status, {"error": "busy"}, {"Retry-After": "0"})] * 3
        rows = load(EmbedConfig(model="http:m", dim=8, endpoint=endpoint.url)).embed_documents(["one"])
        assert rows.shape == (1, 8)
        assert len(endpoint.asked) == 5  # three failures, the probe, the text


def test_what_fails_for_long_is_given_up_and_the_key_is_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_EMBED_KEY", KEY)
    with serving(plain) as endpoint:
        endpoint.failing = [(503, {"error": f"no quota for {KEY}"}, {"Retry-After": "0"})] * 20
        with pytest.raises(EndpointError, match="HTTP 503") as caught:
            load(EmbedConfig(model="http:m", dim=8, endpoint=endpoint.url)).embed_documents(["one"])
        assert len(endpoint.asked) == 5
    assert KEY not in str(caught.value) + repr(caught.value)
    assert "graphrag-batch index" in caught.value.next_step


@pytest.mark.parametrize(
    ("status", "answer", "said"),
    [
        (401, {"error": "bad key"}, "HTTP 401"),
        (404, b"not here", "HTTP 404"),
        (200, b"<html>", "no JSON"),
        (200, {"unexpected": []}, "KeyError"),
        (200, {"embeddings": [[0.0] * 8, [0.0] * 8]}, "1 vectors were asked for"),
        (200, {"embeddings": [["x"] * 8]}, "ValueError"),
        (200, b'{"embeddings": [[NaN, 0, 0, 0, 0, 0, 0, 0]]}', "1 vectors were asked for"),
    ],
)
def test_an_answer_that_is_none_is_refused_at_once(status: int, answer: Any, said: str) -> None:
    with serving(plain) as endpoint:
        endpoint.failing = [(status, answer, {})]
        with pytest.raises(EndpointError, match=said):
            load(EmbedConfig(model="http:m", dim=8, endpoint=endpoint.url)).embed_query("one")
        assert len(endpoint.asked) == 1


def test_nobody_at_the_endpoint_is_said_with_its_address() -> None:
    with serving(plain) as endpoint:
        url = endpoint.url
    with pytest.raises(EndpointError) as caught:
        load(EmbedConfig(model="http:m", dim=8, endpoint=f"{url}/v1")).embed_query("one")
    assert caught.value.where == f"{url}/v1"


def test_another_dimension_is_refused_before_any_text_is_sent() -> None:
    with serving(plain) as endpoint:
        with pytest.raises(ConfigError, match="8 numbers, not 16") as caught:
            load(EmbedConfig(model="http:m", dim=16, endpoint=endpoint.url)).embed_documents(
                ["private"] * 100
            )
        assert "set embed.dim to 8" in caught.value.next_step
        assert "private" not in str(endpoint.asked)


def test_many_texts_go_in_batches_and_come_back_in_order() -> None:
    texts = [f"text {n}" for n in range(70)] + ["", "\ud800"]
    with serving(plain) as endpoint:
        rows = load(EmbedConfig(model="http:m", dim=8, endpoint=endpoint.url)).embed_documents(texts)
        assert [len(body["input"]) for _, _, body in endpoint.asked] == [1, 32, 32, 8]
    expected = np.array([vector(text, 8) for text in texts[:70]])
    np.testing.assert_allclose(rows[:70], expected / np.linalg.norm(expected, axis=1)[:, None], atol=1e-5)


def test_a_key_goes_to_its_own_service_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphrag_batch.embedders.remote import RemoteProvider
    from graphrag_batch.embedders.services import OPENAI

    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    provider = RemoteProvider(OPENAI)
    model = "openai:text-embedding-3-small"
    assert provider.target(EmbedConfig(model=model)).key() == KEY
    for stranger in ("https://example.org/v1", "https://api.openai.com.example.org/v1"):
        assert provider.target(EmbedConfig(model=model, endpoint=stranger)).key() == ""
    monkeypatch.setenv("GRAPHRAG_EMBED_KEY", "for the stranger")
    assert provider.target(EmbedConfig(model=model, endpoint=stranger)).key() == "for the stranger"


@pytest.mark.parametrize(
    ("model", "variables"),
    [
        ("openai:text-embedding-3-small", "OPENAI_API_KEY"),
        ("voyage:voyage-3.5", "VOYAGE_API_KEY"),
        ("cohere:embed-v4.0", "COHERE_API_KEY or CO_API_KEY"),
        ("gemini:gemini-embedding-001", "GEMINI_API_KEY or GOOGLE_API_KEY"),
    ],
)
def test_without_a_key_its_variable_is_named(model: str, variables: str) -> None:
    with pytest.raises(ModelMissing) as caught:
        load(EmbedConfig(model=model))
    assert caught.value.next_step == f"set {variables}"


@pytest.mark.parametrize(
    ("config", "said", "step"),
    [
        (EmbedConfig(model="http:m", dim=8), "needs an endpoint", "embed.endpoint"),
        (EmbedConfig(model="openai:new-model"), "not known here", "set embed.dim"),
        (EmbedConfig(model="openai:text-embedding-ada-002", dim=512), "1536 numbers, not 512", "1536"),
        (EmbedConfig(model="openai:text-embedding-3-small", dim=2000), "1536 numbers, not 2000", "1536"),
        (EmbedConfig(model="embedding-gemma-512", dim=768), "512 numbers, not 768", "embedding-gemma-768"),
        (EmbedConfig(model="openai:"), "unknown embedding model", "openai:MODEL"),
        (EmbedConfig(model="opanai:x"), "unknown embedding model", "openai:MODEL"),
    ],
)
def test_what_cannot_be_is_refused_without_asking(config: EmbedConfig, said: str, step: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        fingerprint_of(config)
    assert step in caught.value.next_step


@pytest.mark.parametrize(
    ("model", "many"),
    [
        ("ollama:all-minilm", False),
        ("ollama:bge-m3", True),
        ("cohere:embed-english-v3.0", False),
        ("cohere:embed-multilingual-v3.0", True),
        ("http:paraphrase-multilingual-MiniLM-L12-v2", True),
        ("minilm", False),
        ("multilingual-e5-small", True),
        ("embedding-gemma-512", True),
    ],
)
def test_what_a_model_reads_is_known_by_its_name(model: str, many: bool) -> None:
    assert traits_of(EmbedConfig(model=model)).many_languages is many


# ---- EmbeddingGemma elsewhere, and its stand-in -------------------------------------------------


def test_embeddinggemma_behind_an_endpoint_is_cut_and_scaled(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lambda body: {"data": [{"embedding": vector(t, 768)} for t in body["input"]]}) as endpoint:
        monkeypatch.setenv("EMBEDDING_GEMMA_ENDPOINT", f"{endpoint.url}/embed")
        embedder = load(EmbedConfig(model="embedding-gemma-256"))
        row = embedder.embed_query("ask")
        embedder.embed_documents(["one"])
        (path, _, query), _, (_, _, document) = endpoint.asked
    assert path == "/embed"
    assert query == {"model": "google/embeddinggemma-300m", "input": ["task: search result | query: ask"]}
    assert document["input"] == ["title: none | text: one"]
    whole = np.array(vector(query["input"][0], 768))[:256]
    np.testing.assert_allclose(row, whole / np.linalg.norm(whole), atol=1e-5)


def test_embeddinggemma_that_is_nowhere_is_said_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    config = EmbedConfig(model="embedding-gemma-512")
    for ask in (load, fingerprint_of):
        with pytest.raises(ModelMissing, match="not on this machine") as caught:
            ask(config)
        assert "hf download google/embeddinggemma-300m" in caught.value.next_step
        assert "EMBEDDING_GEMMA_MODEL_PATH" in caught.value.next_step
    assert dim_of(config) == 512


def test_the_stub_is_itself_everywhere_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    stub = load(EmbedConfig(model="stub"))
    monkeypatch.setenv("EMBEDDING_GEMMA_STUB", "1")
    config = EmbedConfig(model="embedding-gemma-512")
    gemma = load(config)
    assert traits_of(EmbedConfig(model="stub")).stub
    assert traits_of(config).stub
    assert gemma.dim == 512
    assert gemma.fingerprint == fingerprint_of(config) != stub.fingerprint
    near, far = stub.embed_documents(["undo the last commit", "bake sourdough bread"])
    query = stub.embed_query("commit undo")
    assert query @ near > 0.5 > query @ far
    assert [round(float(x), 4) for x in query[:4]] == GOLDEN
    monkeypatch.setenv("EMBEDDING_GEMMA_STUB", "0")
    monkeypatch.setenv("EMBEDDING_GEMMA_ENDPOINT", "http://127.0.0.1:1/")
    assert fingerprint_of(config) != gemma.fingerprint


GOLDEN = [0.0, -0.1222, 0.1222, -0.1222]
