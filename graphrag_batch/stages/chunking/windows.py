"""The texts to embed: a heading line and a part of a chunk, each within the model's window.

Left out, because an embedding model makes nothing of them: link targets, heading attributes, lines of
punctuation (table rules, underlines), tags of HTML blocks, and long runs of base64 or hexadecimal digits.
The path is never in a window, so that a rename embeds nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_batch.stages.chunking.cuts import best_cut, nearest
from graphrag_batch.stages.chunking.measure import Kept, Measure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphrag_batch.records import Block, Document
    from graphrag_batch.stages.chunking.span import Span

_JOIN = " › "
_HEADINGS = 2  # of the sections above
_SHARE = 4  # a heading or a table's head takes at most this fraction of a window

_RULE = re.compile(r"^[-=|+:~^*_#./\\\"'` \t]+$", re.MULTILINE)
_LONG_RUN = re.compile(r"[A-Za-z0-9+/_-]{32,}=*")
_DIGEST = re.compile(r"(?=.*[0-9])(?:[0-9a-fA-F-]+|[\w+/-]{80,}=*)\Z")
_LINK = re.compile(
    r"(!?\[)[^\[\]\n]*(\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"\n]*\")?\)|\[[^\[\]\n]*\]))"
)
_REFERENCE = re.compile(r"<[a-z]+:[^<>\s]*>|^\[[^\]\n]+\]:[ \t]+\S+.*$", re.MULTILINE)
_TAG = re.compile(r"<!--|-->|</?[A-Za-z][^<>]*>")
_ATTRIBUTES = re.compile(r"\{[ \t]*[#.:][^{}\n]*\}[ \t]*$", re.MULTILINE)
_VERBATIM = frozenset({"fence", "code", "symbol", "comment", "metadata"})


class Windows:
    """Makes the windows of one document's chunks. `size` is the model's window in tokens."""

    def __init__(self, document: Document, measure: Measure, size: int) -> None:
        self._document = document
        self._measure = measure
        self._size = max(1, size)
        self._kept = Kept(measure, _left_out(document))
        self._section_starts = [section.start for section in document.sections]
        self._block_starts = [block.start for block in document.blocks]
        self._code = document.format.startswith("code")
        self._definitions = {d.section: d for d in document.definitions if d.kind != "constant"}
        self._shortened: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def of(self, span: Span) -> tuple[str, ...]:
        """The windows of a chunk: no more than needed, of balanced length, at least one."""
        total = self._kept.count(span.start, span.end)
        room = self._size - self._tokens(self._heading(span, span.start))
        if total > room:
            room = max(1, self._size - self._reserve(span))
        cuts = [span.start, *self._cuts(span, -(-total // room), room), span.end]
        texts = [text for start, end in pairwise(cuts) for text in self._fitted(span, start, end)]
        return tuple(texts) or (self._raw(span),)

    # ---- where to cut ---------------------------------------------------------------------------

    def _cuts(self, span: Span, parts: int, room: int) -> Iterator[int]:
        """Where to cut a span into `parts` windows of at most `room` kept tokens each."""
        at, end = span.start, self._kept.before(span.end)
        for left in range(parts, 1, -1):
            here = self._kept.before(at)
            rest = end - here
            ideal = self._kept.offset(here + round(rest / left))
            low = self._kept.offset(here + max(rest - room * (left - 1), rest // (2 * left)))
            high = self._kept.offset(here + min(room, -(-rest * 3 // (2 * left))))
            at = self._place(max(low, at + 1), ideal, high)
            yield at

    def _place(self, low: int, ideal: int, high: int) -> int:
        """The best cut in low..high: where a section begins, else a block, else inside a block."""
        for starts in (self._section_starts, self._block_starts):
            inside = starts[bisect_left(starts, low) : bisect_right(starts, high)]
            if inside:
                return nearest(inside, ideal)
        block = self._block_at(ideal)
        return best_cut(self._measure, block.kind if block else "paragraph", low - 1, ideal, high)

    def _block_at(self, offset: int) -> Block | None:
        n = bisect_right(self._block_starts, offset) - 1
        return self._document.blocks[n] if n >= 0 else None

    # ---- what a window says ---------------------------------------------------------------------

    def _fitted(self, span: Span, start: int, end: int) -> Iterator[str]:
        """The window of start..end, or two when odd tokens at its seams make it too long."""
        parts = self._kept.parts(start, end)
        lines = "".join(self._measure.text[a:b] for a, b in parts).split("\n")
        body = "\n".join(line.rstrip() for line in lines if line.strip()).strip()
        if not body:
            return
        heading = self._heading(span, start)
        text = f"{heading}\n{body}" if heading else body
        spare = self._size - self._kept.count(start, end) - self._tokens(heading)
        if spare < 2 * len(parts) and self._tokens(text) > self._size:
            middle = self._kept.offset((self._kept.before(start) + self._kept.before(end)) // 2)
            if start < middle < end:
                yield from self._fitted(span, start, middle)
                yield from self._fitted(span, middle, end)
                return
        yield text

    def _raw(self, span: Span) -> str:
        """The window of a chunk that is all noise: its beginning as it is."""
        end = self._measure.offset(self._measure.before(span.start) + max(1, self._size // 2))
        return self._measure.text[span.start : min(end, span.end)].rstrip()

    def _heading(self, span: Span, start: int) -> str:
        """The lines above a window that starts at `start`: where it is, and a table's column names."""
        block = self._block_at(start)
        section = block.section if block else span.section
        told = block is not None and block.kind == "heading"
        lines = [self._short(_JOIN.join(self._names(section, told)))]
        if block and block.kind == "table" and block.start < start:
            lines.append(self._table_head(block))
        return "\n".join(filter(None, lines))

    def _names(self, section: int, told: bool) -> list[str]:
        """Title and last headings of prose, unless the text says them (`told`); qualified name of code."""
        sections, path = self._document.sections, []
        while section >= 0:
            path.append(section)
            section = sections[section].parent
        title = self._document.title
        if self._code:
            names = [self._definitions[n].kind for n in path[-1:] if n in self._definitions]
            qualified = _JOIN.join(sections[n].title for n in reversed(path))
            return [" ".join([*names, qualified])] if path else [title] if title else []
        headings = [sections[n].title for n in reversed(path)]
        if told and headings and headings.pop() == title:
            return []
        return [title, *(h for h in headings[-_HEADINGS:] if h != title)] if title else headings[-_HEADINGS:]

    def _table_head(self, table: Block) -> str:
        """The first line of a table, its column names."""
        return self._short(self._measure.text[table.start : table.end].partition("\n")[0].strip())

    def _short(self, line: str) -> str:
        """`line`, cut after its share of the window."""
        short = self._shortened.get(line)
        if short is None:
            starts = self._measure.tokenizer.starts(line)
            share = self._size // _SHARE
            short = line if len(starts) <= share else line[: starts[share]].rstrip()
            self._shortened[line] = short
        return short

    def _reserve(self, span: Span) -> int:
        """The most tokens that the lines above a window of this chunk can take."""
        first = max(0, bisect_right(self._block_starts, span.start) - 1)
        most = 0
        for block in self._document.blocks[first : bisect_left(self._block_starts, span.end)]:
            inner = max(block.start + 1, span.start)
            most = max(most, self._tokens(self._heading(span, inner)))
        return most

    def _tokens(self, text: str) -> int:
        count = self._counts.get(text)
        if count is None:
            count = self._counts[text] = len(self._measure.tokenizer.starts(text)) if text else 0
        return count


def _left_out(document: Document) -> list[tuple[int, int]]:
    """The spans of the text that no window shows, in order."""
    text = document.text
    spans = [m.span() for m in _RULE.finditer(text)]
    spans += [m.span() for m in _LONG_RUN.finditer(text) if _DIGEST.match(m[0])]
    if not document.format.startswith("code"):
        for block in document.blocks:
            if block.kind == "html":
                spans += [m.span() for m in _TAG.finditer(text, block.start, block.end)]
            elif block.kind not in _VERBATIM:
                for noise in (_REFERENCE, _ATTRIBUTES):
                    spans += [m.span() for m in noise.finditer(text, block.start, block.end)]
                links = _LINK.finditer(text, block.start, block.end)
                spans += [m.span(group) for m in links for group in (1, 2)]
    return _merged(spans)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged
