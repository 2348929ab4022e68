"""What folders and files hold: outlines straight from the artifact."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import NotFound
from graphrag_batch.fingerprint import digest
from graphrag_batch.retrieve.described import Described, described
from graphrag_batch.retrieve.finding import Doc, files_under, find_doc, no_path, written
from graphrag_batch.retrieve.history import last_change, together
from graphrag_batch.retrieve.reading import estimate_tokens
from graphrag_batch.retrieve.sections import pages_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphrag_batch.artifact.read import Artifact

OUTLINE_BUDGET = 1500
FOLDER_DEPTH = 2
"""Levels of a folder, and at least of a file, where nobody says how many."""
_DEEPEST = 20
_CURSOR = re.compile(r"(\d{1,9})@([0-9a-f]{8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A folder, file or section. `depth` counts from 0; `below` is how many files (of a folder) or
    sections (of a section) lie under it that are not listed. `size` is in bytes, of files, and `security`
    their class. `pages` are the first and the last page of a section, where the file has pages."""

    kind: str
    depth: int
    title: str
    path: str = ""
    section_id: int = 0
    start_line: int = 0
    end_line: int = 0
    size: int = 0
    below: int = 0
    security: str = ""
    pages: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """What a folder or a file holds. `skipped` counts the paths under a folder that are not indexed,
    by reason. `changed` is a file's last day of change, `together` what changes with it (path, commits),
    `about` what else is known of it.
    `cursor`, with the same arguments, lists on."""

    path: str
    kind: str
    title: str
    entries: tuple[OutlineEntry, ...]
    total: int
    skipped: dict[str, int]
    truncated: bool = False
    cursor: str = ""
    changed: str = ""
    together: tuple[tuple[str, int], ...] = ()
    about: Described | None = None


def outline(
    artifact: Artifact, path: str = "", depth: int = 0, *, budget: int = OUTLINE_BUDGET, cursor: str = ""
) -> Outline:
    """The files under a folder (`""`: the whole tree) with titles and sizes, or the sections of a
    file with line ranges and ids, `depth` levels deep; 0: two levels of a folder, of a file as many as fit
    into `budget` tokens, two at least. Raises NotFound for a path that is neither."""
    wanted = written(artifact, path)
    doc = find_doc(artifact, wanted) if wanted else None
    if doc is not None:
        depth, entries = (
            _deep(artifact, doc, budget) if not depth else (depth, _file_entries(artifact, doc, depth))
        )
        kind, title, skipped = "file", doc.title, {}
    else:
        files = files_under(artifact, wanted)
        skipped = _skipped_under(artifact, wanted)
        if wanted and not files and not skipped:
            no_path(artifact, wanted)
        depth = depth or FOLDER_DEPTH
        entries, kind, title = _folder_entries(files, wanted, depth), "folder", ""
    mark = digest(artifact.meta["content_digest"], wanted, str(depth))[:8]
    start = _resume(wanted, cursor, mark, len(entries))
    shown = _fit_entries(entries[start:], budget)
    end = start + len(shown)
    return Outline(
        path=wanted,
        kind=kind,
        title=title,
        entries=tuple(shown),
        total=len(entries),
        skipped=skipped,
        truncated=end < len(entries),
        cursor=f"{end}@{mark}" if end < len(entries) else "",
        changed=last_change(artifact, wanted) if doc is not None else "",
        together=together(artifact, doc.id) if doc is not None else (),
        about=described(artifact, doc.id) if doc is not None else None,
    )


def _resume(path: str, cursor: str, mark: str, total: int) -> int:
    """The entry to go on with. What another index would make of a place is anyone's guess."""
    if not cursor:
        return 0
    found = _CURSOR.fullmatch(cursor)
    if not found or found[2] != mark or int(found[1]) >= total:
        raise NotFound(
            f"the cursor {cursor[:80]!r} does not belong to this outline (it may have been indexed anew)",
            where=path,
            next_step="outline again without the cursor",
        )
    return int(found[1])


