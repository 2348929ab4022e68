"""Where artifacts live in a repository's git directory, and how one takes another's place.

    <common git dir>/graphrag/artifacts/<tree12>-<fingerprint8>.sqlite   immutable, shared by worktrees
    …/<artifact>.sum                                                     its seal: no damage is built on
    <common git dir>/graphrag/models                                     what settings named (`named`)
    <common git dir>/graphrag/memo.sqlite                                outputs of stages; only a shortcut
    <common git dir>/graphrag/building/                                  private copies; nobody reads them
    <common git dir>/graphrag/temporary/                                 folders of the living (`temporary`)
    <common git dir>/graphrag/build.lock, build.owner                    one build at a time
    <git dir>/graphrag/current                                           this worktree's pointer
    <git dir>/graphrag/last_error                                        why the last build failed

A kill at any moment leaves every published file and pointer as it was, or as it was to be. Whoever
holds the lock may delete what lies in `building/`: its maker is dead.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import filelock

from graphrag_batch.artifact import pointer, seal
from graphrag_batch.artifact.activity import activity, error_path
from graphrag_batch.artifact.named import MOST, mark_of, named_models, named_path
from graphrag_batch.artifact.pointer import ROOM
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, BuildBusy
from graphrag_batch.temporary import clear_abandoned

if TYPE_CHECKING:
    from graphrag_batch.config import EmbedConfig

SUFFIX = ".sqlite"
KEEP_ARTIFACTS = 5

_BLOCK = 1 << 20
_FICLONE = 0x40049409
_REPLACE_TRIES = 20
_REPLACE_PAUSE = 0.05


class Store:
    """The artifacts of one repository, seen from one worktree.

    `common_dir` is git's common directory, `git_dir` this worktree's own. `memo_path` is where the
    memo is kept, if not here. Without `pointing`, what is built is kept and nothing becomes current.
    Nothing is created until something is written.
    """

    def __init__(
        self, common_dir: Path, git_dir: Path, memo_path: Path | None = None, *, pointing: bool = True
    ) -> None:
        self._common_dir = common_dir
        self._room = common_dir / ROOM
        self._pointing = pointing
        self._artifacts = pointer.artifacts_folder(common_dir)
        self._building = self._room / "building"
        self._owner = self._room / "build.owner"
        self._git_dir = git_dir
        self._pointer = pointer.pointer_path(git_dir)
        self._error = error_path(git_dir)
        self._lock = filelock.FileLock(self._room / "build.lock")
        self.memo_path = memo_path or self._room / "memo.sqlite"

    @property
    def room(self) -> Path:
        """The folder in git's common directory that all of it is in."""
        return self._room

    def path_for(self, tree: str, fingerprint: str) -> Path:
        """Where the artifact of a tree (hex id) and a fingerprint (hex) is, or would be."""
        return self._artifacts / f"{tree[:12]}-{fingerprint[:8]}{SUFFIX}"

    def current(self) -> Path | None:
        """What this worktree points to, if the file is still there."""
        return pointer.current(self._common_dir, self._git_dir)

    def point(self, path: Path) -> None:
        """Makes `path` current here, and the newest in use. Hold the lock, lest it be pruned first."""
        path = path.absolute()
        local = path.parent == self._artifacts.absolute()
        with _explained(self._pointer):
            if self._pointing:
                # Relative where it can be, so that a repository may be moved.
                self._write_pointer(path.name if local else str(path))
            if local:
                self._use(path)

    def use(self, path: Path) -> None:
        """Makes `path`, one of the artifacts here, the newest in use, and nothing current. Hold the lock."""
        with _explained(path):
            self._use(path)

    def _use(self, path: Path) -> None:
        now = time.time_ns()
        self._date_back(now)
        os.utime(path, ns=(now, now))

    def _write_pointer(self, text: str) -> None:
        self._pointer.parent.mkdir(exist_ok=True)  # a worktree that was removed is not made anew
        temporary = self._pointer.with_name(f"{self._pointer.name}.{_unique()}")
        with temporary.open("wb") as file:
            file.write(os.fsencode(text) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        _replace(temporary, self._pointer)

    def name_model(self, config: EmbedConfig) -> None:
        """Notes that the settings of this repository name this model. Hold the lock."""
        place, mark = named_path(self._common_dir), mark_of(config)
        held = named_models(self._common_dir)
        if mark not in held[-1:]:
            with _explained(place):
                temporary = place.with_name(f"{place.name}.{_unique()}")
                lines = [*(other for other in held if other != mark), mark][-MOST:]
                temporary.write_text(
                    "".join(f"{line}\n" for line in lines), encoding="ascii", errors="replace"
                )
                _replace(temporary, place, durable=False)

    def record_error(self, message: str) -> None:
        """Keeps why the last build failed, without secrets, for `status`; "" forgets it."""
        # It must hide neither the failure it tells of nor a success.
        with contextlib.suppress(OSError):
            if not message:
                self._error.unlink(missing_ok=True)
                return
            self._error.parent.mkdir(exist_ok=True)
            from graphrag_batch.stages.redact import clean_line  # many expressions, for failures alone

            self._error.write_text(clean_line(message) + "\n", encoding="utf-8", errors="replace")

    def artifacts(self) -> list[Path]:
        """The published artifacts of this repository, newest use first."""
        found = []
        for path in self._artifacts.glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):  # deleted this moment, or a link to nowhere
                found.append((path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(found, key=lambda item: (-item[0], item[1].name))]

    def begin(self, base: Path | None) -> Path:
        """A private file to build in: a copy of `base`, or a path where nothing is yet.

        Needs the lock: without it another build may clear the file away. Raises ArtifactCorrupt for a
        base that is not, to the byte, what was published: its damage must not be carried on.
        """
        if not self._lock.is_locked:
            raise RuntimeError("a build begins under the store's lock")
        path = self._building / f"{_unique()}{SUFFIX}"
        with _explained(path):
            self._building.mkdir(parents=True, exist_ok=True)
            if base is not None:
                copied, allowed = _copy(base, path), seal.recorded(base)
                if allowed and copied not in allowed:
                    path.unlink()
                    raise ArtifactCorrupt(
                        "changed since it was published",
                        where=str(base),
                        next_step="graphrag-batch index --full",
                    )
        return path

    def publish(self, temporary: Path, final: Path) -> None:
        """Gives a finished private file its place: on disk before it has the name, then at once."""
        with _explained(final):
            final.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("r+b") as file:
                os.fsync(file.fileno())
            new = seal.digest_of(temporary)
            # In this order a kill at any instant leaves a whole file that its seal allows.
            _write_seal(final, new, *seal.recorded(final))
            _replace(temporary, final)
            _write_seal(final, new)

    @contextlib.contextmanager
    def lock(self, timeout: float = 0.0, tell: Callable[[str], None] | None = None) -> Iterator[None]:
        """Holds the repository's one build at a time; waits up to `timeout` seconds for it. `tell` hears who
        is waited for, if anybody is.

        Raises BuildBusy with the holder's process and age. Clears away what killed builds left. Whoever
        holds it already may ask again.
        """
        if self._lock.is_locked:
            yield
            return
        with _explained(self._room):
            self._room.mkdir(parents=True, exist_ok=True)
            try:
                self._acquire(timeout, tell)
            except filelock.Timeout as error:
                raise self._busy() from error
        try:
            self._clear_leftovers()  # before anything is written: they may have filled the disk
            with _explained(self._owner):
                self._owner.write_text(f"{os.getpid()}\n", encoding="ascii")
            yield
        finally:
            self._clear_leftovers()
            with contextlib.suppress(OSError):
                self._owner.unlink(missing_ok=True)
            self._lock.release()

    def prune(self, keep: int) -> list[Path]:
        """Deletes all but the `keep` newest artifacts and those some worktree points to; returns
        the deleted. A file that is open elsewhere and cannot be deleted stays. Hold the lock."""
        pointed = self._pointed()
        deleted = []
        for path in self.artifacts()[keep:]:
            if path.absolute() not in pointed:
                with contextlib.suppress(OSError):
                    path.unlink()
                    deleted.append(path)
                    seal.seal_path(path).unlink(missing_ok=True)
        return deleted

    # ---- inside ---------------------------------------------------------------------------------

    def _acquire(self, timeout: float, tell: Callable[[str], None] | None) -> None:
        if timeout and tell is not None:
            try:
                self._lock.acquire(timeout=0)
                return
            except filelock.Timeout:
                tell(f"{self._busy().what}; waiting for it, up to {timeout:g} s")
        self._lock.acquire(timeout=timeout)

    def _date_back(self, now: int) -> None:
        """Makes artifacts used in the future, by a clock that was set back since, last used a second ago:
        they would be the newest for ever."""
        before = now - 1_000_000_000
        for path in self.artifacts():
            with contextlib.suppress(OSError):
                if path.stat().st_mtime_ns > now:
                    os.utime(path, ns=(before, before))

    def _pointed(self) -> set[Path]:
        """What the pointers of all worktrees name."""
        pointers = [
            self._pointer,
            self._room / "current",
            *self._common_dir.glob(f"worktrees/*/{ROOM}/current"),
        ]
        found = [pointer.target(path, self._artifacts) for path in pointers]
        return {path for path in found if path is not None}

    def _clear_leftovers(self) -> None:
        """Deletes what killed and failed builds left: copies, files that were to replace others, the seals
        of artifacts that are gone."""
        halves = (
            *self._artifacts.glob(f"*{SUFFIX}.[0-9]*-*"),
            *self._pointer.parent.glob(f"{self._pointer.name}.[0-9]*-*"),
        )
        orphans = [seal for seal in self._artifacts.glob("*.sum") if not seal.with_suffix("").exists()]
        for path in (*self._building.glob("*"), *halves, *orphans):
            with contextlib.suppress(OSError):
                path.unlink()
        for room in dict.fromkeys((self._room, self._pointer.parent)):
            clear_abandoned(room)

    def _busy(self) -> BuildBusy:
        building = activity(self._common_dir, self._git_dir).building
        holder = f"process {building[0]}, for {building[1]:.0f} s" if building else "another process"
        return BuildBusy(
            f"a build is running ({holder})",
            where=str(self._room),
            next_step="wait for it to end and try again; the present artifact can be queried meanwhile",
        )


def _write_seal(final: Path, *allowed: str) -> None:
    place = seal.seal_path(final)
    temporary = place.with_name(f"{final.name}.{_unique()}")
    temporary.write_text("".join(f"{each}\n" for each in dict.fromkeys(allowed)), encoding="ascii")
    _replace(temporary, place, durable=False)  # one that a power cut takes back is no base, and no harm


def _unique() -> str:
    return f"{os.getpid()}-{secrets.token_hex(6)}"


@contextlib.contextmanager
def _explained(place: Path) -> Iterator[None]:
    """Turns the operating system's refusal to write into words that help."""
    try:
        yield
    except OSError as error:
        blocked = isinstance(error, FileExistsError | NotADirectoryError)
        reason = "something that is no folder is in the way" if blocked else error.strerror or error
        raise ArtifactError(
            f"cannot be written: {reason}",
            where=str(place),
            next_step="make the git directory writable and free some disk space, then index again; "
            "an artifact elsewhere can be queried with --artifact",
        ) from error


def _copy(source: Path, target: Path) -> str:
    """The digest of the bytes copied. Shares blocks where the file system can (btrfs, XFS)."""
    digest = seal.hasher()
    with source.open("rb", buffering=0) as old, target.open("wb") as new:
        if _clone(old.fileno(), new.fileno()):
            return seal.digest_of(target)
        while block := old.read(_BLOCK):
            digest.update(block)
            new.write(block)
    return digest.hexdigest()


def _clone(old: int, new: int) -> bool:
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.ioctl(new, _FICLONE, old)
    except OSError:
        return False
    return True


def _replace(temporary: Path, final: Path, *, durable: bool = True) -> None:
    """`os.replace`, then (`durable`) the folder to disk. On Windows whoever has it open may block it."""
    for left in reversed(range(_REPLACE_TRIES)):
        try:
            os.replace(temporary, final)
            break
        except PermissionError as error:
            if os.name != "nt":
                raise
            if not left:
                raise _in_use(final) from error
            time.sleep(_REPLACE_PAUSE)
    if durable and os.name != "nt":
        folder = os.open(final.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _in_use(path: Path) -> ArtifactError:
    return ArtifactError(
        "another program has it open, so it cannot be replaced",
        where=str(path),
        next_step="close what reads it (an agent's server, a database viewer) and index again",
    )
