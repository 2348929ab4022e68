"""What changed in knowledge between two artifacts: documents, sections, entities, relations, copies, skips.

Things are matched first by identity, then by content, so that a file renamed or a section moved is
told as such, and what hangs on it (the entities of its definitions, their relations) is not told as
lost and found. Everything is symmetric: the difference the other way round is the mirror image.

Memory holds what differs, never the artifacts. Rows are plain JSON values.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from graphrag_batch.artifact.pair import A, B, Pair, open_pair
from graphrag_batch.build.identity import CONTENT_SETTINGS
from graphrag_batch.config import Config, setting_names
from graphrag_batch.measure.diff_duplicates import duplicates
from graphrag_batch.measure.diff_entities import entities, relations
from graphrag_batch.measure.diff_sections import sections
from graphrag_batch.measure.matching import Groups, Matches, Row, changes
from graphrag_batch.records import TreeEntry
from graphrag_batch.source.plan import pair_renames


class Kind(NamedTuple):
    """One kind of knowledge: the groups its differences fall into, and what finds them. Kinds are
    compared in order, each with what the ones before it matched."""

    name: str
    groups: tuple[str, ...]
    compare: Callable[[Pair, Matches], Groups]


@dataclass(frozen=True, slots=True)
class Difference:
    """`found[kind][group]` are the rows; `notes` say what else differs between the two artifacts."""

    found: dict[str, Groups]
    notes: tuple[str, ...] = ()
    meta: tuple[dict[str, str], dict[str, str]] = field(default=({}, {}))

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many rows each group has."""
        return {
            kind: {name: len(rows) for name, rows in groups.items()} for kind, groups in self.found.items()
        }

    @property
    def empty(self) -> bool:
        """Whether no knowledge differs."""
        return not any(rows for groups in self.found.values() for rows in groups.values())


def compare(a: Path, b: Path) -> Difference:
    """What became of the knowledge of artifact `a` in artifact `b`.

    Raises the ArtifactError that fits a file which cannot be read.
    """
    with open_pair(a, b) as pair:
        meta = (pair.meta[A], pair.meta[B])
        same = meta[0]["content_digest"] == meta[1]["content_digest"]
        matches = Matches()
        found = {}
        for kind in KINDS:
            groups: Groups = {name: [] for name in kind.groups}
            if not same:
                groups |= kind.compare(pair, matches)
            found[kind.name] = groups
        return Difference(found, _notes(*meta), meta)


# ---- documents and skipped paths ----------------------------------------------------------------

_DOCUMENT_FIELDS = ("title", "format", "lang", "tags", "source", "security")
_ONLY = """SELECT id, path, mode, blob, title, format FROM {here}.docs
    WHERE id NOT IN (SELECT id FROM {there}.docs) ORDER BY path"""
_BOTH = f"""SELECT a.path, a.blob, a.mode, {", ".join(f"a.{name}" for name in _DOCUMENT_FIELDS)},
    b.blob, b.mode, {", ".join(f"b.{name}" for name in _DOCUMENT_FIELDS)}
    FROM {A}.docs a JOIN {B}.docs b USING (id) WHERE a.digest <> b.digest ORDER BY a.path"""


def _documents(pair: Pair, matches: Matches) -> Groups:
    """By path; a removed and an added one with the same blob are one renamed."""
    gone = {row[1]: row for row in pair.rows(_ONLY.format(here=A, there=B))}
    come = {row[1]: row for row in pair.rows(_ONLY.format(here=B, there=A))}
    renamed = []
    for pairing in pair_renames(_entries(gone), _entries(come)):
        old, new = gone.pop(pairing.old.path), come.pop(pairing.new.path)
        matches.docs[old[0]] = new[0]
        renamed.append({"from": old[1], "to": new[1]})
    return {
        "added": [_document(row) for row in come.values()],
        "removed": [_document(row) for row in gone.values()],
        "changed": _changed_documents(pair),
        "renamed": renamed,
    }


