"""From the tree of sections to the spans that become chunks.

A level of the tree is a row of *atoms*: blocks and child sections that stay whole. Runs of atoms are
divided into chunks at the least total cost (`divide`); a section too large to be an atom is packed by
itself, and a block too large is cut inside. So a chunk and a section are always nested or apart, but
for a short lead (a bare heading, a line of introduction) that goes with what follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_batch.stages.chunking.cuts import cut_block
from graphrag_batch.stages.chunking.outline import Node, tree
from graphrag_batch.stages.chunking.sizes import Size, Sizes
from graphrag_batch.stages.chunking.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphrag_batch.config import ChunkConfig
    from graphrag_batch.records import Block, Document
    from graphrag_batch.stages.chunking.kinds import Kinds
    from graphrag_batch.stages.chunking.measure import Measure

_TINY = 32  # tokens
_BREAK_IN_SECTION = 0.3  # cost of a border between two blocks of one section
_ENOUGH_CODE = 60  # tokens: a definition shorter than this looks for company
_JOINED_CODE = 100  # tokens of unrelated code in one chunk that cost as much as an empty chunk
_ONE_MORE = 0.05  # cost of a chunk, so that equal divisions have fewer
_LEAST_SHARE = 32  # of the target: blocks smaller than this are not worth placing one by one
_CONTAINERS = frozenset({"class", "interface", "struct", "enum", "trait", "module", "type"})
_INTRODUCED = frozenset({"list", "fence", "table", "code"})


@dataclass(slots=True)
class Atom:
    """What stays whole, with the heading or introduction that belongs to it.

    `kind` is a block's kind or `section`. `inner` is the section or block to divide after all, when it
    is too large; `bare` is a heading that nothing follows. What is `alone` is joined with nothing.
    """

    start: int
    end: int
    tokens: int
    kind: str
    section: int
    bare: bool = False
    inner: Node | Block | None = None
    alone: bool = False


@dataclass(slots=True)
class Packer:
    """Packs the items of one node: its chunks have the size `size`."""

    document: Document
    measure: Measure
    sizes: Sizes
    size: Size
    overlap: float
    code: bool
    kinds: dict[int, str] = field(default_factory=dict)

    @property
    def tiny(self) -> int:
        """Fewer tokens than this are no chunk of their own where they can lead what follows."""
        return min(_TINY, self.size.target // 4)

    def pack(self, node: Node, start: int) -> Iterator[Span]:
        """Spans of `node`, the first beginning at `start` (a lead from outside may come before it)."""
        run: list[Atom] = []
        last: Span | None = None  # the end of a divided item: a short tail may still join it
        for atom in self._atoms(node, start):
            alone = atom.kind == "metadata" and atom.tokens >= self.tiny
            if atom.inner is None and not alone:
                run.append(atom)
                continue
            lead = [] if alone else self._lead(run)
            yield from self._with_tail(node, last, run[: len(run) - len(lead)])
            *whole, last = self._inside(node, atom, lead[0].start if lead else atom.start)
            yield from whole
            run = []
        yield from self._with_tail(node, last, run)

    def _with_tail(self, node: Node, last: Span | None, run: list[Atom]) -> Iterator[Span]:
        """`last`, then the chunks of `run`: all one when `run` is a closing brace or another short end."""
        if last is None:
            yield from self._chunks(node, run)
            return
        short = sum(atom.tokens for atom in run) < self.tiny and all(atom.kind != "section" for atom in run)
        if run and short and self.measure.count(last.start, run[-1].end) <= self.size.limit:
            yield Span(last.start, run[-1].end, last.section)
            return
        yield last
        yield from self._chunks(node, run)

    def _lead(self, run: list[Atom]) -> list[Atom]:
        """The end of a run that goes with what follows: all of it when tiny, else its bare heading."""
        if sum(atom.tokens for atom in run) < self.tiny:
            return run
        return run[-1:] if run[-1].bare else []

    def _inside(self, node: Node, atom: Atom, start: int) -> Iterator[Span]:
        if isinstance(atom.inner, Node):
            yield from replace(self, size=self._size(atom.inner)).pack(atom.inner, start)
        elif atom.inner is None:
            yield Span(start, atom.end, atom.section)
        else:
            size = self.sizes.of_block(atom.inner, self.size)
            parts = cut_block(self.measure, start, atom.end, atom.kind, size.target, size.limit, self.overlap)
            yield from (Span(begin, end, node.section) for begin, end in parts)

    def _atoms(self, node: Node, start: int) -> Iterator[Atom]:
        """The items of `node` with headings and introductions joined to what follows them."""
        begin: int | None = start
        for n, item in enumerate(node.items):
            following = node.items[n + 1] if n + 1 < len(node.items) else None
            first = item.start if begin is None else begin
            if following is not None and self._leads(item, following):
                begin = first
                continue
            yield self._atom(node, item, first)
            begin = None

    def _atom(self, node: Node, item: Node | Block, start: int) -> Atom:
        tokens = self.measure.count(start, item.end)
        if isinstance(item, Node):
            size = self._size(item)
            whole = self.measure.count(item.start, item.end) <= self._whole(item) and tokens <= size.limit
            section = item.section if start == item.start else node.section
            inner = None if whole else item
            return Atom(start, item.end, tokens, "section", section, _bare(item), inner, size.alone)
        inner_block = item if tokens > self.sizes.of_block(item, self.size).limit else None
        return Atom(start, item.end, tokens, item.kind, node.section, item.kind == "heading", inner_block)

    def _leads(self, item: Node | Block, following: Node | Block) -> bool:
        """Whether `item` may not be parted from what follows."""
        if isinstance(item, Node):
            return _bare(item)
        if item.kind == "heading":
            return True
        if isinstance(following, Node) or item.kind != "paragraph" or following.kind not in _INTRODUCED:
            return False
        introduces = self.measure.text[item.start : item.end].rstrip("*_ \n").endswith((":", "："))
        limit = self.sizes.of_block(following, self.size).limit
        return introduces and self.measure.count(item.start, following.end) <= limit

    def _size(self, node: Node) -> Size:
        return self.size if self.code else self.sizes.of(node)

    def _whole(self, node: Node) -> int:
        """Up to how many tokens a section is an atom."""
        if not self.code:
            return self._size(node).whole
        nested = any(isinstance(item, Node) for item in node.items)
        container = self.kinds.get(node.section, "class") in _CONTAINERS
        return self.size.target // 2 if nested and container else self.size.limit

    def _chunks(self, node: Node, run: list[Atom]) -> Iterator[Span]:
        if not run:
            return
        run = _knit(run, self.size.target // _LEAST_SHARE)
        loose = self.code and self.kinds.get(node.section, "class") in _CONTAINERS
        costs = [self._joint(a, b, loose) for a, b in pairwise(run)]
        for first, last in divide([atom.tokens for atom in run], costs, self._size_cost, self.size.limit):
            group = run[first:last]
            yield Span(group[0].start, group[-1].end, self._section(node, group))

    def _section(self, node: Node, group: list[Atom]) -> int:
        """The section of a chunk: the one all of it lies in, else (at the top) the first one of prose."""
        if len(group) == 1 or node.section >= 0:
            return group[0].section if len(group) == 1 else node.section
        if self.code:
            return group[0].section
        return next((atom.section for atom in group if atom.section >= 0), -1)

    def _joint(self, a: Atom, b: Atom, loose: bool) -> tuple[float, float]:
        """Cost of joining two neighbours in one chunk, and of parting them."""
        if a.alone or b.alone:
            return float("inf"), 0.0
        sections = (a.kind == "section") + (b.kind == "section")
        if not self.code:
            return 0.0, 0.0 if sections else _BREAK_IN_SECTION
        joined = min(a.tokens, b.tokens) / _JOINED_CODE * (0, 2, 1)[sections]
        return (joined if loose else 0.0), 0.0

    def _size_cost(self, tokens: int) -> float:
        """0 for a chunk of the right size, about 1 for an empty one or one at the limit."""
        target, limit = self.size.target, self.size.limit
        over = (tokens - target) / max(1, limit - target)
        if self.code:
            return _ONE_MORE + max(0.0, 1 - tokens / _ENOUGH_CODE, over)
        return over * over if over > 0 else (1 - tokens / target) ** 2


def pack(document: Document, measure: Measure, kinds: Kinds, config: ChunkConfig) -> list[Span]:
    """The spans of a document's chunks, in order of text."""
    root, sizes = tree(document), Sizes(kinds, config)
    packer = Packer(
        document,
        measure,
        sizes,
        sizes.of(root),
        overlap=config.overlap,
        code=document.format.startswith("code"),
        kinds={d.section: d.kind for d in document.definitions if d.kind != "constant"},
    )
    return list(packer.pack(root, root.start))


