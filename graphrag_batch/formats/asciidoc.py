"""AsciiDoc to a Document: a light reader of structure, not a renderer.

What a delimited block encloses stays with it; headings are only outside of them. `asciidoc_links` finds the
links.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.asciidoc_links import Names, find_links, id_of, visible
from graphrag_batch.formats.outline import Heading, Lines, Outline, Span, build
from graphrag_batch.formats.text import display_width
from graphrag_batch.records import Decoded, Document

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?[ \t]*$")
_UNDERLINE = re.compile(r"(=+|-+|~+|\^+|\++)[ \t]*$")
_UNDERLINES = "=-~^+"
_ATTRIBUTE = re.compile(r":(!?\w[\w-]*!?):(?:[ \t]+(.*))?$")
_ANCHOR = re.compile(r"\[\[([^\[\],]+)(?:,[^\[\]]*)?\]\]\s*$")
_OPTIONS = re.compile(r"\[(?!\[)([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]\s*$")
_ID = re.compile(r"#([\w:.-]+)")
_BLOCK_TITLE = re.compile(r"\.[^\s.].*$")
_DELIMITER = re.compile(
    r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,})[ \t]*$|(```+|~~~+)[ \t]*(\w*)[ \t]*$"
)
_DIRECTIVE = re.compile(r"(?:ifdef|ifndef|ifeval|endif|include)::\S*\[.*\]\s*$")
_MACRO = re.compile(r"(?:image|video|audio|toc|include)::\S*\[.*\]\s*$")
_ITEM = re.compile(r"\s*(?:(\*{1,5}|-)|(\.{1,5}|\d+[.)]|[a-zA-Z][.)]|<(?:\d+|\.)>))[ \t]+\S")
_TERM = re.compile(r"\s*\S.*?(?:::{1,3}|;;)(?:[ \t]+\S.*)?$")
_ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION): ")
_RULE = re.compile(r"(?:'{3,}|<{3,}|---|\*\*\*|- - -|\* \* \*)[ \t]*$")
_KINDS = {
    "-": ("fence", ""), ".": ("fence", ""), "+": ("html", "pass"), "/": ("comment", ""),
    "=": ("paragraph", "example"), "*": ("paragraph", "sidebar"), "_": ("paragraph", "quote"),
    "--": ("paragraph", "open"),
}  # fmt: skip
_LITERAL = frozenset({"source", "listing", "literal", "verse", "plantuml", "mermaid", "ditaa", "stem"})


@dataclass(slots=True)
class _Reading:
    """One document being read."""

    lines: Lines
    spans: list[Span] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    attributes: dict[str, str] = field(default_factory=dict)
    closes: dict[str, list[int]] = field(default_factory=dict)  # lines on which each delimiter stands
    waiting: list[str] = field(default_factory=list)  # ids for what comes next
    options: str = ""
    first: int = -1  # line of the options and title that belong to the next block
    heading: Heading | None = None
    title: str | None = None
    warnings: list[str] = field(default_factory=list)


def read_asciidoc(decoded: Decoded) -> Document:
    """The Document of AsciiDoc. Its attributes are its metadata."""
    lines = Lines(decoded.text)
    reading = _Reading(lines)
    for line in range(lines.count - 1, -1, -1):
        text = lines.get(line).rstrip()
        if text and _DELIMITER.match(text):
            reading.closes.setdefault(text, []).append(line)
    line = 0
    while line < lines.count:
        line = _read(reading, line)
    _place(reading)
    outline = build(lines, reading.spans, find_links(lines, reading.spans, reading.names))
    attributes = reading.attributes
    words = attributes.get("keywords") or attributes.get("page-tags") or ""
    return Document(
        format="asciidoc",
        text=decoded.text,
        title=reading.title or _opening(outline),
        lang=attributes.get("lang", ""),
        sections=outline.sections,
        blocks=outline.blocks,
        links=outline.links,
        meta=canonical_json(attributes),
        tags=tuple(dict.fromkeys(word.strip() for word in words.split(",") if word.strip())),
        encoding=decoded.encoding,
        warnings=(*decoded.warnings, *reading.warnings),
    )


def _opening(outline: Outline) -> str | None:
    """The title of a part of a book: its first section, where all others are below it."""
    tops = [section for section in outline.sections if section.parent < 0]
    return tops[0].title if len(tops) == 1 else None


def _read(reading: _Reading, line: int) -> int:
    """Read the block that begins at `line`; the line after it."""
    text = reading.lines.get(line).rstrip()
    if not text:
        reading.first = -1 if not reading.waiting and not reading.options else reading.first
        return line + 1
    after = _read_title(reading, line, text) or _read_aside(reading, line, text)
    if after:
        return after
    delimiter = _DELIMITER.match(text)
    if delimiter is not None:
        after = _read_delimited(reading, line, text, delimiter)
        if after:
            return after
    if _RULE.match(text):
        return _add(reading, "rule", line, line + 1)
    if text[0].isspace() and not _ITEM.match(text) and not _TERM.match(text):
        return _add(reading, "fence", line, _paragraph_end(reading, line), "literal")
    item = _item_of(text)
    if item:
        return _add(reading, "list", line, _list_end(reading, line), item)
    return _read_paragraph(reading, line, text)


def _add(reading: _Reading, kind: str, first: int, last: int, info: str = "") -> int:
    """A block, with the options and the title above it."""
    _place(reading)
    begin = reading.first if reading.first >= 0 else first
    reading.spans.append(Span(kind, begin, last, info))
    reading.options, reading.first = "", -1
    return last


def _place(reading: _Reading) -> None:
    """Ids of anything but a section name a place in the current one."""
    if reading.heading is not None:
        reading.heading.anchors += reading.waiting
    reading.waiting = []


def _read_title(reading: _Reading, line: int, text: str) -> int:
    """A section title at `line`: the line after it, else 0."""
    found = _TITLE.match(text)
    if found is not None:
        return _add_title(reading, found[2], len(found[1]), line, line + 1)
    below = reading.lines.get(line + 1).rstrip() if line + 1 < reading.lines.count else ""
    under = _UNDERLINE.match(below)
    if under is None or text[0].isspace() or len(under[1]) < 3 or not any(c.isalnum() for c in text):
        return 0
    if abs(display_width(text) - len(under[1])) > 2 or _OPTIONS.match(text) or text.startswith((".", ":")):
        return 0
    if line > 0 and reading.lines.get(line - 1).strip() and reading.first < 0 and not reading.waiting:
        return 0
    return _add_title(reading, text, _UNDERLINES.index(below[0]) + 1, line, line + 2)


def _add_title(reading: _Reading, title: str, level: int, first: int, last: int) -> int:
    own = re.search(r"\s*\[\[([^\[\],]+)\]\]\s*$", title)
    ids = [*reading.waiting, *([own[1]] if own else [])]
    title = visible(title[: own.start()] if own else title, reading.attributes)
    style = reading.options.lower()
    if re.match(r"discrete|float", style):
        return _add(reading, "paragraph", first, last, "discrete")
    ids.append(id_of(title, reading.attributes))
    reading.names.add(title, ids[0])
    reading.heading = Heading(level, title, ids)
    begin = reading.first if reading.first >= 0 else first
    reading.spans.append(Span("heading", begin, last, "", reading.heading))
    reading.waiting, reading.options, reading.first = [], "", -1
    if level == 1 and reading.title is None:
        reading.title = title
        return _read_header(reading, last)
    return last


def _read_header(reading: _Reading, line: int) -> int:
    """Authors, revision and attributes right below the document's title."""
    first = line
    while line < reading.lines.count and (text := reading.lines.get(line).rstrip()):
        attribute = _ATTRIBUTE.match(text)
        if attribute is not None:
            _keep(reading, attribute)
        elif (
            (line - first > 1 and not text.startswith("//")) or text[0] in "=.[*-|" or _DIRECTIVE.match(text)
        ):
            break
        line += 1
    return _add(reading, "metadata", first, line, "header") if line > first else line


