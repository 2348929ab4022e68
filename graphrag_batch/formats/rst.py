"""reStructuredText to a Document: a light reader of structure, not a renderer.

Sections come from adornment in the order the styles are first used, as docutils reads them; what a
directive encloses stays with it. `rst_links` finds the links.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.outline import Heading, Lines, LinkSpan, Span, build
from graphrag_batch.formats.rst_links import Names, find_links, label_of, plain, slug_of
from graphrag_batch.formats.text import display_width
from graphrag_batch.records import Decoded, Document

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\s*$")
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|]+\|\s+)?([A-Za-z][\w.+:-]*?)\s?::(?:\s+(.*))?$")
_TARGET = re.compile(r"\.\.\s+_(`[^`]+`|[^:`]+(?:\\:[^:]*)*):(?:\s+(.*))?$")
_EXPLICIT = re.compile(r"(?:\.\.|__)(?:\s|$)")
_FIELD = re.compile(r":(?![:\s])((?:[^:\\]|\\.|:(?![\s`]))+):(?:\s+(.*))?$")
_ITEM = re.compile(r"(?:([-*+•‣⁃])|\(?(?:\d+|#|[A-Za-z]|[ivxlcdmIVXLCDM]+)[.)])(?:\s+\S|$)")
_GRID = re.compile(r"\+(?:[-=]+\+)+\s*$")
_SIMPLE = re.compile(r"=+(?:\s+=+)+\s*$")
_CODE = {
    "code-block",
    "code",
    "sourcecode",
    "literalinclude",
    "parsed-literal",
    "highlight",
    "prompt",
    "ipython",
}
_TABLES = {"table", "list-table", "csv-table"}
_WORDS = {"tags", "keywords"}


@dataclass(slots=True)
class _Reading:
    """One document being read."""

    lines: Lines
    spans: list[Span] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    waiting: list[str] = field(default_factory=list)  # labels for the title that comes next
    heading: Heading | None = None
    fields: dict[str, str] = field(default_factory=dict)


def read_rst(decoded: Decoded) -> Document:
    """The Document of reStructuredText. The title is the first top section's."""
    reading = _Reading(Lines(decoded.text))
    line = 0
    while line < reading.lines.count:
        line = _read_block(reading, line)
    _label(reading)
    links: list[LinkSpan] = find_links(reading.lines, reading.spans, reading.names)
    outline = build(reading.lines, reading.spans, links)
    tags = [w.strip() for name in sorted(_WORDS) for w in reading.fields.get(name, "").split(",")]
    return Document(
        format="rst",
        text=decoded.text,
        title=next((s.title for s in outline.sections if s.level == 1), None),
        lang=reading.fields.get("lang", ""),
        sections=outline.sections,
        blocks=outline.blocks,
        links=outline.links,
        meta=canonical_json(reading.fields),
        tags=tuple(dict.fromkeys(t for t in tags if t)),
        encoding=decoded.encoding,
        warnings=decoded.warnings,
    )


def _read_block(reading: _Reading, line: int) -> int:
    """Read the block that begins at `line`; the line after it."""
    text = reading.lines.get(line)
    if not text.strip():
        return line + 1
    if _EXPLICIT.match(text):
        return _read_explicit(reading, line, text)
    after = _read_title(reading, line, text)
    if after:
        return after
    _label_unless_blank(reading)
    if text[0].isspace():
        return _add(reading, "paragraph", line, _indented_end(reading.lines, line), "quote")
    if _GRID.match(text):
        return _add(reading, "table", line, _paragraph_end(reading.lines, line))
    if _SIMPLE.match(text):
        return _add(reading, "table", line, _simple_table_end(reading.lines, line))
    if _FIELD.match(text):
        return _read_fields(reading, line)
    item = _item_kind(text)
    if item:
        return _add(reading, "list", line, _list_end(reading.lines, line), item)
    if text.startswith(">>>"):
        return _add(reading, "fence", line, _paragraph_end(reading.lines, line), "pycon")
    return _read_paragraph(reading, line)


def _add(reading: _Reading, kind: str, first: int, last: int, info: str = "") -> int:
    reading.spans.append(Span(kind, first, last, info))
    return last


def _read_title(reading: _Reading, line: int, text: str) -> int:
    """A section title or a transition at `line`: the line after it, else 0."""
    lines = reading.lines
    below = lines.get(line + 1) if line + 1 < lines.count else ""
    if _ADORNMENT.match(text):
        third = lines.get(line + 2) if line + 2 < lines.count else ""
        if (
            below.strip()
            and _ADORNMENT.match(third)
            and third.rstrip() == text.rstrip()
            and _fits(below, text)
        ):
            return _add_title(reading, below.strip(), text[0] * 2, line, line + 3)
        if len(text.rstrip()) >= 4 and not below.strip():
            _label_unless_blank(reading)
            return _add(reading, "rule", line, line + 1)
        return 0
    if not text[0].isspace() and _ADORNMENT.match(below) and _fits(text, below):
        return _add_title(reading, text.strip(), below[0], line, line + 2)
    return 0


def _fits(title: str, adornment: str) -> bool:
    """docutils takes a short adornment for text only below four characters."""
    length = len(adornment.rstrip())
    return length >= 4 or length >= display_width(title.rstrip())


def _add_title(reading: _Reading, title: str, style: str, first: int, last: int) -> int:
    if style not in reading.styles:
        reading.styles.append(style)
    title = plain(title)
    anchors = [*reading.waiting, slug_of(title)]
    reading.waiting = []
    reading.names.add_section(title)
    reading.heading = Heading(reading.styles.index(style) + 1, title, anchors)
    reading.spans.append(Span("heading", first, last, "", reading.heading))
    return last


