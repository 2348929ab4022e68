"""What pulling saves: a branch that changed a few files of many, with the artifact of its base published.

    python bench/pull.py [--files N] [--changed N] [--runs N] [--room DIR]

Makes a repository of so many files (`bench/corpus.py`), indexes it from nothing with the default model, and
publishes that, compressed, behind a server on this machine. Then, for each run, a fresh clone commits a
change to a few files, pulls and indexes, with the real commands in processes of their own. Prints wall and
processor seconds of each step, the work counters, and what share of the full build both steps together are.
With `--room` the repository and its index are kept for the next run.
"""

from __future__ import annotations

import argparse
import functools
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from corpus import files, service

from graphrag_batch.source.scratch import make_repository

GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "core.hooksPath=/dev/null")
Run = tuple[float, float, dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--changed", type=int, default=5)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--room", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        room = (options.room or Path(scratch)) / f"{options.files}"
        full = indexed(room, options.files)
        told("full build", full)
        told("publish", command(room / "repo", "publish", "--out", str(room / "out"), "--compress", "zstd"))
        with served(room) as url:
            runs = [
                branch(room, Path(scratch) / f"clone{n}", options.changed, url) for n in range(options.runs)
            ]
    report(full, runs)


def indexed(room: Path, count: int) -> Run:
    """What the full build cost, now or when it was made."""
    kept = room / "full.json"
    if not kept.exists():
        shutil.rmtree(room, ignore_errors=True)
        make_repository(room / "repo.git", files(count))
        git(room, "clone", "-q", str(room / "repo.git"), str(room / "repo"))
        kept.write_text(json.dumps(command(room / "repo", "index")))
    wall, cpu, found = json.loads(kept.read_text())
    return wall, cpu, found


def branch(room: Path, clone: Path, changed: int, url: str) -> list[Run]:
    """A fresh clone changes a few files, pulls, and indexes."""
    git(room, "clone", "-q", str(room / "repo.git"), str(clone))
    for n in range(changed):
        page = clone / service(n) / "docs" / "usage.md"
        page.write_text(page.read_text() + f"\nOne more paragraph, about queues and {clone.name}.\n")
    git(clone, "commit", "-q", "--no-verify", "-a", "-m", "Change")
    runs = [command(clone, "pull", url), command(clone, "index")]
    for name, run in zip(("pull", "index"), runs, strict=True):
        told(name, run)
    return runs


@contextmanager
def served(room: Path) -> Iterator[str]:
    """The published folder behind a server."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(room / "out"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def report(full: Run, runs: list[list[Run]]) -> None:
    for name, place in (("wall", 0), ("processor", 1)):
        pull, index = (statistics.median(run[step][place] for run in runs) for step in (0, 1))
        share = (pull + index) / full[place]
        print(
            f"{name}: full build {full[place]:.1f} s; pull {pull:.1f} s + index {index:.1f} s "
            f"= {share:.1%} of it (to reach: under 10 %)"
        )


def told(name: str, run: Run) -> None:
    wall, cpu, found = run
    work = " ".join(f"{key} {value}" for key, value in found.get("work", {}).items() if value)
    what = found.get("reason") or found.get("artifact", "")
    print(f"{name}: {wall:.1f} s wall, {cpu:.1f} s processor; {what}; {work}", flush=True)


def command(repo: Path, *arguments: str) -> Run:
    """(wall seconds, processor seconds, JSON) of one run of the command."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    line = [sys.executable, "-m", "graphrag_batch", *arguments, "--json", "--repo", str(repo)]
    done = subprocess.run(line, check=True, capture_output=True, text=True)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, json.loads(done.stdout)


def git(folder: Path, *arguments: str) -> None:
    subprocess.run([*GIT, "-C", str(folder), *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    main()
