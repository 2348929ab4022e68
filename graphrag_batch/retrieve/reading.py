"""Text and outlines straight from the artifact, so that line numbers always match the text shown.

An artifact keeps chunks, not files. Between two chunks lies white space only, so a file's text comes
back from its chunks: spans say how much white space there was, line numbers how many line ends. What
is lost is which blanks they were: they come back as indentation of the line that follows.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import NotFound
from graphrag_batch.fingerprint import digest
from graphrag_batch.retrieve.finding import (
    Doc,
    doc_at,
    doc_by_id,
    files_under,
    find_doc,
    first_row,
    no_id,
    no_path,
    tidy,
)
from graphrag_batch.retrieve.history import last_change, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphrag_batch.artifact.read import Artifact

READ_BUDGET = 1500
OUTLINE_BUDGET = 1500

# Pieces of at most four letters or digits; every other mark is a token of its own.
_TOKEN = re.compile(r"[A-Za-z]{1,4}|[0-9]{1,4}|[^\sA-Za-z0-9]")
_CURSOR = re.compile(r"(\d{1,9})\.(\d{1,9})@([0-9a-f]{8})", re.ASCII)
_OUTLINE_CURSOR = re.compile(r"(\d{1,9})@([0-9a-f]{8})", re.ASCII)


def estimate_tokens(text: str) -> int:
    """About how many tokens a model's tokenizer makes of `text`, rather too many than too few: one
    for each mark, each CJK character, and each four letters or digits of a word."""
    return len(_TOKEN.findall(text))


@dataclass(frozen=True, slots=True)
class Page:
    """A run of whole lines of one file (or a part of one line too long for the budget).

    `chunk_id` and `section_id` are the ones asked for, else 0; `previous` and `next` are the chunks
    before and after the one asked for, 0 at the ends. `cursor`, with the same arguments, reads on.
    """

    path: str
    start_line: int
    end_line: int
    lines: int
    text: str
    section: str = ""
    chunk_id: int = 0
    section_id: int = 0
    previous: int = 0
    next: int = 0
    truncated: bool = False
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A folder, file or section. `depth` counts from 0; `below` is how many files (of a folder) or
    sections (of a section) lie under it that are not listed. `size` is in bytes, of files."""

    kind: str
    depth: int
    title: str
    path: str = ""
    section_id: int = 0
    start_line: int = 0
    end_line: int = 0
    size: int = 0
    below: int = 0


@dataclass(frozen=True, slots=True)
class Outline:
    """What a folder or a file holds. `skipped` counts the paths under a folder that are not indexed,
    by reason. `changed` is a file's last day of change, `together` what changes with it (path, commits).
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


# ---- reading ----------------------------------------------------------------------------------


def read_lines(
    artifact: Artifact,
    path: str,
    start_line: int = 1,
    end_line: int = 0,
    *,
    budget: int = READ_BUDGET,
    cursor: str = "",
) -> Page:
    """Lines `start_line..end_line` of a file (1-based, inclusive; 0: to the end), as many as fit in
    `budget` tokens. Raises NotFound for a path that is not indexed (naming the nearest, or why it
    was skipped), a line past the end, or a cursor of another text."""
    doc = doc_at(artifact, path)
    return _page(artifact, doc, start_line, end_line or doc.lines, budget, cursor)


def read_section(artifact: Artifact, section_id: int, *, budget: int = READ_BUDGET, cursor: str = "") -> Page:
    """A section with all it governs, from its heading on. Raises NotFound for an unknown id."""
    row = first_row(
        artifact, "SELECT doc, start_line, end_line, breadcrumb FROM sections WHERE id = ?", section_id
    )
    if row is None:
        no_id(artifact, "section", section_id)
    doc = doc_by_id(artifact, row[0])
    return _page(artifact, doc, row[1], row[2], budget, cursor, section=row[3], section_id=section_id)


def read_chunk(artifact: Artifact, chunk_id: int, *, budget: int = READ_BUDGET, cursor: str = "") -> Page:
    """The lines of a chunk, with the ids of its neighbours. Raises NotFound for an unknown id."""
    row = first_row(
        artifact,
        """SELECT c.doc, c.ordinal, c.start_line, c.end_line, coalesce(s.breadcrumb, '')
           FROM chunks c LEFT JOIN sections s ON s.id = c.section WHERE c.id = ?""",
        chunk_id,
    )
    if row is None:
        no_id(artifact, "chunk", chunk_id)
    doc_id, ordinal, first, last, section = row
    near = dict(
        artifact.execute(
            "SELECT ordinal, id FROM chunks WHERE doc = ? AND ordinal IN (?, ?)",
            (doc_id, ordinal - 1, ordinal + 1),
        )
    )
    return _page(
        artifact, doc_by_id(artifact, doc_id), first, last, budget, cursor,
        section=section, chunk_id=chunk_id,
        previous=near.get(ordinal - 1, 0), next=near.get(ordinal + 1, 0),
    )  # fmt: skip


def _page(
    artifact: Artifact, doc: Doc, first: int, last: int, budget: int, cursor: str, **extra: Any
) -> Page:
    """Lines `first..last` from where `cursor` says, cut to `budget`."""
    if not 1 <= first <= doc.lines:
        raise NotFound(
            f"line {first} does not exist: the file has {doc.lines} lines",
            where=doc.path,
            next_step=f"read lines between 1 and {doc.lines}",
        )
    last = max(first, min(last, doc.lines))
    line, column = _resume(doc, first, last, cursor)
    lines = _text_of(artifact, doc).split("\n")[line - 1 : last]
    lines[0] = lines[0][column:]
    taken, rest_line, rest_column = _fit(lines, line, column, budget)
    return Page(
        path=doc.path,
        start_line=line,
        end_line=line + len(taken) - 1,
        lines=doc.lines,
        text="\n".join(taken),
        truncated=rest_line > 0,
        cursor=f"{rest_line}.{rest_column}@{doc.blob[:8]}" if rest_line else "",
        **extra,
    )


def _fit(lines: Sequence[str], line: int, column: int, budget: int) -> tuple[list[str], int, int]:
    """The leading lines that fit in `budget`, at least one or a part of one, and where the rest
    begins (line 0: nothing is left)."""
    spent = 0
    for n, text in enumerate(lines):
        spent += estimate_tokens(text)
        if spent <= budget:
            continue
        if n:
            return list(lines[:n]), line + n, 0
        cut = _cut(text, budget)
        if cut < len(text):
            return [text[:cut]], line, column + cut
    return list(lines), 0, 0


def _cut(text: str, budget: int) -> int:
    """How many characters of one long line fit: up to a blank where there is one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if estimate_tokens(text[:middle]) <= budget else (low, middle - 1)
    return text.rfind(" ", 1, low) + 1 or low


