"""Pulling a published artifact into a repository's store, where the next `index` starts from it.

    <common git dir>/graphrag/pull.lock      one pull at a time
    <common git dir>/graphrag/pulling/       parts of downloads, to be continued (`part`)
    <common git dir>/graphrag/temporary/     what arrived and is checked (`temporary`)

It takes its place among the artifacts when all checks are passed, at once and with its seal; until then, and
after any failure or kill, everything is as it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import filelock

from graphrag_batch import embedders
from graphrag_batch.artifact import seal
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import KEEP_ARTIFACTS, Store
from graphrag_batch.build.identity import is_complete
from graphrag_batch.build.target import Target, target_of
from graphrag_batch.errors import (
    ArtifactCorrupt,
    ArtifactError,
    BuildBusy,
    NotPublished,
    ShareError,
    SourceError,
)
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share import arrive, part
from graphrag_batch.share.choose import Choice, choose
from graphrag_batch.share.fetch import Web
from graphrag_batch.share.manifest import Manifest
from graphrag_batch.share.sources.opening import check_there, kind_of, opener_of
from graphrag_batch.share.sources.source import Desk, Source
from graphrag_batch.source.git import Repository
from graphrag_batch.temporary import temporary_folder

TIMEOUT = 600.0
LONGEST = 7 * 24 * 3600.0
MOST_BYTES = 4_000_000_000
LOCK_SECONDS = 600.0

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pulled:
    """The artifact in its place. `manifest` is None where it was there without anybody being asked, `changed`
    False wherever nothing had to be brought. `distance` is how many commits it is behind REV, None where that
    is not known; `current` whether it is what this worktree points to. `bytes` came over the network or were
    copied; `work` counts `requests` to servers and `received` bytes."""

    artifact: Path
    manifest: Manifest | None
    commit: str
    tree: str
    distance: int | None
    reason: str
    current: bool
    changed: bool
    bytes: int
    work: dict[str, int]


def pull(
    repository: Repository,
    store: Store,
    source: str,
    *,
    rev: str | None = None,
    name: str | None = None,
    timeout: float = TIMEOUT,
    max_bytes: int = MOST_BYTES,
    own: bool = False,
    progress: Progress = no_progress,
    tell: Tell = lambda _: None,
) -> Pulled:
    """Brings the artifact nearest to `rev` (HEAD) from `source` into the store.

    `source` is a folder, a file, an https:// address, github:OWNER/REPO[@TAG] or github-artifact:OWNER/REPO
    with the `name` of its workflow artifacts. `timeout` is in seconds, for all that is asked of servers;
    `max_bytes` the most that is brought or unpacked; `own` says that the source is this repository's, so
    that the newest there will do where nothing is nearer (its history was rewritten). `tell` hears who
    is waited for. It becomes current if it is of HEAD's tree and settings.

    Raises Unreachable or NotPublished where there is nothing to pull; ShareError, ManifestError or
    ArtifactError for what is no source, or not what it claims to be; SourceError, BuildBusy.
    """
    if not 0 < timeout <= LONGEST:
        raise ShareError(f"no time limit: {timeout} s", next_step=f"name one of up to {LONGEST:.0f} s")
    account, open_source = opener_of(source, name, progress)
    if kind_of(source) == "local":
        check_there(source)
    target = target_of(repository, rev or "HEAD")
    with _alone(store, timeout, tell):
        at_hand = _at_hand(store, target.tree, target.identity.fingerprint)
        if at_hand is not None:
            reason = "the very tree was here already, so nobody was asked"
            return _kept(repository, store, tell, *at_hand, 0, reason)
        with Web(timeout, account) as web, temporary_folder(store.room, "pull") as folder:
            desk = Desk(folder, store.room / "pulling", max_bytes)
            found = open_source(web)
            choice = choose(found, repository, target, desk, own=own)
            made = _bring(repository, store, target, found, choice, desk, progress, tell)
            return _with_work(made, web)


def _bring(
    repository: Repository,
    store: Store,
    target: Target,
    source: Source,
    choice: Choice,
    desk: Desk,
    progress: Progress,
    tell: Tell,
) -> Pulled:
    manifest = choice.manifest
    where = f"{source.place}: {manifest.file}"
    at_hand = _at_hand(store, manifest.tree, manifest.fingerprint)
    if at_hand is not None:
        _check_same(manifest, *at_hand, where)
        reason = f"{choice.reason}; it was here already, so it was not brought"
        return _kept(repository, store, tell, *at_hand, choice.distance, reason, manifest)
    _check_size(manifest, desk.most, source.place)
    file = source.bring(choice.offer, manifest, desk)
    artifact = arrive.unpacked(file, manifest, desk.folder, where, progress)
    progress("check", 0, 1)
    arrive.check(artifact, manifest, repository, target, where)
    progress("check", 1, 1)
    final = store.path_for(manifest.tree, manifest.fingerprint)
    with store.lock(LOCK_SECONDS, tell):
        store.publish(artifact, final)
        current = _take_up(repository, store, final, manifest.tree, manifest.fingerprint)
    return Pulled(
        artifact=final,
        manifest=manifest,
        commit=manifest.commit,
        tree=manifest.tree,
        distance=choice.distance,
        reason=choice.reason,
        current=current,
        changed=True,
        bytes=manifest.size,
        work={},
    )


def _check_same(manifest: Manifest, path: Path, meta: Mapping[str, str], where: str) -> None:
    if meta["content_digest"] != manifest.content_digest:
        raise ArtifactCorrupt(
            "its content is not that of the artifact of the same tree and settings that is here",
            where=where,
            next_step=f"graphrag-batch verify --rebuild {path} tells which of them is wrong",
        )


def _check_size(manifest: Manifest, allowed: int, place: str) -> None:
    most = max(manifest.size, manifest.sqlite_size)
    if most > allowed:
        raise NotPublished(
            f"{manifest.file} has {most / 1e6:,.1f} MB, more than is allowed ({allowed / 1e6:,.1f} MB)",
            where=place,
            next_step=f"--max-mb {most // 1_000_000 + 1}",
        )


def _kept(
    repository: Repository,
    store: Store,
    tell: Tell,
    path: Path,
    meta: Mapping[str, str],
    distance: int | None,
    reason: str,
    manifest: Manifest | None = None,
) -> Pulled:
    """An artifact that need not be brought."""
    with store.lock(LOCK_SECONDS, tell):
        current = _take_up(repository, store, path, meta["tree"], meta["fingerprint"])
    return Pulled(
        artifact=path,
        manifest=manifest,
        commit=meta["commit"],
        tree=meta["tree"],
        distance=distance,
        reason=reason,
        current=current,
        changed=False,
        bytes=0,
        work={},
    )


def _take_up(repository: Repository, store: Store, path: Path, tree: str, fingerprint: str) -> bool:
    """Makes an artifact current where it is HEAD's, else the newest in use; returns whether it is current."""
    is_head = False
    with contextlib.suppress(SourceError):  # no commit on the branch that is checked out
        head = target_of(repository, "HEAD")
        is_head = (head.tree, head.identity.fingerprint) == (tree, fingerprint)
        if is_head and not embedders.is_own(head.config.embed):
            store.name_model(head.config.embed)
    if is_head:
        store.point(path)
    else:
        store.use(path)
    store.prune(KEEP_ARTIFACTS)
    return is_head or store.current() == path


