"""Both ways of searching vectors give the exact nearest, in one order, on every machine."""

from __future__ import annotations

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact import schema, vec0
from graphrag_batch.artifact.vectors import BLOCK, EXACT_DIM, VectorMatrix, from_rows, search_vec0
from graphrag_batch.embedders.quantize import quantize
from tests.examples import examples


def matrix(codes: np.ndarray) -> VectorMatrix:
    codes = np.asarray(codes, dtype=np.int8)
    return VectorMatrix(np.arange(len(codes)) * 3 + 1, codes, np.ones(len(codes), dtype=np.float32))


def by_hand(vectors: VectorMatrix, query: np.ndarray, k: int) -> list[int]:
    """The definition: Python integers and fractions of roots, ties by id."""
    code = [int(n) for n in quantize(query[None, :])[0][0]]
    scored = []
    for key, row in zip(vectors.ids.tolist(), vectors.codes.tolist(), strict=True):
        dot, square = sum(a * b for a, b in zip(code, row, strict=True)), sum(a * a for a in row)
        if square and any(code):
            scored.append((-dot / (square**0.5 * sum(a * a for a in code) ** 0.5), key))
    return [key for _, key in sorted(scored)[:k]]


def table_of(vectors: VectorMatrix) -> apsw.Connection:
    con = apsw.Connection(":memory:")
    assert vec0.load(con) == ""
    con.execute(schema.LOGICAL["vectors"])
    rows = zip(vectors.ids.tolist(), vectors.codes, strict=True)
    con.executemany("INSERT INTO vectors VALUES (?, '', 1, ?)", ((key, code.tobytes()) for key, code in rows))
    vec0.refill(con, vectors.dim)
    return con


def gaussian(n: int, dim: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, dim)).astype(np.float32)


@pytest.mark.parametrize("dim", [8, 384, 768, EXACT_DIM + 8])
def test_the_nearest_are_those_of_the_definition(dim):
    vectors = matrix(quantize(gaussian(60, dim))[0])
    query = gaussian(1, dim, 1)[0]
    ids, scores = vectors.search(query, 10)
    assert ids.tolist() == by_hand(vectors, query, 10)
    assert (np.diff(scores) <= 0).all()
    assert np.abs(scores).max() <= 1


SMALL = st.lists(
    st.lists(st.sampled_from([-127, -1, 0, 0, 1, 127]), min_size=4, max_size=4), min_size=1, max_size=30
)
QUERY = st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0]), min_size=4, max_size=4)


@settings(max_examples=examples(60), deadline=None)
@given(codes=SMALL, query=QUERY, k=st.integers(0, 40))
def test_ties_and_zero_vectors_are_settled_alike_by_matrix_and_table(codes, query, k):
    vectors, question = matrix(codes), np.array(query, dtype=np.float32)
    ids, scores = vectors.search(question, k)
    assert ids.tolist() == by_hand(vectors, question, k)
    con = table_of(vectors)
    table_ids, table_scores = search_vec0(con.execute, question, k)
    con.close()
    assert table_ids.tolist() == ids.tolist()
    assert table_scores.tolist() == scores.tolist()


def test_matrix_and_table_agree_over_several_blocks():
    codes = quantize(gaussian(6 * BLOCK + 100, 32))[0]
    codes[::7] = codes[0]
    vectors = matrix(codes)
    con = table_of(vectors)
    for seed in range(5):
        query = codes[0].astype(np.float32) if not seed else gaussian(1, 32, seed)[0]
        for k in (1, 40, 400):
            ids, scores = vectors.search(query, k)
            table_ids, table_scores = search_vec0(con.execute, query, k)
            assert table_ids.tolist() == ids.tolist()
            assert table_scores.tolist() == scores.tolist()
    con.close()


def test_a_score_does_not_depend_on_the_other_vectors():
    codes = quantize(gaussian(BLOCK + 10, 384))[0]
    query = gaussian(1, 384, 9)[0]
    everything = dict(zip(*(part.tolist() for part in matrix(codes).search(query, len(codes))), strict=True))
    alone = VectorMatrix(matrix(codes).ids[-1:], codes[-1:], np.ones(1, dtype=np.float32)).search(query, 1)
    assert everything[int(alone[0][0])] == float(alone[1][0])


def test_the_length_of_the_query_changes_nothing():
    vectors = matrix(quantize(gaussian(50, 16))[0])
    query = gaussian(1, 16, 3)[0]
    assert [p.tolist() for p in vectors.search(query, 5)] == [
        p.tolist() for p in vectors.search(query * 4, 5)
    ]


def test_an_empty_matrix_finds_nothing():
    vectors = from_rows([], 16)
    assert len(vectors) == 0
    assert vectors.search(gaussian(1, 16)[0], 5)[0].tolist() == []


@pytest.mark.parametrize("query", [np.ones(5), np.full(4, np.nan), np.full(4, np.inf), np.ones((1, 4))])
def test_a_query_that_does_not_fit_is_refused(query):
    with pytest.raises(ValueError):
        matrix([[1, 2, 3, 4]]).search(query.astype(np.float32), 1)


def test_rows_of_the_wrong_length_are_refused():
    with pytest.raises(ValueError, match="4 bytes"):
        from_rows([(1, 1.0, b"abc"), (2, 1.0, b"abcde")], 4)
