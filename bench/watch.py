"""How long after a file is saved `watch` has the new artifact in place.

    python bench/watch.py REPOSITORY [--rev REV] [--saves N] [--embed]

Clones the repository into a temporary folder (it is never written to), starts the real command there with
the default debounce of 300 ms, and saves one file after another. Prints the median and the longest time
from the end of the save to the new pointer, and what the builds themselves reported. Beside it, what one
look at an unchanged worktree costs, and the processor time of watching while nothing happens. Without
`--embed`, no vectors are made.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from graphrag_batch.artifact.pointer import pointer_path
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import worktree_tree

GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost")
IDLE_SECONDS = 10.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--rev", default="HEAD")
    parser.add_argument("--saves", type=int, default=10)
    parser.add_argument("--embed", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        clone = Path(room) / "clone"
        subprocess.run([*GIT, "clone", "-q", str(options.repository), str(clone)], check=True)
        subprocess.run([*GIT, "-C", str(clone), "checkout", "-q", options.rev], check=True)
        if not options.embed:
            (clone / ".graphrag.yaml").write_text("embed: {model: none}\n")
        measure(clone, Path(room) / "out", options.saves)


def measure(clone: Path, out: Path, saves: int) -> None:
    pointer = pointer_path(clone / ".git")
    command = [sys.executable, "-m", "graphrag_batch", "watch", "--json"]
    with out.open("w") as stdout:
        process = subprocess.Popen(command, cwd=clone, stdout=stdout, stderr=subprocess.DEVNULL)
    try:
        begun = time.perf_counter()
        wait_for(lambda: pointer.exists() and out.read_text().count("\n") == 1)
        print(f"first build {time.perf_counter() - begun:.1f} s, process start included")
        waits = [save(clone, pointer, out, number) for number in range(saves)]
        before = processor_seconds(process.pid)
        time.sleep(IDLE_SECONDS)
        idle = processor_seconds(process.pid) - before
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
    builds = [json.loads(line)["seconds"]["total"] for line in out.read_text().splitlines()][1:]
    print(f"save to pointer: median {statistics.median(waits):.2f} s, longest {max(waits):.2f} s")
    print(f"of it building: median {statistics.median(builds):.2f} s, longest {max(builds):.2f} s")
    print(f"looking at the worktree: {statistics.median(look(clone) for _ in range(5)) * 1000:.0f} ms")
    print(f"idle: {idle / IDLE_SECONDS:.2%} of a processor")


def save(clone: Path, pointer: Path, out: Path, number: int) -> float:
    """Seconds from one save to the pointer that follows it."""
    before, told = pointer.read_bytes(), out.read_text().count("\n")
    (clone / "README.md").write_text(f"# Read me\n\nSaved {number} times.\n")
    saved = time.perf_counter()
    wait_for(lambda: pointer.read_bytes() != before)
    seconds = time.perf_counter() - saved
    wait_for(lambda: out.read_text().count("\n") > told)
    time.sleep(1.0)  # until whatever it does about its own pointer is over
    return seconds


def look(clone: Path) -> float:
    begun = time.perf_counter()
    with Repository.open(clone) as repository, worktree_tree(repository):
        return time.perf_counter() - begun


def processor_seconds(pid: int) -> float:
    """Of one process, where the system tells (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(condition: object) -> None:
    while not condition():  # type: ignore[operator]
        time.sleep(0.005)


if __name__ == "__main__":
    main()
