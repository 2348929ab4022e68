"""The seal of a published artifact: a small file beside it with the digest of its bytes.

It tells a file that changed since it was published (a failing disk, another program) from one that is
whole. Reads only, so that whoever serves may use it; `store` writes the seals.

A seal is one line, the xxh3_128 digest in hex. While a file is being replaced its seal has more: first
the digest of what is to come, then of what may be there still, so that at no instant, nor after a kill,
a whole file is without its own. A line of any other form says nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

import xxhash

from graphrag_batch.artifact.header import read_start

_DIGEST = re.compile(r"[0-9a-f]{32}", re.ASCII)
_BLOCK = 1 << 20
_MOST_BYTES = 1000


def seal_path(artifact: Path) -> Path:
    """Where the seal of a published file is kept."""
    return artifact.with_name(f"{artifact.name}.sum")


def digest_of(file: Path | int) -> str:
    """The xxh3_128 digest in hex of a file's bytes, named by its path or open descriptor. Raises OSError."""
    digest = hasher()
    with open(file, "rb", buffering=0, closefd=not isinstance(file, int)) as opened:
        opened.seek(0)
        while block := opened.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def hasher() -> xxhash.xxh3_128:
    """What computes a seal's digest, for whoever has the bytes at hand already."""
    return xxhash.xxh3_128()


def recorded(artifact: Path) -> tuple[str, ...]:
    """The digests that the seal of a file allows; none where it has no seal."""
    try:
        text = read_start(seal_path(artifact), _MOST_BYTES).decode("ascii", "replace")
    except OSError:
        return ()
    return tuple(line for line in text.split() if _DIGEST.fullmatch(line))