def divide(
    sizes: list[int], joints: list[tuple[float, float]], size_cost: Callable[[int], float], limit: int
) -> list[tuple[int, int]]:
    """The cheapest division of a row into groups (first, last) of at most `limit` (a single one may be more).

    `joints[i]` is what it costs to join, and to part, the neighbours i and i + 1. Dynamic programming
    over the end of the last group; of two equal divisions the one with the longer last group.
    """
    best, groups = [0.0], [0]
    for end in range(1, len(sizes) + 1):
        total, joined, least, begin = 0, 0.0, float("inf"), end - 1
        for first in range(end - 1, -1, -1):
            total += sizes[first]
            if first < end - 1:
                joined += joints[first][0]
                if total > limit or joined == float("inf"):
                    break
            cost = best[first] + size_cost(total) + joined + (joints[first - 1][1] if first else 0.0)
            if cost <= least:
                least, begin = cost, first
        best.append(least)
        groups.append(begin)
    division, end = [], len(sizes)
    while end:
        division.append((groups[end], end))
        end = groups[end]
    return division[::-1]


def _knit(run: list[Atom], least: int) -> list[Atom]:
    """Neighbours of one kind joined up to `least` tokens: a row of crumbs costs no more than its text."""
    knit: list[Atom] = []
    for atom in run:
        last = knit[-1] if knit else None
        if last is not None and last.kind == atom.kind and last.tokens + atom.tokens <= least:
            last.end, last.tokens, last.bare = atom.end, last.tokens + atom.tokens, False
        else:
            knit.append(atom)
    return knit


def _bare(item: Node | Block) -> bool:
    if isinstance(item, Node):
        return all(map(_bare, item.items))
    return item.kind == "heading"
