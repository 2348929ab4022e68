"""A download that may be continued: what has come of it so far, in a file that outlives the process.

    <room>/pulling/<sha256>.part     the bytes that came
    <room>/pulling/<sha256>.etag     what the server called that version of the file, where it said so

What was kept is worth nothing by itself: the whole is held against its digest at the end, and what does not
fit is deleted, lest it be continued for ever.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from graphrag_batch.errors import ManifestError, NotPublished

SUFFIX = ".part"
KEPT_PARTS = 3
KEPT_SECONDS = 7 * 24 * 3600.0

_ETAG = ".etag"
_MOST_ETAG = 1000
_BLOCK = 1 << 20


class Part:
    """The file `folder/<name>.part`, open for writing while inside.

    `size` (bytes) and `sha256` (hex) are those of the whole, where they are known; `most` bytes are never
    exceeded. `have` is how many are there. Not for use by two processes at once.
    """

    def __init__(
        self, folder: Path, name: str, *, most: int, size: int | None = None, sha256: str = ""
    ) -> None:
        self.path = folder / f"{name}{SUFFIX}"
        self.size = size
        self.sha256 = sha256
        self.have = 0
        self.ended = False
        self._most = most if size is None else size
        self._etag = folder / f"{name}{_ETAG}"
        self._digest = hashlib.sha256()
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("a+b")
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            self._digest.update(block)
            self.have += len(block)
        if self.have > self._most:
            self.restart("")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def etag(self) -> str:
        """What the server called the version of which a part is here; "" where it did not say."""
        try:
            return self._etag.read_text(encoding="ascii")[:_MOST_ETAG] if self.have else ""
        except (OSError, UnicodeDecodeError):
            return ""

    @property
    def complete(self) -> bool:
        """Whether all bytes are here."""
        return self.have == self.size if self.size is not None else self.ended

    def restart(self, etag: str) -> None:
        """Throws away what is here, for the whole to come under this name of its version."""
        assert self._file is not None
        self._etag.unlink(missing_ok=True)
        self._file.truncate(0)
        self._digest, self.have, self.ended = hashlib.sha256(), 0, False
        if etag and etag.isascii() and len(etag) <= _MOST_ETAG:
            self._etag.write_text(etag, encoding="ascii")

    def write(self, block: bytes) -> None:
        """Appends. Raises ManifestError when more comes than there should be, or NotPublished where only a
        limit of ours says so; nothing is kept then."""
        assert self._file is not None
        if self.have + len(block) > self._most:
            self.delete()
            raise _too_long(self._most, known=self.size is not None)
        self._file.write(block)
        self._digest.update(block)
        self.have += len(block)

    def check(self, where: str) -> None:
        """Raises ManifestError, with nothing kept, unless what is here is what should come."""
        assert self._file is not None
        self._file.flush()
        if self.sha256 and self._digest.hexdigest() != self.sha256:
            self.delete()
            raise ManifestError(
                f"what came is not what was published: its sha256 is {self._digest.hexdigest()[:16]}… where "
                f"{self.sha256[:16]}… was expected",
                where=where,
                next_step="pull again; if it stays so, publish it again: the file was changed or damaged",
            )

    def moved_to(self, target: Path) -> Path:
        """Gives the file, whole and closed, another place."""
        os.replace(self.path, target)
        self._etag.unlink(missing_ok=True)
        return target

    def delete(self) -> None:
        """Leaves nothing of it."""
        if self._file is not None:
            self._file.close()
        for path in (self.path, self._etag):
            path.unlink(missing_ok=True)


def tidy(folder: Path) -> None:
    """Deletes parts that nobody came back for: all but the newest few, and those of a week ago. Nobody may be
    downloading."""
    found = []
    with contextlib.suppress(FileNotFoundError):
        found = sorted(((path.stat().st_mtime, path) for path in folder.iterdir()), reverse=True)
    parts = [path for at, path in found if path.suffix == SUFFIX and time.time() - at < KEPT_SECONDS]
    kept = {path.stem for path in parts[:KEPT_PARTS]}
    for _, path in found:
        if path.suffix not in (SUFFIX, _ETAG) or path.stem not in kept:
            with contextlib.suppress(OSError):
                path.unlink()
    with contextlib.suppress(OSError):  # not empty, or not there
        folder.rmdir()


def _too_long(most: int, *, known: bool) -> ManifestError | NotPublished:
    if known:
        return ManifestError(
            f"more comes than the {most:,} bytes that were published",
            next_step="publish it again: the file was changed since",
        )
    return NotPublished(f"it is larger than the limit of {most:,} bytes", next_step="--max-mb N allows more")
