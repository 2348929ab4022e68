"""Sections: matched by document, breadcrumb and number among equals, else by their text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from itertools import chain, repeat
from typing import NamedTuple

from graphrag_batch.artifact.pair import A, B, Pair
from graphrag_batch.fingerprint import digest
from graphrag_batch.measure.matching import Groups, Matches, Row, pair_off
from graphrag_batch.retrieve.reading import join_chunks

# A text shorter than this under another heading is no sign of being the same section.
TELLING = 40
_READ_BY = ("tool_fingerprint", "config_fingerprint")
_WORD = re.compile(r"\w+")
# What stands under a heading, and over it, in some formats.
_RULE = re.compile(r"\s*[^\w\s]+\s*")

_ALTERED = f"""SELECT a.id, a.path, a.lines, b.id, b.path, b.lines
    FROM {A}.docs a JOIN {B}.docs b USING (id) WHERE a.digest <> b.digest ORDER BY a.path"""
_ONLY = """SELECT id, path, lines FROM {here}.docs
    WHERE id NOT IN (SELECT id FROM {there}.docs) ORDER BY path"""
_SECTIONS = """SELECT id, parent, title, breadcrumb, start, end, start_line FROM {schema}.sections
    WHERE doc = ? ORDER BY ordinal"""
_CHUNKS = """SELECT text, start, end, start_line, end_line FROM {schema}.chunks
    WHERE doc = ? ORDER BY start, ordinal"""


class _Doc(NamedTuple):
    id: int
    path: str
    lines: int


class _Section(NamedTuple):
    """`body` is the digest of what stands in the section itself, without the heading and what is below
    it ("": blank, or not looked at); `telling` whether that is long enough to know it by."""

    id: int
    parent: int | None
    doc: int
    path: str
    breadcrumb: str
    number: int
    line: int
    title: str
    start: int
    end: int
    body: str = ""
    telling: bool = False


_Outline = dict[tuple[str, int], _Section]
"""Sections by breadcrumb and number among equals, in the document's order."""
_Texts = dict[int, str]
"""Section id → what stands in it, outside of the sections below it."""


def sections(pair: Pair, matches: Matches) -> Groups:
    """Added, removed, changed and moved sections. Text is compared white space aside."""
    gone, come, changed = _by_place(pair, matches)
    moved = _by_text(gone, come, matches)
    matches.sections |= {old.id: new.id for old, new in moved if old.id != new.id}
    return {
        "added": [_place(section) for section in come],
        "removed": [_place(section) for section in gone],
        "changed": changed,
        "moved": [
            {"from": _place(old), "to": _place(new)}
            for old, new in sorted(moved, key=lambda pair: _order(pair[1]))
        ],
    }


def _place(section: _Section) -> Row:
    return {
        "path": section.path,
        "section": section.breadcrumb,
        "number": section.number,
        "line": section.line,
    }


def _by_place(pair: Pair, matches: Matches) -> tuple[list[_Section], list[_Section], list[Row]]:
    """(only in the first, only in the second, changed rows)."""
    gone: list[_Section] = []
    come: list[_Section] = []
    changed: list[Row] = []
    removed, added = _alone(pair, A, B), _alone(pair, B, A)
    renamed = [(removed.pop(old), added.pop(new)) for old, new in matches.docs.items()]
    # The same blob, read by the same parsers under the same settings, has the same text.
    alike = all(pair.meta[A].get(key) == pair.meta[B].get(key) for key in _READ_BY)
    altered = [(_Doc(*row[:3]), _Doc(*row[3:])) for row in pair.rows(_ALTERED)]
    for (old, new), same in chain(zip(altered, repeat(False)), zip(renamed, repeat(alike))):
        before, after = _outline(pair, A, old), _outline(pair, B, new)
        one, other = ({}, {}) if same else (_texts(pair, A, old, before), _texts(pair, B, new, after))
        for key in [key for key in before if key in after]:
            changed += _compared(before.pop(key), after.pop(key), one, other, matches)
        gone += _known_by_text(before, one)
        come += _known_by_text(after, other)
    # Where nothing came, nothing that went can have gone there: its text need not be read.
    gone += _of_documents(pair, A, removed, read=bool(come or added))
    come += _of_documents(pair, B, added, read=bool(gone or removed))
    changed.sort(key=lambda row: (row["path"], row["line"][1], row["section"], row["number"]))
    return sorted(gone, key=_order), sorted(come, key=_order), changed


def _of_documents(pair: Pair, schema: str, docs: dict[int, _Doc], *, read: bool) -> Iterator[_Section]:
    for doc in docs.values():
        outline = _outline(pair, schema, doc)
        yield from _known_by_text(outline, _texts(pair, schema, doc, outline) if read else {})


