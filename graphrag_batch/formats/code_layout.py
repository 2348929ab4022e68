"""From definitions found in a text to nested sections, definitions and disjoint blocks. Pure.

Offsets are code points. A section is snapped to whole lines where no other definition shares them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphrag_batch.records import Block, Definition, Section

MAX_DEPTH = 32
LONG_LINES = 80
PIECE_LINES = 40

_HOLDS_METHODS = {"class", "interface", "struct", "enum", "trait", "scope"}
_UNNAMED = {"scope", "section"}


@dataclass(slots=True)
class Found:
    """A definition (or scope, or section) found in the text.

    `start..end` is the thing itself, `outer..outer_end` with what belongs to it (decorators, doc
    comment, `export`); `body` is where its body starts, -1 for none; `splits` are offsets where a
    long body may be cut. `parent`, `level`, `qualname` and `flat` (it has
    no section of its own: constants, and what starts where its parent starts) are filled by `nest`.
    """

    kind: str
    name: str
    start: int
    end: int
    outer: int
    outer_end: int
    body: int = -1
    title: str = ""
    signature: str = ""
    doc: str = ""
    run: bool = False
    dotted: bool = True
    splits: Sequence[int] = ()
    parent: int = -1
    level: int = 1
    qualname: str = ""
    flat: bool = False


class Lines:
    """Line numbers and line edges of a text by offset."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        position = text.find("\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = text.find("\n", position + 1)

    def number(self, offset: int) -> int:
        """The 1-based line that holds `offset`."""
        return bisect_right(self.starts, offset)

    def start(self, offset: int) -> int:
        """Where the line of `offset` starts."""
        return self.starts[bisect_right(self.starts, offset) - 1]

    def end(self, offset: int) -> int:
        """Where the line of `offset` ends (its "\\n", or the end of the text)."""
        index = bisect_right(self.starts, offset)
        return self.starts[index] - 1 if index < len(self.starts) else len(self.text)

    def opens(self, offset: int) -> bool:
        """Whether only white space precedes `offset` on its line."""
        start = self.start(offset)
        return start == offset or self.text[start:offset].isspace()


@dataclass(slots=True)
class Layout:
    """What `lay_out` returns: sections in pre-order, definitions by position, block kind of each section."""

    sections: list[Section] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    splits: list[Sequence[int]] = field(default_factory=list)


def nest(found: list[Found], members: bool, text: str) -> list[Found]:
    """`found` in pre-order with parents, levels and qualified names; what defines nothing dropped.

    Constants inside functions are dropped, and inside classes too unless `members`.
    """
    ordered = sorted(found, key=lambda f: (f.outer, -f.outer_end))
    _extend_runs(ordered, text)
    kept: list[Found] = []
    stack: list[int] = []
    for item in ordered:
        while stack and kept[stack[-1]].outer_end <= item.outer:
            stack.pop()
        parent = kept[stack[-1]] if stack else None
        if not _belongs(item, [kept[i] for i in stack], members):
            continue
        if parent is not None:
            item.outer_end = min(item.outer_end, parent.outer_end)
        if item.end > item.outer_end or item.start < item.outer:
            continue
        item.parent, item.level = (stack[-1], parent.level + 1) if parent else (-1, 1)
        above = parent.qualname if parent else ""
        item.qualname = ".".join(filter(None, (above, item.name))) if item.kind != "section" else ""
        if item.kind == "function" and _is_method(item, parent):
            item.kind = "method"
        item.flat = item.kind == "constant" or (parent is not None and item.outer <= parent.outer)
        if item.flat and item.kind in _UNNAMED:
            continue
        kept.append(item)
        if not item.flat:
            stack.append(len(kept) - 1)
    return _without_empty_scopes(kept)


def _belongs(item: Found, around: list[Found], members: bool) -> bool:
    if len(around) >= MAX_DEPTH:
        return False
    if not around:
        return True
    same = item.start == around[-1].start and item.name == around[-1].name
    if same or (item.body >= 0 and item.body == around[-1].body):
        return False
    if item.kind != "constant":
        return True
    inside = {f.kind for f in around} - {"module"}
    return not inside or (members and not inside & {"function", "method"})


