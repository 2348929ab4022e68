"""Levels of headings, from the outline, their numbers and their size."""

from __future__ import annotations

from collections import Counter, defaultdict

from graphrag_batch.formats.pdf_blocks import Block
from graphrag_batch.formats.pdf_emit import Page
from graphrag_batch.formats.pdf_headings import number_depth

_Key = tuple[float, bool]


def set_levels(pages: list[Page]) -> None:
    """Give every heading that the outline does not name its level."""
    headings = [block for page in pages for block in page.blocks if block.kind == "heading"]
    named = [block for block in headings if block.level]
    unnamed = [block for block in headings if not block.level]
    if not unnamed:
        return
    learned = _most_common((_key(block), block.level) for block in named)
    ranks = _ranks(unnamed if not named else headings)
    if not named:
        _by_rank(unnamed, ranks)
        return
    last = 0
    for block in headings:
        if block.level:
            last = block.level
        else:
            block.level = min(learned.get(_key(block), 0) or _below(_key(block), learned, last), 6)


def _below(key: _Key, learned: dict[_Key, int], last: int) -> int:
    """One deeper than the deepest larger style that the outline names."""
    larger = [
        level for other, level in learned.items() if other[0] > key[0] or (other[0] == key[0] and other[1])
    ]
    return max(larger) + 1 if larger else max(last, 1)


def _by_rank(blocks: list[Block], ranks: dict[_Key, int]) -> None:
    for block in blocks:
        block.level = min(ranks[_key(block)], 6)
    depths = [(number_depth(block.text), block) for block in blocks]
    tops = Counter(block.level for depth, block in depths if depth == 1)
    if not tops:
        return
    top = max(tops, key=lambda level: (tops[level], -level))
    for depth, block in depths:
        if depth > 1 or (depth == 1 and block.level > top):
            block.level = min(top + depth - 1, 6)


def _ranks(blocks: list[Block]) -> dict[_Key, int]:
    """1 for the largest style; sizes that hardly differ are one, bold before plain."""
    ranks: dict[_Key, int] = {}
    rank, last = 0, None
    for key in sorted({_key(block) for block in blocks}, key=lambda k: (-k[0], not k[1])):
        if last is None or key[0] < last[0] * 0.97 or (key[1] != last[1] and key[0] < last[0] * 1.001):
            rank += 1
            last = key
        ranks[key] = rank
    return ranks


def _key(block: Block) -> _Key:
    style = block.rows[0].main.style
    return style.size, style.bold


def _most_common(pairs: object) -> dict[_Key, int]:
    counts: dict[_Key, Counter[int]] = defaultdict(Counter)
    for key, level in pairs:  # type: ignore[attr-defined]
        counts[key][level] += 1
    return {key: max(count, key=lambda n: (count[n], -n)) for key, count in counts.items()}


def largest_heading(page: Page) -> str | None:
    """The text of the page's largest heading."""
    headings = [block for block in page.blocks if block.kind == "heading"]
    best = max(headings, key=lambda block: block.rows[0].main.size, default=None)
    return best.text if best else None
