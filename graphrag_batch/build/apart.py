"""Processes that may be lost: for readers that hand a file to a library in C.

It can crash, hang or swallow the memory on what somebody made for that. The build goes on without the file,
and says why.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Generic, Self, TypeVar

from graphrag_batch.build.workers import without_interrupts

_T = TypeVar("_T")
MOST_MEMORY = 8 << 30  # bytes of address space; what is mapped counts, used or not
_WALL = 20  # how many times as long as on a processor a task may take on a busy machine


class Lost(Exception):
    """The process ended before its task did; the message says how."""


class Apart(Generic[_T]):
    """Up to `jobs` processes of their own, started when first needed, that run `compute` on one task after
    the other; one that ends is replaced."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._idle: queue.SimpleQueue[_Child] = queue.SimpleQueue()
        self._all: list[_Child] = []
        self._threads = ThreadPoolExecutor(jobs)

    def map(
        self, compute: Callable[[_T], bytes], tasks: Sequence[_T], seconds: Callable[[_T], int]
    ) -> Iterator[bytes | Lost]:
        """What `compute` makes of each task, in order; Lost where it crashed, or took more than `seconds` of
        processor time. The work begins at once."""
        while len(self._all) < min(self._jobs, len(tasks)):
            self._all.append(_Child())
            self._idle.put(self._all[-1])
        return self._threads.map(lambda task: self._run(compute, task, seconds(task)), tasks)

    def _run(self, compute: Callable[[_T], bytes], task: _T, seconds: int) -> bytes | Lost:
        child = self._idle.get()
        try:
            return child.run(compute, task, seconds)
        except Lost as lost:
            return lost
        finally:
            self._idle.put(child)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes, at work or not; what waits is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for child in self._all:
            child.end()
        self._threads.shutdown()  # each waits for its process


class _Child:
    """One process, started for its first task and again after it was lost."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def run(self, compute: Callable[[_T], bytes], task: _T, seconds: int) -> bytes:
        """Raises Lost."""
        try:
            connection = self._started()
            connection.send((compute, task, seconds))
            if connection.poll(seconds * _WALL):
                return connection.recv_bytes()
        except (EOFError, OSError):
            raise Lost(self._why(seconds)) from None
        self.end()
        raise Lost(f"took longer than {seconds * _WALL} seconds")

    def _started(self) -> Connection:
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            with without_interrupts():
                self._process.start()
            theirs.close()
        return self._connection

    def _why(self, seconds: int) -> str:
        process = self._process
        if process is None:
            return "could not be started"
        process.join(5)
        code = process.exitcode
        self.end()
        if code is not None and code == -getattr(signal, "SIGXCPU", 0):
            return f"took more than {seconds} seconds"
        return f"crashed (signal {-code})" if code is not None and code < 0 else f"ended (exit code {code})"

    def end(self) -> None:
        """End the process; the next task starts another."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if process is not None and process.pid is not None:
            process.kill()
            process.join()
        if connection is not None:
            connection.close()


def _serve(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    with contextlib.suppress(EOFError, OSError):  # the parent is gone
        while True:
            compute, task, seconds = connection.recv()
            _limit(seconds)
            connection.send_bytes(compute(task))


def _end_with_parent() -> None:
    """Linux ends this process with the one that started it, even where a library in C never returns;
    elsewhere it ends after its task."""
    parent = multiprocessing.parent_process()
    if parent is None or sys.platform != "linux":
        return
    import fcntl

    end = parent.sentinel  # of a pipe whose other end nobody else has
    fcntl.fcntl(end, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(end, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(end, fcntl.F_SETFL, fcntl.fcntl(end, fcntl.F_GETFL) | os.O_ASYNC)


def _limit(seconds: int) -> None:
    """At most so much processor time from now on, and so much memory, where the system can say so."""
    try:
        import resource
    except ImportError:  # Windows: the time on the wall has to do
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(ValueError, OSError):  # a tighter limit was set from outside
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, hard))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
