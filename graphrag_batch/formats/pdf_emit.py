"""From blocks to Markdown lines: what was no markup is escaped, so that no false structure arises."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphrag_batch.formats.pdf_blocks import Block, without_mark
from graphrag_batch.formats.pdf_layout import Row
from graphrag_batch.formats.pdf_page import Word, join
from graphrag_batch.formats.pdf_tables import Table

_INLINE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|[*`]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)|\](?=[\[(])|!(?=\[)|~~"
)
_LINE_START = re.compile(r"(?:\[[^\]]*\]:|[#>|=]|[-+](?=\s|$)|[-_=]{2,}\s*$|:?-+:?\s*\||~{3})")
_NUMBER_START = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_LEADERS = re.compile(r"\s*(?:[.·…]\s?){5,}\s*")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]$")
_WORD = re.compile(r"^\w+")


@dataclass(slots=True)
class Page:
    """The blocks of one page."""

    number: int
    blocks: list[Block]


@dataclass(slots=True)
class Written:
    """The text being written: lines, and where pages begin."""

    lines: list[str] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)

    def blank(self) -> None:
        """An empty line, unless there is one."""
        if self.lines and self.lines[-1]:
            self.lines.append("")


def write(pages: list[Page], compounds: frozenset[str]) -> Written:
    """All pages as Markdown. `compounds` are the hyphenated words that the document itself writes."""
    made = Written()
    _divide(pages, compounds)
    before: Block | None = None
    for page in pages:
        _nest(page.blocks)
        made.pages.append(len(made.lines))
        for n, block in enumerate(page.blocks):
            if not (n == 0 and before is not None and _flows(before, block)) and not _tight(before, block):
                made.blank()
                if n == 0:
                    made.pages[-1] = len(made.lines)
            _write(made, block)
            before = block
    return made


def _flows(before: Block, block: Block) -> bool:
    """Whether a paragraph goes on over the page's end."""
    if before.kind not in ("paragraph", "item") or block.kind != "paragraph":
        return False
    last, first = before.text, block.text
    return not re.search(r"[.!?:。！？：][\"'”’)\]]?$", last) and not first[:1].isupper()


def _tight(before: Block | None, block: Block) -> bool:
    return before is not None and before.kind == block.kind == "item"


def _write(made: Written, block: Block) -> None:
    if block.kind == "heading":
        title = " ".join(inline(row.words, code=False) for row in block.rows)
        made.lines.append(f"{'#' * min(block.level, 6)} {_heading_text(title)}")
    elif block.kind == "code":
        made.lines += _code(block.rows)
    elif block.kind == "table" and block.table is not None:
        made.lines += table_lines(block.table)
    elif block.kind == "note":
        made.lines.append(_line_start(escape(block.note), True))
    else:
        lines = _lines(block.words)
        if block.kind == "item":
            made.lines += _item(block, lines)
        else:
            made.lines += [_line_start(line, n == 0) for n, line in enumerate(lines)]


def _heading_text(title: str) -> str:
    return re.sub(r"(#+)$", r"\\\1", title)


def _item(block: Block, lines: list[str]) -> list[str]:
    indent = " " * block.level
    rest = indent + " " * _item_width(block.mark)
    first, *others = lines
    if block.mark == "-":
        first = f"- {_line_start(first, True)}"
    elif not _is_ordered(block.mark):  # Markdown knows no letters: the letter stays as text
        first = f"- {first}"
    return [indent + first, *(rest + _line_start(line) for line in others)]


def _nest(blocks: list[Block]) -> None:
    """Give items that follow one another the indentation of their place: that of what stands left of them."""
    path: list[tuple[float, int]] = []  # (x, indentation of what belongs to the item)
    for block in blocks:
        if block.kind != "item":
            path = []
            continue
        x = block.rows[0].x0 - block.rows[0].left  # columns stand apart, their items do not
        while path and x < path[-1][0] + 4:
            path.pop()
        block.level = min(path[-1][1] if path else 0, 30)
        path.append((x, block.level + _item_width(block.mark)))


def _is_ordered(mark: str) -> bool:
    return mark[:-1].isdecimal()


def _item_width(mark: str) -> int:
    """How far what belongs to an item is indented."""
    return len(mark) + 1 if _is_ordered(mark) else 2


# ---- words ------------------------------------------------------------------------------------


def inline(words: list[Word], code: bool = True) -> str:
    """Words as Markdown text: links and (if wanted) code marked, all else escaped."""
    parts: list[str] = []
    n = 0
    while n < len(words):
        end = n + 1
        same = _kind(words[n], code)
        while end < len(words) and _kind(words[end], code) == same:
            end += 1
        run = words[n:end]
        if parts and not run[0].glued:
            parts.append(" ")
        parts.append(_run(run, same))
        n = end
    return "".join(parts)


def _kind(word: Word, code: bool) -> tuple[str, bool]:
    return word.uri, word.style.mono and code


def _run(words: list[Word], kind: tuple[str, bool]) -> str:
    uri, mono = kind
    text = join(words)
    plain = mono and "`" not in text
    shown = f"`{text}`" if plain and any(map(str.isalnum, text)) else escape(text)
    if not uri:
        return shown
    if uri == text and uri.startswith(("http://", "https://")):
        return text
    if not any(map(str.isalnum, text)):
        return shown
    target = uri.replace(" ", "%20").replace("<", "%3C").replace(">", "%3E").replace("|", "%7C")
    if "(" in target or ")" in target:
        target = f"<{target}>"
    shown = (
        shown
        if plain
        else shown.replace("[", r"\[").replace("]", r"\]").replace(r"\\[", r"\[").replace(r"\\]", r"\]")
    )
    return f"[{shown}]({target})"


