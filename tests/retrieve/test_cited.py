"""What a hit says of the place it is from, besides its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.retrieve.reading import read_chunk, read_section
from graphrag_batch.retrieve.values import Hit, Query
from tests.building import index
from tests.gitrepo import GitRepo
from tests.retrieve.conftest import make_searcher

ROWS = "".join(f"| berth{n:03} | {n * 7} metres | pier {n % 9} |\n" for n in range(300))
TABLE = f"# Berths\n\nAll of them:\n\n| name | length | where |\n| --- | --- | --- |\n{ROWS}"
LONG = "# Story\n\n" + "".join(f"Sentence {n} tells of ships and of harbours far away. " for n in range(400))


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write("berths.md", TABLE)
    repo.write("story.md", LONG)
    repo.commit("Begin")
    return repo


def first(repo: GitRepo, text: str) -> Hit:
    with open_artifact(Path(index(repo).artifact)) as artifact:
        return make_searcher(artifact).search(Query(text)).hits[0]


def test_a_row_far_down_a_table_comes_with_the_names_of_its_columns(repo: GitRepo) -> None:
    assert first(repo, "berth250").columns == "| name | length | where |"
    assert first(repo, "berth001").columns == ""


def test_chunks_read_one_after_another_as_one_text_repeat_nothing(repo: GitRepo) -> None:
    with open_artifact(Path(index(repo).artifact)) as artifact:
        rows = artifact.execute(
            "SELECT c.id, c.overlap, c.section FROM chunks c JOIN docs d ON d.id = c.doc"
            " WHERE d.path = 'story.md' ORDER BY c.ordinal"
        )
        assert len(rows) > 2
        assert all(overlap for _, overlap, _ in rows[1:])
        page = read_section(artifact, rows[0][2], budget=10**6)
        assert page.text.split() == LONG.split()
        assert read_chunk(artifact, rows[0][0]).next == rows[1][0]


def test_a_hit_in_a_page_says_whose_lines_are_meant(repo: GitRepo) -> None:
    repo.write("page.html", "<main><h1>Quays</h1><p>The quay of granite.</p></main>")
    repo.commit()
    assert first(repo, "granite quay").made_of == "html"
    assert first(repo, "berth001").made_of == ""


def test_a_short_word_is_not_found_inside_another(repo: GitRepo) -> None:
    repo.write("plan.md", "# Plan\n\nThe company has a secret plan.\n")
    repo.commit()
    assert "has plan" in first(repo, "plan of Co").why
    assert "Co" not in first(repo, "plan of Co").why
