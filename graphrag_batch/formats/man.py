"""Manual pages (roff with man or mdoc macros) to a Document. Pure.

The text is what the page prints, a line for each line of the file (a macro that prints nothing leaves an
empty one), so that line numbers are those of the file. What belongs to an item is indented below it.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.inline import bare_urls
from graphrag_batch.formats.man_lines import Page, page_of
from graphrag_batch.formats.outline import Heading, Lines, LinkSpan, Span, build
from graphrag_batch.formats.slugs import Slugs
from graphrag_batch.records import Decoded, Document

_REFERENCE = re.compile(r"(?<![\w(./-])([A-Za-z_][\w.:+-]{0,60}) ?\(([1-9][a-z]{0,4})\)")
_NAME_LINE = re.compile(r"\S.{0,200}? (?:-{1,2}|[–—]) \S")
_LONGEST_TITLE = 160


def read_man(decoded: Decoded) -> Document:
    """The Document of a manual page. Its title is the line of its first section (`name - what it does`)."""
    page = page_of(decoded.text)
    text = "\n".join(page.text)
    lines, slugs = Lines(text), Slugs()
    spans = _spans(page, slugs)
    outline = build(lines, spans, _links(text, page, lines))
    return Document(
        format="man",
        text=text,
        title=_title(page, spans),
        sections=outline.sections,
        blocks=outline.blocks,
        links=outline.links,
        meta=canonical_json(page.header),
        encoding=decoded.encoding,
        warnings=decoded.warnings,
    )


def _spans(page: Page, slugs: Slugs) -> list[Span]:
    """Headings, and runs of lines of one kind and number."""
    spans: list[Span] = []
    first = 0
    for line in range(1, len(page.kinds) + 1):
        if line < len(page.kinds) and page.kinds[line] == page.kinds[first]:
            continue
        kind, _ = page.kinds[first]
        if kind == "heading":
            title = " ".join(" ".join(page.text[first:line]).split())
            level = page.levels[first]
            spans.append(Span(kind, first, line, "", Heading(level, title, [slugs.add(title)])))
        else:
            spans.append(Span(kind, first, line, "roff" if kind == "fence" else ""))
        first = line
    return [span for span in spans if span.heading is None or span.heading.title]


def _title(page: Page, spans: list[Span]) -> str | None:
    headings = [span for span in spans if span.heading is not None]
    if headings:
        end = headings[1].first if len(headings) > 1 else len(page.text)
        said = " ".join(" ".join(page.text[headings[0].last : end]).split())
        if _NAME_LINE.match(said) and len(said) <= _LONGEST_TITLE:
            return said
    name, section = page.header.get("name", ""), page.header.get("section", "")
    return (f"{name}({section})" if section else name) or None


def _links(text: str, page: Page, lines: Lines) -> list[LinkSpan]:
    """Other pages, by their usual places; URLs; the file that a page is only another name of."""
    links = [LinkSpan(*found) for found in bare_urls(text)] if "://" in text else []
    taken = [link.start for link in links]
    for found in _REFERENCE.finditer(text):
        at = bisect_right(taken, found.start()) - 1
        if at >= 0 and found.start() < links[at].end:
            continue
        name, section = found[1], found[2]
        if name == page.header.get("name") and section == page.header.get("section"):
            continue
        links.append(LinkSpan(found.start(), found.end(), f"{name}.{section}", f"{name}({section})"))
        links.append(
            LinkSpan(found.start(), found.end(), f"../man{section}/{name}.{section}", f"{name}({section})")
        )
    for line, target in page.sources:
        if lines.get(line).strip():
            links.append(LinkSpan(lines.start(line), lines.end(line), target, target))
    return links
