import json
from collections import Counter
from pathlib import Path

import pytest

from graphrag_batch.records import Document
from tests.formats import golden
from tests.formats.laws import check_laws, link_shows_itself

FIXTURE_REPOSITORY = golden.CASES.parent / "repo"
PROSE = (".md", ".mdx", ".rst")


@pytest.mark.parametrize("case", golden.inputs(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_case_gives_its_outline(case: Path) -> None:
    document = golden.parsed(case)
    assert isinstance(document, Document)
    expected = golden.expected_path(case).read_text(encoding="utf-8")
    assert golden.render(document) == expected, "if this is meant: python -m tests.formats.regenerate"


@pytest.mark.sample(40)
@pytest.mark.parametrize("case", golden.inputs(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_case_keeps_the_laws(case: Path) -> None:
    document = golden.parsed(case)
    assert isinstance(document, Document)
    check_laws(document)
    assert link_shows_itself(document)


def test_there_are_enough_cases() -> None:
    count = Counter(case.parent.name for case in golden.inputs())
    assert count["markdown"] >= 12
    assert count["rst"] >= 12
    assert count["text"] >= 8
    assert count["docx"] >= 12
    assert count["notebook"] >= 12


@pytest.mark.parametrize(
    "path",
    sorted(p for p in FIXTURE_REPOSITORY.rglob("*") if p.suffix in PROSE),
    ids=lambda p: str(p.relative_to(FIXTURE_REPOSITORY)),
)
def test_the_fixture_repository_reads_without_warning(path: Path) -> None:
    document = golden.parsed(path)
    assert isinstance(document, Document)
    check_laws(document)
    assert link_shows_itself(document)
    assert document.title
    assert document.warnings == ()


def test_every_question_names_a_section_that_exists() -> None:
    questions = (FIXTURE_REPOSITORY.parent / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(questions) >= 20
    for question in map(json.loads, questions):
        document = golden.parsed(FIXTURE_REPOSITORY / question["path"])
        assert isinstance(document, Document)
        names = {s.title for s in document.sections} | {d.qualname for d in document.definitions}
        assert question["section"] in names, question
