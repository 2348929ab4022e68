"""What an artifact says about how to search it: the configuration it was built with, and its model."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_origin, get_type_hints

from graphrag_batch import embedders
from graphrag_batch.artifact.named import mark_of
from graphrag_batch.config import Config
from graphrag_batch.config_rules import RULES
from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.records import Embedder


def recorded_config(meta: Mapping[str, str]) -> Config:
    """The configuration recorded in an artifact's meta. Settings of a newer version that this one
    does not know, or with values that it does not, are left out; settings it lacks have their defaults.
    Raises ValueError when it is none."""
    try:
        recorded = json.loads(meta.get("config") or "{}")
    except RecursionError as error:
        raise ValueError("its configuration is nested without end") from error
    if not isinstance(recorded, dict):
        raise ValueError("its configuration is no object")
    config: Config = _read(Config, recorded, "")
    return config


def wanted_model(meta: Mapping[str, str], named: Collection[str]) -> tuple[str, ...]:
    """What decides what `model_for` gives: the same for artifacts that one model can be asked of."""
    mark = mark_of(recorded_config(meta).embed)
    told = (meta.get(name, "") for name in ("search_mode", "degraded_reason", "model_fingerprint"))
    return (*told, mark, "named" if mark in named else "")


def model_for(meta: Mapping[str, str], named: Collection[str] = ()) -> tuple[Embedder | None, str]:
    """The model whose vectors the artifact holds, loaded; or None and why answers are lexical.

    `named` are the marks (`artifact.named`) of the models that the repository's own settings have named: no
    other model that is not part of this installation is loaded, nor asked, nor looked for, because a file
    says so.
    """
    if meta.get("search_mode") != "hybrid":
        return None, meta.get("degraded_reason") or "the index has no vectors"
    config = recorded_config(meta).embed
    if not embedders.is_own(config) and mark_of(config) not in named:
        return None, (
            f"the index asks for the model {config.model[:80]!a}, which this repository's settings do not "
            "name in the same words: set embed.model (and embed.endpoint) in .graphrag.yaml and index"
        )
    try:
        if embedders.fingerprint_of(config) != meta.get("model_fingerprint"):
            return None, "the index's vectors come from another version of the model: index again"
        return embedders.load(config), ""
    except (ModelMissing, ConfigError) as error:
        return None, str(error)


def _read(kind: Any, value: Mapping[str, Any], key: str) -> Any:
    hints = get_type_hints(kind)
    known: dict[str, Any] = {}
    for name in (item.name for item in fields(kind) if item.name in value):
        raw, hint, dotted = value[name], hints[name], f"{key}.{name}" if key else name
        if is_dataclass(hint):
            if isinstance(raw, dict):
                known[name] = _read(hint, raw, dotted)
        elif get_origin(hint) is tuple:
            if isinstance(raw, list) and all(isinstance(part, str) for part in raw):
                known[name] = tuple(raw)
        elif type(raw) is hint and (dotted not in RULES or RULES[dotted][0](raw)):
            known[name] = raw
    return kind(**known)
