"""What the tools over the graph answer, through the MCP client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphrag_batch.serve.state import Shelf
from tests.retrieve.drawn import draw, key
from tests.serve.conftest import call, text_of
from tests.serve.test_tools import forms, tokens

DOCS = {
    "docs/queue.md": ["Harbor is a job runner.", "Harbor uses Postgres to keep its queue."],
    "docs/ship.md": ["Sails depends on Harbor since 2019.", "Anna owns Sails, and so she says."],
    "docs/alone.md": ["Nothing of note."],
}
SAID = [
    ("Harbor", "uses", "Postgres", 0.8, "Harbor uses Postgres to keep its queue."),
    ("Sails", "depends_on", "Harbor", 0.9, "Sails depends on Harbor since 2019."),
    ("Sails", "owned_by", "Anna", 0.4, "Anna owns Sails, and so she says."),
]
TYPES = {"Harbor": "product", "Postgres": "product", "Sails": "product", "Anna": "person", "2019": "date"}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    path = tmp_path_factory.mktemp("drawn") / "graph.sqlite"
    aliases, described = {"Postgres": ["PostgreSQL"]}, {"Harbor": "A job runner."}
    draw(path, DOCS, TYPES, SAID, aliases, described).close()
    return Shelf(path)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Names as long as they come, and a hub with a hundred edges."""
    path = tmp_path_factory.mktemp("crowded") / "graph.sqlite"
    lines = [f"Component {n:03} of the lighthouse uses the Grand Central Beacon now." for n in range(100)]
    names = {f"Component {n:03}": "product" for n in range(100)}
    said = [
        (name, "uses", "Grand Central Beacon", 0.9, line) for name, line in zip(names, lines, strict=True)
    ]
    described = {name: f"What {name} is for is told here at some length. " * 5 for name in names}
    docs = {"docs/all.md": lines}
    draw(path, docs, {**names, "Grand Central Beacon": "product"}, said, None, described).close()
    return Shelf(path)


THEN = "Harbor <-mentions- docs/ship.md -mentions-> Anna"


def ask(shelf: Shelf, tool: str, **arguments: Any) -> Any:
    return call(shelf, tool, ready=False, **arguments)


def test_an_entity_is_found_by_another_name_with_its_place_and_id(drawn: Shelf) -> None:
    result = ask(drawn, "entity_lookup", q="postgresql")
    (found,) = result.structured_content["entities"]
    assert (found["name"], found["at"], found["id"]) == ("Postgres", "docs/queue.md:2", str(key("Postgres")))
    assert f"id {found['id']}" in text_of(result)
    assert "docs/queue.md:2" in text_of(result)


def test_names_are_found_exactly_and_the_others_have_their_nearest(drawn: Shelf) -> None:
    content = ask(drawn, "entity_lookup", names=["Harbor", "Sail", "Qqq"]).structured_content
    assert [entity["name"] for entity in content["entities"]] == ["Harbor"]
    assert content["missing"] == {"Sail": ["Sails"], "Qqq": []}


def test_without_a_question_what_several_documents_name_comes_first(drawn: Shelf) -> None:
    content = ask(drawn, "entity_lookup", type="product").structured_content
    assert content["total"] == 3
    assert content["entities"][0]["name"] == "Harbor"


def test_the_entities_of_a_type_come_by_rank(drawn: Shelf) -> None:
    content = ask(drawn, "entity_lookup", type="product", sort="rank").structured_content
    assert content["total"] == 3
    ranks = [entity["rank"] for entity in content["entities"]]
    assert ranks == sorted(ranks, reverse=True)


def test_an_entity_is_explained_with_the_sentences_that_say_so(drawn: Shelf) -> None:
    result = ask(drawn, "explain_entity", entity="Harbor")
    content = result.structured_content
    assert content["entity"]["description"] == "A job runner."
    told = {edge["edge"]: edge for edge in content["relations"]}
    assert told["Harbor uses Postgres"]["said"] == "Harbor uses Postgres to keep its queue."
    assert told["Harbor uses Postgres"]["at"] == "docs/queue.md:2"
    assert told["Sails depends_on Harbor"]["other"] == str(key("Sails"))
    assert content["totals"] == {"uses": 1, "← depends_on": 1, "← mentions": 2}
    assert {passage["at"] for passage in content["sources"]} >= {"docs/queue.md:1", "docs/ship.md:1"}
    assert '"Harbor uses Postgres to keep its queue."' in text_of(result)


