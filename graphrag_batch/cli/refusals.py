"""What the computer refuses, outside the places that have words of their own for it: no room, no memory, no
more files. Such a failure is no bug, wherever it is met."""

from __future__ import annotations

import re

from graphrag_batch.errors import GraphragError

# How a library that cannot be loaded, or a thread that cannot be started, says what is lacking.
_MEMORY = re.compile(
    "cannot allocate memory|failed to map|out of memory|bad_?alloc|start new thread", re.IGNORECASE
)
_FILES = re.compile("too many open files", re.IGNORECASE)
_SQLITE = {"FullError", "IOError", "CantOpenError", "ReadOnlyError", "PermissionsError"}

_SPACE = "check the path, its permissions and the space on its disk, then try again"


def refused(error: BaseException) -> GraphragError | None:
    """The failure in words, None for one that is a bug."""
    if isinstance(error, OSError) and not isinstance(error, ImportError):
        what = (error.strerror or str(error)).lower()
        return GraphragError(what, where=str(error.filename or "standard output"), next_step=_SPACE)
    # By name: whatever has not been imported cannot have failed.
    module, name = type(error).__module__.partition(".")[0], type(error).__name__
    if module == "apsw" and name in _SQLITE:
        return GraphragError(f"SQLite cannot write: {error}", next_step=_SPACE)
    if isinstance(error, MemoryError) or (module == "apsw" and name == "NoMemError"):
        return _no_memory()
    chain = _words(error)
    if _FILES.search(chain):
        return GraphragError("too many open files", next_step="raise the limit (`ulimit -n`) and try again")
    return _no_memory() if _MEMORY.search(chain) else None


def _no_memory() -> GraphragError:
    return GraphragError(
        "there is not enough memory",
        next_step="close other programs or raise the limit (`ulimit -v`, the container's), and try again; "
        "`--jobs 1` needs the least",
    )


def _words(error: BaseException | None) -> str:
    """What an error and those that led to it say."""
    words: list[str] = []
    while error is not None and len(words) < 10:
        words.append(str(error))
        error = error.__cause__ or error.__context__
    return "\n".join(words)
