"""What changed between the snapshot an artifact records and the tree to index, and why. Pure.

Two ways lead to the same plan: comparing the recorded map with a full listing (`make_plan`), and taking
the differences that git found between two trees (`plan_from_changes`). Renames are found here, as
exact-blob pairs, so that both ways agree; git's similarity search is not used.
"""

from __future__ import annotations

import stat
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from graphrag_batch.records import TreeEntry

Snapshot = Mapping[str, tuple[int, str]]
"""Path → (mode, blob id) of every tracked path of a tree, indexed or skipped."""


class Method(StrEnum):
    """How the changes were found."""

    DIFF_TREE = "diff-tree"
    SNAPSHOT = "snapshot"
    FULL = "full"


class Reason(StrEnum):
    """Why this plan; `text` is the sentence for people."""

    text: str

    def __new__(cls, code: str, text: str) -> Reason:
        """The member whose value is `code`."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.text = text
        return member

    NO_ARTIFACT = "no-artifact", "there is no artifact to start from"
    ARTIFACT_UNUSABLE = "artifact-unusable", "the earlier artifact cannot be used"
    FORMAT_CHANGED = "format-changed", "the artifact's format changed"
    TOOL_CHANGED = "tool-changed", "the tool's version, or what is installed with it, changed"
    CONFIG_CHANGED = "config-changed", "the configuration changed"
    MODEL_CHANGED = "model-changed", "the embedding model changed"
    VECTORS_MISSING = "vectors-missing", "the earlier artifact was built without the embedding model"
    OBJECTS_MISSING = "objects-missing", "some objects were out of reach when the tree was indexed"
    REQUESTED = "requested", "a full build was asked for"
    TREE_CHANGED = "tree-changed", "the tree changed"
    UNCHANGED = "unchanged", "the tree is the one already indexed"


@dataclass(frozen=True, slots=True)
class Change:
    """One path that differs between two trees; `old` is None for an addition, `new` for a deletion."""

    path: str
    old: TreeEntry | None
    new: TreeEntry | None


@dataclass(frozen=True, slots=True)
class Rename:
    """The same blob under another path (the mode may differ, the kind of entry may not)."""

    old: TreeEntry
    new: TreeEntry


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do, each part in path order. `modified` holds the new entries, a change of mode or of kind
    (file, symbolic link, submodule) included; `deleted` the old ones; `renamed` is in order of new path.
    Every path of either tree is in exactly one part, or counted in `unchanged`."""

    added: tuple[TreeEntry, ...]
    modified: tuple[TreeEntry, ...]
    deleted: tuple[TreeEntry, ...]
    renamed: tuple[Rename, ...]
    unchanged: int
    method: Method
    reason: Reason

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.added or self.modified or self.deleted or self.renamed)


def make_plan(recorded: Snapshot | None, target: Iterable[TreeEntry], reason: Reason | None = None) -> Plan:
    """The plan from a recorded snapshot to the full listing of the target tree.

    `recorded` is None when nothing can be kept: everything is then added, by method `full`, and `reason`
    says why (by default that there is no artifact).
    """
    entries = {entry.path: entry for entry in target}
    if recorded is None:
        changes = [Change(path, None, entry) for path, entry in entries.items()]
        return _assemble(changes, 0, Method.FULL, reason or Reason.NO_ARTIFACT)
    return _assemble(_compare(recorded, entries), len(recorded), Method.SNAPSHOT, reason)


def plan_from_changes(recorded: int, changes: Iterable[Change], reason: Reason | None = None) -> Plan:
    """The plan from the differences between the recorded tree and the target tree; `recorded` is the
    number of paths in the recorded tree."""
    return _assemble(list(changes), recorded, Method.DIFF_TREE, reason)


def _compare(recorded: Snapshot, target: Mapping[str, TreeEntry]) -> list[Change]:
    changes = [
        Change(path, TreeEntry(path, *known), target.get(path))
        for path, known in recorded.items()
        if (entry := target.get(path)) is None or (entry.mode, entry.blob) != tuple(known)
    ]
    return changes + [Change(path, None, new) for path, new in target.items() if path not in recorded]


def _assemble(changes: list[Change], recorded: int, method: Method, reason: Reason | None) -> Plan:
    changes.sort(key=lambda change: change.path)
    added = [c.new for c in changes if c.new is not None and c.old is None]
    deleted = [c.old for c in changes if c.old is not None and c.new is None]
    modified = tuple(c.new for c in changes if c.new is not None and c.old is not None)
    renamed = pair_renames(deleted, added)
    gone = {rename.old.path for rename in renamed}
    come = {rename.new.path for rename in renamed}
    return Plan(
        added=tuple(entry for entry in added if entry.path not in come),
        modified=modified,
        deleted=tuple(entry for entry in deleted if entry.path not in gone),
        renamed=renamed,
        unchanged=recorded - len(modified) - len(deleted),
        method=method,
        reason=reason or (Reason.TREE_CHANGED if changes else Reason.UNCHANGED),
    )


def pair_renames(deleted: Iterable[TreeEntry], added: Iterable[TreeEntry]) -> tuple[Rename, ...]:
    """Pairs of a deleted and an added entry of one kind and blob, in order of new path.

    Where several candidates share a blob, those with the same file name are paired first, and the rest
    in path order, so that the pairs depend on nothing but the two trees.
    """
    olds = _by_content(deleted)
    news = _by_content(added)
    pairs = [pair for content in olds.keys() & news.keys() for pair in _pair(olds[content], news[content])]
    return tuple(sorted(pairs, key=lambda pair: pair.new.path))


def _by_content(entries: Iterable[TreeEntry]) -> dict[tuple[int, str], list[TreeEntry]]:
    groups: dict[tuple[int, str], list[TreeEntry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.path):
        groups[stat.S_IFMT(entry.mode), entry.blob].append(entry)
    return groups


def _pair(olds: list[TreeEntry], news: list[TreeEntry]) -> list[Rename]:
    waiting: dict[str, list[TreeEntry]] = defaultdict(list)
    for old in reversed(olds):
        waiting[_file_name(old.path)].append(old)
    same_name = [Rename(waiting[name].pop(), new) for new in news if waiting[name := _file_name(new.path)]]
    old_left = sorted((old for rest in waiting.values() for old in rest), key=lambda entry: entry.path)
    taken = {pair.new.path for pair in same_name}
    new_left = [new for new in news if new.path not in taken]
    return same_name + [Rename(old, new) for old, new in zip(old_left, new_left, strict=False)]


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]
