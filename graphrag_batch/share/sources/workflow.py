"""Artifacts that workflow runs of a repository on GitHub uploaded: zip files, read with care.

Whoever opens a pull request from a fork can have its workflow upload anything under any name: what comes from
another repository than the one named is never looked at.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from graphrag_batch.errors import ManifestError
from graphrag_batch.records import Progress
from graphrag_batch.share.fetch import Refused
from graphrag_batch.share.manifest import LATEST, MOST_BYTES, SUFFIX, Manifest, is_name, parse
from graphrag_batch.share.part import Part
from graphrag_batch.share.sources.github import Api, nothing
from graphrag_batch.share.sources.source import MOST_OFFERS, WITH_THE_FILE, Desk, Offer

DEFAULT_NAME = "graphrag-batch"
"""What the workflow artifact is called unless somebody says otherwise."""

_SHA256 = re.compile(r"sha256:([0-9a-f]{64})", re.ASCII)
_MOST_MEMBERS = 1000
_BLOCK = 1 << 20
_DAMAGE = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError, struct.error)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class _Run(NamedTuple):
    id: int
    sha256: str


class WorkflowSource:
    """The workflow artifacts called `name`."""

    reading = WITH_THE_FILE

    def __init__(self, api: Api, place: str, name: str, progress: Progress) -> None:
        self.place = f"{place} ({name})"
        self._api = api
        self._name = name
        self._progress = progress
        self._runs: dict[str, _Run] = {}
        self._zips: dict[str, Path] = {}

    def offers(self) -> list[Offer]:
        """Those that have not expired, the newest first."""
        found, expired = [], 0
        for each in self._api.pages("/actions/artifacts", "artifacts", name=self._name):
            run, number = _own_run(each), each.get("id")
            if type(number) is not int or each.get("name") != self._name or run is None:
                continue
            if each.get("expired"):
                expired += 1
                continue
            digest = _SHA256.fullmatch(str(each.get("digest") or ""))
            self._runs[str(number)] = _Run(number, digest[1] if digest else "")
            found.append(
                Offer(str(number), str(run.get("head_sha", ""))[:12], str(run.get("head_branch") or ""))
            )
        if not found:
            gone = f" ({expired} have expired)" if expired else ""
            raise nothing(f"no workflow artifact is called so{gone}", self.place)
        return found[:MOST_OFFERS]

    def default_branch(self) -> str:
        """The repository's."""
        return self._api.default_branch()

    def manifest(self, offer: Offer, desk: Desk) -> Manifest:
        """The manifest in the zip file, which is brought for it."""
        path = self._brought(offer, desk)
        with self._opened(path) as members:
            names = [n for n in members.infos if n.endswith(SUFFIX) and is_name(n)] or [LATEST]
            if len(names) > 1 and LATEST in members.infos:
                names = [LATEST]
            raw = bytearray()
            for block in members.read(names[0], MOST_BYTES):
                raw += block
        return parse(bytes(raw), f"{self.place} {names[0]}")

    def bring(self, offer: Offer, manifest: Manifest, desk: Desk) -> Path:
        """The artifact, out of the zip file."""
        target, done = desk.folder / "file", 0
        with self._opened(self._brought(offer, desk)) as members, target.open("wb") as out:
            for block in members.read(manifest.file, manifest.size):
                out.write(block)
                done += len(block)
                self._progress("unpack", done, manifest.size)
        return target

    def _brought(self, offer: Offer, desk: Desk) -> Path:
        """The zip file of an offer, downloaded once."""
        if offer.name in self._zips:
            return self._zips[offer.name]
        run = self._runs[offer.name]
        url = self._api.url(f"/actions/artifacts/{run.id}/zip")
        key = run.sha256 or hashlib.sha256(url.encode()).hexdigest()
        with Part(desk.pulling, key, most=desk.most, sha256=run.sha256) as part:
            try:
                self._api.web.download(url, part, self._progress, accept="application/vnd.github+json")
            except Refused as refusal:
                raise self._api.explained(refusal) from None
            part.check(self.place)
        self._zips[offer.name] = part.moved_to(desk.folder / f"{run.id}.zip")
        return self._zips[offer.name]

    @contextmanager
    def _opened(self, path: Path) -> Iterator[_Members]:
        try:
            with zipfile.ZipFile(path) as archive:
                yield _Members(archive, self.place)
        except _DAMAGE as error:
            raise _wrong(f"no zip file that can be read ({error})", self.place) from None


class _Members:
    """The files of a zip, by name; nothing is ever written under a name of theirs."""

    def __init__(self, archive: zipfile.ZipFile, place: str) -> None:
        self._archive = archive
        self._place = place
        listed = archive.infolist()
        if len(listed) > _MOST_MEMBERS:
            raise _wrong(f"{len(listed):,} files in one zip", place)
        self.infos = {info.filename: info for info in listed}
        if len(self.infos) < len(listed):
            raise _wrong("a zip with two files of one name", place)

    def read(self, name: str, most: int) -> Iterator[bytes]:
        """The bytes of a file. Raises ManifestError for one that is not there, is packed in another way than
        zips of workflows are, or has more bytes than it should, told or not."""
        info = self.infos.get(name)
        if info is None:
            raise _wrong(f"a zip without the file {name}", self._place)
        if info.flag_bits & 0x1 or info.compress_type not in _METHODS:
            raise _wrong(f"{name} is encrypted, or packed in an unusual way", self._place)
        if info.file_size > most:
            raise _wrong(f"{name} is {info.file_size:,} bytes where {most:,} are the most", self._place)
        with self._archive.open(info) as file:
            yield from _counted(file, most, name, self._place)


def _counted(file: IO[bytes], most: int, name: str, place: str) -> Iterator[bytes]:
    done = 0
    while block := file.read(_BLOCK):
        done += len(block)
        if done > most:
            raise _wrong(f"{name} goes on after {most:,} bytes, which is all it should have", place)
        yield block


def _own_run(artifact: dict[str, Any]) -> dict[str, Any] | None:
    """The workflow run of an artifact, if it was for the repository itself and for no fork."""
    run = artifact.get("workflow_run")
    if not isinstance(run, dict) or run.get("repository_id") is None:
        return None
    return run if run["repository_id"] == run.get("head_repository_id") else None


def _wrong(what: str, place: str) -> ManifestError:
    return ManifestError(
        what, where=place, next_step="run the workflow that publishes again, or name another source"
    )
