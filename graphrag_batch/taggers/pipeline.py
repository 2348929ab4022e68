"""Pipelines of transformers that find names: `transformers:` and the absolute path of a model's folder. Only
from this machine's disk. The extra `[sentence-transformers]` brings the library."""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.fingerprint import digest
from graphrag_batch.taggers.pieces import joined, pieces
from graphrag_batch.textual import Tagged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphrag_batch.taggers.pieces import Piece

PREFIX = "transformers:"
PIPELINE_VERSION = 1
# Short enough for the 512 word pieces that such models read.
_PIECE = 800
_FILES = (".json", ".txt", ".model", ".safetensors", ".bin")


class PipelineTagger:
    """Implements `textual.Tagger`: names alone. One text is one batch, so an answer depends on it alone."""

    def __init__(self, name: str, folder: Path, fingerprint: str) -> None:
        self.name, self.fingerprint = name, fingerprint
        self.languages = _languages(folder)
        self._find = _loaded(name, folder)

    def tag(self, texts: Sequence[str]) -> Iterator[Tagged]:
        """One answer per text, in order."""
        return joined(texts, self._answers(texts))

    def _answers(self, texts: Sequence[str]) -> Iterator[tuple[Piece, Tagged]]:
        for piece in pieces(texts, _PIECE):
            found = self._find(piece.text) if piece.text.strip() else []
            names = ((int(one["start"]), int(one["end"]), str(one["entity_group"])) for one in found)
            yield piece, Tagged((), (), tuple(sorted(name for name in names if name[0] < name[1])))


class Folders:
    """Models by the folder they are in."""

    def fingerprint(self, name: str) -> str:
        """Digest of the folder's files and of the library's version."""
        return _fingerprint(folder_of(name))

    def load(self, name: str) -> PipelineTagger:
        """The model, ready to run (seconds). Raises ModelMissing."""
        folder = folder_of(name)
        return PipelineTagger(name, folder, _fingerprint(folder))


def folder_of(name: str) -> Path:
    """The folder that is named. Raises ConfigError for a relative path, ModelMissing where no model is."""
    folder = Path(name.removeprefix(PREFIX)).expanduser()
    if not folder.is_absolute():
        raise ConfigError(
            f"{name} names no folder",
            where="extract.ner",
            next_step="give the absolute path of the model's folder: transformers:/models/ner",
        )
    if not (folder / "config.json").is_file():
        raise ModelMissing(
            f"{folder} holds no model (no config.json)",
            where=f"extract.ner {name}",
            next_step="check the path, or set extract.ner to none",
        )
    return folder


@cache
def _fingerprint(folder: Path) -> str:
    parts: list[str] = []
    for file in sorted(folder.rglob("*")):
        if file.suffix in _FILES and file.is_file():
            with file.open("rb") as opened:
                parts += [
                    file.relative_to(folder).as_posix(),
                    hashlib.file_digest(opened, "sha256").hexdigest(),
                ]
    try:
        version = metadata.version("transformers")
    except metadata.PackageNotFoundError:
        version = "none"
    return digest("transformers", str(PIPELINE_VERSION), version, *parts)


def _languages(folder: Path) -> frozenset[str]:
    """Those that the model's configuration names; English where it names none."""
    try:
        named = json.loads((folder / "config.json").read_bytes()).get("language")
    except (OSError, ValueError, AttributeError):
        named = None
    found = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    return frozenset(str(tag).partition("-")[0].lower() for tag in found) or frozenset({"en"})


def _loaded(name: str, folder: Path) -> Any:
    # Read at import: nothing may be looked for elsewhere, nor told to anybody.
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        import torch
        from transformers import pipeline
    except ImportError as error:
        raise ModelMissing(
            f"transformers cannot be loaded: {error}",
            where=f"extract.ner {name}",
            next_step="pip install 'graphrag-batch[sentence-transformers]', or set extract.ner to none",
        ) from error
    torch.set_num_threads(1)
    try:
        return pipeline(
            "token-classification", model=str(folder), aggregation_strategy="simple", device="cpu"
        )
    except Exception as error:  # whatever a broken folder makes the library raise
        raise ModelMissing(
            f"{folder} cannot be loaded: {type(error).__name__}: {error}"[:500],
            where=f"extract.ner {name}",
            next_step="check that it holds a model for token classification",
        ) from error
