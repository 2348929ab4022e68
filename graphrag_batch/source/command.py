"""Starting git: the only module that does, with its environment scrubbed and its manners fixed.

Through GitPython's `Git`, which starts the processes. No command run here runs a hook, opens a socket or asks
a question.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from git import Git

_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # for a git too old to know GIT_NO_LAZY_FETCH
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.path.join(os.devnull, "none"),  # no such file: of an empty one git complains
    "GIT_PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# The user's own configuration (safe.directory!) and GitPython's settings say nothing about which repository
# is meant. GIT_CONFIG_PARAMETERS is not kept: git sets it for hooks.
_KEPT = (
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_KEY_",
    "GIT_CONFIG_VALUE_",
    "GIT_PYTHON_",
)

_scrubbing = threading.Lock()


@contextlib.contextmanager
def _scrubbed() -> Iterator[None]:
    """The process without the `GIT_*` it inherited (hooks export GIT_DIR, GIT_INDEX_FILE and friends,
    which would turn every command to another repository). GitPython offers no way to remove a variable
    from a child's environment, so they are taken out of ours while the child starts."""
    with _scrubbing:
        inherited = [name for name in os.environ if name.startswith("GIT_") and not name.startswith(_KEPT)]
        removed = {name: os.environ.pop(name) for name in inherited}
        try:
            yield
        finally:
            os.environ.update(removed)


def start_git(
    folder: Path, *arguments: str, stdin: bool = False, env: Mapping[str, str] | None = None
) -> Git.AutoInterrupt:
    """Starts `git arguments` in `folder`, with pipes for its output; `env` is added to its environment."""
    try:
        # Costs 70 ms and a `git version`: never at the top of a module.
        from git import Git, GitCommandNotFound
    except ImportError as error:
        raise _not_started(str(error).removeprefix("Failed to initialize: ")) from error
    program = Git.GIT_PYTHON_GIT_EXECUTABLE or "git"
    # The folder is given with -C: GitPython would expand "~" and "$NAME" in a working directory.
    quiet = ("--no-pager", "-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
    command = [program, "-C", str(folder), *quiet, *arguments]
    with _scrubbed():
        try:
            return Git().execute(
                command,
                as_process=True,
                istream=subprocess.PIPE if stdin else None,
                env={**_ENVIRONMENT, **(env or {})},
            )
        except (OSError, GitCommandNotFound) as error:  # the latter where git went after it was found
            raise _not_started(getattr(error, "strerror", None) or str(error)) from error


def _not_started(reason: str) -> SourceError:
    if shutil.which("git") is None:
        return SourceError("git is not installed, or not on PATH", next_step="install git, then try again")
    return SourceError(
        f"git cannot be started ({' '.join(reason.split())})",
        next_step="see whether `git version` works here, and what `ulimit -a` allows",
    )


def run_git(
    folder: Path, *arguments: str, stdin: bytes | None = None, env: Mapping[str, str] | None = None
) -> tuple[int, bytes, str]:
    """Exit code, output and complaints of one git command, with `stdin` as its input."""
    process = start_git(folder, *arguments, stdin=stdin is not None, env=env)
    out, err = process.communicate(stdin)
    return process.returncode, out, err.decode("utf-8", "replace").strip()


def git_version() -> str:
    """The version of the git in use. Raises SourceError where there is none."""
    return run_git(Path(), "version")[1].decode().removeprefix("git version ").strip()
