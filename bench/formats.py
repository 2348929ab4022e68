"""How many files of each format are read in a second: bytes to Document, by one process and by two.

    python bench/formats.py [FORMAT]... [--files N] [--seed S] [--stages] [--profile]

The files are made by `bench/format_inputs.py`, the same for the same seed. Prints for each format the mean
size, files and megabytes a second, and how that stands to what is asked for. `--stages` goes on to chunks and
their words, as the build does: all that is done for each blob but vectors. `--profile` prints where the time
of one process goes instead.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from format_inputs import GENERATORS

from graphrag_batch.config import Config, EmbedConfig
from graphrag_batch.embedders import tokenizer_for, window_of
from graphrag_batch.formats.registry import decode, format_of, read
from graphrag_batch.formats.registry import parse as parse_text
from graphrag_batch.records import Decoded, Document
from graphrag_batch.stages import lexemes
from graphrag_batch.stages.chunk import chunk
from graphrag_batch.stages.language import language_of
from graphrag_batch.stages.redact import redact

CONFIG = Config(embed=EmbedConfig(model="none"))
Work = Callable[[tuple[str, bytes]], int]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "formats", nargs="*", metavar="FORMAT", help=f"of {', '.join(GENERATORS)}; all of them"
    )
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    work = stages if options.stages else parse
    for name in options.formats or GENERATORS:
        files = inputs(name, options.files, options.seed)
        if options.profile:
            profile(files, work)
        else:
            measure(name, files, work)


def inputs(name: str, count: int, seed: int) -> list[tuple[str, bytes]]:
    """(path, bytes) of the files of a format."""
    generator = GENERATORS[name]
    return [
        (f"{n}.{generator.extension}", generator.make(random.Random(f"{name} {seed} {n}")))
        for n in range(count)
    ]


def parse(file: tuple[str, bytes]) -> int:
    """Read one file as the build does; the number of its sections."""
    path, raw = file
    document = read(format_of(path, raw[:4096]), raw)
    if not isinstance(document, Document):
        raise SystemExit(f"{path}: {document}")
    return len(document.sections)


def stages(file: tuple[str, bytes]) -> int:
    """Decode, take out secrets, parse, chunk, expand words; the number of chunks."""
    path, raw = file
    format = format_of(path, raw[:4096])
    decoded = decode(format, raw, CONFIG.formats)
    if not isinstance(decoded, Decoded):
        raise SystemExit(f"{path}: {decoded}")
    document = parse_text(format, redact(decoded, CONFIG.redact, format)[0])
    document = replace(document, lang=language_of(document))
    chunks = chunk(document, CONFIG.chunk, tokenizer_for(CONFIG.embed), window_of(CONFIG.embed))
    return len([(lexemes.ident(c.text), lexemes.cjk(c.text)) for c in chunks])


def measure(name: str, files: list[tuple[str, bytes]], work: Work) -> None:
    size = sum(len(raw) for _, raw in files)
    work(files[0])
    begun, busy = time.perf_counter(), time.process_time()
    for file in files:
        work(file)
    one = len(files) / (time.perf_counter() - begun)
    busy = (time.process_time() - busy) / len(files)
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(work, files[:2]))
        begun = time.perf_counter()
        list(pool.map(work, files, chunksize=8))
        two = len(files) / (time.perf_counter() - begun)
    wanted = GENERATORS[name].wanted
    print(
        f"{name:10} {len(files)} files of {size / len(files) / 1000:.1f} kB: {one:.0f}/s "
        f"({busy * 1000:.1f} ms of processor each), by two processes {two:.0f}/s "
        f"({two * size / len(files) / 1e6:.1f} MB/s); asked {wanted:g}/s"
    )


def profile(files: list[tuple[str, bytes]], work: Work) -> None:
    work(files[0])
    with cProfile.Profile() as profiler:
        for file in files:
            work(file)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(35)


if __name__ == "__main__":
    main()
