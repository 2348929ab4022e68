"""The graph in a search: what it draws in, and which edges are shown."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_batch.artifact.read import Artifact
from graphrag_batch.retrieve.searcher import Searcher
from graphrag_batch.retrieve.values import Answer, Hit, Query
from tests.retrieve.conftest import Ask, make_searcher, paths


def edge_names(ask: Ask, query: str, **options: object) -> set[tuple[str, str, str]]:
    answer = ask(query, **options)
    names = {entity["id"]: entity["name"] for entity in answer.entities}
    return {
        (names[e["src"]], e["rel"], names[e["dst"]])
        for e in answer.edges
        if {e["src"], e["dst"]} <= set(names)
    }


def test_a_linked_section_is_among_the_edges_of_the_hit_that_links_it(ask: Ask) -> None:
    edges = edge_names(ask, "how do I send a request?")
    assert ("Guide", "refers_to", "Rate limits") in edges


@pytest.mark.parametrize(
    "query", ["how do I send a request?", "HttpClient pool take", "rate limits", "kraken"]
)
def test_edges_are_few_and_say_what_the_hits_do_not(ask: Ask, query: str) -> None:
    answer = ask(query, hops=3)
    assert len(answer.edges) <= 4
    assert not {edge["rel"] for edge in answer.edges} & {"part_of", "defines"}


def test_edges_come_once_and_only_where_the_hits_leave_room(ask: Ask) -> None:
    question = "how do I send a request?"
    assert ask(question, budget=4000).edges
    first = ask(question, budget=150)
    assert not ask(question, budget=150, cursor=first.cursor).edges
    assert len(first.edges) < len(ask(question, budget=4000).edges)


def test_without_hops_there_is_no_graph(ask: Ask) -> None:
    answer = ask("how do I send a request?", hops=0)
    assert answer.edges == ()
    assert all("graph" not in hit.components for hit in answer.hits)


def test_a_relation_filter_stops_the_walk_itself(ask: Ask) -> None:
    only = edge_names(ask, "HttpClient pool", rels=("depends_on",), hops=2)
    assert only
    assert {rel for _, rel, _ in only} == {"depends_on"}


def test_the_configured_relations_hold_where_the_query_names_none(odd_artifact: Artifact) -> None:
    searcher = make_searcher(odd_artifact, rels=("cites",))
    edges = searcher.search(Query("nine calls a second")).edges
    assert {edge["rel"] for edge in edges} == {"cites"}
    named = searcher.search(Query("nine calls a second", rels=("part_of",))).edges
    assert {edge["rel"] for edge in named} == {"part_of"}


def test_what_is_linked_from_a_hit_is_drawn_in(ask: Ask) -> None:
    question = '"How to send a request"'
    assert "docs/limits.md" not in paths(ask(question, hops=0))
    linked = next(hit for hit in ask(question, hops=1).hits if hit.path == "docs/limits.md")
    assert set(linked.components) == {"graph"}
    assert linked.why == "Guide refers_to this"


EVERYTHING: dict[str, Any] = {"k": 100, "budget": 1_000_000}


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "query",
    [
        "connections pool",
        "take a connection",
        "print address",
        "backup restore steps",
        "jitter backoff",
        "request",
    ],
)
def test_what_a_walk_leads_to_comes_after_all_that_was_found_whose_order_stays(
    harbor: Searcher, query: str
) -> None:
    def asked(hops: int) -> Answer:
        return harbor.search(Query(query, hops=hops, **EVERYTHING))

    found, walked = paths(asked(0)), asked(3)
    assert paths(walked)[: len(found)] == found
    assert all(set(hit.components) == {"graph"} for hit in walked.hits if hit.path not in found)


def test_a_hit_that_others_lead_to_says_so_though_its_words_found_it(harbor: Searcher) -> None:
    def worker(hops: int) -> Hit:
        hits = harbor.search(Query("jitter backoff", hops=hops, **EVERYTHING)).hits
        return next(hit for hit in hits if hit.path == "harbor/worker.py")

    assert "depends_on retry.py" not in worker(0).why
    assert worker(1).why == f"{worker(0).why}; depends_on retry.py"
    assert worker(1).components == worker(0).components
