"""Markdown and MDX to a Document: sections, blocks, links, front matter.

Block structure comes from markdown-it; `outline` guarantees that nothing is lost. Only headings at
the top level make sections: one inside a quotation or a list item is part of what quotes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from graphrag_batch.formats.frontmatter import FrontMatter, read_front_matter
from graphrag_batch.formats.inline import (
    MAX_INLINE,
    find_links,
    html_anchors,
    html_links,
    make_parser,
    may_link,
    plain_html,
    visible_text,
)
from graphrag_batch.formats.outline import Heading, Lines, LinkSpan, Span, build
from graphrag_batch.formats.plain import block_tokens
from graphrag_batch.formats.slugs import Slugs
from graphrag_batch.records import Decoded, Document

_PARSERS: dict[str, MarkdownIt] = {"markdown": make_parser(), "mdx": make_parser(jsx=True)}
_KINDS = {
    "paragraph_open": ("paragraph", ""),
    "bullet_list_open": ("list", "bullet"),
    "ordered_list_open": ("list", "ordered"),
    "table_open": ("table", ""),
    "blockquote_open": ("paragraph", "quote"),
    "code_block": ("fence", ""),
    "hr": ("rule", ""),
}
_CUSTOM_ID = re.compile(r"\s*\{(?:/\*\s*|:\s*)?#([^\s{}#*]+)[^{}]*\}\s*$")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^<>]*>(.{0,2000}?)</h\1\s*>", re.IGNORECASE | re.DOTALL)
_OPAQUE_HTML = re.compile(r"\s*<(?:!--|pre\b|script\b|style\b|textarea\b)", re.IGNORECASE)
_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?|===\+?) ?\S")
_MDX_CODE = re.compile(r"(?:import|export)\b")
_MDX_TAG = re.compile(r"</?[A-Za-z>]|\{")
_MAX_REPAIRS = 8


@dataclass(slots=True)
class _Reading:
    """One document being read: what was found so far, and the parser's shared state."""

    md: MarkdownIt
    lines: Lines
    jsx: bool
    spans: list[Span] = field(default_factory=list)
    links: list[LinkSpan] = field(default_factory=list)
    slugs: Slugs = field(default_factory=Slugs)
    env: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)  # anchors for the heading that comes next
    heading: Heading | None = None
    first_h1: str | None = None


def read_markdown(decoded: Decoded) -> Document:
    """The Document of Markdown text."""
    return _document("markdown", decoded, read_front_matter(decoded.text))


def read_mdx(decoded: Decoded) -> Document:
    """The Document of MDX."""
    return _document("mdx", decoded, read_front_matter(decoded.text))


def read_converted(decoded: Decoded) -> Document:
    """The Document of Markdown that was made of something else, which has no front matter."""
    return _document("markdown", decoded, FrontMatter())


def _document(name: str, decoded: Decoded, front: FrontMatter) -> Document:
    text = decoded.text
    lines = Lines(text)
    reading = _Reading(_PARSERS[name], lines, name == "mdx")
    if front.last:
        reading.spans.append(Span("metadata", 0, front.last, front.info))
    _read_blocks(reading, front)
    outline = build(lines, reading.spans, reading.links)
    return Document(
        format=name,
        text=text,
        title=front.title or reading.first_h1,
        lang=front.lang,
        sections=outline.sections,
        blocks=outline.blocks,
        links=outline.links,
        meta=front.meta,
        tags=front.tags,
        encoding=decoded.encoding,
        warnings=(*decoded.warnings, *front.warnings, *reading.warnings),
    )


def _read_blocks(reading: _Reading, front: FrontMatter) -> None:
    """Parse from the end of the front matter, and again from where an unclosed fence is cut."""
    lines, first = reading.lines, front.last
    for repair in range(_MAX_REPAIRS):
        tokens = block_tokens(reading.md, lines.text[lines.start(first) :], reading.env)
        cut = _unclosed_fence(reading, tokens, first) if repair + 1 < _MAX_REPAIRS else None
        _read_definitions(reading, first)
        _read_tokens(reading, tokens, first, cut if cut is not None else lines.count)
        if cut is None:
            return
        first = cut