def test_neighbours_come_with_the_way_to_them(drawn: Shelf) -> None:
    content = ask(drawn, "explain_entity", entity="Postgres", hops=3).structured_content
    ways = [near["way"] for near in content["neighbours"]]
    assert ways == [
        "Postgres <-uses- Harbor <-depends_on- Sails",
        "Postgres <-uses- Harbor <-depends_on- Sails -owned_by-> Anna",
    ]


@pytest.mark.parametrize(
    ("rels", "way"),
    [
        ([], "Postgres <-uses- Harbor <-depends_on- Sails -owned_by-> Anna"),
        (["uses", "depends_on"], None),
        (["mentions"], " ".join(("Postgres <-mentions- docs/queue.md -mentions->", THEN))),
    ],
)  # fmt: skip
def test_the_way_to_another_entity_keeps_to_the_relations(
    drawn: Shelf, rels: list[str], way: str | None
) -> None:
    result = ask(drawn, "explain_entity", entity="Postgres", to="Anna", rels=rels)
    assert result.structured_content.get("way") == way
    steps = result.structured_content["relations"]
    assert len(steps) == (way or "").count("->") + (way or "").count("<-")
    assert not steps or steps[-1]["other"] == str(key("Anna"))
    assert all(step["said"] and step["at"] and step["confidence"] for step in steps)
    if way is None:
        assert "no way to Anna over depends_on, uses" in text_of(result)


def test_the_overview_counts_and_names_communities(drawn: Shelf) -> None:
    content = ask(drawn, "graph_overview").structured_content
    assert content["entities"] == {"document": 3, "product": 3, "date": 1, "person": 1}
    assert content["relations"]["mentions"] == 6
    assert content["figures"]["without_edges"] == content["figures"]["documents_apart"] == 1
    assert sum(group["size"] for group in content["communities"]) == 7
    first = content["communities"][0]
    members = ask(drawn, "graph_overview", community=str(first["community"])).structured_content
    assert len(members["members"]) == first["size"]
    assert members["members"][0]["name"] in first["label"]
    by_name = ask(drawn, "graph_overview", community=members["members"][0]["name"]).structured_content
    assert by_name == members


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("explain_entity", {"entity": "Harbour"}, "nearest: Harbor"),
        ("explain_entity", {"entity": "\"'; DROP TABLE entities; --"}, "no entity is called so"),
        ("explain_entity", {"entity": ""}, "no entity is called so"),
        ("explain_entity", {"entity": "Harbor", "to": "Ana"}, "nearest: Anna"),
        ("explain_entity", {"entity": "Harbor", "hops": 4}, "give a number from 0 to 3"),
        ("explain_entity", {"entity": "Harbor", "budget": 1}, "give a number from 400 to 6000"),
        ("explain_entity", {"entity": "Harbor", "cursor": "?"}, "ask again without a cursor"),
        (
            "explain_entity", {"entity": "Harbor", "rels": ["eats"]},
            "there is no relation 'eats'\nnext: one of depends_on, mentions, owned_by, uses",
        ),
        ("entity_lookup", {"type": "ship"}, "one of date, document, person, product"),
        ("entity_lookup", {"q": "Harbor", "names": ["Sails"]}, "leave one of them out"),
        ("entity_lookup", {"sort": "size"}, "one of relevance, rank"),
        ("entity_lookup", {"since": "yesterday"}, "YYYY-MM-DD"),
        ("graph_overview", {"community": "99"}, "give one from 0"),
        ("graph_overview", {"community": "docs/alone.md"}, "it has no edges"),
        ("graph_overview", {"cursor": "x"}, "give the community"),
    ],
)  # fmt: skip
def test_refusals_say_what_to_do(drawn: Shelf, tool: str, arguments: dict[str, Any], told: str) -> None:
    result = ask(drawn, tool, **arguments)
    assert result.is_error
    assert told in text_of(result)


