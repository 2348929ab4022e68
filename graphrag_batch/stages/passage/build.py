"""From stretches of a document and the markup found in them to a passage: the text that is left, with white
space folded, and where each run of it stands. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphrag_batch.textual import Passage

Range = tuple[int, int]
Mark = tuple[int, int, str]
_Made = tuple[str, tuple[Range, ...], list[Mark]]


class Drop(NamedTuple):
    """A stretch of content that is not shown; `shown` stands in its place (one character at most)."""

    start: int
    end: int
    shown: str = ""


class Markup(NamedTuple):
    """What a scanner finds in content, by offsets into it: drops in order, without overlap, and marks."""

    drops: list[Drop]
    marks: list[Mark]


Scan = Callable[[str], Markup | None]
"""Finds the markup of content; None for none."""

_ODD = re.compile(r"\s{2,}|[\u00ad\u200b\u2060\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_BLANK = re.compile(r"\s")
_QUOTED = re.compile(r'"([^"\s][^"]{0,78})"|“([^“”]{1,80})”|«\s?([^«»]{1,80}?)\s?»|„([^„“”]{1,80})[“”]')
_WHOLE = {"title": "title", "heading": "heading", "term": "term"}


@dataclass(slots=True)
class Writer:
    """The passages of one document as they are found. `section` is that of the block being read."""

    text: str
    section: int = -1
    passages: list[Passage] = field(default_factory=list)
    groups: int = 0

    def new_group(self) -> int:
        """The number of a list or table that begins."""
        self.groups += 1
        return self.groups - 1

    def add(self, kind: str, pieces: Sequence[Range], scan: Scan, label: str = "", group: int = -1,
            row: int = -1, marks: Sequence[str] = ()) -> Passage | None:  # fmt: skip
        """The passage that the lines `pieces` make, and None where they show nothing. `marks` are of all its
        text."""
        content, places = _content(self.text, pieces)
        text, runs, found = _made(content, places, scan(content))
        if not text:
            return None
        whole = [_WHOLE[kind], *marks] if kind in _WHOLE else marks
        found = [*((0, len(text), mark) for mark in whole), *found, *_quoted(text)]
        passage = Passage(kind, self.section, text, runs, tuple(found), label, group, row)
        self.passages.append(passage)
        return passage


def _content(text: str, pieces: Sequence[Range]) -> tuple[str, list[Range]]:
    """The lines as one text, and where its runs stand: (offset in it, offset in the document)."""
    start, end = pieces[0]
    if len(pieces) == 1:
        return text[start:end], [(0, start)]
    parts: list[str] = []
    places: list[Range] = []
    at, due = 0, -1
    for start, end in pieces:
        if start != due:
            places.append((at, start))
        parts.append(text[start:end])
        at += end - start + 1
        due = end + 1
    return "\n".join(parts), places


def _made(content: str, places: list[Range], markup: Markup | None) -> _Made:
    if markup is None and len(places) == 1:
        plain = _plain(content, places[0][1])
        if plain is not None:
            return plain
    drops = _with_blanks(content, places, markup.drops if markup is not None else [])
    out: list[str] = []
    runs: list[Range] = []
    starts: list[int] = []  # of the kept stretches, in content
    ends: list[int] = []
    outs: list[int] = []
    size, at, blank = 0, 0, True
    place = 0
    for start, end, shown in [*drops, Drop(len(content), len(content))]:
        for a, b, piece in ((at, start, None), (start, min(end, start + 1), shown)):
            kept = content[a:b] if piece is None else piece
            if not kept or (blank and kept.isspace()):
                continue
            lead = 1 if blank and kept[0].isspace() else 0
            kept, begin = _folded(kept[lead:]), a + lead
            while place + 1 < len(places) and places[place + 1][0] <= begin:
                place += 1
            there = places[place][1] + begin - places[place][0]
            if not runs or runs[-1][1] + size - runs[-1][0] != there:
                runs.append((size, there))
            starts.append(begin)
            ends.append(b)
            outs.append(size)
            out.append(kept)
            size += len(kept)
            blank = kept[-1] == " "
        at = end
    text = "".join(out).rstrip()
    marks = _moved(markup.marks, starts, ends, outs, text) if markup is not None and markup.marks else []
    return text, tuple(run for run in runs if run[0] < len(text)), marks


def _plain(content: str, start: int) -> _Made | None:
    """What needs no more than its line ends made blanks; None where it does."""
    if _ODD.search(content):
        return None
    stripped = content.lstrip()
    lead = len(content) - len(stripped)
    text = _folded(stripped.rstrip())
    return text, ((0, start + lead),), []


def _folded(text: str) -> str:
    if text.isascii():
        return text.replace("\n", " ").replace("\t", " ")
    return _BLANK.sub(" ", text)


def _with_blanks(content: str, places: list[Range], drops: list[Drop]) -> list[Drop]:
    """The drops with those of runs of white space and of what nobody sees; and breaks between the runs."""
    found = [Drop(m.start(), m.end(), " " if m[0][0].isspace() else "") for m in _ODD.finditer(content)]
    found += [Drop(at, at) for at, _ in places[1:]]
    if not found:
        return drops
    starts, ends = [d.start for d in drops], [d.end for d in drops]
    kept = list(drops)
    for one in found:
        # What touches a drop is left to the joint between what remains.
        n = bisect_right(ends, one.start)
        if one.start == one.end:
            inside = n < len(drops) and starts[n] < one.start
            kept += [] if inside else [one]
        else:
            kept += _outside(one, drops, n)
    kept.sort()
    return kept


def _outside(one: Drop, drops: list[Drop], n: int) -> list[Drop]:
    """The parts of a run that no drop takes."""
    parts: list[Drop] = []
    at = one.start
    while n < len(drops) and drops[n].start < one.end:
        if drops[n].start > at:
            parts.append(Drop(at, drops[n].start, one.shown))
        at = max(at, drops[n].end)
        n += 1
    if at < one.end:
        parts.append(Drop(at, one.end, one.shown))
    return parts


def _moved(marks: list[Mark], starts: list[int], ends: list[int], outs: list[int], text: str) -> list[Mark]:
    """Marks by offsets into the text that is left, without blank edges."""
    moved: list[Mark] = []
    for a, b, mark in sorted(marks):
        first = bisect_right(ends, a)
        last = bisect_left(starts, b) - 1
        if first >= len(starts) or last < first:
            continue
        start = outs[first] + max(0, a - starts[first])
        end = min(len(text), outs[last] + min(b, ends[last]) - starts[last])
        while start < end and text[start] == " ":
            start += 1
        while end > start and text[end - 1] == " ":
            end -= 1
        if end > start:
            moved.append((start, end, mark))
    return moved


def _quoted(text: str) -> list[Mark]:
    if '"' not in text and (text.isascii() or not any(c in text for c in "“«„")):
        return []
    return [(*m.span(m.lastindex or 0), "quoted") for m in _QUOTED.finditer(text)]
