"""Copies among documents, through real builds: which there are, what they cost, and law 2."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from graphrag_batch.build.work import BuildReport
from tests.building import index, index_from_nothing
from tests.examples import examples
from tests.gitrepo import GitRepo

CONFIG = "embed: {model: none}\n"
WORDS = (
    "harbour",
    "boat",
    "tide",
    "rope",
    "anchor",
    "mast",
    "sail",
    "pier",
    "crane",
    "barge",
    "buoy",
    "lock",
)


def page(seed: int, *changed: int, words: int = 120) -> str:
    """A page of its own for each seed, with other words at some places."""
    pick = random.Random(seed)
    text = [pick.choice(WORDS) for _ in range(words)]
    for place in changed:
        text[place] = "rewritten"
    return f"# Page\n\n{' '.join(text)}\n"


def copies(report: BuildReport) -> dict[str, str]:
    """Path → the path that it is a duplicate of."""
    with open_artifact(Path(report.artifact)) as artifact:
        sql = """SELECT a.path, b.path FROM duplicates x
            JOIN docs a ON a.id = x.doc JOIN docs b ON b.id = x.duplicate_of ORDER BY a.path"""
        return dict(artifact.execute(sql))


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": CONFIG, "docs/guide.md": page(1), "docs/other.md": page(2)})
    return repo


def built(repo: GitRepo) -> BuildReport:
    repo.commit()
    return index(repo)


def test_copies_and_near_copies_are_found_and_told_of_the_one_that_counts(repo: GitRepo) -> None:
    repo.write_all({"docs/old/guide.md": page(1, 60), "vendor/guide.md": page(1), "a.py": "x = 1\n",
                    "src/b.py": "x = 1\n", "src/c.py": "x = 2\n"})  # fmt: skip
    report = built(repo)
    assert copies(report) == {
        "docs/old/guide.md": "docs/guide.md",
        "vendor/guide.md": "docs/guide.md",
        "src/b.py": "a.py",
    }
    with open_artifact(Path(report.artifact)) as artifact:
        shares = [share for (share,) in artifact.execute("SELECT similarity FROM duplicates ORDER BY 1")]
    assert 0.8 <= shares[0] < 1
    assert shares[1:] == [1, 1]
    assert verify(Path(report.artifact)).problems == corpus_problems(Path(report.artifact)) == ()


def test_when_the_one_that_counts_goes_another_takes_its_place(repo: GitRepo) -> None:
    repo.write_all(
        {"old/guide.md": page(1), "docs/deep/guide.md": page(1, 7), "docs/deep/down/guide.md": page(1)}
    )
    assert set(copies(built(repo)).values()) == {"docs/guide.md"}
    repo.remove("docs/guide.md")
    assert copies(built(repo)) == {
        "docs/deep/down/guide.md": "docs/deep/guide.md",
        "old/guide.md": "docs/deep/guide.md",
    }
    repo.remove("docs/deep/guide.md")
    repo.rename("docs/deep/down/guide.md", "guide.md")
    assert copies(built(repo)) == {"old/guide.md": "guide.md"}


def test_likeness_is_direct_and_not_handed_on(repo: GitRepo) -> None:
    """The second is like the first and the third, which have less in common."""
    near, far = range(10, 400, 40), range(10, 400, 20)
    first, second, third = (page(9, *changed, words=400) for changed in ((), near, far))
    repo.write_all({"a.md": first, "b/b.md": second, "c/c/c.md": third})
    assert copies(built(repo)) == {"b/b.md": "a.md", "c/c/c.md": "b/b.md"}


TRANSLATED = {
    "en": "Declare the type of a parameter and the framework reads and checks it on every request.",
    "de": "Deklarieren Sie den Typ eines Parameters, und das Gerüst liest und prüft ihn bei jeder Anfrage.",
    "es": "Declara el tipo de un parámetro y el marco lo lee y lo comprueba en cada solicitud.",
    "zh": "声明参数的类型，框架会在每次请求时读取、检查并记录它，你不需要再写别的代码。",
}


@pytest.mark.long
def test_translations_that_share_all_their_code_are_no_duplicates(repo: GitRepo) -> None:
    code = "".join(
        f"```python\n@app.get('/items/{n}')\ndef read_{n}(q: str):\n    return q\n```\n\n" for n in range(30)
    )
    for lang, sentence in TRANSLATED.items():
        repo.write(
            f"docs/{lang}/docs/page.md", f"# {sentence[:12]}\n\n{sentence}\n\n{code}{sentence}\n\n" * 2
        )
    repo.write(
        "docs/fr/docs/page.md", (repo.path / "docs/en/docs/page.md").read_bytes()
    )  # not translated yet
    assert copies(built(repo)) == {"docs/fr/docs/page.md": "docs/en/docs/page.md"}


def test_copies_are_not_looked_for_where_settings_say_so(repo: GitRepo) -> None:
    repo.write("copy.md", page(1))
    assert copies(built(repo)) == {"docs/guide.md": "copy.md"}
    repo.write(".graphrag.yaml", CONFIG + "dedupe: {threshold: 1.0}\n")
    repo.write("near.md", page(2, 50))
    report = built(repo)
    assert (report.reason, copies(report)) == ("the configuration changed", {"docs/guide.md": "copy.md"})
    assert (report.work["sketched"], report.work["sketch_reused"]) == (1, 2)  # copies are one blob
    repo.write(".graphrag.yaml", CONFIG + "dedupe: {enabled: false}\n")
    report = built(repo)
    assert (copies(report), report.work["sketched"], report.work["sketch_reused"]) == ({}, 0, 0)


# ---- cost -----------------------------------------------------------------------------------------


def work(report: BuildReport) -> tuple[int, int, int]:
    return report.work["sketched"], report.work["sketch_reused"], report.work["compared"]


def test_an_edit_makes_one_sketch_and_compares_what_is_like_it(repo: GitRepo) -> None:
    repo.write_all({f"docs/{seed}.md": page(seed) for seed in range(10, 30)})
    repo.write("docs/old/guide.md", page(1, 60))
    built(repo)
    repo.write("docs/other.md", page(2, 5))
    assert work(built(repo)) == (1, 0, 1)
    repo.write("docs/guide.md", page(1, 61))
    assert work(built(repo)) == (1, 0, 2)


def test_a_rename_makes_no_sketch(repo: GitRepo) -> None:
    built(repo)
    repo.rename("docs/guide.md", "manual/handbook.md")
    assert work(built(repo)) == (0, 1, 1)


@pytest.mark.long
def test_many_equal_files_are_one_to_compare_and_a_row_each(repo: GitRepo) -> None:
    repo.write_all({f"pack{n}/NOTICE": page(3) for n in range(300)})
    repo.write("pack1/near.md", page(3, 60))
    report = built(repo)
    assert report.work["compared"] == 4  # the notice, what is like it, and two pages
    assert copies(report) == {f"pack{n}/NOTICE": "pack0/NOTICE" for n in range(1, 300)} | {
        "pack1/near.md": "pack0/NOTICE"
    }
    repo.remove("pack0/NOTICE")
    assert set(copies(built(repo)).values()) == {"pack1/NOTICE"}


# ---- law 2 ----------------------------------------------------------------------------------------

NAMES = ["a.md", "b.md", "docs/a.md", "docs/deep/b.md", "old/a.md", "docs/de/a.md", "src/a.py"]
TEXTS = [
    page(1), page(1, 60), page(1, 60, 61, 62), page(1, 10, 40, 70, 100), page(1, 5, 25, 45, 65, 85, 105),
    page(2),
    "---\nlang: de\n---\n" + page(1), "---\nlang: en\n---\n" + page(1, 60), "# Short\n", "x = 1\n",
]  # fmt: skip
EDITS = st.lists(
    st.dictionaries(st.sampled_from(NAMES), st.none() | st.sampled_from(TEXTS), min_size=1, max_size=3),
    min_size=2,
    max_size=6,
)


def equal_after_every_step(edits: list[dict[str, str | None]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        repo = GitRepo(Path(folder) / "repo")
        repo.write(".graphrag.yaml", CONFIG)
        for step in edits:
            for name, text in step.items():
                if text is not None:
                    repo.write(name, text)
                elif (repo.path / name).exists():
                    repo.remove(name)
            repo.run("commit", "-q", "--allow-empty", "-m", "None") if not repo.run(
                "status", "-s"
            ) else repo.commit()
            report = index(repo)
            assert corpus_problems(Path(report.artifact)) == ()
        fresh = index_from_nothing(repo, Path(folder) / "fresh")
        assert (report.digest, copies(report)) == (fresh.digest, copies(fresh))


@settings(max_examples=examples(20, least=2), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edits=EDITS)
def test_after_any_edits_copies_are_those_of_a_full_build(edits: list[dict[str, str | None]]) -> None:
    equal_after_every_step(edits)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edits=EDITS)
def test_after_many_more_edits_too(edits: list[dict[str, str | None]]) -> None:
    equal_after_every_step(edits)


@pytest.mark.long
def test_with_more_forms_than_are_looked_up_one_by_one_it_is_the_same(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write_all({name: TEXTS[n] for n, name in enumerate(NAMES)})
    one_by_one = built(repo)
    monkeypatch.setattr("graphrag_batch.build.duplicates.BULK", 0)
    at_once = index_from_nothing(repo, tmp_path / "fresh")
    assert one_by_one.digest == at_once.digest
    repo.remove("a.md")
    assert built(repo).digest == index_from_nothing(repo, tmp_path / "fresh").digest
