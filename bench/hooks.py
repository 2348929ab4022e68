"""How long git hooks keep a developer waiting.

    python bench/hooks.py [--runs N] [--embed]

Makes a repository in a temporary folder, installs the hooks, and times (median of N, milliseconds):
- each hook's script run as git runs it, from its start to its return, the interpreter's start included;
- the calls that a script's fast path ends without starting Python;
- git commands as a whole, without hooks and with them.
Between two measurements the background worker is waited for, so that it takes no processor away. The last
column is the slowest run.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HOOKS = ("pre-commit", "post-commit", "post-merge", "post-checkout", "post-rewrite", "post-applypatch")
OLD, NEW = "a" * 40, "b" * 40
WORK = {
    "pre-commit": [],
    "post-commit": [],
    "post-merge": ["0"],
    "post-checkout": [OLD, NEW, "1"],
    "post-rewrite": ["rebase"],
    "post-applypatch": [],
}
IDLE = {
    "post-checkout, files": ["post-checkout", OLD, NEW, "0"],
    "post-checkout, same commit": ["post-checkout", OLD, OLD, "1"],
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--embed", action="store_true", help="with vectors")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder) / "repo", options.runs, options.embed)
        bench.scripts()
        bench.commands()


class Bench:
    def __init__(self, path: Path, runs: int, embed: bool) -> None:
        self.path = path
        self.runs = runs
        path.mkdir()
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_EXEC_PATH": self.exec_path()}
        self.git("init", "-q", "-b", "main")
        for name, value in {"user.name": "bench", "user.email": "bench@localhost", "gc.auto": "0"}.items():
            self.git("config", name, value)
        (path / ".graphrag.yaml").write_text("" if embed else "embed: {model: none}\n")
        for number in range(200):
            (path / f"page-{number}.md").write_text(f"# Page {number}\n\nText.\n")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "Begin")

    @staticmethod
    def exec_path() -> str:
        """What git exports to hooks, and by which ours know that git is waiting."""
        return subprocess.run(
            ["git", "--exec-path"], capture_output=True, text=True, check=True
        ).stdout.strip()

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.path, env=self.environment, check=True)

    def install(self, wanted: bool) -> None:
        command = [sys.executable, "-m", "graphrag_batch", "hook", "install" if wanted else "uninstall"]
        subprocess.run(command, cwd=self.path, env=self.environment, check=True, stderr=subprocess.DEVNULL)

    def settle(self) -> None:
        room = self.path / ".git/graphrag"
        while any((room / name).exists() for name in ("request", "request.taken")):
            time.sleep(0.05)
        time.sleep(0.2)  # for the worker's own end

    def timed(
        self, action: Callable[[int], None], before: Callable[[int], None] | None = None
    ) -> list[float]:
        """Milliseconds of each run."""
        found = []
        for number in range(self.runs + 1):  # the first fills the system's caches
            if before:
                before(number)
            self.settle()
            begun = time.perf_counter()
            action(number)
            found.append((time.perf_counter() - begun) * 1000)
        return found[1:]

    def scripts(self) -> None:
        self.install(True)
        print(f"{'hook, from start to return':<34} median   slowest")
        for name, arguments in WORK.items():
            self.show(name, self.timed(lambda _, n=name, a=arguments: self.call(n, a)))
        for title, (name, *arguments) in IDLE.items():
            self.show(title, self.timed(lambda _, n=name, a=arguments: self.call(n, a)))
        (self.path / ".git/rebase-merge").mkdir()
        self.show("post-commit, in a rebase", self.timed(lambda _: self.call("post-commit", [])))
        shutil.rmtree(self.path / ".git/rebase-merge")

    def call(self, name: str, arguments: list[str]) -> None:
        script = self.path / ".git/hooks" / name
        subprocess.run([script, *arguments], cwd=self.path, env=self.environment, check=True)

    def show(self, title: str, times: list[float]) -> None:
        print(f"{title:<34} {statistics.median(times):6.1f}   {max(times):7.1f}")

    def commands(self) -> None:
        print(f"\n{'git command':<34} without     with   added")
        steps: dict[str, tuple[Callable[[int], None], Callable[[int], None] | None]] = {
            "commit -a": (lambda _: self.git("commit", "-q", "-a", "-m", "Edit"), self.edit),
            "checkout to another commit": (
                lambda n: self.git("checkout", "-q", f"HEAD~{n % 2 + 1}"),
                self.main,
            ),
            "checkout of a file": (lambda _: self.git("checkout", "-q", "--", "page-1.md"), None),
            "commit --amend": (lambda n: self.git("commit", "-q", "--amend", "-m", f"Anew {n}"), None),
        }
        for title, (action, before) in steps.items():
            medians = []
            for wanted in (False, True):
                self.install(wanted)
                self.git("checkout", "-q", "main")
                medians.append(statistics.median(self.timed(action, before)))
            print(f"{title:<34} {medians[0]:7.1f}  {medians[1]:7.1f} {medians[1] - medians[0]:7.1f}")

    def edit(self, number: int) -> None:
        (self.path / "page-1.md").write_text(f"# Page\n\nText {time.time_ns()} {number}.\n")

    def main(self, _: int) -> None:
        self.git("checkout", "-q", "main")


if __name__ == "__main__":
    main()
