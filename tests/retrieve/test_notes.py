"""What an answer says besides its hits: doubts about them, and filters that do nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.config import RetrievalConfig
from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.reading import read_lines
from graphrag_batch.retrieve.searcher import MIXED_KINDS, UNKNOWN_WORDS, WEAK_MATCHES, WEAK_SCORE, Searcher
from graphrag_batch.retrieve.values import Query
from tests.building import index
from tests.gitrepo import GitRepo
from tests.retrieve.conftest import Ask


@pytest.mark.parametrize("dates", [{"since": "yesterday"}, {"until": "2024-13-01"}, {"since": "12/05/2024"}])
def test_a_date_that_is_none_is_refused_with_the_form_it_should_have(ask: Ask, dates: dict[str, str]) -> None:
    with pytest.raises(NotFound, match="YYYY-MM-DD") as caught:
        ask("send", **dates)
    assert caught.value.where in dates


def test_a_glob_that_matches_no_path_is_named(ask: Ask) -> None:
    assert "'nowhere/**'" in " ".join(ask("send", path="nowhere/**").notes)
    assert ask("send a request", path="docs/**").notes == ()


@pytest.mark.parametrize(
    ("question", "filters", "note"),
    [
        ("kraken", {"path": "src/**"}, "nothing found with path 'src/**': without there are hits"),
        ("kraken", {"path": "nowhere/**"}, "nothing found with path 'nowhere/**': without there are hits"),
        (
            "kraken",
            {"path": "docs/**", "kinds": ("note",), "until": "1999-01-01"},
            "nothing found with path 'docs/**', kinds 'note', until '1999-01-01': without there are hits",
        ),
    ],
)
def test_filters_that_leave_nothing_of_what_there_is_are_named(
    ask: Ask, question: str, filters: dict[str, Any], note: str
) -> None:
    answer = ask(question, **filters)
    assert answer.hits == ()
    assert note in answer.notes


@pytest.mark.parametrize(
    ("question", "path"), [("unicorns", "src/**"), ("unicorns", ""), ("kraken", "docs/**")]
)
def test_no_filter_is_blamed_where_there_is_nothing_without_it_or_something_with_it(
    ask: Ask, question: str, path: str
) -> None:
    assert not any("nothing found" in note for note in ask(question, path=path).notes)


def test_what_holds_nothing_but_marks_of_secrets_is_no_hit_and_can_be_read(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    key = "gh" + "p_R7kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0JaTuEo"
    told = f"# Keys\n\nThe github token of the robot: {key}\n"
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "robot.txt": f"{key}\n", "told.md": told})
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        searcher = Searcher(artifact, None, RetrievalConfig())
        for question in ("redacted github token", "robot.txt"):
            assert [hit.path for hit in searcher.search(Query(question)).hits] in (["told.md"], [])
        assert searcher.search(Query("github token")).hits
        assert read_lines(artifact, "robot.txt").text == "[redacted: github-token]"


def test_words_that_occur_nowhere_are_told_from_an_answer(harbor: Searcher) -> None:
    answer = harbor.search(Query("zxqwv plonk"))
    assert answer.hits
    assert UNKNOWN_WORDS in answer.notes
    assert harbor.search(Query("how long are dead letters kept")).notes == ()
    assert harbor.search(Query("harbor/retry.py")).notes == ()


def test_a_best_score_that_is_low_is_said_to_be(harbor: Searcher) -> None:
    answer = harbor.search(Query("banana bread baked with one grandmother and worker ants"))
    assert answer.hits[0].score < WEAK_SCORE
    assert WEAK_MATCHES in answer.notes


def test_unknown_kinds_and_relations_are_named(ask: Ask) -> None:
    notes = " ".join(ask("send", kinds=("poem",), rels=("loves",)).notes)
    assert "'poem'" in notes
    assert "'loves'" in notes


def test_a_filter_by_kind_says_what_it_goes_by(ask: Ask) -> None:
    assert MIXED_KINDS in ask("send", kinds=("prose",)).notes
    assert MIXED_KINDS not in ask("send").notes


def _needle(tmp_path: Path) -> Searcher:
    """Many pages about sessions, and one far longer page that names the osprey once, on line 203."""
    repo = GitRepo(tmp_path / "repo")
    pages = {f"docs/session-{n}.md": f"# Session {n}\n\nA session of kind {n}.\n" for n in range(12)}
    filler = "\n".join(f"Line {n} of the log tells nothing." for n in range(200))
    repo.write_all(
        {
            **pages,
            "log.md": f"# Log\n\n{filler}\nThe osprey was seen.\n",
            ".graphrag.yaml": "embed: {model: none}\n",
        }
    )
    repo.commit()
    return Searcher(open_artifact(Path(index(repo).artifact)), None, RetrievalConfig())


ABOUT_THREE = "session 3 of which kind osprey"


def test_a_rare_word_that_no_hit_has_is_told_with_its_place(tmp_path: Path) -> None:
    searcher = _needle(tmp_path)
    answer = searcher.search(Query(ABOUT_THREE, k=1))
    assert [hit.path for hit in answer.hits] == ["docs/session-3.md"]
    assert answer.notes == ("no hit shown has 'osprey': it stands in log.md:203",)
    assert searcher.search(Query(ABOUT_THREE, k=3)).notes == ()
    assert searcher.search(Query("session 3 of which kind", k=1)).notes == ()


def test_no_note_tells_of_what_a_filter_leaves_out(tmp_path: Path) -> None:
    assert _needle(tmp_path).search(Query(ABOUT_THREE, k=1, path="docs/**")).notes == ()
