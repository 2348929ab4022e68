"""`outline --duplicates`: which files are copies of which."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from graphrag_batch.cli.main import cli
from graphrag_batch.errors import NotFound
from tests.building import index
from tests.gitrepo import GitRepo

PAGE = "# Page\n\n" + " ".join(f"boat{n} and the rope" for n in range(40)) + "\n"


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("copies") / "repo")
    repo.write_all(
        {
            ".graphrag.yaml": "embed: {model: none}\n",
            "docs/page.md": PAGE,
            "old/page.md": PAGE.replace("boat7 ", "ship "),
            "docs/alone.md": "# Alone\n",
            "a.py": "x = 1\n",
            "b.py": "x = 1\n",
        }
    )
    repo.commit()
    index(repo)
    return repo


def run(repo: GitRepo, *arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli, [*arguments, "--repo", str(repo.path)], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


def test_each_file_that_has_copies_is_followed_by_them(repo: GitRepo) -> None:
    assert (
        run(repo, "outline", "--duplicates")[1] == "a.py\n  1.00  b.py\ndocs/page.md\n  0.97  old/page.md\n"
    )


@pytest.mark.parametrize("place", ["docs", "docs/page.md", "old", "old/page.md"])
def test_a_place_shows_copies_in_it_and_of_what_is_in_it(repo: GitRepo, place: str) -> None:
    found = json.loads(run(repo, "outline", place, "--duplicates", "--json")[1])["duplicates"]
    assert [(row["path"], row["duplicate_of"]) for row in found] == [("old/page.md", "docs/page.md")]
    assert 0.9 < found[0]["similarity"] < 1


def test_the_outline_of_a_copy_says_what_it_is_a_copy_of(repo: GitRepo) -> None:
    assert run(repo, "outline", "old/page.md")[2] == "(copy of: docs/page.md (0.97 alike))\n"
    about = json.loads(run(repo, "outline", "old/page.md", "--json")[1])["about"]
    assert (about["copy_of"], about["similarity"] < 1) == ("docs/page.md", True)
    assert "copy of" not in run(repo, "outline", "docs/page.md")[2]


def test_none_and_nowhere_are_told_apart(repo: GitRepo) -> None:
    assert run(repo, "outline", "--duplicates", "docs/alone.md") == (0, "", "no file is a copy of another\n")
    with pytest.raises(NotFound, match="no such path") as caught:
        run(repo, "outline", "--duplicates", "dcos")
    assert caught.value.next_step == "nearest: docs"


def test_status_counts_them(repo: GitRepo) -> None:
    assert "5 documents (2 of them copies of others)" in run(repo, "status")[1]
    assert json.loads(run(repo, "status", "--json")[1])["counts"]["duplicates"] == 2


def test_hits_name_the_copies(repo: GitRepo) -> None:
    hits = json.loads(run(repo, "query", "boat9 rope", "--json")[1])["hits"]
    assert [(hit["path"], hit["copies"]) for hit in hits] == [("docs/page.md", ["old/page.md"])]
    assert "also at: old/page.md" in run(repo, "query", "boat9 rope")[1]