def _unclosed_fence(reading: _Reading, tokens: list[Token], first: int) -> int | None:
    """The line of the heading that an unclosed fence would swallow: the fence ends before it."""
    token = tokens[-1] if tokens else None
    if token is None or token.type != "fence" or token.level or token.map is None:
        return None
    lines, (a, b) = reading.lines, (token.map[0] + first, token.map[1] + first)
    closing = lines.get(b - 1).strip()
    if b - 1 > a and closing.startswith(token.markup) and not closing.strip(token.markup[0]):
        return None
    reading.warnings.append(f"line {a + 1}: the fence is never closed")
    for line in range(a + 2, b):
        text = lines.get(line)
        if text.startswith("##") and text.lstrip("#")[:1] == " " and not lines.get(line - 1).strip():
            return line
    return None


def _read_definitions(reading: _Reading, first: int) -> None:
    """Link reference definitions: they have no tokens, only lines."""
    definitions = [(label, d) for label, d in reading.env.get("references", {}).items() if "seen" not in d]
    definitions += [(d["label"], d) for d in reading.env.get("duplicate_refs", ()) if "seen" not in d]
    lines = reading.lines
    for label, definition in definitions:
        definition["seen"] = True
        if label.startswith("^"):  # a footnote of one word, whatever CommonMark makes of it
            reading.env["references"].pop(label, None)
            if "/" not in definition["href"]:
                continue
        a, b = definition["map"]
        start, end = lines.start(a + first), lines.end(b - 1 + first)
        source = lines.text[start:end]
        at = source.find("[")
        name = source[at + 1 : at + 1 + len(label)]
        reading.links.append(LinkSpan(start + max(at, 0), end, definition["href"], name))


def _read_tokens(reading: _Reading, tokens: list[Token], first: int, cut: int) -> None:
    """Make spans of the top-level tokens and links of all. Lines from `cut` on are read later."""
    for index, token in enumerate(tokens):
        if token.map is None:
            continue
        a, b = token.map[0] + first, min(token.map[1] + first, cut)
        if token.level == 0 and token.nesting >= 0:
            _read_block(reading, tokens, index, a, b)
        if token.type == "inline":
            _read_links(reading, token.content, a, b)
        elif token.type == "html_block":
            _read_html_links(reading, a, b)


def _read_block(reading: _Reading, tokens: list[Token], index: int, a: int, b: int) -> None:
    token = tokens[index]
    if token.type == "heading_open":
        _add_heading(reading, int(token.tag[1]), tokens[index + 1].content, a, b)
    elif token.type == "html_block":
        _add_html(reading, a, b)
    elif token.type == "fence":
        language = token.info.split(maxsplit=1)
        reading.spans.append(Span("fence", a, b, language[0] if language else ""))
    elif token.type == "code_block" and _continues_admonition(reading, a):
        reading.spans[-1] = reading.spans[-1]._replace(last=b, info="admonition")
        for line in range(a, b):
            _read_links(reading, reading.lines.get(line).strip(), line, line + 1)
    elif token.type == "paragraph_open":
        _add_paragraph(reading, tokens[index + 1].content, a, b)
    elif token.type == "inline":  # of `plain`: it has no paragraph around it
        _add_paragraph(reading, token.content, a, b)
    else:
        kind, info = _KINDS[token.type]
        reading.spans.append(Span(kind, a, b, info))


def _add_heading(reading: _Reading, level: int, content: str, a: int, b: int, title: str = "") -> None:
    custom = _CUSTOM_ID.search(content)
    if custom is not None:
        content = content[: custom.start()]
    title = title or visible_text(reading.md, content)
    slug = reading.slugs.add(title)
    anchors = [custom[1] if custom is not None else slug, *reading.waiting, *html_anchors(content)]
    reading.waiting = []
    reading.heading = Heading(level, title, anchors)
    reading.spans.append(Span("heading", a, b, "", reading.heading))
    if level == 1 and reading.first_h1 is None:
        reading.first_h1 = title or None


