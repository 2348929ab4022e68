"""The arithmetic of fusion, and what paths say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.retrieve import rank
from graphrag_batch.retrieve.priors import LOW, TEST, TRANSLATION, Priors, asked_for

values = st.lists(st.floats(0, 100, width=32), min_size=1, max_size=12)
steps = st.integers(0, 64).map(lambda n: n / 64)


def floats(*numbers: float) -> rank.Floats:
    return np.array(numbers, dtype=np.float32)


@given(values, st.floats(0, 0.9))
def test_a_relative_view_has_its_best_at_one_and_keeps_the_order(numbers: list[float], floor: float) -> None:
    scaled = rank.relative(floats(*numbers), floor)
    assert scaled.min() >= 0
    assert scaled.max() == pytest.approx(1.0 if max(numbers) > 0 else 0.0)
    for a, b in zip(np.argsort(numbers), np.argsort(numbers)[1:], strict=False):
        assert scaled[a] <= scaled[b]


def test_a_floor_takes_out_what_is_far_below_the_best() -> None:
    assert rank.relative(floats(1.0, 0.65, 0.3, 0.1), 0.3).tolist() == pytest.approx([1.0, 0.5, 0.0, 0.0])


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("semantic", [True, False])
@pytest.mark.parametrize("believed", [0.0, 0.15, 1.0])
def test_shares_make_up_one_and_only_real_views_have_one(
    names: bool, semantic: bool, believed: float
) -> None:
    shares = rank.shares(names=names, coverage=1.0, believed=believed, semantic=semantic)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert (shares["semantic"] > 0) == (semantic and believed > 0)


def test_words_that_cover_little_of_the_query_say_less_and_nobody_says_more() -> None:
    much, little = (
        rank.shares(names=False, coverage=coverage, believed=1.0, semantic=True) for coverage in (0.9, 0.1)
    )
    assert little["lexical"] == pytest.approx(much["lexical"] / 4)
    assert little["document"] == pytest.approx(much["document"] / 4)
    assert little["semantic"] == much["semantic"]


def test_names_lean_on_exact_matches_and_sentences_on_meaning() -> None:
    names, sentence = (rank.shares(names=n, coverage=1.0, believed=1.0, semantic=True) for n in (True, False))
    assert names["exact"] > 2 * sentence["exact"]
    assert sentence["semantic"] > 2 * names["semantic"]


@given(st.lists(st.tuples(steps, steps), max_size=12))
def test_what_is_added_below_changes_no_order_of_what_was_found(pairs: list[tuple[float, float]]) -> None:
    found, view = (np.array([pair[n] for pair in pairs], dtype=np.float32) for n in (0, 1))
    added = rank.below(view, found)
    assert not added[found > 0].any()
    assert (added <= view).all()
    assert added.max(initial=0.0) < found[found > 0].min(initial=np.inf)
    rest = found == 0
    assert (np.argsort(-added[rest], kind="stable") == np.argsort(-view[rest], kind="stable")).all()
    assert ((added > 0) == (view > 0))[rest].all()


@given(st.floats(0, 1), st.floats(-1, 1), st.floats(0, 1))
def test_evidence_is_a_share_and_any_kind_of_it_is_enough(
    coverage: float, cosine: float, exact: float
) -> None:
    sure = rank.evidence(coverage, cosine, exact)
    assert 0 < sure <= 1
    assert sure >= max(coverage, exact) - 1e-9
    assert rank.evidence(0.0, 0.05, 0.0) == rank.LEAST_EVIDENCE


@given(st.lists(st.sampled_from([0.0, 0.5, 0.5, 1.0, 2.0]), max_size=12), st.integers(0, 14))
def test_the_best_are_those_a_full_sort_would_give(numbers: list[float], most: int) -> None:
    keys = np.arange(len(numbers))[::-1].copy()
    expected = sorted((n for n, x in enumerate(numbers) if x > 0), key=lambda n: (-numbers[n], keys[n]))[
        :most
    ]
    assert rank.best(floats(*numbers), keys, most) == expected


def test_further_chunks_of_a_document_are_damped_and_empty_ones_left_out() -> None:
    spread = rank.spread(floats(0.2, 1.0, 0.0, 0.5), 10)
    assert spread == [(1, 1.0), (3, pytest.approx(0.5 * 0.7)), (0, pytest.approx(0.2 * 0.49))]
    assert rank.spread(floats(0.0, 0.0), 10) == [(0, 1.0)]
    assert len(rank.spread(floats(1.0, 1.0, 1.0), 2)) == 2


PATHS = [
    # path, factor, words that ask for it
    ("src/app.py", 1.0, "test changelog license"),
    ("src/latest.py", 1.0, ""),
    ("src/contest/history_view.py", 1.0, ""),
    ("tests/test_app.py", TEST, "tests of the app"),
    ("pkg/app_test.go", TEST, "testing"),
    ("src/app.spec.ts", TEST, "spec"),
    ("src/main/java/AppTest.java", TEST, "test"),
    ("examples/app.py", TEST, "an example"),
    ("CHANGELOG.md", LOW, "the changelog"),
    ("docs/changes.rst", LOW, "release notes"),
    ("HISTORY", LOW, "what's new"),
    ("LICENSE", LOW, "which license"),
    ("package-lock.json", LOW, "the lock file"),
    ("Cargo.lock", LOW, "locked"),
    ("static/app.min.js", LOW, "minified"),
    ("api/service_pb2.py", LOW, "generated"),
    ("tests/yarn.lock", TEST * LOW, "test of the lockfile"),
]


@pytest.mark.parametrize(("path", "factor", "asking"), PATHS)
def test_files_that_seldom_answer_count_less_unless_asked_for(path: str, factor: float, asking: str) -> None:
    priors = Priors([path])
    assert priors.factors(asked_for("how does it work")).tolist() == [pytest.approx(factor)]
    assert priors.factors(asked_for(asking)).tolist() == [1.0]


TREE = [
    "docs/en/a.md",
    "docs/ko/a.md",
    "docs/pt-BR/b.md",
    "docs/b.md",
    "README.md",
    "README.zh-CN.md",
    "src/no/x.py",
    "it/y.py",
]


@pytest.mark.parametrize(
    ("query", "demoted"),
    [
        ("how to start", {"docs/ko/a.md", "docs/pt-BR/b.md", "README.zh-CN.md"}),
        ("the Korean page", {"docs/pt-BR/b.md", "README.zh-CN.md"}),
        ("시작하기", {"docs/pt-BR/b.md", "README.zh-CN.md"}),
        ("快速开始", {"docs/ko/a.md", "docs/pt-BR/b.md"}),
    ],
)
def test_translations_count_less_unless_the_query_is_in_their_language(query: str, demoted: set[str]) -> None:
    factors = Priors(TREE).factors(asked_for(query))
    assert {path for path, factor in zip(TREE, factors, strict=True) if factor < 1} == demoted
    assert set(factors.tolist()) == {1.0, TRANSLATION}


def test_what_only_a_walk_leads_to_is_left_out_where_its_score_shows_as_nothing() -> None:
    found = np.array([0.0004, 0.0, 0.0], dtype=np.float32)
    walked = np.array([0.0, 0.9, 0.1], dtype=np.float32)
    assert not rank.below(walked, found).any()
    found[0] = 0.5
    assert (rank.below(walked, found) > 0).tolist() == [False, True, True]
