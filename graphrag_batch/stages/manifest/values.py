"""What all readers of manifests share: requirements as Python writes them, images, lists in brackets, and
lines of TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphrag_batch.textual import Requirement

DEPENDS, USES = "depends_on", "uses"

_PEP_508 = re.compile(
    r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]\n]*\])?\s*(@\s*[^\s;]+|[^;#\n]*)"
)
_STRING = re.compile(r"\"([^\"\\\n]*(?:\\.[^\"\\\n]*)*)\"|'([^'\n]*)'|#[^\n]*|[\[\]{}]")
_SECTION = re.compile(r"[ \t]*\[\[?[ \t]*([^\]\n]+?)[ \t]*\]\]?[ \t]*(?:#.*)?$")
_KEY = re.compile(r"[ \t]*(\"[^\"\n]+\"|'[^'\n]+'|[\w.-]+)[ \t]*=[ \t]*")
_PARTED = re.compile(r"((?:[^\s@/]+/)*[^\s@/:]+)(?::([^\s@]+))?(?:@(\S+))?")


class Entry(NamedTuple):
    """A line `key = …` of TOML: its section, where that begins, and where the value begins. Keys and sections
    without quotes."""

    section: str
    header: int
    key: str
    start: int
    value: int
    line_end: int


def python_requirement(rel: str, text: str, start: int, end: int) -> Iterator[Requirement]:
    """The requirement that stands at this place (PEP 508: name, extras, versions, marker)."""
    found = _PEP_508.match(text, start, end)
    if found:
        version = found[2].strip().removeprefix("@").strip().strip("()").strip().rstrip(",")
        yield Requirement(rel, found[1], version, found.start(1), end)


def image(rel: str, text: str, start: int, end: int) -> Iterator[Requirement]:
    """The image of a container (`registry/name:tag@digest`) that stands at this place."""
    found = _PARTED.fullmatch(text, start, end)
    if found and "$" not in found[1]:
        version = found[2] or found[3] or ""
        yield Requirement(rel, found[1], version, start, end)


def strings(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The strings of the list whose `[` stands at `start`, to its end (or the text's), but for those in
    tables."""
    depth = tables = 0
    for token in _STRING.finditer(text, start):
        mark = token[0]
        if mark in ("[", "{"):
            depth += 1
            tables += mark == "{"
        elif mark in ("]", "}"):
            depth -= 1
            tables -= mark == "}"
            if depth <= 0:
                return
        elif mark[0] in "\"'" and tables == 0:
            yield token.start() + 1, token.end() - 1


def entries(text: str) -> Iterator[Entry]:
    """The lines of TOML (or INI) that give a key a value."""
    section, begins, start = "", 0, 0
    for line in text.split("\n"):
        header = _SECTION.match(line)
        if header:
            section, begins = header[1].replace('"', "").replace("'", ""), start
        elif key := _KEY.match(line):
            name = key[1].replace('"', "").replace("'", "")
            yield Entry(section, begins, name, start + key.start(1), start + key.end(), start + len(line))
        start += len(line) + 1
