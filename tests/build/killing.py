"""Commands that are killed at an exact instant: what a test of sudden death starts.

    with Zygote() as zygote:
        plan = zygote.run(["index", ...])           # phase -> how many events it had
        zygote.run(["index", ...], ("publish", 2))  # the whole process group dies before its third event
    zygote.run(["index", ...], ("clock", 150))  # or after so many milliseconds, wherever that is

An event is something that reaches the operating system or SQLite: a file opened, renamed or removed, a
process started, a lock taken, an SQL statement (and every few hundred steps within one). Python's audit
hooks and apsw's tracing tell of them; the program knows nothing of it. Which phase an event belongs to
is read off the stack.

`python -m tests.build.killing` is the zygote: a process with the program loaded that forks one child for
every command it reads.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from types import FrameType, TracebackType
from typing import Any, Self

from tests import forked
from tests.building import clean_env

PHASES = {
    ("target", ""): "plan",
    ("base", ""): "plan",
    ("scope", ""): "plan",
    ("documents", ""): "parse",
    ("write", "remove_documents"): "rows",
    ("write", "add_documents"): "rows",
    ("run", "_write_documents"): "rows",
    ("vectors", ""): "embed",
    ("corpus", ""): "graph",
    ("history", ""): "history",
    ("write", "finish"): "finish",
    ("write", "stamp"): "stamp",
    ("write", "__exit__"): "commit",
    ("memo", ""): "memo",
    ("store", "lock"): "lock",
    ("store", "begin"): "begin",
    ("store", "publish"): "publish",
    ("store", "point"): "point",
    ("store", "prune"): "prune",
    ("store", "record_error"): "note",
    ("temporary", ""): "temporary",
    ("worktree", ""): "tree",
    ("canonical", ""): "canonical",
    ("packing", ""): "pack",
    ("publish", "_place"): "place",
    ("store", "use"): "point",
    ("pull", "_alone"): "alone",
    ("part", ""): "part",
    ("fetch", ""): "fetch",
    ("arrive", ""): "check",
}
"""(module, function or "" for any) to phase; the innermost frame that is here decides."""

EVENTS = {
    "open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.utime", "os.link", "os.symlink",
    "os.truncate", "os.scandir", "fcntl.flock", "fcntl.ioctl", "subprocess.Popen", "shutil.rmtree",
}  # fmt: skip
_STEPS = 500  # of SQLite's machine between two events within a statement

CLOCK = "clock"
Instant = tuple[str, int]


class Zygote:
    """Runs commands of the program, each in a process group of its own. As a context manager."""

    def __enter__(self) -> Self:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "tests.build.killing"]
        self._process = forked.Popen(
            command, cwd=forked.TOP, env=clean_env(), stdin=pipe, stdout=pipe, text=True
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def run(self, arguments: list[str], instant: Instant | None = None) -> dict[str, int]:
        """Events by phase, as far as the command came. Without an instant it must succeed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([arguments, instant]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if answer["status"] not in ((0,) if instant is None else (0, -signal.SIGKILL)):
            raise AssertionError(f"{arguments} at {instant}: {answer}")
        return {**answer["events"], "killed": int(answer["status"] != 0)}


def _serve() -> None:
    for line in sys.stdin:
        arguments, instant = json.loads(line)
        here, there = os.pipe()
        child = os.fork()
        if not child:
            os.close(here)
            _live(arguments, instant, there)
        os.close(there)
        if instant is not None and instant[0] == CLOCK:
            time.sleep(instant[1] / 1000)
            with contextlib.suppress(ProcessLookupError):  # not yet a group of its own
                os.killpg(child, signal.SIGKILL)
        with os.fdopen(here, "r") as pipe:
            told = pipe.read().splitlines()
        _, status = os.waitpid(child, 0)
        with contextlib.suppress(ProcessLookupError):  # git, left behind
            os.killpg(child, signal.SIGKILL)
        words = [line for line in told if not line.startswith("@")]
        events = Counter(line[1:] for line in told if line.startswith("@"))
        answer = {"status": os.waitstatus_to_exitcode(status), "events": events, "words": words[-30:]}
        print(json.dumps(answer), flush=True)


def _live(arguments: list[str], instant: Instant | None, pipe: int) -> None:
    """The child: runs the command with its output in the pipe, among the names of the phases."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(pipe, 1)
    os.dup2(pipe, 2)
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.FileIO(n, "w", closefd=False)) for n in (1, 2))
    seen: Counter[str] = Counter()

    def event() -> None:
        phase = _phase(sys._getframe(2))
        if instant is not None and [phase, seen[phase]] == [*instant]:
            os.killpg(0, signal.SIGKILL)
        seen[phase] += 1
        os.write(pipe, f"@{phase}\n".encode())

    _watch(event)
    from graphrag_batch.cli.main import main

    try:
        main(arguments)
    except SystemExit as done:
        os._exit(done.code if isinstance(done.code, int) else 1)
    os._exit(0)


def _watch(event: Any) -> None:
    import apsw

    def audit(name: str, arguments: tuple[Any, ...]) -> None:
        if name in EVENTS and not sys._getframe(1).f_code.co_filename.startswith("<frozen importlib"):
            event()

    def connected(con: apsw.Connection) -> None:
        con.trace_v2(apsw.SQLITE_TRACE_STMT, lambda _: event())
        con.set_progress_handler(lambda: bool(event()), _STEPS)

    apsw.connection_hooks.append(connected)
    sys.addaudithook(audit)


def _phase(frame: FrameType | None) -> str:
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("graphrag_batch."):
            last = module.rpartition(".")[2]
            found = PHASES.get((last, frame.f_code.co_name)) or PHASES.get((last, ""))
            if found:
                return found
        frame = frame.f_back
    return "other"


if __name__ == "__main__":
    forked.load()
    _serve()
