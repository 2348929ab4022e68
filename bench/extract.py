"""How much prose a minute is read, by stage, on one core.

    python bench/extract.py [FOLDER] [--ner MODEL] [--runs N] [--megabytes M | --all]

FOLDER (default: this project's pages and fixtures) is read as it is on the disk; embedding is off. English
documents are read, in the order of the digests of their texts (so, in none), until they hold M megabytes
of prose (0.4 unless given), or all. Prints for each stage megabytes of prose a minute of processor time, its
share and microseconds a file, then all of them together; each stage has its best of N runs, so that other
work on the machine counts less. Megabytes are those of the text of the passages; `passages` also has its
cost by files and megabytes read, whatever their language.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import compress
from pathlib import Path
from typing import TypeVar

from graphrag_batch.config import ExtractConfig
from graphrag_batch.formats import registry
from graphrag_batch.records import Document
from graphrag_batch.stages import mentions, passages, statements
from graphrag_batch.stages.language import language_of
from graphrag_batch.taggers import tagger_for
from graphrag_batch.textual import Passage, Tagged

ROOT = Path(__file__).parents[1]
SKIPPED = {".git", ".venv", "node_modules", "__pycache__"}
# So many documents are read by a model at once, as in a build.
TOGETHER = 8
_T = TypeVar("_T")


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


def sample(documents: Iterable[Document], megabytes: float) -> list[Document]:
    """Documents in the order of their texts' digests, until their passages hold so many megabytes."""
    taken, held = [], 0.0
    for document in sorted(documents, key=lambda one: hashlib.sha256(one.text.encode()).digest()):
        if held >= megabytes:
            break
        taken.append(document)
        held += megabytes_of(passages.passages(document))
    return taken


def megabytes_of(prose: Iterable[Passage]) -> float:
    """The text of passages, in megabytes."""
    return sum(len(passage.text.encode()) for passage in prose) / 1e6


class Bench:
    """Stages that are run one after another, and what each took."""

    def __init__(self, runs: int, size: float, files: int) -> None:
        self.seconds: dict[str, float] = {}
        self._runs, self._size, self._files = runs, size, files

    def run(self, stage: str, work: Callable[[], _T]) -> _T:
        """What a stage makes; its seconds of processor time are the least of all runs."""
        spent = []
        for _ in range(self._runs):
            start = time.process_time()
            made = work()
            spent.append(time.process_time() - start)
        self.seconds[stage] = min(spent)
        return made

    def show(self) -> None:
        """A line for each stage, and one for all."""
        total = sum(self.seconds.values())
        for stage, seconds in (*self.seconds.items(), ("all", total)):
            rate = self._size * 60 / max(seconds, 1e-9)
            each = seconds * 1e6 / max(self._files, 1)
            print(f"{stage:12} {rate:10.2f} MB/min {seconds / max(total, 1e-9):6.1%} {each:10.0f} us/file")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--ner", default="en_core_web_sm")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--megabytes", type=float, default=0.4)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    config = ExtractConfig(ner=options.ner)
    tagger = tagger_for(config)
    every = documents(options.folder)
    wanted = [document for document in every if mentions.wants_tagging(document)]
    english = sample(wanted, float("inf") if options.all else options.megabytes)
    size = sum(megabytes_of(passages.passages(document)) for document in english)
    print(
        f"{len(every)} documents with prose, {len(wanted)} of them English; "
        f"read are {len(english)} of these, which hold {size:.3f} MB of it"
    )

    def tag(prose: Sequence[tuple[Passage, ...]]) -> list[list[Tagged | None]]:
        read = [[tagger is not None and mentions.is_tagged(one) for one in page] for page in prose]
        texts = [one.text for page, wanted in zip(prose, read, strict=True) for one in compress(page, wanted)]
        answers = tagger.tag(texts) if tagger is not None else iter(())
        return [[next(answers) if wanted else None for wanted in page] for page in read]

    bench = Bench(options.runs, size, len(english))
    prose = bench.run("passages", lambda: [passages.passages(d) for d in english])
    together = [prose[n : n + TOGETHER] for n in range(0, len(prose), TOGETHER)]
    tagged = bench.run("tag", lambda: [told for pages in together for told in tag(pages)])
    each = list(zip(english, prose, tagged, strict=True))
    found = bench.run("mentions", lambda: [mentions.mentions(*one, config) for one in each])
    bench.run("terms", lambda: [(mentions.terms(d, p), mentions.aliases(p)) for d, p, _ in each])
    given = list(zip(english, prose, tagged, found, strict=True))
    said = bench.run(
        "statements", lambda: [statements.statements(d, p, t, config, m) for d, p, t, m in given]
    )
    told = list(zip(english, found, said, prose, strict=True))
    bench.run("stated", lambda: [statements.stated(*one) for one in told])
    bench.show()
    start = time.process_time()
    for document in every:
        passages.passages(document)
    seconds = time.process_time() - start
    files, rate = len(every) / seconds, sum(len(d.text.encode()) for d in every) / seconds / 1e6
    print(f"passages of all: {files:.0f} files a second, {rate:.1f} MB of files a second")


if __name__ == "__main__":
    main()
