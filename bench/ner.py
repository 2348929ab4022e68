"""How many names are found, of whatever type: the tagger alone, and with what we make of it.

    python bench/ner.py FOLDER [--ner MODEL] [--errors N]

FOLDER holds docs.jsonl with {text, entities: [{start, end, type}]}, offsets by code points. A name counts as
found where its span is just that of an annotated one. `alone`: every entity of the tagger, whatever its type.
`ours`: the mentions of each document by itself, the longest of those that overlap; a weak one counts if its
name is a strong one, or is written twice, in the same document. --errors shows the most frequent wrong and
missing names.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from graphrag_batch.config import ExtractConfig
from graphrag_batch.records import Block, Document
from graphrag_batch.stages import mentions
from graphrag_batch.taggers import tagger_for
from graphrag_batch.textual import Passage, RawMention, Tagged

Span = tuple[int, int]


def ours(text: str, tagged: Tagged | None, config: ExtractConfig) -> dict[Span, RawMention]:
    """The mentions of a text that stand by themselves."""
    document = Document("markdown", text, lang="en", blocks=(Block("paragraph", 0, len(text), -1),))
    passage = Passage("paragraph", -1, text, ((0, 0),))
    found = [m for m in mentions.mentions(document, (passage,), (tagged,), config) if m.found != "reference"]
    known = {m.surface for m in found if m.strong}
    counts = Counter(m.surface for m in found)
    kept = [m for m in found if m.strong or m.surface in known or counts[m.surface] > 1]
    chosen: dict[Span, RawMention] = {}
    for one in sorted(kept, key=lambda m: (m.start - m.end, -m.strong, m.start)):
        if not any(a < one.end and one.start < b for a, b in chosen):
            chosen[one.start, one.end] = one
    return chosen


def score(name: str, gold: Sequence[set[Span]], found: Sequence[Iterable[Span]]) -> None:
    """Prints precision, recall and F1."""
    right = sum(len(g & set(f)) for g, f in zip(gold, found, strict=True))
    precision = right / max(1, sum(len(set(f)) for f in found))
    recall = right / max(1, sum(map(len, gold)))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"{name:8} precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ner", default="en_core_web_sm")
    parser.add_argument("--errors", type=int, default=0)
    options = parser.parse_args()
    config = ExtractConfig(ner=options.ner)
    lines = (options.folder / "docs.jsonl").read_text(encoding="utf-8").splitlines()
    docs = [json.loads(line) for line in lines if line.strip()]
    gold = [{(e["start"], e["end"]) for e in doc["entities"]} for doc in docs]
    tagger = tagger_for(config)
    tagged = list(tagger.tag([doc["text"] for doc in docs])) if tagger is not None else [None] * len(docs)
    if tagger is not None:
        score("alone", gold, [[(a, b) for a, b, _ in t.entities] for t in tagged])
    found = [ours(doc["text"], answer, config) for doc, answer in zip(docs, tagged, strict=True)]
    score("ours", gold, found)
    if options.errors:
        show(docs, gold, found, options.errors)


def show(docs: list[dict], gold: list[set[Span]], found: list[dict[Span, RawMention]], most: int) -> None:  # type: ignore[type-arg]
    """The wrong and missing names, by how often."""
    wrong: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for doc, wanted, made in zip(docs, gold, found, strict=True):
        text = doc["text"]
        types = {(e["start"], e["end"]): e["type"] for e in doc["entities"]}
        for span, one in made.items():
            kinds[f"{one.found} {one.type} {'right' if span in wanted else 'wrong'}"] += 1
            if span not in wanted:
                near = [text[a:b] for a, b in wanted if a < span[1] and span[0] < b]
                wrong[f"{one.found} {one.type}: {one.surface!r} (annotated: {near})"] += 1
        for a, b in wanted - set(made):
            near = [m.surface for (x, y), m in made.items() if x < b and a < y]
            if not near:
                missing[f"{types[a, b]}: {text[a:b]!r} in {text[max(0, a - 30) : b + 20]!r}"] += 1
    for title, counts in (("by kind", kinds), ("wrong", wrong), ("missing", missing)):
        print(f"\n{title}: {sum(counts.values())}")
        for what, number in counts.most_common(most):
            print(f"{number:5} {what}")


if __name__ == "__main__":
    main()
