"""From rows in reading order to what they are: headings, paragraphs, list items, code, tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from graphrag_batch.formats.pdf_headings import Headings, is_numbered, looks_like_heading, match_outline
from graphrag_batch.formats.pdf_layout import Item, Row
from graphrag_batch.formats.pdf_page import Word, join
from graphrag_batch.formats.pdf_tables import Table

_BULLETS = "•▪▫‣◦●○■□◆◇►▶▸➢➤✓✔❖⁃∙\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06e\uf0a8"
_BULLET = re.compile(rf"(?:[{_BULLETS}·–—*-]|o(?=$))$")
_BULLET_GLUED = re.compile(rf"[{_BULLETS}](?=\S)")
_NUMBER = re.compile(r"(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]$|\((?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})\)$")
_ENDS = re.compile(r"[.!?:。！？：][\"'”’)\]]?$")


@dataclass(slots=True)
class Block:
    """What a run of rows is: `kind` is heading, paragraph, item, code, table or note."""

    kind: str
    rows: list[Row] = field(default_factory=list)
    level: int = 0  # of a heading; by how much an item is indented
    mark: str = ""  # what stands before an item
    table: Table | None = None
    note: str = ""
    words: list[list[Word]] = field(default_factory=list)  # by line, as they are written
    page: int = 0

    @property
    def text(self) -> str:
        """All its words."""
        return " ".join(join(row.words) for row in self.rows)


def page_blocks(items: list[Item], page: int, headings: Headings) -> list[Block]:
    """The blocks of one page."""
    rows = [item for item in items if isinstance(item, Row)]
    named = match_outline(headings, page, rows)
    pitch = _pitch(rows, headings)
    blocks: list[Block] = []
    last: Row | None = None
    skip, number = 0, -1
    for at, item in enumerate(items):
        if isinstance(item, Table):
            blocks.append(Block("table", table=item, page=page))
            last = None
            continue
        number += 1
        if skip:
            skip -= 1
            blocks[-1].rows.append(item)
        elif number in named:
            level, count = named[number]
            blocks.append(Block("heading", [item], level, page=page))
            skip = count - 1
        else:
            _add(blocks, item, last, _space(last, item), _space_below(items, at), pitch, headings, page)
        last = item
    return blocks


def _space(above: Row | None, row: Row) -> float:
    """White space between two rows; plenty at the top of a page or column."""
    if above is None or row.y0 < above.y0:
        return 99.0
    return row.y0 - above.y1


def _space_below(items: list[Item], at: int) -> float:
    below = items[at + 1] if at + 1 < len(items) else None
    row = items[at]
    return below.y0 - row.y1 if below is not None and below.y0 >= row.y0 else 99.0


def _pitch(rows: list[Row], headings: Headings) -> float:
    """The white space between the lines of the page's paragraphs (may be negative: boxes overlap)."""
    steps: Counter[float] = Counter()
    for a, b in pairwise(rows):
        if b.y0 > a.y0 and a.main.size == b.main.size and b.y0 - a.y1 < a.main.size:
            steps[round((b.y0 - a.y1) * 2) / 2] += 1
    return min(max(steps, key=lambda s: (steps[s], -s), default=2.0), 0.8 * headings.body.size)


def _add(
    blocks: list[Block],
    row: Row,
    last: Row | None,
    before: float,
    after: float,
    pitch: float,
    headings: Headings,
    page: int,
) -> None:
    """Put the row where it belongs: to the last block, or into one of its own."""
    block = blocks[-1] if blocks else None
    jumps = last is not None and row.y0 < last.y0  # to another column
    wide = before > pitch + 0.35 * headings.body.size and not jumps
    if _is_code(row):
        if block is not None and block.kind == "code" and before < 2.5 * row.main.size:
            block.rows.append(row)
        else:
            blocks.append(Block("code", [row], page=page))
        return
    if block is not None and block.kind == "heading" and _goes_on(block, row, before):
        block.rows.append(row)
        return
    if looks_like_heading(headings, row, before - max(pitch, 0), after - max(pitch, 0)):
        blocks.append(Block("heading", [row], page=page))
        return
    mark = item_mark(row)
    if mark and (wide or _may_begin_item(block, row, mark)):
        blocks.append(Block("item", [row], mark=mark, page=page))
        return
    if (
        block is None
        or last is None
        or block.kind not in ("paragraph", "item")
        or wide
        or _begins_paragraph(block, last, row)
    ):
        blocks.append(Block("paragraph", [row], page=page))
    else:
        block.rows.append(row)


def _goes_on(block: Block, row: Row, before: float) -> bool:
    """Whether a heading that its looks told goes on in the next row."""
    a, b = block.rows[-1].main.style, row.main.style
    same = a.size == b.size and a.bold == b.bold and a.font == b.font
    close = -a.size < before < 0.6 * a.size and len(block.text) + len(join(row.words)) <= 250
    return same and close and not block.level and not is_numbered(join(row.words))


def _is_code(row: Row) -> bool:
    words = row.words
    mono = sum(len(w.text) for w in words if w.style.mono)
    total = sum(len(w.text) for w in words)
    return mono >= 0.9 * total or (
        mono >= 0.6 * total and len(words) > 0 and words[0].style.mono and total < 6
    )


def item_mark(row: Row) -> str:
    """The bullet or number that stands before the row's text, "" without one."""
    words = row.words
    first = words[0].text
    if len(words) > 1 and not words[1].glued:
        if _BULLET.match(first):
            return "-"
        if _NUMBER.fullmatch(first):
            return first
    return "-" if _BULLET_GLUED.match(first) else ""


def without_mark(words: list[Word], mark: str) -> list[Word]:
    """The item's words after its bullet (numbers stay: they are text)."""
    if mark != "-":
        return words
    first = words[0]
    if len(first.text) == 1:
        return words[1:]
    rest = Word(first.text[1:], first.x0, first.x1, first.style, False, first.uri)
    return [rest, *words[1:]]


def _may_begin_item(block: Block | None, row: Row, mark: str) -> bool:
    """Whether an item may begin without white space above: after a heading or colon, beside another
    item, or by a bullet that stands nowhere else."""
    if block is None or block.kind in ("heading", "table", "code"):
        return True
    if mark == "-" and row.words[0].text not in ("-", "–", "—", "·", "*", "o"):
        return True
    if block.kind == "item":
        same = abs(block.rows[0].x0 - row.x0) < 2 or row.x0 > block.rows[0].x0 + 4
        return same or len(block.rows) == 1
    last = block.rows[-1]
    return bool(_ENDS.search(join(last.words))) and (row.x0 > last.left + 2 or mark != "-")


def _begins_paragraph(block: Block, last: Row, row: Row) -> bool:
    """Whether a row begins a paragraph though it stands close under the last: by its size, by an indent,
    or because the last one ended early."""
    size = row.main.size
    if (
        abs(size - last.main.size) > 0.12 * max(size, last.main.size)
        and min(row.main.chars, last.main.chars) > 3
    ):
        return True
    if row.y0 < last.y0 - size or row.left != last.left or row.right != last.right:  # another column
        return bool(_ENDS.search(join(last.words))) and not join(row.words)[:1].islower()
    if block.kind == "item":
        return row.x0 < block.rows[0].x0 - 1 and bool(_ENDS.search(join(last.words)))
    indent = row.x0 - max(last.left, last.x0)
    if 0.8 * size <= indent <= 5 * size and len(block.rows) >= 1 and abs(last.x0 - last.left) < 0.5 * size:
        return True
    ends = bool(_ENDS.search(join(last.words)))
    return ends and last.x1 < last.right - 0.2 * (last.right - last.left)
