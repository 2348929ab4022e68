"""Which artifact a path means: the file itself, or of a folder of published ones the one published last.

`manifest.json` of such a folder names it; how large the file is tells whether it was copied whole. All else
that a manifest tells is checked by `verify` and `pull`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from graphrag_batch.artifact.header import read_start
from graphrag_batch.errors import ArtifactError, ArtifactMissing

MANIFEST = "manifest.json"
SUFFIX, PACKED = ".sqlite", ".zst"
_MOST_BYTES = 1_000_000


class Published:
    """Finds the artifact at a path, at every request anew."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self) -> Path:
        """The file to serve. Raises ArtifactError for a path where nothing is, for a folder that holds no
        artifact, or too many, and for a file that is compressed or not whole yet."""
        path = self._path
        if not path.is_dir():
            return _there(_unpacked(path))
        manifest = path / MANIFEST
        if manifest.exists():
            return _named(manifest)
        files = sorted(
            entry.name for entry in os.scandir(path) if entry.name.endswith((SUFFIX, SUFFIX + PACKED))
        )
        if not files:
            what = f"there is no artifact in this folder: neither {MANIFEST} nor a file *{SUFFIX}"
            raise ArtifactMissing(what, where=str(path), next_step=f"graphrag-batch publish --out {path}")
        if len(files) > 1:
            shown = ", ".join(files[:5]) + (" …" if len(files) > 5 else "")
            what = f"there are {len(files)} artifacts here and no {MANIFEST} that tells which: {shown}"
            raise ArtifactError(what, where=str(path), next_step="--artifact with the path of one of them")
        return _unpacked(path / files[0])


def project_of(path: Path) -> str:
    """What the project is called whose artifacts were published into a folder; "" where nobody says."""
    try:
        project: Any = json.loads(read_start(path / MANIFEST, _MOST_BYTES))["project"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""
    return project if isinstance(project, str) else ""


def _there(path: Path) -> Path:
    if os.path.isfile(path):
        return path
    what = "the index file is not there"
    if os.path.lexists(path):
        what = "not a file (a pipe, a device, or a link that leads nowhere)"
    next_step = "put an artifact there, or start the server with another --artifact"
    raise ArtifactMissing(what, where=str(path), next_step=next_step)


def _named(manifest: Path) -> Path:
    try:
        raw = read_start(manifest, _MOST_BYTES)
        value: Any = json.loads(raw)
        name, size = value["file"], value["sqlite_size"]
        plain = isinstance(name, str) and Path(name).name == name and not name.startswith(".")
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        plain = False
    if not plain:
        what = "no manifest of an artifact: it names no file beside it"
        raise ArtifactError(what, where=str(manifest), next_step="publish it anew: graphrag-batch publish")
    found = _unpacked(manifest.parent / name)
    try:
        there = found.stat().st_size
    except OSError:
        return found
    if there != size:
        what = f"not whole: {there} bytes where {MANIFEST} says {size} (is it being copied?)"
        raise ArtifactError(what, where=str(found), next_step="ask again once it is, or publish it anew")
    return found


def _unpacked(path: Path) -> Path:
    """The path without its compression, where the file lies beside."""
    if path.suffix != PACKED:
        return path
    plain = path.with_suffix("")
    if plain.is_file():
        return plain
    raise ArtifactError(
        "compressed: only an artifact that is unpacked can be served",
        where=str(path),
        next_step=f"graphrag-batch pull {path} in its repository, or zstd -d {path}",
    )
