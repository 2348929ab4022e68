"""Lines of Markdown that are inside something else (items, quotes, admonitions), as passages. Pure.

A light reader of structure: every line is looked at once for each list it is in, and lists deeper than
`DEEPEST` are read as one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_batch.stages.passage.build import Range
from graphrag_batch.stages.passage.html import html_passages
from graphrag_batch.stages.passage.reader import DEEPEST, Place, Reader
from graphrag_batch.stages.passage.tables import RULE_ROW, pipe_table

_ITEM = re.compile(r"[ \t]*(?:([-*+•])|(\d{1,9}[.)]|[A-Za-z][.)](?=[ \t])))(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?")
_FENCE = re.compile(r"[ \t]*(```+|~~~+)")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})(?:[ \t]+|$)")
_HEADING_END = re.compile(r"[ \t]+#+[ \t]*$")
_RULE = re.compile(r"[ \t]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$")
_HTML = re.compile(
    r"[ \t]{0,3}<(?:!--|/?(?:div|p|table|t[rdh]|thead|tbody|details|summary|ul|ol|li|dl|dt|dd|h[1-6]|section|"
    r"article|figure|figcaption|pre|script|style|blockquote|center|svg|hr|br)\b)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"[ \t]{0,3}\[(?!\^)[^\[\]]{1,300}\]:(?:[ \t]+\S|[ \t]*$)")
_FOOTNOTE = re.compile(r"[ \t]{0,3}\[\^[^\[\]\s]{1,80}\]:[ \t]*")
_TOLD = re.compile(r"[ \t]{0,3}[:~][ \t]+(?=\S)")
_ADMONITION = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?|===\+?)[ \t]+[\w \t-]{0,80}(?:\"([^\"]{0,200})\")?[ \t]*$")
# `::: tip Title`, `/// tip | Title`; colons or slashes alone end one.
_DIRECTIVE = re.compile(
    r"[ \t]*(?::{3,}[ \t]*(?:\{?[\w-]*\}?)|/{3,}(?:[ \t]*[\w-]+[ \t]*(?:\||$)|[ \t]*$))[ \t]*(.*)$"
)
_CALLOUT = re.compile(r"[ \t]*\[![A-Za-z]+\][+-]?[ \t]*")
_ATTRIBUTES = re.compile(r"[ \t]*\{[ \t]*[#.:/][^{}\n]*\}[ \t]*$")


# Marks and attributes at the end of a heading are shorter.
_LONGEST_END = 300


class LineReader(Reader):
    """Reads lines of Markdown into a writer."""

    item = _ITEM

    def is_item(self, line: str) -> bool:
        """Whether a line is no rule."""
        return not _RULE.match(line)

    def is_lazy(self, line: str) -> bool:
        """Whether a line can only be text."""
        return not (_ITEM.match(line) or _FENCE.match(line) or line.lstrip()[0] in "#>")

    def block(self, lines: Sequence[Range], n: int, line: str, place: Place, after_blank: bool) -> int:
        """Read what begins at line `n`; the line after it."""
        fence = _FENCE.match(line)
        if fence is not None:
            return self._fence(lines, n, fence[1])
        first = line.lstrip()[0]
        if first == ">":
            return self._quote(lines, n, place)
        if _RULE.match(line):
            return n + 1
        if place.deep < DEEPEST and _ITEM.match(line) is not None:
            return self.items(lines, n, place)
        if after_blank and (line.startswith("\t") or line.startswith("    ")):
            return self._indented(lines, n)
        if first == "#" and (heading := _HEADING.match(line)) is not None:
            self.heading(lines[n][0] + heading.end(), lines[n][1], "heading")
            return n + 1
        if first == "<" and _HTML.match(line):
            return self._html(lines, n)
        if first in ":/" and line.lstrip().startswith((":::", "///")):
            return self._directive(lines, n, line, place)
        if first in "!?=" and (admonition := _ADMONITION.match(line)) is not None:
            return self._admonition(lines, n, admonition, place)
        if "|" in line and n + 1 < len(lines) and RULE_ROW.match(self.get(lines[n + 1])):
            last = self.run(lines, n)
            pipe_table(self.writer, lines[n:last], self.scan)
            return last
        return self._paragraph(lines, n, place)

    def heading(self, start: int, end: int, kind: str) -> None:
        """A heading between these offsets, its closing marks and attributes left out."""
        text = self.writer.text[start:end]
        for pattern in (_ATTRIBUTES, _HEADING_END):
            text = text.rstrip()
            found = pattern.search(text, max(0, len(text) - _LONGEST_END))
            text = text[: found.start()] if found is not None else text
        self.writer.add(kind, [(start, start + len(text))], self.scan)

    def _fence(self, lines: Sequence[Range], n: int, mark: str) -> int:
        for last in range(n + 1, len(lines)):
            line = self.get(lines[last]).strip()
            if line.startswith(mark) and not line.strip(mark[0]):
                return last + 1
        return len(lines)

    def _indented(self, lines: Sequence[Range], n: int) -> int:
        """The line after indented code."""
        last = n
        while n < len(lines):
            line = self.get(lines[n])
            if line.strip():
                if not line.startswith(("    ", "\t")):
                    break
                last = n + 1
            n += 1
        return last

    def _quote(self, lines: Sequence[Range], n: int, place: Place) -> int:
        inside: list[Range] = []
        while n < len(lines):
            line = self.get(lines[n])
            stripped = line.lstrip()
            if not stripped or (stripped[0] != ">" and (_ITEM.match(line) or _FENCE.match(line))):
                break
            start = lines[n][0]
            if stripped[0] == ">":
                start += len(line) - len(stripped) + 1
                start += self.writer.text.startswith(" ", start) and start < lines[n][1]
            if not inside and (callout := _CALLOUT.match(self.writer.text[start : lines[n][1]])) is not None:
                start += callout.end()
            inside.append((min(start, lines[n][1]), lines[n][1]))
            n += 1
        deep = place.deep + 1
        if deep > DEEPEST:
            self.add(inside, place)
        else:
            self.read(inside, Place("quote", group=place.group, row=place.row, deep=deep))
        return n

    def _html(self, lines: Sequence[Range], n: int) -> int:
        last = self.run(lines, n)
        html_passages(self.writer, lines[n][0], lines[last - 1][1])
        return last

    def _directive(self, lines: Sequence[Range], n: int, line: str, place: Place) -> int:
        found = _DIRECTIVE.match(line)
        if found is not None and found[1]:
            self.add([(lines[n][0] + found.start(1), lines[n][1])], place)
        return n + 1

    def _admonition(self, lines: Sequence[Range], n: int, found: re.Match[str], place: Place) -> int:
        """The title of an admonition, and its body without the indentation."""
        if found[1]:
            start = lines[n][0]
            self.add([(start + found.start(1), start + found.end(1))], place)
        body, last = self.below(lines, n + 1, 4, lazy=True)
        deep = place.deep + 1
        if body and deep <= DEEPEST:
            self.read(body, Place("paragraph", group=place.group, row=place.row, deep=deep))
        return last if deep <= DEEPEST else n + 1

    def _paragraph(self, lines: Sequence[Range], n: int, place: Place) -> int:
        first = n
        while n < len(lines) and (line := self.get(lines[n])).strip():
            if n > first and self._interrupts(line):
                break
            n += 1
        self.paragraph(lines[first:n], place)
        return n

    def _interrupts(self, line: str) -> bool:
        """Whether a line ends the paragraph above it."""
        item = _ITEM.match(line)
        if item is not None:
            return item.end() < len(line) and (item[1] is not None or item[2] in ("1.", "1)"))
        return bool(
            line.lstrip()[0] in "`~>#"
            and (_FENCE.match(line) or _HEADING.match(line) or line.lstrip()[0] == ">")
        )

    def paragraph(self, lines: Sequence[Range], place: Place) -> None:
        """Lines of one paragraph: terms and what is told of them, reference definitions, or plain text."""
        if any(_TOLD.match(self.get(line)) for line in lines[1:]):
            self._definitions(lines, place)
            return
        kept: list[Range] = []
        for start, end in lines:
            line = self.writer.text[start:end]
            if line.lstrip().startswith("["):
                if _REFERENCE.match(line):
                    continue
                note = _FOOTNOTE.match(line)
                if note is not None:
                    self.add(kept, place)
                    kept, start = [], start + note.end()  # noqa: PLW2901
            kept.append(self.trimmed((start, end)))
        self.add(kept, place)

    def _definitions(self, lines: Sequence[Range], place: Place) -> None:
        group, row = self.writer.new_group(), -1
        told: list[Range] = []
        for start, end in lines:
            line = self.writer.text[start:end]
            tells = _TOLD.match(line)
            if tells is None and told and line[:1].isspace():
                told.append(self.trimmed((start, end)))
                continue
            self.add(told, Place("definition", group=group, row=row))
            told = [(start + tells.end(), end)] if tells is not None else []
            if tells is None:
                row += 1
                self.add([self.trimmed((start, end))], Place("term", group=group, row=row))
        self.add(told, Place("definition", group=group, row=row))
