"""The passages of reStructuredText. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_batch.stages.passage.build import Range, Writer
from graphrag_batch.stages.passage.reader import DEEPEST, Place, Reader, lines_of
from graphrag_batch.stages.passage.rst_inline import RstScan
from graphrag_batch.stages.passage.rst_tables import grid_table, list_table, simple_table

if TYPE_CHECKING:
    from graphrag_batch.records import Block, Document

_ITEM = re.compile(r"[ \t]*(?:([-*+•‣⁃])|(\(?(?:\d{1,9}|#|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)]))(?:[ \t]+|$)")
_ADORNMENT = re.compile(r"[ \t]*([!-/:-@\[-`{-~])\1{2,}[ \t]*$")
_DIRECTIVE = re.compile(r"[ \t]*\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?([A-Za-z][\w.+:-]*?)[ \t]?::(?:[ \t]+|$)")
_NOTE = re.compile(r"[ \t]*\.\.[ \t]+\[[^\]]{1,80}\][ \t]+")
_FIELD = re.compile(r"[ \t]*:(?![:\s])((?:[^:\\\n]|\\.|:(?![\s`])){1,200}):(?:[ \t]+|$)")
_SHOWN = re.compile(r":[A-ZÄÖÜÉ]|[ \t]+\S")
_LINE_BLOCK = re.compile(r"[ \t]*\|[ \t]+")
_GRID = re.compile(r"[ \t]*\+(?:[-=]+\+)+[ \t]*$")
_SIMPLE = re.compile(r"[ \t]*=+(?:[ \t]+=+)+[ \t]*$")
_TARGET = re.compile(r"^[ \t]*\.\. _(`[^`]+`|[^:`\n]+):", re.MULTILINE)
_CLASSIFIER = re.compile(r"[ \t]+:[ \t]+\S.*$")
# Directives whose argument is prose, and those of which nothing is.
_TITLED_WORDS = """
    note warning tip hint important caution danger error attention seealso admonition topic sidebar
    rubric versionadded versionchanged deprecated todo epigraph pull-quote highlights centered table
    list-table figure-caption dropdown tab tab-item card grid-item-card collapse confval-group
"""
_TITLED = frozenset(_TITLED_WORDS.split())
_SILENT_WORDS = """
    image include contents toctree index math raw code-block code sourcecode literalinclude
    parsed-literal highlight currentmodule automodule autoclass autofunction automethod autosummary
    autoexception autodata role default-role meta plot graphviz ipython prompt doctest testcode
    testoutput testsetup only-code sectnum module replace unicode date click argparse video
    productionlist csv-table py:module py:currentmodule uml mermaid digraph tabularcolumns
    target-notes bibliography
