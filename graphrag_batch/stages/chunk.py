"""A document into chunks: the units an agent reads, and the windows that are embedded for each. Pure.

Lengths are the embedder's own tokens, counted once for the whole text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_batch.records import Chunk
from graphrag_batch.stages.chunking.kinds import Kinds
from graphrag_batch.stages.chunking.measure import Measure
from graphrag_batch.stages.chunking.pack import pack
from graphrag_batch.stages.chunking.windows import Windows

if TYPE_CHECKING:
    from graphrag_batch.config import ChunkConfig
    from graphrag_batch.records import Document, Tokenizer


def chunk(
    document: Document, config: ChunkConfig, tokenizer: Tokenizer, max_tokens: int
) -> tuple[Chunk, ...]:
    """The chunks of `document` in order of text; none for a blank one.

    Together they hold every character that is not white space. A chunk is nested in or apart from every
    section, but for a short lead; only a block longer than its kind allows is cut inside, with overlap.
    `max_tokens` is the model's window: no entry of `windows` is longer, heading included; 0 where no model
    reads them, and then there are none. `ident` and `cjk` are left empty.
    """
    if not document.text.strip():
        return ()
    measure = Measure(document.text, tokenizer)
    kinds = Kinds(document, measure)
    windows = Windows(document, measure, max_tokens) if max_tokens else None
    chunks: list[Chunk] = []
    for span in pack(document, measure, kinds, config):
        start, end = measure.stripped(span.start, span.end)
        if start == end:
            continue
        chunks.append(
            Chunk(
                section=span.section,
                kind=kinds.of(span),
                text=document.text[start:end],
                start=start,
                end=end,
                start_line=measure.line(start),
                end_line=measure.line(end - 1),
                tokens=measure.exact(start, end),
                overlap=max(0, chunks[-1].end - start) if chunks else 0,
                windows=windows.of(span) if windows else (),
                columns=kinds.columns(start),
            )
        )
    return tuple(chunks)
