"""What is in a hook's place: ours, another's, both, or nothing. Reads, writes nothing."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from graphrag_batch.automate.decide import HOOKS
from graphrag_batch.automate.hookfile import calls_us, is_shell
from graphrag_batch.automate.hooksfolder import HooksFolder
from graphrag_batch.automate.scripts import ASIDE_SUFFIX, Command, block, command_in, find_block, is_own

LEGACY = ".legacy"  # how the pre-commit framework names a hook that it moves aside, and calls
_FRAMEWORK = ".pre-commit-config.yaml"

STATES = {
    "installed": "indexes",
    "chained": "indexes, then runs the hook that was there before",
    "outdated": "indexes, by a block that another version wrote: install again",
    "absent": "there is no hook",
    "foreign": "a hook of another tool, without ours",
    "shadowed": "installed where git no longer looks (core.hooksPath): install again",
    "broken": "not a file that can be read",
}


@dataclass(frozen=True, slots=True)
class HookState:
    """One hook. `state` is one of `STATES`. `command` starts us (None where nothing of ours is known) and
    `command_exists` says whether its program is still there. `content` is None where there is no file."""

    hook: str
    path: Path
    state: str
    note: str = ""
    command: Command | None = None
    content: bytes | None = None
    mode: int = 0o777
    is_link: bool = False

    @property
    def executable(self) -> bool:
        """Whether git would run it."""
        return os.name == "nt" or bool(self.mode & 0o111)

    @property
    def insertable(self) -> bool:
        """Whether a block may be put into the file as it is."""
        return self.content is not None and not self.is_link and self.executable and is_shell(self.content)

    @property
    def command_exists(self) -> bool | None:
        """Whether the program that the block names is there; None where it names none."""
        if self.command is None:
            return None
        program = "".join(shlex.split(self.command.program.decode("utf-8", "surrogateescape")))
        return shutil.which(program) is not None


@dataclass(frozen=True, slots=True)
class OwnBlock:
    """A block of ours; `own`: it made its file."""

    text: bytes
    own: bool


def own_block(hook: str, content: bytes | None) -> OwnBlock | None:
    """Our block in a hook's content."""
    found = find_block(hook, content) if content is not None else None
    return None if found is None else OwnBlock(found, is_own(found))


def aside_path(hook: str, path: Path) -> Path:
    """Where what stood in the hook's place is kept; `path` is where ours is now."""
    return path.with_name(f"{hook}{ASIDE_SUFFIX}")


def hook_states(folder: HooksFolder) -> list[HookState]:
    """Every hook of ours, as git would find it."""
    return [_seen(hook, folder) for hook in HOOKS]


def _seen(hook: str, folder: HooksFolder) -> HookState:
    state = read_hook(hook, folder.path, folder.root)
    if state.state in ("absent", "foreign") and folder.path != folder.default:
        elsewhere = read_hook(hook, folder.default, folder.root)
        if own_block(hook, elsewhere.content):
            return replace(elsewhere, state="shadowed", note="")
    return state


def read_hook(hook: str, folder: Path, root: Path | None) -> HookState:
    """The state of one hook in a folder. A hook of ours that the pre-commit framework moved to
    `<hook>.legacy`, and calls, is looked at there; what its configuration in the worktree's `root` names, it
    calls too."""
    path = folder / hook
    legacy = path.with_name(f"{hook}{LEGACY}")
    state = _read(hook, path)
    if state.content is not None and state.state == "foreign" and b"hook-impl" in state.content:
        moved = _read(hook, legacy)
        if own_block(hook, moved.content):
            return replace(moved, note=f"called by the pre-commit framework, as {legacy.name}")
        if root is not None and _framework_names(hook, root):
            return replace(
                state, state="installed", note="called by the pre-commit framework's configuration"
            )
    return state


def _framework_names(hook: str, root: Path) -> bool:
    try:
        configuration = (root / _FRAMEWORK).read_bytes()
    except OSError:
        return False
    named = rb"""^[^#\n]*\bid:\s*["']?graphrag-batch-%b\b""" % hook.encode()
    return re.search(named, configuration, re.M) is not None


def _read(hook: str, path: Path) -> HookState:
    if not os.path.lexists(path):
        return HookState(hook, path, "absent")
    link = path.is_symlink()
    if not path.is_file():
        if link and _is_loop(path):  # moved aside, it might lead to ours, which would call itself for ever
            return HookState(hook, path, "broken", "a link that leads back to itself", is_link=True)
        if link:
            return HookState(hook, path, "foreign", "a link to nowhere", mode=0, is_link=True)
        return HookState(hook, path, "broken", "is not a file")
    try:
        content, mode = path.read_bytes(), path.stat().st_mode & 0o7777
    except OSError as error:
        return HookState(hook, path, "broken", f"cannot be read ({error.strerror})")
    return _judge(HookState(hook, path, "foreign", content=content, mode=mode, is_link=link))


def _is_loop(path: Path) -> bool:
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def _judge(state: HookState) -> HookState:
    assert state.content is not None
    found = own_block(state.hook, state.content)
    if found is None:
        return _judge_foreign(state)
    command = command_in(state.hook, found.text)
    name = "outdated"
    if command is not None and found.text.strip() == block(state.hook, command, own=found.own).strip():
        chained = found.own and os.path.lexists(aside_path(state.hook, state.path))
        name = "chained" if chained else "installed"
    note = f"a link to {os.readlink(state.path)}" if state.is_link else ""
    if not state.executable:
        note = "not executable, so git ignores it"
    return replace(state, state=name, command=command, note=note)


def _judge_foreign(state: HookState) -> HookState:
    content = state.content or b""
    if calls_us(state.hook, content):
        return replace(state, state="installed", note="called by a line of its own")
    if state.is_link:
        return replace(state, note=f"a link to {os.readlink(state.path)}")
    if not state.executable:
        return replace(state, note="not executable, so git ignores it")
    return replace(state, note="" if is_shell(content) else "not a shell script")
