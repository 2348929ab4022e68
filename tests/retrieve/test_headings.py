"""Which passage of a document comes first: the one under the heading that was asked for."""

from __future__ import annotations

from pathlib import Path

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.retrieve.values import Query
from tests.building import index
from tests.gitrepo import GitRepo
from tests.retrieve.conftest import FILLER, make_searcher

ERRORS = "An error has a status code, and the code of the status is what a client reads of an error.\n\n"
PAGE = f"""# Replies

{FILLER}
## Errors

{ERRORS * 2}{FILLER}
## Status code

Give the number of it, as in `reply(404)`; without it a reply has 200.

{FILLER}
"""


def test_the_passage_under_the_heading_comes_before_one_that_has_its_words_oftener(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "replies.md": PAGE})
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        hits = make_searcher(artifact).search(Query("how do I set the status code?")).hits
    assert [hit.section for hit in hits][:2] == ["Replies › Status code", "Replies › Errors"]