def _order(section: _Section) -> tuple[str, int, str, int]:
    return section.path, section.line, section.breadcrumb, section.number


def _alone(pair: Pair, here: str, there: str) -> dict[int, _Doc]:
    return {row[0]: _Doc(*row) for row in pair.rows(_ONLY.format(here=here, there=there))}


def _compared(
    old: _Section, new: _Section, old_texts: _Texts, new_texts: _Texts, matches: Matches
) -> Iterator[Row]:
    """The row of one section in both, if its text changed."""
    if old.id != new.id:
        matches.sections[old.id] = new.id
    before, after = old_texts.get(old.id, ""), new_texts.get(new.id, "")
    if before != after and _folded(before) != _folded(after):
        yield {**_place(new), "line": [old.line, new.line]}


def _known_by_text(outline: _Outline, texts: _Texts) -> Iterator[_Section]:
    for section in outline.values():
        body = _folded(_without_heading(texts.get(section.id, ""), section.title))
        yield section._replace(body=digest(body) if body else "", telling=len(body) >= TELLING)


def _outline(pair: Pair, schema: str, doc: _Doc) -> _Outline:
    seen: Counter[str] = Counter()
    found = {}
    for id_, parent, title, breadcrumb, start, end, line in pair.rows(
        _SECTIONS.format(schema=schema), (doc.id,)
    ):
        seen[breadcrumb] += 1
        number = seen[breadcrumb]
        found[breadcrumb, number] = _Section(
            id_, parent, doc.id, doc.path, breadcrumb, number, line, title, start, end
        )
    return found


def _texts(pair: Pair, schema: str, doc: _Doc, outline: _Outline) -> _Texts:
    if not outline:
        return {}
    text = join_chunks(pair.rows(_CHUNKS.format(schema=schema), (doc.id,)), doc.lines)
    inside: dict[int | None, list[_Section]] = defaultdict(list)
    for section in outline.values():
        inside[section.parent].append(section)
    found = {}
    for section in outline.values():
        parts, position = [], section.start
        for child in inside[section.id]:
            parts.append(text[position : child.start])
            position = max(position, child.end)
        parts.append(text[position : section.end])
        found[section.id] = "\n".join(parts)
    return found


def _without_heading(own: str, title: str) -> str:
    """What follows the first line with words, if that has all of the title's (it may have markup too)."""
    lines = own.split("\n")
    first = next((n for n, line in enumerate(lines) if _WORD.search(line)), 0)
    if not set(_WORD.findall(title)) <= set(_WORD.findall(lines[first])):
        return own
    rest = lines[first + 1 :]
    underline = bool(rest) and _RULE.fullmatch(rest[0]) is not None
    return "\n".join(rest[underline:])


def _folded(text: str) -> str:
    # An artifact does not keep the white space between chunks, and where those end may change.
    return " ".join(text.split())


def _by_text(gone: list[_Section], come: list[_Section], matches: Matches) -> list[tuple[_Section, _Section]]:
    """Pairs of a removed and an added section that hold the same text, the likeliest first: the same
    heading before another, the same document before another. Taken out of both lists."""

    def doc(old: _Section) -> int:
        return matches.docs.get(old.doc, old.doc)

    moved = pair_off(
        gone, come,
        lambda s: (doc(s), s.title, s.body) if s.body else None,
        lambda s: (s.doc, s.title, s.body) if s.body else None,
    )  # fmt: skip
    moved += pair_off(gone, come, *[lambda s: (s.title, s.body) if s.body else None] * 2)
    moved += pair_off(
        gone, come,
        lambda s: (doc(s), s.body) if s.telling else None,
        lambda s: (s.doc, s.body) if s.telling else None,
    )  # fmt: skip
    moved += pair_off(gone, come, *[lambda s: s.body if s.telling else None] * 2)
    return moved + _below(gone, come, matches, {old.id: new.id for old, new in moved})


def _below(
    gone: list[_Section], come: list[_Section], matches: Matches, moved: dict[int, int]
) -> list[tuple[_Section, _Section]]:
    """Headings without text of their own follow the section they stand under, level by level."""
    known = matches.sections | moved

    def key(section: _Section) -> Hashable | None:
        return (known[section.parent], section.title, section.body) if section.parent in known else None

    pairs: list[tuple[_Section, _Section]] = []
    while more := pair_off(gone, come, key, lambda s: (s.parent, s.title, s.body)):
        known |= {old.id: new.id for old, new in more}
        pairs += more
    return pairs
