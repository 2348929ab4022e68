"""Publishing an artifact: its canonical file, compressed or not, and what is told of it beside it.

Everything is made in a folder of its own below the one that is published to, and takes its name there only
when it is whole and on disk: the artifact first, then its manifest, last `manifest.json`. So whoever reads a
manifest finds a whole file, and a kill leaves nothing half under a published name (`tests/share/`).
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from graphrag_batch.artifact.canonical import canonical_meta, is_degraded, versions, write_canonical
from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.build.identity import tool_fingerprint
from graphrag_batch.build.seeds import check_seed
from graphrag_batch.errors import ArtifactError, ManifestError, ShareError
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share import packing
from graphrag_batch.share.manifest import LATEST, SUFFIX, Manifest, dump, is_name, parse, stem
from graphrag_batch.temporary import temporary_folder

COMPRESSIONS = {"none": "", "zstd": "zstd"}
SQLITE = ".sqlite"


@dataclass(frozen=True, slots=True)
class Published:
    """What lies in the folder now. `changed` is whether anything was written: the same may have been
    published there before."""

    manifest: Manifest
    artifact: Path
    manifest_path: Path
    changed: bool = True


def publish(
    artifact: Path,
    out: Path,
    *,
    compress: str = "none",
    allow_degraded: bool = False,
    allow_uncommitted: bool = False,
    progress: Progress = no_progress,
) -> Published:
    """Writes the canonical file of `artifact`, its manifest and `manifest.json` into the folder `out`, which
    is made.

    `compress` is "none" or "zstd". Refuses (ShareError) an artifact of another version of the tool, one that
    lacks vectors or belongs to no commit unless that is allowed; (ArtifactError) one that is not whole, and a
    folder that cannot be written.
    """
    check_seed(artifact)
    with open_artifact(artifact) as opened:
        _refuse(opened, allow_degraded, allow_uncommitted)
        expected = _manifest(opened, compress)
    with _explained(out):
        out.mkdir(parents=True, exist_ok=True)
        known = _published(out, expected)
        if known is not None:
            return _finish(out, known, changed=False)
        with temporary_folder(out, "publish") as folder:
            made = folder / f"artifact{SQLITE}"
            write_canonical(artifact, made, progress)
            file, manifest = _packed(made, expected, progress)
            before = _read(out / _own(manifest))
            _place(file, out / manifest.file)
            _place(_written(folder / "manifest", dump(manifest)), out / _own(manifest))
            if before is not None and before.file != manifest.file:
                (out / before.file).unlink(missing_ok=True)
        return _finish(out, manifest, changed=True)


# ---- what may be published ----------------------------------------------------------------------


def _refuse(artifact: Artifact, allow_degraded: bool, allow_uncommitted: bool) -> None:
    meta = artifact.meta
    if meta.get("tool_fingerprint") != tool_fingerprint():
        raise ShareError(
            "made by another version of graphrag-batch",
            where=str(artifact.path),
            next_step="graphrag-batch index, then publish again",
        )
    if is_degraded(meta) and not allow_degraded:
        reason = meta.get("degraded_reason", "").partition("\n")[0]
        raise ShareError(
            f"it has no vectors, or not all ({reason}): whoever pulls it could search by words alone",
            where=str(artifact.path),
            next_step="graphrag-batch doctor tells what the model needs; then index again, or publish it "
            "as it is with --allow-degraded",
        )
    if int(meta["dim"]) and not versions()[1] and not allow_degraded:
        raise ShareError(
            "sqlite-vec cannot be loaded here, so the file would lack its table of vectors and not be "
            "the same as elsewhere",
            where=str(artifact.path),
            next_step="pip install sqlite-vec, publish where it can be installed, or publish with "
            "--allow-degraded: vectors are then searched without it",
        )
    if not meta.get("commit") and not allow_uncommitted:
        raise ShareError(
            "its tree belongs to no commit, so nobody can tell what it is the index of",
            where=str(artifact.path),
            next_step="commit, then graphrag-batch index and publish again; or --allow-uncommitted, to name "
            "it by its tree",
        )


# ---- manifests ----------------------------------------------------------------------------------


def _manifest(artifact: Artifact, compress: str) -> Manifest:
    """The manifest of an artifact's canonical file, but for sizes and sums."""
    sqlite, vec = versions()
    meta = canonical_meta(artifact.meta, "")
    name = stem(meta["project"], meta["commit"], meta["tree"])
    return Manifest(
        file=f"{name}{SQLITE}{packing.SUFFIX if COMPRESSIONS[compress] else ''}",
        size=0,
        sha256="",
        compression=COMPRESSIONS[compress],
        sqlite_size=0,
        sqlite_sha256="",
        project=meta["project"],
        commit=meta["commit"],
        tree=meta["tree"],
        content_digest=meta["content_digest"],
        vector_digest=meta["vector_digest"],
        history_digest=meta.get("history_digest", ""),
        format_version=int(meta["format_version"]),
        feature_version=int(meta["feature_version"]),
        tool_version=meta["tool_version"],
        fingerprint=meta["fingerprint"],
        tool_fingerprint=meta["tool_fingerprint"],
        config_fingerprint=meta["config_fingerprint"],
        model_fingerprint=meta["model_fingerprint"],
        model=meta["model"],
        dim=int(meta["dim"]),
        search_mode=meta["search_mode"],
        sqlite_version=sqlite,
        vec_version=vec if int(meta["dim"]) else "",
        counts=json.loads(meta["counts"]),
    )