def _fit_entries(entries: Sequence[OutlineEntry], budget: int) -> list[OutlineEntry]:
    shown: list[OutlineEntry] = []
    spent = 0
    for entry in entries:
        # Names of fields, marks and line numbers around path and title; a section's id has 19 digits.
        spent += estimate_tokens(entry.title + entry.path) + (40 if entry.section_id else 18)
        spent += 8 if entry.pages else 0
        if shown and spent > budget:
            break
        shown.append(entry)
    return shown


def _deep(artifact: Artifact, doc: Doc, budget: int) -> tuple[int, list[OutlineEntry]]:
    """As many levels of a file as fit, and what is on them."""
    depth, entries = FOLDER_DEPTH, _file_entries(artifact, doc, FOLDER_DEPTH)
    while depth < _DEEPEST and any(entry.below for entry in entries):
        deeper = _file_entries(artifact, doc, depth + 1)
        if len(_fit_entries(deeper, budget)) < len(deeper):
            break
        depth, entries = depth + 1, deeper
    return depth, entries


def _file_entries(artifact: Artifact, doc: Doc, depth: int) -> list[OutlineEntry]:
    signatures = dict(
        artifact.execute(
            "SELECT section, signature FROM symbols WHERE doc = ? AND section IS NOT NULL", (doc.id,)
        )
    )
    rows = artifact.execute(
        """SELECT id, parent, title, start_line, end_line, page_start, page_end FROM sections
           WHERE doc = ? ORDER BY ordinal""",
        (doc.id,),
    )
    levels: dict[int, int] = {}
    shown_above: dict[int, int] = {}
    below: Counter[int] = Counter()
    for section_id, parent, *_ in rows:
        levels[section_id] = levels[parent] + 1 if parent is not None else 0
        shown_above[section_id] = section_id if levels[section_id] < depth else shown_above.get(parent, 0)
        if levels[section_id] >= depth:
            below[shown_above[section_id]] += 1
    return [
        OutlineEntry(
            kind="section",
            depth=levels[section_id],
            title=signatures.get(section_id) or title,
            section_id=section_id,
            start_line=first,
            end_line=last,
            below=below[section_id],
            pages=pages_of(*pages),
        )
        for section_id, _, title, first, last, *pages in rows
        if levels[section_id] < depth
    ]


def _skipped_under(artifact: Artifact, folder: str) -> dict[str, int]:
    prefix = f"{folder}/" if folder else ""
    return dict(
        artifact.execute(
            """SELECT reason, count(*) FROM skipped
               WHERE ? = '' OR substr(path, 1, length(?)) = ? GROUP BY reason ORDER BY reason""",
            (prefix, prefix, prefix),
        )
    )


def _folder_entries(files: Iterable[tuple[Any, ...]], folder: str, depth: int) -> list[OutlineEntry]:
    """Folders before the files beside them, as a tree; a folder at the last level only counts."""
    strip = len(folder) + 1 if folder else 0
    tree: dict[str, Any] = {}
    for file in files:
        *folders, name = file[0][strip:].split("/")
        node = tree
        for part in folders:
            node = node.setdefault(f"{part}/", {})
        node[name] = file
    return list(_walk(tree, folder, 0, depth))


def _walk(tree: dict[str, Any], folder: str, level: int, depth: int) -> Iterator[OutlineEntry]:
    for name, node in sorted(tree.items(), key=lambda item: (not item[0].endswith("/"), item[0])):
        path = posixpath.join(folder, name.rstrip("/"))
        if isinstance(node, dict):
            deeper = level + 1 < depth
            yield OutlineEntry("folder", level, name, path, below=0 if deeper else _count(node))
            if deeper:
                yield from _walk(node, path, level + 1, depth)
        else:
            _, title, size, lines, security = node
            yield OutlineEntry("file", level, title, path, 0, 1, lines, size, security=security)


def _count(tree: dict[str, Any]) -> int:
    """Files below; without recursion, since git sets no limit to how deep folders nest."""
    total, pending = 0, [tree]
    while pending:
        for node in pending.pop().values():
            if isinstance(node, dict):
                pending.append(node)
            else:
                total += 1
    return total
