"""What a search finds, and how it tells of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact.read import Artifact
from graphrag_batch.measure.evaluate import LabelledSet, case_id, evaluate
from graphrag_batch.records import Embedder
from graphrag_batch.retrieve.searcher import NO_WORDS, Searcher
from graphrag_batch.retrieve.semantic import NO_MODEL
from graphrag_batch.retrieve.values import Query
from tests.building import FIXTURE
from tests.examples import examples
from tests.retrieve.conftest import ODD_FILES, Ask, make_searcher, paths

QUESTIONS = FIXTURE.parent / "questions.jsonl"


def cases() -> list[dict[str, str]]:
    return [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]


def test_questions_about_the_fixture_find_their_file_at_the_top(harbor: Searcher) -> None:
    def search(text: str) -> list[tuple[str, float]]:
        return [(hit.path, hit.score) for hit in harbor.search(Query(text, k=20)).hits]

    judged: dict[str, dict[str, int]] = {}
    for case in cases():
        judged.setdefault(case["query"], {})[case["path"]] = 1
    report = evaluate(LabelledSet({query: query for query in judged}, judged), search)
    assert report.ndcg_10 > 0.75
    assert report.recall_5 > 0.9


@pytest.mark.long
def test_most_questions_find_their_section_among_the_first_ten_chunks(harbor: Searcher) -> None:
    found = 0
    for case in cases():
        held = {case_id(hit.path, hit.section) for hit in harbor.search(Query(case["query"])).hits}
        found += case_id(case["path"], case["section"]) in held
    assert found >= 0.6 * len(cases())


# ---- words, names and paths -----------------------------------------------------------------

FIRST = [
    # query, first path
    ("send_request", "src/http/client.py"),
    ("HttpClient.send_request", "src/http/client.py"),
    ("sendRequest", "src/http/client.py"),
    ("http client", "src/http/client.py"),
    ("httpclient", "src/http/client.py"),
    ("connect_elsewhere", "src/other/client.py"),
    ("src/other/client.py", "src/other/client.py"),
    ("other/client.py:12", "src/other/client.py"),
    ("see other/client.py:12-14", "src/other/client.py"),
    ("pool.py", "src/http/pool.py"),
    ("Makefile", "Makefile"),
    ("rate limits", "docs/limits.md"),
    ("100% discount", "docs/guide.md"),
    ("停机维护", "docs/zh/start.md"),
    ("停机维护之前要做什么", "docs/zh/start.md"),
    ("快", "docs/zh/start.md"),
    ("обновление сервера", "docs/ru.md"),
    ("Anleitung", "docs/de/guide.md"),
    ("kraken at midnight", "docs/guide.md"),
    ("needle", "data/long_line.txt"),
]


@pytest.mark.parametrize(("query", "path"), FIRST)
def test_the_first_hit_is_the_one_meant(ask: Ask, query: str, path: str) -> None:
    assert paths(ask(query))[0] == path


def test_a_percent_sign_or_underscore_is_no_wildcard(ask: Ask) -> None:
    assert ask("ki%en").hits == ()
    assert ask("kr_ken").hits == ()


def test_quoted_words_must_stand_together_to_count_as_quoted(ask: Ask) -> None:
    together = ask('"kraken wakes"').hits[0]
    apart = ask('"wakes kraken"')
    assert together.components["exact"] > 0
    assert all("exact" not in hit.components for hit in apart.hits)


def test_a_symbol_s_own_definition_comes_before_its_test_and_its_changelog(ask: Ask) -> None:
    found = paths(ask("send_request"))
    assert found.index("src/http/client.py") < found.index("tests/test_client.py")
    hit = ask("send_request").hits[0]
    assert "defines HttpClient.send_request" in hit.why
    assert "def send_request" in hit.snippet


@pytest.mark.parametrize(
    ("plain", "asking", "path"),
    [
        ("send request pool", "send request pool changelog", "CHANGELOG.md"),
        ("send_request client", "test of send_request client", "tests/test_client.py"),
        ("how to send a request", "how to send a request, in German", "docs/de/guide.md"),
    ],
)
def test_tests_changelogs_and_translations_rise_when_asked_for(
    ask: Ask, plain: str, asking: str, path: str
) -> None:
    assert paths(ask(asking)).index(path) < paths(ask(plain)).index(path)


# ---- what a hit tells -----------------------------------------------------------------------


@pytest.mark.parametrize("query", ["send request", "HttpClient", "kraken", "needle", "停机维护"])
def test_components_add_up_and_lines_are_those_of_the_file(ask: Ask, query: str) -> None:
    for hit in ask(query).hits:
        assert hit.score == pytest.approx(sum(hit.components.values()))
        assert all(value > 0 for value in hit.components.values())
        assert hit.why
        lines = ODD_FILES[hit.path].split("\n")
        shown = hit.snippet.split("\n")
        assert hit.start_line <= hit.snippet_line <= hit.end_line
        for number, line in enumerate(shown, hit.snippet_line):
            assert line.strip("…").strip() in lines[number - 1]


@pytest.mark.parametrize(("query", "word"), [("kraken", "kraken"), ("needle", "needle")])
def test_the_snippet_is_around_the_match_however_far_down_it_is(ask: Ask, query: str, word: str) -> None:
    hit = ask(query).hits[0]
    assert word in hit.snippet
    assert len(hit.snippet) < 2500


def test_a_section_is_told_with_the_headings_above_it(ask: Ask) -> None:
    assert ask("kraken").hits[0].section == "Guide › Voyage"
    # One chunk holds both sections: the hit names the one that the match is in.
    hit = ask("nine calls a second").hits[0]
    assert (hit.start_line, hit.end_line, hit.section) == (3, 5, "Limits › Rate limits")
    assert hit.snippet.startswith("## Rate limits")
    assert hit.section_id


def test_scores_are_sorted_and_equal_ones_come_by_path(ask: Ask) -> None:
    hits = ask("send a request", k=50).hits
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert ask("send a request", k=50).hits == hits


def test_nonsense_scores_far_below_a_real_question(harbor: Searcher) -> None:
    real = harbor.search(Query("how long are dead letters kept")).hits[0].score
    for nonsense in ("qwertyuiop zxcvbnm asdfgh", "lorem ipsum dolor sit amet"):
        hits = harbor.search(Query(nonsense)).hits
        assert not hits or hits[0].score < real / 4


# ---- filters --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        ("docs/**", {"docs/guide.md", "docs/limits.md", "docs/de/guide.md"}),
        ("docs/*.md", {"docs/guide.md", "docs/limits.md"}),
        ("docs/*/*.md", {"docs/de/guide.md"}),
        ("*.py", {"src/http/client.py", "tests/test_client.py", "src/http/pool.py"}),
        ("src/", {"src/http/client.py", "src/http/pool.py"}),
        ("nowhere/**", set()),
    ],
)
def test_a_path_filter_lets_only_its_paths_through(ask: Ask, glob: str, expected: set[str]) -> None:
    assert set(paths(ask("send a request", path=glob))) <= expected
    assert bool(expected) == bool(ask("send a request", path=glob).hits)


def test_a_kind_filter_lets_only_its_kinds_through(ask: Ask) -> None:
    hits = ask("send request", kinds=("symbol",), k=50).hits
    assert hits
    assert {hit.kind for hit in hits} == {"symbol"}


def test_a_kind_filter_holds_where_only_the_path_matches(ask: Ask) -> None:
    hits = ask("src/other/client.py", kinds=("symbol",), k=50).hits
    assert "src/other/client.py" in {hit.path for hit in hits}
    assert {hit.kind for hit in hits} == {"symbol"}


def test_a_filter_that_leaves_only_poor_matches_does_not_make_them_good(ask: Ask) -> None:
    good = ask("kraken wakes at midnight").hits[0].score
    poor = ask("kraken wakes at midnight", path="docs/limits.md").hits
    assert all(hit.score < good / 2 for hit in poor)


def test_filters_can_be_combined(ask: Ask) -> None:
    hits = ask("send request", kinds=("symbol", "code"), path="src/**").hits
    assert hits
    assert all(hit.path.startswith("src/") and hit.kind in ("symbol", "code") for hit in hits)


# ---- any text is a query --------------------------------------------------------------------

SYNTAX = [
    *(
        '"',
        "'",
        "*",
        "^a",
        "a AND",
        "NOT a",
        "NEAR(a b, 2)",
        "text : a",
        "{text ident} : a",
        "a + b",
        "(",
        "-a",
    ),
    *(
        "a:b:c",
        "\0",
        "a\0b",
        "\ud800",
        "%",
        "_",
        "'; DROP TABLE docs; --",
        "\\",
        "a*",
        "??",
        '""',
        '"a',
        "#",
        "👍🏽",
    ),
]


@pytest.mark.parametrize("query", SYNTAX)
def test_no_text_is_syntax(ask: Ask, query: str) -> None:
    ask(query)
    ask(f"send {query} request")


@pytest.mark.parametrize("query", ["", "  \n", '"', "?!", "%", "👍🏽"])
def test_a_query_without_words_says_so(ask: Ask, query: str) -> None:
    answer = ask(query)
    assert answer.hits == ()
    assert NO_WORDS in answer.notes


def test_function_words_alone_are_searched_for(ask: Ask) -> None:
    assert ask("how to").hits


@pytest.mark.parametrize(
    "query", ["x" * 100_000, "send " * 20_000, " ".join(f"w{n}" for n in range(20_000)), "停" * 50_000]
)
def test_a_huge_query_is_cut_to_size(ask: Ask, query: str) -> None:
    ask(query)


@settings(max_examples=examples(60), deadline=None)
@given(st.text(max_size=60))
def test_any_text_gives_an_answer_whose_scores_are_shares(odd: Searcher, text: str) -> None:
    for hit in odd.search(Query(text, k=3)).hits:
        assert 0 < hit.score <= 1 + 1e-6


# ---- modes ----------------------------------------------------------------------------------


def test_without_a_model_the_answer_is_lexical_and_says_why(harbor_artifact: Artifact) -> None:
    searcher = make_searcher(harbor_artifact)
    answer = searcher.search(Query("dead letters"))
    assert (answer.search_mode, answer.degraded_reason) == ("lexical", NO_MODEL)
    assert all("semantic" not in hit.components for hit in answer.hits)
    searcher.meaning.degraded = "the model is loading"
    assert searcher.search(Query("dead letters")).degraded_reason == "the model is loading"


def test_a_model_set_later_makes_the_same_searcher_hybrid(
    harbor_artifact: Artifact, minilm: Embedder
) -> None:
    searcher = make_searcher(harbor_artifact)
    searcher.search(Query("dead letters"))
    searcher.meaning.embedder = minilm
    answer = searcher.search(Query("dead letters"))
    assert (answer.search_mode, answer.degraded_reason) == ("hybrid", "")
    assert any("semantic" in hit.components for hit in answer.hits)


def test_an_artifact_without_vectors_is_searched_lexically_even_with_a_model(
    odd_artifact: Artifact, minilm: Embedder
) -> None:
    answer = make_searcher(odd_artifact, minilm).search(Query("send request"))
    assert answer.search_mode == "lexical"
    assert answer.degraded_reason


@pytest.mark.parametrize(
    ("query", "path"),
    [("halting cleanly", "harbor/worker.py"), ("postponed", "docs/guides/scheduling.md")],
)
def test_meaning_finds_what_shares_no_word(
    harbor: Searcher, harbor_artifact: Artifact, query: str, path: str
) -> None:
    assert make_searcher(harbor_artifact).search(Query(query)).hits == ()
    assert harbor.search(Query(query)).hits[0].path == path


def test_a_script_the_model_cannot_read_leans_on_words(harbor: Searcher) -> None:
    hit = harbor.search(Query("停机维护之前要执行什么命令")).hits[0]
    assert hit.path == "docs/zh/quickstart.md"
    assert hit.components["lexical"] > hit.components.get("semantic", 0.0)


# ---- the published formula ------------------------------------------------------------------


def test_the_published_formula_adds_weighted_meaning_hops_and_relations(
    harbor_artifact: Artifact, minilm: Embedder
) -> None:
    searcher = make_searcher(harbor_artifact, minilm, preset="spec")
    answer = searcher.search(Query("RetryPolicy.gives_up", k=20))
    top = answer.hits[0]
    assert (top.path, top.components["hop"], top.components["relation"]) == (
        "harbor/retry.py", pytest.approx(0.2), pytest.approx(0.1),
    )  # fmt: skip
    for hit in answer.hits:
        assert set(hit.components) <= {"semantic", "hop", "relation"}
        assert hit.components["semantic"] <= 0.7
        assert hit.score == pytest.approx(sum(hit.components.values()))
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)


def test_the_published_formula_uses_words_where_there_are_no_vectors(odd_artifact: Artifact) -> None:
    hits = make_searcher(odd_artifact, preset="spec").search(Query("kraken")).hits
    assert hits[0].path == "docs/guide.md"
    assert set(hits[0].components) <= {"lexical", "hop", "relation"}


def test_nothing_is_written_next_to_the_artifact(odd_artifact: Artifact, odd: Searcher) -> None:
    folder = Path(odd_artifact.path).parent
    before = sorted(path.name for path in folder.iterdir())
    odd.search(Query("send"))
    assert sorted(path.name for path in folder.iterdir()) == before
