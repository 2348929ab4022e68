"""What an artifact says about how to search it: the configuration it was built with, and its model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from graphrag_batch import embedders
from graphrag_batch.config import Config
from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.records import Embedder


def recorded_config(meta: Mapping[str, str]) -> Config:
    """The configuration recorded in an artifact's meta. Settings of a newer version that this one
    does not know are left out; settings it lacks have their defaults."""
    config: Config = _read(Config, json.loads(meta.get("config") or "{}"))
    return config


def model_for(meta: Mapping[str, str]) -> tuple[Embedder | None, str]:
    """The model whose vectors the artifact holds, loaded; or None and why answers are lexical."""
    if meta.get("search_mode") != "hybrid":
        return None, meta.get("degraded_reason") or "the index has no vectors"
    config = recorded_config(meta).embed
    try:
        if embedders.fingerprint_of(config) != meta.get("model_fingerprint"):
            return None, "the index's vectors come from another version of the model: index again"
        return embedders.load(config), ""
    except (ModelMissing, ConfigError) as error:
        return None, str(error)


def _read(kind: Any, value: Mapping[str, Any]) -> Any:
    hints = get_type_hints(kind)
    known: dict[str, Any] = {}
    for name in (item.name for item in fields(kind) if item.name in value):
        raw = value[name]
        nested = is_dataclass(hints[name])
        known[name] = _read(hints[name], raw) if nested else tuple(raw) if isinstance(raw, list) else raw
    return kind(**known)
