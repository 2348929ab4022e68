"""What each tool answers, through the MCP client."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import tokenizer_for
from graphrag_batch.retrieve import outlines
from graphrag_batch.retrieve.recorded import model_for
from graphrag_batch.retrieve.values import Answer
from graphrag_batch.serve.render import edges
from graphrag_batch.serve.state import Shelf
from tests.building import index
from tests.gitrepo import GitRepo
from tests.serve.conftest import FILES, call, talk, text_of

TOOLS = [
    "hybrid_query", "read", "outline", "entity_lookup", "explain_entity", "graph_overview", "status",
]  # fmt: skip
MODES = ["auto", "legacy"]


def tokens(text: str) -> int:
    return len(tokenizer_for(EmbedConfig()).spans(text))


async def list_tools(client: Client) -> Any:
    return (await client.list_tools()).tools


# ---- the list ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_the_tools_are_listed_as_read_only_idempotent_and_closed(shelf: Shelf, mode: str) -> None:
    tools = talk(shelf, list_tools, mode=mode, ready=False)
    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        hints = tool.annotations
        assert hints.read_only_hint
        assert hints.idempotent_hint
        assert hints.destructive_hint is False
        assert hints.open_world_hint is False
        assert tool.output_schema["properties"]


def test_names_descriptions_and_schemas_leave_room_for_one_more_tool_in_two_thousand_tokens(
    shelf: Shelf,
) -> None:
    tools = [
        t.model_dump(by_alias=True, exclude_none=True, mode="json")
        for t in talk(shelf, list_tools, ready=False)
    ]
    assert tokens(json.dumps(tools)) < 2000
    assert tokens(json.dumps([{**tool, "annotations": {}} for tool in tools])) < 1750


# ---- asking -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_question_is_answered_with_places_and_ids(shelf: Shelf, mode: str) -> None:
    result = call(shelf, "hybrid_query", q="how long is the delay after a failure?", mode=mode)
    hits = result.structured_content["hits"]
    assert hits[0]["path"] == "docs/retries.md"
    assert result.structured_content["search_mode"] == "hybrid"
    for hit in hits:
        assert f"{hit['path']}:{hit['start_line']}-{hit['end_line']}" in text_of(result)
        assert hit["chunk_id"] in text_of(result)
        assert f"{hit['score']:.2f}" in text_of(result)


def test_a_symbol_is_found_where_it_is_defined(shelf: Shelf) -> None:
    hits = call(shelf, "hybrid_query", q="next_delay").structured_content["hits"]
    assert hits[0]["path"] == "src/backoff.py"
    assert hits[0]["start_line"] <= 7 <= hits[0]["end_line"]


def test_the_text_is_for_reading_and_not_the_json_again(shelf: Shelf) -> None:
    result = call(shelf, "hybrid_query", q="backoff")
    with pytest.raises(json.JSONDecodeError):
        json.loads(text_of(result))


def test_the_footer_names_the_indexed_commit(indexed: tuple[GitRepo, Path], shelf: Shelf) -> None:
    repo, _ = indexed
    for tool, arguments in (
        ("hybrid_query", {"q": "delay"}),
        ("read", {"path": "docs/retries.md"}),
        ("outline", {}),
        ("status", {}),
    ):
        result = call(shelf, tool, **arguments)
        assert re.match(rf"\[index {repo.head[:8]}, written (just now|\d+ min ago)", last_line(result))
        assert result.structured_content["commit"] == repo.head


def test_ids_are_text_because_clients_round_large_numbers(shelf: Shelf) -> None:
    def numbers(value: Any) -> list[int]:
        if isinstance(value, dict):
            return [n for item in value.values() for n in numbers(item)]
        if isinstance(value, list):
            return [n for item in value for n in numbers(item)]
        return [value] if isinstance(value, int) else []

    for tool, arguments in (
        ("hybrid_query", {"q": "jitter backoff"}),
        ("outline", {"path": "src/backoff.py"}),
    ):
        content = call(shelf, tool, **arguments).structured_content
        assert all(n < 2**53 for n in numbers(content))
        assert any(len(i) > 15 and i.isdigit() for i in json.dumps(content).split('"'))


def last_line(result: Any) -> str:
    return text_of(result).splitlines()[-1]


def forms(result: Any) -> list[str]:
    """What a client may show to its model: the text, or the structured content."""
    return [text_of(result), json.dumps(result.structured_content, ensure_ascii=False)]


def test_a_default_answer_stays_short_in_either_form(shelf: Shelf) -> None:
    for tool, arguments in (
        ("hybrid_query", {"q": "ships and harbors line"}),
        ("hybrid_query", {"q": "ships and harbors line", "k": 50}),
        ("hybrid_query", {"q": "jitter Backoff next_delay", "hops": 3}),
        ("read", {"path": "docs/long.md"}),
        ("outline", {"depth": 8}),
        ("status", {}),
    ):
        text, structured = forms(call(shelf, tool, **arguments))
        assert tokens(text) < 2000, (tool, arguments)
        assert tokens(structured) < 2500, (tool, arguments)


def test_the_largest_answer_stays_under_the_cap_in_either_form(shelf: Shelf) -> None:
    for q in ("ships and harbors line", "jitter Backoff next_delay"):
        result = call(shelf, "hybrid_query", q=q, k=50, hops=3, budget=6000)
        assert max(map(tokens, forms(result))) < 8000


def test_nothing_empty_is_sent(shelf: Shelf) -> None:
    def empty(value: Any) -> bool:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return value in ("", [], {}, None, False) or any(map(empty, parts))

    for tool, arguments in (
        ("hybrid_query", {"q": "delay"}),
        ("read", {"path": "docs/guides/setup.md"}),
        ("outline", {"depth": 3}),
        ("outline", {"path": "src/backoff.py"}),
    ):
        assert not empty(call(shelf, tool, **arguments).structured_content)


def test_all_pages_of_an_answer_are_the_hits_of_the_whole_answer(shelf: Shelf) -> None:
    arguments = {"q": "ships and harbors line delay jitter worker", "k": 20}
    whole = call(shelf, "hybrid_query", **arguments, budget=6000).structured_content
    assert "cursor" not in whole
    found, cursor, pages = [], "", 0
    while not pages or cursor:
        part = call(shelf, "hybrid_query", **arguments, budget=500, cursor=cursor).structured_content
        assert part.get("truncated", False) == ("cursor" in part)
        found += [hit["chunk_id"] for hit in part["hits"]]
        cursor, pages = part.get("cursor", ""), pages + 1
    assert pages > 2
    assert found == [hit["chunk_id"] for hit in whole["hits"]]


def test_all_pages_of_an_outline_are_the_whole_outline(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write_all({f"d{n % 7}/e{n % 3}/file{n}.md": f"# T{n}\n\ntext\n" for n in range(300)})
    repo.commit()
    shelf = Shelf(Path(index(repo).artifact))
    paths, cursor, pages = [], "", 0
    while not pages or cursor:
        result = call(shelf, "outline", depth=5, cursor=cursor)
        assert max(map(tokens, forms(result))) < 2500
        paths += [entry["path"] for entry in result.structured_content["entries"]]
        cursor, pages = result.structured_content.get("cursor", ""), pages + 1
    assert pages > 2
    assert len(paths) == len(set(paths))
    assert {p for p in paths if not p.endswith("/")} == {f"d{n % 7}/e{n % 3}/file{n}.md" for n in range(300)}


def test_the_lines_of_every_hit_are_those_of_the_blob(indexed: tuple[GitRepo, Path], shelf: Shelf) -> None:
    repo, _ = indexed
    for q in ("delay after a failure", "ships", "next_delay", "jitter", "harbor worker"):
        for hit in call(shelf, "hybrid_query", q=q, k=20).structured_content["hits"]:
            lines = repo.run("show", f"HEAD:{hit['path']}").split("\n")
            shown = hit["snippet"].split("\n")
            first = hit.get("snippet_line", hit["start_line"])
            assert [line.strip() for line in lines[first - 1 : first - 1 + len(shown)]] == [
                line.strip() for line in shown
            ]


def test_answers_are_lexical_and_say_so_until_the_model_is_loaded(artifact: Path) -> None:
    gate = threading.Event()

    def load(meta: Any, named: Any) -> Any:
        gate.wait()
        return model_for(meta, named)

    shelf = Shelf(artifact, load=load)
    before = call(shelf, "hybrid_query", q="delay doubles", ready=False)
    assert before.structured_content["hits"]
    assert before.structured_content["search_mode"] == "lexical"
    assert before.structured_content["degraded_reason"] == "model loading"
    assert "model loading" in text_of(before)
    gate.set()


def test_after_the_model_is_loaded_the_same_shelf_answers_hybrid(artifact: Path) -> None:
    shelf = Shelf(artifact)
    shelf.prepare()
    after = call(shelf, "hybrid_query", q="delay doubles")
    assert after.structured_content["search_mode"] == "hybrid"
    assert "degraded_reason" not in after.structured_content


def test_a_model_that_fails_to_load_leaves_lexical_answers_with_the_reason(artifact: Path) -> None:
    def load(meta: Any, named: Any) -> Any:
        raise OSError("weights on fire")

    result = call(Shelf(artifact, load=load), "hybrid_query", q="delay doubles")
    assert result.structured_content["hits"]
    assert result.structured_content["search_mode"] == "lexical"
    assert "weights on fire" in result.structured_content["degraded_reason"]


# ---- reading ----------------------------------------------------------------------------------


def test_a_hit_is_read_by_its_id_with_its_neighbours(shelf: Shelf) -> None:
    hit = call(shelf, "hybrid_query", q="at most five attempts").structured_content["hits"][0]
    page = call(shelf, "read", chunk_id=hit["chunk_id"]).structured_content
    # The hit has the lines of its section, the chunk holds others too.
    assert (page["path"], hit["start_line"], hit["end_line"]) == (hit["path"], 14, 16)
    assert (page["start_line"], page["end_line"]) == (1, 16)
    assert "five attempts" in page["text"]
    if "previous" in page:
        before = call(shelf, "read", chunk_id=page["previous"]).structured_content
        assert before["next"] == hit["chunk_id"]


def test_an_id_sent_as_a_number_is_understood(shelf: Shelf) -> None:
    hit = call(shelf, "hybrid_query", q="five attempts").structured_content["hits"][0]
    assert not call(shelf, "read", chunk_id=int(hit["chunk_id"])).is_error


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "docs/retries.md", "lines": "5-7"},
        {"path": "docs/retries.md:5-7"},
        {"path": "./docs/retries.md", "lines": " 5 - 7 "},
        {"path": "/docs/retries.md", "lines": "5-7"},
        {"path": "docs/retries.md", "lines": "L5-L7"},
        {"path": "docs/retries.md#L5-L7"},
        {"path": "docs/retries.md", "lines": "5:7", "chunk_id": None},
    ],
)
def test_lines_are_read_as_they_stand_in_the_file(shelf: Shelf, arguments: dict[str, str]) -> None:
    page = call(shelf, "read", **arguments).structured_content
    wanted = str(FILES["docs/retries.md"]).split("\n")[4:7]
    assert page["text"].split("\n") == wanted
    assert (page["start_line"], page["end_line"], page["lines"]) == (5, 7, 16)


def test_a_long_file_is_read_page_by_page_to_the_end(shelf: Shelf) -> None:
    text, cursor, pages = [], "", 0
    while pages == 0 or cursor:
        page = call(shelf, "read", path="docs/long.md", cursor=cursor).structured_content
        assert page.get("truncated", False) == ("cursor" in page)
        text.append(page["text"])
        cursor, pages = page.get("cursor", ""), pages + 1
    assert pages > 2
    assert "\n".join(text).rstrip("\n") == str(FILES["docs/long.md"]).rstrip("\n")


def test_a_section_of_an_outline_is_read_by_its_id(shelf: Shelf) -> None:
    outline = call(shelf, "outline", path="docs/retries.md").structured_content
    backoff = next(e for e in outline["entries"] if e["title"] == "Backoff")
    page = call(shelf, "read", section_id=backoff["section_id"]).structured_content
    assert page["text"].startswith("## Backoff")
    assert "Limits" not in page["text"]
    assert page["section"].endswith("Backoff")


def test_the_outline_of_the_root_shows_folders_titles_and_what_is_left_out(shelf: Shelf) -> None:
    result = call(shelf, "outline", depth=2)
    paths = {e["path"] for e in result.structured_content["entries"]}
    assert {"docs/", "docs/guides/", "docs/retries.md", "src/backoff.py"} <= paths
    assert "docs/guides/setup.md" not in paths
    assert "guides/ (+1)" in text_of(result)
    assert "retries.md · Retries" in text_of(result)
    assert result.structured_content["skipped"] == {"binary": 1}


def test_the_outline_of_a_file_goes_as_deep_as_fits_unless_told_how_deep(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    deep = "".join(f"{'#' * level} Level {level}\n\nTides.\n\n" for level in range(1, 7))
    wide = "# Wide\n\n" + "".join(
        f"## Part {n} of many\n\nTides.\n\n### Item {n} of many\n\nCranes.\n\n" for n in range(25)
    )
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "deep.md": deep, "wide.md": wide})
    repo.commit()
    shelf = Shelf(Path(index(repo).artifact))
    titles = {
        (path, depth): [
            e["title"] for e in call(shelf, "outline", path=path, depth=depth).structured_content["entries"]
        ]
        for path in ("deep.md", "wide.md")
        for depth in (0, 2)
    }
    assert titles["deep.md", 0] == [f"Level {level}" for level in range(1, 7)]
    assert titles["deep.md", 2] == ["Level 1", "Level 2"]
    # With its items it would take more than one answer.
    assert titles["wide.md", 0] == titles["wide.md", 2] == ["Wide", *(f"Part {n} of many" for n in range(25))]


def test_an_outline_that_goes_on_says_in_which_folder(shelf: Shelf) -> None:
    with shelf.use() as served:
        whole = outlines.outline(served.artifact, "", 3)
        inside = next(n for n, entry in enumerate(whole.entries) if entry.path == "docs/retries.md")
        budget = 0
        while len((part := outlines.outline(served.artifact, "", 3, budget=budget)).entries) < inside:
            budget += 1
    text = text_of(call(shelf, "outline", depth=3, cursor=part.cursor))
    assert text.index("docs/ goes on") < text.index("retries.md")


def test_the_graph_names_documents_by_path_and_stays_short(shelf: Shelf) -> None:
    result = call(shelf, "hybrid_query", q="Backoff", hops=2, rels=["defines"])
    graph = result.structured_content["graph"]
    assert 0 < len(graph) <= 4
    assert all(f"- {edge}" in text_of(result) for edge in graph)
    assert "src/backoff.py defines Backoff" in graph


def test_what_repeats_between_files_is_named_with_its_path() -> None:
    ends = [("document", "index.md", "a/index.md"), ("section", "Usage", "a/b.md"), ("class", "Pool", "p.py")]
    answer = Answer(
        (),
        tuple({"id": n, "type": t, "name": name, "path": path} for n, (t, name, path) in enumerate(ends)),
        ({"src": 0, "dst": 1, "rel": "refers_to"}, {"src": 1, "dst": 2, "rel": "refers_to"}),
    )
    assert edges(answer) == ["a/index.md refers_to a/b.md#Usage", "a/b.md#Usage refers_to Pool"]


def test_the_limits_of_numbers_are_in_the_schema(shelf: Shelf) -> None:
    tools = {tool.name: tool for tool in talk(shelf, list_tools, ready=False)}
    query = tools["hybrid_query"].input_schema["properties"]
    assert (query["k"]["minimum"], query["k"]["maximum"]) == (1, 50)
    assert (query["hops"]["minimum"], query["hops"]["maximum"]) == (0, 3)
    assert (query["budget"]["minimum"], query["budget"]["maximum"]) == (400, 6000)


def test_the_outline_of_code_shows_definitions_with_their_lines(shelf: Shelf) -> None:
    text = text_of(call(shelf, "outline", path="src/backoff.py"))
    assert "next_delay" in text
    assert "jitter" in text
    assert "12-13" in text


def test_status_says_what_is_indexed(indexed: tuple[GitRepo, Path], shelf: Shelf) -> None:
    repo, _ = indexed
    status = call(shelf, "status").structured_content
    assert status["commit"] == repo.head
    assert status["index"]["tree"] == repo.tree
    assert status["counts"]["docs"] == len(FILES) - 1
    assert status["skipped"] == {"binary": 1}
    assert status["search_mode"] == "hybrid"
    assert status["problem"] == ""
