"""Running headers, footers and page numbers: what stands at the edge of page after page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from graphrag_batch.formats.pdf_headings import CAPTION
from graphrag_batch.formats.pdf_page import Line, PageText, join

_EDGE = 4  # rows from the edge that can be furniture
_SAME_PLACE = 6.0  # points
_NUMBER = r"(?:\d{1,5}|[ivxlcdm]{1,8})"
_PAGE_NUMBER = re.compile(
    rf"\W*(?:(?:page|seite|p[aá]gina|p\.|pag\.|стр\.|第)\s*)?({_NUMBER})"
    rf"(?:\s*(?:of|von|de|di|sur|из|/|\|)\s*{_NUMBER}|\s*[页頁ページ]*)?\W*",
    re.IGNORECASE,
)
_EDGE_NUMBERS = re.compile(r"^[\W\d_]+|[\W\d_]+$")


@dataclass(slots=True)
class _Edge:
    """A row near the top or the bottom of a page."""

    page: int
    rank: int  # from the edge
    lines: list[Line]
    text: str
    norm: str
    y: float
    size: float
    number: int | None  # the page number, if it is nothing else


def remove_furniture(pages: list[PageText], body_size: float, tables: bool) -> list[str]:
    """Take it out of the pages' lines; returns the texts that were repeated, each once.

    It stays where neither other lines nor `tables` would be left.
    """
    repeated: dict[str, str] = {}
    before = [page.lines for page in pages]
    for top in (True, False):
        edges = [_edges(page, top) for page in pages]
        marked = _marked(edges, len(pages), body_size)
        for page, rows in zip(pages, edges, strict=True):
            gone: set[int] = set()
            for edge in rows:  # from the outside in: nothing is cut out of the middle
                if (edge.page, edge.rank) not in marked:
                    break
                gone |= {id(line) for line in edge.lines}
                if edge.number is None:
                    repeated.setdefault(edge.norm, _EDGE_NUMBERS.sub("", edge.text))
            if gone:
                page.lines = [line for line in page.lines if id(line) not in gone]
    if not tables and not any(page.lines for page in pages):
        for page, lines in zip(pages, before, strict=True):
            page.lines = lines
        return []
    return list(repeated.values())


def _edges(page: PageText, top: bool) -> list[_Edge]:
    rows: list[list[Line]] = []
    lines = sorted((n for n in page.lines if not n.across), key=lambda n: (n.base, n.x0))
    for line in lines if top else reversed(lines):
        if rows and abs(rows[-1][0].base - line.base) <= 0.4 * max(line.size, 1.0):
            rows[-1].append(line)
        elif len(rows) == _EDGE:
            break
        else:
            rows.append([line])
    return [_edge(page, rank, row) for rank, row in enumerate(rows)]


def _edge(page: PageText, rank: int, row: list[Line]) -> _Edge:
    row = sorted(row, key=lambda n: n.x0)
    text = " ".join(join(line.words) for line in row)
    match = _PAGE_NUMBER.fullmatch(text)
    norm = " ".join(_without_number(join(line.words)) for line in row)
    size = max(line.size for line in row)
    return _Edge(page.number, rank, row, text, norm, row[0].base, size, _value(match[1]) if match else None)


def _without_number(text: str) -> str:
    """The text in lower case, `#` for a page's number: all of it, or its first or last word."""
    if _PAGE_NUMBER.fullmatch(text):
        return "#"
    words = text.lower().split()
    ends = (0, len(words) - 1)
    return " ".join("#" if n in ends and w.strip(".|-–—").isdecimal() else w for n, w in enumerate(words))


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number)
    total, last = 0, 0
    for digit in reversed(number.lower()):
        value = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}[digit]
        total, last = (total - value, last) if value < last else (total + value, value)
    return total


def _marked(edges: list[list[_Edge]], pages: int, body_size: float) -> set[tuple[int, int]]:
    """(page, rank) of the rows that are furniture."""
    rows = [edge for page in edges for edge in page]
    marked = _numbers(rows, pages)
    if pages < 3:
        return marked
    for group in _same_text(rows).values():
        for same in _same_place(group):
            on = {edge.page for edge in same}
            most = len(on) >= max(2 if pages < 6 else 3, 0.25 * pages)
            if most or (len(on) >= 2 and _in_slot(same, rows, pages) and _is_small(same, body_size)):
                marked |= {(edge.page, edge.rank) for edge in same}
    return marked


def _numbers(rows: list[_Edge], pages: int) -> set[tuple[int, int]]:
    """Page numbers: alone in their row, and going up with the pages."""
    numbers = [edge for edge in rows if edge.number is not None]
    if pages < 3:
        return {(e.page, e.rank) for e in numbers if e.rank == 0 and _is_own_number(e)}
    marked: set[tuple[int, int]] = set()
    shifts = Counter((e.number or 0) - e.page for e in numbers)
    for edge in numbers:
        if shifts[(edge.number or 0) - edge.page] >= 2:
            marked.add((edge.page, edge.rank))
    return marked


def _is_own_number(edge: _Edge) -> bool:
    """`2` on the second page, or `Page 1 of 2`."""
    if edge.text.strip("-–— ").isdecimal():
        return edge.number == edge.page + 1
    return any(map(str.isdecimal, edge.text))


def _same_text(rows: list[_Edge]) -> dict[str, list[_Edge]]:
    groups: dict[str, list[_Edge]] = defaultdict(list)
    for edge in rows:
        letters = sum(map(str.isalpha, edge.norm))
        # More cells are the head of a table.
        if letters >= 2 and len(edge.lines) <= 3 and not CAPTION.match(edge.text):
            groups[edge.norm].append(edge)
    return groups


def _same_place(group: list[_Edge]) -> list[list[_Edge]]:
    places: list[list[_Edge]] = []
    for edge in sorted(group, key=lambda e: (e.y, e.page)):
        if places and edge.y - places[-1][0].y <= _SAME_PLACE:
            places[-1].append(edge)
        else:
            places.append([edge])
    return places


def _in_slot(same: list[_Edge], rows: list[_Edge], pages: int) -> bool:
    """Whether most pages have something at this place: then a text that changes from chapter to chapter
    is a running header too."""
    y, rank = same[0].y, min(edge.rank for edge in same)
    return len({e.page for e in rows if abs(e.y - y) <= 2 and e.rank == rank}) >= 0.6 * pages


def _is_small(same: list[_Edge], body_size: float) -> bool:
    return max(edge.size for edge in same) <= 1.1 * body_size
