"""Settings that must hold in the tree that is indexed. They are checked, never set: what an index holds is
decided by the settings in its own tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import yaml

from graphrag_batch.config import CONFIG_PATH, Config, load_config
from graphrag_batch.errors import ConfigError


def check_required(text: str, where: str, committed: Config) -> None:
    """Raises ConfigError where `committed` does not say what the settings in `text` (YAML as in
    .graphrag.yaml, from `where`) say; those that it leaves out may be anything."""
    required = load_config(text, where)
    wrong = [
        f"{name} is {_value(committed, name)!r} where {_value(required, name)!r} is required"
        for name in _given(yaml.safe_load(text) or {})
        if _value(committed, name) != _value(required, name)
    ]
    if wrong:
        raise ConfigError(
            f"not as {where} requires: {'; '.join(wrong)}",
            where=CONFIG_PATH,
            next_step=f"change {CONFIG_PATH} in the commit that is indexed, or {where}",
        )


def _given(written: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in written.items():
        if isinstance(value, dict):
            yield from _given(value, f"{prefix}{name}.")
        elif value is not None or not _is_group(f"{prefix}{name}"):
            yield f"{prefix}{name}"


def _is_group(dotted: str) -> bool:
    return hasattr(_value(Config(), dotted), "__dataclass_fields__")


def _value(config: Config, dotted: str) -> Any:
    return reduce(getattr, dotted.split("."), config)
