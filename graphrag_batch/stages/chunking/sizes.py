"""How large the chunks of a part of a document are: by what kind of text it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_batch.stages.chunking.outline import Node
from graphrag_batch.stages.chunking.span import Span

if TYPE_CHECKING:
    from graphrag_batch.config import ChunkConfig
    from graphrag_batch.records import Block
    from graphrag_batch.stages.chunking.kinds import Kinds

_SHORT_TARGET = 0.75  # of the limit of an answer or definition
_PROCEDURE_TARGET = 0.5  # of the limit of a procedure


@dataclass(frozen=True, slots=True)
class Size:
    """In tokens: what a chunk aims at, what it does not pass, and up to where a section stays whole.
    What is `alone` shares its chunk with no neighbour."""

    target: int
    limit: int
    whole: int
    alone: bool = False


class Sizes:
    """The sizes for the parts of one document."""

    def __init__(self, kinds: Kinds, config: ChunkConfig) -> None:
        self._kinds = kinds
        limit = max(1, config.max_tokens)
        target = max(1, min(config.target_tokens, limit))
        short = min(limit, config.faq_tokens)
        aim = max(1, min(target, round(short * _SHORT_TARGET)))
        self._prose = Size(target, limit, target)
        self._short = Size(aim, short, aim)
        long = max(limit, config.procedure_tokens)
        self._long = Size(max(target, round(long * _PROCEDURE_TARGET)), long, long)
        self._question = Size(aim, short, short, alone=True)
        self._questions = Size(aim, short, 0)
        self._known: dict[int, Size] = {}

    def of(self, node: Node) -> Size:
        """The size for the chunks of a section, or of the document."""
        size = self._known.get(node.section)
        if size is None:
            size = self._known[node.section] = self._of(node)
        return size

    def of_block(self, block: Block, around: Size) -> Size:
        """The size for the parts of a block in a part of the document that has the size `around`."""
        return self._long if self._kinds.is_procedure(block) else around

    def _of(self, node: Node) -> Size:
        span = Span(node.start, node.end, node.section)
        match self._kinds.of(span):
            case "faq":
                return self._question if self._kinds.questions(span) < 2 else self._questions
            case "definition":
                return self._short
            case "procedure":
                return self._long
        return self._prose
