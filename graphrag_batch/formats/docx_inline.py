"""What stands in a Word paragraph: runs, links, fields, notes, pictures, revisions, as Markdown.

Revisions are read as accepted. Bold and italic are not marked: marks inside words would hide them from a
search. A font of fixed width is code.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from graphrag_batch.formats.docx_context import Context
from graphrag_batch.formats.docx_drawing import alternative_of, branch_of, drawn_texts, text_boxes
from graphrag_batch.formats.docx_math import math_text
from graphrag_batch.formats.docx_numbers import is_on
from graphrag_batch.formats.docx_package import Element, R, W
from graphrag_batch.formats.docx_pieces import (
    CODE,
    OPEN,
    RAW,
    TEXT,
    Piece,
    clean,
    link_target,
    markdown,
    one_line,
)
from graphrag_batch.formats.docx_symbols import symbol

MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_VAL = f"{W}val"
_ID = f"{W}id"
_HEX = re.compile(r"[0-9A-Fa-f]{1,4}")


class Inline:
    """One paragraph being read."""

    def __init__(self, context: Context, mono: bool = False) -> None:
        self.context = context
        self.mono = mono
        self.pieces: list[Piece] = []
        self.boxes: list[Element] = []
        self.drawn: list[str] = []
        self.bookmarks: list[str] = []
        self._links: list[str] = []
        self._reading = ""  # of ruby text, until its base ends

    # ---- what was read

    def is_blank(self) -> bool:
        """Whether nothing is seen."""
        return not any(piece.text.strip() for piece in self.pieces)

    def is_code(self) -> bool:
        """Whether all of it is in a font of fixed width."""
        seen = [p.kind for p in self.pieces if p.text.strip() and (p.kind != RAW or p.shown)]
        return bool(seen) and all(kind == CODE for kind in seen)

    def plain(self) -> str:
        """The text without any mark."""
        return "".join(p.shown if p.kind == RAW else p.text for p in self.pieces)

    def markdown(self, *, starts: bool = True) -> str:
        """The text as Markdown; `starts` where it may be at the beginning of a line."""
        return markdown(self.pieces, starts=starts)

    # ---- reading

    def read(self, parent: Element) -> None:
        """Read what stands in a paragraph, a link, an insertion and the like."""
        for child in parent:
            tag = child.tag
            if tag == _R_TAG:
                self._run(child)
            elif (handler := _HANDLERS.get(tag)) is not None:
                handler(self, child)
            elif tag not in _IGNORED:
                self.read(child)

    def take(self, other: Inline) -> None:
        """Begin with what was read of a paragraph that goes on in this one."""
        self.pieces, self.boxes = other.pieces, other.boxes
        self.drawn, self.bookmarks = other.drawn, other.bookmarks

    def close(self) -> None:
        """End what may not go on in the next paragraph."""
        self._flush_reading()
        while self._links:
            self._close_link()

    def raw(self, text: str, shown: str = "") -> None:
        """Add Markdown that is ready."""
        if self.context.visible():
            self.pieces.append(Piece(RAW, text, shown))

    def text(self, text: str, *, code: bool = False) -> None:
        """Add text as it is to be read."""
        if not text or not self.context.visible():
            return
        if self._reading:
            self._flush_reading()
        if self._links and ("[" in text or "]" in text) and not code:
            self._bracketed(text)
        elif code and text == "\n":
            self.pieces.append(Piece(TEXT, text))
        else:
            self.pieces.append(Piece(CODE if code else TEXT, text))
        if self.context.comments.open:
            self.context.comments.read(text)

    def _bracketed(self, text: str) -> None:
        """Within a link's text, brackets are spelled so that they end nothing."""
        start = 0
        for at, char in enumerate(text):
            if char in "[]":
                self.pieces += (Piece(TEXT, text[start:at]), Piece(RAW, f"\\{char}", char))
                start = at + 1
        self.pieces.append(Piece(TEXT, text[start:]))

    def _run(self, run: Element) -> None:
        code, raised, font = self.mono, False, ""
        self.context.runs += 1
        properties = run.find(_RPR)
        if properties is not None:
            hidden, code, raised, font = self._properties(properties)
            if hidden:
                self.context.hide(run)
                return
        for child in run:
            tag = child.tag
            if tag == _T:
                text = child.text or ""
                if font or not text.isascii() or "\n" in text:
                    text = clean(text, font)
                if raised and text.strip().lstrip("+-−").isdecimal() and self.pieces:
                    text = f"^{text}"
                self.text(text, code=code)
            elif (plain := _CHARACTERS.get(tag)) is not None:
                self.text(plain, code=code)
            elif (handler := _HANDLERS.get(tag)) is not None:
                handler(self, child)
            elif tag not in _IGNORED:
                self.read(child)

    def _properties(self, properties: Element) -> tuple[bool, bool, bool, str]:
        """(hidden, code, raised, symbol font) of a run."""
        hidden, code, raised, font = False, self.mono, False, ""
        for child in properties:
            tag = child.tag
            if tag == _RSTYLE:
                style = self.context.styles.get_character(child.get(_VAL, ""))
                code = code or style.mono or style.role == "code"
                hidden = hidden or style.hidden
            elif tag == _RFONTS:
                name = child.get(_ASCII) or child.get(_HANSI)
                if name:
                    code = self.context.is_mono(name)
                    font = name if name in ("Symbol", "Wingdings", "Wingdings 2", "Webdings") else ""
            elif tag == _VANISH:
                hidden = is_on(child)
            elif tag == _VERTALIGN:
                raised = child.get(_VAL) == "superscript"
            elif tag == _LANG:
                self.context.mark_language(child)
        return hidden, code and not self.context.styles.mono, raised, font

    # ---- links and fields

    def _open_link(self, target: str) -> None:
        self._links.append(target)
        if target.startswith("#"):
            self.context.linked.add(target[1:])
        self.pieces.append(OPEN)

    def _close_link(self) -> None:
        target = self._links.pop()
        start = next((n for n in range(len(self.pieces) - 1, -1, -1) if self.pieces[n] == OPEN), None)
        if start is None:
            return
        shown = "".join(p.shown if p.kind == RAW else p.text for p in self.pieces[start + 1 :]).strip()
        bare = target.removeprefix("mailto:").removeprefix("tel:")
        if not shown or shown.rstrip("/") == bare.rstrip("/"):
            del self.pieces[start]
        else:
            self.pieces.append(Piece(RAW, f"]({link_target(target)})"))

    def _hyperlink(self, element: Element) -> None:
        relation = self.context.relations.get(element.get(f"{R}id", ""))
        anchor = element.get(f"{W}anchor", "")
        target = relation.target if relation is not None and relation.external else ""
        self._linked(element, f"{target}#{anchor}" if anchor else target)

    def _linked(self, element: Element, target: str) -> None:
        if self._links or not target:
            self.read(element)
            return
        self._open_link(target)
        self.read(element)
        if self._links:
            self._close_link()

    def _field_char(self, element: Element) -> None:
        kind, fields = element.get(f"{W}fldCharType"), self.context.fields
        if kind == "begin":
            instruction = self.context.instructions.get(element)
            if instruction is not None:
                self._form_value(element)
                self.context.begin(instruction)
        elif kind == "separate" and fields:
            fields[-1].result = True
            target = fields[-1].link()
            if target and not self._links:
                fields[-1].opened = True
                self._open_link(target)
        elif kind == "end" and fields:
            field = fields[-1]
            if field.opened and self._links:
                self._close_link()
            fields.pop()

    def _form_value(self, element: Element) -> None:
        """A check box of an old form: it has no text of its own."""
        box = element.find(f"{W}ffData/{W}checkBox")
        if box is not None:
            state = box.find(f"{W}checked")
            self.text("☑" if is_on(state if state is not None else box.find(f"{W}default")) else "☐")

    def _simple_field(self, element: Element) -> None:
        field = self.context.begin(element.get(f"{W}instr", ""))
        field.result = True
        self._linked(element, field.link())
        if self.context.fields:
            self.context.fields.pop()

    # ---- the rest

    def _note(self, element: Element) -> None:
        kind = "endnote" if element.tag == f"{W}endnoteReference" else "footnote"
        if self.context.visible() and (mark := self.context.notes.refer(kind, element.get(_ID, ""))):
            self.raw(f"[^{mark}]", f"[^{mark}]")

    def _comment(self, element: Element) -> None:
        self.context.comments.meet(element.tag.removeprefix(W), element.get(_ID, ""))

    def _bookmark(self, element: Element) -> None:
        if name := element.get(f"{W}name", ""):
            self.bookmarks.append(name)

    def _drawing(self, element: Element) -> None:
        if self.context.visible():
            if alt := alternative_of(element):
                self.raw(f"![{one_line(alt)}]()", alt)
            self.boxes += text_boxes(element)
            self.drawn += drawn_texts(self.context, element)

    def _alternate(self, element: Element) -> None:
        self.read(branch_of(element))

    def _math(self, element: Element) -> None:
        self.text(math_text(element))

    def _symbol(self, element: Element) -> None:
        code = element.get(f"{W}char", "")
        char = chr(int(code, 16)) if _HEX.fullmatch(code) else ""
        if char.isprintable() or "\ue000" <= char <= "\uf8ff":
            self.text(symbol(element.get(f"{W}font", ""), char) if char else "")

    def _ruby(self, element: Element) -> None:
        """Readings follow the whole word they are for: `東京(とうきょう)`."""
        reading, self._reading = self._reading, ""
        if (base := element.find(f"{W}rubyBase")) is not None:
            self.read(base)
        above = Inline(self.context)
        if (top := element.find(f"{W}rt")) is not None:
            above.read(top)
        self._reading = reading + above.plain()

    def _flush_reading(self) -> None:
        reading, self._reading = self._reading, ""
        if reading:
            self.text(f"({reading})")


