"""What is known of documents besides their text, through the MCP client."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.building import index
from tests.formats.pdf_cases import CASES
from tests.gitrepo import GitRepo
from tests.serve.conftest import talk, text_of

TOKEN = "gh" + "p_R7kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0JaTuEo"
HEAD = "---\nsecurity: restricted\ntags: a, b\n---\n"
PLAN = f"{HEAD}# Plan\n\nThe harbour will be sold to nobody at all.\n\n{TOKEN}\n"


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {".graphrag.yaml": "embed: {model: none}\n", "plan.md": PLAN, "b.md": "# Tide\n\nThe moon.\n"}
    )
    repo.commit()
    return Path(index(repo).artifact)


def test_every_answer_about_a_restricted_document_says_so(artifact: Path) -> None:
    async def ask(client: Client) -> dict[str, Any]:
        return {
            "hybrid_query": await client.call_tool("hybrid_query", {"q": "harbour"}),
            "read": await client.call_tool("read", {"path": "plan.md"}),
            "outline": await client.call_tool("outline", {"path": "plan.md"}),
            "folder": await client.call_tool("outline", {}),
            "other": await client.call_tool("read", {"path": "b.md"}),
            "status": await client.call_tool("status", {}),
        }

    answers = talk(artifact, ask)
    for name in ("hybrid_query", "read", "outline", "folder"):
        assert "security: restricted" in text_of(answers[name]), name
        assert TOKEN not in text_of(answers[name])
    assert "redacted: github-token on line 9" in text_of(answers["read"])
    assert "security" not in text_of(answers["other"])
    structured = {name: answer.structured_content for name, answer in answers.items()}
    assert structured["hybrid_query"]["hits"][0]["security"] == "restricted"
    assert structured["read"]["about"]["redacted"] == "github-token on line 9"
    assert structured["outline"]["about"] | {"words": ""} == {
        "security": "restricted", "redacted": "github-token on line 9", "lang": "en", "tags": "a, b",
        "words": "",
    }  # fmt: skip
    assert [e.get("security", "") for e in structured["folder"]["entries"]] == ["", "restricted"]
    assert structured["status"]["redacted"] == {"github-token": 1}
    assert "redacted: 1 github-token" in text_of(answers["status"])


def test_an_outline_names_the_pages_of_sections_and_what_a_copy_is_a_copy_of(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    page = "# Tide\n\nThe moon pulls the water, twice a day.\n"
    repo.write_all({
        ".graphrag.yaml": "embed: {model: none}\n", "voyage.pdf": CASES["outline"]().bytes(),
        "tide.md": page, "old/tide.md": page,
    })  # fmt: skip
    repo.commit()

    async def ask(client: Client) -> list[Any]:
        return [
            await client.call_tool("outline", {"path": path})
            for path in ("voyage.pdf", "old/tide.md", "tide.md")
        ]

    paged, copy, original = talk(Path(index(repo).artifact), ask)
    assert [entry["pages"] for entry in paged.structured_content["entries"]] == ["pp. 1–3", "p. 3", "p. 3"]
    assert "Preface · pp. 1–3 · section_id" in text_of(paged)
    assert copy.structured_content["about"]["copy_of"] == "tide.md (1.00 alike)"
    assert "copy_of: tide.md (1.00 alike)" in text_of(copy)
    assert "copy_of" not in text_of(original)


def test_what_is_read_or_found_in_a_table_comes_with_how_many_rows_are_left_out(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    rows = "".join(f"berth{n},{n * 7}\n" for n in range(60))
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "berths.csv": f"berth,length\n{rows}"})
    repo.commit()

    async def ask(client: Client) -> list[Any]:
        return [
            await client.call_tool("hybrid_query", {"q": "berth length", "k": 1}),
            await client.call_tool("read", {"path": "berths.csv"}),
        ]

    found, page = talk(Path(index(repo).artifact), ask)
    left_out = "rows not indexed: 10 of 60 (formats.table.rows)"
    assert found.structured_content["hits"][0]["warnings"] == left_out
    assert page.structured_content["about"]["warnings"] == left_out
    for answer in (found, page):
        assert f"lines of the text made of the table · {left_out}" in text_of(answer)
