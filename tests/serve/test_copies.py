"""A passage that stands in several files is told once, with where else it stands."""

from __future__ import annotations

from pathlib import Path

from tests.building import index
from tests.gitrepo import GitRepo
from tests.serve.conftest import call, text_of

NOTE = "# Notice\n\nWet ropes are hung up to dry before anybody stores them in the locker below the deck.\n"


def test_the_answer_names_the_first_copies_and_how_many_there_are(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {".graphrag.yaml": "embed: {model: none}\n", "alone.md": "# Ropes\n\nOne word on ropes.\n"}
    )
    repo.write_all({f"packs/{n}/NOTICE.md": NOTE for n in range(6)})
    repo.commit()
    result = call(Path(index(repo).artifact), "hybrid_query", q="how are wet ropes stored?", k=2)
    hits = result.structured_content["hits"]
    assert {hit["path"] for hit in hits} == {"packs/0/NOTICE.md", "alone.md"}
    told = next(hit for hit in hits if hit["path"] != "alone.md")
    assert len(told["copies"]) == 3
    assert f"also at: {told['copies'][0]}, +4" in told["why"]
    assert "also at: " in text_of(result)
    assert [hit for hit in hits if "copies" in hit] == [told]
