"""Question and answer with a long-lived `git cat-file`: the protocol, and what to do when git dies of it."""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from graphrag_batch.errors import BlobUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from git import Git


@dataclass(frozen=True, slots=True)
class GitObject:
    """What git holds under an id. `content` is empty when only headers are asked for."""

    id: str
    kind: str
    size: int
    content: bytes


class CatFile:
    """One `git cat-file --batch` (or `--batch-check`: `headers`), started when first needed by `start`.

    A process that dies (git gives up on a damaged object) or is left in the middle of an answer is
    replaced, so that an answer never belongs to an earlier question.
    """

    def __init__(self, start: Callable[[], Git.AutoInterrupt], *, headers: bool) -> None:
        self._start = start
        self._headers = headers
        self._process: Git.AutoInterrupt | None = None
        self._listener: threading.Thread | None = None
        self._complaints: deque[bytes] = deque(maxlen=3)

    def ask(self, name: bytes) -> GitObject | None:
        """The object that `name` (one line) stands for, or None if there is none. Raises BlobUnavailable
        where git dies of it."""
        # Twice: the first failure may be that of a process killed since the last question.
        for _ in range(2):
            try:
                return self._exchange(self._process or self._begin(), name)
            except (OSError, EOFError):
                self.close()
            except BaseException:
                self.close()
                raise
        words = b"; ".join(self._complaints).decode("utf-8", "replace")
        raise BlobUnavailable(
            "git cannot read this object",
            where=name.decode("utf-8", "replace"),
            next_step=f"git fsck (git says: {words})",
        )

    def _begin(self) -> Git.AutoInterrupt:
        self._process = process = self._start()
        self._complaints.clear()
        # A pipe that nobody reads would stop git for good once it is full. The thread has a descriptor of
        # its own, since GitPython may close the stream at the interpreter's end.
        errors = os.dup(process.stderr.fileno())
        listener = threading.Thread(target=_listen, args=(errors, self._complaints), daemon=True)
        listener.start()
        self._listener = listener
        return process

    def _exchange(self, process: Git.AutoInterrupt, name: bytes) -> GitObject | None:
        process.stdin.write(name + b"\n")
        process.stdin.flush()
        header: bytes = process.stdout.readline()
        if not header.endswith(b"\n"):
            raise EOFError
        # "<id> <kind> <size>", or the name and one word: missing, ambiguous.
        parts = header.rsplit(b" ", 2)
        if len(parts) != 3 or not parts[2].strip().isdigit():
            return None
        size = int(parts[2])
        content = b"" if self._headers else _content(process.stdout, size)
        return GitObject(parts[0].decode(), parts[1].decode(), size, content)

    def close(self) -> None:
        """Ends the process; the next question starts another."""
        process, self._process = self._process, None
        if process is None or process.proc is None:
            return
        process.proc.kill()
        process.proc.wait()
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.join()
        for stream in (process.proc.stdin, process.proc.stdout, process.proc.stderr):
            with contextlib.suppress(OSError):  # what was still to be written
                if stream is not None:
                    stream.close()


def _content(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size or stream.read(1) != b"\n":
        raise EOFError
    return content


def _listen(descriptor: int, lines: deque[bytes]) -> None:
    with open(descriptor, "rb") as stream:
        for line in stream:
            lines.append(line.strip())
