"""Finding a document by path or id, and saying what is near when it is not there."""

from __future__ import annotations

import difflib
import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from graphrag_batch.errors import NotFound
from graphrag_batch.records import SKIP_REASONS
from graphrag_batch.retrieve.spelled import spelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphrag_batch.artifact.read import Artifact


@dataclass(frozen=True, slots=True)
class Doc:
    """One indexed file; `lines` counts its lines."""

    id: int
    path: str
    blob: str
    title: str
    lines: int
    format: str


def first_row(artifact: Artifact, sql: str, *args: Any) -> tuple[Any, ...] | None:
    """The first row, or None."""
    return next(iter(artifact.execute(sql, args)), None)


def tidy(path: str) -> str:
    """`./docs/`, `/docs` and `.` as the artifact writes them. A quoted path stays as it is."""
    if path.startswith('"'):
        return path
    tidy = posixpath.normpath(path.strip().lstrip("/")) if path.strip().lstrip("/") else ""
    return "" if tidy == "." else tidy


def written(artifact: Artifact, path: str) -> str:
    """A path as the artifact writes it: a reader may have it with control characters spelled."""
    wanted = tidy(path)
    if "\\" not in wanted or wanted.startswith('"') or _is_known(artifact, wanted):
        return wanted
    parts = wanted.count("/") + 1
    paths = artifact.execute("SELECT path FROM docs UNION SELECT path FROM skipped ORDER BY 1")
    heads = ("/".join(row[0].split("/")[:parts]) for row in paths)
    return next((head for head in heads if spelled(head) == wanted), wanted)


def _is_known(artifact: Artifact, path: str) -> bool:
    sql = "SELECT 1 FROM docs WHERE path = ?1 UNION ALL SELECT 1 FROM skipped WHERE path = ?1"
    return first_row(artifact, sql, path) is not None or bool(files_under(artifact, path))


def find_doc(artifact: Artifact, path: str) -> Doc | None:
    """The file at a path as the artifact writes it, or None."""
    row = first_row(artifact, "SELECT id, path, blob, title, lines, format FROM docs WHERE path = ?", path)
    return Doc(*row) if row else None


def doc_by_id(artifact: Artifact, doc_id: int) -> Doc:
    """The file that a row refers to."""
    row = first_row(artifact, "SELECT id, path, blob, title, lines, format FROM docs WHERE id = ?", doc_id)
    assert row is not None, f"a row refers to document {doc_id}, which the artifact does not hold"
    return Doc(*row)


def doc_at(artifact: Artifact, path: str) -> Doc:
    """The file at a path as a reader may write it. Raises NotFound."""
    wanted = written(artifact, path)
    doc = find_doc(artifact, wanted)
    return doc if doc is not None else no_path(artifact, wanted)


def no_path(artifact: Artifact, path: str) -> NoReturn:
    """Raises what explains best: skipped and why, a folder, or the nearest paths."""
    skip = first_row(artifact, "SELECT reason, detail FROM skipped WHERE path = ?", path)
    if skip is not None:
        why = SKIP_REASONS.get(skip[0], skip[0]) + (f" ({skip[1]})" if skip[1] else "")
        raise NotFound(f"the file is not indexed: {why}", where=path, next_step="read it from the worktree")
    if files_under(artifact, path):
        raise NotFound("this is a folder", where=path or ".", next_step=f"outline(path={path!r})")
    files = [row[0] for row in artifact.execute("SELECT path FROM docs")]
    near = _near_paths(sorted({*files, *_folders(files)}), path)
    raise NotFound(
        "no such path in the index",
        where=path,
        next_step=f"nearest: {', '.join(near)}" if near else "outline() lists what there is",
    )


def _folders(files: Iterable[str]) -> Iterator[str]:
    for file in files:
        parts = file.split("/")
        yield from ("/".join(parts[:n]) for n in range(1, len(parts)))


def _near_paths(paths: Sequence[str], path: str, n: int = 3) -> list[str]:
    """Paths with the same file name first, then the most alike."""
    name = posixpath.basename(path).casefold()
    same = [p for p in paths if posixpath.basename(p).casefold() == name]
    alike = difflib.get_close_matches(path, paths, n=n, cutoff=0.5)
    if not same and not alike:
        names = difflib.get_close_matches(name, sorted({posixpath.basename(p) for p in paths}), n=1)
        same = [p for p in paths if posixpath.basename(p) in names]
    return list(dict.fromkeys(same[:n] + alike))[:n]


def no_id(artifact: Artifact, kind: str, wanted: int) -> NoReturn:
    """Raises NotFound: an id of the other kind, a rounded or mistyped id, or simply unknown."""
    other = "section" if kind == "chunk" else "chunk"
    if first_row(artifact, f"SELECT 1 FROM {other}s WHERE id = ?", wanted):
        hint = f"it is a {other} id: use {other}_id"
    else:
        ids = [str(row[0]) for row in artifact.execute(f"SELECT id FROM {kind}s")]
        near = _near_ids(ids, str(wanted))
        hint = f"nearest: {', '.join(near)}" if near else "take ids from a query or an outline"
    raise NotFound(f"no {kind} has this id", where=f"{kind}_id {wanted}", next_step=hint)


def _near_ids(ids: Sequence[str], wanted: str) -> list[str]:
    """Ids a typing slip away, or that begin alike (a number that went through a float is rounded
    in its last digits)."""
    head = wanted[:8]
    close = [i for i in ids if len(head) == 8 and i.startswith(head)] or [
        i for i in ids if i[:4] == wanted[:4] or i[-4:] == wanted[-4:]
    ]
    return difflib.get_close_matches(wanted, close, n=2, cutoff=0.7)


def files_under(artifact: Artifact, folder: str) -> list[tuple[Any, ...]]:
    """(path, title, size, lines, security) of the indexed files below a folder, by path."""
    prefix = f"{folder}/" if folder else ""
    return artifact.execute(
        """SELECT path, title, size, lines, security FROM docs
           WHERE ? = '' OR substr(path, 1, length(?)) = ? ORDER BY path""",
        (prefix, prefix, prefix),
    )
