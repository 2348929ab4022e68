"""The body of a Word file, or of a cell or a note, as lines of Markdown in the order of the file."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphrag_batch.formats import docx_tables
from graphrag_batch.formats.docx_context import Context
from graphrag_batch.formats.docx_drawing import branch_of
from graphrag_batch.formats.docx_inline import MC, Inline
from graphrag_batch.formats.docx_numbers import value_of, whole
from graphrag_batch.formats.docx_package import Element, W
from graphrag_batch.formats.docx_styles import HEADING_CAP, Style, indent_of
from graphrag_batch.formats.escape import escape, escape_inline

_P, _TBL, _SDT, _ALTERNATE = f"{W}p", f"{W}tbl", f"{W}sdt", f"{MC}AlternateContent"
_BOOKMARK = f"{W}bookmarkStart"
_SKIPPED = {f"{W}sectPr", f"{W}del", f"{W}moveFrom", f"{W}tblPr", f"{W}tcPr", f"{W}sdtPr", f"{W}bookmarkEnd"}
_ORDERED = re.compile(r"\d{1,9}[.)]")
_CLOSING = re.compile(r"\s(#+)$")  # a last # is taken for a closing mark
_TICKS = re.compile(r"`{3,}")
_DEEPEST = 6


class _Place(NamedTuple):
    """Where a numbered paragraph is: in which list, on which level, indented by how much."""

    num: str = ""
    level: int = 0
    indent: int = 0

    def below(self, other: _Place) -> bool:
        """Whether it is nested in a paragraph that is at `other`."""
        if self.num == other.num or self.indent == other.indent:
            return self.level > other.level
        return self.indent > other.indent


class _Item(NamedTuple):
    """An open list item: its place, and the column its text begins in."""

    place: _Place
    column: int


class Body:
    """Blocks being written. `flat`: into a cell or a note, where nothing but lines can stand."""

    def __init__(self, context: Context, *, flat: bool = False) -> None:
        self.context = context
        self.flat = flat
        self.lines: list[str] = []
        self.anchors: list[tuple[int, str]] = []
        self.title: str | None = None
        self.top = _DEEPEST + 1  # the highest level of heading met
        self.shift = 0
        self._bookmarks: list[str] = []
        self._items: list[_Item] = []
        self._code: list[str] = []
        self._carried: Inline | None = None
        self._due = 0  # how many of the notes waiting belong to what is written

    # ---- reading

    def read(self, parent: Element) -> None:
        """Write all blocks of `parent`, and what is left open after the last."""
        self._blocks(parent)
        if self._carried is not None:
            carried, self._carried = self._carried, None
            self._write(carried, self.context.styles.get(""), None)
        self.end()

    def read_within(self, parent: Element) -> None:
        """Write the blocks of a cell that only arranges the page."""
        self._blocks(parent)
        self.end()

    def end(self) -> None:
        """Close what is open; the notes of what was written follow it."""
        bookmarks, self._bookmarks = self._bookmarks, []
        self._close_code()
        self._items.clear()
        self._write_notes()
        self._bookmarks = bookmarks

    def flatten(self, parent: Element) -> list[str]:
        """The blocks of a cell as lines."""
        return flatten(self.context, parent)

    def has_title(self, parent: Element) -> bool:
        """Whether any paragraph in `parent` is a title, above all headings."""
        for style in parent.iter(f"{W}pStyle"):
            if self.context.styles.get(style.get(f"{W}val", "")).role == "title":
                paragraph = style.getparent().getparent()
                if any((t.text or "").strip() for t in paragraph.iter(f"{W}t")):
                    return True
        return False

    def is_heading(self, paragraph: Element) -> bool:
        """Whether a paragraph is a title or a heading with text."""
        properties = paragraph.find(f"{W}pPr")
        style = self.context.styles.get(value_of(properties, "pStyle"))
        if style.role != "title" and _outline(style, properties) is None:
            return False
        return any((t.text or "").strip() for t in paragraph.iter(f"{W}t"))

    def _blocks(self, parent: Element) -> None:
        for child in parent:
            tag = child.tag
            if tag == _P:
                self._paragraph(child)
            elif tag == _TBL:
                docx_tables.write_table(self, child)
            elif tag == _SDT:
                if not _is_contents(child):
                    self._blocks(child.iterfind(f"{W}sdtContent"))
            elif tag == _BOOKMARK:
                self._bookmarks.append(child.get(f"{W}name", ""))
            elif tag == _ALTERNATE:
                self._blocks(branch_of(child))
            elif tag == f"{W}altChunk":
                self.context.left_out["embedded documents"] += 1
            elif tag not in _SKIPPED:
                self._blocks(child)

    def _paragraph(self, paragraph: Element) -> None:
        properties = paragraph.find(f"{W}pPr")
        style = self.context.styles.get(value_of(properties, "pStyle"))
        code = not self.context.styles.mono and (style.mono or style.role == "code")
        inline = Inline(self.context, code)
        if self._carried is not None:
            inline.take(self._carried)
            self._carried = None
        inline.read(paragraph)
        inline.close()
        if properties is not None and _mark_is_deleted(properties):
            self._carried = inline
            return
        if style.role == "contents":
            self._bookmarks += inline.bookmarks
            return
        self._write(inline, style, properties)

    # ---- writing

    def _write(self, inline: Inline, style: Style, properties: Element | None) -> None:
        """A paragraph as the block it is, then the text boxes that hang on it."""
        level = _outline(style, properties)
        label, place = self._label(style, properties)
        self._bookmarks += inline.bookmarks
        if inline.is_blank():
            self._code += [""] * bool(self._code)
        elif self.flat:
            self._write_flat(inline, label)
        elif style.role == "title" and not inline.boxes:
            self._write_title(inline)
        elif level is not None and len(inline.plain()) <= HEADING_CAP:
            self._write_heading(inline, level, label or "")
        elif style.role == "code" or (inline.is_code() and label is None):
            self._code += inline.plain().split("\n")
        elif label is not None:
            self._write_item(inline, label, place)
        else:
            self._write_text(inline, style, properties)
        for box in inline.boxes:
            self._blocks(box)
        for text in inline.drawn:
            self.block([escape_inline(text) if self.flat else escape(text)])

    def _label(self, style: Style, properties: Element | None) -> tuple[str | None, _Place]:
        """What numbering puts before a paragraph (None: nothing; "": a bullet), and where it stands."""
        numbered = properties.find(f"{W}numPr") if properties is not None else None
        num, level = style.num, style.level or 0
        own, ilvl = value_of(numbered, "numId"), value_of(numbered, "ilvl")
        if own or ilvl:
            num, level = own or num, whole(ilvl, 0)
        elif num and properties is not None:
            tied = self.context.numbering.level_of_style(num, value_of(properties, "pStyle"))
            level = level if tied is None else tied
        if not num or num == "0":
            return None, _Place()
        found = self.context.numbering.level(num, level)
        indent = indent_of(properties, style.indent or (found.indent if found is not None else 0))
        return self.context.numbering.next(num, level), _Place(num, level, indent)

    def _write_title(self, inline: Inline) -> None:
        text = _one_line(inline.markdown(starts=False))
        if self.title is None:
            self.title = _one_line(inline.plain())
        self.top = 1
        self.block([f"# {text}"])

    def _write_heading(self, inline: Inline, level: int, label: str) -> None:
        level = min(level + 1 + self.shift, _DEEPEST)
        self.top = min(self.top, level)
        text = _one_line(f"{label} {inline.markdown(starts=False)}")
        text = _CLOSING.sub(r" \\\1", text)
        self.block([f"{'#' * level} {text}"])

    def _write_item(self, inline: Inline, label: str, place: _Place) -> None:
        bookmarks, self._bookmarks = self._bookmarks, []
        self._close_code()
        self._bookmarks = bookmarks
        apart = not self._items
        while self._items and not place.below(self._items[-1].place):
            self._items.pop()
        column = self._items[-1].column if self._items else 0
        if apart:
            self.end()
        native = _ORDERED.fullmatch(label) is not None
        # Only a list that begins at 1 may follow the text above it at once.
        apart = apart or (native and column > 0 and int(label[:-1]) != 1)
        mark = f"{label} " if native else "- "
        text = inline.markdown() if native or not label else f"{label} {inline.markdown()}"
        first, *rest = [line for line in text.split("\n") if line] or [""]
        inner = " " * (column + len(mark))
        self._append([f"{' ' * column}{mark}{first}", *(inner + line for line in rest)], apart=apart)
        self._items.append(_Item(place, column + len(mark)))

    def _write_text(self, inline: Inline, style: Style, properties: Element | None) -> None:
        lines = [line for line in inline.markdown().split("\n") if line]
        if self._items and indent_of(properties, style.indent) > 0:
            bookmarks, self._bookmarks = self._bookmarks, []
            self._close_code()
            self._bookmarks = bookmarks
            inner = " " * self._items[-1].column
            self._append([inner + line for line in lines], apart=True)
            return
        if style.role == "quote":
            lines = [f"> {line}" for line in lines]
        self.block(lines)

    def _write_flat(self, inline: Inline, label: str | None) -> None:
        mark = "" if label is None else f"{label} " if label else "- "
        text = inline.markdown(starts=False)
        self._append([mark + line.strip() for line in text.split("\n") if line.strip()], apart=False)

    def block(self, lines: list[str]) -> None:
        """Write a block that stands apart; it ends any list and code before it, and their notes follow."""
        self.end()
        if lines:
            self._append(lines, apart=True)

    def add_line(self, text: str) -> None:
        """Write a line of a table within a cell."""
        if text:
            self._append([text], apart=False)

    def comment(self, comment: str) -> None:
        """Write a comment: whose, on what, and what it says."""
        element = self.context.comments.found[comment]
        text = " ".join(flatten(self.context, element, self.context.parts["comments"]))
        author, quoted = element.get(f"{W}author", ""), self.context.comments.quoted(comment)
        of = " ".join(part for part in (author, f"on “{quoted}”" if quoted else "") if part)
        self._append([f"- {escape_inline(f'{of}: ' if of else '')}{text}"], apart=not self._items)
        self._items = [_Item(_Place(), 2)]

    def _append(self, lines: list[str], *, apart: bool) -> None:
        if apart and self.lines and not self.flat:
            self.lines.append("")
        self.anchors += ((len(self.lines), name) for name in self._bookmarks)
        self._bookmarks = []
        self.lines += lines
        self._due = len(self.context.notes.pending)

    def _close_code(self) -> None:
        code, self._code = self._code, []
        while code and not code[-1].strip():
            code.pop()
        if not code:
            return
        ticks = "`" * (max((len(run) for line in code for run in _TICKS.findall(line)), default=2) + 1)
        inner = " " * self._items[-1].column if self._items else ""
        self._append([inner + line.rstrip() for line in (ticks, *code, ticks)], apart=True)

    def _write_notes(self) -> None:
        """The notes referred to in what was written last."""
        pending = self.context.notes.pending
        while self._due and not self.flat:
            mark, kind, note = pending.pop(0)
            due = self._due - 1
            first, *rest = flatten(self.context, note, self.context.parts[f"{kind}s"]) or [""]
            self._append([f"[^{mark}]: {first}".rstrip(), *(f"    {line}" for line in rest)], apart=True)
            self._due = due


def flatten(context: Context, parent: Element, part: str = "") -> list[str]:
    """The blocks in `parent` as lines without structure, as a cell or a note can hold them. `part` is the
    name of the part they are in, where that is not the one being read."""
    body = Body(context, flat=True)
    if not part:
        body.read(parent)
    else:
        with context.within(part):
            body.read(parent)
    return [line for line in body.lines if line]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _outline(style: Style, properties: Element | None) -> int | None:
    """The level of a heading, None for any other paragraph."""
    own = whole(value_of(properties, "outlineLvl"), -1)
    return style.outline if own < 0 else own if own < 9 else None


def _mark_is_deleted(properties: Element) -> bool:
    """Whether the end of the paragraph was deleted, so that it goes on in the next."""
    mark = properties.find(f"{W}rPr")
    return mark is not None and any(mark.find(W + name) is not None for name in ("del", "moveFrom"))


def _is_contents(sdt: Element) -> bool:
    """Whether a content control holds a table of contents."""
    gallery = sdt.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
    return gallery is not None and gallery.get(f"{W}val") == "Table of Contents"
