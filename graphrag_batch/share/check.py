"""A published artifact, held against what its manifest says of it, and against what its commit gives.

What is named may be the artifact, compressed or not, its manifest, or the folder that both lie in. Reads
only, but for a temporary folder where something has to be unpacked.
"""

from __future__ import annotations

import contextlib
import struct
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from graphrag_batch import __version__
from graphrag_batch.artifact import canonical
from graphrag_batch.artifact.header import read_start
from graphrag_batch.artifact.pair import A, B, Pair, open_pair
from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.artifact.vec0 import TABLE
from graphrag_batch.errors import ArtifactError, ArtifactMissing, ManifestError, NotPublished
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share.claims import differing
from graphrag_batch.share.manifest import LATEST, MOST_BYTES, Manifest, parse
from graphrag_batch.share.manifest import SUFFIX as MANIFEST
from graphrag_batch.share.packing import SUFFIX as ZSTD
from graphrag_batch.share.packing import decompress, is_compressed, sum_of

_SQLITE_VERSION = 96  # where the header of a database says which version wrote it
_NEXT = "name the artifact itself, or publish it again with graphrag-batch publish"


@dataclass(frozen=True, slots=True)
class Given:
    """`artifact` can be opened; it is the file named, or what that holds. `manifest` is what lies beside it,
    if anything does; `problems` say where the two disagree, in plain words."""

    artifact: Path
    manifest: Path | None
    problems: tuple[str, ...]


@contextlib.contextmanager
def given(path: Path, most: int, progress: Progress = no_progress) -> Iterator[Given]:
    """What is named, ready to be opened while inside; unpacked it may have `most` bytes.

    Raises ManifestError for a manifest that was named and cannot be read; NotPublished and ArtifactMissing
    where there is nothing; other ArtifactErrors for what cannot be unpacked, or opened.
    """
    file, place = _found(path)
    with _unpacked(file, most, progress) as artifact, _naming(file, artifact):
        yield Given(artifact, place, tuple(_problems(place, file, artifact)) if place else ())


def _found(path: Path) -> tuple[Path, Path | None]:
    """The file of an artifact, and the manifest that tells of it."""
    if path.is_dir():
        if not (path / LATEST).is_file():
            raise NotPublished(f"there is no {LATEST} in this folder", where=str(path), next_step=_NEXT)
        path = path / LATEST
    if path.suffix != ".json":
        return path, _beside(path)
    if not path.is_file():
        raise ArtifactMissing("there is no such manifest", where=str(path), next_step=_NEXT)
    return path.with_name(_read(path).file), path


def _beside(file: Path) -> Path | None:
    """The manifest of its own that lies beside a file; else `manifest.json`, where that is of this file."""
    own = file.with_name(file.name.removesuffix(ZSTD).removesuffix(".sqlite") + MANIFEST)
    if own.is_file():
        return own
    latest = file.with_name(LATEST)
    with contextlib.suppress(OSError, ManifestError):
        if _read(latest).file == file.name:
            return latest
    return None


def _read(path: Path) -> Manifest:
    return parse(read_start(path, MOST_BYTES + 1), str(path))


@contextlib.contextmanager
def _unpacked(file: Path, most: int, progress: Progress) -> Iterator[Path]:
    if not (file.is_file() and is_compressed(file)):
        yield file  # whoever opens it tells what it is
        return
    with tempfile.TemporaryDirectory(prefix="graphrag-batch-") as folder:
        artifact = Path(folder) / "artifact.sqlite"
        try:
            decompress(file, artifact, most, progress)
        except OSError as error:
            raise ArtifactError(
                f"it cannot be unpacked into {folder}: {error.strerror or error}",
                where=str(file),
                next_step="free some disk space, or name a folder that has some in TMPDIR",
            ) from error
        yield artifact


