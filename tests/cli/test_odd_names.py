"""Names with line breaks, tabs and other control characters: one line each for people, exact in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_batch.retrieve.spelled import spelled, spelled_text
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo

NAMES = ["a folder\n/two\nlines.md", "tab\there.md", "plain.md", "back\\nslash.md", "red\x1b[31m.md"]


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("odd") / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write_all({name: f"# Moon {n}\n\nThe moon:\tpulls.\n" for n, name in enumerate(NAMES)})
    repo.write_all({"empty\nfile.md": ""})
    repo.commit()
    index(repo)
    return repo


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\nb", "a\\nb"),
        ("a\tb", "a\\tb"),
        ("a\r\x1b\u202e", "a\\x0d\\x1b\\u202e"),
        ("é 日\u00a0", "é 日\u00a0"),
        ("a\\nb", "a\\nb"),
    ],
)
def test_a_name_is_spelled_on_one_line(text: str, line: str) -> None:
    assert spelled(text) == line


def test_text_keeps_its_lines_and_tabs() -> None:
    assert spelled_text("a\tb\n\x1b[31m\r") == "a\tb\n\\x1b[31m\\x0d"


def test_every_entry_of_an_outline_is_one_line(repo: GitRepo) -> None:
    said = run("outline", cwd=repo.path).stdout
    assert len(said.splitlines()) == 1 + len(NAMES) + 1
    for name in NAMES:
        assert spelled(name.rpartition("/")[2]) in said
    entries = json.loads(run("outline", "--json", cwd=repo.path).stdout)["entries"]
    assert {entry["path"] for entry in entries if entry["kind"] == "file"} == set(NAMES)


def test_a_hit_names_its_place_on_one_line_and_keeps_the_tabs_of_its_text(repo: GitRepo) -> None:
    said = run("query", "moon", cwd=repo.path).stdout
    for name in NAMES:
        assert f". {spelled(name)}:1-3  " in said
    assert "The moon:\tpulls." in said
    hits = json.loads(run("query", "moon", "--json", cwd=repo.path).stdout)["hits"]
    assert {hit["path"] for hit in hits} == set(NAMES)


@pytest.mark.parametrize("name", [*NAMES, "a folder\n"])
def test_a_path_may_be_given_as_it_is_shown(repo: GitRepo, name: str) -> None:
    found = json.loads(run("outline", spelled(name), "--json", cwd=repo.path).stdout)
    assert found["path"] == name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("as_given", [str, spelled])
def test_what_is_known_of_a_file_is_told_for_its_path_exact_or_as_shown(
    repo: GitRepo, name: str, as_given: Callable[[str], str]
) -> None:
    found = json.loads(run("explain", as_given(name), "--json", cwd=repo.path).stdout)
    assert found["thing"]["path"] == name


def test_a_path_given_as_shown_is_told_why_it_is_not_indexed(repo: GitRepo) -> None:
    said = json.loads(run("outline", "empty\\nfile.md", "--json", cwd=repo.path).stdout)
    assert "not indexed" in said["error"]


def test_totals_of_a_diff_have_a_line_for_each_document(repo: GitRepo, tmp_path: Path) -> None:
    before = repo.head
    repo.write("new\n\tname.md", "# New\n\nText.\n")
    repo.commit()
    said = run("diff", before, cwd=repo.path).stdout
    assert "  + new\\n\\tname.md\n" in said
