"""Text straight from the artifact, so that line numbers always match the text shown.

An artifact keeps chunks, not files. Between two chunks lies white space only, so a file's text comes
back from its chunks: spans say how much white space there was, line numbers how many line ends. What
is lost is which blanks they were: they come back as indentation of the line that follows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import NotFound
from graphrag_batch.formats.families import family_of
from graphrag_batch.retrieve.described import Described, described
from graphrag_batch.retrieve.finding import (
    Doc,
    doc_at,
    doc_by_id,
    first_row,
    no_id,
)
from graphrag_batch.retrieve.sections import pages_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphrag_batch.artifact.read import Artifact

READ_BUDGET = 1500
MOST_BLANKS = 20_000_000

# Pieces of at most four letters or digits; every other mark is a token of its own.
_TOKEN = re.compile(r"[A-Za-z]{1,4}|[0-9]{1,4}|[^\sA-Za-z0-9]")
_CURSOR = re.compile(r"(\d{1,9})\.(\d{1,9})@([0-9a-f]{8})", re.ASCII)


def estimate_tokens(text: str) -> int:
    """About how many tokens a model's tokenizer makes of `text`, rather too many than too few: one
    for each mark, each CJK character, and each four letters or digits of a word."""
    return len(_TOKEN.findall(text))


@dataclass(frozen=True, slots=True)
class Page:
    """A run of whole lines of one file (or a part of one line too long for the budget).

    `chunk_id` and `section_id` are the ones asked for, else 0; `previous` and `next` are the chunks
    before and after the one asked for, 0 at the ends. `cursor`, with the same arguments, reads on.
    `pages` are those that the lines are on. `made_of` is the format of a file that is no text: its lines
    are those of the text made of it. `about` is what else is known of the document.
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
    pages: tuple[int, int] | None = None
    made_of: str = ""
    about: Described | None = None


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
            f"line {first} does not exist: the file has {doc.lines} line{'s' * (doc.lines != 1)}",
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
        pages=_pages(artifact, doc, line, line + len(taken) - 1),
        made_of=doc.format if family_of(doc.format).converted else "",
        about=described(artifact, doc.id),
        **extra,
    )


def _pages(artifact: Artifact, doc: Doc, first: int, last: int) -> tuple[int, int] | None:
    """The pages of the chunks that share these lines."""
    row = first_row(
        artifact,
        """SELECT min(page_start), max(page_end) FROM chunks
           WHERE doc = ? AND start_line <= ? AND end_line >= ?""",
        doc.id, last, first,
    )  # fmt: skip
    return pages_of(*row) if row else None


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
    end_line, in order of (start, ordinal). Raises ValueError for more blanks than any file has."""
    parts: list[str] = []
    position, line, blanks = 0, 1, 0
    for text, start, end, start_line, end_line in rows:
        if end <= position:
            continue
        if start > position:
            blanks += _counted(blanks, start - position, start_line - line)
            parts.append(_gap(start - position, start_line - line, text))
        parts.append(text[max(0, position - start) :])
        position, line = end, end_line
    _counted(blanks, lines - line)
    parts.append("\n" * (lines - line))
    return "".join(parts)


def _counted(blanks: int, *more: int) -> int:
    if blanks + max(more) > MOST_BLANKS:
        raise ValueError("a file of too many blanks")
    return max(0, *more)


def _gap(width: int, newlines: int, text: str) -> str:
    """`width` characters of white space before `text`: its line ends, then indentation."""
    blank = "\t" if "\n\t" in text and newlines else " "
    return "\n" * newlines + blank * max(0, width - newlines)
