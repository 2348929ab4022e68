"""Files to publish and files published: their SHA-256, compressing them with zstd, and taking that off again.

Block by block, so that the size of an artifact is no matter. What is compressed comes from elsewhere: how
large it may become is for the caller to say, and holds whatever the file claims.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from graphrag_batch.errors import ArtifactCorrupt, ArtifactError
from graphrag_batch.records import Progress, no_progress

LEVEL = 3
SUFFIX = ".zst"

_BLOCK = 1 << 20
_MAGIC = b"\x28\xb5\x2f\xfd"
# A frame that wants more memory than this to be read is refused; ours want 2 MB.
_WINDOW_BYTES = 1 << 27
# So little can become 33 MB at most at once.
_PIECE = 1024


def sum_of(path: Path) -> tuple[int, str]:
    """A file's size in bytes and its SHA-256 in hex. Raises OSError."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        for block in _blocks(file):
            digest.update(block)
            size += len(block)
    return size, digest.hexdigest()


def is_compressed(path: Path) -> bool:
    """Whether a file begins as one that `compress` wrote. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def compress(source: Path, target: Path, progress: Progress = no_progress) -> None:
    """One frame with its size and a checksum, made by one thread: one version of zstd gives the same bytes
    everywhere. Raises OSError."""
    import zstandard

    size, done = source.stat().st_size, 0
    compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True, write_content_size=True)
    with (
        source.open("rb") as old,
        target.open("wb") as new,
        compressor.stream_writer(new, size=size, closefd=False) as out,
    ):
        for block in _blocks(old):
            progress("compress", done, size)
            out.write(block)
            done += len(block)
    progress("compress", size, size)


def decompress(source: Path, target: Path, most: int, progress: Progress = no_progress) -> tuple[int, str]:
    """Writes what `source` holds, and returns its size and SHA-256.

    Raises ArtifactCorrupt for what is no whole frame, and ArtifactError where it would be more than `most`
    bytes; OSError. What is in `target` then is to be deleted.
    """
    digest, done = hashlib.sha256(), 0
    with target.open("wb") as new:
        for block in _unpacked(source, progress):
            done += len(block)
            if done > most:
                raise ArtifactError(
                    f"it would be more than {most / 1e6:,.0f} MB without its compression",
                    where=str(source),
                    next_step="publish a smaller one, or raise the limit with --max-mb",
                )
            digest.update(block)
            new.write(block)
    return done, digest.hexdigest()


def _unpacked(source: Path, progress: Progress) -> Iterator[bytes]:
    import zstandard

    reader = zstandard.ZstdDecompressor(max_window_size=_WINDOW_BYTES).decompressobj()
    size = source.stat().st_size
    with source.open("rb") as file:
        for piece in _blocks(file, _PIECE):
            if reader.eof:
                raise _broken(source, "it goes on after its end")
            try:
                yield reader.decompress(piece)
            except zstandard.ZstdError as error:
                raise _broken(source, str(error)) from error
            if not file.tell() % _BLOCK:
                progress("decompress", file.tell(), size)
    progress("decompress", size, size)
    if not reader.eof:
        raise _broken(source, "it is cut off")
    if reader.unused_data:
        raise _broken(source, "it goes on after its end")


def _blocks(file: IO[bytes], size: int = _BLOCK) -> Iterator[bytes]:
    while block := file.read(size):
        yield block


def _broken(source: Path, what: str) -> ArtifactCorrupt:
    return ArtifactCorrupt(
        f"not a whole compressed file: {what}",
        where=str(source),
        next_step="pull or copy it again, or publish it again with graphrag-batch publish",
    )
