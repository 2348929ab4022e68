"""How many names of annotated articles are found, and which of them are one: spaCy alone against ours.

    python bench/redocred.py DOCS [--ner MODEL] [--documents N]

DOCS (docs.jsonl, or its folder) has lines with `text` and `entities`, each {id, start, end}; those of one
document with one id are one entity. Every text becomes a file of a scratch repository (plain text, no title)
and is indexed, so that offsets stay. Prints precision, recall and F1 of mentions (any type, exact span), and
of pairs: two mentions in a document that are one. `spacy` is the model alone (its pairs: names with the
same words); `graph` is the artifact, without references ("it"). Pairs of `matched` are among mentions that
both have. bench/ner.py measures the stage that finds mentions by itself, and shows its errors.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations
from pathlib import Path

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.config import CONFIG_PATH, ExtractConfig
from graphrag_batch.measure.graph_found import found_in
from graphrag_batch.measure.graph_quality import Score
from graphrag_batch.source.git import Repository
from graphrag_batch.source.scratch import make_repository
from graphrag_batch.taggers import tagger_for

Span = tuple[int, int]
Names = Mapping[str, Mapping[Span, Hashable]]
"""Of each document the names, and what each means."""

CONFIG = """select:
  exclude: [/{path}]
embed:
  model: none
dedupe:
  enabled: false
extract:
  ner: {ner}
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("docs", type=Path)
    parser.add_argument("--ner", default="en_core_web_sm")
    parser.add_argument("--documents", type=int, default=None)
    options = parser.parse_args()
    docs = options.docs / "docs.jsonl" if options.docs.is_dir() else options.docs
    rows = [json.loads(line) for line in docs.read_text(encoding="utf-8").splitlines()]
    rows = rows[: options.documents]
    gold = {row["_id"]: {(e["start"], e["end"]): e["id"] for e in row["entities"]} for row in rows}
    texts = {row["_id"]: row["text"] for row in rows}
    print(f"{'':<10}{'':<9}{'precision':>10}{'recall':>8}{'F1':>8}{'gold':>8}{'found':>8}")
    if options.ner != ExtractConfig().ner:
        report("spacy", gold, alone(texts, options.ner))
    report("graph", gold, indexed(texts, options.ner))


def alone(texts: Mapping[str, str], ner: str) -> Names:
    """The model's own names."""
    tagger = tagger_for(ExtractConfig(ner=ner))
    assert tagger is not None
    answers = tagger.tag(list(texts.values()))
    return {
        key: {(start, end): text[start:end].casefold() for start, end, _ in tagged.entities}
        for (key, text), tagged in zip(texts.items(), answers, strict=True)
    }


def indexed(texts: Mapping[str, str], ner: str) -> Names:
    """What an artifact of these texts holds."""
    config = CONFIG.format(path=CONFIG_PATH, ner=json.dumps(ner))
    files = [
        (CONFIG_PATH, config.encode()),
        *((f"{key}.txt", f"{text}\n".encode()) for key, text in texts.items()),
    ]
    names: dict[str, dict[Span, Hashable]] = defaultdict(dict)
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room) / "corpus.git"
        make_repository(folder, files)
        with Repository.open(folder) as repository:
            built = build(repository, Store(folder, folder), rev="main")
        with open_artifact(Path(built.artifact)) as artifact:
            for mention in found_in(artifact).mentions:
                if not mention.reference:
                    key = mention.path.removesuffix(".txt")
                    names[key][mention.start, mention.end] = mention.entity
    return names


def report(title: str, gold: Names, found: Names) -> None:
    """One line for mentions, two for pairs."""
    both = {key: gold[key].keys() & found.get(key, {}).keys() for key in gold}
    show(title, "mentions", score(gold, found))
    show(title, "pairs", score(pairs(gold), pairs(found)))
    show(title, "matched", score(pairs(kept(gold, both)), pairs(kept(found, both))))


def kept(names: Names, spans: Mapping[str, Iterable[Span]]) -> Names:
    """The names at these spans."""
    return {key: {span: names[key][span] for span in some} for key, some in spans.items()}


def pairs(names: Names) -> dict[str, set[tuple[Span, Span]]]:
    """Of each document the pairs of names that are one."""
    return {
        key: {(a, b) for a, b in combinations(sorted(meant), 2) if meant[a] == meant[b]}
        for key, meant in names.items()
    }


def score(gold: Mapping[str, Iterable[Hashable]], found: Mapping[str, Iterable[Hashable]]) -> Score:
    """Over all documents together."""
    golds = {(key, one) for key, some in gold.items() for one in some}
    founds = {(key, one) for key, some in found.items() for one in some}
    right = len(golds & founds)
    return Score(len(golds), len(founds), right, right)


def show(title: str, what: str, one: Score) -> None:
    """A row of the table."""
    figures = f"{one.precision:>10.3f}{one.recall:>8.3f}{one.f1:>8.3f}{one.gold:>8}{one.found:>8}"
    print(f"{title:<10}{what:<9}{figures}", flush=True)


if __name__ == "__main__":
    main()
