"""Worker processes for the stages: as many as wanted, none that outlives its parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any, ParamSpec, TypeVar

from graphrag_batch.build.collecting import collect_rarely

_P = ParamSpec("_P")
_T = TypeVar("_T")
_S = TypeVar("_S")

# More helps nobody, and Windows can wait for no more.
MOST_WORKERS = 60
_AT_ONCE = 8
# Libraries start threads for all processors when they are loaded; a worker has one to itself.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS")


@contextmanager
def worker_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of at most `jobs` processes for `map`, all of them gone at the end.

    Interrupts are the parent's to answer. After a failure what waits is dropped and what runs is finished;
    an executor hangs when its workers go while it is still writing to them. When the parent is killed, they
    leave; by themselves they would wait for ever.
    """
    context = multiprocessing.get_context("spawn")  # forking a process with threads deadlocks
    # Nothing is ever sent: the end of a pipe, which every worker sees, is the message.
    parent, alive = context.Pipe(duplex=False)
    stopped, going = context.Pipe(duplex=False)
    pool = _Pool(min(jobs, MOST_WORKERS), context, _begin, (parent, stopped))
    try:
        yield pool
    finally:
        going.close()
        pool.shutdown(cancel_futures=True)
        for end in (alive, parent, stopped):
            end.close()


class _Pool(ProcessPoolExecutor):
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Starts processes, as work comes, out of reach of interrupts."""
        with without_interrupts():
            return super().submit(fn, *args, **kwargs)

    def map(self, fn: Callable[..., _T], *iterables: Iterable[Any], **options: Any) -> Iterator[_T]:
        return super().map(partial(_unless_stopped, fn), *iterables, **options)


def mapped(
    pool: ProcessPoolExecutor | None,
    compute: Callable[[_S], _T],
    items: Sequence[_S],
    at_once: int = _AT_ONCE,
) -> Iterator[_T]:
    """What `compute` makes of each item, in order: by the pool, at once, or here, when it is asked for. So
    many items go to a worker together: the way there costs more than some of them."""
    return map(compute, items) if pool is None else pool.map(compute, items, chunksize=at_once)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """SIGINT waits; processes started meanwhile never get it, from their first moment on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would let SIGINT through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_ends: list[Connection] = []  # in a worker: the pipe that tells of a stop


def _begin(parent: Connection, stopped: Connection) -> None:
    _ends.append(stopped)
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    collect_rarely()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: Connection) -> None:
    wait([parent])
    os._exit(1)


def _unless_stopped(fn: Callable[..., _T], *args: Any) -> _T:
    if any(end.poll() for end in _ends):
        raise CancelledError
    return fn(*args)