def _is_method(item: Found, parent: Found | None) -> bool:
    if parent is not None and parent.kind in _HOLDS_METHODS:
        return True
    return item.dotted and "." in item.name.strip(".")


def _extend_runs(ordered: list[Found], text: str) -> None:
    """Let each run last until the next one, or the end of what holds it, or of the text."""
    edge = len(text)
    for item in reversed(ordered):
        if item.run:
            if item.body < 0 and item.outer_end < edge:
                item.outer_end += len(text[item.outer_end : edge].rstrip())
            edge = item.outer


def _without_empty_scopes(kept: list[Found]) -> list[Found]:
    """Scopes that hold no definition are no sections."""
    useful = [item.kind != "scope" for item in kept]
    for index in range(len(kept) - 1, -1, -1):
        parent = kept[index].parent
        if useful[index] and parent >= 0:
            useful[parent] = True
    if all(useful):
        return kept
    moved: dict[int, int] = {-1: -1}
    result: list[Found] = []
    for index, item in enumerate(kept):
        if useful[index]:
            moved[index] = len(result)
            item.parent = moved[item.parent]
            result.append(item)
    return result


def merged(found: list[Found], text: str) -> list[Found]:
    """Neighbouring functions of one name (equations, clauses, a signature before them) as one."""
    result: list[Found] = []
    for item in sorted(found, key=lambda f: (f.outer, -f.outer_end)):
        last = result[-1] if result else None
        if (
            last is not None
            and last.kind == item.kind == "function"
            and last.name == item.name
            and last.outer_end <= item.outer
            and not text[last.outer_end : item.outer].strip()
        ):
            last.end = last.outer_end = item.outer_end
            last.doc = last.doc or item.doc
            continue
        result.append(item)
    return result


def outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, without those that lie within another."""
    result: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda s: (s[0], -s[1])):
        if not result or start >= result[-1][1]:
            result.append((start, end))
    return result


def lay_out(text: str, lines: Lines, found: list[Found]) -> Layout:
    """Sections and definitions of nested `found` (see `nest`)."""
    layout = Layout()
    ends = _snapped_ends(lines, found)
    index_of: dict[int, int] = {-1: -1}
    last_end: dict[int, int] = {}
    for index, item in enumerate(found):
        parent = index_of[item.parent]
        if not item.flat:
            holder = found[item.parent] if item.parent >= 0 else None
            inside = 0 if holder is None else holder.body if holder.body >= 0 else holder.outer + 1
            start = _snapped_start(lines, item, inside, last_end.get(parent, 0))
            index_of[index] = len(layout.sections)
            last_end[parent] = ends[index]
            layout.sections.append(_section(lines, item, parent, start, ends[index]))
            layout.kinds.append("code" if item.kind == "section" else "symbol")
            layout.splits.append(item.splits)
        if item.kind not in _UNNAMED:
            layout.definitions.append(_definition(lines, item, index_of.get(index, parent)))
    return layout


def _snapped_ends(lines: Lines, found: list[Found]) -> list[int]:
    """The end of each section: that of its line unless another definition starts there first."""
    following: list[int] = [len(lines.text)] * len(found)
    upcoming: dict[int, int] = {}
    for index in range(len(found) - 1, -1, -1):
        item = found[index]
        following[index] = upcoming.get(item.parent, len(lines.text))
        if not item.flat:
            upcoming[item.parent] = item.outer
    ends: list[int] = []
    for index, item in enumerate(found):
        limit = ends[item.parent] if item.parent >= 0 else len(lines.text)
        line_end = lines.end(max(item.outer, item.outer_end - 1))
        snapped = line_end <= limit and line_end <= following[index]
        ends.append(line_end if snapped else min(item.outer_end, limit))
    return ends


def _snapped_start(lines: Lines, item: Found, inside: int, floor: int) -> int:
    """The start of the line, unless what holds the item or comes before it is on that line too."""
    start = lines.start(item.outer)
    return start if start >= max(inside, floor) else item.outer


def _section(lines: Lines, item: Found, parent: int, start: int, end: int) -> Section:
    body = item.body if item.body >= 0 else item.start
    return Section(
        parent=parent,
        level=item.level,
        title=item.title or item.name,
        start=start,
        end=end,
        start_line=lines.number(start),
        end_line=lines.number(max(start, end - 1)),
        body=min(max(body, start), end),
    )


def _definition(lines: Lines, item: Found, section: int) -> Definition:
    return Definition(
        name=item.name.rsplit(".", 1)[-1] if item.dotted and not item.name.endswith(".") else item.name,
        qualname=item.qualname,
        kind=item.kind,
        section=section,
        start=item.start,
        end=item.end,
        start_line=lines.number(item.start),
        end_line=lines.number(max(item.start, item.end - 1)),
        signature=item.signature,
        doc=item.doc,
    )


def innermost(sections: Sequence[Section], starts: Sequence[int], offset: int) -> int:
    """Index of the innermost section that holds `offset`, -1 for none. `starts` are theirs, in order."""
    index = bisect_right(starts, offset) - 1
    while index >= 0 and sections[index].end <= offset:
        index = sections[index].parent
    return index


def gaps(sections: Sequence[Section], length: int) -> Iterator[tuple[int, int, int]]:
    """(start, end, section) of the stretches between the edges of nested sections, in order."""
    position = 0
    stack: list[int] = []
    for index, section in enumerate(sections):
        while stack and sections[stack[-1]].end <= section.start:
            end = sections[stack[-1]].end
            yield position, end, stack.pop()
            position = end
        yield position, section.start, stack[-1] if stack else -1
        position = section.start
        stack.append(index)
    while stack:
        end = sections[stack[-1]].end
        yield position, end, stack.pop()
        position = end
    yield position, length, -1


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without blank edges, its first line's indentation kept; None when all blank."""
    inside = text[start:end]
    body = inside.strip()
    if not body:
        return None
    first = start + len(inside) - len(inside.lstrip())
    line = text.rfind("\n", start, first) + 1
    return max(line, start), start + len(inside.rstrip())


