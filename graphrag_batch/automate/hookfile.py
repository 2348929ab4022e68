"""Editing a hook's content so that what was there stays, to the byte. Pure: bytes in, bytes out."""

from __future__ import annotations

import re

from graphrag_batch.automate.scripts import SHEBANG, find_block, is_own

_SHELLS = {b"sh", b"bash", b"dash", b"ash", b"ksh", b"mksh", b"zsh"}
_BEGIN = b"# >>> graphrag-batch: "
# A second line that opens a string is another language's way to run under `#!/bin/sh`.
_POLYGLOT = (b'"', b"'", b"//", b":;")
# So does a line that runs the very file by another program: Tcl's, awk's and Scala's way.
_RUNS_ITSELF = re.compile(rb"""^[^#\n]*\bexec\s[^#\n]*\s["']?\$\{?0\}?["']?(?:\s|;|\Z)""", re.M)


def is_shell(content: bytes) -> bool:
    """Whether lines of sh may follow the first line of a hook. Without `#!`, git runs text with sh."""
    if b"\0" in content:
        return False
    first, _, rest = content.partition(b"\n")
    if not first.startswith(b"#!"):
        return True
    # The system looks for a program named "sh\r" where the line ends so: that is not for us to run on.
    if first.endswith(b"\r") or _interpreter(first) not in _SHELLS:
        return False
    return not rest.startswith(_POLYGLOT) and _RUNS_ITSELF.search(rest) is None


def _interpreter(first: bytes) -> bytes:
    """The name of the program that `#!` names, through env."""
    words = [re.split(rb"[/\\]", word)[-1] for word in first[2:].split()]
    if words and words[0].removesuffix(b".exe") == b"env":
        words = [word for word in words[1:] if not word.startswith(b"-") and b"=" not in word]
    return words[0].removesuffix(b".exe") if words else b""


def insert(content: bytes, block: bytes) -> bytes:
    """The block right after the `#!` line, since hooks may end in `exec` or `exit`; or at the top."""
    if not content.startswith(b"#!"):
        return block + content
    first, newline, rest = content.partition(b"\n")
    if not newline:  # `remove` takes that line end away again
        return first + b"\n" + block.removesuffix(b"\n")
    return first + newline + block + rest


def remove(hook: str, content: bytes) -> bytes | None:
    """The content before `insert`; None where the file was of our making and holds nothing else."""
    own = False
    while (found := find_block(hook, content)) is not None:
        own = own or is_own(found)
        before, _, after = content.partition(found)
        content = (before if found.endswith(b"\n") else before.removesuffix(b"\n")) + after
    return None if own and content.replace(b"\r\n", b"\n") == SHEBANG else content


def replace(hook: str, content: bytes, block: bytes) -> bytes:
    """The content with another block in place of ours."""
    found = find_block(hook, content)
    assert found is not None
    return content.replace(found, block if found.endswith(b"\n") else block.removesuffix(b"\n"), 1)


def is_damaged(hook: str, content: bytes) -> bool:
    """Whether a block begins that never ends."""
    rest = remove(hook, content) or b""
    return _BEGIN + hook.encode() in rest


def calls_us(hook: str, content: bytes) -> bool:
    """Whether a hook of someone else's calls `graphrag-batch hook run` by a line of its own."""
    call = rb"^[^#\n]*graphrag[-_]batch[^\n]* hook run %b\b" % re.escape(hook.encode())
    return re.search(call, content, re.M) is not None
