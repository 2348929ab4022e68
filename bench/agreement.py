"""How far two careful readers agree: what no extractor can be asked to pass.

    python bench/agreement.py [GOLDEN]      # default: fixtures/golden/unseen

A second reader annotated some of these pages from the rules alone (fixtures/golden/second-mentions.tsv:
page, line, which occurrence of it in the line, words, type; second-relations.tsv: page, subject, relation,
object, on fewer pages). Compared as if it were what an extractor found: the annotation of GOLDEN is taken
for right.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from graphrag_batch.measure.golden import PAGE, Golden, read_golden
from graphrag_batch.measure.graph_quality import FoundMention, Score, score_mentions

FOLDER = Path(__file__).parents[1] / "fixtures" / "golden"
Triple = tuple[str, str, str]


def main() -> None:
    golden = read_golden(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER / "unseen")
    found = list(_mentions(golden))
    pages = {mention.path for mention in found}
    read = replace(golden, pages=pages, mentions=[one for one in golden.mentions if one.path in pages])
    report = score_mentions(read, found)
    print(f"{len(pages)} pages\n\n{'':<18}{'F1':>8}{'first':>8}{'second':>8}")
    rows = {"mentions": report.exact, "  with type": report.typed}
    rows |= {f"  {kind}": score for kind, score in report.by_type.items()}
    rows["relations"] = _relations(golden)
    for name, score in rows.items():
        print(f"{name:<18}{score.f1:>8.3f}{score.gold:>8}{score.found:>8}")


def _rows(name: str) -> Iterator[list[str]]:
    with (FOLDER / f"second-{name}.tsv").open(encoding="utf-8", newline="") as file:
        yield from csv.reader(file, delimiter="\t")


def _mentions(golden: Golden) -> Iterator[FoundMention]:
    for path, line, occurrence, words, kind in _rows("mentions"):
        text = golden.files[path].decode("utf-8")
        surface = words.replace("\\n", "\n")
        start = sum(len(one) for one in text.splitlines(keepends=True)[: int(line) - 1]) - 1
        for _ in range(int(occurrence)):
            start = text.index(surface, start + 1)
        yield FoundMention(path, start, start + len(surface), surface, kind, 0, False)


def _relations(golden: Golden) -> Score:
    """Triples that both have, by what the first reader calls the words; what either leaves open aside."""
    second: set[tuple[str, Triple]] = set()
    for path, subject, relation, object_ in _rows("relations"):
        names = {" ".join(one.surface.split()): one.entity for one in golden.mentions if one.path == path}
        about = golden.about.get(path, PAGE + path)
        ends = [about if end == "." else names.get(end, end) for end in (subject, object_)]
        second.add((path, (ends[0], relation, ends[1])))
    pages = {path for path, _ in second}
    first = [(one, path) for one in golden.relations for path in pages if one.path == path]
    right = {
        (path, triple)
        for path, triple in second
        for one, where in first
        if where == path and triple[1:] == (one.rel, one.object) and triple[0] in one.subjects
    }
    found = {row for row in second if row in right or row[1] not in golden.maybe}
    return Score(len(first), len(found), len(right), len(right))


if __name__ == "__main__":
    main()
