"""The passages of AsciiDoc. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from graphrag_batch.stages.passage.asciidoc_inline import scan_asciidoc
from graphrag_batch.stages.passage.build import Range, Writer
from graphrag_batch.stages.passage.reader import DEEPEST, Place, Reader, lines_of
from graphrag_batch.stages.passage.tables import add_pieces

if TYPE_CHECKING:
    from graphrag_batch.records import Block, Document

_ITEM = re.compile(
    r"[ \t]*(?:(\*{1,5}|-)|(\.{1,5}|\d{1,9}[.)]|[a-zA-Z][.)]|<(?:\d{1,4}|\.)>))[ \t]+"
    r"(?:\[[ xX*]\][ \t]+)?(?=\S)"
)
_TERM = re.compile(r"[ \t]*(\S.{0,400}?)(:{2,4}|;;)(?:[ \t]+|$)")
_DELIMITER = re.compile(r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,})[ \t]*$|(```+|~~~+)")
_OPTIONS = re.compile(r"\[(?!\[)[^\n]*\][ \t]*$")
_ANCHOR = re.compile(r"\[\[[^\[\]]+\]\][ \t]*$")
_ATTRIBUTE = re.compile(r":!?\w[\w-]*!?:(?:[ \t]|$)")
_DIRECTIVE = re.compile(r"(?:ifdef|ifndef|ifeval|endif|include|image|video|audio|toc)::\S*\[.*\]\s*$")
_TITLE = re.compile(r"(?:={1,6}|#{1,6})[ \t]+(?=\S)")
_TITLE_END = re.compile(r"(?:[ \t]+={1,6}|[ \t]+#{1,6})?(?:[ \t]*\[\[[^\[\],]+\]\])?[ \t]*$")
_UNDERLINE = re.compile(r"(?:=+|-+|~+|\^+|\++)[ \t]*$")
_ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+")
_RULE = re.compile(r"(?:'{3,}|<{3,}|---|\*\*\*|- - -|\* \* \*)[ \t]*$")
_CELL = re.compile(r"(?:(?<=\s)|^)(?:\d{1,3}(?:\.\d{1,3})?[+*])?(?:[<^>](?:\.[<^>])?|\.[<^>])?[adehlmsv]?\|")
_LITERAL = re.compile(r"\[(?:source|listing|literal|verse|plantuml|mermaid|ditaa|stem|,)")


class AsciidocReader(Reader):
    """Reads lines of AsciiDoc into a writer."""

    item = _ITEM

    def read(self, lines: Sequence[Range], place: Place) -> None:
        """The passages of these lines."""
        n = 0
        while n < len(lines):
            line = self.get(lines[n]).rstrip()
            n = self.block(lines, n, line, place, False) if line and line != "+" else n + 1

    def block(self, lines: Sequence[Range], n: int, line: str, place: Place, after_blank: bool) -> int:
        """Read what begins at line `n`; the line after it."""
        if _OPTIONS.match(line) or _ANCHOR.match(line):
            return self._after_options(lines, n, line)
        hidden = line.startswith("//") and not line.startswith("////")
        if hidden or _ATTRIBUTE.match(line) or _DIRECTIVE.match(line) or _RULE.match(line):
            return n + 1
        delimiter = _DELIMITER.match(line)
        if delimiter is not None:
            return self._delimited(lines, n, line, place)
        if line[0] == "." and line[1:2] not in ("", " ", "."):
            self.add([(lines[n][0] + 1, lines[n][1])], place)
            return n + 1
        if (title := _TITLE.match(line)) is not None:
            self.heading((lines[n][0] + title.end(), lines[n][1]), "heading")
            return n + 1
        if _ITEM.match(line):
            return self._list(lines, n, place)
        if "::" in line or ";;" in line:
            term = _TERM.match(line)
            if term is not None:
                return self._terms(lines, n, place)
        if line[0].isspace():
            return self.run(lines, n)
        return self._paragraph(lines, n, line, place)

    def heading(self, line: Range, kind: str) -> None:
        """A heading in a line, its closing marks left out."""
        text = self.get(line).rstrip()
        ends = _TITLE_END.search(text, max(0, len(text) - 200))
        self.add([(line[0], line[0] + (ends.start() if ends is not None else len(text)))], Place(kind))

    def _after_options(self, lines: Sequence[Range], n: int, line: str) -> int:
        """The line after options; after the paragraph too where they make it literal."""
        if _LITERAL.match(line) and n + 1 < len(lines) and not _DELIMITER.match(self.get(lines[n + 1])):
            return self.run(lines, n + 1)
        if _LITERAL.match(line) and n + 1 < len(lines):
            return self._close(lines, n + 1, self.get(lines[n + 1]).rstrip()) or n + 1
        return n + 1

    def _close(self, lines: Sequence[Range], n: int, mark: str) -> int:
        """The line after the block that opens at line `n`, 0 where nothing closes it."""
        if mark[:3] in ("```", "~~~"):
            mark = mark[: len(mark) - len(mark.lstrip(mark[0]))]
        return next((m + 1 for m in range(n + 1, len(lines)) if self.get(lines[m]).rstrip() == mark), 0)

    def _delimited(self, lines: Sequence[Range], n: int, line: str, place: Place) -> int:
        end = self._close(lines, n, line)
        if not end:
            return n + 1
        inside = lines[n + 1 : end - 1]
        if line.endswith("===") and line[0] in "|,:!":
            if line[0] in "|!":
                self._table(inside, line[0])
        elif line[0] in "=*_" or line == "--":
            kind = "quote" if line[0] == "_" else "paragraph"
            if place.deep < DEEPEST:
                self.read(inside, place.inside(kind))
        return end

    def _list(self, lines: Sequence[Range], n: int, place: Place) -> int:
        """A list with those within it, which have markers of their own."""
        groups: list[tuple[str, int, int]] = []  # (marker, group, rows) of the lists that are open
        while n < len(lines):
            line = self.get(lines[n])
            item = _ITEM.match(line)
            if item is None:
                break
            marker = item[1] or (item[2] if item[2][0] == "." else item[2][-1])
            while (
                groups
                and marker not in [name for name, _, _ in groups[-1:]]
                and marker in [g[0] for g in groups]
            ):
                groups.pop()
            if not groups or groups[-1][0] != marker:
                groups.append((marker, self.writer.new_group(), 0))
            name, group, row = groups[-1]
            groups[-1] = (name, group, row + 1)
            label = (
                item[2]
                if item[2] is not None and item[2][0] not in ".<"
                else str(row + 1) + "."
                if item[2]
                else ""
            )
            here = Place("item", label, group, row, place.deep)
            n = self._entry(lines, n, (lines[n][0] + item.end(), lines[n][1]), here)
        return n

    def _entry(self, lines: Sequence[Range], n: int, first: Range, place: Place) -> int:
        """The text of an item, and what `+` attaches to it; the line of the next, or after the list."""
        kept = [first]
        n += 1
        while n < len(lines):
            line = self.get(lines[n]).rstrip()
            if (
                not line
                or line == "+"
                or _ITEM.match(line)
                or _DELIMITER.match(line)
                or _OPTIONS.match(line)
                or _is_term(line)
            ):
                break
            kept.append(self.trimmed(lines[n]))
            n += 1
        self.add([line for line in kept if line[0] < line[1]], place)
        attached = place._replace(
            kind="paragraph" if place.kind == "item" else place.kind, label="", deep=place.deep + 1
        )
        while n < len(lines) and self.get(lines[n]).rstrip() == "+" and n + 1 < len(lines):
            n += 1
            while n < len(lines) and (_OPTIONS.match(line := self.get(lines[n]).rstrip()) or line[:1] == "."):
                n = self._after_options(lines, n, line) if line[0] == "[" else n + 1
            if n < len(lines) and (line := self.get(lines[n]).rstrip()) and not _ITEM.match(line):
                n = self.block(lines, n, line, attached, False)
        after = n
        while after < len(lines) and not self.get(lines[after]).strip():
            after += 1
        follows = after < len(lines) and (
            _ITEM.match(self.get(lines[after])) or _is_term(self.get(lines[after]))
        )
        return after if follows else n

    def _terms(self, lines: Sequence[Range], n: int, place: Place) -> int:
        group, row = self.writer.new_group(), 0
        while n < len(lines):
            line = self.get(lines[n])
            term = _TERM.match(line) if not _ITEM.match(line) else None
            if term is None:
                break
            start = lines[n][0]
            self.add([(start + term.start(1), start + term.end(1))], Place("term", group=group, row=row))
            told = Place("definition", group=group, row=row, deep=place.deep)
            rest = (start + term.end(), lines[n][1])
            if rest[0] >= rest[1]:
                while n + 1 < len(lines) and not self.get(lines[n + 1]).strip():
                    n += 1
            if n + 1 < len(lines) and rest[0] >= rest[1] and _ITEM.match(self.get(lines[n + 1])):
                n = self._list(lines, n + 1, told)
            else:
                n = self._entry(lines, n, rest, told)
            row += 1
        return n

    def _paragraph(self, lines: Sequence[Range], n: int, line: str, place: Place) -> int:
        admonition = _ADMONITION.match(line)
        kept = [(lines[n][0] + (admonition.end() if admonition is not None else 0), lines[n][1])]
        n += 1
        while n < len(lines) and (line := self.get(lines[n]).rstrip()):
            if line == "+" or _DELIMITER.match(line) or _OPTIONS.match(line) or _DIRECTIVE.match(line):
                break
            if place.row >= 0 and _ITEM.match(line):
                break
            if not line.startswith("//"):
                kept.append(self.trimmed(lines[n]))
            n += 1
        self.add(kept, place)
        return n

    def _table(self, lines: Sequence[Range], bar: str) -> None:
        """A table: as many columns as its first line has cells."""
        cells: list[list[Range]] = []
        columns, headed, blank = 0, False, False
        for start, end in lines:
            line = self.writer.text[start:end]
            marks = list(_CELL.finditer(line)) if bar in line else []
            if not line.strip():
                blank = True
                continue
            headed = headed or (blank and len(cells) == columns > 0)
            blank = False
            if cells and (not marks or line[: marks[0].start()].strip()):
                cells[-1].append(self._cell((start, start + (marks[0].start() if marks else len(line)))))
            for mark, after in zip_longest(marks, marks[1:]):
                stop = after.start() if after is not None else len(line)
                cells.append([self._cell((start + mark.end(), start + stop))])
            columns = columns or len(cells)
        width = max(columns, 1)
        add_pieces(
            self.writer, [cells[n : n + width] for n in range(0, len(cells), width)], self.scan, headed
        )

    def _cell(self, span: Range) -> Range:
        shown = self.get(span).strip()
        at = span[0] + self.get(span).find(shown) if shown else span[0]
        return at, at + len(shown)


def _is_term(line: str) -> bool:
    return ("::" in line or ";;" in line) and _TERM.match(line) is not None and not _DIRECTIVE.match(line)


def read_asciidoc(document: Document, writer: Writer) -> None:
    """Write the passages of this document."""
    reader = AsciidocReader(writer, scan_asciidoc)
    titled = document.title is None
    for block in document.blocks:
        writer.section = block.section
        if block.kind == "heading":
            titled = _heading(reader, block, document, titled)
        elif block.kind in ("paragraph", "list", "table"):
            reader.read(lines_of(writer.text, block.start, block.end), Place())


def _heading(reader: AsciidocReader, block: Block, document: Document, titled: bool) -> bool:
    is_title = not titled and document.sections[block.section].title == document.title
    for line in lines_of(document.text, block.start, block.end):
        text = reader.get(line).rstrip()
        if not text or _OPTIONS.match(text) or _ANCHOR.match(text) or _UNDERLINE.match(text):
            continue
        title = _TITLE.match(text)
        start = line[0] + (title.end() if title is not None else text[:1] == ".")
        reader.heading((start, line[1]), "title" if is_title else "heading")
    return titled or is_title
