"""Org to a Document: headings, drawers, blocks, tables, lists and links. A light reader, not a renderer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.inline import Taken, bare_urls
from graphrag_batch.formats.outline import Heading, Lines, LinkSpan, Span, build
from graphrag_batch.formats.slugs import Slugs
from graphrag_batch.records import Decoded, Document

_HEADING = re.compile(r"(\*+)[ \t]+(\S.*)$")
_TAGS = re.compile(r"[ \t]+:([\w@#%:]+):[ \t]*$")
_PRIORITY = re.compile(r"(?:COMMENT[ \t]+)?(?:\[#\w\][ \t]*)?")
_KEYWORD = re.compile(r"#\+([A-Za-z_-]+)(?:\[[^\]]*\])?:[ \t]*(.*)$")
_BEGIN = re.compile(r"[ \t]*#\+begin_?(\w+|:)[ \t]*(\S*)", re.IGNORECASE)
_END = re.compile(r"[ \t]*#\+end_?(\w+|:)[ \t]*$", re.IGNORECASE)
_DRAWER = re.compile(r"[ \t]*:([\w-]+):[ \t]*$")
_PROPERTY = re.compile(r"[ \t]*:(custom_id|id):[ \t]+(\S+)[ \t]*$", re.IGNORECASE)
_ITEM = re.compile(r"(?:[ \t]*([-+])|[ \t]+(\*)|[ \t]*(?:\d+|[A-Za-z])[.)])(?:[ \t]+\S|$)")
_TABLE = re.compile(r"[ \t]*\|")
_LITERAL = re.compile(r"[ \t]*:(?: |$)")
_COMMENT = re.compile(r"[ \t]*#(?: |$)")
_RULE = re.compile(r"-{5,}[ \t]*$")
_LINK = re.compile(r"\[\[([^\[\]\n]{1,1000})\](?:\[([^\[\]]{1,1000})\])?\]")
_TARGET = re.compile(r"<<([^<>\n]{1,200})>>")
_INCLUDE = re.compile(r"[ \t]*#\+(?:include|setupfile):[ \t]+\"?([^\"\s]+)", re.IGNORECASE)
_MARKS = re.compile(r"(?<!\w)([*/_=~+])(\S(?:.*?\S)?)\1(?!\w)")
_STATES = ["TODO", "DONE"]
_FENCES = frozenset({"src", "example", "export", "verse"})
_NOT_LINKED = frozenset({"fence", "comment"})


@dataclass(slots=True)
class _Reading:
    """One document being read."""

    lines: Lines
    spans: list[Span] = field(default_factory=list)
    slugs: Slugs = field(default_factory=Slugs)
    fields: dict[str, str] = field(default_factory=dict)
    states: list[str] = field(default_factory=lambda: list(_STATES))
    ends: dict[str, list[int]] = field(
        default_factory=dict
    )  # lines that end blocks and drawers, the last first
    heading: Heading | None = None


def read_org(decoded: Decoded) -> Document:
    """The Document of Org text. Keywords above the first heading (`#+title:`) are its metadata."""
    lines = Lines(decoded.text)
    reading = _Reading(lines)
    _find_ends(reading)
    line = 0
    while line < lines.count:
        line = _read(reading, line)
    outline = build(lines, reading.spans, list(_links(reading)))
    tags = re.split(r"[:\s]+", reading.fields.get("filetags", ""))
    return Document(
        format="org",
        text=decoded.text,
        title=visible(reading.fields.get("title", "")) or None,
        lang=reading.fields.get("language", ""),
        sections=outline.sections,
        blocks=outline.blocks,
        links=outline.links,
        meta=canonical_json(reading.fields),
        tags=tuple(dict.fromkeys(tag for tag in tags if tag)),
        encoding=decoded.encoding,
        warnings=decoded.warnings,
    )


def visible(markup: str) -> str:
    """What a reader sees of a title, in one line."""
    markup = _LINK.sub(lambda found: found[2] or found[1], markup)
    return " ".join(_MARKS.sub(r"\2", _TARGET.sub("", markup)).split())


def _find_ends(reading: _Reading) -> None:
    for line in range(reading.lines.count - 1, -1, -1):
        text = reading.lines.get(line)
        end = _END.match(text)
        if end is not None:
            reading.ends.setdefault(end[1].lower(), []).append(line)
        elif text.strip().lower() == ":end:":
            reading.ends.setdefault(":end:", []).append(line)
        if text.startswith("*") and _HEADING.match(text):
            reading.ends.setdefault("*", []).append(line)


def _end(reading: _Reading, name: str, line: int) -> int:
    """The line after the one that ends what `line` begins; 0 where a heading comes first, or nothing does."""
    for key in (name, "*"):
        found = reading.ends.get(key, [])
        while found and found[-1] <= line:
            found.pop()  # the reader only moves on
    ends, headings = reading.ends.get(name, []), reading.ends.get("*", [])
    if not ends or (headings and headings[-1] < ends[-1]):
        return 0
    return ends[-1] + 1


def _read(reading: _Reading, line: int) -> int:
    """Read the block that begins at `line`; the line after it."""
    text = reading.lines.get(line)
    if not text.strip():
        return line + 1
    if text[0] == "*" and (heading := _HEADING.match(text)) is not None:
        return _add_heading(reading, line, len(heading[1]), heading[2])
    if text.lstrip()[0] in "#:":
        after = _read_marked(reading, line, text)
        if after:
            return after
    if _RULE.match(text):
        return _add(reading, "rule", line, line + 1)
    for pattern, kind in ((_TABLE, "table"), (_LITERAL, "fence"), (_COMMENT, "comment")):
        if pattern.match(text):
            return _add(reading, kind, line, _run(reading, line, pattern))
    item = _ITEM.match(text)
    if item is not None:
        return _add(
            reading, "list", line, _list_end(reading, line), "bullet" if item[1] or item[2] else "ordered"
        )
    return _add(reading, "paragraph", line, _paragraph_end(reading, line))


def _add(reading: _Reading, kind: str, first: int, last: int, info: str = "") -> int:
    reading.spans.append(Span(kind, first, last, info))
    return last


def _add_heading(reading: _Reading, line: int, level: int, title: str) -> int:
    title = _TAGS.sub("", title)
    state, _, rest = title.partition(" ")
    title = rest if state in reading.states else title
    title = visible(title[_PRIORITY.match(title).end() :]) or visible(title)  # type: ignore[union-attr]
    reading.heading = Heading(level, title, [reading.slugs.add(title)])
    reading.spans.append(Span("heading", line, line + 1, "", reading.heading))
    return line + 1


def _read_marked(reading: _Reading, line: int, text: str) -> int:
    """A keyword, a block between `#+begin_` and `#+end_`, or a drawer: the line after it, else 0."""
    begin = _BEGIN.match(text)
    if begin is not None:
        name = begin[1].lower()
        last = _end(reading, name, line)
        kind = "fence" if name in _FENCES else "comment" if name == "comment" else "paragraph"
        info = begin[2] if name == "src" else name
        return _add(reading, kind, line, last, info) if last else 0
    keyword = _KEYWORD.match(text)
    if keyword is not None:
        return _read_keyword(reading, line, keyword[1].lower(), keyword[2].strip())
    drawer = _DRAWER.match(text)
    last = _end(reading, ":end:", line) if drawer is not None else 0
    if drawer is None or not last:
        return 0
    if drawer[1].lower() != "properties":
        return _add(reading, "paragraph", line, last, "drawer")
    _read_properties(reading, line, last)
    return _add(reading, "metadata", line, last, "drawer")


def _read_keyword(reading: _Reading, line: int, name: str, value: str) -> int:
    top = all(span.kind in ("metadata", "comment") for span in reading.spans[-2:])
    top = top and reading.heading is None
    first, last = line, line + 1
    _keep(reading, name, value, top)
    while (
        top and last < reading.lines.count and (more := _KEYWORD.match(reading.lines.get(last))) is not None
    ):
        _keep(reading, more[1].lower(), more[2].strip(), top)
        last += 1
    return _add(reading, "metadata" if top else "paragraph", first, last, "keyword")


def _keep(reading: _Reading, name: str, value: str, top: bool) -> None:
    """What a keyword says of the file; the states that its headings may begin with."""
    if name in ("todo", "seq_todo", "typ_todo"):
        reading.states += [word.partition("(")[0] for word in value.split() if word != "|"]
    if top and value:
        said = reading.fields.get(name)
        reading.fields[name] = f"{said} {value}" if said else value


def _read_properties(reading: _Reading, first: int, last: int) -> None:
    """Ids by which links find the section, or the file."""
    for line in range(first + 1, last - 1):
        found = _PROPERTY.match(reading.lines.get(line))
        if found is not None and reading.heading is not None:
            reading.heading.anchors.insert(0, found[2])


def _run(reading: _Reading, line: int, pattern: re.Pattern[str]) -> int:
    while line < reading.lines.count and pattern.match(reading.lines.get(line)):
        line += 1
    return line


def _starts_block(text: str) -> bool:
    return (
        _HEADING.match(text) is not None or _BEGIN.match(text) is not None or _TABLE.match(text) is not None
    )


def _paragraph_end(reading: _Reading, line: int) -> int:
    line += 1
    while line < reading.lines.count:
        text = reading.lines.get(line)
        if not text.strip() or _starts_block(text) or _ITEM.match(text) or text.startswith("#+"):
            break
        line += 1
    return line


def _list_end(reading: _Reading, line: int) -> int:
    """The line after a list: items and what is indented below them; two blank lines end it."""
    lines, last = reading.lines, line + 1
    line = last
    while line < lines.count and line - last < 2:
        text = lines.get(line)
        if text.strip():
            begin = _BEGIN.match(text)
            if begin is not None and text[0].isspace() and (end := _end(reading, begin[1].lower(), line)):
                line = last = end
                continue
            if not text[0].isspace() and not _ITEM.match(text) and (line > last or _starts_block(text)):
                break
            last = line + 1
        line += 1
    return last


def _links(reading: _Reading) -> Iterator[LinkSpan]:
    lines = reading.lines
    for span in reading.spans:
        start, end = lines.start(span.first), lines.start(span.last)
        if span.kind in _NOT_LINKED:
            continue
        source = lines.text[start:end]
        taken = Taken(len(source))
        for found in _LINK.finditer(source):
            taken.add(*found.span())
            text = " ".join((found[2] or found[1]).split())
            yield LinkSpan(start + found.start(), start + found.end(), _target(found[1]), text)
        if span.info == "keyword":
            for line in range(span.first, span.last):
                include = _INCLUDE.match(lines.get(line))
                if include is not None:
                    yield LinkSpan(lines.start(line), lines.end(line), _target(include[1]), include[1])
        for url in bare_urls(source) if "://" in source else ():
            if url.start not in taken:
                yield LinkSpan(start + url.start, start + url.end, url.target, url.text)


def _target(written: str) -> str:
    """Where a link leads: a path, `#ANCHOR`, or a URL."""
    path, _, place = written.removeprefix("file:").partition("::")
    if path.startswith("id:"):
        return f"ref:{path[3:]}"
    if path.startswith("*"):
        path, place = "", path
    if place.startswith("*"):
        place = Slugs().add(visible(place[1:]))
    fragment = place.lstrip("#")
    return f"{path}#{fragment}" if fragment else path
