"""What the embedding services of this world want to be asked, and how they answer. Pure.

A service takes `POST base + path` with JSON. Written after their public documentation: OpenAI
`/v1/embeddings`, Ollama `/api/embed`, Voyage `/v1/embeddings`, Cohere `/v2/embed`, Gemini
`models/MODEL:batchEmbedContents`; `http` is any server that takes `{"model", "input": [...]}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
# Only these read no more than English, by their names.
_ENGLISH = re.compile(r"minilm|english|nomic-embed-text(?!-v2)|[-_]en\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. `dim` is given when it is not what the model gives by itself."""

    model: str
    texts: Sequence[str]
    query: bool
    dim: int | None = None


@dataclass(frozen=True, slots=True)
class Service:
    """`keys` are environment variables that may hold the key (none: no key is needed), `header` what it is
    sent as. `dims` are models' own dimensions, `flexible` those that can give fewer (a pattern). `batch` is
    how many texts a request may hold, `window` how many (WordPiece) tokens of each are read."""

    name: str
    base: str
    path: Callable[[str], str]
    body: Callable[[Asked], Json]
    vectors: Callable[[Any], list[Any]]
    batch: int
    window: int
    keys: tuple[str, ...] = ()
    header: tuple[str, str] = ("Authorization", "Bearer ")
    dims: dict[str, int] = field(default_factory=dict)
    flexible: str = r"(?!)"

    def dim(self, model: str) -> int | None:
        """The model's own dimension, where it is known."""
        return self.dims.get(model.removesuffix(":latest"))

    def can_give(self, model: str) -> bool:
        """Whether the model can be asked for another dimension than its own."""
        return re.match(self.flexible, model) is not None


def reads_many_languages(model: str) -> bool:
    """Whether a model of this name reads more than English, as far as names tell."""
    return "multilingual" in model.lower() or not _ENGLISH.search(model)


def _openai(asked: Asked) -> Json:
    body: Json = {"model": asked.model, "input": list(asked.texts), "encoding_format": "float"}
    return body | ({"dimensions": asked.dim} if asked.dim else {})


def _ollama(asked: Asked) -> Json:
    body: Json = {"model": asked.model, "input": list(asked.texts), "truncate": True}
    return body | ({"dimensions": asked.dim} if asked.dim else {})


def _voyage(asked: Asked) -> Json:
    kind = "query" if asked.query else "document"
    body: Json = {"model": asked.model, "input": list(asked.texts), "input_type": kind, "truncation": True}
    return body | ({"output_dimension": asked.dim} if asked.dim else {})


def _cohere(asked: Asked) -> Json:
    body: Json = {
        "model": asked.model,
        "texts": list(asked.texts),
        "input_type": "search_query" if asked.query else "search_document",
        "embedding_types": ["float"],
        "truncate": "END",
    }
    return body | ({"output_dimension": asked.dim} if asked.dim else {})


def _gemini(asked: Asked) -> Json:
    rest: Json = {"taskType": "RETRIEVAL_QUERY" if asked.query else "RETRIEVAL_DOCUMENT"}
    rest |= {"outputDimensionality": asked.dim} if asked.dim else {}
    model = f"models/{asked.model}"
    return {
        "requests": [{"model": model, "content": {"parts": [{"text": text}]}, **rest} for text in asked.texts]
    }


def _plain(asked: Asked) -> Json:
    return {"model": asked.model, "input": list(asked.texts)}


def _data(reply: Any) -> list[Any]:
    """OpenAI's and Voyage's: each vector says which text it is of."""
    rows = sorted(reply["data"], key=lambda row: row["index"])
    return [row["embedding"] for row in rows]


def _any(reply: Any) -> list[Any]:
    """As OpenAI, or as Ollama, or the bare list."""
    if isinstance(reply, dict) and "data" in reply:
        rows = reply["data"]
        return _data(reply) if all("index" in row for row in rows) else [row["embedding"] for row in rows]
    return list(reply["embeddings"] if isinstance(reply, dict) else reply)


OPENAI = Service(
    name="openai",
    base="https://api.openai.com/v1",
    path=lambda model: "/embeddings",
    body=_openai,
    vectors=_data,
    batch=64,
    window=2000,
    keys=("OPENAI_API_KEY",),
    dims={"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536},
    flexible="text-embedding-3-",
)
OLLAMA = Service(
    name="ollama",
    base="http://localhost:11434",
    path=lambda model: "/api/embed",
    body=_ollama,
    vectors=lambda reply: list(reply["embeddings"]),
    batch=32,
    window=480,
    dims={
        "nomic-embed-text": 768,
        "mxbai-embed-large": 1024,
        "all-minilm": 384,
        "bge-m3": 1024,
        "embeddinggemma": 768,
        "snowflake-arctic-embed2": 1024,
    },
    flexible="embeddinggemma|qwen3-embedding",
)
VOYAGE = Service(
    name="voyage",
    base="https://api.voyageai.com/v1",
    path=lambda model: "/embeddings",
    body=_voyage,
    vectors=_data,
    batch=64,
    window=2000,
    keys=("VOYAGE_API_KEY",),
    dims={
        "voyage-3.5": 1024,
        "voyage-3.5-lite": 1024,
        "voyage-3-large": 1024,
        "voyage-code-3": 1024,
        "voyage-3": 1024,
        "voyage-3-lite": 512,
    },
    flexible="voyage-3.5|voyage-3-large|voyage-code-3",
)
COHERE = Service(
    name="cohere",
    base="https://api.cohere.com/v2",
    path=lambda model: "/embed",
    body=_cohere,
    vectors=lambda reply: list(reply["embeddings"]["float"]),
    batch=64,
    window=480,
    keys=("COHERE_API_KEY", "CO_API_KEY"),
    dims={
        "embed-v4.0": 1536,
        "embed-english-v3.0": 1024,
        "embed-multilingual-v3.0": 1024,
        "embed-english-light-v3.0": 384,
        "embed-multilingual-light-v3.0": 384,
    },
    flexible="embed-v4",
)
GEMINI = Service(
    name="gemini",
    base="https://generativelanguage.googleapis.com/v1beta",
    path=lambda model: f"/models/{model}:batchEmbedContents",
    body=_gemini,
    vectors=lambda reply: [row["values"] for row in reply["embeddings"]],
    batch=64,
    window=1500,
    keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    header=("x-goog-api-key", ""),
    dims={"gemini-embedding-001": 3072, "text-embedding-004": 768},
    flexible="gemini-embedding-",
)
HTTP = Service(name="http", base="", path=lambda model: "", body=_plain, vectors=_any, batch=32, window=480)
SERVICES = {service.name: service for service in (OPENAI, OLLAMA, VOYAGE, COHERE, GEMINI, HTTP)}
