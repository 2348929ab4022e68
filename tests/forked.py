"""Python programs started as processes of their own without the second that imports take.

    done = forked.run([sys.executable, "-m", "graphrag_batch", "status"], cwd=…, capture_output=True)
    with forked.Popen([sys.executable, "-c", code], …) as process: …

What `subprocess` does, but that a process with the libraries loaded forks a child that runs the module, code
or file: with arguments, folder, environment, streams and exit code as given, and signals as ever. Where that
is not the same (another interpreter, options or an environment that Python itself reads, a platform that does
not fork well), and wherever a test asks what is loaded, it is `subprocess`.

`python -m tests.forked FD` is that process. It hears of each child over the socket `FD`.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import inspect
import io
import json
import os
import runpy
import select
import selectors
import signal
import socket
import subprocess
import sys
import threading
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.building import clean_env

TOP = Path(__file__).parents[1]
LOADED = (
    "ahocorasick_rs", "anyio._backends._asyncio", "apsw", "charset_normalizer", "datasketch", "git",
    "graspologic_native", "jsonschema", "markdown_it", "mcp.client.stdio", "numpy", "rich.console",
    "scipy.sparse.csgraph", "sqlite_vec", "tokenizers", "uvicorn",
    "graphrag_batch.artifact.csr", "graphrag_batch.artifact.store", "graphrag_batch.artifact.vectors",
    "graphrag_batch.build.execute", "graphrag_batch.build.parsing", "graphrag_batch.build.proof",
    "graphrag_batch.build.run", "graphrag_batch.cli.index", "graphrag_batch.cli.main",
    "graphrag_batch.cli.memo", "graphrag_batch.cli.publish", "graphrag_batch.cli.pull",
    "graphrag_batch.cli.query", "graphrag_batch.cli.serve", "graphrag_batch.cli.status",
    "graphrag_batch.cli.verify", "graphrag_batch.cli.watch", "graphrag_batch.formats.code",
    "graphrag_batch.formats.markdown", "graphrag_batch.formats.plain", "graphrag_batch.retrieve.searcher",
    "graphrag_batch.serve.server", "graphrag_batch.serve.web", "graphrag_batch.source.git",
    "graphrag_batch.stages.mentions", "graphrag_batch.stages.passages", "graphrag_batch.stages.statements",
)  # fmt: skip
READ_AT_START = ("PYTHON", "LC_", "LANG", "LD_", "MALLOC_", "OMP_", "OPENBLAS_", "MKL_", "TZ")
AT_START = dict(os.environ)
_UNLIKE = ("preexec_fn", "pass_fds", "shell", "executable", "user", "group", "process_group")


def _read_at_start(env: Mapping[str, str]) -> dict[str, str]:
    read = {name: value for name, value in env.items() if name.startswith(READ_AT_START)}
    if "OMP_NUM_THREADS" not in AT_START and read.get("OMP_NUM_THREADS") == os.environ.get("OMP_NUM_THREADS"):
        read.pop("OMP_NUM_THREADS", None)  # set by a library that a test loaded
    if read.get("PYTHONPATH", "").split(os.pathsep)[0] == str(TOP):  # where modules are found anyway
        del read["PYTHONPATH"]
    return read


def _has_no_options(words: list[Any]) -> bool:
    return (words[1:2] == ["-P"] and words[2:3] == ["-m"]) or words[1] in ("-m", "-c") or words[1][:1] != "-"


class _Forker:
    """The process that forks, for all tests of this one."""

    def __init__(self) -> None:
        self.env = clean_env()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.forked", str(theirs.fileno())]
        nothing, passed = subprocess.DEVNULL, [theirs.fileno()]
        self._process = subprocess.Popen(command, cwd=TOP, env=self.env, pass_fds=passed, stdin=nothing)
        theirs.close()

    def start(self, wish: dict[str, Any], streams: list[int]) -> tuple[int, int]:
        """The id of a new process, and a pipe that tells how it ended."""
        ended, tells = os.pipe()
        with os.fdopen(os.memfd_create("wish"), "w+b") as file:
            file.write(json.dumps(wish).encode())
            file.flush()
            socket.send_fds(self._socket, [b"."], [file.fileno(), tells, *streams])
        os.close(tells)
        return int(self._socket.recv(20)), ended

    def close(self) -> None:
        """Ends the process, which leaves its children alone."""
        self._socket.close()
        self._process.wait()


@functools.cache
def _forker() -> _Forker:
    made = _Forker()
    atexit.register(made.close)
    return made


class Popen(subprocess.Popen[Any]):
    """`subprocess.Popen`, by a fork where that is the same."""

    _ended: int | None = None

    def __init__(self, args: Any, **options: Any) -> None:
        env = options.get("env")
        self._forks = (
            sys.platform == "linux"
            and isinstance(args, list)
            and args[0] == sys.executable
            and _has_no_options(args)
            and not any(options.get(name) for name in _UNLIKE)
            and _read_at_start(os.environ if env is None else env) == _read_at_start(_forker().env)
        )
        super().__init__(args, **options)

    def _execute_child(self, *given: Any) -> None:
        if not self._forks:
            super()._execute_child(*given)  # type: ignore[misc]
            return
        form = inspect.signature(super()._execute_child)  # type: ignore[misc]
        of = form.bind(*given).arguments
        kept = [of[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        wish = {
            "words": [os.fspath(word) for word in of["args"][1:]],
            "cwd": os.fspath(of["cwd"] or os.getcwd()),
            "env": dict(os.environ if of["env"] is None else of["env"]),
            "session": of["start_new_session"],
        }
        streams = [number if given == -1 else given for number, given in enumerate(kept)]
        self.pid, self._ended = _forker().start(wish, streams)
        self._child_created = True
        names = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(of[name] for name in names))  # type: ignore[attr-defined]

    def _has_ended(self, timeout: float | None) -> bool:
        """Waits; keeps the exit code once there is one."""
        if self.returncode is None and self._ended is not None:
            poll = select.poll()
            poll.register(self._ended, select.POLLIN)
            if not poll.poll(None if timeout is None else max(timeout, 0) * 1000):
                return False
            code = os.read(self._ended, 20)
            os.close(self._ended)
            self._ended = None
            self.returncode = int(code)
        return True

    def _internal_poll(self, *given: Any, **named: Any) -> int | None:
        if self._ended is None:
            return super()._internal_poll(*given, **named)  # type: ignore[misc, no-any-return]
        self._has_ended(0)
        return self.returncode

    def _wait(self, timeout: float | None) -> int:
        if self._ended is None:
            return super()._wait(timeout)  # type: ignore[misc, no-any-return]
        if not self._has_ended(timeout):
            assert timeout is not None
            raise subprocess.TimeoutExpired(self.args, timeout)
        return int(self.returncode)


def run(
    args: Any, *, input: Any = None, check: bool = False, **options: Any
) -> subprocess.CompletedProcess[Any]:
    """`subprocess.run`, by a fork where that is the same."""
    pipe = subprocess.PIPE
    if options.pop("capture_output", False):
        options |= {"stdout": pipe, "stderr": pipe}
    timeout = options.pop("timeout", None)
    if input is not None:
        options["stdin"] = pipe
    with Popen(args, **options) as process:
        try:
            out, err = process.communicate(input, timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(args, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def _serve(number: int) -> dict[str, Any]:
    """Forks a child for each wish; returns in the child alone."""
    control = socket.socket(fileno=number)
    told, tells = os.pipe()
    os.set_blocking(tells, False)
    signal.set_wakeup_fd(tells)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    watched = selectors.DefaultSelector()
    watched.register(control, selectors.EVENT_READ)
    watched.register(told, selectors.EVENT_READ)
    pipes: dict[int, int] = {}
    while True:
        for key, _ in watched.select():
            if key.fd == told:
                os.read(told, 100)
                continue
            _, descriptors, _, _ = socket.recv_fds(control, 1, 5)
            if not descriptors:
                os._exit(0)  # whoever wished is gone
            file, pipe, *streams = descriptors
            with os.fdopen(file, "rb") as wished:
                wished.seek(0)
                wish: dict[str, Any] = json.loads(wished.read())
            child = os.fork()
            if not child:
                watched.close()
                for ours in (number, told, tells, pipe, *pipes.values()):
                    os.close(ours)
                control.detach()
                _become(wish, streams)
                return wish
            pipes[child] = pipe
            for stream in streams:
                os.close(stream)
            control.send(str(child).encode())
        for child, pipe in list(pipes.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                with contextlib.suppress(BrokenPipeError):  # nobody waits
                    os.write(pipe, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(pipes.pop(child))


def _become(wish: dict[str, Any], streams: list[int]) -> None:
    """Takes the streams, folder and environment of a process that was started by itself."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    if wish["session"]:
        os.setsid()
    os.chdir(wish["cwd"])
    os.environ.clear()
    os.environ.update(wish["env"])
    for number, name in enumerate(("stdin", "stdout", "stderr")):  # of another kind than those there were
        old = getattr(sys, name)
        raw = open(number, "wb" if number else "rb", closefd=False)  # noqa: SIM115
        lines = number == 2 or os.isatty(number)
        new = io.TextIOWrapper(raw, old.encoding, old.errors, line_buffering=lines)
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)


def _live(words: list[str]) -> None:
    for name in [name for name in sys.modules if name == "tests" or name.startswith("tests.")]:
        del sys.modules[name]
    if words[0] == "-P":
        del sys.path[0], words[0]
    elif words[0] in ("-m", "-c"):
        sys.path[0] = os.getcwd() if words[0] == "-m" else ""
    else:
        sys.path[0] = os.path.dirname(words[0])
    sys.argv = words[1:] if words[0] == "-m" else words
    if words[0] == "-m":
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(words[1], "<string>", "exec"), main.__dict__)
    else:
        runpy.run_path(words[0], run_name="__main__")


def _end(code: int) -> None:
    """As the interpreter ends, without taking apart all that was loaded."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def load() -> None:
    """Imports what programs use, for all children of this process, and reads the model of languages."""
    for name in LOADED:
        importlib.import_module(name)
    importlib.import_module("graphrag_batch.stages.language").detect("Das Schiff kommt heute. " * 40)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    load()
    _wish = _serve(int(sys.argv[1]))
    try:
        _live(_wish["words"])
    except SystemExit as _done:
        if _done.code is not None and not isinstance(_done.code, int):
            raise
        _end(_done.code or 0)
    _end(0)
