"""The folder that a run publishes to: it holds the newest index and none that is older, so that what is
uploaded or cached from it does not grow from run to run."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from graphrag_batch.errors import ManifestError
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share.manifest import parse
from graphrag_batch.share.publish import Published, publish


def publish_alone(artifact: Path, out: Path, *, compress: str, progress: Progress = no_progress) -> Published:
    """Publishes `artifact` into the folder `out`, and takes out what was published there before; other files
    stay. Raises ArtifactError, ShareError."""
    published = publish(artifact, out, compress=compress, allow_degraded=True, progress=progress)
    if not published.manifest.others:
        return published
    for name in published.manifest.others:
        with suppress(OSError, ManifestError):
            other = parse((out / name).read_bytes(), name)
            if other.file != published.manifest.file:
                (out / other.file).unlink(missing_ok=True)
            (out / name).unlink()
    return publish(artifact, out, compress=compress, allow_degraded=True, progress=progress)
