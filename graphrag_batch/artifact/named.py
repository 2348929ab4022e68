"""Which models the settings of a repository have named, by reading alone (`store` writes them down).

An artifact says which model its vectors come from, and one from elsewhere may say anything: a folder with
whatever lies there, a server of somebody who wants the questions. So a model that is not part of this
installation is loaded only where the settings that were indexed here name it in the same words.

    <common git dir>/graphrag/models    a line for each: the digest of its settings
"""

from __future__ import annotations

from pathlib import Path

from graphrag_batch.artifact.pointer import ROOM
from graphrag_batch.config import EmbedConfig
from graphrag_batch.fingerprint import canonical_json, digest

MOST = 100
_LINE = 33


def named_path(common_dir: Path) -> Path:
    """Where a repository keeps which models its settings have named."""
    return common_dir / ROOM / "models"


def mark_of(config: EmbedConfig) -> str:
    """The line that stands for a model with its settings."""
    return digest("named", canonical_json(config))


def named_models(common_dir: Path | None) -> tuple[str, ...]:
    """The marks of the models that were named, the last one last; none without a repository."""
    if common_dir is None:
        return ()
    try:
        with named_path(common_dir).open("rb") as file:
            return tuple(file.read(MOST * _LINE).decode("ascii", "replace").split())
    except OSError:
        return ()
