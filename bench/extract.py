"""How much prose a minute is read, by stage, on one core.

    python bench/extract.py [FOLDER] [--ner MODEL] [--runs N]

FOLDER (default: this project's pages and fixtures) is read as it is on the disk; embedding is off. Prints for
each stage megabytes of prose a minute of processor time and microseconds a file, then all of them together;
each stage has its best of N runs, so that other work on the machine counts less. Megabytes are those of the
text of the passages of English documents; `passages` also has its cost by files and megabytes read.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from graphrag_batch.config import ExtractConfig
from graphrag_batch.formats import registry
from graphrag_batch.records import Document
from graphrag_batch.stages import mentions, passages, statements
from graphrag_batch.stages.language import language_of
from graphrag_batch.taggers import tagger_for

ROOT = Path(__file__).parents[1]
SKIPPED = {".git", ".venv", "node_modules", "__pycache__"}


def documents(folder: Path) -> list[Document]:
    """The documents with prose in a folder."""
    found = []
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or SKIPPED & set(path.parts) or path.stat().st_size > 1_000_000:
            continue
        raw = path.read_bytes()
        format = registry.format_of(path.name, raw[:8192])
        if format.startswith("code") or format in ("table", "pdf") or b"\0" in raw[:8192]:
            continue
        document = registry.read(format, raw)
        if isinstance(document, Document):
            found.append(replace(document, lang=language_of(document)))
    return found


def best(runs: int, work: Callable[[], object]) -> float:
    """The least seconds of processor time of so many runs."""
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--ner", default="en_core_web_sm")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    config = ExtractConfig(ner=options.ner)
    tagger = tagger_for(config)
    every = documents(options.folder)
    english = [document for document in every if mentions.wants_tagging(document)]
    prose = [passages.passages(document) for document in english]
    texts = [[p.text if mentions.is_tagged(p) else "" for p in found] for found in prose]
    tagged = [list(tagger.tag(t)) if tagger is not None else [None] * len(t) for t in texts]
    together = list(zip(english, prose, tagged, strict=True))
    size = sum(len(p.text.encode()) for found in prose for p in found) / 1e6
    print(f"{len(every)} documents with prose; {len(english)} English ones hold {size:.3f} MB of it")
    stages: dict[str, Callable[[], object]] = {
        "passages": lambda: [passages.passages(d) for d in english],
        "tag": lambda: [list(tagger.tag(t)) for t in texts] if tagger is not None else None,
        "mentions": lambda: [mentions.mentions(d, p, t, config) for d, p, t in together],
        "terms": lambda: [(mentions.terms(d, p), mentions.aliases(p)) for d, p, _ in together],
        "statements": lambda: [statements.statements(d, p, t, config) for d, p, t in together],
    }
    found = [mentions.mentions(d, p, t, config) for d, p, t in together]
    said = [statements.statements(d, p, t, config) for d, p, t in together]
    stages["stated"] = lambda: [
        statements.stated(*one) for one in zip(english, found, said, prose, strict=True)
    ]
    total = 0.0
    for name, work in stages.items():
        seconds = best(options.runs, work)
        total += seconds
        show(name, seconds, size, len(english))
    show("all", total, size, len(english))
    seconds = best(options.runs, lambda: [passages.passages(d) for d in every])
    read = sum(len(d.text.encode()) for d in every) / 1e6
    files, rate = len(every) / seconds, read / seconds
    print(f"passages of all: {files:.0f} files a second, {rate:.1f} MB of files a second")


def show(name: str, seconds: float, size: float, files: int) -> None:
    """A line of the table."""
    rate = size * 60 / seconds if seconds else float("inf")
    print(f"{name:12} {rate:10.2f} MB/min {seconds * 1e6 / max(files, 1):10.0f} us/file")


if __name__ == "__main__":
    main()
