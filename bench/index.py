"""What indexing costs, and where the time goes: cold, with nothing to do, and after one edit.

    python bench/index.py REPOSITORY [--rev REV] [--runs N] [--embed]

Clones the repository into a temporary folder (it is never written to) and runs the real command in
a process of its own, so that start-up counts. Without `--embed` the tree's configuration gets
`embed.model: none`. Prints the median wall and processor seconds of each case, the ratio of each to
the cold run, and the seconds of each part as `index --json` reports them. Beside it, the limit git
sets: the time `git cat-file` needs to give all blobs.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--rev", default="HEAD")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--embed", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run([*GIT, "clone", "-q", str(options.repository), str(clone)], check=True)
        git(clone, "checkout", "-q", options.rev)
        if not options.embed:
            (clone / ".graphrag.yaml").write_text("embed: {model: none}\n")
            git(clone, "add", "-f", ".graphrag.yaml")
            git(clone, "commit", "-q", "--no-verify", "-m", "No vectors")
        report(clone, options.runs)


def report(clone: Path, runs: int) -> None:
    files = git(clone, "ls-files", "-s").splitlines()
    begun = time.perf_counter()
    git(clone, "cat-file", "--batch", stdin="".join(f"{line.split()[1]}\n" for line in files))
    limit = time.perf_counter() - begun
    cold = [index(clone, fresh=True) for _ in range(runs)]
    idle = [index(clone) for _ in range(runs)]
    edited = [index(clone, edit=n) for n in range(runs)]
    print(f"{len(files)} files; git gives all blobs in {limit:.3f} s")
    base = statistics.median(wall for wall, _, _ in cold)
    for name, measured in (("cold", cold), ("nothing to do", idle), ("one edit", edited)):
        wall, cpu = (statistics.median(row[n] for row in measured) for n in (0, 1))
        print(f"{name:<14} {wall:7.3f} s wall  {cpu:7.3f} s processor  {wall / base:6.3f} of cold")
    seconds, work = cold[-1][2]["seconds"], cold[-1][2]["work"]
    print("cold, by part:", ", ".join(f"{part} {value:.2f}" for part, value in seconds.items()))
    print("cold, work:", ", ".join(f"{name} {count}" for name, count in work.items() if count))


def index(
    clone: Path, *, fresh: bool = False, edit: int | None = None
) -> tuple[float, float, dict[str, Any]]:
    """(wall seconds, processor seconds, report) of one run of the command."""
    if fresh:
        shutil.rmtree(clone / ".git" / "graphrag", ignore_errors=True)
    if edit is not None:
        (clone / "bench-edit.md").write_text(f"# Edit\n\nParagraph number {edit}.\n")
        git(clone, "add", "-f", "bench-edit.md")
        git(clone, "commit", "-q", "--no-verify", "-m", "Edit")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "graphrag_batch", "index", "--json", "--repo", str(clone)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, json.loads(done.stdout)


def git(folder: Path, *arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        [*GIT, "-C", str(folder), *arguments], input=stdin.encode(), check=True, capture_output=True
    )
    return done.stdout.decode("utf-8", "replace")


if __name__ == "__main__":
    main()
