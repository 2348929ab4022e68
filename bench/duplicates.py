"""How far a copy may have been edited to be found: pages of real repositories, some of their words replaced.

    python bench/duplicates.py REPOSITORY… [--most N]

Takes up to N pages of prose of the HEADs of git repositories, replaces 1, 2, 5, 10 and 20 % of the longer
words of each, scattered or in runs of 25, and prints how many are found as duplicates of the page they were
made from.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from graphrag_batch.build.duplicates import similarities
from graphrag_batch.config import DedupeConfig
from graphrag_batch.formats import registry
from graphrag_batch.records import MODE_FILE, Document, Sketch
from graphrag_batch.source.git import Repository
from graphrag_batch.stages.dedupe import band_keys, sketch

PROSE = (".md", ".markdown", ".rst", ".adoc", ".txt")
RUN = 25


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=300)
    options = parser.parse_args()
    pick, config = random.Random(7), DedupeConfig()
    documents = [document for path in options.repositories for document in pages(path)]
    pick.shuffle(documents)
    signed = [
        (document, made) for document in documents[: options.most] if (made := sketch(document, config))
    ]
    known = [(document, made) for document, made in signed if made.signature]
    for run in (1, RUN):
        for share in (0.01, 0.02, 0.05, 0.1, 0.2):
            found = sum(
                is_found(made, sketch(edited(document, share, run, pick), config)) for document, made in known
            )
            where = "together" if run > 1 else "scattered"
            print(
                f"{share:4.0%} of words, {where:<9}: {found / len(known):.3f} of {len(known)} found",
                flush=True,
            )


def pages(path: Path) -> Iterator[Document]:
    with Repository.open(path) as repository:
        for entry in repository.list_tree(repository.resolve().tree):
            if entry.mode == MODE_FILE and entry.path.endswith(PROSE):
                raw = repository.read(entry.blob)
                found = registry.read(registry.format_of(entry.path, raw[:8192]), raw)
                if isinstance(found, Document):
                    yield found


def edited(document: Document, share: float, run: int, pick: random.Random) -> Document:
    """The document with words replaced by others as long, so that its blocks stay where they are."""
    words = list(re.finditer(r"[^\W\d_]{4,}", document.text))
    text = list(document.text)
    left = int(len(words) * share)
    while left > 0:
        start = pick.randrange(len(words))
        for word in words[start : start + min(run, left)]:
            length = word.end() - word.start()
            text[word.start() : word.end()] = pick.choices("abcdefghijklmnopqrstuvwxyz", k=length)
            left -= 1
    return replace(document, text="".join(text))


def is_found(one: Sketch, other: Sketch | None) -> bool:
    if other is None or not {*band_keys(one.signature)} & {*band_keys(other.signature)}:
        return False
    return similarities(one.signature, [other.signature])[0] >= DedupeConfig().threshold


if __name__ == "__main__":
    main()