_R_TAG, _RPR, _T, _RSTYLE, _RFONTS = f"{W}r", f"{W}rPr", f"{W}t", f"{W}rStyle", f"{W}rFonts"
_VANISH, _VERTALIGN, _LANG = f"{W}vanish", f"{W}vertAlign", f"{W}lang"
_ASCII, _HANSI = f"{W}ascii", f"{W}hAnsi"
_CHARACTERS = {
    f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-",
}  # fmt: skip
_IGNORED = {
    f"{W}pPr", f"{W}rPr", f"{W}del", f"{W}moveFrom", f"{W}delText", f"{W}delInstrText", f"{W}softHyphen",
    f"{W}proofErr", f"{W}lastRenderedPageBreak", f"{W}bookmarkEnd", f"{W}footnoteRef", f"{W}endnoteRef",
    f"{W}instrText", f"{W}annotationRef", f"{W}separator", f"{W}continuationSeparator", f"{W}sdtPr",
    f"{W}sdtEndPr", f"{W}fldData", f"{W}smartTagPr", f"{W}customXmlPr",
}  # fmt: skip
_HANDLERS: dict[str, Callable[[Inline, Element], None]] = {
    f"{W}hyperlink": Inline._hyperlink,
    f"{W}fldChar": Inline._field_char,
    f"{W}fldSimple": Inline._simple_field,
    f"{W}footnoteReference": Inline._note,
    f"{W}endnoteReference": Inline._note,
    f"{W}commentRangeStart": Inline._comment,
    f"{W}commentRangeEnd": Inline._comment,
    f"{W}commentReference": Inline._comment,
    f"{W}bookmarkStart": Inline._bookmark,
    f"{W}drawing": Inline._drawing,
    f"{W}pict": Inline._drawing,
    f"{W}object": Inline._drawing,
    f"{MC}AlternateContent": Inline._alternate,
    f"{M}oMath": Inline._math,
    f"{M}oMathPara": Inline._math,
    f"{W}sym": Inline._symbol,
    f"{W}ruby": Inline._ruby,
}