def _entries(rows: dict[str, tuple[Any, ...]]) -> list[TreeEntry]:
    return [TreeEntry(path, mode, blob) for _, path, mode, blob, *_ in rows.values()]


def _document(row: tuple[Any, ...]) -> Row:
    return {"path": row[1], "title": row[4], "format": row[5]}


def _changed_documents(pair: Pair) -> list[Row]:
    names = ("content", "mode", *_DOCUMENT_FIELDS)
    found = []
    for path, *values in pair.rows(_BOTH):
        half = len(values) // 2
        what = changes(names, values[:half], values[half:])
        if what:
            found.append({"path": path, "changes": what})
    return found


_SKIPPED_ONLY = """SELECT s.path, s.reason, s.detail,
    CASE WHEN d.id IS NULL THEN 'absent' ELSE 'indexed' END
    FROM {here}.skipped s LEFT JOIN {there}.docs d ON d.path = s.path
    WHERE s.path NOT IN (SELECT path FROM {there}.skipped) ORDER BY s.path"""
_SKIPPED_BOTH = f"""SELECT a.path, a.reason, b.reason FROM {A}.skipped a JOIN {B}.skipped b USING (path)
    WHERE a.reason <> b.reason ORDER BY a.path"""


def _skipped(pair: Pair, matches: Matches) -> Groups:
    """By path, with the reason; `elsewhere` is what the path is in the other artifact."""

    def only(here: str, there: str) -> list[Row]:
        rows = pair.rows(_SKIPPED_ONLY.format(here=here, there=there))
        return [dict(zip(("path", "reason", "detail", "elsewhere"), row, strict=True)) for row in rows]

    changed = [{"path": path, "changes": {"reason": pair}} for path, *pair in pair.rows(_SKIPPED_BOTH)]
    return {"added": only(B, A), "removed": only(A, B), "changed": changed}


# ---- kinds and notes ----------------------------------------------------------------------------

KINDS = (
    Kind("documents", ("added", "removed", "changed", "renamed"), _documents),
    Kind("sections", ("added", "removed", "changed", "moved"), sections),
    Kind("entities", ("added", "removed", "changed", "moved"), entities),
    Kind("relations", ("added", "removed", "changed"), relations),
    Kind("duplicates", ("added", "removed", "changed"), duplicates),
    Kind("skipped", ("added", "removed", "changed"), _skipped),
)


def _notes(a: dict[str, str], b: dict[str, str]) -> tuple[str, ...]:
    """What makes artifacts differ besides the text they are made from."""
    notes = []
    if _differ(a, b, "tool_fingerprint"):
        notes.append(
            f"made by different versions of the tool ({_version(a)} and {_version(b)}; tool_fingerprint): "
            "some of this may come from that alone"
        )
    if _differ(a, b, "config_fingerprint"):
        names = ", ".join(_settings(a, b)) or "unknown settings"
        notes.append(f"made under different settings ({names}; config_fingerprint)")
    if _differ(a, b, "model_fingerprint"):
        notes.append(
            f"made with different models ({a.get('model')} and {b.get('model')}; model_fingerprint): "
            "vectors are not compared"
        )
    return tuple(notes)


def _differ(a: dict[str, str], b: dict[str, str], key: str) -> bool:
    return a.get(key) != b.get(key)


def _version(meta: dict[str, str]) -> str:
    return f"{meta.get('tool_version')}, format {meta.get('format_version')}"


def _settings(a: dict[str, str], b: dict[str, str]) -> list[str]:
    """The settings that differ and are part of the fingerprint, as far as this version knows them."""
    one, other = (json.loads(meta.get("config") or "{}") for meta in (a, b))
    return [
        name
        for name in setting_names(Config)
        if name.partition(".")[0] in CONTENT_SETTINGS and _value(one, name) != _value(other, name)
    ]


def _value(config: Any, dotted: str) -> Any:
    for name in dotted.split("."):
        config = config.get(name) if isinstance(config, dict) else None
    return config
