"""What kind of text a chunk is, from the blocks it holds."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.records import Block, Document
    from graphrag_batch.stages.chunking.measure import Measure
    from graphrag_batch.stages.chunking.span import Span

_QUESTION = re.compile(r"[?？؟]\s*\Z|\A(?:Q|Question|问|問)\s*\d*\s*[:：.]")
_STEP = re.compile(
    r"\A(?:step|schritt|étape|paso|passo|шаг)\s+\d|\A第?\s*\d+\s*(?:步|歩|단계)", re.IGNORECASE
)
_ORDERED = re.compile(r"^[ \t]*(?:(?:\d+|[a-zA-Z]|#)[.)][ \t]|[①-⑳])", re.MULTILINE)
_GLOSSARY = re.compile(
    r"\A(?:\d[\d.]*\s+)?(?:glossary|definitions?|terminology|terms(?=\s*\Z)|vocabulary|glossaire|glossar|glosario|"
    r"glossário|terminologie|begriffe|глоссарий|термины|用語集?|術語表?|术语表?|名词解释|용어집?)\b",
    re.IGNORECASE,
)
_LONGEST_STEP = 120  # tokens
_LONGEST_COLUMNS = 1000  # characters
_MOSTLY = 0.6


class Kinds:
    """Tells a chunk's kind, one of `records.CHUNK_KINDS`."""

    def __init__(self, document: Document, measure: Measure) -> None:
        self._document = document
        self._measure = measure
        self._starts = [block.start for block in document.blocks]
        self._headings = [section.start for section in document.sections]
        self._whole: dict[int, tuple[str, int]] = {}

    def of(self, span: Span) -> str:
        """The kind of the text of `span`."""
        weights = self._weights(span)
        total = max(1, weights.total())
        if self._document.format.startswith("code"):
            return "symbol" if 2 * weights["symbol"] >= total else "code"
        if weights["metadata"] > total / 2:
            return "metadata"
        titles = self._titles(span)
        if titles and 2 * self.questions(span) >= len(titles):
            return "faq"
        steps = sum(bool(_STEP.match(title)) for title in titles)
        if weights["steps"] > total * 0.4 or 2 * steps > len(titles):
            return "procedure"
        if self._in_glossary(span):
            return "definition"
        if weights["table"] > total / 2:
            return "table"
        return "code" if weights["fence"] + weights["code"] > total * _MOSTLY else "prose"

    def questions(self, span: Span) -> int:
        """How many titles in the span are questions."""
        return sum(bool(_QUESTION.search(title)) for title in self._titles(span))

    def is_procedure(self, block: Block) -> bool:
        """Whether a block is a list of steps."""
        return self._steps(block, self._measure.count(block.start, block.end))

    def columns(self, start: int) -> str:
        """The column names of the table that a chunk beginning at `start` goes on with, else ""."""
        n = bisect_right(self._starts, start) - 1
        block = self._document.blocks[n] if n >= 0 else None
        if block is None or block.kind != "table" or not block.start < start < block.end:
            return ""
        line = self._measure.text[block.start : block.end].partition("\n")[0].strip()
        return line if len(line) <= _LONGEST_COLUMNS else f"{line[:_LONGEST_COLUMNS]}…"

    def _in_glossary(self, span: Span) -> bool:
        """Whether the span lies in a section of definitions, or right below one."""
        sections, section = self._document.sections, span.section
        near = [section, sections[section].parent] if section >= 0 else []
        return any(_GLOSSARY.match(sections[n].title) for n in near if n >= 0)

    def _weights(self, span: Span) -> Counter[str]:
        """Tokens per kind of block within the span; headings are no content."""
        weights: Counter[str] = Counter()
        first = max(0, bisect_right(self._starts, span.start) - 1)
        for n in range(first, bisect_left(self._starts, span.end)):
            kind, tokens = self._weight(n, span)
            weights[kind] += tokens
        del weights["heading"]
        return weights

    def _weight(self, n: int, span: Span) -> tuple[str, int]:
        """Kind and tokens of what of a block is within the span; of a whole one they are asked for often."""
        block = self._document.blocks[n]
        whole = span.start <= block.start and block.end <= span.end
        if whole and n in self._whole:
            return self._whole[n]
        tokens = self._measure.count(max(block.start, span.start), min(block.end, span.end))
        weight = "steps" if self._steps(block, tokens) else block.kind, tokens
        if whole:
            self._whole[n] = weight
        return weight

    def _steps(self, block: Block, tokens: int) -> bool:
        """Whether a block is an ordered list of things to do, not of clauses."""
        if block.kind != "list" or not _ORDERED.match(self._measure.text, block.start):
            return False
        items = sum(1 for _ in _ORDERED.finditer(self._measure.text, block.start, block.end))
        return tokens <= items * _LONGEST_STEP

    def _titles(self, span: Span) -> list[str]:
        """Titles of the sections that begin in the span; else of the one it continues."""
        sections = self._document.sections
        inside = sections[bisect_left(self._headings, span.start) : bisect_left(self._headings, span.end)]
        if inside:
            return [section.title for section in inside]
        return [sections[span.section].title] if span.section >= 0 else []
