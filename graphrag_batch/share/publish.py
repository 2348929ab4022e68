"""Publishing an artifact: its canonical file, compressed or not, and what is told of it beside it.

Everything is made in a folder of its own below the one that is published to, and takes its name there only
when it is whole and on disk: the artifact first, then its manifest, last `manifest.json`. So whoever reads a
manifest finds a whole file, and a kill leaves nothing half under a published name (`tests/share/`).
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from graphrag_batch.artifact.canonical import canonical_meta, is_degraded, versions, write_canonical
from graphrag_batch.artifact.header import read_start
from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.artifact.seal import seal_path
from graphrag_batch.build.identity import tool_fingerprint
from graphrag_batch.build.seeds import check_seed
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, ManifestError, ShareError
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share import packing
from graphrag_batch.share.manifest import LATEST, MOST_BYTES, SUFFIX, Manifest, dump, parse, stem
from graphrag_batch.temporary import clear_abandoned, temporary_folder

COMPRESSIONS = {"none": "", "zstd": "zstd"}
SQLITE = ".sqlite"
MOST_OTHERS = 4_000
"""So many are named in `manifest.json`, which nobody reads beyond its limit: those published last."""


@dataclass(frozen=True, slots=True)
class Published:
    """What lies in the folder now. `changed` is whether anything was written: the same may have been
    published there before. `pruned` are the artifacts that made room."""

    manifest: Manifest
    artifact: Path
    manifest_path: Path
    changed: bool = True
    pruned: tuple[str, ...] = ()


def publish(
    artifact: Path,
    out: Path,
    *,
    compress: str = "none",
    allow_degraded: bool = False,
    allow_uncommitted: bool = False,
    keep: int = 0,
    progress: Progress = no_progress,
) -> Published:
    """Writes the canonical file of `artifact`, its manifest and `manifest.json` into the folder `out`, which
    is made.

    `compress` is "none" or "zstd"; `keep` is how many artifacts stay there, those published last (0: all).
    Refuses (ShareError) an artifact of another version of the tool, and unless that is allowed one that lacks
    something or belongs to no commit; (ArtifactError) one that is not whole, and a folder that cannot be
    written.
    """
    _check_whole(artifact)
    with open_artifact(artifact) as opened:
        _refuse(opened, allow_degraded, allow_uncommitted)
        expected = _manifest(opened, compress)
    with _explained(out):
        out.mkdir(parents=True, exist_ok=True)
        _refuse_store(out)
        _refuse_foreign(out / LATEST)
        clear_abandoned(out)
        known = _published(out, expected)
        manifest = known or _write(artifact, out, expected, progress)
        pruned = _prune(out, _own(manifest), keep) if keep else ()
        changed = _point(out, manifest) or known is None
    return Published(manifest, out / manifest.file, out / LATEST, changed, pruned)


def _write(artifact: Path, out: Path, expected: Manifest, progress: Progress) -> Manifest:
    """The artifact and its own manifest."""
    with temporary_folder(out, "publish") as folder:
        made = folder / f"artifact{SQLITE}"
        write_canonical(artifact, made, progress)
        file, manifest = _packed(made, expected, progress)
        before = _read(out / _own(manifest))
        _place(file, out / manifest.file)
        _place(_written(folder / LATEST, dump(manifest)), out / _own(manifest))
        if before is not None and before.file != manifest.file:
            (out / before.file).unlink(missing_ok=True)
    return manifest


# ---- what may be published ----------------------------------------------------------------------


def _check_whole(artifact: Path) -> None:
    try:
        check_seed(artifact)
    except ArtifactCorrupt as error:
        advice = "graphrag-batch index --full, then publish again"
        raise ArtifactCorrupt(error.what, where=error.where, next_step=advice) from error


def _refuse_store(out: Path) -> None:
    if any(out.glob(seal_path(Path(f"*{SQLITE}")).name)):
        raise ShareError(
            "this is where index keeps its own artifacts, and deletes old ones",
            where=str(out),
            next_step="name another folder with --out, or leave it out",
        )


def _refuse_foreign(latest: Path) -> None:
    """Other programs, too, have files of this name."""
    if latest.exists() and _read(latest) is None:
        raise ShareError(
            "a file of this name is there that is no manifest of graphrag-batch; it was left as it is",
            where=str(latest),
            next_step="name another folder with --out, or delete it",
        )


def _refuse(artifact: Artifact, allow_degraded: bool, allow_uncommitted: bool) -> None:
    meta = artifact.meta
    if meta.get("tool_fingerprint") != tool_fingerprint():
        raise ShareError(
            "made by another version of graphrag-batch",
            where=str(artifact.path),
            next_step="graphrag-batch index, then publish again",
        )
    lacking = _lacking(meta)
    if lacking and not allow_degraded:
        what, advice = lacking
        raise ShareError(
            what,
            where=str(artifact.path),
            next_step=f"{advice}; or publish it as it is with --allow-degraded",
        )
    if not meta.get("commit") and not allow_uncommitted:
        raise ShareError(
            "its tree belongs to no commit, so nobody can tell what it is the index of",
            where=str(artifact.path),
            next_step="commit, then graphrag-batch index and publish again; or --allow-uncommitted, to name "
            "it by its tree",
        )


def _lacking(meta: Mapping[str, str]) -> tuple[str, str] | None:
    """What an artifact lacks of what it should hold, and what helps."""
    if is_degraded(meta):
        reason = meta.get("degraded_reason", "").partition("\n")[0]
        return (
            f"it has no vectors, or not all ({reason}): whoever pulls it could search by words alone",
            "graphrag-batch doctor tells what the model needs, then index again",
        )
    if count := int(meta.get("unavailable") or 0):
        return (
            f"{count} files of its tree are not in it, since git could not read them when it was indexed",
            "get them (git fetch --refetch, or a clone without --filter), then index again",
        )
    if int(meta["dim"]) and not versions()[1]:
        return (
            "sqlite-vec cannot be loaded here, so the file would lack its table of vectors and not be the "
            "same as elsewhere",
            "pip install sqlite-vec, or publish where it can be installed",
        )
    return None


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
        return parse(read_start(path, MOST_BYTES + 1), str(path))
    except (OSError, ManifestError):
        return None


def _published(out: Path, expected: Manifest) -> Manifest | None:
    """The manifest that is there already, if it is of the same and its file is whole."""
    known = _read(out / _own(expected))
    if known is None or known != _filled(expected, known):
        return None
    file = out / known.file
    with contextlib.suppress(OSError):
        if file.is_file() and packing.sum_of(file) == (known.size, known.sha256):
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


def _point(out: Path, manifest: Manifest) -> bool:
    """Makes `manifest.json` the manifest of this artifact, with the names of the others that lie there;
    whether it was not.

    Others may publish into the folder meanwhile: whoever writes it last has looked since who is there.
    """
    others = _named(out, _own(manifest))
    if _bytes(out / LATEST) == dump(replace(manifest, others=others)):
        return False
    written: tuple[str, ...] | None = None
    while others != written:
        written = others
        with temporary_folder(out, "publish") as folder:
            raw = dump(replace(manifest, others=written))
            _place(_written(folder / LATEST, raw), out / LATEST)
        others = _named(out, _own(manifest))
    return True


def _prune(out: Path, own: str, keep: int) -> tuple[str, ...]:
    """Deletes the artifacts published first, but not this one: the manifest before its file."""
    gone = []
    for name in _newest_first(out, own)[keep - 1 :]:
        if old := _read(out / name):
            (out / name).unlink(missing_ok=True)
            (out / old.file).unlink(missing_ok=True)
            gone.append(old.file)
    return tuple(gone)


def _named(out: Path, own: str) -> tuple[str, ...]:
    """The others that `manifest.json` names."""
    return tuple(sorted(_newest_first(out, own)[:MOST_OTHERS]))


def _newest_first(out: Path, own: str) -> list[str]:
    dated = []
    for name in _others(out, own):
        with contextlib.suppress(FileNotFoundError):  # another publisher's pruning
            dated.append(((out / name).stat().st_mtime_ns, name))
    return [name for _, name in sorted(dated, reverse=True)]


def _others(out: Path, own: str) -> tuple[str, ...]:
    """The names of the other manifests that lie there, of what can be read as one and is called like one."""
    names = sorted(path.name for path in out.glob(f"*{SUFFIX}") if path.name != own)
    found = ((name, _read(out / name)) for name in names)
    return tuple(name for name, manifest in found if manifest is not None and _own(manifest) == name)


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
        return read_start(path, MOST_BYTES + 1)
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
        reason = "it, or what it lies in, is no folder" if blocked else error.strerror or error
        taken = f" ({Path(error.filename2).name})" if error.filename2 else ""
        raise ArtifactError(
            f"nothing can be published there: {reason}{taken}",
            where=str(out),
            next_step="name a folder that can be written, with room for the artifact, with --out",
        ) from error