@contextlib.contextmanager
def _naming(file: Path, artifact: Path) -> Iterator[None]:
    """What is wrong with what was unpacked is wrong with the file that somebody has."""
    try:
        yield
    except ArtifactError as error:
        if error.where != str(artifact) or artifact == file:
            raise
        raise type(error)(f"unpacked: {error.what}", where=str(file), next_step=error.next_step) from error


# ---- against its manifest -----------------------------------------------------------------------


def _problems(place: Path, file: Path, artifact: Path) -> Iterator[str]:
    try:
        manifest = _read(place)
    except ManifestError as error:
        yield f"{place.name} beside it: {error.what}"
        return
    with open_artifact(artifact) as opened:
        wrong = [*differing(manifest, opened.meta), *_other_versions(manifest, artifact, opened)]
    if wrong:
        yield f"it and its manifest {place.name} say different things ({', '.join(wrong)})"
    if file.name == manifest.file and bool(manifest.compression) is (file == artifact):
        what, said = ("not ", "") if file == artifact else ("", "not ")
        yield f"it is {what}compressed where its manifest says that it is {said}".rstrip()
    if file.name == manifest.file or file != artifact:
        yield from _other_sum("it", file, manifest.size, manifest.sha256)
    if file == artifact or manifest.compression:
        what = "it" if file == artifact else "what it unpacks to"
        yield from _other_sum(what, artifact, manifest.sqlite_size, manifest.sqlite_sha256)


def _other_sum(what: str, file: Path, size: int, sha256: str) -> Iterator[str]:
    found = sum_of(file)
    if found[0] != size:
        yield f"{what} has {found[0]:,} bytes where its manifest says {size:,}"
    elif found[1] != sha256:
        yield f"{what} has the sha256 {found[1]} where its manifest says {sha256}"


def _other_versions(manifest: Manifest, artifact: Path, opened: Artifact) -> Iterator[str]:
    names = ("sqlite_version", "vec_version")
    for name, found in zip(names, _versions(artifact, opened), strict=True):
        if getattr(manifest, name) != found:
            yield name


def _versions(artifact: Path, opened: Artifact) -> tuple[str, str]:
    """The versions of SQLite and sqlite-vec that wrote a file, "" for none."""
    with artifact.open("rb") as file:
        file.seek(_SQLITE_VERSION)
        (number,) = struct.unpack(">I", file.read(4))
    sqlite = f"{number // 1_000_000}.{number // 1000 % 1000}.{number % 1000}"
    if opened.meta.get("vec0") or opened.meta["dim"] == "0":
        return sqlite, ""
    found = opened.execute(f"SELECT value FROM {TABLE}_info WHERE key = 'CREATE_VERSION'")
    return sqlite, str(found[0][0]) if found else ""


# ---- against its commit -------------------------------------------------------------------------


def incomparable(artifact: Path) -> str:
    """Why the bytes of a file cannot be those of a rebuild here, once published; "" where they can."""
    with open_artifact(artifact) as opened:
        meta, versions = opened.meta, _versions(artifact, opened)
    if meta.get("build_mode") != canonical.MODE:
        return "it is not in its published form"
    if canonical.is_degraded(meta):
        return "it lacks vectors"
    if meta.get("tool_version") != __version__:
        return f"version {meta.get('tool_version')} published it"
    for name, its, ours in zip(("SQLite", "sqlite-vec"), versions, canonical.versions(), strict=True):
        if its not in (ours, ""):
            return f"it was written with {name} {its}, and here is {ours or 'none'}"
    return ""


def differing_tables(artifact: Path, other: Path) -> tuple[str, ...]:
    """What two artifacts in canonical form do not have in common, by table; nothing for equal bytes."""
    if sum_of(artifact) == sum_of(other):
        return ()
    with open_pair(artifact, other) as pair:
        names = [name for name in canonical.TABLES if not _is_equal(pair, name)]
    return tuple(names) or ("the layout of its pages, or its full text",)


def _is_equal(pair: Pair, table: str) -> bool:
    one, other = (pair.rows(f"SELECT * FROM {side}.{table}") for side in (A, B))
    return all(a == b for a, b in zip_longest(one, other))
