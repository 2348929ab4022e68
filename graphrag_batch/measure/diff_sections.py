"""Sections: matched by document, breadcrumb and number among equals, else by their text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from graphrag_batch.artifact.pair import A, B, Pair
from graphrag_batch.fingerprint import digest
from graphrag_batch.measure.matching import Groups, Matches, Row, pair_off
from graphrag_batch.retrieve.reading import join_chunks

# A text shorter than this under another heading is no sign of being the same section.
TELLING = 40
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
    """`text` is the digest of what stands in the section itself, not in those below it; `body` of
    that without the heading ("" where it is blank), `telling` whether that is long enough to know it by."""

    id: int
    parent: int | None
    doc: int
    path: str
    breadcrumb: str
    number: int
    line: int
    title: str
    text: str
    body: str
    telling: bool


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
    for old, new in _documents(pair, matches):
        before = _sections_of(pair, A, old) if old else {}
        after = _sections_of(pair, B, new) if new else {}
        for key, section in before.items():
            other = after.pop(key, None)
            if other is None:
                gone.append(section)
                continue
            if section.id != other.id:
                matches.sections[section.id] = other.id
            if section.text != other.text:
                changed.append({**_place(other), "line": [section.line, other.line]})
        come += after.values()
    changed.sort(key=lambda row: (row["path"], row["line"][1], row["section"], row["number"]))
    return sorted(gone, key=_order), sorted(come, key=_order), changed


def _order(section: _Section) -> tuple[str, int, str, int]:
    return section.path, section.line, section.breadcrumb, section.number


def _documents(pair: Pair, matches: Matches) -> Iterator[tuple[_Doc | None, _Doc | None]]:
    """What is to be compared with what: altered and renamed documents, and those without a partner."""
    for row in pair.rows(_ALTERED):
        yield _Doc(*row[:3]), _Doc(*row[3:])
    gone, come = (
        {row[0]: _Doc(*row) for row in pair.rows(_ONLY.format(here=here, there=there))}
        for here, there in ((A, B), (B, A))
    )
    for old, new in matches.docs.items():
        yield gone.pop(old), come.pop(new)
    for doc in gone.values():
        yield doc, None
    for doc in come.values():
        yield None, doc


def _sections_of(pair: Pair, schema: str, doc: _Doc) -> dict[tuple[str, int], _Section]:
    """By breadcrumb and number among equals, in the document's order."""
    rows = list(pair.rows(_SECTIONS.format(schema=schema), (doc.id,)))
    if not rows:
        return {}
    text = join_chunks(pair.rows(_CHUNKS.format(schema=schema), (doc.id,)), doc.lines)
    seen: Counter[str] = Counter()
    found = {}
    for (id_, parent, title, breadcrumb, _, _, line), own in zip(rows, _own_texts(rows, text), strict=True):
        seen[breadcrumb] += 1
        body = _folded(_without_heading(own, title))
        found[breadcrumb, seen[breadcrumb]] = _Section(
            id_, parent, doc.id, doc.path, breadcrumb, seen[breadcrumb], line, title,
            digest(_folded(own)), digest(body) if body else "", len(body) >= TELLING,
        )  # fmt: skip
    return found


def _own_texts(rows: list[tuple[Any, ...]], text: str) -> Iterator[str]:
    """What stands in each section outside of those below it."""
    inside: dict[int | None, list[tuple[int, int]]] = defaultdict(list)
    for _, parent, _, _, start, end, _ in rows:
        inside[parent].append((start, end))
    for id_, _, _, _, start, end, _ in rows:
        parts, position = [], start
        for child_start, child_end in inside[id_]:
            parts.append(text[position:child_start])
            position = max(position, child_end)
        parts.append(text[position:end])
        yield "\n".join(parts)


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
