from __future__ import annotations

import numpy as np

from graphrag_batch.retrieve import rank
from graphrag_batch.retrieve.catalog import Catalog


def test_the_mean_of_a_documents_chunks_counts_all_of_them() -> None:
    first = np.array([0, 2, 2, 3])
    catalog = Catalog(
        doc_ids=np.arange(3), paths=("a", "b", "c"), code=np.zeros(3, np.bool_), path_order=np.arange(3),
        chunk_ids=np.arange(3), chunk_docs=np.array([0, 0, 2]), first=first, telling=np.ones(3, np.bool_),
        _by_id=np.arange(3),
    )  # fmt: skip
    means = catalog.all_chunks_of_each(np.array([0.2, 0.6, 0.5], np.float32))
    np.testing.assert_allclose(means, [0.4, 0.0, 0.5], atol=1e-6)


def test_a_topic_counts_only_where_words_are_foreign() -> None:
    def topic(foreign: float, *, semantic: bool = True) -> float:
        given = rank.shares(names=False, coverage=0.5, believed=1.0, semantic=semantic, foreign=foreign)
        return given["topic"]

    assert topic(0.0) == topic(1.0, semantic=False) == 0.0
    assert 0 < topic(0.5) < topic(1.0)
