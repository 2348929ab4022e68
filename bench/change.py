"""Does cost follow the change? One-file commits on trees of different sizes.

    python bench/change.py [--files 1000 9000] [--runs N] [--embed] [--keep FOLDER]

Makes the trees (`bench/corpus.py`), indexes each from nothing, then commits one file at a time (a
paragraph edited, a definition edited, a file added, renamed, deleted), goes back to a tree seen before, and
runs the real command after each in a process of its own, so that start-up counts. Prints the median
wall and processor seconds of each case, the seconds of each part, the work counters, and how the largest
tree compares with the smallest; all numbers of one print are of one run. Without `--embed` no vectors are
made. `--keep` keeps the indexed trees in a folder and starts from what is there.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from corpus import files, service

from graphrag_batch.source.scratch import make_repository

Run = tuple[float, float, dict[str, Any]]
GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "core.hooksPath=/dev/null")
PARTS = ("plan", "copy", "read", "parse", "chunk", "rows", "embed", "graph", "finish", "publish", "total")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, nargs="+", default=[1000, 9000])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--embed", action="store_true")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        trees = {count: tree(folder, count, options.embed) for count in options.files}
        for clone in trees.values():
            index(clone)  # after a tree that was kept, whatever its tool
        measured = {count: measure(clone, options.runs) for count, clone in trees.items()}
    report(measured)


def tree(folder: Path, count: int, embed: bool) -> Path:
    """A repository of `count` files with a worktree, indexed from nothing unless it is there."""
    clone = folder / f"{count}{'-embed' if embed else ''}"
    if not clone.exists():
        bare = folder / f"{clone.name}.git"
        make_repository(bare, files(count))
        subprocess.run([*GIT, "clone", "-q", str(bare), str(clone)], check=True)
        if not embed:
            (clone / ".graphrag.yaml").write_text("embed: {model: none}\n")
            commit(clone)
        wall, cpu, found = index(clone)
        size = Path(found["artifact"]).stat().st_size / 1e6
        print(
            f"{count} files: cold {wall:.1f} s, processor {cpu:.1f} s, artifact {size:.0f} MB; {line(found)}",
            flush=True,
        )
    return clone


def measure(clone: Path, runs: int) -> dict[str, list[Run]]:
    """What each kind of change costs, `runs` times."""
    found: dict[str, list[Run]] = {}
    for n in range(runs):
        for name in changes(clone, n):
            commit(clone)
            found.setdefault(name, []).append(index(clone))
        git(clone, "checkout", "-q", "--detach", "HEAD~1")
        found.setdefault("go back", []).append(index(clone))
        git(clone, "checkout", "-q", "main")
        index(clone)
        found.setdefault("nothing to do", []).append(index(clone))
    return found


def changes(clone: Path, n: int) -> Iterator[str]:
    """Makes one change after another in the worktree, giving the name of each."""
    page, code = clone / service(n) / "docs" / "usage.md", next((clone / service(n)).glob("*/mod10.py"))
    page.write_text(page.read_text() + f"\nOne more paragraph about queues, at {time.time_ns()}.\n")
    yield "edit a paragraph"
    code.write_text(code.read_text() + f"\n\ndef added_{time.time_ns()}():\n    return {n}\n")
    yield "edit code"
    new = clone / service(n) / "docs" / f"new-{time.time_ns()}.md"
    new.write_text("# New\n\nA page about [usage](usage.md) and [nothing](queue-gone.md).\n")
    yield "add a file"
    new.rename(new.with_name("renamed-" + new.name))
    yield "rename a file"
    next(clone.glob("services/*/docs/faq.md")).unlink()
    yield "delete a file"


def commit(clone: Path) -> None:
    git(clone, "add", "-A", "-f", ".")
    git(clone, "commit", "-q", "--no-verify", "-m", "Change")


def index(clone: Path) -> Run:
    """(wall seconds, processor seconds, report) of one run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "graphrag_batch", "index", "--json", "--repo", str(clone)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, json.loads(done.stdout)


def report(measured: dict[int, dict[str, list[Run]]]) -> None:
    sizes = sorted(measured)
    for name in measured[sizes[0]]:
        walls, cpus = ({size: median(measured[size][name], n) for size in sizes} for n in (0, 1))
        ratio, work = (times[sizes[-1]] / times[sizes[0]] for times in (walls, cpus))
        print(f"\n{name}: {ratio:.2f} times the wall, {work:.2f} times the processor seconds")
        for size in sizes:
            print(f"  {size:>6}: {walls[size]:.3f} s wall, {cpus[size]:.3f} s processor")
            print(f"          {line(measured[size][name][-1][2])}")


def median(runs: list[Run], place: int) -> float:
    return statistics.median(run[place] for run in runs)


def line(found: dict[str, Any]) -> str:
    seconds, work = found["seconds"], found["work"]
    known = [part for part in PARTS if part in seconds] + [part for part in seconds if part not in PARTS]
    parts = " ".join(f"{part} {seconds[part]:.3f}" for part in known)
    return f"{found['mode']}; {parts}; " + " ".join(
        f"{name} {count}" for name, count in work.items() if count
    )


def git(folder: Path, *arguments: str) -> None:
    subprocess.run([*GIT, "-C", str(folder), *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    main()
