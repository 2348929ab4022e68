"""How well a ranking finds what people marked relevant: labelled sets, metrics, runs.

Nothing here searches: the caller passes `search(text) -> [(id, score), …]`, which may name one id
several times (the chunks of one document) and should go deep enough for ten distinct ids.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphrag_batch.errors import NotFound

Ranking = list[tuple[str, float]]
Search = Callable[[str], Iterable[tuple[str, float]]]
Judgements = Mapping[str, Mapping[str, int]]

CUT = 10
_SECTION_BORDER = re.compile(r" [>›] |\.|::")


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """Queries with their relevant ids: `judgements[query id][document id]` is a grade, 0 for none."""

    queries: Mapping[str, str]
    judgements: Judgements


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """One line of `corpus.jsonl`."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """Means over the judged queries, the time the searches took, and the run itself."""

    ndcg_10: float
    recall_10: float
    recall_5: float
    mrr_10: float
    queries: int
    seconds: float
    run: Mapping[str, Ranking]

    def as_json(self) -> dict[str, Any]:
        """The figures under the names that `eval` prints."""
        return {
            "ndcg@10": round(self.ndcg_10, 4),
            "recall@10": round(self.recall_10, 4),
            "recall@5": round(self.recall_5, 4),
            "mrr@10": round(self.mrr_10, 4),
            "queries": self.queries,
            "seconds": round(self.seconds, 3),
        }


# ---- labelled sets ------------------------------------------------------------------------------


def read_beir(folder: Path, split: str = "") -> LabelledSet:
    """The queries and judgements of a BEIR folder: `queries.jsonl`, and `qrels/SPLIT.tsv` where a
    split is named, else `qrels.tsv`, else the only file in `qrels/` (`test.tsv` among several)."""
    judgements = _read_judgements(_judgements_file(folder, split))
    queries = {str(row["_id"]): str(row["text"]) for row in _json_lines(folder / "queries.jsonl")}
    return LabelledSet({key: text for key, text in queries.items() if key in judgements}, judgements)


def read_corpus(folder: Path) -> Iterator[CorpusDocument]:
    """The documents of `corpus.jsonl`, in order; none when the folder has no such file."""
    path = folder / "corpus.jsonl"
    if path.exists():
        for row in _json_lines(path):
            yield CorpusDocument(str(row["_id"]), str(row.get("title") or ""), str(row.get("text") or ""))


def read_cases(path: Path) -> LabelledSet:
    """A file of lines `{"query", "path", "section"?}`. Lines with the same query are one query with
    several answers. With a section the relevant id is `path#section`, else the path (`case_id`)."""
    queries: dict[str, str] = {}
    judgements: dict[str, dict[str, int]] = {}
    for number, row in enumerate(_json_lines(path), 1):
        if not isinstance(row, dict) or "query" not in row or "path" not in row:
            raise NotFound(
                f"line {number} names no query or no path",
                where=str(path),
                next_step='write one {"query": …, "path": …} a line',
            )
        key = str(row["query"])
        queries[key] = key
        judgements.setdefault(key, {})[case_id(str(row["path"]), str(row.get("section") or ""))] = 1
    return LabelledSet(queries, judgements)


def case_id(path: str, section: str = "") -> str:
    """How a case names its answer. A section counts by the last name in it, whatever its case: a
    heading, or a definition (`Guide › Set up`, `Guide > Set up`, `Class.method`, `module::function`)."""
    name = _SECTION_BORDER.split(section.strip(" .:"))[-1].strip().casefold()
    return f"{path}#{name}" if name else path


def _judgements_file(folder: Path, split: str) -> Path:
    if split:
        candidates = [folder / "qrels" / f"{split}.tsv"]
    else:
        several = sorted((folder / "qrels").glob("*.tsv"))
        candidates = [folder / "qrels.tsv", folder / "qrels" / "test.tsv", *several[: len(several) == 1]]
    for path in candidates:
        if path.exists():
            return path
    raise NotFound(
        "no judgements here",
        where=str(candidates[0]),
        next_step="name a folder with queries.jsonl and qrels.tsv, or a split that exists",
    )


def _read_judgements(path: Path) -> dict[str, dict[str, int]]:
    """Rows `query TAB document TAB grade` after one header line."""
    judgements: dict[str, dict[str, int]] = {}
    with path.open(encoding="utf-8") as lines:
        next(lines, None)
        for line in lines:
            if line.strip():
                query, document, grade = line.rstrip("\n").split("\t")
                judgements.setdefault(query, {})[document] = int(grade)
    return judgements


def _json_lines(path: Path) -> Iterator[Any]:
    if not path.exists():
        raise NotFound("no such file", where=str(path), next_step="check the path")
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    message = f"line {number} is not JSON: {error}"
                    raise NotFound(message, where=str(path), next_step="one object a line") from error


# ---- metrics ------------------------------------------------------------------------------------


def evaluate(labelled: LabelledSet, search: Search) -> Report:
    """Search every judged query and average. A query none of whose grades is positive is left out;
    a document whose id is the query's own is never counted (BEIR's convention)."""
    run: dict[str, Ranking] = {}
    begun = time.perf_counter()
    for key, text in labelled.queries.items():
        run[key] = [(name, score) for name, score in max_pool(search(text)) if name != key]
    return score(run, labelled.judgements, time.perf_counter() - begun)


def score(run: Mapping[str, Ranking], judgements: Judgements, seconds: float = 0.0) -> Report:
    """trec_eval's figures, averaged over the queries with a relevant document; a query that the run
    lacks counts as nothing found. Gain is the grade itself (linear), discount log2(rank + 1)."""
    rows: list[tuple[float, float, float, float]] = []
    for key, grades in judgements.items():
        relevant = {name: grade for name, grade in grades.items() if grade > 0}
        if relevant:
            ranked = [name for name, _ in run.get(key, [])]
            rows.append(_figures(ranked, relevant))
    ndcg, recall_10, recall_5, mrr = (sum(row[n] for row in rows) / max(1, len(rows)) for n in range(4))
    return Report(ndcg, recall_10, recall_5, mrr, queries=len(rows), seconds=seconds, run=run)


def max_pool(ranking: Iterable[tuple[str, float]]) -> Ranking:
    """Each id once with its best score, best first; equal scores keep the order they came in."""
    best: dict[str, float] = {}
    for name, value in ranking:
        best[name] = max(value, best.get(name, value))
    return sorted(best.items(), key=lambda item: -item[1])


def _figures(ranked: Sequence[str], relevant: Mapping[str, int]) -> tuple[float, float, float, float]:
    ideal = sorted(relevant.values(), reverse=True)
    ndcg = _dcg([relevant.get(name, 0) for name in ranked]) / _dcg(ideal)
    recall_10, recall_5 = (len(relevant.keys() & set(ranked[:cut])) / len(relevant) for cut in (CUT, 5))
    reciprocal = (1 / rank for rank, name in enumerate(ranked[:CUT], 1) if name in relevant)
    return ndcg, recall_10, recall_5, next(reciprocal, 0.0)


def _dcg(grades: Sequence[int]) -> float:
    return sum(grade / math.log2(rank + 2) for rank, grade in enumerate(grades[:CUT]))


# ---- runs ---------------------------------------------------------------------------------------


def write_run(path: Path, run: Mapping[str, Ranking]) -> None:
    """The run as lines `query TAB document TAB score`, in rank order."""
    with path.open("w", encoding="utf-8") as out:
        for key, ranking in run.items():
            for name, value in ranking:
                out.write(f"{key}\t{name}\t{value:.6f}\n")