def _own(manifest: Manifest) -> str:
    """The name of an artifact's own manifest."""
    return stem(manifest.project, manifest.commit, manifest.tree) + SUFFIX


def _read(path: Path) -> Manifest | None:
    try:
        return parse(path.read_bytes(), str(path))
    except (OSError, ManifestError):
        return None


def _published(out: Path, expected: Manifest) -> Manifest | None:
    """The manifest that is there already, if it is of the same and its file is whole."""
    known = _read(out / _own(expected))
    if known is None or known != _filled(expected, known):
        return None
    with contextlib.suppress(OSError):
        if packing.sum_of(out / known.file) == (known.size, known.sha256):
            return known
    return None


def _filled(expected: Manifest, known: Manifest) -> Manifest:
    return replace(
        expected,
        size=known.size,
        sha256=known.sha256,
        sqlite_size=known.sqlite_size,
        sqlite_sha256=known.sqlite_sha256,
    )


def _finish(out: Path, manifest: Manifest, changed: bool) -> Published:
    """Makes `manifest.json` the manifest of this artifact, with the names of the others that lie there.

    Others may publish into the folder meanwhile: whoever writes it last has looked since who is there.
    """
    path = out / LATEST
    others = _others(out, _own(manifest))
    if _bytes(path) == dump(replace(manifest, others=others)):
        return Published(manifest, out / manifest.file, path, changed)
    written = None
    while written != others:
        written = others
        with temporary_folder(out, "publish") as folder:
            _place(_written(folder / LATEST, dump(replace(manifest, others=written))), path)
        others = _others(out, _own(manifest))
    return Published(manifest, out / manifest.file, path)


def _others(out: Path, own: str) -> tuple[str, ...]:
    names = (path.name for path in out.glob(f"*{SUFFIX}"))
    return tuple(sorted(name for name in names if name != own and is_name(name)))


# ---- files --------------------------------------------------------------------------------------


def _packed(made: Path, expected: Manifest, progress: Progress) -> tuple[Path, Manifest]:
    """The file to publish, and its manifest."""
    size, digest = packing.sum_of(made)
    file, packed = made, (size, digest)
    if expected.compression:
        file = made.with_name(made.name + packing.SUFFIX)
        packing.compress(made, file, progress)
        packed = packing.sum_of(file)
    manifest = replace(expected, size=packed[0], sha256=packed[1], sqlite_size=size, sqlite_sha256=digest)
    return file, manifest


def _written(path: Path, raw: bytes) -> Path:
    path.write_bytes(raw)
    return path


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _place(file: Path, final: Path) -> None:
    """Gives a file its name, once it is on disk."""
    with file.open("r+b") as opened:
        os.fsync(opened.fileno())
    os.replace(file, final)
    if os.name != "nt":
        folder = os.open(final.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextlib.contextmanager
def _explained(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        blocked = isinstance(error, FileExistsError | NotADirectoryError)
        reason = "it, or what it lies in, is a file and no folder" if blocked else error.strerror or error
        raise ArtifactError(
            f"nothing can be published there: {reason}",
            where=str(out),
            next_step="name a folder that can be written, with room for the artifact, with --out",
        ) from error