def _keep(reading: _Reading, attribute: re.Match[str]) -> None:
    name = attribute[1].strip("!").lower()
    if "!" in attribute[1]:
        reading.attributes.pop(name, None)
    else:
        reading.attributes[name] = (attribute[2] or "").strip()


def _read_aside(reading: _Reading, line: int, text: str) -> int:
    """What belongs to the next block, or to none: ids, options, titles, attributes, comments, directives."""
    anchor = _ANCHOR.match(text)
    options = _OPTIONS.match(text)
    if anchor is not None:
        reading.waiting.append(anchor[1].strip())
    elif options is not None:
        reading.options = options[1]
        reading.waiting += _ID.findall(options[1].partition(",")[0])
    elif not _BLOCK_TITLE.match(text):
        return _read_line(reading, line, text)
    reading.first = line if reading.first < 0 else reading.first
    return line + 1


def _read_line(reading: _Reading, line: int, text: str) -> int:
    attribute = _ATTRIBUTE.match(text)
    if attribute is not None:
        _keep(reading, attribute)
        top = all(span.kind in ("metadata", "comment") for span in reading.spans[-2:])
        return _add(reading, "metadata" if top else "paragraph", line, line + 1, "attribute")
    if text.startswith("//") and not text.startswith("///"):
        reading.spans.append(Span("comment", line, line + 1))
        return line + 1
    if _MACRO.match(text):
        return _add(reading, "paragraph", line, line + 1, "macro")
    if _DIRECTIVE.match(text):
        reading.spans.append(Span("comment", line, line + 1, "directive"))
        return line + 1
    return 0


