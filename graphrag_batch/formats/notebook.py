"""Jupyter notebooks (nbformat 2 to 4) to Markdown: text cells as they are, code and outputs as fences.

The first line of every fence names its cell by its place in the notebook, counted from 1. Pictures are left
out, long outputs shortened; a warning says how much that was.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from graphrag_batch.config import FormatsConfig
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.decode import decode
from graphrag_batch.formats.frontmatter import read_front_matter
from graphrag_batch.formats.notebook_output import cell_output
from graphrag_batch.formats.notebook_text import close_open, fence, without_pictures
from graphrag_batch.records import Decoded, Unreadable

_MAX_AS_TEXT = 1_000_000
_MAGIC = re.compile(r"\s*%%(\w+)")
_MAGICS = {
    "bash": "bash", "sh": "bash", "html": "html", "javascript": "javascript", "js": "javascript",
    "sql": "sql", "latex": "latex", "markdown": "markdown", "perl": "perl", "ruby": "ruby", "svg": "svg",
    "cython": "cython", "R": "r",
}  # fmt: skip
_LANGUAGE = re.compile(r"[\w+#.\-]{1,40}")
_H1 = re.compile(r"^ {0,3}#\s+\S|^ {0,3}\S[^\n]*\n {0,3}=+\s*$", re.MULTILINE)
_RAW_INFO = {
    "text/html": "html",
    "text/latex": "latex",
    "text/markdown": "markdown",
    "text/restructuredtext": "rst",
}


@dataclass(slots=True)
class _Writing:
    """The Markdown of a notebook while it is made."""

    lines: list[str] = field(default_factory=list)
    anchors: list[tuple[int, str]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    has_title: bool = False

    def add(self, lines: list[str]) -> None:
        """Add a block, apart from what is before it."""
        if self.lines:
            self.lines.append("")
        self.lines += lines


def convert_notebook(raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """The Markdown of a notebook. What is no notebook, such as one with conflict marks, is read as it is."""
    decoded = decode(raw)
    if isinstance(decoded, Unreadable) or not decoded.text.strip():
        return decoded
    try:
        book = json.loads(decoded.text)
        cells = _cells(book)
    except (ValueError, RecursionError) as error:
        return _as_it_is(decoded, f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "")
    metadata = _dict(book.get("metadata"))
    language = _language(metadata, cells)
    writing = _Writing()
    meta, title, lang = _front(cells, metadata)
    for number, cell in enumerate(cells, start=1):
        _write_cell(writing, cell, number, language)
    warnings = [f"left out: {count} {what}" for what, count in sorted(writing.left_out.items())]
    text = _sound("\n".join(writing.lines))
    return Decoded(
        text=f"{text}\n" if text else "",
        encoding=decoded.encoding,
        warnings=(*decoded.warnings, *warnings),
        title=None if writing.has_title or title is None else _sound(title),
        lang=lang,
        meta=canonical_json(meta | {"kernel": language}),
        anchors=tuple(writing.anchors),
    )


def _cells(book: Any) -> list[dict[str, Any]]:
    """The cells of any version. Raises ValueError where there are none to be found."""
    if not isinstance(book, dict):
        raise ValueError("no notebook")
    cells = book.get("cells")
    if not isinstance(cells, list):  # nbformat 2 and 3
        sheets = book.get("worksheets")
        if not isinstance(sheets, list):
            raise ValueError("no cells")
        cells = [cell for sheet in sheets for cell in _list(_dict(sheet).get("cells"))]
    return [cell for cell in cells if isinstance(cell, dict)]


def _as_it_is(decoded: Decoded, where: str) -> Decoded | Unreadable:
    problem = f"not a notebook: no JSON of one{f' ({where})' if where else ''}"
    if len(decoded.text) > _MAX_AS_TEXT:
        return Unreadable("unreadable", problem)
    return Decoded(
        text="\n".join(fence(decoded.text.rstrip("\n").split("\n"), "json")) + "\n",
        encoding=decoded.encoding,
        warnings=(*decoded.warnings, f"read as it is: {problem}"),
    )


def _front(cells: list[dict[str, Any]], metadata: dict[str, Any]) -> tuple[dict[str, Any], str | None, str]:
    """(meta, title, language) from front matter in the first cell, else from the notebook's metadata."""
    front = read_front_matter(_source(cells[0])) if cells and cells[0].get("cell_type") != "code" else None
    meta: dict[str, Any] = json.loads(front.meta) if front is not None else {}
    if front is not None and front.tags:
        meta["tags"] = list(front.tags)
    title = front.title if front is not None else None
    if title is None and isinstance(metadata.get("title"), str):
        title = " ".join(metadata["title"].split()) or None
    names = [_dict(a).get("name") if isinstance(a, dict) else a for a in _list(metadata.get("authors"))]
    authors = [" ".join(_sound(name).split()) for name in names if isinstance(name, str) and name.strip()]
    if authors:
        meta.setdefault("author", ", ".join(authors))
    return meta, title, front.lang if front is not None else ""


