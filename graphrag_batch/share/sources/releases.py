"""Artifacts that were attached to the releases of a repository on GitHub."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from graphrag_batch.errors import ManifestError
from graphrag_batch.records import Progress
from graphrag_batch.share.fetch import Refused
from graphrag_batch.share.manifest import LATEST, MOST_BYTES, SUFFIX, Manifest, parse
from graphrag_batch.share.part import Part
from graphrag_batch.share.sources.github import Api, nothing
from graphrag_batch.share.sources.source import FAR, MOST_OFFERS, Desk, Offer, hint_of


class _Asset(NamedTuple):
    id: int
    size: int


class ReleaseSource:
    """The releases of a repository, or one of them; drafts do not count."""

    reading = FAR

    def __init__(self, api: Api, place: str, tag: str, progress: Progress) -> None:
        self.place = place
        self._api = api
        self._tag = tag
        self._progress = progress
        self._releases: dict[str, dict[str, _Asset]] = {}

    def offers(self) -> list[Offer]:
        """The manifests of each release, the newest release first."""
        found = []
        for release in self._listed():
            assets = _assets(release)
            names = [name for name in assets if name.endswith(SUFFIX)] or [n for n in assets if n == LATEST]
            tag = str(release.get("tag_name", ""))
            self._releases[tag] = assets
            found += [Offer(f"{tag}/{name}", hint_of(name)) for name in names]
        if not found:
            raise nothing("no release there has a manifest of ours among its files", self.place)
        return found[:MOST_OFFERS]

    def default_branch(self) -> str:
        """Releases are of no branch."""
        return ""

    def manifest(self, offer: Offer, desk: Desk) -> Manifest:
        """The manifest attached to the release."""
        tag, _, name = offer.name.rpartition("/")
        url = self._url(self._releases[tag][name])
        try:
            return parse(
                self._api.web.read(url, MOST_BYTES, "application/octet-stream"), f"{self.place} {name}"
            )
        except Refused as refusal:
            raise self._api.explained(refusal) from None

    def bring(self, offer: Offer, manifest: Manifest, desk: Desk) -> Path:
        """The file attached to the same release."""
        tag = offer.name.rpartition("/")[0]
        asset = self._releases[tag].get(manifest.file)
        if asset is None:
            raise ManifestError(
                f"the release {tag} has no file {manifest.file}",
                where=self.place,
                next_step="attach it to the release, beside its manifest",
            )
        part = Part(desk.pulling, manifest.sha256, most=desk.most, size=manifest.size, sha256=manifest.sha256)
        with part:
            try:
                self._api.web.download(self._url(asset), part, self._progress)
            except Refused as refusal:
                raise self._api.explained(refusal) from None
            part.check(f"{self.place} {manifest.file}")
        return part.moved_to(desk.folder / "file")

    def _listed(self) -> list[dict[str, Any]]:
        if self._tag:
            found = self._api.get(f"/releases/tags/{quote(self._tag, safe='')}")
            return [found] if isinstance(found, dict) else []
        return [each for each in self._api.pages("/releases") if not each.get("draft")]

    def _url(self, asset: _Asset) -> str:
        return self._api.url(f"/releases/assets/{asset.id}")


def _assets(release: dict[str, Any]) -> dict[str, _Asset]:
    """The files of a release that were uploaded whole, by name."""
    listed = release.get("assets")
    found = {}
    for each in listed if isinstance(listed, list) else []:
        if isinstance(each, dict) and each.get("state", "uploaded") == "uploaded":
            name, number, size = each.get("name"), each.get("id"), each.get("size", 0)
            if isinstance(name, str) and type(number) is int and type(size) is int:
                found[name] = _Asset(number, size)
    return found
