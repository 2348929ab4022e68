"""The passages of Org. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_batch.stages.passage.build import Drop, Mark, Markup, Range, Writer
from graphrag_batch.stages.passage.reader import DEEPEST, Place, Reader, lines_of
from graphrag_batch.stages.passage.tables import pipe_table

if TYPE_CHECKING:
    from graphrag_batch.records import Block, Document

_ITEM = re.compile(
    r"[ \t]*(?:([-+]|(?<=[ \t])\*)|(\d{1,9}[.)]|[A-Za-z][.)]))(?:[ \t]+|$)"
    r"(?:\[@\d+\][ \t]+)?(?:\[[ xX-]\][ \t]+)?"
)
_TERM = re.compile(r"(\S.{0,300}?)[ \t]+::(?:[ \t]+|$)")
_HEADING = re.compile(r"\*+[ \t]+")
_TAGS = re.compile(r"[ \t]+:[\w@#%:]+:[ \t]*$")
_PRIORITY = re.compile(r"(?:COMMENT[ \t]+)?(?:\[#\w\][ \t]*)?")
_BEGIN = re.compile(r"[ \t]*#\+begin_?(\w+|:)", re.IGNORECASE)
_PLANNED = re.compile(r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):")
_HIDDEN = re.compile(r"[ \t]*(?:#(?:[ +]|$)|:[\w-]+:(?:[ \t]|$)|:(?: |$))")
_EVENT = re.compile(
    r"\[\[(?P<target>[^\[\]\n]{1,1000})\](?:\[(?P<text>[^\[\]]{1,1000})\])?\]|<<(?P<anchor>[^<>\n]{1,200})>>"
    r"|\[fn:[^\[\]]{0,200}\]|(?<!\w)(?P<mark>[*/_=~+])(?P<inside>[^\s*/_=~+](?:[^*/_=~+\n]*[^\s*/_=~+])?)(?P=mark)(?!\w)"
    r"|(?<!\w)(?P<code>[=~])(?P<literal>[^\s=~](?:[^=~\n]*[^\s=~])?)(?P=code)(?!\w)"
)
_ANY = re.compile(r"[\[<*/_=~+]")
_MARKS = {"*": "bold", "/": "italic", "_": "", "=": "code", "~": "code", "+": ""}
_FENCES = frozenset({"src", "example", "export", "comment"})


def scan_org(content: str) -> Markup | None:
    """The markup of the content, None for none."""
    if not _ANY.search(content):
        return None
    drops: list[Drop] = []
    marks: list[Mark] = []
    for event in _EVENT.finditer(content):
        start, end = event.span()
        mark = event["mark"] or event["code"]
        if mark is not None:
            drops += [Drop(start, start + 1), Drop(end - 1, end)]
            if _MARKS[mark]:
                marks.append((start + 1, end - 1, _MARKS[mark]))
        elif event["target"] is not None:
            a, b = event.span("text") if event["text"] is not None else event.span("target")
            a += event["text"] is None and content[a] in "*#"
            drops += [Drop(start, a), Drop(b, end)]
            marks.append((a, b, "link"))
        else:
            drops.append(Drop(start, end))
    return Markup(drops, marks)


class OrgReader(Reader):
    """Reads lines of Org into a writer."""

    item = _ITEM

    def block(self, lines: Sequence[Range], n: int, line: str, place: Place, after_blank: bool) -> int:
        """Read what begins at line `n`; the line after it."""
        begin = _BEGIN.match(line)
        if begin is not None:
            return self._block(lines, n, begin[1].lower(), place)
        if _HIDDEN.match(line) or _PLANNED.match(line):
            return n + 1
        if line.lstrip().startswith("|"):
            last = n
            while last < len(lines) and self.get(lines[last]).lstrip().startswith("|"):
                last += 1
            pipe_table(self.writer, lines[n:last], self.scan)
            return last
        if place.deep < DEEPEST and _ITEM.match(line):
            return self.items(lines, n, place)
        kept = [self.trimmed(lines[n])]
        n += 1
        while n < len(lines) and (line := self.get(lines[n])).strip():
            if _HIDDEN.match(line) or _BEGIN.match(line) or _ITEM.match(line) or line.lstrip()[0] == "|":
                break
            kept.append(self.trimmed(lines[n]))
            n += 1
        self.add(kept, place)
        return n

    def _block(self, lines: Sequence[Range], n: int, name: str, place: Place) -> int:
        """What stands between `#+begin_` and `#+end_`."""
        end = f"#+end_{name}"
        last = next((m for m in range(n + 1, len(lines)) if self.get(lines[m]).strip().lower() == end), 0)
        if not last:
            return n + 1
        if name not in _FENCES and place.deep < DEEPEST:
            self.read(lines[n + 1 : last], place.inside("quote" if name == "quote" else "paragraph"))
        return last + 1

    def entry(self, lines: list[Range], place: Place) -> None:
        """An item, or a term with what is told of it."""
        term = _TERM.match(self.get(lines[0])) if " ::" in self.get(lines[0]) else None
        if term is not None:
            at = lines[0][0]
            self.add([(at, at + term.end(1))], Place("term", group=place.group, row=place.row))
            lines = [(at + term.end(), lines[0][1]), *lines[1:]]
            place = place._replace(kind="definition", label="")
        super().entry(lines, place)


def read_org(document: Document, writer: Writer) -> None:
    """Write the passages of this document."""
    reader = OrgReader(writer, scan_org)
    for block in document.blocks:
        writer.section = block.section
        if block.kind == "heading":
            _heading(reader, block, document)
        elif block.kind in ("paragraph", "list", "table") and block.info not in ("keyword", "drawer"):
            reader.read(lines_of(writer.text, block.start, block.end), Place())


def _heading(reader: OrgReader, block: Block, document: Document) -> None:
    """A heading without its stars, state, priority and tags: what is left is the section's title."""
    source = document.text[block.start : block.end]
    stars, tags = _HEADING.match(source), _TAGS.search(source, max(0, len(source) - 300))
    start = stars.end() if stars is not None else 0
    end = tags.start() if tags is not None else len(source)
    word = source[start:end].partition(" ")[0]
    if word.isupper() and not document.sections[block.section].title.startswith(word):
        start += len(word)
        start += len(source[start:end]) - len(source[start:end].lstrip())
    priority = _PRIORITY.match(source, start, end)
    start = priority.end() if priority is not None else start
    kind = "title" if source[start:end].strip() == document.title else "heading"
    reader.add([(block.start + start, block.start + end)], Place(kind))