def _language(metadata: dict[str, Any], cells: list[dict[str, Any]]) -> str:
    """The language of the code cells, as fences name it."""
    names = [
        _dict(metadata.get("language_info")).get("name"),
        _dict(metadata.get("kernelspec")).get("language"),
        next((cell.get("language") for cell in cells if cell.get("cell_type") == "code"), None),
        _dict(metadata.get("kernelspec")).get("name"),
    ]
    name = next(
        (_sound(n.lower()) for n in names if isinstance(n, str) and n), "python"
    )  # Jupyter's own default
    name = re.sub(r"^(?:i?python|ipython)[\d.]*$", "python", name)
    return {"ir": "r", "c++11": "cpp", "c++14": "cpp", "c++17": "cpp", "c++": "cpp"}.get(name, name)


def _write_cell(writing: _Writing, cell: dict[str, Any], number: int, language: str) -> None:
    source, kind = _source(cell), cell.get("cell_type")
    first = len(writing.lines) + bool(writing.lines)
    if kind == "code":
        _write_code(writing, cell, source, number, language)
    elif kind == "heading":
        level = cell.get("level")
        level = min(max(level, 1), 6) if isinstance(level, int) else 1
        if text := " ".join(source.split()):
            writing.has_title |= level == 1
            writing.add([f"{'#' * level} {text}"])
    elif source.strip():
        source, pictures = without_pictures(source)
        writing.left_out.update({"pictures": pictures} if pictures else {})
        if kind == "markdown" and not (number == 1 and read_front_matter(source).last):
            writing.has_title |= _H1.search(source) is not None
            writing.add(close_open(source.strip("\n").split("\n")))
        elif kind == "markdown":
            writing.add(fence(source.strip().split("\n"), "yaml"))
        else:
            mime = _dict(cell.get("metadata")).get("format", _dict(cell.get("metadata")).get("raw_mimetype"))
            info = "yaml" if read_front_matter(source).last else _RAW_INFO.get(str(mime), "text")
            writing.add(fence(source.strip("\n").split("\n"), info))
    if len(writing.lines) > first:
        names = [cell.get("id"), f"cell-{number}"]
        writing.anchors += ((first, n) for n in names if isinstance(n, str) and _LANGUAGE.fullmatch(n))


def _write_code(writing: _Writing, cell: dict[str, Any], source: str, number: int, language: str) -> None:
    magic = _MAGIC.match(source)
    info = _MAGICS.get(magic[1], language) if magic is not None else language
    info = info if _LANGUAGE.fullmatch(info) else "text"
    if source.strip():
        writing.add(fence(source.strip("\n").split("\n"), f"{info} cell={number}"))
    lines = cell_output(_list(cell.get("outputs")), writing.left_out)
    if lines:
        writing.add(fence(lines, "text output"))


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", cell.get("input", ""))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    return source.replace("\r\n", "\n").replace("\r", "\n") if isinstance(source, str) else ""


def _sound(text: str) -> str:
    """JSON can spell NULs and lone surrogates, which no database takes."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
