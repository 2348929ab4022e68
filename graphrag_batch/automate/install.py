"""Installing hooks beside those of others, and taking out exactly what was put in.

A plan is made of what is there, shown, and then done; a hook that changed meanwhile is left alone.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.automate.decide import HOOKS
from graphrag_batch.automate.hookfile import insert, is_damaged, remove, replace
from graphrag_batch.automate.hooksfolder import HooksFolder
from graphrag_batch.automate.hookstate import LEGACY, HookState, aside_path, own_block, read_hook
from graphrag_batch.automate.scripts import ON_PATH, SHEBANG, Command, block, script


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done about one hook's file: `before` is its content (None: no file, or a link), `after`
    what it is to hold (None: no file). With `aside`, what stands there is moved to that path first or, when
    `back`, comes back from it. `problem` is why nothing can be done."""

    hook: str
    path: Path
    before: bytes | None
    after: bytes | None
    mode: int = 0o777
    aside: Path | None = None
    back: bool = False
    note: str = ""
    problem: str = ""

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return not self.problem and (self.before != self.after or self.aside is not None)

    @property
    def verb(self) -> str:
        """What happens to the file."""
        if not self.changes:
            return "keep"
        if self.back:
            return "restore"
        if self.after is None:
            return "remove"
        return "chain" if self.aside else "create" if self.before is None else "change"


def this_command() -> Command:
    """How a hook starts this very installation, whatever PATH it is given (graphical clients have a bare
    one)."""
    program = Path(sys.executable).as_posix()
    # -P: nothing is imported from the folder git runs in, which is the repository's.
    return Command(shlex.quote(program).encode("utf-8", "surrogateescape"), b" -P -m graphrag_batch")


def plan_install(folder: HooksFolder, command: Command) -> list[Step]:
    """What `hook install` would do. Writes nothing."""
    return [_install(hook, folder, command) for hook in HOOKS]


def _install(hook: str, folder: HooksFolder, command: Command) -> Step:
    state = read_hook(hook, folder.path, folder.root)
    path, content = state.path, state.content
    if state.state == "broken" or (content is not None and is_damaged(hook, content)):
        why = state.note or "holds the beginning of our block and not its end: remove it by hand"
        return Step(hook, path, content, content, problem=why)
    found = own_block(hook, content)
    if content is not None and found is not None:
        if state.is_link or state.command == ON_PATH:
            return Step(hook, path, content, content, note=state.note or "runs graphrag-batch from PATH")
        wanted = block(hook, command, own=found.own)
        return Step(hook, path, content, _renewed(hook, content, wanted), state.mode, note=state.note)
    if state.state == "installed":
        return Step(hook, path, content, content, note=state.note)
    if state.state == "absent":
        return Step(hook, path, None, script(hook, command), 0o777 & ~_umask())
    if state.insertable and content is not None:
        return Step(hook, path, content, insert(content, block(hook, command, own=False)), state.mode)
    return _chain(state, command)


def _renewed(hook: str, content: bytes, wanted: bytes) -> bytes:
    """The content with a new block; a file that is ours alone is written anew, whatever its line ends."""
    renewed = replace(hook, content, wanted)
    return SHEBANG + wanted if remove(hook, content) is None else renewed


def _chain(state: HookState, command: Command) -> Step:
    hook, path = state.hook, state.path
    aside = aside_path(hook, path)
    if os.path.lexists(aside):
        problem = f"is not ours, and {aside.name} is in the way: remove one of them"
        return Step(hook, path, state.content, state.content, problem=problem)
    goes_on = "and still run" if state.executable else "and not run, as before (not executable)"
    note = f"{state.note}: moved to {aside.name} {goes_on}"
    return Step(hook, path, None, script(hook, command), 0o777 & ~_umask(), aside, note=note)


def plan_uninstall(folder: HooksFolder) -> list[Step]:
    """What `hook uninstall` would do, wherever a block of ours may be. Writes nothing."""
    places = dict.fromkeys((folder.path, folder.default) if folder.inside else (folder.default,))
    names = [(hook, place / f"{hook}{end}") for place in places for hook in HOOKS for end in ("", LEGACY)]
    return [step for hook, path in names if (step := _uninstall(hook, path)) is not None]


def _uninstall(hook: str, path: Path) -> Step | None:
    aside = aside_path(hook, path)
    if not os.path.lexists(path):
        lost = path.name == hook and os.path.lexists(aside)
        return Step(hook, path, None, None, aside=aside, back=True) if lost else None
    if not path.is_file():
        return None
    try:
        content, mode = path.read_bytes(), path.stat().st_mode & 0o7777
    except OSError as error:
        return Step(hook, path, None, None, problem=f"cannot be read ({error.strerror})")
    rest = remove(hook, content)
    if rest == content:
        damaged = is_damaged(hook, content)
        return Step(hook, path, content, content, problem="holds half a block of ours") if damaged else None
    if path.is_symlink():
        return Step(
            hook, path, content, content, problem="is a link to a hook of ours: remove the link by hand"
        )
    if rest is None and os.path.lexists(aside):
        return Step(hook, path, content, None, mode, aside, back=True)
    note = (
        f"what was added to it since stays; the hook before it is {aside.name}"
        if os.path.lexists(aside)
        else ""
    )
    return Step(hook, path, content, rest, mode, note=note)


def perform(step: Step) -> bool:
    """Does one step; False where the file changed since it was planned. Raises OSError."""
    now = step.path.read_bytes() if step.path.is_file() and not step.path.is_symlink() else None
    if now != step.before and not (step.aside and not step.back):
        return False
    if step.back and step.aside:
        os.replace(step.aside, step.path)
    elif step.after is None:
        step.path.unlink()
    else:
        step.path.parent.mkdir(parents=True, exist_ok=True)
        if step.aside:
            os.rename(step.path, step.aside)
        _write(step.path, step.after, step.mode)
    return True


def _write(path: Path, content: bytes, mode: int) -> None:
    """Writes the file whole beside its place, then puts it there: a link is replaced, not followed."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