def _read_delimited(reading: _Reading, line: int, text: str, delimiter: re.Match[str]) -> int:
    """A delimited block: the line after it; 0 where nothing closes it."""
    closing = delimiter[1] or delimiter[2]
    ends = reading.closes.get(closing, [])
    while ends and ends[-1] <= line:
        ends.pop()  # the reader only moves on
    if not ends:
        reading.warnings.append(f"line {line + 1}: the block is never closed")
        return 0
    last = ends[-1] + 1
    style = reading.options.partition(",")[0].partition("%")[0].strip().lower()
    if delimiter[2]:
        return _add(reading, "fence", line, last, delimiter[3])
    if closing.endswith("===") and closing[0] in "|,:!":
        return _add(reading, "table", line, last)
    kind, info = _KINDS["--" if closing == "--" else closing[0]]
    if kind == "fence" or (style in _LITERAL and kind == "paragraph"):
        kind, info = "fence", _language(reading.options)
    elif style.isalpha() and style.upper() in ("NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"):
        info = "admonition"
    return _add(reading, kind, line, last, info)


def _language(options: str) -> str:
    """The language of `source,python`, of `,python` or of `python`-less options."""
    parts = [part.strip() for part in options.split(",")]
    return parts[1] if len(parts) > 1 and re.fullmatch(r"[\w+#.-]+", parts[1]) and parts[0] != "stem" else ""


def _read_paragraph(reading: _Reading, line: int, text: str) -> int:
    end = _paragraph_end(reading, line)
    style = reading.options.partition(",")[0].strip().lower()
    if style in _LITERAL:
        return _add(reading, "fence", line, end, _language(reading.options))
    admonition = _ADMONITION.match(text) or style.upper() in (
        "NOTE",
        "TIP",
        "IMPORTANT",
        "WARNING",
        "CAUTION",
    )
    return _add(reading, "paragraph", line, end, "admonition" if admonition else "")


def _paragraph_end(reading: _Reading, line: int) -> int:
    line += 1
    while line < reading.lines.count and (text := reading.lines.get(line).strip()):
        if _DELIMITER.match(text) or _ANCHOR.match(text) or (text[0] == "[" and _OPTIONS.match(text)):
            break
        line += 1
    return line


def _item_of(text: str) -> str:
    item = _ITEM.match(text)
    if item is not None:
        return "bullet" if item[1] else "callouts" if item[2][0] == "<" else "ordered"
    return "description" if "::" in text and "::[" not in text and _TERM.match(text) else ""


def _list_end(reading: _Reading, line: int) -> int:
    """The line after a list: its items with what is attached to them by `+` or by indentation."""
    lines, last = reading.lines, line + 1
    line, joined = last, False
    while line < lines.count:
        text = lines.get(line).rstrip()
        if text:
            blank = last < line
            delimiter = _DELIMITER.match(text)
            if delimiter is not None and (joined or not blank) and (ends := _close(reading, line, delimiter)):
                line = last = ends
                joined = False
                continue
            heading = _TITLE.match(text) or text.startswith(("[[", "|==="))
            if not joined and (
                heading or (blank and not _item_of(text) and not text[0].isspace() and text != "+")
            ):
                break
            joined = text == "+" or (joined and text[0] in ".[")
            last = line + 1
        line += 1
    return last


def _close(reading: _Reading, line: int, delimiter: re.Match[str]) -> int:
    """The line after the block that opens at `line`, 0 where nothing closes it."""
    return next(
        (end + 1 for end in reversed(reading.closes.get(delimiter[1] or delimiter[2], [])) if end > line), 0
    )
