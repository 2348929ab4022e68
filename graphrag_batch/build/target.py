"""What to index: a tree, its configuration, and, only where it is needed, its listing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphrag_batch.build.identity import Identity, identity_of
from graphrag_batch.config import CONFIG_PATH, Config, load_config
from graphrag_batch.errors import BlobUnavailable
from graphrag_batch.records import MODE_SUBMODULE, MODE_SYMLINK, TreeEntry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphrag_batch.source.git import Repository, Revision


@dataclass(slots=True)
class Target:
    """A tree to index. `settings` is the entry of its configuration file."""

    repository: Repository
    revision: Revision
    settings: TreeEntry | None
    config: Config
    identity: Identity
    _entries: list[TreeEntry] | None = field(default=None, init=False)

    @property
    def tree(self) -> str:
        """The tree's id."""
        return self.revision.tree

    @property
    def entries(self) -> list[TreeEntry]:
        """Every path of the tree; listed when first asked for."""
        if self._entries is None:
            self._entries = self.repository.list_tree(self.tree)
        return self._entries


def target_of(repository: Repository, rev: str | Revision) -> Target:
    """The tree that `rev` means, with the configuration in it."""
    revision = repository.resolve(rev) if isinstance(rev, str) else rev
    settings = repository.entry(revision.tree, CONFIG_PATH)
    texts = read_texts(repository, [settings] if settings else [], "replace")
    config = load_config(texts[CONFIG_PATH]) if texts else Config()
    return Target(repository, revision, settings, config, identity_of(config))


def read_texts(
    repository: Repository, entries: Iterable[TreeEntry], errors: str = "surrogateescape"
) -> dict[str, str]:
    """Path to text of these files; symbolic links and submodules are left alone. `errors` is what becomes
    of bytes that are no UTF-8 (patterns mean bytes, so they are kept).

    Raises BlobUnavailable: without one of them, what to index is not known.
    """
    texts = {}
    for entry in entries:
        if entry.mode not in (MODE_SYMLINK, MODE_SUBMODULE):
            try:
                texts[entry.path] = repository.read(entry.blob).decode("utf-8-sig", errors)
            except BlobUnavailable as error:
                raise BlobUnavailable(error.what, where=entry.path, next_step=error.next_step) from error
    return texts


def not_followed(entries: Iterable[TreeEntry]) -> tuple[str, ...]:
    """What stands where settings are looked for and cannot be read as settings."""
    words = {MODE_SYMLINK: "a symbolic link", MODE_SUBMODULE: "a submodule"}
    return tuple(f"{e.path}: {words[e.mode]}, which is not followed" for e in entries if e.mode in words)
