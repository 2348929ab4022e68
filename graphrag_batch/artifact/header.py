"""What the first 100 bytes and the neighbours of a database file tell, before SQLite opens it.

SQLite would roll back a hot journal, or ignore it, or call a cut file "malformed" on some later
query; here each is a refusal with its own words. Reads only.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
from pathlib import Path

from graphrag_batch.artifact import schema
from graphrag_batch.errors import (
    ArtifactCorrupt,
    ArtifactError,
    ArtifactForeign,
    ArtifactMissing,
    ArtifactTooNew,
)

REBUILD = "build it again with `graphrag-batch index --full`"

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_JOURNALS = ("-journal", "-wal")
_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
# (what, where in the header, how it is written, what it is in every artifact)
_FORM = (
    ("page size", 16, ">H", (schema.PAGE_SIZE,)),
    ("bytes reserved on each page", 20, ">B", (0,)),
    ("most of a page to a cell", 21, ">B", (64,)),
    ("least of a page to a cell", 22, ">B", (32,)),
    ("least of a page to a leaf's cell", 23, ">B", (32,)),
    ("schema format", 44, ">I", (4,)),
    ("text encoding", 56, ">I", (1,)),
)


def check(path: Path) -> None:
    """Raises the ArtifactError that fits unless `path` looks like a whole artifact we can read."""
    head, size = _read(path)
    if not head:
        raise ArtifactCorrupt("the file is empty", where=str(path), next_step=REBUILD)
    if not head.startswith(_MAGIC[: len(head)]):
        raise _foreign(path, "not a SQLite database")
    if len(head) < _HEADER_BYTES:
        raise ArtifactCorrupt(f"cut off after {size} bytes", where=str(path), next_step=REBUILD)
    _check_identity(path, head)
    _check_size(path, head, size)
    _check_journals(path, head)
    _check_form(path, head)


def _read(path: Path) -> tuple[bytes, int]:
    try:
        # Of a pipe or a device that is opened to be read, nobody knows when it comes back.
        file = os.open(path, os.O_RDONLY | _NO_WAITING)
        try:
            found = os.fstat(file)
            if not stat.S_ISREG(found.st_mode):
                raise _foreign(path, "a folder, not a file" if stat.S_ISDIR(found.st_mode) else "not a file")
            return os.read(file, _HEADER_BYTES), found.st_size
        finally:
            os.close(file)
    except FileNotFoundError:
        raise ArtifactMissing(
            "no artifact here", where=str(path), next_step="run `graphrag-batch index` to build one"
        ) from None
    except IsADirectoryError:
        raise _foreign(path, "a folder, not a file") from None
    except (OSError, ValueError) as error:
        raise ArtifactError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}",
            where=str(path),
            next_step="check the file's permissions and its disk",
        ) from error


def read_start(path: Path, most: int) -> bytes:
    """At most the first `most` bytes of a file that lies beside an artifact. Raises OSError for what is no
    file: a pipe or a device may never come to an end, or to a beginning."""
    file = os.open(path, os.O_RDONLY | _NO_WAITING)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, "not a file")
        return os.read(file, most)
    finally:
        os.close(file)


def _check_identity(path: Path, head: bytes) -> None:
    (user_version,) = struct.unpack_from(">I", head, 60)
    (application,) = struct.unpack_from(">I", head, 68)
    if application != schema.APPLICATION_ID:
        raise _foreign(path, "a SQLite database, but not a graphrag-batch artifact")
    if user_version > schema.FORMAT_VERSION:
        raise ArtifactTooNew(
            f"written in format {user_version}; this version reads up to {schema.FORMAT_VERSION}",
            where=str(path),
            next_step="upgrade graphrag-batch, or build the artifact again with this version",
        )
    if user_version < 1:
        raise ArtifactCorrupt("no format version", where=str(path), next_step=REBUILD)


def _check_size(path: Path, head: bytes, size: int) -> None:
    (page_size,) = struct.unpack_from(">H", head, 16)
    (pages,) = struct.unpack_from(">I", head, 28)
    page_size = 65536 if page_size == 1 else page_size
    if size != page_size * pages:
        state = "truncated" if size < page_size * pages else "longer than it should be"
        raise ArtifactCorrupt(
            f"{state}: {size} bytes where its header says {pages} pages of {page_size}",
            where=str(path),
            next_step=REBUILD,
        )


def _check_journals(path: Path, head: bytes) -> None:
    real = Path(os.path.realpath(path))
    for suffix in _JOURNALS:
        journal = real.with_name(real.name + suffix)
        # SQLite would open whatever lies there, a link or a pipe too.
        if os.path.lexists(journal) and (
            not stat.S_ISREG(os.lstat(journal).st_mode) or journal.stat().st_size
        ):
            raise ArtifactCorrupt(
                f"{journal.name} lies beside it: a write by another program was interrupted",
                where=str(path),
                next_step=f"{REBUILD}, then delete both files here",
            )
    if head[18] != 1 or head[19] != 1:
        raise ArtifactCorrupt(
            "switched to WAL mode by another program, so it cannot be read without writing",
            where=str(path),
            next_step=f"run `sqlite3 FILE 'PRAGMA journal_mode=DELETE'`, or {REBUILD}",
        )


def _check_form(path: Path, head: bytes) -> None:
    """What SQLite would read, though no artifact is made so."""
    for what, at, form, allowed in _FORM:
        (value,) = struct.unpack_from(form, head, at)
        if value not in allowed:
            raise ArtifactCorrupt(f"its header has {what} {value}", where=str(path), next_step=REBUILD)
    changed, valid, largest_root, incremental = (
        struct.unpack_from(">I", head, 24)
        + struct.unpack_from(">I", head, 92)
        + struct.unpack_from(">I", head, 52)
        + struct.unpack_from(">I", head, 64)
    )
    if changed != valid or bool(largest_root) != bool(incremental) or any(head[72:92]):
        raise ArtifactCorrupt("its header contradicts itself", where=str(path), next_step=REBUILD)


def _foreign(path: Path, what: str) -> ArtifactForeign:
    return ArtifactForeign(
        what,
        where=str(path),
        next_step="name a file that is an artifact, or build one with `graphrag-batch index`; "
        "this file was left as it is",
    )
