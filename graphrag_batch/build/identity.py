"""What decides an artifact's content besides the tree: configuration, tool version and model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_batch import embedders
from graphrag_batch.artifact.schema import FEATURE_VERSION, FORMAT_VERSION
from graphrag_batch.build.fingerprints import chunk_fingerprint, extract_fingerprint
from graphrag_batch.build.parsers import fingerprint_of_all
from graphrag_batch.fingerprint import digest, stage_fingerprint
from graphrag_batch.source import SELECT_VERSION
from graphrag_batch.source.plan import Reason
from graphrag_batch.stages import versions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphrag_batch.config import Config

CONTENT_SETTINGS = ("select", "formats", "redact", "chunk", "dedupe", "extract", "embed")
"""The groups of settings that decide what an artifact holds; the others say how it is asked and kept."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The fingerprints under which an artifact can be updated in place of being rebuilt.

    Retrieval settings are not among them: they change how the artifact is asked, not what it holds.
    """

    tool: str
    config: str
    model: str

    @property
    def fingerprint(self) -> str:
        """All of them as one."""
        return digest("artifact", self.tool, self.config, self.model)

    def as_meta(self) -> dict[str, str]:
        """As recorded in the artifact."""
        return {
            "tool_fingerprint": self.tool,
            "config_fingerprint": self.config,
            "model_fingerprint": self.model,
            "fingerprint": self.fingerprint,
        }


def identity_of(config: Config) -> Identity:
    """The identity of artifacts made under this configuration by this version of the tool."""
    return Identity(
        tool=tool_fingerprint(),
        config=stage_fingerprint(
            "config", 1, [chunk_fingerprint(config), extract_fingerprint(config)], *_slices(config)
        ),
        model=embedders.fingerprint_of(config.embed),
    )


def tool_fingerprint() -> str:
    """The identity of this version of the tool."""
    stages = {
        "select": SELECT_VERSION,
        "assemble": versions.ASSEMBLE_VERSION,
        "link": versions.LINK_VERSION,
        "imports": versions.IMPORTS_VERSION,
        "relate": versions.RELATE_VERSION,
        "dedupe": versions.DEDUPE_VERSION,
        "gazetteer": versions.GAZETTEER_VERSION,
        "names": versions.NAMES_VERSION,
        "manifests": versions.MANIFESTS_VERSION,
        "owners": versions.OWNERS_VERSION,
        "settle": versions.SETTLE_VERSION,
        "format": FORMAT_VERSION,
        "feature": FEATURE_VERSION,
    }
    return stage_fingerprint("tool", 1, stages, fingerprint_of_all())


def _slices(config: Config) -> list[str]:
    return [stage_fingerprint(name, 1, getattr(config, name)) for name in CONTENT_SETTINGS]


def why_not(identity: Identity, meta: Mapping[str, str], vectors: bool) -> Reason | None:
    """Why an artifact with this meta cannot be updated under `identity`, or None when it can.

    One that lacks vectors it should have can not, if `vectors` are wanted: which texts they are for is
    not in it.
    """
    if meta.get("format_version") != str(FORMAT_VERSION):
        return Reason.FORMAT_CHANGED
    if meta.get("feature_version") != str(FEATURE_VERSION):
        return Reason.TOOL_CHANGED
    for name, reason in (
        ("tool", Reason.TOOL_CHANGED),
        ("model", Reason.MODEL_CHANGED),
        ("config", Reason.CONFIG_CHANGED),
    ):
        if meta.get(f"{name}_fingerprint") != getattr(identity, name):
            return reason
    return None if is_complete(meta) or not vectors else Reason.VECTORS_MISSING


def is_complete(meta: Mapping[str, str]) -> bool:
    """Whether the artifact holds all the vectors its configuration asks for."""
    return meta.get("search_mode") == "hybrid" or meta.get("model") == "none"