def _add_paragraph(reading: _Reading, content: str, a: int, b: int) -> None:
    kind, info = "paragraph", ""
    if reading.jsx and _MDX_CODE.match(content):
        kind, info = "code", "mdx"
    elif reading.jsx and _MDX_TAG.match(content):
        kind = "html"
    elif _ADMONITION.match(content):
        info = "admonition"
    if "<" in content and kind != "code":
        _add_anchors(reading, content)
    reading.spans.append(Span(kind, a, b, info))


def _add_anchors(reading: _Reading, source: str) -> None:
    """Anchors of a block of nothing else belong to the heading that follows it."""
    anchors = html_anchors(source)
    if anchors and not plain_html(source):
        reading.waiting += anchors
    elif anchors and reading.heading is not None:
        reading.heading.anchors += anchors


def _continues_admonition(reading: _Reading, line: int) -> bool:
    """Whether indented text at `line` is the body of an admonition rather than code."""
    last = reading.spans[-1] if reading.spans else None
    if last is None or last.info != "admonition":
        return False
    return not any(reading.lines.get(n).strip() for n in range(last.last, line))


def _add_html(reading: _Reading, a: int, b: int) -> None:
    """An HTML block, with the headings in it as headings."""
    lines = reading.lines
    start, source = lines.start(a), lines.text[lines.start(a) : lines.start(b)]
    cursor = a
    if not _OPAQUE_HTML.match(source):
        for match in _HTML_HEADING.finditer(source):
            first, last = lines.number(start + match.start()), lines.number(start + match.end() - 1) + 1
            title = plain_html(match[2])
            if not title or first < cursor:
                continue
            if first > cursor:
                reading.spans.append(Span("html", cursor, first))
            _add_heading(reading, int(match[1]), match[0], first, last, title)
            cursor = last
        if cursor == a:
            _add_anchors(reading, source)
    if cursor < b:
        reading.spans.append(Span("html", cursor, b))


def _read_html_links(reading: _Reading, a: int, b: int) -> None:
    start = reading.lines.start(a)
    source = reading.lines.text[start : reading.lines.start(b)]
    for found in html_links(source):
        reading.links.append(LinkSpan(start + found.start, start + found.end, found.target, found.text))


def _read_links(reading: _Reading, content: str, a: int, b: int) -> None:
    if not may_link(content, "references" in reading.env):
        return
    if reading.jsx and _MDX_CODE.match(content):
        return
    if len(content) > MAX_INLINE:
        reading.warnings.append(f"line {a + 1}: {len(content)} characters, links not read")
        return
    places: _Places | None = None
    for found in find_links(reading.md, content, reading.env):
        if places is None:
            places = _Places(reading.lines, content, a, b)
        start, end = places.span(found.start, found.end)
        reading.links.append(LinkSpan(start, end, found.target, found.text))


class _Places:
    """From offsets in inline content (its indentation and quote marks removed) to offsets in the
    text. Where a line was changed more than that, the whole line stands for the place."""

    def __init__(self, lines: Lines, content: str, a: int, b: int) -> None:
        self.whole = (lines.start(a), lines.end(max(a, b - 1)))
        self.starts: list[tuple[int, int]] = []  # (offset in content, offset in text or -1)
        offset = 0
        for number, piece in enumerate(content.split("\n"), start=a):
            line = lines.get(number) if number < lines.count else ""
            # A table cell may stand anywhere in its row; any other line ends its source line.
            at = line.rfind(piece)
            self.starts.append((offset, lines.start(number) + at if at >= 0 else -1))
            offset += len(piece) + 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where `start..end` of the content stands in the text."""
        first, last = self._place(start), self._place(end - 1)
        return (first, last + 1) if 0 <= first <= last else self.whole

    def _place(self, at: int) -> int:
        place = -1
        for offset, start in self.starts:
            if offset > at:
                break
            place = start + at - offset if start >= 0 else -1
        return place
