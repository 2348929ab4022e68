"""Names that a newcomer gives to the commands over the graph: in other capitals, of several things,
misspelt; and what the answers look like."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.building import index
from tests.cli.program import run
from tests.cli.test_contract import on_a_terminal, posix
from tests.gitrepo import GitRepo

FILES = {
    ".graphrag.yaml": "embed: {model: none}\n",
    "src/reply.py": '"""Answers."""\n\n\nclass Reply:\n    """Reply"""\n\n    def send(self): ...\n',
    "src/use.py": "from src.reply import Reply\n\n\ndef answer() -> Reply:\n    return Reply()\n",
    "docs/one.md": "# One\n\n## reply\n\nThe first of the two.\n",
    "docs/two.md": "# Two\n\n## reply\n\nThe second of the two.\n",
    "docs/guide.rst": "Berths\n======\n\nBerths\n------\n\n.. _berth:\n\nUse `Reply`.\n\nTwice\n-----\n",
    "docs/a/very/long/path/of/folders/that/no/terminal/has/room/for/on/a/line.md": "# Quay\n\nSee `Reply`.\n",
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("names") / "repo")
    repo.write_all(FILES)
    repo.commit()
    index(repo)
    return repo


def test_what_is_defined_is_meant_before_headings_that_are_written_the_same(repo: GitRepo) -> None:
    for name in ("reply", "Reply", "REPLY"):
        done = run("explain", name, cwd=repo.path)
        assert done.stdout.startswith("Reply  class  src/reply.py:4\n"), (name, done)
        assert "docs/two.md#reply" in done.stdout.partition("called the same:")[2]
    first, *_ = run("entity", "reply", cwd=repo.path).stdout.splitlines()
    assert "src/reply.py:4" in first


def test_of_several_alike_each_is_on_a_line_of_its_own_with_the_id_to_give(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({path: text for path, text in FILES.items() if path.startswith((".", "docs/o", "docs/t"))})
    repo.commit()
    index(repo)
    done = run("explain", "reply", cwd=repo.path)
    assert done.returncode == 1
    error, advice, *lines = done.stderr.splitlines()
    assert error == "error: reply: 2 entities are called so"
    assert advice == "  next: give the id of one in place of its name:"
    for line, path in zip(lines, ("docs/one.md:3", "docs/two.md:3"), strict=True):
        number = line.split()[0]
        assert line == f"    {number} (section reply {path})"
        assert run("explain", number, cwd=repo.path).stdout.startswith(f"{path[:-2]}#reply  section")


@pytest.mark.parametrize(("given", "meant"), [("clas", "class"), ("Class", "class"), ("metod", "method")])
def test_a_type_that_is_misspelt_is_told_with_the_one_meant(repo: GitRepo, given: str, meant: str) -> None:
    done = run("entity", "--type", given, cwd=repo.path)
    assert done.returncode == 1
    assert f"next: did you mean {meant}? There are " in done.stderr


def test_nothing_is_told_twice_and_no_lines_under_headings_are_told(repo: GitRepo) -> None:
    found = json.loads(run("explain", "Reply", "--json", cwd=repo.path).stdout)
    assert found["thing"]["description"] == ""  # the docstring is but the name
    assert found["sources"]
    assert not any("----" in one["text"] or "====" in one["text"] for one in found["sources"])


@posix
def test_a_narrow_terminal_shows_what_is_near_before_the_way_there(repo: GitRepo) -> None:
    lines = on_a_terminal(repo, "explain", "Reply")
    end, way = lines[lines.index("near:") + 1 :][:2]
    assert end.startswith("  docs/a/very/")
    assert end.endswith("…  document")
    assert way.startswith("    Reply <-refers_to- docs/")
    assert max(len(end), len(way)) <= 60


@posix
def test_columns_are_cut_alike_where_not_all_have_room(repo: GitRepo) -> None:
    """Of a long name and a long place something is seen of both."""
    lines = on_a_terminal(repo, "entity", "Quay")
    assert max(map(len, lines)) <= 60
    (line,) = [line for line in lines if "section" in line]
    name, _, place = line.split("  ")[:3]
    assert len(name) > 10
    assert len(place) > 10


def test_a_name_is_known_however_it_is_spelled_where_it_was_linked(tmp_path: Path) -> None:
    """Pages that write of Cranes link them to Crane; a changelog has headings of that name."""
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {
            ".graphrag.yaml": "embed: {model: none}\n",
            "log.md": "# Changes\n\n## 2.0\n\n### Crane\n\n- Fixed.\n\n## 1.0\n\n### Crane\n\n- Mended.\n",
            "a.md": "# Guide\n\nWe install Crane on every quay. Crane needs Python.\n",
            "b.md": "# Use\n\nRun Crane daily. All Cranes are alike. Cranes work.\n",
            "c.md": "# More\n\nUse Crane with Docker. Some Cranes and Cranes.\n",
        }
    )
    repo.commit()
    index(repo)
    for name in ("Crane", "crane", "Cranes"):
        assert run("explain", name, cwd=repo.path).stdout.startswith("Crane  product  "), name
