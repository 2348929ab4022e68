"""Budgets and cursors: pages that follow one another exactly, and cursors that know what they belong to."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.artifact.read import Artifact
from graphrag_batch.errors import ArtifactError, NotFound
from graphrag_batch.records import Embedder
from graphrag_batch.retrieve.pack import Place, fill, read_cursor, snippet_tokens, write_cursor
from graphrag_batch.retrieve.searcher import Searcher
from graphrag_batch.retrieve.values import Answer, Hit, Query
from tests.retrieve.conftest import Ask, make_searcher

DIGEST = "0123456789abcdef0123456789abcdef"
ASKED = Query("send a request", k=12, budget=400)


def pages(searcher: Searcher, query: Query) -> list[Answer]:
    answers = [searcher.search(query)]
    while answers[-1].truncated:
        answers.append(searcher.search(dataclasses.replace(query, cursor=answers[-1].cursor)))
    return answers


@pytest.mark.parametrize("budget", [1, 200, 400])
def test_pages_follow_one_another_exactly(odd: Searcher, budget: int) -> None:
    whole = odd.search(dataclasses.replace(ASKED, budget=100_000))
    assert not whole.truncated
    split = pages(odd, dataclasses.replace(ASKED, budget=budget))
    assert len(split) > 1
    hits = [hit for page in split for hit in page.hits]
    assert [(hit.chunk_id, hit.score) for hit in hits] == [(hit.chunk_id, hit.score) for hit in whole.hits]
    assert all(page.hits for page in split)


def test_the_budget_may_change_from_page_to_page(odd: Searcher) -> None:
    first = odd.search(ASKED)
    rest = odd.search(dataclasses.replace(ASKED, cursor=first.cursor, budget=100_000))
    assert len(first.hits) + len(rest.hits) == len(
        odd.search(dataclasses.replace(ASKED, budget=100_000)).hits
    )
    assert not rest.truncated


def test_truncated_and_cursor_go_together(ask: Ask) -> None:
    assert (ask("send", budget=100_000).truncated, ask("send", budget=100_000).cursor) == (False, "")
    short = ask("send a request", budget=1)
    assert len(short.hits) == 1
    assert short.truncated
    assert short.cursor


def test_a_cursor_of_another_artifact_is_refused(odd: Searcher, harbor_artifact: Artifact) -> None:
    cursor = odd.search(ASKED).cursor
    with pytest.raises(ArtifactError, match="changed"):
        make_searcher(harbor_artifact).search(dataclasses.replace(ASKED, cursor=cursor))


@pytest.mark.parametrize(
    "other",
    [
        {"text": "another"},
        {"k": 3},
        {"hops": 0},
        {"path": "docs/**"},
        {"kinds": ("code",)},
        {"rels": ("cites",)},
    ],
)
def test_a_cursor_of_another_query_is_refused(odd: Searcher, other: dict[str, object]) -> None:
    cursor = odd.search(ASKED).cursor
    with pytest.raises(NotFound, match="another query"):
        odd.search(dataclasses.replace(ASKED, cursor=cursor, **other))  # type: ignore[arg-type]


@pytest.mark.parametrize("cursor", ["x", "MTIz", "🙂", "=" * 9, "A" * 10_000, "MS5oeWJyaWQueC55"])
def test_what_is_no_cursor_is_refused(odd: Searcher, cursor: str) -> None:
    with pytest.raises(NotFound, match="no cursor"):
        odd.search(dataclasses.replace(ASKED, cursor=cursor))


def test_a_search_that_began_without_a_model_goes_on_without_it(
    harbor_artifact: Artifact, minilm: Embedder
) -> None:
    searcher = make_searcher(harbor_artifact)
    query = Query("retry a job", k=10, budget=300)
    lexical = [hit.chunk_id for hit in searcher.search(dataclasses.replace(query, budget=100_000)).hits]
    first = searcher.search(query)
    searcher.meaning.embedder = minilm
    second = searcher.search(dataclasses.replace(query, cursor=first.cursor, budget=100_000))
    assert [hit.chunk_id for hit in (*first.hits, *second.hits)] == lexical
    assert second.search_mode == "lexical"


def test_a_search_that_began_with_a_model_cannot_go_on_without_it(
    harbor_artifact: Artifact, harbor: Searcher
) -> None:
    query = Query("retry a job", k=10, budget=300)
    cursor = harbor.search(query).cursor
    with pytest.raises(ArtifactError, match="hybrid"):
        make_searcher(harbor_artifact).search(dataclasses.replace(query, cursor=cursor))


@given(st.text(max_size=30), st.integers(0, 999_999), st.sampled_from(["lexical", "hybrid"]))
def test_a_cursor_says_what_was_written(text: str, offset: int, mode: str) -> None:
    query = Query(text)
    cursor = write_cursor(query, DIGEST, Place(offset, mode))
    assert read_cursor(dataclasses.replace(query, cursor=cursor), DIGEST) == Place(offset, mode)


@given(st.lists(st.integers(1, 300), min_size=1, max_size=12), st.integers(0, 3000))
def test_filling_never_passes_the_budget_but_for_the_first_hit(sizes: list[int], budget: int) -> None:
    def make(number: int) -> Hit:
        return Hit(number, "p", 1, 1, "", "prose", 1.0, {}, "word " * sizes[number], 1, "")

    filled, left = fill(len(sizes), make, budget)
    assert [hit.chunk_id for hit in filled] == list(range(len(filled)))
    spent = sum(sizes[n] + 60 for n in range(len(filled)))
    assert len(filled) == 1 or spent <= budget
    assert left == max(0, budget - spent)
    if len(filled) < len(sizes):
        assert spent + sizes[len(filled)] + 60 > budget


def test_snippets_share_the_budget() -> None:
    assert snippet_tokens(Query("q", k=10, budget=2000)) == 140
    assert snippet_tokens(Query("q", k=50, budget=200)) == 40
    assert snippet_tokens(Query("q", k=1, budget=100_000)) == 400
