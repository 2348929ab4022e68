"""Worker processes end with the build, however it ends, and say nothing about it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphrag_batch.build.workers import worker_pool
from tests.building import clean_env

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")

# A parent that tells its workers' ids and then waits for work that takes very long.
PARENT = """
import os, sys, time
from graphrag_batch.build.workers import worker_pool
def work(raw):
    time.sleep(0.5)
if __name__ == "__main__":
    with worker_pool(2) as pool:
        for future in [pool.submit(time.sleep, 0.3) for _ in range(2)]:
            future.result()
        print(*pool._processes, flush=True)
        # More than a pipe holds, so that some of it is always on its way.
        list(pool.map(work, [bytes(100_000)] * 5_000, chunksize=8))
"""


def _alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


# A parent whose child is at a task that no library returns from, and says so.
APART = """
import os, sys
from graphrag_batch.build.apart import Apart
def work(task):
    os.write(1, f"{os.getpid()}\\n".encode())
    while True:
        pass
if __name__ == "__main__":
    with Apart(1) as pool:
        list(pool.map(work, ["a"], lambda task: 600))
"""


@pytest.mark.sample(1)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends after its task")
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_reader_that_never_returns_leaves_with_its_parent(sent: signal.Signals, tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(APART)
    parent = subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=clean_env(PYTHONPATH=os.pathsep.join(filter(None, sys.path))), start_new_session=True,
    )  # fmt: skip
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.send_signal(sent)
    parent.communicate(timeout=60)  # to the end: the child holds these pipes too
    assert not _alive(child)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("sent", "to"),
    [
        (signal.SIGKILL, os.kill), (signal.SIGTERM, os.kill),
        (signal.SIGINT, os.kill), (signal.SIGINT, os.killpg),
    ],
)  # fmt: skip
def test_workers_leave_with_their_parent(sent: signal.Signals, to, tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(PARENT)
    parent = subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=clean_env(PYTHONPATH=os.pathsep.join(filter(None, sys.path))), start_new_session=True,
    )  # fmt: skip
    assert parent.stdout is not None
    workers = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(workers) == 2
    to(parent.pid, sent)
    _, complaints = parent.communicate(timeout=60)
    limit = time.monotonic() + 60
    while any(map(_alive, workers)) and time.monotonic() < limit:
        os.sched_yield()
    assert not any(map(_alive, workers))
    assert complaints.count(b"Traceback") == (sent == signal.SIGINT)  # the parent's own


def _blocks_interrupts() -> bool:
    status = Path("/proc/self/status").read_text()
    masks = dict(line.split(":\t") for line in status.splitlines() if line.startswith(("SigBlk", "SigIgn")))
    return all(int(mask, 16) & 1 << (signal.SIGINT - 1) for mask in masks.values())


def test_no_worker_hears_an_interrupt_and_the_parent_still_does() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with worker_pool(1000) as pool:
        assert pool.submit(_blocks_interrupts).result()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
