"""The key/value table of an artifact, believed only as far as its form goes.

Its values are shown to people, given to git as the names of commits and trees, and decide how much is made
room for: each has the form that it would have if we had written it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graphrag_batch.artifact import schema
from graphrag_batch.artifact.header import REBUILD
from graphrag_batch.errors import ArtifactCorrupt

REQUIRED = ("format_version", "content_digest", "vector_digest", "dim")
MOST_DIMENSIONS = 8192
_MOST_KEYS = 200
_MOST_CHARACTERS = 1_000_000
_MOST = 1 << 53

_HEX = re.compile(r"[0-9a-f]{0,128}", re.ASCII)
_NAME = re.compile(r"[\w.:+-]{0,128}", re.ASCII)
_NUMBER = re.compile(r"\d{1,15}", re.ASCII)
_TIME = re.compile(r"(-?\d{1,18})?", re.ASCII)
# Tabs and line ends may be in what a failure said.
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
_FORMS = {
    **dict.fromkeys(("commit", "tree", "parent_tree", "history_commit", "history_boundary"), _HEX),
    **dict.fromkeys(("content_digest", "vector_digest", "history_digest"), _HEX),
    **dict.fromkeys(("fingerprint", "tool_fingerprint", "config_fingerprint", "model_fingerprint"), _NAME),
    **dict.fromkeys(("format_version", "feature_version", "lexemes_version", "dim"), _NUMBER),
    **dict.fromkeys(("unavailable", "history_depth"), _NUMBER),
    "history_end": _TIME,
}
_JSON: dict[str, type] = {"config": dict, "counts": dict, "redacted": dict, "history_uncommitted": list}


def checked(path: Path, rows: Iterable[tuple[Any, ...]]) -> dict[str, str]:
    """The rows of `meta` as a dictionary. Raises ArtifactCorrupt unless they can be what they say."""
    meta = dict(rows)
    missing = [key for key in REQUIRED if not meta.get(key)]
    if missing:
        raise _corrupt(path, f"its meta has no {', '.join(missing)}")
    if len(meta) > _MOST_KEYS:
        raise _corrupt(path, f"its meta has {len(meta)} entries")
    for key, value in meta.items():
        if not _is_text(key) or not _is_text(value) or not _fits(key, value):
            raise _corrupt(path, f"its meta has {key!a:.40} = {value!a:.40}")
    if int(meta["dim"]) > MOST_DIMENSIONS:
        raise _corrupt(path, f"its meta has dim {meta['dim']}")
    return meta


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MOST_CHARACTERS and not _CONTROL.search(value)


def _fits(key: str, value: str) -> bool:
    form = _HEX if key.startswith("sum_") else _FORMS.get(key)
    if form is not None:
        return form.fullmatch(value) is not None
    if key not in _JSON:
        return True
    try:
        held: Any = json.loads(value)
    except (ValueError, RecursionError):
        return False
    return isinstance(held, _JSON[key]) and (key != "counts" or _are_counts(held))


def _are_counts(held: Any) -> bool:
    return all(type(n) is int and 0 <= n < _MOST for n in held.values()) and held.keys() >= _COUNTED


_COUNTED = schema.LOGICAL.keys() - {"meta"}


def _corrupt(path: Path, what: str) -> ArtifactCorrupt:
    return ArtifactCorrupt(what, where=str(path), next_step=REBUILD)
