"""The visible words of a Word file, taken from its XML without our reader: what no chunk may lack."""

from __future__ import annotations

import io
import re
import zipfile

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
PARTS = ("document", "footnotes", "endnotes", "comments")
BREAKS = {f"{W}tab", f"{W}br", f"{W}cr", f"{W}ptab", f"{W}noBreakHyphen"}
UNSEEN = {f"{W}del", f"{W}moveFrom", f"{W}instrText", f"{W}delText", f"{W}pPr", f"{W}rPr"}


def visible_text(raw: bytes) -> str:
    """What a reader of the file sees, all changes accepted, but for tables of contents and margins."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        names = [f"word/{part}.xml" for part in PARTS]
        parts = [archive.read(name) for name in names if name in archive.namelist()]
    strict, usual = b"http://purl.oclc.org/ooxml/wordprocessingml/main", W[1:-1].encode()
    roots = [etree.fromstring(part.replace(strict, usual)) for part in parts]
    texts = (text.replace("\u00ad", "").strip() for root in roots for text in Reading().paragraphs(root))
    return "".join(f"{text}\n" for text in texts if text)


class Reading:
    """One part being read: paragraphs as they end, fields as a stack of (instruction, shows)."""

    def __init__(self) -> None:
        self.fields: list[list[str]] = []
        self.shown: list[list[str]] = []
        self.done: list[str] = []

    def paragraphs(self, root: etree._Element) -> list[str]:
        """The text of every paragraph."""
        self.shown.append([])
        self.visit(root)
        return [*self.done, "".join(self.shown.pop())]

    def visit(self, element: etree._Element) -> None:
        tag = element.tag
        if tag in UNSEEN or is_contents(element) or is_gone(element):
            self.instruct(element)
            return
        if tag == f"{MC}AlternateContent":
            self.visit(element.find(f"{MC}Choice"))
            return
        if tag == f"{W}p":
            self.shown.append([])
        if tag == f"{W}fldChar":
            self.turn(element.get(f"{W}fldCharType"))
        elif tag in (f"{W}t", f"{M}t") and all(
            f[1] and not f[0].lstrip().startswith("TOC") for f in self.fields
        ):
            self.shown[-1].append(element.text or "")
        elif tag in BREAKS:
            self.shown[-1].append("-" if tag == f"{W}noBreakHyphen" else " ")
        for child in element:
            self.visit(child)
        if tag == f"{W}p":
            merged = element.find(f"{W}pPr/{W}rPr/{W}del") is not None
            text = "".join(self.shown.pop())
            self.done.append(text)
            if merged:
                self.done.pop()
                self.shown[-1].append(text)

    def turn(self, kind: str | None) -> None:
        if kind == "begin":
            self.fields.append(["", ""])
        elif kind == "separate":
            self.fields[-1][1] = "shows"
        elif kind == "end":
            self.fields.pop()

    def instruct(self, element: etree._Element) -> None:
        if element.tag == f"{W}instrText" and self.fields:
            self.fields[-1][0] += element.text or ""


def is_contents(element: etree._Element) -> bool:
    """Whether an element is a table of contents, whole."""
    if element.tag == f"{W}sdt":
        gallery = element.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
        return gallery is not None and gallery.get(f"{W}val") == "Table of Contents"
    if element.tag == f"{W}p":
        style = element.find(f"{W}pPr/{W}pStyle")
        return style is not None and re.match(r"TOC|Verzeichnis", style.get(f"{W}val", "")) is not None
    return False


def is_gone(element: etree._Element) -> bool:
    """Whether an element is deleted, hidden, or but the rule above the notes."""
    if element.tag == f"{W}tr":
        return element.find(f"{W}trPr/{W}del") is not None
    if element.tag == f"{W}r":
        hidden = element.find(f"{W}rPr/{W}vanish")
        return hidden is not None and hidden.get(f"{W}val") != "0"
    return (element.get(f"{W}type") or "").lower().endswith("separator")