def _resume(doc: Doc, first: int, last: int, cursor: str) -> tuple[int, int]:
    """Line and column where reading goes on."""
    if not cursor:
        return first, 0
    found = _CURSOR.fullmatch(cursor)
    line, column = (int(found[1]), int(found[2])) if found else (0, 0)
    if not found or not doc.blob.startswith(found[3]) or not first <= line <= last:
        raise NotFound(
            f"the cursor {cursor[:80]!r} does not belong to this text (it may have been indexed anew)",
            where=doc.path,
            next_step=f"read again without the cursor, or by lines from line {line or first}",
        )
    return line, column


def _text_of(artifact: Artifact, doc: Doc) -> str:
    """The file's text from its chunks."""
    rows = artifact.execute(
        "SELECT text, start, end, start_line, end_line FROM chunks WHERE doc = ? ORDER BY start, ordinal",
        (doc.id,),
    )
    return join_chunks(rows, doc.lines)


def join_chunks(rows: Iterable[tuple[Any, ...]], lines: int) -> str:
    """The text of a file of so many lines from its chunks: their text, start, end, start_line and
    end_line, in order of (start, ordinal)."""
    parts: list[str] = []
    position, line = 0, 1
    for text, start, end, start_line, end_line in rows:
        if end <= position:
            continue
        if start > position:
            parts.append(_gap(start - position, start_line - line, text))
        parts.append(text[max(0, position - start) :])
        position, line = end, end_line
    parts.append("\n" * (lines - line))
    return "".join(parts)


def _gap(width: int, newlines: int, text: str) -> str:
    """`width` characters of white space before `text`: its line ends, then indentation."""
    blank = "\t" if "\n\t" in text and newlines else " "
    return "\n" * newlines + blank * max(0, width - newlines)


# ---- outlines ---------------------------------------------------------------------------------


def outline(
    artifact: Artifact, path: str = "", depth: int = 2, *, budget: int = OUTLINE_BUDGET, cursor: str = ""
) -> Outline:
    """The files under a folder (`""`: the whole tree) with titles and sizes, or the sections of a
    file with line ranges and ids, `depth` levels deep. Raises NotFound for a path that is neither."""
    wanted = tidy(path)
    doc = find_doc(artifact, wanted) if wanted else None
    if doc is not None:
        entries, kind, title, skipped = _file_entries(artifact, doc, depth), "file", doc.title, {}
    else:
        files = files_under(artifact, wanted)
        skipped = _skipped_under(artifact, wanted)
        if wanted and not files and not skipped:
            no_path(artifact, wanted)
        entries, kind, title = _folder_entries(files, wanted, depth), "folder", ""
    mark = digest(artifact.meta["content_digest"], wanted, str(depth))[:8]
    start = _resume_outline(wanted, cursor, mark, len(entries))
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
    )


def _resume_outline(path: str, cursor: str, mark: str, total: int) -> int:
    """The entry to go on with. What another index would make of a place is anyone's guess."""
    if not cursor:
        return 0
    found = _OUTLINE_CURSOR.fullmatch(cursor)
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
        if shown and spent > budget:
            break
        shown.append(entry)
    return shown


def _file_entries(artifact: Artifact, doc: Doc, depth: int) -> list[OutlineEntry]:
    signatures = dict(
        artifact.execute(
            "SELECT section, signature FROM symbols WHERE doc = ? AND section IS NOT NULL", (doc.id,)
        )
    )
    rows = artifact.execute(
        "SELECT id, parent, title, start_line, end_line FROM sections WHERE doc = ? ORDER BY ordinal",
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
        )
        for section_id, _, title, first, last in rows
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
            yield OutlineEntry("file", level, node[1], path, start_line=1, end_line=node[3], size=node[2])


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
