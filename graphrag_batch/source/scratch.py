"""Texts that are no repository as one: a scratch git repository made of documents.

For measuring on labelled corpora: they then go through the very path that real trees do. The only
place that writes git objects, and only into a new repository of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from graphrag_batch.errors import SourceError
from graphrag_batch.source.command import start_git
from graphrag_batch.source.paths import to_bytes

_HEADER = b"commit refs/heads/main\ncommitter graphrag-batch <none@localhost> 0 +0000\ndata 0\n"


def make_repository(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """A bare repository at `folder` whose one commit on `main` holds `files` (path, content).

    Equal files give equal commits. Raises SourceError when git does.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _git(folder, b"", "init", "-q", "--bare", "--initial-branch=main")
    stream = [_HEADER]
    for path, content in files:
        stream.append(b"M 100644 inline %s\ndata %d\n%s\n" % (_quoted(path), len(content), content))
    _git(folder, b"".join(stream), "fast-import", "--quiet")


def _quoted(path: str) -> bytes:
    raw = to_bytes(path)
    return b'"%s"' % raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")


def _git(folder: Path, stdin: bytes, *arguments: str) -> None:
    process = start_git(folder, *arguments, stdin=True)
    _, complaint = process.communicate(stdin)
    if process.returncode:
        raise SourceError(
            f"git {arguments[0]} failed ({complaint.decode('utf-8', 'replace').strip()})", where=str(folder)
        )