"""
_SILENT = frozenset(_SILENT_WORDS.split())
_CONTAINERS = frozenset(
    {"figure", "glossary", "container", "only", "rst-class", "tabs", "grid", "list-table"}
)


class RstReader(Reader):
    """Reads lines of reStructuredText into a writer."""

    item = _ITEM

    def block(self, lines: Sequence[Range], n: int, line: str, place: Place, after_blank: bool) -> int:
        """Read what begins at line `n`; the line after it."""
        stripped = line.strip()
        if stripped == ".." or stripped.startswith((".. ", "__ ")):
            return self._explicit(lines, n, line, place)
        if _GRID.match(line) or _SIMPLE.match(line):
            return self._table(lines, n, line)
        if _ADORNMENT.match(line):
            return n + 1
        if line[0].isspace():
            return self._quote(lines, n, place)
        if place.deep < DEEPEST and _ITEM.match(line):
            return self.items(lines, n, place)
        field = _FIELD.match(line) if line[0] == ":" else None
        if field is not None:
            return self._fields(lines, n, place)
        if stripped.startswith(">>>"):
            return self.run(lines, n)
        if _LINE_BLOCK.match(line):
            return self._line_block(lines, n, place)
        return self._paragraph(lines, n, place)

    def is_lazy(self, line: str) -> bool:
        """Whether a line can only be text."""
        return not _ITEM.match(line) and not line.lstrip().startswith(".. ")

    def _quote(self, lines: Sequence[Range], n: int, place: Place) -> int:
        """Lines that are indented, without their least indentation."""
        last = max(self.indented(lines, n), n + 1)
        inside = self._dedented(lines[n:last])
        if place.deep >= DEEPEST:
            self.add([line for line in inside if line[0] < line[1]], place)
        else:
            self.read(inside, place.inside("quote"))
        return last

    def _dedented(self, lines: Sequence[Range]) -> list[Range]:
        texts = [self.get(line) for line in lines]
        least = min((len(t) - len(t.lstrip()) for t in texts if t.strip()), default=0)
        return [(min(a + least, b), b) for a, b in lines]

    def _explicit(self, lines: Sequence[Range], n: int, line: str, place: Place) -> int:
        """A directive, a footnote, a target or a comment."""
        indent = len(line) - len(line.lstrip())
        last = self._body_end(lines, n + 1, indent)
        note = _NOTE.match(line)
        if note is not None:
            first = (lines[n][0] + note.end(), lines[n][1])
            self._inside([first, *self._dedented(lines[n + 1 : last])], place)
            return last
        directive = _DIRECTIVE.match(line)
        if directive is None:
            return last
        name = directive[1].lower()
        if name not in _SILENT:
            self._directive(name, (lines[n][0] + directive.end(), lines[n][1]), lines[n + 1 : last], place)
        return last

    def _directive(self, name: str, argument: Range, body: Sequence[Range], place: Place) -> None:
        inside = self._dedented(body)
        group, row, kind = -1, -1, "paragraph"
        if name in _TITLED:
            self.add([argument] if self.get(argument).strip() else [], place)
        elif name not in _CONTAINERS:  # something of a domain: a function, an option
            group, row, kind = self.writer.new_group(), 0, "definition"
            if self.get(argument).strip():
                self.add([argument], Place("term", group=group, row=row, marks=("code",)))
        if name == "list-table":
            list_table(self.writer, inside, self.scan)
            return
        n = 0
        while kind == "paragraph" and n < len(inside) and _FIELD.match(self.get(inside[n])):
            n += 1
        self._inside(inside[n:], Place(kind, group=group, row=row, deep=place.deep))

    def _inside(self, lines: Sequence[Range], place: Place) -> None:
        if place.deep < DEEPEST:
            self.read(lines, place._replace(deep=place.deep + 1))

    def _body_end(self, lines: Sequence[Range], n: int, indent: int) -> int:
        last = n
        while n < len(lines):
            text = self.get(lines[n])
            if text.strip():
                if len(text) - len(text.lstrip()) <= indent:
                    break
                last = n + 1
            n += 1
        return last

    def _fields(self, lines: Sequence[Range], n: int, place: Place) -> int:
        group, row = self.writer.new_group(), 0
        while n < len(lines) and (field := _FIELD.match(self.get(lines[n]))) is not None:
            last = self._body_end(lines, n + 1, 0)
            start = lines[n][0]
            self.add([(start + field.start(1), start + field.end(1))], Place("term", group=group, row=row))
            told = [(start + field.end(), lines[n][1]), *self._dedented(lines[n + 1 : last])]
            self._inside(told, Place("definition", group=group, row=row, deep=place.deep))
            row, n = row + 1, last
            while n < len(lines) and not self.get(lines[n]).strip():
                n += 1
        return n

    def _line_block(self, lines: Sequence[Range], n: int, place: Place) -> int:
        kept: list[Range] = []
        while n < len(lines) and (text := self.get(lines[n])).strip().startswith("|"):
            kept.append((lines[n][0] + text.find("|") + 1, lines[n][1]))
            n += 1
        self.add(kept, place)
        return n

    def _table(self, lines: Sequence[Range], n: int, line: str) -> int:
        if _GRID.match(line):
            last = self.run(lines, n)
            grid_table(self.writer, lines[n:last], self.scan)
            return last
        last = n + 1
        while last < len(lines):
            border = _SIMPLE.match(self.get(lines[last]))
            last += 1
            if border and (last >= len(lines) or not self.get(lines[last]).strip()):
                break
        simple_table(self.writer, lines[n:last], self.scan)
        return last

    def _paragraph(self, lines: Sequence[Range], n: int, place: Place) -> int:
        """A paragraph, or a term with what is told of it indented right below."""
        below = self.get(lines[n + 1]) if n + 1 < len(lines) else ""
        if below.strip() and below[0].isspace():
            return self._definition(lines, n, place)
        first = n
        while n < len(lines) and self.get(lines[n]).strip():
            if n > first and self.get(lines[n]).startswith(".. "):
                break
            n += 1
        kept = list(lines[first:n])
        ends = self.get(kept[-1]).rstrip()
        if not ends.endswith("::"):
            self.add(kept, place)
            return n
        kept[-1] = (kept[-1][0], kept[-1][0] + len(ends) - (1 if len(ends) > 2 else 2))
        self.add(kept if len(ends) > 2 else kept[:-1], place)
        return self.indented(lines, n)

    def _definition(self, lines: Sequence[Range], n: int, place: Place) -> int:
        group, row = self.writer.new_group(), 0
        while n < len(lines):
            below = self.get(lines[n + 1]) if n + 1 < len(lines) else ""
            if self.get(lines[n])[0].isspace() or not below.strip() or not below[0].isspace():
                break
            text = self.get(lines[n])
            more = _CLASSIFIER.search(text[-400:]) if " : " in text else None
            end = lines[n][1] - (len(text[-400:]) - more.start() if more is not None else 0)
            literal = text.rstrip().endswith("::")
            self.add([(lines[n][0], end - 2 * literal)], Place("term", group=group, row=row))
            if more is not None:
                told = (end + text[end - lines[n][0] :].index(":") + 1, lines[n][1])
                self.add([told], Place("definition", group=group, row=row))
            last = self.indented(lines, n + 1)
            if not literal:
                below_it = Place("definition", group=group, row=row, deep=place.deep)
                self._inside(self._dedented(lines[n + 1 : last]), below_it)
            n, row = last, row + 1
            while n < len(lines) and not self.get(lines[n]).strip():
                n += 1
        return n


def read_rst(document: Document, writer: Writer) -> None:
    """Write the passages of this document."""
    names = {found[1].strip("`").lower() for found in _TARGET.finditer(document.text)}
    names |= {section.title.lower() for section in document.sections}
    reader = RstReader(writer, RstScan(frozenset(" ".join(name.split()) for name in names)))
    titled = document.title is None
    for block in document.blocks:
        writer.section = block.section
        if block.kind == "heading":
            titled = _heading(reader, block, document, titled)
        elif block.kind == "metadata" and block.info == "fields":
            # What a reader is shown begins with a capital letter; `:orphan:` and the like are for a program.
            lines = lines_of(writer.text, block.start, block.end)
            reader.read([line for line in lines if _SHOWN.match(reader.get(line))], Place())
        elif block.kind in ("paragraph", "list", "table") and block.info not in ("target", "toctree"):
            reader.read(lines_of(writer.text, block.start, block.end), Place())


def _heading(reader: RstReader, block: Block, document: Document, titled: bool) -> bool:
    is_title = not titled and document.sections[block.section].title == document.title
    kept = [
        reader.trimmed(line)
        for line in lines_of(document.text, block.start, block.end)
        if reader.get(line).strip() and not _ADORNMENT.match(reader.get(line))
    ]
    reader.add(kept, Place("title" if is_title else "heading"))
    return titled or is_title
