from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from graphrag_batch.embedders.quantize import quantize

NUMBER = st.floats(-1e6, 1e6, width=32).map(lambda x: x if abs(x) > 1e-20 else 0.0)
TABLE = hnp.arrays(np.float32, st.tuples(st.integers(0, 5), st.integers(1, 40)), elements=NUMBER)


@given(TABLE)
def test_each_number_is_off_by_at_most_half_a_step(vectors: np.ndarray) -> None:
    codes, scale = quantize(vectors)
    assert (codes.dtype, scale.dtype) == (np.int8, np.float32)
    assert (codes.shape, scale.shape) == (vectors.shape, vectors.shape[:1])
    error = np.abs(codes.astype(np.float64) * scale[:, None].astype(np.float64) - vectors)
    assert (error <= scale[:, None].astype(np.float64) * 0.5001).all()


@given(TABLE)
def test_a_row_does_not_depend_on_its_neighbours(vectors: np.ndarray) -> None:
    codes, scale = quantize(vectors)
    for i in range(len(vectors)):
        one_code, one_scale = quantize(vectors[i : i + 1])
        assert one_code.tobytes() == codes[i].tobytes()
        assert one_scale.tobytes() == scale[i : i + 1].tobytes()


def test_the_largest_number_takes_the_whole_range() -> None:
    codes, scale = quantize(np.array([[1, -2, 0.5], [0, 0, 0]], np.float32))
    assert codes.tolist() == [[64, -127, 32], [0, 0, 0]]
    assert scale.tolist() == [np.float32(2) / np.float32(127), 0]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_none_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="vector 1 "):
        quantize(np.array([[0, 1], [bad, 1]], np.float32))


def test_one_vector_is_not_a_table() -> None:
    with pytest.raises(ValueError, match="table"):
        quantize(np.zeros(3, np.float32))
