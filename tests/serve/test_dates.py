"""Dates over MCP: what a question may ask for, and what an outline tells."""

from __future__ import annotations

from graphrag_batch.serve.state import Shelf
from tests.serve.conftest import call, text_of

DAY = "2023-11-14"  # of the repository's only commit


def test_since_and_until_filter_and_say_why_nothing_is_left(shelf: Shelf) -> None:
    then = call(shelf, "hybrid_query", q="delay", since=DAY, until=DAY)
    assert then.structured_content["hits"]
    assert all(hit["why"].endswith(f"changed {DAY}") for hit in then.structured_content["hits"])
    later = call(shelf, "hybrid_query", q="delay", since="2023-11-15")
    assert later.structured_content["hits"] == []
    assert f"the last change is of {DAY}" in text_of(later)


def test_the_outline_of_a_file_tells_when_it_changed(shelf: Shelf) -> None:
    result = call(shelf, "outline", path="src/backoff.py")
    assert result.structured_content["changed"] == DAY
    assert text_of(result).splitlines()[1] == f"changed {DAY}"
    assert "changed" not in call(shelf, "outline").structured_content
