"""Copies among the hits: each passage once, with the other paths beside it, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.config import RetrievalConfig
from graphrag_batch.retrieve.searcher import Searcher
from graphrag_batch.retrieve.values import Answer, Query
from tests.building import index
from tests.gitrepo import GitRepo

TIDES = "The moon pulls the water twice a day, and never at the same hour as the day before. " * 3
ROPES = (
    "A bowline holds a boat to the pier and can be untied after a storm. Wet ropes are hung up to dry before"
    " they are stored in the locker, or they rot within one winter."
)
GUIDE = f"# Guide\n\n## Ropes\n\n{ROPES}\n\n## Tides\n\n{TIDES}\n"
FILES = {
    ".graphrag.yaml": "embed: {model: none}\n",
    "docs/guide.md": GUIDE,
    "docs/old/guide.md": GUIDE.replace("one winter", "one winter, said the harbourmaster"),
    "docs/v1.0/guide.md": GUIDE,
    **{
        f"packs/{n}/README.md": f"# Ropes\n\nThe same note on every pack of ropes.\n{TIDES}\n"
        for n in range(40)
    },
    **{
        f"notes/{name}.md": f"# {name}\n\nOne more word on ropes by {name}.\n"
        for name in ("anna", "ben", "carl")
    },
}


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    repo = GitRepo(tmp_path_factory.mktemp("copies") / "repo")
    repo.write_all(FILES)
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        yield Searcher(artifact, None, RetrievalConfig())


Ask = Callable[..., Answer]


@pytest.fixture(scope="module", params=["measured", "spec"])
def ask(searcher: Searcher, request: pytest.FixtureRequest) -> Ask:
    """Asks in either order of ranking."""
    other = Searcher(searcher._artifact, None, RetrievalConfig(preset=request.param))
    return lambda text, **options: other.search(Query(text, **{"budget": 20_000, **options}))


def test_a_passage_and_its_copies_take_one_place(ask: Ask) -> None:
    hits = ask("how are wet ropes dried before they are stored?", k=10).hits
    guides = [hit for hit in hits if hit.path.endswith("guide.md") and hit.section.endswith("Ropes")]
    assert [hit.path for hit in guides] == ["docs/guide.md"]
    assert sorted(guides[0].copies) == ["docs/old/guide.md", "docs/v1.0/guide.md"]
    assert guides[0].why.startswith(f"also at: {guides[0].copies[0]}, +1; ")
    assert len([hit for hit in hits if "bowline" in hit.snippet]) == 1


def test_the_freed_places_go_to_others(ask: Ask) -> None:
    hits = ask("ropes", k=5).hits
    assert len(hits) == 5
    assert {"notes/anna.md", "notes/ben.md", "notes/carl.md"} <= {hit.path for hit in hits}
    packs = [hit for hit in hits if hit.path.startswith("packs/")]
    assert len(packs) <= 1
    assert all(len(hit.copies) == 39 for hit in packs)


def test_what_only_the_copy_says_is_found_in_the_copy(ask: Ask) -> None:
    hits = ask("what did the harbourmaster say of winter?", k=10).hits
    assert hits[0].path == "docs/old/guide.md"
    assert "docs/old/guide.md" not in hits[1].copies


def test_a_copy_is_found_by_its_path(ask: Ask) -> None:
    hits = ask("wet ropes", k=10, path="docs/old/**").hits
    assert {hit.path for hit in hits} == {"docs/old/guide.md"}
    assert {path for hit in hits for path in hit.copies} <= {"docs/guide.md", "docs/v1.0/guide.md"}


def test_a_copy_whose_path_the_query_names_is_shown_itself(searcher: Searcher) -> None:
    hits = searcher.search(Query("wet ropes docs/v1.0/guide.md", budget=20_000)).hits
    assert hits[0].path == "docs/v1.0/guide.md"
    assert "docs/guide.md" in hits[0].copies


def test_two_copies_of_what_is_filtered_out_are_one(ask: Ask) -> None:
    hits = ask("wet ropes are hung up", k=10, path="docs/*/guide.md").hits
    assert len([hit for hit in hits if hit.section.endswith("Ropes")]) == 1


def test_pages_of_an_answer_go_on_without_repeating(searcher: Searcher) -> None:
    whole = searcher.search(Query("ropes", k=8, budget=20_000)).hits
    first = searcher.search(Query("ropes", k=8, budget=300))
    assert first.truncated
    found = list(first.hits)
    while first.cursor:
        first = searcher.search(Query("ropes", k=8, budget=300, cursor=first.cursor))
        found += first.hits
    assert [hit.chunk_id for hit in found] == [hit.chunk_id for hit in whole]
