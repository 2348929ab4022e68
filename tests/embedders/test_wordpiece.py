from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.embedders.pieces import PIECE
from graphrag_batch.embedders.wordpiece import (
    VOCABULARY,
    VOCABULARY_SHA256,
    WordPieceTokenizer,
    _backend_spans,
)
from tests.examples import examples

TOKENIZER = WordPieceTokenizer()
TEXT = st.text(
    st.one_of(
        st.sampled_from(" \n\t\r_-#[]éÉ\u0301\u0308ﬁİßa中文字한글カ゛คำ😀\u200b\u00a0\ufffd\x00"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Hello, world", ["Hello", ",", "world"]),
        ("def load_config(path):", ["def", "load", "_", "con", "fi", "g", "(", "path", ")", ":"]),
        ("Crème brûlée", ["Cr", "ème", "br", "ûlé", "e"]),
        ("中文 text", ["中", "文", "text"]),
        ("한", ["한", "한", "한"]),
        ("😀 smile", ["😀", "smile"]),
        ("a [SEP] b", ["a", "[", "SEP", "]", "b"]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_spans_are_code_points_of_the_text(text: str, tokens: list[str]) -> None:
    assert [text[start:end] for start, end in TOKENIZER.spans(text)] == tokens


def test_ids_are_those_of_the_standard_vocabulary() -> None:
    assert TOKENIZER.ids("Hello world", 254) == [101, 7592, 2088, 102]
    assert TOKENIZER.ids("Hello world", 1) == [101, 7592, 102]


def test_a_special_token_in_the_text_is_plain_text() -> None:
    assert 102 not in TOKENIZER.ids("[SEP] [CLS] [PAD]", 254)[1:-1]


@given(TEXT, TEXT)
def test_a_line_end_separates_tokens(left: str, right: str) -> None:
    shift = len(left) + 1
    moved = [(start + shift, end + shift) for start, end in TOKENIZER.spans(right)]
    assert TOKENIZER.spans(f"{left}\n{right}") == TOKENIZER.spans(left) + moved


@given(TEXT)
def test_the_embedder_reads_the_tokens_that_are_counted(text: str) -> None:
    spans = TOKENIZER.spans(text)
    assert len(TOKENIZER.ids(text, 10_000)) == len(spans) + 2
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)


@pytest.mark.sample(1)
@pytest.mark.parametrize("end", ["\n", " "])
def test_a_long_text_gives_the_tokens_of_its_parts(end: str) -> None:
    parts = [f"Zeile_{i}: naïve 中文 e\u0301 {'x' * (i % 130)}{end}" for i in range(900)]
    expected, base = [], 0
    for part in parts:
        expected += [(start + base, stop + base) for start, stop in TOKENIZER.spans(part)]
        base += len(part)
    assert base > 3 * PIECE
    assert TOKENIZER.spans("".join(parts)) == expected


def test_where_an_endless_word_is_cut_depends_on_its_line_alone() -> None:
    word = "q7x" * (PIECE * 2 // 3)
    alone = TOKENIZER.spans(word)
    for before in ("\n", "a b c\n", "y" * (PIECE - 1) + "\n", "text\n" * 3000):
        shift = len(before)
        assert TOKENIZER.spans(f"{before}{word}\nend")[-len(alone) - 1 : -1] == [
            (start + shift, stop + shift) for start, stop in alone
        ]


@pytest.mark.parametrize("character", ["a", "9", "é", "ก", "\u10a0", "한"])
def test_a_word_without_end_counts_as_many_tokens(character: str) -> None:
    spans = TOKENIZER.spans(character * 5000)
    assert len(spans) >= 50
    assert max(end - start for start, end in spans) <= 100
    assert spans[-1][1] == 5000


def test_half_a_surrogate_pair_is_survived() -> None:
    assert TOKENIZER.spans("a \ud800 b") == [(0, 1), (4, 5)]


def test_the_vocabulary_is_the_one_the_fingerprint_names() -> None:
    assert hashlib.sha256(VOCABULARY.read_bytes()).hexdigest() == VOCABULARY_SHA256


PIECES = [
    "word",
    "naïve",
    "港口",
    "a" * 130,
    "\n",
    "\t",
    " ",
    "\r",
    "[CLS]",
    "\x0c",
    "x\u0301",
    "\n\u0301a",
    "--flag",
    "antidisestablishmentarianism",
    "getHTTPResponse2xx",
    "한",
    "“a—b”",
    "it’s – … • › ‘x’",
]


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.one_of(st.text(max_size=8), st.sampled_from(PIECES)), max_size=16).map("".join))
def test_words_looked_up_have_the_spans_they_have_in_the_text(text: str) -> None:
    assert WordPieceTokenizer().spans(text) == _backend_spans(text)
    assert WordPieceTokenizer().starts(text) == [start for start, _ in _backend_spans(text)]
