"""Which rows are headings: those the outline names, else those set apart by size, weight or number."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphrag_batch.formats.pdf_layout import Row
from graphrag_batch.formats.pdf_page import Line, PageText, Style, join

_LONGEST = 200
_NUMBERED = re.compile(
    r"(?:(?:chapter|section|part|appendix|annex|article|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|"
    r"parte|anexo|capitolo|глава|раздел)\s+)?((?:\d{1,3}|[A-Z]|[IVX]{1,6})(?:\.\d{1,3}){0,5})[.):]?\s+(?=\S)",
    re.IGNORECASE,
)
_CJK_NUMBERED = re.compile(r"第[\d一二三四五六七八九十百]+[章节節条部編篇]")
CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|listing|algorithm|abb(?:ildung|\.)|tabelle|图|表|図)\s*\d", re.IGNORECASE
)
_ENDS_SENTENCE = re.compile(r"[.,;:。，；、][\"'”’)\]]?$")
_LABEL = re.compile(
    r"(?:(?:chapter|section|part|appendix|kapitel|chapitre)\s+)?"
    r"(?:\d{1,3}|[A-Z]|[IVXLC]{1,6})(?:[-.](?:\d{1,3}|[A-Z]|[IVX]{1,6}))*[.):]?\s+",
    re.IGNORECASE,
)
_LEADERS = re.compile(r"(?:[.·…_]\s?){4,}|\s\.\s\.\s")
_WIDE_SENTENCE = re.compile(r"[，。；、？！](?=.)|[。；，]$")
_NOT_WORDS = re.compile(r"[\W_]+")


@dataclass(slots=True)
class Entry:
    """One entry of the outline: where it leads, in the coordinates of its page (`y` None: unknown)."""

    level: int
    title: str
    page: int
    y: float | None
    used: bool = False


@dataclass(slots=True)
class Headings:
    """What tells headings apart in one document."""

    body: Style
    entries: dict[int, list[Entry]] = field(default_factory=dict)  # by page


def body_style(pages: list[PageText]) -> Style:
    """The style of most characters; of the proportional ones, unless nearly all are of one width."""
    count: Counter[Style] = Counter()
    for page in pages:
        for line in page.lines:
            for word in line.words:
                count[word.style] += len(word.text)
    prose = {style: n for style, n in count.items() if not style.mono}
    if sum(prose.values()) < 0.3 * sum(count.values()):
        prose = dict(count)
    sizes: Counter[float] = Counter()
    for style, n in prose.items():
        sizes[style.size] += n
    if not sizes:
        return Style(10.0, "", False, False, False)
    size = max(sizes, key=lambda s: (sizes[s], -s))
    return max((s for s in prose if s.size == size), key=lambda s: (prose[s], s))


def outline_of(doc: Any, pages: list[PageText]) -> dict[int, list[Entry]]:
    """The document's outline by page."""
    entries: dict[int, list[Entry]] = {}
    for level, name, page, place in doc.get_toc(simple=False):
        title = " ".join(str(name).split())
        if not title or not 1 <= page <= len(pages):
            continue
        to = place.get("to") if isinstance(place, dict) else None
        y = pages[page - 1].point(to.x, to.y)[1] if to is not None and to.y else None
        entries.setdefault(page - 1, []).append(Entry(level, title, page - 1, y))
    return entries


def letters(text: str) -> str:
    """The text as titles are compared: letters and digits alone."""
    return _NOT_WORDS.sub("", text).casefold()


def match_outline(headings: Headings, page: int, rows: list[Row]) -> dict[int, tuple[int, int]]:
    """{first row: (level, number of rows)} of the headings that the outline names on this page."""
    found: dict[int, tuple[int, int]] = {}
    texts = [_Title.of(join(row.words)) for row in rows]
    for entry in headings.entries.get(page, []):
        places = [m for m in _matches(_Title.of(entry.title), texts) if m[0] not in found]
        if not places:
            continue
        size = max(rows[n].main.size for n, _ in places)
        best = min(places, key=lambda m: (_distance(rows[m[0]], entry, size), m))
        found[best[0]] = (entry.level, best[1])
        entry.used = True
    return found