def symbol_blocks(
    text: str, lines: Lines, start: int, end: int, kind: str, section: int, splits: Sequence[int]
) -> Iterator[Block]:
    """One block, or for a long body several that are cut between its statements."""
    position = start
    if lines.number(end) - lines.number(start) > LONG_LINES:
        for cut in splits[bisect_left(splits, start) : bisect_left(splits, end)]:
            if lines.number(cut) - lines.number(position) >= PIECE_LINES:
                yield from _block(text, position, cut, kind, section)
                position = cut
    yield from _block(text, position, end, kind, section)


def _block(text: str, start: int, end: int, kind: str, section: int, info: str = "") -> Iterator[Block]:
    span = trimmed(text, start, end)
    if span is not None:
        yield Block(kind, span[0], span[1], section, info)


def module_blocks(
    text: str, lines: Lines, start: int, end: int, imports: Sequence[tuple[int, int]], lead: int
) -> Iterator[Block]:
    """Blocks of lines outside any section: the leading comment up to `lead`, imports, statements."""
    position = start
    if start < lead <= end:
        yield from _block(text, start, lead, "comment", -1)
        position = lead
    for first, last in _import_groups(text, lines, imports, position, end):
        yield from _block(text, position, first, "code", -1)
        yield from _block(text, first, last, "code", -1, "imports")
        position = last
    yield from _block(text, position, end, "code", -1)


def _import_groups(
    text: str, lines: Lines, imports: Sequence[tuple[int, int]], start: int, end: int
) -> list[tuple[int, int]]:
    """Whole-line spans of neighbouring imports between `start` and `end`."""
    groups: list[tuple[int, int]] = []
    low = bisect_left(imports, (start, -1))
    for first, edge in imports[low:]:
        if first >= end:
            break
        if first != lines.start(first):
            continue
        last = min(end, lines.end(max(first, edge - 1)))
        if groups and not text[groups[-1][1] : first].strip():
            groups[-1] = (groups[-1][0], max(last, groups[-1][1]))
        else:
            groups.append((first, last))
    return groups
