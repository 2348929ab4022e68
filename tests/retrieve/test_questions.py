"""Questions in words: what people ask of documentation, over this project's own README and modules."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.records import Embedder
from graphrag_batch.retrieve.priors import CODE_FOR_QUESTION, is_question
from graphrag_batch.retrieve.searcher import Searcher
from graphrag_batch.retrieve.values import Query
from tests.building import index, made_once
from tests.gitrepo import GitRepo
from tests.retrieve.conftest import make_searcher, paths

ROOT = Path(__file__).parents[2]
MODULES = (
    "cli/main.py",
    "errors.py",
    "formats/registry.py",
    "source/select.py",
    "artifact/store.py",
    "artifact/pointer.py",
)


def _own(folder: Path, **options: bool) -> None:
    """This project's README, and the modules that compete with it for these questions."""
    repo = GitRepo(folder / "repo")
    names = ["README.md", *(f"graphrag_batch/{name}" for name in MODULES)]
    repo.write_all({name: (ROOT / name).read_text(encoding="utf-8") for name in names})
    repo.commit()
    shutil.copy(index(repo, **options).artifact, folder / "own.sqlite")


@pytest.fixture(scope="module")
def own_artifact(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Artifact]:
    """Without vectors, which take seconds."""
    folder = made_once(tmp_path_factory, "own words", lambda folder: _own(folder, vectors=False))
    with open_artifact(folder / "own.sqlite") as artifact:
        yield artifact


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, minilm: Embedder) -> Iterator[Searcher]:
    with open_artifact(made_once(tmp_path_factory, "own", _own) / "own.sqlite") as artifact:
        yield make_searcher(artifact, minilm)


QUESTIONS = [
    # question, the same words without asking
    ("how do I exclude files from the index?", "exclude files from the index"),
    ("what does exit code 1 mean?", "exit code 1 mean"),
    ("where is the artifact stored?", "the artifact stored"),
    ("which file formats are supported?", "file formats supported"),
    ("how do I connect an MCP client?", "connect an MCP client"),
    ("can it run without a model?", "run without a model"),
]


@pytest.mark.slow
@pytest.mark.parametrize("question", [question for question, _ in QUESTIONS])
def test_a_question_finds_the_readme_among_the_first(own: Searcher, question: str) -> None:
    assert "README.md" in paths(own.search(Query(question, budget=100_000)))[:3]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("question", "words"), QUESTIONS)
def test_a_question_leans_to_the_readme_more_than_its_words_do(
    own_artifact: Artifact, question: str, words: str
) -> None:
    searcher = make_searcher(own_artifact)

    def lead(text: str) -> float:
        hits = searcher.search(Query(text, k=100, hops=0, budget=100_000)).hits
        best = {hit.path: hit.score for hit in reversed(hits)}
        return best.pop("README.md") / max(best.values())

    assert lead(question) == pytest.approx(lead(words) / CODE_FOR_QUESTION)


def test_a_question_that_names_code_is_about_the_code(own_artifact: Artifact) -> None:
    searcher = make_searcher(own_artifact)
    plain, asked = (searcher.search(Query(text)).hits[0] for text in ("format_of", "what is format_of?"))
    assert plain.path == asked.path == "graphrag_batch/formats/registry.py"
    assert asked.score == pytest.approx(plain.score)


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("how are lines counted", True),
        ("the artifact, where is it?", True),
        ("Welche Tabellen muss man sichern", True),
        ("备份哪些表？", True),
        ("Do not accept underscore headers", False),
        ("however it is done", False),
        ("howto", False),
        ("send a request", False),
        ("RetryPolicy.gives_up", False),
    ],
)
def test_a_question_is_told_by_its_first_word_or_its_mark(query: str, question: bool) -> None:
    assert is_question(query) == question
