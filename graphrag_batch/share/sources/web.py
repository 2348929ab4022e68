"""What a server has under an address: a manifest, an artifact, or a folder with a `manifest.json`."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ManifestError, Unreachable
from graphrag_batch.records import Progress
from graphrag_batch.share.account import HEADER, TOKEN
from graphrag_batch.share.fetch import Refused, Web
from graphrag_batch.share.manifest import LATEST, MOST_BYTES, SUFFIX, Manifest, parse
from graphrag_batch.share.part import Part
from graphrag_batch.share.sources.source import FAR, MOST_OFFERS, Desk, Offer, hint_of

ARTIFACTS = (".sqlite", ".sqlite.zst")


class WebSource:
    """What lies on a server beside one address."""

    reading = FAR

    def __init__(self, web: Web, url: str, progress: Progress) -> None:
        self.place = place_of(url)
        self._web = web
        self._progress = progress
        last = unquote(urlsplit(url).path.rpartition("/")[2])
        self._artifact = last if last.endswith(ARTIFACTS) else ""
        self._given = url if last.endswith(".json") else ""
        self._url = url if self._artifact or self._given else _beside(url, "", into=True)
        self._read: dict[str, Manifest] = {}

    def offers(self) -> list[Offer]:
        """The one named; of a folder the one published last, then the others."""
        if self._artifact:
            stem = self._artifact.removesuffix(".zst").removesuffix(".sqlite")
            found = self._first(stem + SUFFIX, LATEST)
            if found.file != self._artifact:
                raise ManifestError(
                    f"the manifest beside it is of {found.file}",
                    where=self.place,
                    next_step="name the address of its own manifest",
                )
        else:
            found = self._first(LATEST)
        others = found.others if not (self._artifact or self._given) else ()
        return [
            Offer("", (found.commit or found.tree)[:12]),
            *(Offer(name, hint_of(name)) for name in others[: MOST_OFFERS - 1]),
        ]

    def default_branch(self) -> str:
        """Nobody says which."""
        return ""

    def manifest(self, offer: Offer, desk: Desk) -> Manifest:
        """The manifest of that name; "" is the first."""
        if offer.name not in self._read:
            self._read[offer.name] = self._fetched(_beside(self._url, offer.name))
        return self._read[offer.name]

    def bring(self, offer: Offer, manifest: Manifest, desk: Desk) -> Path:
        """The file beside the manifest."""
        part = Part(desk.pulling, manifest.sha256, most=desk.most, size=manifest.size, sha256=manifest.sha256)
        with part:
            try:
                self._web.download(_beside(self._url, manifest.file), part, self._progress)
            except Refused as refusal:
                if refusal.status != 404:
                    raise
                raise ManifestError(
                    f"the manifest names {manifest.file}, which is not there",
                    where=self.place,
                    next_step="publish it again, or name another source",
                ) from None
            part.check(self.place)
        return part.moved_to(desk.folder / "file")

    def _first(self, *names: str) -> Manifest:
        """The manifest to begin with: the one named, else the first of these that is there. Raises
        Unreachable where none is."""
        for url in [self._given] if self._given else [_beside(self._url, name) for name in names]:
            try:
                self._read[""] = self._fetched(url)
            except Refused as refusal:
                if refusal.status != 404:
                    raise
            else:
                return self._read[""]
        missing = "manifest under this address" if self._given else " and no ".join(names)
        raise Unreachable(
            f"there is no {missing} (HTTP 404)",
            where=self.place,
            next_step="check the address: a manifest, an artifact beside its manifest, or a folder with a "
            f"manifest.json; a private place may answer so to strangers: {TOKEN} or {HEADER} signs in",
        )

    def _fetched(self, url: str) -> Manifest:
        return parse(self._web.read(url, MOST_BYTES), place_of(url))


def _beside(url: str, name: str, *, into: bool = False) -> str:
    """The address of a file beside (`into`: in) the one of an address; what follows its path, such as a
    signature, stays."""
    parts = urlsplit(url)
    folder = parts.path.rstrip("/") if into else parts.path.rpartition("/")[0]
    return urlunsplit(parts._replace(path=f"{folder}/{name}", fragment=""))
