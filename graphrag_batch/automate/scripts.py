"""The text of the hooks: what `hook install` writes, and what lies in the top-level folder `hooks/`.

POSIX sh, no logic beyond a fast path. The body runs in a subshell, reads nothing of standard input (which is
the next hook's to read) and cannot fail the script it stands in. Pure.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SHEBANG = b"#!/bin/sh\n"
ASIDE_SUFFIX = ".before-graphrag-batch"

_OWN = b"a file of its own"
_REMOVED_BY = b"removed by `graphrag-batch hook uninstall`"
_NO_REBASE = '[ ! -d "${GIT_DIR:-.git}/rebase-merge" ] || exit 0'
_FAST_PATHS = {
    "pre-commit": _NO_REBASE,
    "post-commit": _NO_REBASE,
    "post-applypatch": '[ ! -f "${GIT_DIR:-.git}/rebase-apply/rebasing" ] || exit 0',
    "post-checkout": '[ "${3-}" = 1 ] && [ "${1-}" != "${2-}" ] || exit 0',
}
# From the last beginning before an end: what lies between half a block and a whole one is the user's.
_BEGIN = r"# >>> graphrag-batch: NAME >>>"
_BLOCK = rf"{_BEGIN}[^\n]*\n(?:(?!{_BEGIN}).)*?\n# <<< graphrag-batch: NAME <<<[^\n]*(?:\n|\Z)"
_COMMAND = r"\n  command -v ([^\n]*) >/dev/null 2>&1 \|\| exit 0\n  exec \1([^\n]*) hook run NAME "


class Command(NamedTuple):
    """How a hook starts us: a program, quoted for sh, and what follows it up to `hook run`."""

    program: bytes
    arguments: bytes = b""


ON_PATH = Command(b"graphrag-batch")


def block(hook: str, command: Command, *, own: bool) -> bytes:
    """The marked block of `hook`. In a file of its `own` it goes on to what stood there before, moved aside
    under another name."""
    name = hook.encode()
    lines = [
        b"# >>> graphrag-batch: %b >>> %b" % (name, _OWN if own else _REMOVED_BY),
        b"(",
        *([f"  {_FAST_PATHS[hook]}".encode()] if hook in _FAST_PATHS else []),
        b"  command -v %b >/dev/null 2>&1 || exit 0" % command.program,
        b'  exec %b%b hook run %b "$@" </dev/null >/dev/null 2>&1' % (*command, name),
        b") || :",
        *(_go_on(name) if own else []),
        b"# <<< graphrag-batch: %b <<<" % name,
    ]
    return b"\n".join(lines) + b"\n"


def _go_on(name: bytes) -> list[bytes]:
    return [
        b'before="${0%%/*}/%b%b"' % (name, ASIDE_SUFFIX.encode()),
        b'[ ! -f "$before" ] || [ ! -x "$before" ] || exec "$before" "$@"',
    ]


def script(hook: str, command: Command) -> bytes:
    """A whole hook of ours."""
    return SHEBANG + block(hook, command, own=True)


def find_block(hook: str, content: bytes) -> bytes | None:
    """Our block in a hook's content, whatever version of ours wrote it; None where there is none."""
    found = re.search(_BLOCK.replace("NAME", hook).encode(), content, re.S)
    return found.group() if found else None


def is_own(found: bytes) -> bool:
    """Whether a block says that it made its file."""
    return found.split(b"\n", 1)[0].rstrip(b"\r").endswith(_OWN)


def command_in(hook: str, found: bytes) -> Command | None:
    """How a block starts us; None where it is not in the form that this version writes."""
    match = re.search(_COMMAND.replace("NAME", hook).encode(), found, re.S)
    return Command(match.group(1), match.group(2)) if match else None
