"""What stands on a page of a PDF: words with their place and style, rules, and where links lead.

Coordinates are points from the top left, turned so that most of the page's text reads from left to right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

_MONO = re.compile(r"mono|courier|consol|menlo|typewriter|inconsol|sourcecode|firacode|\bcode\b|cmtt|cmsltt|"
                   r"cmitt|cmvtt|sftt|txtt|lmtt|lmmono|luximono|letter ?gothic|fixed|hack-|andale|ttfamily",
                   re.IGNORECASE)  # fmt: skip
_BOLD = re.compile(r"bold|black|heavy|demi|semibold|cmbx|cmssbx|sfbx|medi\b|-bd\b|,bd\b", re.IGNORECASE)
_DROPPED = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff"
                      "\ud800-\udfff]")  # fmt: skip
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_SKEW = 0.1  # scanned pages are never quite straight
_MAX_LINKS = 5000
MAX_RULES = 3000
"""More lines than this are a drawing or a map, no tables."""


class Style(NamedTuple):
    """How a word is set."""

    size: float
    font: str
    bold: bool
    italic: bool
    mono: bool


@dataclass(slots=True)
class Word:
    """Characters without white space between them, in one style; `glued` to the word before."""

    text: str
    x0: float
    x1: float
    style: Style
    glued: bool = False
    uri: str = ""


@dataclass(slots=True)
class Line:
    """Words on one base line. `order` is the place in the file; `across` text is turned against the page."""

    words: list[Word]
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    order: int
    block: int = 0
    across: bool = False

    @property
    def text(self) -> str:
        """The line's text, one space between words."""
        return join(self.words)

    @property
    def size(self) -> float:
        """The size most of its characters are set in."""
        return self.style.size

    @property
    def style(self) -> Style:
        """The style of most of its characters."""
        first = self.words[0].style
        if all(w.style is first for w in self.words):
            return first
        count: Counter[Style] = Counter()
        for word in self.words:
            count[word.style] += len(word.text)
        return max(count, key=lambda s: (count[s], s))

    @property
    def chars(self) -> int:
        """How many characters it has."""
        return sum(len(w.text) for w in self.words)


class Rule(NamedTuple):
    """A straight line, drawn or the edge of a box: at `at`, from `start` to `end`."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class PageText:
    """One page as it was read. `images` tells a scanned page from a blank one."""

    number: int
    lines: list[Line]
    width: float
    height: float
    across: list[Rule] = field(default_factory=list)
    down: list[Rule] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    turn: tuple[float, float] = (1.0, 0.0)
    images: int = 0

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the PDF's page in the coordinates used here."""
        c, s = self.turn
        return (x * c + y * s, y * c - x * s)


def join(words: list[Word]) -> str:
    """The words as text."""
    parts: list[str] = []
    for word in words:
        if parts and not word.glued:
            parts.append(" ")
        parts.append(word.text)
    return "".join(parts)


def right_to_left(text: str) -> bool:
    """Whether more of `text` is Hebrew or Arabic than is not."""
    return 2 * len(_RTL.findall(text)) > sum(map(str.isalpha, text))


def read_page(page: Any, number: int, flags: int, limit: int) -> PageText:
    """The page's text (at most `limit` characters), rules and link targets."""
    raw = page.get_text("rawdict", flags=flags)
    links = _links(page)
    lines = list(_lines(raw, links, limit))
    width, height = float(raw["width"]), float(raw["height"])
    made = PageText(number, [line for line, _ in lines], width, height)
    made.turn = _turn([(line.chars, way) for line, way in lines])
    _straighten(made, [way for _, way in lines])
    _add_rules(made, page)
    return made


# ---- words ------------------------------------------------------------------------------------


def _lines(raw: dict[str, Any], links: list[tuple[Any, str]], limit: int) -> Iterator[tuple[Line, Any]]:
    order = 0
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            words = _words(line["spans"])
            if not words or limit <= 0:
                continue
            limit -= sum(len(w.text) for w in words)
            x0, y0, x1, y1 = line["bbox"]
            if links and abs(line["dir"][1]) < _SKEW:
                _link(words, links, (y0 + y1) / 2)
            base = line["spans"][0]["origin"][1]
            made = Line(words, x0, y0, x1, y1, base, order, block["number"])
            order += 1
            yield made, line["dir"]


def _words(spans: list[dict[str, Any]]) -> list[Word]:
    words: list[Word] = []
    open_word = False
    for span in spans:
        style = _style(span["size"], span["font"], span["flags"], span.get("char_flags", 0))
        text, x0, x1 = "", 0.0, 0.0
        for char in span["chars"]:
            c = char["c"]
            if c.isspace() or c == "\xa0":
                if text:
                    _add(words, text, x0, x1, style, open_word)
                text, open_word = "", False
                continue
            box = char["bbox"]
            if not text:
                x0, x1 = box[0], box[2]
            text += c
            x0, x1 = min(x0, box[0]), max(x1, box[2])
        if text:
            _add(words, text, x0, x1, style, open_word)
            open_word = True
    return words


def _add(words: list[Word], text: str, x0: float, x1: float, style: Style, glued: bool) -> None:
    text = _DROPPED.sub("", text)
    if text:
        words.append(Word(text, x0, x1, style, glued and bool(words)))


