"""What publishing costs, and where its limits are.

    python bench/publish.py [--chunks N] [--room DIR] [--runs N]

Makes a repository of so many sections of made-up prose, indexes it once with the stub model (in 384
dimensions, so that vectors have their usual room and cost nothing to make) and publishes it with the real
command in a process of its own, as it is and compressed. Prints seconds, sizes and the most memory held; and
beside them what it takes to write and sync so many bytes, to sum them (publishing does both), and to make
their full text anew (which publishing is spared: it merges what is there). With `--room` the repository and
its index are kept for the next run.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

from graphrag_batch.artifact import fulltext, schema
from graphrag_batch.share.packing import sum_of

GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost")
PER_FILE = 40
WORDS = 170
VOCABULARY = 40_000
SETTINGS = """project: bench
embed: {model: stub, dim: 384}
extract: {enabled: false}
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--chunks", type=int, default=80_000)
    parser.add_argument("--room", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        room = options.room or Path(folder)
        repo = room / f"repo-{options.chunks}"
        if not repo.exists():
            make(repo, options.chunks)
        report(repo, Path(folder) / "out", options.runs)


def make(repo: Path, chunks: int) -> None:
    """The repository, with one commit."""
    pick = random.Random(7)
    words = vocabulary(pick)
    weights = list(itertools.accumulate(1 / (n + 10) for n in range(len(words))))
    (repo / "docs").mkdir(parents=True)
    (repo / ".graphrag.yaml").write_text(SETTINGS)
    for number in range(-(-chunks // PER_FILE)):
        parts = [f"# Page {number}\n"]
        for part in range(min(PER_FILE, chunks - number * PER_FILE)):
            text = " ".join(pick.choices(words, cum_weights=weights, k=WORDS))
            other = pick.randrange(number + 1)
            parts.append(f"## Part {part}\n\n{text}. See [it](p{other}.md#part-{part}).\n")
        (repo / "docs" / f"p{number}.md").write_text("\n".join(parts))
    git(repo, "init", "-q")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "Begin")


def vocabulary(pick: random.Random) -> list[str]:
    """Made-up words, and now and then a compound name."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "al", "en", "ir", "os")]
    words = ["".join(pick.choices(syllables, k=pick.randint(1, 4))) for _ in range(VOCABULARY)]
    return [word + pick.choice(words).capitalize() if pick.random() < 0.05 else word for word in words]


def report(repo: Path, out: Path, runs: int) -> None:
    artifact = Path(run("index", "--repo", str(repo))[3]["artifact"])
    chunks, size = count(artifact), artifact.stat().st_size
    print(f"{chunks:,} chunks, {size / 1e6:.0f} MB")
    for how in ("none", "zstd"):
        measured = []
        for n in range(runs):
            folder = out / f"{how}{n}"
            measured.append(run("publish", "--repo", str(repo), "--out", str(folder), "--compress", how))
        seconds, processor, memory = (statistics.median(row[n] for row in measured) for n in range(3))
        print(
            f"publish --compress {how:<8} {seconds:6.2f} s, {processor:6.2f} s of a processor  "
            f"{measured[-1][3]['size'] / 1e6:4.0f} MB  {memory:4.0f} MB of memory at most"
        )
    seconds, processor, *_ = run("publish", "--repo", str(repo), "--out", str(out / "none0"))
    print(f"again, nothing to do        {seconds:6.2f} s, {processor:6.2f} s of a processor")
    published = next((out / "none0").glob("*.sqlite"))
    for what, work in (
        ("writing so much", lambda: copy(published, out / "copy")),
        ("its SHA-256", lambda: sum_of(published)),
        ("its words made anew", lambda: words_anew(published)),
    ):
        wall, processor = seconds_of(work)
        print(f"{'beside: ' + what:<27} {wall:6.2f} s, {processor:6.2f} s of a processor")


def run(*arguments: str) -> tuple[float, float, float, dict[str, Any]]:
    """(wall seconds, processor seconds, most megabytes of memory, report) of one run of the command."""
    code = (
        "import json, resource, subprocess, sys; "
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, check=True); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss, json.loads(done.stdout)]))"
    )
    command = [sys.executable, "-m", "graphrag_batch", *arguments, "--json"]
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True)
    wall = time.perf_counter() - begun
    processor, most, told = json.loads(done.stdout)
    return wall, processor, most / (1000 if sys.platform != "darwin" else 1_000_000), told


def count(artifact: Path) -> int:
    found: int = apsw.Connection(str(artifact)).execute("SELECT count(*) FROM chunks").get
    return found


def copy(source: Path, target: Path) -> None:
    with source.open("rb") as old, target.open("wb") as new:
        while block := old.read(1 << 20):
            new.write(block)
        os.fsync(new.fileno())


def words_anew(published: Path) -> None:
    con, target = apsw.Connection(str(published)), apsw.Connection("")
    for table in fulltext.COLUMNS:
        target.execute(schema.DERIVED[table])
    with target:
        fulltext.refill(con, target)


def seconds_of(work: Callable[[], object]) -> tuple[float, float]:
    """(wall, processor) seconds."""
    begun, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begun, time.process_time() - used


def git(folder: Path, *arguments: str) -> None:
    subprocess.run([*GIT, "-C", str(folder), *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    main()
