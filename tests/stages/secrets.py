"""The cases of `fixtures/secrets`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "secrets"
UTF16 = "\\e"


class Case(NamedTuple):
    """A file at `path` with `text`, in which `secrets` stand, of these kinds."""

    path: str
    text: str
    secrets: tuple[str, ...]
    kinds: tuple[str, ...]
    encoding: str

    @property
    def raw(self) -> bytes:
        return self.text.encode(self.encoding)


@cache
def cases(name: str) -> tuple[Case, ...]:
    """The cases of `true.txt` or `false.txt`."""
    whole = (FOLDER / f"{name}.txt").read_text("utf-8").replace("\u2016", "")
    return tuple(_case(part) for part in whole.removeprefix("=== ").split("\n=== "))


def _case(part: str) -> Case:
    head, _, text = part.partition("\n")
    path, *kinds = head.split()
    secrets = tuple(piece.partition("\u27eb")[0] for piece in text.split("\u27ea")[1:])
    text = text.replace("\u27ea", "").replace("\u27eb", "").removesuffix("\n") + "\n"
    encoding = "utf-16" if UTF16 in kinds else "utf-8"
    return Case(path, text, secrets, tuple(k for k in kinds if k != UTF16), encoding)
