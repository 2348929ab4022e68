"""What a manifest says its project needs: packages, images, services, actions. Pure."""

from __future__ import annotations

from graphrag_batch.textual import Requirement

MANIFESTS_VERSION = 1


def is_manifest(path: str) -> bool:
    """Whether `requirements` can read the file of this path."""
    return False


def requirements(path: str, text: str) -> tuple[Requirement, ...]:
    """What the manifest needs, in order of place. Of a broken one, what can be read; never an error."""
    return ()