def _at_hand(store: Store, tree: str, fingerprint: str) -> tuple[Path, Mapping[str, str]] | None:
    """The artifact of a tree in the store, and its meta: if it is whole, and has all its vectors."""
    path = store.path_for(tree, fingerprint)
    try:
        with open_artifact(path) as artifact:
            meta = artifact.meta
        same = (meta.get("tree"), meta.get("fingerprint")) == (tree, fingerprint)
        if same and is_complete(meta) and seal.digest_of(path) in seal.recorded(path):
            return path, meta
    except (ArtifactError, OSError):
        pass
    return None


def _with_work(pulled: Pulled, web: Web) -> Pulled:
    return replace(pulled, work={"requests": web.requests, "received": web.received})


@contextlib.contextmanager
def _alone(store: Store, timeout: float, tell: Tell) -> Iterator[None]:
    """One pull at a time: two of one file would write into one part. Clears what nobody came back for."""
    with _explained(store):
        store.room.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(store.room / "pull.lock")
        try:
            _acquire(lock, timeout, tell)
        except filelock.Timeout:
            raise BuildBusy(
                "another pull is at work for this repository",
                where=str(store.room),
                next_step="wait for it to end and try again",
            ) from None
        try:
            part.tidy(store.room / "pulling")
            yield
            part.tidy(store.room / "pulling")
        finally:
            lock.release()


def _acquire(lock: filelock.BaseFileLock, timeout: float, tell: Tell) -> None:
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        tell(f"another pull is at work for this repository; waiting for it, up to {timeout:g} s")
        lock.acquire(timeout=timeout)


@contextlib.contextmanager
def _explained(store: Store) -> Iterator[None]:
    """What the operating system refuses, in words; sources have their own."""
    try:
        yield
    except OSError as error:
        raise ArtifactError(
            f"cannot be written: {error.strerror or error}",
            where=str(store.room),
            next_step="make the git directory writable and free some disk space, then pull again: what a "
            "server has sent so far is kept",
        ) from error