def _distance(row: Row, entry: Entry, size: float) -> float:
    if entry.y is None:
        return size - row.main.size
    return abs(row.y0 - entry.y) + 10 * (size - row.main.size)


class _Title(NamedTuple):
    """A title as titles are compared: with the number or letter that stands before it, and without."""

    whole: str
    bare: str

    @classmethod
    def of(cls, text: str) -> _Title:
        return cls(letters(text), letters(_LABEL.sub("", text)))


def _matches(title: _Title, texts: list[_Title]) -> list[tuple[int, int]]:
    """(first row, rows) of all places where up to four rows together read as the title."""
    found = []
    for n, text in enumerate(texts):
        whole, bare = "", ""
        for more in range(min(4, len(texts) - n) if text.whole and title.whole else 0):
            whole += texts[n + more].whole
            bare += texts[n + more].whole if more else text.bare
            if whole == title.whole or (bare == title.bare and len(bare) > 2):
                found.append((n, more + 1))
                break
            if len(bare) > len(title.whole):
                break
    return found


def looks_like_heading(headings: Headings, row: Row, before: float, after: float) -> bool:
    """Whether the row's own looks set it apart as a heading. `before` and `after` are the white space
    above and below it, in points."""
    text = join(row.words)
    main = row.main
    if not _may_head(text, row):
        return False
    body = headings.body
    style = main.style
    if style.mono and not body.mono:
        return False
    if main.size >= body.size * 1.15:
        return len(text) <= 120 or main.size >= body.size * 1.4
    if main.size < body.size * 0.95:
        return False
    apart = before >= 0.35 * body.size
    heavy = _all_bold(main) and not body.bold
    numbered = is_numbered(text)
    if heavy and (apart or numbered) and len(text) <= 120:
        return not _ENDS_SENTENCE.search(text) and row.pieces[0].x0 - row.left < 0.6 * (row.right - row.left)
    shouted = text.isupper() and sum(map(str.isalpha, text)) >= 4
    if shouted and apart and after >= 0 and len(text) <= 80:
        return numbered or (before >= 0.8 * body.size and not body.mono)
    return numbered and apart and len(text) <= 80 and _differs(style, body)


def _may_head(text: str, row: Row) -> bool:
    if len(text) > _LONGEST or row.main.across or 3 * sum(map(str.isalnum, text)) < len(text):
        return False
    if sum(map(str.isalpha, text)) < 3 and not _is_wide(text):
        return False
    if CAPTION.match(text) or _LEADERS.search(text) or _WIDE_SENTENCE.search(text):
        return False
    if len(row.pieces) > 2 or (len(row.pieces) == 2 and not _is_label(row.pieces[0])):
        return False
    return len(text) > 1 or _is_wide(text)


def _is_label(piece: Line) -> bool:
    return piece.chars <= 12 and bool(_NUMBERED.match(f"{piece.text} x"))


def _is_wide(text: str) -> bool:
    return ord(text[0]) > 0x2E80


def _all_bold(line: Line) -> bool:
    return all(w.style.bold for w in line.words if any(map(str.isalnum, w.text)))


def _differs(style: Style, body: Style) -> bool:
    return style.font != body.font and (style.bold or style.italic or style.size > body.size)


def is_numbered(text: str) -> bool:
    """Whether a section number stands before the text."""
    return bool(_CJK_NUMBERED.match(text)) or bool(_NUMBERED.match(text))


def number_depth(text: str) -> int:
    """How many numbers the section number has (2 for `3.1`), 0 without one."""
    if _CJK_NUMBERED.match(text):
        return 1
    match = _NUMBERED.match(text)
    return match[1].count(".") + 1 if match and re.search(r"\d|^[IVX]+$|^[A-Z]$", match[1]) else 0