@lru_cache(maxsize=4096)
def _style(size: float, font: str, flags: int, char_flags: int) -> Style:
    name = font.rpartition("+")[2]
    bold = bool(flags & 16 or char_flags & 8 or _BOLD.search(name))
    mono = bool(flags & 8 or _MONO.search(name))
    return Style(round(size * 2) / 2, name, bold, bool(flags & 2), mono)


# ---- links ------------------------------------------------------------------------------------


def _links(page: Any) -> list[tuple[Any, str]]:
    """(rectangle, target) of what leads out of the document. PyMuPDF's own list takes the square of the time
    of the number of links."""
    found: list[tuple[Any, str]] = []
    first = page.first_link
    link = first.this if first else None
    while link is not None and link.m_internal and len(found) < _MAX_LINKS:
        target = _DROPPED.sub("", str(link.m_internal.uri or "")).strip()
        if target and not target.startswith("#") and len(target) <= 2000:
            rect = link.rect()
            found.append(((rect.x0, rect.y0, rect.x1, rect.y1), target.removeprefix("file://")))
        link = link.next()
    return found


def _link(words: list[Word], links: list[tuple[Any, str]], middle: float) -> None:
    for (x0, y0, x1, y1), target in links:
        if y0 <= middle <= y1:
            for word in words:
                if x0 <= (word.x0 + word.x1) / 2 <= x1:
                    word.uri = target


# ---- direction --------------------------------------------------------------------------------


def _turn(ways: list[tuple[int, Any]]) -> tuple[float, float]:
    """The direction most of the text runs in: one of four."""
    count: Counter[tuple[float, float]] = Counter()
    for chars, (c, s) in ways:
        count[(float(round(c)), float(round(s)))] += chars
    upright = {(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)}
    best = max(count, key=lambda way: (count[way], way), default=(1.0, 0.0))
    return best if best in upright else (1.0, 0.0)


def _straighten(page: PageText, ways: list[Any]) -> None:
    """Turn the page so that its text reads from left to right, and mark what still does not."""
    c, s = page.turn
    for line, way in zip(page.lines, ways, strict=True):
        line.across = abs(way[0] - c) > _SKEW or abs(way[1] - s) > _SKEW
        if (c, s) == (1.0, 0.0):
            continue
        (ax, ay), (bx, by) = page.point(line.x0, line.y0), page.point(line.x1, line.y1)
        length = sum(len(w.text) + 1 for w in line.words)
        line.x0, line.x1, line.y0, line.y1 = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        line.base = line.y1 - (line.y1 - line.y0) * 0.2
        at, step = line.x0, (line.x1 - line.x0) / max(length, 1)
        for word in line.words:  # the places of characters were measured along the other axis
            word.x0, word.x1 = at, at + step * len(word.text)
            at = word.x1 + step
    if c == 0.0:
        page.width, page.height = page.height, page.width


# ---- rules ------------------------------------------------------------------------------------


def _add_rules(page: PageText, pdf_page: Any) -> None:
    count = 0
    for drawing in pdf_page.get_cdrawings():
        for item in drawing["items"]:
            for rule, is_across in _rules(item, page):
                count += 1
                if _on_page(rule, page, is_across):
                    (page.across if is_across else page.down).append(rule)
        if count > MAX_RULES:
            page.across, page.down = [], []
            return


def _on_page(rule: Rule, page: PageText, is_across: bool) -> bool:
    """Whether it can be seen: what is clipped away often reaches far beyond the page."""
    along, over = (page.width, page.height) if is_across else (page.height, page.width)
    if page.turn != (1.0, 0.0):
        return True
    return rule.start >= -20 and rule.end <= along + 20 and -5 <= rule.at <= over + 5


def _rules(item: Any, page: PageText) -> Iterator[tuple[Rule, bool]]:
    """The upright straight lines of one drawing command, each with whether it runs across the page."""
    kind = item[0]
    if kind == "l":
        (ax, ay), (bx, by) = page.point(*item[1]), page.point(*item[2])
        if abs(ay - by) < 1 and abs(ax - bx) > 4:
            yield Rule((ay + by) / 2, min(ax, bx), max(ax, bx)), True
        elif abs(ax - bx) < 1 and abs(ay - by) > 4:
            yield Rule((ax + bx) / 2, min(ay, by), max(ay, by)), False
    elif kind in ("re", "qu"):
        corners = _corners(item[1], page)
        yield from _edges(*corners, page)


def _corners(shape: Any, page: PageText) -> tuple[float, float, float, float]:
    if len(shape) == 4 and not isinstance(shape[0], tuple | list):
        points = [page.point(shape[0], shape[1]), page.point(shape[2], shape[3])]
    else:
        points = [page.point(p[0], p[1]) for p in shape]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _edges(x0: float, y0: float, x1: float, y1: float, page: PageText) -> Iterator[tuple[Rule, bool]]:
    width, height = x1 - x0, y1 - y0
    if width > 0.95 * page.width and height > 0.9 * page.height:
        return  # the paper
    if height <= 3:
        if width > 4:
            yield Rule((y0 + y1) / 2, x0, x1), True
    elif width <= 3:
        if height > 4:
            yield Rule((x0 + x1) / 2, y0, y1), False
    elif width > 4 and height > 4:
        yield Rule(y0, x0, x1), True
        yield Rule(y1, x0, x1), True
        yield Rule(x0, y0, y1), False
        yield Rule(x1, y0, y1), False
