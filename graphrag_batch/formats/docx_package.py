"""The parts of a Word file: a zip of XML, opened with its limits checked before anything is unpacked.

lxml reads the parts directly: python-docx's own objects cost a multiple, refuse macro-enabled files,
templates and the strict dialect, and fail where any relationship leads nowhere.
"""

from __future__ import annotations

import posixpath
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from lxml import etree

from graphrag_batch.records import Unreadable

MAX_MEMBERS = 10_000
MAX_XML = 40_000_000
"""Bytes of XML that are unpacked of one file, all parts together."""
MAX_TAGS = 2_000_000
"""Tags of one part: a tree takes a hundred times the bytes of an empty element."""

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STRICT = (
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships", R[1:-1].encode()),
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", W[1:-1].encode()),
    (b"http://purl.oclc.org/ooxml/", b"http://schemas.openxmlformats.org/"),
)
_DOCTYPES = tuple("<!DOCTYPE".encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be"))
_RAISED = (BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError, ValueError, KeyError, OSError)

Element = Any
"""An lxml element: its type stubs are not ours to demand."""


class BadPackage(Exception):
    """Why a file cannot be read as a Word document, in a few words."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Where a relationship leads: a part's name, or (`external`) an address. `kind` is the last word of its
    type, such as `hyperlink`."""

    kind: str
    target: str
    external: bool


@dataclass(slots=True)
class Package:
    """A Word file. `main` is the name of the part with the body."""

    archive: ZipFile
    names: dict[str, str]
    left: int = MAX_XML
    main: str = ""
    warnings: list[str] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Whether there is such a part."""
        return name.lower() in self.names

    def xml(self, name: str) -> Element:
        """The root of a part. Raises BadPackage."""
        short = posixpath.basename(name)
        raw = self._bytes(name, short)
        if any(mark in raw for mark in _DOCTYPES):
            raise BadPackage(f"{short} declares a document type, which Word files may not")
        if raw.count(b"<") > MAX_TAGS:
            raise BadPackage(f"{short} has more than {MAX_TAGS:,} tags")
        if b"purl.oclc.org/ooxml" in raw[:8192]:
            for strict, usual in _STRICT:
                raw = raw.replace(strict, usual)
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
        )
        try:
            return etree.fromstring(raw, parser)
        except etree.XMLSyntaxError as error:
            raise BadPackage(f"{short} is not well-formed XML (line {error.lineno})") from None
        except (ValueError, LookupError):
            raise BadPackage(f"{short} is no XML") from None

    def optional(self, name: str) -> Element | None:
        """The root of a part that may be absent; where it cannot be read, a warning says so."""
        if not name or not self.has(name):
            return None
        try:
            return self.xml(name)
        except BadPackage as error:
            self.warnings.append(f"left out: {error}")
            return None

    def relations(self, name: str) -> dict[str, Relation]:
        """The relationships of a part by id; of the whole file, where `name` is empty."""
        folder, _, base = name.rpartition("/")
        root = self.optional(f"{folder}/_rels/{base}.rels".lstrip("/"))
        found = {}
        for relation in () if root is None else root.iter(_RELATION):
            kind = relation.get("Type", "").rpartition("/")[2]
            target, external = relation.get("Target", ""), relation.get("TargetMode") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            found[relation.get("Id", "")] = Relation(kind, target, external)
        return found

    def _bytes(self, name: str, short: str) -> bytes:
        real = self.names.get(name.lower())
        if real is None:
            raise BadPackage(f"{short} is missing")
        try:
            with self.archive.open(real) as member:
                raw = member.read(self.left + 1)
        except _RAISED as error:
            encrypted = "password" in str(error)
            raise BadPackage("encrypted" if encrypted else f"{short} is damaged in the zip") from None
        self.left -= len(raw)
        if self.left < 0:
            raise BadPackage(f"more than {MAX_XML // 1_000_000} MB of XML")
        return raw


def open_package(raw: bytes) -> Package | Unreadable:
    """The package in `raw`, or why it is none."""
    if raw.startswith(_OLE):
        encrypted = "EncryptedPackage".encode("utf-16-le") in raw
        return Unreadable(
            "unreadable", "encrypted" if encrypted else "an old Word file (.doc) by another name"
        )
    if not raw.startswith(b"PK"):
        return Unreadable("unreadable", "not a Word file: no zip")
    if raw.count(b"PK\x01\x02") > MAX_MEMBERS:  # before zipfile makes an object of each
        return Unreadable("unreadable", f"more than {MAX_MEMBERS:,} members in the zip")
    try:
        archive = ZipFile(BytesIO(raw))
    except _RAISED:
        return Unreadable("unreadable", "a damaged zip")
    names = {
        info.filename.replace("\\", "/").lstrip("/").lower(): info.filename for info in archive.infolist()
    }
    package = Package(archive, names)
    try:
        package.main = _main_part(package)
    except BadPackage as error:
        return Unreadable("unreadable", str(error))
    return package


def _main_part(package: Package) -> str:
    """What the file's relationships call its document; else where all writers put it."""
    for relation in package.relations("").values():
        if relation.kind == "officeDocument" and package.has(relation.target):
            return relation.target
    if package.has("word/document.xml"):
        return "word/document.xml"
    raise BadPackage("not a Word file: no document part")