def _label_unless_blank(reading: _Reading) -> None:
    """Labels that no title follows name a place in the current section."""
    if reading.waiting:
        _label(reading)


def _label(reading: _Reading) -> None:
    if reading.heading is not None:
        reading.heading.anchors += reading.waiting
    reading.waiting = []


def _read_explicit(reading: _Reading, line: int, text: str) -> int:
    """Directives, targets, footnotes, substitutions and comments: all that begins with `..`."""
    lines = reading.lines
    last = _indented_end(lines, line + 1)
    target = _TARGET.match(text)
    if target is not None:
        name = target[1].strip("`").replace("\\:", ":")
        if target[2]:
            reading.names.add_target(name, target[2].strip())
        else:
            reading.waiting.append(label_of(name))
        return _add(reading, "paragraph", line, max(last, line + 1), "target")
    directive = _DIRECTIVE.match(text)
    if directive is None:
        kind = (
            "paragraph"
            if text[2:].lstrip().startswith(("[", "|", "__")) or text.startswith("__")
            else "comment"
        )
        return _add(reading, kind, line, last)
    _label_unless_blank(reading)
    return _read_directive(reading, directive[1], (directive[2] or "").strip(), line, last)


def _read_directive(reading: _Reading, name: str, argument: str, line: int, last: int) -> int:
    if name in _CODE:
        return _add(reading, "fence", line, last, argument.split(maxsplit=1)[0] if argument else "")
    if name in _TABLES:
        return _add(reading, "table", line, last, name)
    if name == "toctree":
        return _add(reading, "list", line, last, name)
    if name == "raw":
        return _add(reading, "html", line, last, argument)
    return _add(reading, "paragraph", line, last, name)


def _read_paragraph(reading: _Reading, line: int) -> int:
    """A paragraph with what is indented right below it (a definition), and the literal block that
    `::` at its end announces."""
    lines = reading.lines
    last = line + 1
    while last < lines.count and (text := lines.get(last)).strip():
        if last > line and _EXPLICIT.match(text) and text.startswith(".. "):
            break
        last += 1
    ends = lines.get(last - 1).rstrip().endswith("::")
    _add(reading, "paragraph", line, last)
    literal = _skip_blank(lines, last)
    if not ends or literal >= lines.count:
        return last
    if lines.get(literal)[0].isspace():
        return _add(reading, "fence", literal, _indented_end(lines, literal))
    quote = lines.get(literal)[0]
    if quote.isalnum() or quote == ".":
        return last
    end = literal  # a quoted literal block: every line begins with the same mark
    while end < lines.count and lines.get(end).startswith(quote):
        end += 1
    return _add(reading, "fence", literal, end)


def _read_fields(reading: _Reading, line: int) -> int:
    """A field list; the one at the top of the file, or right below its title and subtitle, is metadata."""
    lines = reading.lines
    bibliographic = all(s.kind in ("heading", "comment") or s.info == "target" for s in reading.spans)
    bibliographic = bibliographic and sum(s.kind == "heading" for s in reading.spans) <= 2
    last = line
    while last < lines.count and (match := _FIELD.match(lines.get(last))) is not None:
        end = _indented_end(lines, last + 1)
        if bibliographic:
            more = (lines.get(n).strip() for n in range(last + 1, end))
            reading.fields[match[1].lower()] = " ".join(w for w in (match[2] or "", *more) if w).strip()
        last = end
        following = _skip_blank(lines, last)
        if following < lines.count and _FIELD.match(lines.get(following)):
            last = following
    return _add(reading, "metadata" if bibliographic else "list", line, last, "fields")


def _skip_blank(lines: Lines, line: int) -> int:
    while line < lines.count and not lines.get(line).strip():
        line += 1
    return line


def _paragraph_end(lines: Lines, line: int) -> int:
    while line < lines.count and lines.get(line).strip():
        line += 1
    return line


def _indented_end(lines: Lines, line: int) -> int:
    """The line after the indented and blank lines from `line` on, blank ones at the end left out."""
    last = line
    while line < lines.count:
        text = lines.get(line)
        if text.strip():
            if not text[0].isspace():
                break
            last = line + 1
        line += 1
    return last


def _list_end(lines: Lines, line: int) -> int:
    """The line after a list: its items, their indented lines, and the blank lines between."""
    kind = _item_kind(lines.get(line))
    last = line + 1
    while True:
        last = _indented_end(lines, last)
        following = _skip_blank(lines, last)
        if following >= lines.count:
            return last
        text = lines.get(following)
        # A line right below an item continues it, however badly it is indented.
        if following == last and not _EXPLICIT.match(text):
            last += 1
        elif following != last and _item_kind(text) == kind and not _is_title(lines, following):
            last = following + 1
        else:
            return last


def _item_kind(text: str) -> str:
    """ "bullet", "ordered" or, for no item, ""."""
    item = _ITEM.match(text)
    return "" if item is None else "bullet" if item[1] else "ordered"


def _is_title(lines: Lines, line: int) -> bool:
    below = lines.get(line + 1) if line + 1 < lines.count else ""
    return bool(_ADORNMENT.match(below)) and _fits(lines.get(line), below)


def _simple_table_end(lines: Lines, line: int) -> int:
    """The line after a simple table: its closing border is followed by a blank line."""
    last = line + 1
    while last < lines.count:
        border = _SIMPLE.match(lines.get(last))
        last += 1
        if border and (last >= lines.count or not lines.get(last).strip()):
            return last
    return _paragraph_end(lines, line)
