"""The commands over the graph, as a person and a script meet them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.building import fixture_repo, index
from tests.cli.program import run
from tests.cli.test_contract import on_a_terminal, posix
from tests.gitrepo import GitRepo

COMMANDS = {
    "entity": ("entity", "retry"),
    "explain": ("explain", "harbor/retry.py"),
    "graph": ("graph",),
    "community": ("graph", "--community", "harbor/retry.py"),
    "review": ("review-links", "--below", "1"),
    "orphans": ("review-links", "--orphans"),
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = fixture_repo(tmp_path_factory.mktemp("graph") / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.commit()
    index(repo)
    return repo


@pytest.mark.sample(2)
@pytest.mark.parametrize("args", COMMANDS.values(), ids=COMMANDS)
def test_json_is_one_object_and_nothing_else(repo: GitRepo, args: tuple[str, ...]) -> None:
    done = run(*args, "--json", cwd=repo.path)
    assert done.returncode == 0
    assert json.loads(done.stdout)


def test_entities_are_found_with_their_places(repo: GitRepo) -> None:
    found = json.loads(run("entity", "retry", "--json", cwd=repo.path).stdout)
    paths = {thing["path"] for thing in found["things"]}
    assert any("retr" in path for path in paths)
    only = json.loads(run("entity", "--type", "function", "-k", "1000", "--json", cwd=repo.path).stdout)
    assert {thing["type"] for thing in only["things"]} == {"function"}
    assert len(only["things"]) == only["total"]
    shown = run("entity", "retry", "-k", "1", cwd=repo.path)
    assert found["things"][0]["name"] in shown.stdout or found["things"][0]["path"] in shown.stdout
    assert "raise -k" in shown.stderr


def test_an_explanation_shows_relations_with_their_evidence(repo: GitRepo) -> None:
    first = json.loads(run("entity", "--type", "class", "-k", "1", "--json", cwd=repo.path).stdout)["things"][
        0
    ]
    shown = run("explain", str(first["id"]), "--to", first["path"], cwd=repo.path)
    assert shown.returncode == 0
    assert f"way: {first['name']} <-defines- {first['path']}" in shown.stdout
    way, step, said = shown.stdout.splitlines()
    assert way.startswith("way: ")
    assert step.strip() == f"{first['path']} defines {first['name']}  1.00"
    assert said.strip().startswith(f"{first['path']}:{first['line']}")
    whole = run("explain", str(first["id"]), cwd=repo.path).stdout
    assert f"{first['path']} defines {first['name']}  1.00" in whole
    filtered = json.loads(
        run("explain", str(first["id"]), "--rel", "part_of", "--way", "out", "--json", cwd=repo.path).stdout
    )
    assert {(tie["rel"], tie["src"]["id"]) for tie in filtered["ties"]} == {("part_of", first["id"])}


def test_a_community_is_shown_by_number_and_by_member(repo: GitRepo) -> None:
    whole = json.loads(run("graph", "--json", cwd=repo.path).stdout)
    assert whole["count"] == len({one["id"] for one in whole["communities"]}) or whole["count"] > 10
    one = whole["communities"][0]
    by_number = run("graph", "--community", str(one["id"]), "--json", cwd=repo.path).stdout
    by_member = run("graph", "--community", str(one["label"]["id"]), "--json", cwd=repo.path).stdout
    assert json.loads(by_number) == json.loads(by_member)
    assert len(json.loads(by_number)["members"]) == min(25, one["size"])


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (("explain", "Harbr"), 1, "next: "),
        (("explain",), 2, "Missing argument"),
        (("explain", " "), 2, "give the name or id"),
        (("explain", "harbor/retry.py", "--to", ""), 2, "give the name or id"),
        (("explain", "harbor/retry.py", "--rel", "eats"), 1, "next: one of "),
        (("entity", "--type", "ship"), 1, "next: one of "),
        (("explain", "x", "--hops", "4"), 2, "--hops"),
        (("explain", "x", "--way", "up"), 2, "--way"),
        (("entity", "--since", "yesterday"), 2, "YYYY-MM-DD"),
        (("entity", "--sort", "size"), 2, "--sort"),
        (("graph", "--community", "1000000"), 1, "no community has this number"),
        (("review-links", "--below", "2"), 2, "--below"),
    ],
)
def test_refusals_have_a_code_and_advice(repo: GitRepo, args: tuple[str, ...], code: int, told: str) -> None:
    done = run(*args, cwd=repo.path)
    assert done.returncode == code
    assert told in done.stderr
    assert "entity_lookup" not in done.stderr


def test_small_graphs_are_told_in_plain_words(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write("docs/x.txt", "some text without a name\n")
    repo.commit()
    index(repo)
    graph = run("graph", cwd=repo.path).stdout
    assert "communities  0\n" in graph
    assert graph.count("1 document without edges to others") == 1
    assert "1 document without edges to others" in run("review-links", "--orphans", cwd=repo.path).stderr
    assert "x.txt" not in run("explain", "docs/x.txt", cwd=repo.path).stdout.replace("docs/x.txt", "")


def test_a_name_that_nothing_has_is_told_with_the_nearest(repo: GitRepo) -> None:
    done = run("entity", "retryz", cwd=repo.path)
    assert done.returncode == 0
    assert done.stdout == ""
    assert "nothing is called retryz; nearest: " in done.stderr


@posix
@pytest.mark.parametrize("args", COMMANDS.values(), ids=COMMANDS)
def test_a_terminal_shows_lines_that_fit(repo: GitRepo, args: tuple[str, ...]) -> None:
    assert max(map(len, on_a_terminal(repo, *args))) <= 60


@posix
def test_lists_go_on_in_the_next_line_and_lose_nothing(repo: GitRepo) -> None:
    piped, narrow = run("graph", cwd=repo.path).stdout.splitlines(), on_a_terminal(repo, "graph")
    assert max(map(len, piped[:4])) <= 100
    assert any(line.startswith(" " * 13) for line in narrow)
    counted = json.loads(run("graph", "--json", cwd=repo.path).stdout)["entities"]
    for lines in (piped, narrow):
        told = " ".join(" ".join(lines).split())
        assert [kind for kind, count in list(counted.items())[:20] if f"{count} {kind}" not in told] == []


def test_what_a_repository_names_cannot_repaint_the_screen(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write("a.md", "# Red \x1b[31m tide\n\nSee [b](b.md).\n")
    repo.write("b.md", "# B\n\nText.\n")
    repo.commit()
    index(repo)
    for args in (("entity",), ("explain", "b.md"), ("graph",), ("review-links", "--below", "1")):
        assert "\x1b" not in run(*args, cwd=repo.path).stdout
