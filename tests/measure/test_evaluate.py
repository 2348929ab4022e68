"""What `eval` reports, against figures worked out by hand and laws that any ranking obeys."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.errors import NotFound
from graphrag_batch.measure.evaluate import (
    LabelledSet,
    case_id,
    evaluate,
    max_pool,
    read_beir,
    read_cases,
    read_corpus,
    score,
    write_run,
)


def run_of(*names: str) -> list[tuple[str, float]]:
    return [(name, float(len(names) - place)) for place, name in enumerate(names)]


def filler(count: int) -> list[str]:
    return [f"x{number}" for number in range(count)]


CASES = [
    # ranking, grades, ndcg@10, recall@10, recall@5, mrr@10
    pytest.param(["a"], {"a": 1}, 1.0, 1.0, 1.0, 1.0, id="the only answer first"),
    pytest.param(["x", "a"], {"a": 1}, 1 / math.log2(3), 1.0, 1.0, 0.5, id="second place is discounted"),
    pytest.param(["a", "x", "b"], {"a": 1, "b": 1}, (1 + 0.5) / (1 + 1 / math.log2(3)), 1, 1, 1, id="two"),
    pytest.param(["b", "a"], {"a": 3, "b": 1}, (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)), 1, 1, 1,
                 id="gain is linear in the grade"),
    pytest.param([*filler(6), "a"], {"a": 1}, 1 / 3, 1.0, 0.0, 1 / 7, id="seventh is too deep for five"),
    pytest.param([*filler(10), "a"], {"a": 1}, 0.0, 0.0, 0.0, 0.0, id="eleventh does not count"),
    pytest.param(["a"], {"a": 1, "b": 0}, 1.0, 1.0, 1.0, 1.0, id="grade nought is not relevant"),
    pytest.param([], {"a": 1}, 0.0, 0.0, 0.0, 0.0, id="nothing found"),
]  # fmt: skip


@pytest.mark.parametrize(("ranking", "grades", "ndcg", "recall_10", "recall_5", "mrr"), CASES)
def test_figures_are_those_worked_out_by_hand(
    ranking: list[str], grades: dict[str, int], ndcg: float, recall_10: float, recall_5: float, mrr: float
) -> None:
    report = score({"q": run_of(*ranking)}, {"q": grades})
    got = (report.ndcg_10, report.recall_10, report.recall_5, report.mrr_10)
    assert got == pytest.approx((ndcg, recall_10, recall_5, mrr))


def test_more_relevant_documents_than_ten_places_can_still_score_one() -> None:
    names = filler(14)
    report = score({"q": run_of(*names)}, {"q": dict.fromkeys(names, 1)})
    assert report.ndcg_10 == pytest.approx(1.0)
    assert report.recall_10 == pytest.approx(10 / 14)


def test_a_query_without_a_relevant_document_is_left_out_and_an_unanswered_one_is_not() -> None:
    report = score(
        {"hit": run_of("a"), "idle": run_of("a")}, {"hit": {"a": 1}, "idle": {"a": 0}, "lost": {"b": 1}}
    )
    assert report.queries == 2
    assert report.ndcg_10 == pytest.approx(0.5)


def test_chunks_of_one_document_count_once_with_their_best_score() -> None:
    assert max_pool([("a", 1.0), ("b", 2.0), ("a", 3.0), ("c", 2.0)]) == [("a", 3.0), ("b", 2.0), ("c", 2.0)]


def test_a_document_never_answers_the_query_of_the_same_id() -> None:
    labelled = LabelledSet({"7": "seven"}, {"7": {"8": 1}})
    assert evaluate(labelled, lambda text: run_of("7", "8")).ndcg_10 == pytest.approx(1.0)


def test_each_query_is_searched_by_its_text_once() -> None:
    asked: list[str] = []

    def search(text: str) -> list[tuple[str, float]]:
        asked.append(text)
        return run_of("a")

    report = evaluate(LabelledSet({"1": "one", "2": "two"}, {"1": {"a": 1}, "2": {"b": 1}}), search)
    assert asked == ["one", "two"]
    assert report.as_json()["ndcg@10"] == 0.5


grades = st.dictionaries(st.sampled_from("abcdefghijklmno"), st.integers(0, 3), min_size=1)


@given(st.permutations("abcdefghijklmno"), grades)
def test_figures_stay_between_nought_and_one_and_the_ideal_order_scores_one(
    order: list[str], relevant: dict[str, int]
) -> None:
    report = score({"q": run_of(*order)}, {"q": relevant})
    for value in (report.ndcg_10, report.recall_10, report.recall_5, report.mrr_10):
        assert 0 <= value <= 1 + 1e-12
    assert report.recall_5 <= report.recall_10
    if any(relevant.values()):
        ideal = sorted(relevant, key=lambda name: -relevant[name])
        assert score({"q": run_of(*ideal)}, {"q": relevant}).ndcg_10 == pytest.approx(1.0)


def beir(folder: Path, **splits: str) -> Path:
    (folder / "qrels").mkdir()
    queries = [{"_id": "1", "text": "one"}, {"_id": 2, "text": "two"}, {"_id": "3", "text": "three"}]
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)) + "\n\n")
    for name, rows in splits.items():
        where = folder / "qrels.tsv" if name == "plain" else folder / "qrels" / f"{name}.tsv"
        where.write_text("query-id\tcorpus-id\tscore\n" + rows)
    return folder


def test_a_beir_folder_gives_its_judged_queries(tmp_path: Path) -> None:
    labelled = read_beir(beir(tmp_path, plain="1\ta b.md\t1\n2\tc\t2\n"))
    assert labelled == LabelledSet({"1": "one", "2": "two"}, {"1": {"a b.md": 1}, "2": {"c": 2}})


def test_a_named_split_wins_over_the_plain_judgements(tmp_path: Path) -> None:
    folder = beir(tmp_path, plain="1\ta\t1\n", dev="3\tz\t1\n")
    assert read_beir(folder, "dev").queries == {"3": "three"}


@pytest.mark.parametrize("splits", [("test", "train"), ("only",)])
def test_without_plain_judgements_the_test_split_or_the_only_one_is_read(
    tmp_path: Path, splits: tuple[str, ...]
) -> None:
    rows = {name: "1\ta\t1\n" if name in ("test", "only") else "2\tb\t1\n" for name in splits}
    assert read_beir(beir(tmp_path, **rows)).queries == {"1": "one"}


def test_a_missing_split_is_refused_with_the_file_it_looked_for(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as caught:
        read_beir(beir(tmp_path, plain="1\ta\t1\n"), "dev")
    assert caught.value.where.endswith("qrels/dev.tsv")


def test_the_corpus_is_read_in_order_and_may_be_absent(tmp_path: Path) -> None:
    assert list(read_corpus(tmp_path)) == []
    (tmp_path / "corpus.jsonl").write_text(
        '{"_id": "b", "text": "B"}\n{"_id": "a", "title": "A", "text": ""}\n'
    )
    assert [(x.id, x.title, x.text) for x in read_corpus(tmp_path)] == [("b", "", "B"), ("a", "A", "")]


def test_cases_with_one_query_are_several_answers_and_sections_count_by_their_last_heading(
    tmp_path: Path,
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(
        '{"query": "q", "path": "a.md"}\n{"query": "q", "path": "b.md", "section": "B > Set Up"}\n',
        encoding="utf-8",
    )
    assert read_cases(file) == LabelledSet({"q": "q"}, {"q": {"a.md": 1, "b.md#set up": 1}})
    assert case_id("b.md", "Elsewhere › set up ") == "b.md#set up"
    assert case_id("b.py", "Queue.claim") == case_id("b.py", "claim") == "b.py#claim"


@pytest.mark.parametrize("line", ['{"query": "q"}', "[1]", "{", '"query path"'])
def test_a_bad_case_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"query": "q", "path": "a.md"}\n' + line + "\n")
    with pytest.raises(NotFound, match="line 2"):
        read_cases(file)


def test_a_written_run_scores_the_same_when_read_back(tmp_path: Path) -> None:
    labelled = LabelledSet({"1": "one"}, {"1": {"b c": 1}})
    report = evaluate(labelled, lambda text: run_of("a", "b c"))
    write_run(tmp_path / "run.tsv", report.run)
    rows = [line.split("\t") for line in (tmp_path / "run.tsv").read_text().splitlines()]
    again = score({"1": [(name, float(value)) for _, name, value in rows]}, labelled.judgements)
    assert again.as_json() | {"seconds": 0} == report.as_json() | {"seconds": 0}
