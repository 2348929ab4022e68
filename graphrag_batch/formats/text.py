"""Plain text to a Document: paragraphs, and headings only where there is no doubt."""

from __future__ import annotations

import re
import unicodedata

from graphrag_batch.formats.inline import bare_urls
from graphrag_batch.formats.outline import Heading, Lines, LinkSpan, Span, build
from graphrag_batch.formats.slugs import Slugs
from graphrag_batch.records import Decoded, Document

_MAX_TITLE = 100
_UNDERLINES = {"=": 1, "-": 2, "~": 3}
_UNDERLINE = re.compile(r"(=+|-+|~+)\s*$")
_EQUALS = re.compile(r"(={1,6}) (\S.*?)(?: (=+))?\s*$")
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)\.?\s+(\S.*)$")
_TITLE_WORDS = re.compile(r"[\w'’&/(),:\- ]+")
_ITEM = re.compile(r"\s{0,8}(?:([-*+•])|(?:\d{1,3}|[A-Za-z])[.)])\s+\S")


def read_text(decoded: Decoded) -> Document:
    """The Document of plain text. The title is a first-level heading that opens the file, if any."""
    text = decoded.text
    lines = Lines(text)
    slugs = Slugs()
    spans = [s for a, b in _paragraphs(lines) for s in _read(lines, a, b, slugs)]
    spans = _capitals(lines, _numbered(lines, spans, slugs), slugs)
    links = [LinkSpan(*found) for found in bare_urls(text)] if "://" in text else []
    outline = build(lines, spans, links)
    first = outline.sections[0] if outline.sections else None
    opens = first is not None and first.level == 1 and outline.blocks[0].section == 0
    return Document(
        format="text",
        text=text,
        title=first.title if first is not None and opens else None,
        sections=outline.sections,
        blocks=outline.blocks,
        links=outline.links,
        encoding=decoded.encoding,
        warnings=decoded.warnings,
    )


def display_width(text: str) -> int:
    """Columns that `text` takes: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _paragraphs(lines: Lines) -> list[tuple[int, int]]:
    """Runs of lines that are not blank."""
    runs: list[tuple[int, int]] = []
    first = -1
    for line in range(lines.count + 1):
        blank = line == lines.count or not lines.get(line).strip()
        if blank and first >= 0:
            runs.append((first, line))
            first = -1
        elif not blank and first < 0:
            first = line
    return runs


def _read(lines: Lines, a: int, b: int, slugs: Slugs) -> list[Span]:
    title = lines.get(a)
    level = _underlined(title, lines.get(a + 1)) if b - a >= 2 else 0
    if level:
        return [_heading(level, title.strip(), a, a + 2, slugs), *_body(lines, a + 2, b)]
    equals = _EQUALS.match(title)
    if equals is not None and equals[3] in (None, equals[1]) and len(title) <= _MAX_TITLE and b - a == 1:
        return [_heading(len(equals[1]), equals[2], a, b, slugs)]
    return _body(lines, a, b)


def _underlined(title: str, below: str) -> int:
    """The level of a title with a line of its own length below it, else 0."""
    match = _UNDERLINE.match(below)
    stripped = title.strip()
    if match is None or title[0].isspace() or len(title) > _MAX_TITLE:
        return 0
    if not any(c.isalnum() for c in stripped) or abs(display_width(stripped) - len(match[1])) > 2:
        return 0
    return _UNDERLINES[below[0]] if len(match[1]) >= 3 else 0


def _heading(level: int, title: str, a: int, b: int, slugs: Slugs) -> Span:
    title = " ".join(title.split())
    return Span("heading", a, b, "", Heading(level, title, [slugs.add(title)]))


def _body(lines: Lines, a: int, b: int) -> list[Span]:
    if a >= b:
        return []
    item = _ITEM.match(lines.get(a))
    if item is None:
        return [Span("paragraph", a, b)]
    return [Span("list", a, b, "bullet" if item[1] else "ordered")]


def _numbered(lines: Lines, spans: list[Span], slugs: Slugs) -> list[Span]:
    """Lone numbered lines as headings, when the file has a numbered hierarchy (1., 1.1) and no
    other headings: a list with blank lines between its items has none."""
    if any(s.heading is not None for s in spans):
        return spans
    found = {n: m for n, s in enumerate(spans) if (m := _numbered_title(lines, s)) is not None}
    deep = {m[1] for m in found.values() if "." in m[1]}
    tops = {number.partition(".")[0] for number in deep} & {m[1] for m in found.values()}
    if not tops or len(found) < 3:
        return spans
    return [
        _heading(found[n][1].count(".") + 1, m[0].strip(), s.first, s.last, slugs)
        if (m := found.get(n)) is not None
        else s
        for n, s in enumerate(spans)
    ]


def _numbered_title(lines: Lines, span: Span) -> re.Match[str] | None:
    line = lines.get(span.first)
    if span.last - span.first != 1 or len(line) > _MAX_TITLE or line.rstrip()[-1:] in ".,;:":
        return None
    return _NUMBERED.match(line)


def _capitals(lines: Lines, spans: list[Span], slugs: Slugs) -> list[Span]:
    """Lone lines in capitals as headings, when the file has several and no others, with text below each."""
    if any(s.heading is not None for s in spans):
        return spans
    capitals = [_is_capitals(lines, s) for s in spans]
    found = [n for n in range(len(spans) - 1) if capitals[n] and not capitals[n + 1]]
    if len(found) < 2 or 2 * sum(capitals) > len(spans):
        return spans
    heads = set(found)
    return [
        _heading(1, lines.get(s.first).strip(), s.first, s.last, slugs) if n in heads else s
        for n, s in enumerate(spans)
    ]


def _is_capitals(lines: Lines, span: Span) -> bool:
    line = lines.get(span.first).rstrip()
    if span.last - span.first != 1 or len(line) > _MAX_TITLE or line[0].isspace() or line[-1] in ".,;!?":
        return False
    return line.isupper() and sum(c.isalpha() for c in line) > 2 and _TITLE_WORDS.fullmatch(line) is not None
