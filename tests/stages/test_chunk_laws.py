"""What holds of every chunk of every document, whatever it is made of."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_batch.config import ChunkConfig, EmbedConfig
from graphrag_batch.embedders import tokenizer_for, window_of
from graphrag_batch.formats.registry import format_of
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import CHUNK_KINDS, Block, Chunk, Document, Section
from graphrag_batch.stages.chunk import chunk
from tests.examples import examples

FILES = sorted(
    path for path in (Path(__file__).parents[2] / "fixtures" / "repo").rglob("*") if path.is_file()
)
TOKENIZER = tokenizer_for(EmbedConfig())
WINDOW = window_of(EmbedConfig())
SHORT = 32  # tokens
STEPS = re.compile(r"^\s*(?:\d+|[a-z#])[.)]\s|^#* *step \d", re.MULTILINE | re.IGNORECASE)
SMALL = ChunkConfig(60, 100, 0.15, 50, 200)


def tokens(text: str) -> int:
    return len(TOKENIZER.spans(text))


def assert_laws(document: Document, config: ChunkConfig, window: int) -> tuple[Chunk, ...]:
    chunks = chunk(document, config, TOKENIZER, window)
    assert_text(document, chunks)
    has_steps = re.search(
        r"^\s*(?:\d+|[a-z#])[.)]\s|^#* *step \d", document.text, re.MULTILINE | re.IGNORECASE
    )
    for one in chunks:
        assert one.kind in CHUNK_KINDS
        assert one.tokens == tokens(one.text)
        assert one.tokens <= max(config.max_tokens, config.procedure_tokens if has_steps else 0)
        assert one.windows
        assert all(0 < tokens(text) <= window or not tokens(one.text) for text in one.windows)
        assert -1 <= one.section < len(document.sections)
    assert_nested(document, chunks)
    assert chunks == chunk(document, config, TOKENIZER, window)
    return chunks


def assert_text(document: Document, chunks: tuple[Chunk, ...]) -> None:
    """Chunks are spans in order; without their overlaps they are the text, up to white space."""
    text = document.text
    for one in chunks:
        assert one.text == text[one.start : one.end] == one.text.strip() != ""
        assert one.start_line == text.count("\n", 0, one.start) + 1
        assert one.end_line == text.count("\n", 0, one.end) + 1
    for before, after in pairwise(chunks):
        assert before.start < after.start
        assert before.end < after.end
        assert after.overlap == max(0, before.end - after.start)
    told = "".join(one.text[one.overlap :] for one in chunks)
    assert "".join(told.split()) == "".join(text.split())


def assert_nested(document: Document, chunks: tuple[Chunk, ...]) -> None:
    """A chunk and a section are nested or apart, but for a short lead (headings, an introduction) or tail."""
    text = document.text
    headings = [block for block in document.blocks if block.kind == "heading"]
    for section in document.sections:
        begin, end = section.start, section.end
        while begin < end and text[begin].isspace():
            begin += 1
        for one in chunks:
            if one.end <= begin or one.start >= end or (one.start >= begin and one.end <= end):
                continue
            if one.start <= begin and one.end >= len(text[:end].rstrip()):
                continue
            if one.start > begin:
                assert tokens(text[end : one.end]) < SHORT, "a chunk leaves the section it began in"
                continue
            bare = sum(tokens(text[h.start : h.end]) for h in headings if one.start <= h.start < begin)
            assert tokens(text[one.start : begin]) - bare < SHORT, "a section is torn to fill a chunk"


@pytest.mark.sample(12)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("config", [ChunkConfig(), SMALL], ids=["default", "small"])
def test_the_laws_hold_for_real_files(path: Path, config: ChunkConfig) -> None:
    raw = path.read_bytes()
    document = parse(format_of(path.name, raw[:4096]), raw)
    if isinstance(document, Document):
        assert assert_laws(document, config, WINDOW)


PIECES = (
    *(
        "Words stand here.",
        "Is it so? Yes!",
        "一つの文です。",
        "snake_case and CamelCase",
        "ends with:",
        "x" * 150,
    ),
    *(
        "![alt](https://example.org/a)",
        "e\u0301 naïve 😀",
        "𠀀𠀁",
        "deadbeef" * 6,
        "| a | b |",
        "-----",
        "1. one",
    ),
)
SENTENCES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=12)
KINDS = (
    "paragraph",
    "list",
    "table",
    "fence",
    "html",
    "code",
    "symbol",
    "comment",
    "heading",
    "metadata",
    "rule",
)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Any document that keeps the contract of `records`: blocks in order, sections nested."""
    text, blocks, sections = draw(st.sampled_from(["", "\n", "  "])), [], []
    path: list[int] = []
    for _ in range(draw(st.integers(0, 14))):
        opens = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
        body = draw(st.sampled_from(["\n", " ", "\n\n"])).join(draw(SENTENCES))
        if opens:
            del path[opens - 1 :]
            sections.append([path[-1] if path else -1, len(path) + 1, len(text)])
            path.append(len(sections) - 1)
        kind = draw(st.sampled_from(KINDS))
        body = draw(st.sampled_from(["Why?", "A heading"])) if kind == "heading" else body
        blocks.append(Block(kind, len(text), len(text) + len(body), path[-1] if path else -1))
        text += body + draw(st.sampled_from(["\n", "\n\n", " \n\t\n"]))
    return Document(
        draw(st.sampled_from(["markdown", "code:python", "text"])),
        text,
        title=draw(st.sampled_from([None, "A title"])),
        sections=tuple(_section(n, *each, blocks, sections) for n, each in enumerate(sections)),
        blocks=tuple(blocks),
    )


def _section(
    n: int, parent: int, level: int, start: int, blocks: list[Block], sections: list[list[int]]
) -> Section:
    inside = {n}
    inside.update(
        m for m in range(n + 1, len(sections)) if sections[m][0] in inside or _under(m, n, sections)
    )
    end = max(block.end for block in blocks if block.section in inside)
    return Section(parent, level, f"Heading {n}", start, end, 1, 1, start)


def _under(section: int, ancestor: int, sections: list[list[int]]) -> bool:
    while section >= 0:
        if section == ancestor:
            return True
        section = sections[section][0]
    return False


@given(
    documents(),
    st.builds(
        ChunkConfig,
        st.integers(8, 60),
        st.integers(60, 120),
        st.sampled_from([0.0, 0.1, 0.15, 0.2]),
        st.integers(40, 90),
        st.integers(40, 300),
    ),
    st.sampled_from([24, 60, WINDOW]),
)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_laws_hold_for_any_document(document: Document, config: ChunkConfig, window: int) -> None:
    assert_laws(document, config, window)


@given(st.text(max_size=300), st.sampled_from(["markdown", "rst", "text", "code:python"]))
@settings(max_examples=examples(50), deadline=None)
def test_the_laws_hold_for_any_text(text: str, format: str) -> None:
    document = parse(format, text.encode("utf-8", "replace"))
    if isinstance(document, Document):
        chunk(document, ChunkConfig(8, 16), TOKENIZER, 24)
        assert_text(document, chunk(document, ChunkConfig(8, 16), TOKENIZER, 24))