@pytest.mark.parametrize(
    "q", ["AND OR NOT", 'name : "x*', "NEAR(a b)", "%_%", "*", "\0", "é" * 5000, "😀 \u202ex"]
)
def test_no_question_is_syntax(drawn: Shelf, q: str) -> None:
    assert ask(drawn, "entity_lookup", q=q).structured_content["entities"] == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("entity_lookup", {"q": "component"}),
        ("entity_lookup", {}),
        ("explain_entity", {"entity": "Grand Central Beacon", "hops": 3}),
        ("explain_entity", {"entity": "Component 007", "hops": 3, "to": "docs/all.md"}),
        ("graph_overview", {}),
        ("graph_overview", {"community": "0"}),
    ],
)
def test_default_answers_stay_short_in_either_form(
    crowded: Shelf, tool: str, arguments: dict[str, Any]
) -> None:
    text, structured = forms(ask(crowded, tool, **arguments))
    assert tokens(text) < 2000
    assert tokens(structured) < 2500


def test_the_largest_explanation_stays_under_the_cap(crowded: Shelf) -> None:
    result = ask(crowded, "explain_entity", entity="Grand Central Beacon", hops=3, budget=6000)
    assert 2500 < max(map(tokens, forms(result))) < 8000


@pytest.mark.parametrize(
    ("tool", "arguments", "field", "count"),
    [
        ("explain_entity", {"entity": "Grand Central Beacon"}, "relations", 100),
        ("entity_lookup", {"type": "product"}, "entities", 101),
        ("graph_overview", {"community": "Grand Central Beacon"}, "members", 102),
    ],
)
def test_the_pages_together_are_the_whole_each_once(
    crowded: Shelf, tool: str, arguments: dict[str, Any], field: str, count: int
) -> None:
    found, cursor, pages = [], "", 0
    while not pages or cursor:
        result = ask(crowded, tool, **arguments, cursor=cursor)
        content = result.structured_content
        assert max(map(tokens, forms(result))) < 2500
        found += [json.dumps(one) for one in content[field]]
        cursor, pages = content.get("cursor", ""), pages + 1
    assert pages > 2
    assert len(found) == len(set(found)) == count


def test_a_cursor_belongs_to_its_question(crowded: Shelf) -> None:
    cursor = ask(crowded, "explain_entity", entity="Grand Central Beacon").structured_content["cursor"]
    other = ask(crowded, "explain_entity", entity="Component 001", cursor=cursor)
    assert other.is_error


def test_nothing_empty_is_sent(drawn: Shelf) -> None:
    def empty(value: Any) -> bool:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return value is None or value is False or value in ("", {}) or any(map(empty, parts))

    for tool, arguments in (
        ("entity_lookup", {"q": "Harbor"}),
        ("explain_entity", {"entity": "Harbor", "hops": 2}),
        ("graph_overview", {}),
    ):
        assert not empty(ask(drawn, tool, **arguments).structured_content)


@pytest.mark.long
def test_the_graph_of_a_real_repository_is_told(shelf: Shelf) -> None:
    explained = call(shelf, "explain_entity", entity="next_delay", to="jitter").structured_content
    assert explained["entity"]["at"] == "src/backoff.py:7"
    assert explained["way"] == (
        "Backoff.next_delay <-defines- Backoff <-defines- src/backoff.py -defines-> jitter"
    )
    overview = call(shelf, "graph_overview").structured_content
    assert overview["entities"]["document"] == 4
    assert overview["relations"]["defines"] == 3


def test_the_footer_names_the_index(indexed: tuple[Any, Path], shelf: Shelf) -> None:
    for tool, arguments in (
        ("entity_lookup", {"q": "backoff"}),
        ("explain_entity", {"entity": "Backoff"}),
        ("graph_overview", {}),
    ):
        result = call(shelf, tool, **arguments)
        assert text_of(result).splitlines()[-1].startswith(f"[index {indexed[0].head[:8]}, written")
        assert result.structured_content["commit"] == indexed[0].head
