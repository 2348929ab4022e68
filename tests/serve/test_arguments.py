"""What agents send in place of what a tool asks for: understood, or answered with the next step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphrag_batch.retrieve import outlines
from graphrag_batch.serve.state import Shelf
from tests.serve.conftest import call, text_of

# ---- errors -----------------------------------------------------------------------------------

MISTAKES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "a path mistyped": ("read", {"path": "docs/retrys.md"}, ["docs/retrys.md", "docs/retries.md"]),
    "only the file's name": ("read", {"path": "backoff.py"}, ["src/backoff.py"]),
    "a file left out": ("read", {"path": "logo.png"}, ["not indexed", "not text"]),
    "a folder read": ("read", {"path": "docs"}, ["folder", "outline(path='docs')"]),
    "a line past the end": ("read", {"path": "docs/retries.md", "lines": "99-120"}, ["99", "16 lines"]),
    "lines backwards": ("read", {"path": "docs/retries.md", "lines": "9-3"}, ["9-3", "12-40"]),
    "nothing to read": ("read", {}, ["exactly one", "chunk_id"]),
    "two things to read": ("read", {"path": "a", "chunk_id": "1"}, ["chunk_id and path"]),
    "an unknown id": ("read", {"chunk_id": "12"}, ["chunk_id 12", "query"]),
    "no id at all": ("read", {"chunk_id": "abc"}, ["'abc'", "copy the digits"]),
    "a foreign cursor": ("read", {"path": "docs/long.md", "cursor": "x"}, ["cursor", "lines"]),
    "an outline of nothing": ("outline", {"path": "doc"}, ["doc", "nearest"]),
    "an argument mistyped": ("hybrid_query", {"query": "x"}, ["'query'", "known: q"]),
    "an argument of the wrong type": ("hybrid_query", {"q": "x", "k": "many"}, ["k:", "integer"]),
    "an argument left out": ("explain_entity", {}, ["entity is missing", "give entity (name or id)"]),
    "too much asked": ("hybrid_query", {"q": "x", "k": 5000}, ["k: 5000", "1 to 50"]),
    "a date that is none": ("hybrid_query", {"q": "x", "since": "last week"}, ["since", "YYYY-MM-DD"]),
    "lines of a chunk": ("read", {"chunk_id": "1", "lines": "1-3"}, ["lines", "path"]),
    "an id beyond any": ("read", {"chunk_id": "9" * 5000}, ["no id", "copy the digits"]),
    "a line beyond any": ("read", {"path": "docs/retries.md", "lines": "9" * 5000}, ["no range"]),
    "a path beyond any": ("read", {"path": "x" * 100_000}, ["no such path"]),
    "a path out of the repository": ("read", {"path": "../../etc/passwd"}, ["no such path"]),
    "a wildcard in a path": ("read", {"path": "docs/retries.m_"}, ["nearest: docs/retries.md"]),
    "a pattern without end": ("hybrid_query", {"q": "x", "path": "*a" * 2000}, ["path", "shorter"]),
    "a foreign cursor of an outline": ("outline", {"cursor": "5"}, ["cursor", "without"]),
    "an argument beyond any": ("status", {"x" * 50_000: 1}, ["unknown argument", "known: none"]),
    "an unknown tool": (
        "recall",
        {},
        ["recall", "hybrid_query, read, outline, entity_lookup, explain_entity"],
    ),
    "an unknown kind": ("hybrid_query", {"q": "x", "kinds": ["tabel"]}, ["'tabel'", "table"]),
}


@pytest.mark.parametrize(("tool", "arguments", "words"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_answered_with_what_where_and_the_next_step(
    shelf: Shelf, tool: str, arguments: dict[str, Any], words: list[str]
) -> None:
    result = call(shelf, tool, **arguments)
    assert result.is_error
    text = text_of(result)
    assert all(word in text for word in words), text
    assert "next: " in text
    assert "Error executing" not in text
    assert len(text) < 1200


EQUAL = [
    ({"q": "delay", "k": 3}, {"q": "delay", "k": "3"}),
    ({"q": "delay", "k": 3}, {"q": "delay", "k": 3, "hops": None, "path": None, "kinds": None}),
    ({"q": "delay", "kinds": ["symbol"]}, {"q": "delay", "kinds": "symbol"}),
    ({"q": "delay", "kinds": ["symbol"]}, {"q": "delay", "kinds": '["symbol"]'}),
    ({"q": "delay", "path": "docs/**"}, {"q": "delay", "path": "./docs/**"}),
    ({"q": "delay", "path": "docs/**"}, {"q": "delay", "path": "docs\\**"}),
    ({"q": "delay", "path": "docs/**"}, {"q": "delay", "path": "docs/*****************"}),
]


@pytest.mark.parametrize(("plain", "odd"), EQUAL)
def test_what_agents_send_instead_is_understood(
    shelf: Shelf, plain: dict[str, Any], odd: dict[str, Any]
) -> None:
    wanted = call(shelf, "hybrid_query", **plain).structured_content
    assert wanted["hits"]
    assert call(shelf, "hybrid_query", **odd).structured_content == wanted


@pytest.mark.parametrize(
    "path", ["*a" * 400 + "b", "docs\\", "[z", "!docs", "#x", "\0", "a\nb", "{a,b}", "..", "/etc/passwd"]
)
def test_a_pattern_of_any_form_is_answered(shelf: Shelf, path: str) -> None:
    result = call(shelf, "hybrid_query", q="delay", path=path)
    assert not result.is_error
    assert all(hit["path"].startswith("docs/") for hit in result.structured_content["hits"])


def test_a_question_too_long_says_how_much_of_it_was_used(shelf: Shelf) -> None:
    assert "8000 characters" in text_of(call(shelf, "hybrid_query", q="delay " * 20_000))


def test_a_cursor_of_another_outline_is_refused(shelf: Shelf) -> None:
    with shelf.use() as served:
        cursor = outlines.outline(served.artifact, "", 3, budget=10).cursor
    assert not call(shelf, "outline", depth=3, cursor=cursor).is_error
    assert call(shelf, "outline", depth=2, cursor=cursor).is_error
    assert call(shelf, "outline", path="docs", depth=3, cursor=cursor).is_error


def test_an_id_rounded_by_a_client_leads_back_to_the_right_one(shelf: Shelf) -> None:
    hit = call(shelf, "hybrid_query", q="five attempts").structured_content["hits"][0]
    rounded = str(int(float(hit["chunk_id"])))
    assert rounded != hit["chunk_id"]
    assert hit["chunk_id"] in text_of(call(shelf, "read", chunk_id=rounded))


def test_a_section_id_given_as_a_chunk_id_is_recognised(shelf: Shelf) -> None:
    outline = call(shelf, "outline", path="docs/retries.md").structured_content
    result = call(shelf, "read", chunk_id=outline["entries"][0]["section_id"])
    assert "use section_id" in text_of(result)


def test_a_bug_is_named_without_leaking_and_points_to_the_log(
    artifact: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Shelf):
        def use(self) -> Any:
            raise ZeroDivisionError("secret of the machine")

    result = call(Broken(artifact), "outline", ready=False)
    assert result.is_error
    assert "ZeroDivisionError" in text_of(result)
    assert "secret" not in text_of(result)
    assert "secret of the machine" in caplog.text
