"""A folder of published artifacts, or a file of one: an artifact or a manifest."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.errors import GraphragError, ManifestError, NotPublished, Unreachable
from graphrag_batch.records import Progress
from graphrag_batch.share.claims import manifest_of
from graphrag_batch.share.manifest import LATEST, MOST_BYTES, SUFFIX, Manifest, parse
from graphrag_batch.share.packing import sum_of
from graphrag_batch.share.sources.source import AT_HAND, MOST_OFFERS, Desk, Offer, hint_of

SQLITE = ".sqlite"
ZSTD = ".zst"

_BLOCK = 1 << 20


class LocalSource:
    """What lies in `folder`: all that has a manifest there, or only what one file is about."""

    reading = AT_HAND

    def __init__(self, path: Path, progress: Progress) -> None:
        self.place = str(path)
        self._progress = progress
        try:
            is_folder = stat.S_ISDIR(path.stat().st_mode)
        except (OSError, ValueError) as error:
            raise _absent(path, error) from None
        self._folder = path if is_folder else path.parent
        self._only = None if is_folder else path.name

    def offers(self) -> list[Offer]:
        """`manifest.json` first, then the rest, the newest file first."""
        if self._only is not None:
            return [Offer(self._only, hint_of(self._only))]
        found = []
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if entry.name.endswith(SUFFIX) or entry.name == LATEST:
                        with contextlib.suppress(OSError):
                            found.append((entry.name != LATEST, -entry.stat().st_mtime_ns, entry.name))
        except OSError as error:
            raise _absent(self._folder, error) from None
        if not found:
            raise NotPublished(
                "no manifest lies in this folder",
                where=self.place,
                next_step="graphrag-batch publish --out FOLDER, or name another source",
            )
        return [Offer(name, hint_of(name)) for _, _, name in sorted(found)[:MOST_OFFERS]]

    def default_branch(self) -> str:
        """Nobody says which."""
        return ""

    def manifest(self, offer: Offer, desk: Desk) -> Manifest:
        """That of the offer's name; of an artifact, the one beside it, else what the artifact says itself."""
        path = self._folder / offer.name
        if offer.name.endswith(".json"):
            return parse(_bounded(path), str(path))
        beside = self._beside(offer.name)
        if beside is not None:
            return beside
        if offer.name.endswith(ZSTD):
            raise ManifestError(
                "there is no manifest beside it, so nobody can tell how large it will be",
                where=str(path),
                next_step=f"put its manifest there, or unpack it (zstd -d) and name the {SQLITE} file",
            )
        return self._made(path)

    def bring(self, offer: Offer, manifest: Manifest, desk: Desk) -> Path:
        """A copy."""
        source, target = self._folder / manifest.file, desk.folder / "file"
        try:
            if not source.is_file():  # a pipe would wait for ever
                raise FileNotFoundError(errno.ENOENT, "no file")
            old = source.open("rb")
        except OSError as error:
            raise ManifestError(
                f"the manifest names a file that cannot be read ({error.strerror})",
                where=str(source),
                next_step="publish it again, or name another source",
            ) from None
        with old, target.open("wb") as new:
            self._copy(old.fileno(), new.fileno(), manifest.size)
        return target

    def _copy(self, old: int, new: int, size: int) -> None:
        done = 0
        while done <= size and (block := os.read(old, _BLOCK)):
            view = memoryview(block)
            while view:
                view = view[os.write(new, view) :]
            done += len(block)
            self._progress("pull", min(done, size), size)

    def _beside(self, name: str) -> Manifest | None:
        """The manifest that lies beside an artifact and is of it."""
        for other in (name.removesuffix(ZSTD).removesuffix(SQLITE) + SUFFIX, LATEST):
            path = self._folder / other
            if path.exists():
                manifest = parse(_bounded(path), str(path))
                if manifest.file == name:
                    return manifest
        return None

    def _made(self, path: Path) -> Manifest:
        """What an artifact without a manifest says of itself."""
        with open_artifact(path) as artifact:
            meta = artifact.meta
        return manifest_of(meta, path.name, *sum_of(path), str(path))


def _bounded(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise ManifestError("no file", where=str(path), next_step="name another source")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ManifestError(
            f"the manifest cannot be read ({error.strerror})",
            where=str(path),
            next_step="check its permissions, or name another source",
        ) from None


def _absent(path: Path, error: Exception) -> GraphragError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Unreachable(
        f"it cannot be read ({reason})",
        where=str(path),
        next_step="check the path; or name https://…, github:OWNER/REPO or github-artifact:OWNER/REPO",
    )