def escape(text: str) -> str:
    """Text in which nothing reads as inline markup."""
    return _INLINE.sub(lambda m: "\\" + m[0] if m[0] != "~~" else r"\~\~", text)


def _line_start(line: str, first: bool = False) -> str:
    """A line of a paragraph that does not begin any other block."""
    match = _NUMBER_START.match(line)
    if match and (first or match[1] == "1"):  # no other number interrupts a paragraph
        return f"{match[1]}\\{line[match.end(1) :]}"
    return f"\\{line}" if _LINE_START.match(line) else line


# ---- hyphens ----------------------------------------------------------------------------------


def _divide(pages: list[Page], compounds: frozenset[str]) -> None:
    """Give the paragraphs and items their words by line, divided words whole; over the end of a page too."""
    before: Block | None = None
    for block in (block for page in pages for block in page.blocks):
        if block.kind in ("paragraph", "item"):
            block.words = [row.words for row in block.rows]
            if block.kind == "item":
                block.words[0] = without_mark(block.words[0], block.mark)
            _join_words(block.words, compounds)
            if before is not None and before.page < block.page and _flows(before, block):
                _join_words(ends := [before.words[-1], block.words[0]], compounds)
                block.words[0] = ends[1]
        before = block


def _join_words(rows: list[list[Word]], compounds: frozenset[str]) -> None:
    for n in range(len(rows) - 1):
        if rows[n] and rows[n + 1]:
            rows[n + 1] = _rejoin(rows[n], rows[n + 1], compounds)


def _lines(rows: list[list[Word]]) -> list[str]:
    lines = (_LEADERS.sub(" … ", inline(words)).rstrip() for words in rows if words)
    return [line for line in lines if line]


def _rejoin(row: list[Word], below: list[Word], compounds: frozenset[str]) -> list[Word]:
    """Take the rest of a divided word from the line below; returns what is left there."""
    last, first = row[-1], below[0]
    if not _HYPHEN.search(last.text) or not first.text[:1].islower() or not _letters(first.text):
        return below
    taken = 1
    while taken < len(below) and below[taken].glued:
        taken += 1
    head, rest = last.text, first.text
    text = head[:-1] + rest if _divided(row, head, rest, compounds) else head + rest
    row[-1] = Word(text, last.x0, last.x1, last.style, last.glued, last.uri)
    row.extend(below[1:taken])
    return below[taken:]


def _letters(text: str) -> bool:
    match = _WORD.match(text)
    return match is not None and match[0].isalpha()


def _divided(row: list[Word], head: str, rest: str, compounds: frozenset[str]) -> bool:
    """Whether the hyphen only divides the word at the line's end. It belongs to the word where the document
    writes the word so elsewhere, or where the word has another hyphen (state-of-the-art)."""
    stem = head[:-1].lstrip("([{\"'“‘«")
    tail = re.match(r"[\w-]+", rest)
    whole = f"{stem}-{tail[0] if tail else rest}".lower()
    if head[-1] == "\u00ad":
        return True
    if whole in compounds:
        return False
    if "-" in stem or "-" in (tail[0].rstrip("-") if tail else ""):
        return False
    return len(stem) >= 2 and stem.lower() not in _KEEP


_KEEP = frozenset(
    ["self", "non", "well", "all", "half", "high", "low", "long", "short", "real", "full", "multi", "cross"]
)


def compounds_of(lines: list[str]) -> frozenset[str]:
    """The words with a hyphen inside that stand within a line."""
    found: set[str] = set()
    for line in lines:
        if "-" in line:
            found.update(m.lower() for m in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)+", line))
    return frozenset(found)


# ---- code and tables --------------------------------------------------------------------------


def _code(rows: list[Row]) -> list[str]:
    """A fence, indented as on the page."""
    widths = [(w.x1 - w.x0) / len(w.text) for row in rows for w in row.words if w.text and w.x1 > w.x0]
    width = sorted(widths)[len(widths) // 2] if widths else 6.0
    left = min(row.x0 for row in rows)
    lines: list[str] = []
    above: Row | None = None
    for row in rows:
        height = max(row.y1 - row.y0, 1.0)
        if above is not None and above.y0 < row.y0 and row.y0 - above.y1 > 0.7 * height:
            lines.append("")
        lines.append(_code_line(row, left, width))
        above = row
    longest = max((len(m) for line in lines for m in re.findall(r"`{3,}", line)), default=2)
    fence = "`" * (longest + 1)
    return [fence, *lines, fence]


def _code_line(row: Row, left: float, width: float) -> str:
    line = ""
    for word in row.words:
        column = round((word.x0 - left) / width)
        if line and not word.glued:
            line += " " * max(1, min(column - len(line), 200))
        elif not line:
            line = " " * min(column, 200)
        line += word.text
    return line.rstrip()


def table_lines(table: Table) -> list[str]:
    """A Markdown table; the first row is its head."""
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    width = max(len(row) for row in rows)
    rows = [row + [""] * (width - len(row)) for row in rows]
    made = [f"| {' | '.join(row)} |" for row in rows]
    return [made[0], f"|{' --- |' * width}", *made[1:]]


def _cell(lines: list[list[Word]]) -> str:
    rows = [list(words) for words in lines]
    _join_words(rows, frozenset())
    text = " ".join(_lines(rows))
    return re.sub(r"(?<!\\)\|", r"\\|", text)
