"""A sentence-transformers directory, read without sentence-transformers: what it is, where it lies, its
tokenizer and its sizes. Nothing is ever downloaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.embedders.pieces import cut, without_surrogates
from graphrag_batch.errors import ModelMissing
from graphrag_batch.fingerprint import digest

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Backend

DIRECTORY_VERSION = 1
# What a vector can read at most, however long the texts are that the model takes: longer ones say less.
MOST_TOKENS = 2000
# Marks and prompts take up to so many of the model's tokens.
RESERVED = 24
# A vocabulary of more words than this is of more than one language.
MANY_WORDS = 60_000
_LARGE = re.compile(r"[0-9a-f]{64}")
# Other forms of the same weights, and what decides no vector.
_IGNORED = ("onnx/", "openvino/", ".git/", ".cache/")
_WEIGHTS = (".safetensors", ".bin")


class ModelDirectory:
    """The directory at `path`. Raises ModelMissing where there is none that can be used; `next_step` is
    what the reader is told to do then."""

    def __init__(self, path: Path, name: str, next_step: str) -> None:
        self.path, self.name, self._next = path, name, next_step
        if not (path / "modules.json").is_file():
            raise self.missing(f"no sentence-transformers model at {path}")
        if not (path / "tokenizer.json").is_file():
            raise self.missing(f"the model at {path} has no tokenizer.json")

    def missing(self, what: str) -> ModelMissing:
        """What to raise when it cannot be used."""
        return ModelMissing(what, where=f"embed.model {self.name}", next_step=self._next)

    @property
    def fingerprint(self) -> str:
        """Of the files' names and contents, wherever they lie. Reads every file once a process (1 s a
        gigabyte), but for the large ones of the hub's cache, which are named by their digest."""
        return _digest_of(self.path)

    @property
    def dim(self) -> int:
        """The length of the whole vectors."""
        for module in reversed(self._json("modules.json", list)):
            folder = module.get("path") or "."
            config = self._json(f"{folder}/config.json")
            for key in ("out_features", "word_embedding_dimension", "embedding_dimension", "hidden_size"):
                if isinstance(config.get(key), int):
                    return int(config[key])
        raise self.missing(f"the model at {self.path} does not say how long its vectors are")

    @property
    def max_tokens(self) -> int:
        """Content tokens that one vector reads."""
        given = [
            self._json("sentence_bert_config.json").get("max_seq_length"),
            self._json("tokenizer_config.json").get("model_max_length"),
            self._json("config.json").get("max_position_embeddings"),
        ]
        known = [int(n) for n in given if isinstance(n, int | float) and n > 0]
        least = min(known, default=512)
        return max(1, min(MOST_TOKENS, least - min(RESERVED, least // 4)))

    @property
    def many_languages(self) -> bool:
        """By the size of the vocabulary."""
        return int(self._json("config.json").get("vocab_size") or 0) > MANY_WORDS

    @property
    def tokenizer(self) -> DirectoryTokenizer:
        """Of the directory."""
        return DirectoryTokenizer(self.path / "tokenizer.json")

    def _json(self, name: str, kind: type = dict) -> Any:
        try:
            value = json.loads((self.path / name).read_bytes())
        except (OSError, ValueError):
            value = kind()
        return value if isinstance(value, kind) else kind()


class DirectoryTokenizer:
    """Implements `records.Tokenizer` with a `tokenizer.json`, without truncation and padding."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def fingerprint(self) -> str:
        """Of the file."""
        return digest("tokenizer.json", str(DIRECTORY_VERSION), _sha256(self._path))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Code-point (start, end) of each token of `text`, in order, without special tokens."""
        spans: list[tuple[int, int]] = []
        for base, piece in cut(without_surrogates(text)):
            for start, end in _backend(self._path).encode(piece, add_special_tokens=False).offsets:
                if start < end:
                    spans.append((base + start, base + end))
        return spans

    def starts(self, text: str) -> list[int]:
        """The first of each of the `spans` of `text`."""
        return [start for start, _ in self.spans(text)]


def in_hub_cache(name: str) -> Path | None:
    """The newest snapshot of a model in the local cache of the hub, None when there is none."""
    folder = _hub_cache() / f"models--{name.replace('/', '--')}"
    try:
        revision = (folder / "refs" / "main").read_text().strip()
    except OSError:
        return None
    return folder / "snapshots" / revision


def _hub_cache() -> Path:
    for variable, below in (("HF_HUB_CACHE", ""), ("HUGGINGFACE_HUB_CACHE", ""), ("HF_HOME", "hub")):
        if os.environ.get(variable):
            return Path(os.environ[variable]).expanduser() / below
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "huggingface" / "hub"


@cache
def _digest_of(path: Path) -> str:
    parts = [part for name, file in _files(path) for part in (name, _sha256(file))]
    return digest("directory", str(DIRECTORY_VERSION), *parts)


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    """(name, file) of what decides a vector, in order: configurations, vocabularies and weights."""
    for file in sorted(path.rglob("*"), key=lambda file: file.relative_to(path).as_posix()):
        name = file.relative_to(path).as_posix()
        decides = file.suffix in (".json", ".txt", ".model", *_WEIGHTS)
        if decides and not name.startswith(_IGNORED) and file.is_file():
            yield name, file


@cache
def _sha256(file: Path) -> str:
    named = Path(os.path.realpath(file))
    if named.parent.name == "blobs" and _LARGE.fullmatch(named.name):
        return named.name
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


@cache
def _backend(path: Path) -> Backend:
    from tokenizers import Tokenizer

    backend = Tokenizer.from_file(str(path))
    backend.no_truncation()
    backend.no_padding()
    return backend
