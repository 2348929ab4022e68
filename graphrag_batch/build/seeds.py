"""Vectors that other artifacts already hold: of this repository, or pulled from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from graphrag_batch.artifact import seal
from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError

Vector = tuple[float, bytes]
_BATCH = 500


def vectors_in(
    artifacts: Iterable[Path], fingerprint: str, dim: int, wanted: Sequence[tuple[int, str]]
) -> Iterator[dict[str, Vector]]:
    """From each artifact that is whole and of the same model, the vectors of those texts that are still
    wanted: text digest → (scale, signed bytes). `wanted` are (id, text digest)."""
    left = dict(wanted)
    for path in dict.fromkeys(artifacts):
        if not left:
            return
        try:
            with open_artifact(path) as artifact:
                if artifact.meta.get("model_fingerprint") == fingerprint and _is_whole(path):
                    found = dict(_look_up(artifact, left, dim))
                    left = {id_: text for id_, text in left.items() if text not in found}
                    yield found
        except ArtifactError:
            continue


def check_seed(path: Path) -> None:
    """Raises ArtifactError for a file, named by somebody, that cannot give vectors."""
    with open_artifact(path):
        pass
    if not _is_whole(path):
        raise ArtifactCorrupt("it is not whole", where=str(path), next_step="pull or copy it again")


def _is_whole(path: Path) -> bool:
    recorded = seal.recorded(path)
    if recorded:
        return seal.digest_of(path) in recorded
    from graphrag_batch.artifact.verify import verify  # many checks, for what has no seal

    return not verify(path).problems


def _look_up(artifact: Artifact, wanted: dict[int, str], dim: int) -> Iterator[tuple[str, Vector]]:
    ids = sorted(wanted)
    for start in range(0, len(ids), _BATCH):
        some = ids[start : start + _BATCH]
        marks = ", ".join("?" * len(some))
        sql = f"SELECT id, digest, scale, vec FROM vectors WHERE id IN ({marks})"
        for id_, text, scale, vec in artifact.execute(sql, some, blobs=True):
            if wanted[id_] == text and len(vec) == dim:
                yield text, (float(scale), bytes(vec))
