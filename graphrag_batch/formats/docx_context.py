"""What all parts of one Word file share while it is read: styles, lists, fields, notes, comments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from graphrag_batch.formats.docx_numbers import Numbering
from graphrag_batch.formats.docx_package import Element, Package, Relation, W
from graphrag_batch.formats.docx_styles import LANGUAGES, Styles, is_monospace

_HYPERLINK = re.compile(r'\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\"]+))?', re.IGNORECASE)
_ANCHOR = re.compile(r'\\l\s+(?:"([^"]*)"|([^\s\\"]+))', re.IGNORECASE)
# Tables of contents and the like repeat what is elsewhere; numbers of pages are those of one printing.
_REPEATS = re.compile(r"\s*(?:TOC|TOA|PAGE|NUMPAGES|SECTIONPAGES|STYLEREF)\b", re.IGNORECASE)
_FIELD, _INSTRUCTION = f"{W}fldChar", f"{W}instrText"
_DELETED = (f"{W}del", f"{W}moveFrom")
_ID = f"{W}id"
_MOST_OPEN = 20
_QUOTED = 80  # characters of what a comment is on


@dataclass(slots=True)
class Field:
    """A field: an instruction, then (`result`) what it shows, unless it `drops` that or is `covered`: within
    what is not seen."""

    instruction: str = ""
    covered: bool = False
    drops: bool = False
    result: bool = False
    opened: bool = False

    def link(self) -> str:
        """What its result links to, if anything."""
        found = _HYPERLINK.match(self.instruction)
        if found is None:
            return ""
        anchor = _ANCHOR.search(self.instruction, found.end())
        target = found[1] or found[2] or ""
        return f"{target}#{anchor[1] or anchor[2]}" if anchor else target


@dataclass(slots=True)
class Notes:
    """Footnotes and endnotes: numbered as they are referred to, written after what refers to them."""

    found: dict[tuple[str, str], Element] = field(default_factory=dict)
    marks: dict[tuple[str, str], str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    pending: list[tuple[str, str, Element]] = field(default_factory=list)

    def add(self, kind: str, root: Element | None) -> None:
        """Know the notes of a part."""
        for note in root.iterfind(W + kind) if root is not None else ():
            if note.get(f"{W}type", "normal") == "normal":
                self.found.setdefault((kind, note.get(_ID, "")), note)

    def refer(self, kind: str, note: str) -> str:
        """The mark of a note that is referred to here; "" where there is none."""
        key = (kind, note)
        if key in self.found and key not in self.marks:
            self.counts[kind] += 1
            self.marks[key] = f"{'e' if kind == 'endnote' else ''}{self.counts[kind]}"
            self.pending.append((self.marks[key], kind, self.found[key]))
        return self.marks.get(key, "")


@dataclass(slots=True)
class Comments:
    """Comments: what they are on is gathered while the text is read, of a few at a time."""

    found: dict[str, Element] = field(default_factory=dict)
    order: dict[str, str] = field(default_factory=dict)
    open: dict[str, str] = field(default_factory=dict)

    def add(self, root: Element | None) -> None:
        """Know the comments of a part."""
        for comment in root.iterfind(f"{W}comment") if root is not None else ():
            self.found.setdefault(comment.get(_ID, ""), comment)

    def meet(self, kind: str, comment: str) -> None:
        """A range begins or ends, or the comment's own mark is met."""
        if comment not in self.found:
            return
        if kind == "commentRangeStart":
            if len(self.open) < _MOST_OPEN:
                self.open[comment] = ""
        else:
            self.order[comment] = self.open.pop(comment, "") or self.order.get(comment, "")

    def read(self, text: str) -> None:
        """Text that was read while ranges are open."""
        for comment, quoted in self.open.items():
            if len(quoted) <= _QUOTED:
                self.open[comment] = quoted + text

    def quoted(self, comment: str) -> str:
        """What a comment is on, in short."""
        text = " ".join(self.order.get(comment, "").split())
        return text if len(text) <= _QUOTED else f"{text[:_QUOTED].rstrip()}…"


@dataclass(slots=True)
class Context:
    """One file being read. `relations` are those of the part being read."""

    package: Package
    styles: Styles
    numbering: Numbering
    relations: dict[str, Relation]
    parts: dict[str, str] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)
    comments: Comments = field(default_factory=Comments)
    fields: list[Field] = field(default_factory=list)
    instructions: dict[Element, str] = field(default_factory=dict)
    languages: dict[str, Counter[str]] = field(
        default_factory=lambda: {kind: Counter() for kind in LANGUAGES}
    )
    runs: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    linked: set[str] = field(default_factory=set)
    fonts: dict[str, bool] = field(default_factory=dict)

    def part(self, kind: str) -> Element | None:
        """The root of a part of the document, such as `footnotes`."""
        root = self.package.optional(self.parts.get(kind, ""))
        if root is not None:
            self.scan(root)
        return root

    @contextmanager
    def within(self, part: str) -> Iterator[None]:
        """While another part than the body is read."""
        relations, fields = self.relations, self.fields
        self.relations, self.fields = self.package.relations(part), []
        yield
        self.relations, self.fields = relations, fields

    def visible(self) -> bool:
        """Whether text here is seen: neither a field's instruction nor a table of contents."""
        last = self.fields[-1] if self.fields else None
        return last is None or (last.result and not last.drops and not last.covered)

    def begin(self, instruction: str) -> Field:
        """Enter a field."""
        made = Field(instruction, not self.visible(), _REPEATS.match(instruction) is not None)
        self.fields.append(made)
        return made

    def scan(self, root: Element) -> None:
        """Note the instructions of the fields that end: one that never ends may not swallow the rest."""
        stack: list[tuple[Element, list[str]]] = []
        for element in root.iter(_FIELD, _INSTRUCTION):
            above = element.getparent()
            above = above.getparent() if above is not None else None
            if above is not None and above.tag in _DELETED:
                continue
            kind = element.get(f"{W}fldCharType") if element.tag == _FIELD else ""
            if kind == "begin":
                stack.append((element, []))
            elif kind == "end" and stack:
                begin, parts = stack.pop()
                self.instructions[begin] = "".join(parts)
            elif not kind and stack:
                stack[-1][1].append(element.text or "")

    def is_mono(self, font: str) -> bool:
        """Whether all letters of a font are of one width."""
        known = self.fonts.get(font)
        if known is None:
            known = self.fonts[font] = is_monospace(font)
        return known

    def mark_language(self, lang: Element) -> None:
        """Count a run that is marked with languages."""
        for kind, counts in self.languages.items():
            if name := lang.get(W + kind):
                counts[name] += 1

    def hide(self, run: Element) -> None:
        """Count hidden text that is left out."""
        text = "".join(t.text or "" for t in run.iter(f"{W}t"))
        self.left_out["words of hidden text"] += len(text.split())

    def warnings(self) -> list[str]:
        """What was left out, in words."""
        return [f"left out: {count} {what}" for what, count in sorted(self.left_out.items()) if count]
