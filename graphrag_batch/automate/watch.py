"""Following a worktree: its tree is indexed again whenever it, HEAD or the pointer has changed.

What changed is never taken from the events: they only say when to look. git makes the worktree's tree, and
where that is the one already indexed, nothing is built and nothing said.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.artifact.pointer import pointer_path
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.automate.changes import Burst, matters, under_way
from graphrag_batch.automate.waiting import when_free
from graphrag_batch.build.run import build
from graphrag_batch.config import CONFIG_PATH, WatchConfig, load_config
from graphrag_batch.errors import ArtifactError, ConfigError, GraphragError, RepositoryNotFound
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.source.worktree import root_of, worktree_tree

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

    from graphrag_batch.build.work import BuildReport
    from graphrag_batch.source.git import Repository, Revision

_WAIT_SECONDS = 3600.0  # for another build
_IDLE_MS = 1000
_STEP_MS = 20
_POLL_MS = 500
_SYSCTL = "sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512"


@dataclass(frozen=True, slots=True)
class Outlet:
    """Where what happens is told: a build, a failure, or a line for people. `failure` turns what a build
    raised into words, None for a bug; `progress` is that of the first build."""

    built: Callable[[BuildReport], None]
    failed: Callable[[GraphragError], None]
    tell: Callable[[str], None]
    failure: Callable[[Exception], GraphragError | None]
    progress: Progress = no_progress


@dataclass(slots=True)
class Watcher:
    """Follows the worktree of `repository` until interrupted."""

    repository: Repository
    store: Store
    outlet: Outlet
    stopped: Callable[[], bool]
    _root: Path = field(init=False)
    _settings: WatchConfig = field(init=False, default_factory=WatchConfig)
    _text: bytes | None = field(init=False, default=None)
    _polling: bool = field(init=False, default=False)
    _closed: bool = field(init=False, default=False)  # some folder may not be read
    _begun: bool = field(init=False, default=False)
    _pointed: Path | None = field(init=False, default=None)  # where this process moved the pointer last

    def __post_init__(self) -> None:
        self._root = root_of(self.repository)

    def run(self) -> None:
        """Builds once, and again whenever something has changed; never returns.

        Raises KeyboardInterrupt when interrupted or stopped, SourceError for a repository without a worktree
        and once the worktree is gone, ConfigError where `watch.dir` names no folder at the start.
        """
        self._text = self._settings_text()
        with suppress(ConfigError):  # the first build says so
            self._settings = self._read_settings()
        if not self._folder().is_dir():
            raise ConfigError(
                f"watch.dir names no folder of this worktree: {self._settings.dir}",
                where=CONFIG_PATH,
                next_step="name one that is there, relative to the root",
            )
        while True:
            place = self._place()
            try:
                with self._notify(place[0]) as notify:
                    self._follow(notify, place)
            except (OSError, RuntimeError) as error:
                self._make_do(error)

    # ---- events -----------------------------------------------------------------------------------

    def _follow(self, notify: RustNotify, place: tuple[Path, int]) -> None:
        """Until the folder to watch, or how, is another."""
        burst = Burst(self._settings.debounce_ms / 1000)
        burst.add(time.monotonic() - 3600)  # what came before the watching began
        git_dirs = self._git_dirs()
        while place == self._place():
            left = burst.left(time.monotonic(), bool(under_way(self.repository.git_dir)))
            if left == 0:
                burst.clear()
                self._refresh()
                continue
            wait = _IDLE_MS if left is None else max(1, min(_IDLE_MS, int(left * 1000)))
            found = notify.watch(5 * _STEP_MS, _STEP_MS, wait, None)
            if found == "signal" or self.stopped():
                raise KeyboardInterrupt
            changed = found if isinstance(found, set) else set()
            news = [path for _, path in changed if matters(path, git_dirs, str(self._root))]
            if news and not self._is_own(news):
                burst.add(time.monotonic())
            if self._settings_changed():
                return

    def _is_own(self, news: list[str]) -> bool:
        """Whether all that happened is that this process moved the pointer."""
        pointer = str(pointer_path(self.repository.git_dir))
        return set(news) == {pointer} and self.store.current() == self._pointed

    def _notify(self, folder: Path) -> RustNotify:
        # The documented backend: it can be asked for what came since, with any patience.
        from watchfiles._rust_notify import RustNotify

        places = _outermost([folder, self.repository.git_dir, self.repository.common_dir / "refs"])
        # Told to ignore folders that it may not read, it ignores the system's limits too.
        options = (self._polling, _POLL_MS, True, self._closed)
        return RustNotify([str(place) for place in places], False, *options)

    def _make_do(self, error: OSError | RuntimeError) -> None:
        """What the system's notification cannot do, polling can; raises what has nothing to do with it."""
        if isinstance(error, FileNotFoundError):  # gone just now: looked for again
            return
        if isinstance(error, PermissionError) and not self._closed:
            self._closed = True
            self.outlet.tell(f"some folders cannot be watched: {error}")
        elif _is_of_notify(error) and not self._polling:
            self._polling = True
            reason = str(error).partition(" (Error")[0]
            self.outlet.tell(
                f"the system watches no more files ({reason}): polling every {_POLL_MS} ms instead\n"
                f"  next: {_SYSCTL}, then start again"
            )
        else:
            raise error

    def _git_dirs(self) -> tuple[str, ...]:
        dirs = {str(self.repository.git_dir), str(self.repository.common_dir)}
        return tuple(sorted(dirs, key=len, reverse=True))

    # ---- settings ---------------------------------------------------------------------------------

    def _folder(self) -> Path:
        return self._root / self._settings.dir

    def _place(self) -> tuple[Path, int]:
        """The folder to watch, and its number: a folder made anew is another. Where `watch.dir` is away (on
        another branch), the root. Raises RepositoryNotFound once that is gone."""
        for folder in (self._folder(), self._root):
            with suppress(OSError):
                if folder.is_dir() and self.repository.git_dir.is_dir():
                    return folder, folder.stat().st_ino
        raise RepositoryNotFound("the worktree is gone", where=str(self._root), next_step="--repo PATH")

    def _settings_text(self) -> bytes | None:
        file = self._root / CONFIG_PATH
        try:
            return None if file.is_symlink() or not file.is_file() else file.read_bytes()
        except OSError:
            return None

    def _read_settings(self) -> WatchConfig:
        text = (self._text or b"").decode("utf-8-sig", "replace")
        return load_config(text).watch

    def _settings_changed(self) -> bool:
        """Whether `watch.*` of the worktree's settings has changed. What is wrong there changes nothing; the
        build says so."""
        text = self._settings_text()
        if text == self._text:
            return False
        self._text, before = text, self._settings
        with suppress(ConfigError):
            self._settings = self._read_settings()
        return self._settings != before

    # ---- builds -----------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Makes the artifact of the worktree's tree current, if it is not."""
        try:
            report = when_free(self.store, _WAIT_SECONDS, self.outlet.tell, self._build)
        except Exception as error:
            failure = self.outlet.failure(error)
            if failure is None:
                raise
            self._place()  # a worktree that is gone is the reason, whatever the words
            self._begun = False  # once mended, it is said, though the tree may be the one indexed
            self.store.record_error(str(failure))
            self.outlet.failed(failure)
            return
        if report is not None:
            self._pointed = Path(report.artifact)
            self.store.record_error("")
            self.outlet.built(report)

    def _build(self) -> BuildReport | None:
        with worktree_tree(self.repository) as revision:
            if self._begun and self._is_current(revision):
                return None
            progress = no_progress if self._begun else self.outlet.progress
            report = build(self.repository, self.store, rev=revision, progress=progress)
            self._begun = True
            return replace(report, problems=(*revision.problems, *report.problems))

    def _is_current(self, revision: Revision) -> bool:
        """Whether this worktree points to the artifact of this tree, stamped with its commit and with the
        history up to HEAD."""
        path = self.store.current()
        if path is None:
            return False
        try:
            with open_artifact(path) as artifact:
                meta = artifact.meta
        except ArtifactError:
            return False
        head = revision.commit or revision.parent or ""
        known = (meta["tree"], meta.get("history_commit"))
        return known == (revision.tree, head) and revision.commit in (None, meta["commit"])


def _outermost(places: list[Path]) -> list[Path]:
    """Those that are there and within no other."""
    kept: list[Path] = []
    for place in sorted({place for place in places if place.exists()}):
        if not any(place.is_relative_to(other) for other in kept):
            kept.append(place)
    return kept


def _is_of_notify(error: Exception) -> bool:
    return type(error).__name__ == "WatchfilesRustInternalError" or "watch limit" in str(error)
