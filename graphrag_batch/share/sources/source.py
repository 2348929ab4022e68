"""What every source is: a listing, manifests, and files brought into a folder of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from graphrag_batch.share.manifest import SUFFIX, Manifest

_NAMED = re.compile(rf"-([0-9a-f]{{12}}){re.escape(SUFFIX)}$", re.ASCII)

MOST_OFFERS = 10_000
"""No more of what a source lists is looked at."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a source has, before its manifest is read. `name` tells it apart within the source; `hint` is
    the beginning of the id of its commit or tree, as far as its name tells, else ""; `branch` is "" where
    nobody says which."""

    name: str
    hint: str = ""
    branch: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """How many manifests may be read: `most` to find any that suits, `more` once one was found by its name,
    in case another has the very tree."""

    most: int
    more: int


AT_HAND = Reading(5000, 5000)
FAR = Reading(24, 8)
WITH_THE_FILE = Reading(3, 0)
"""Where a manifest can be had only with its artifact."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where what is brought is put: `folder` is of this pull alone, `pulling` keeps parts of downloads. No
    file may be longer than `most` bytes."""

    folder: Path
    pulling: Path
    most: int


class Source(Protocol):
    """A place where artifacts were published. What is not there, or does not answer, is Unreachable."""

    @property
    def place(self) -> str:
        """What it is called, to people: without secrets."""
        ...

    @property
    def reading(self) -> Reading:
        """How many manifests may be read."""
        ...

    def offers(self) -> list[Offer]:
        """What it has, the newest first by its own order, as far as it has one."""
        ...

    def default_branch(self) -> str:
        """The branch whose offers count where nothing else tells, "" where there is no such thing."""
        ...

    def manifest(self, offer: Offer, desk: Desk) -> Manifest:
        """What an offer says of itself. Raises ManifestError."""
        ...

    def bring(self, offer: Offer, manifest: Manifest, desk: Desk) -> Path:
        """The file of an offer, in the desk's folder, as published: nothing of it was checked but that it has
        no more bytes than it should."""
        ...


def hint_of(name: str) -> str:
    """What the name of a manifest tells of its commit or tree."""
    found = _NAMED.search(name)
    return found[1] if found else ""
