"""What a manifest says of an artifact, held against what the artifact records of itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphrag_batch.build.identity import Identity
from graphrag_batch.errors import ArtifactCorrupt
from graphrag_batch.share.manifest import Manifest, dump, parse

_TEXTS = (
    "project", "commit", "tree", "content_digest", "vector_digest", "history_digest", "tool_version",
    "fingerprint", "tool_fingerprint", "config_fingerprint", "model_fingerprint", "model", "search_mode",
)  # fmt: skip
_NUMBERS = ("format_version", "feature_version", "dim")


def differing(manifest: Manifest, meta: Mapping[str, str]) -> tuple[str, ...]:
    """In which points a manifest and the artifact of this meta say different things, by name. One of them is
    `identity` where the fingerprint is not that of its parts."""
    return tuple(_differing(manifest, meta))


def _differing(manifest: Manifest, meta: Mapping[str, str]) -> Iterator[str]:
    for name in _TEXTS:
        if getattr(manifest, name) != meta.get(name, ""):
            yield name
    for name in _NUMBERS:
        if str(getattr(manifest, name)) != meta.get(name, ""):
            yield name
    if manifest.counts != _counts(meta):
        yield "counts"
    parts = (manifest.tool_fingerprint, manifest.config_fingerprint, manifest.model_fingerprint)
    if Identity(*parts).fingerprint != manifest.fingerprint:
        yield "identity"


def manifest_of(meta: Mapping[str, str], file: str, size: int, sha256: str, where: str) -> Manifest:
    """The manifest of an artifact that has none, from its own meta, read as strictly as any. Raises
    ArtifactCorrupt, ManifestError."""
    try:
        told: dict[str, Any] = {name: meta.get(name, "") for name in _TEXTS}
        told |= {name: int(meta[name]) for name in _NUMBERS}
        made = Manifest(
            **told,
            file=file,
            size=size,
            sha256=sha256,
            compression="",
            sqlite_size=size,
            sqlite_sha256=sha256,
            sqlite_version="",
            vec_version="",
            counts=_counts(meta),
        )
    except (KeyError, ValueError) as error:
        raise ArtifactCorrupt(
            f"its meta is not that of an artifact ({error!r})", where=where, next_step="pull or copy it again"
        ) from None
    return parse(dump(made), where)


def is_vouched_for(manifest: Manifest) -> bool:
    """Whether somebody published the artifact with this manifest; `manifest_of` makes those of which nobody
    knows where the artifact comes from."""
    return bool(manifest.sqlite_version)


def _counts(meta: Mapping[str, str]) -> dict[str, int]:
    try:
        found = json.loads(meta["counts"])
    except (KeyError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
