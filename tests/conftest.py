"""Settings for all tests. No test asserts time: a slow machine is no fault of the code."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.examples import examples, mark_the_rest

# In continuous integration the examples are the same at every run, so that a red run can be repeated.
settings.register_profile(
    "ours",
    max_examples=examples(100),
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("ours")

# Where Python may leave no bytecode beside its sources, every process that a test starts would compile the
# whole package again, and every worker the tests: it is kept out of the way instead.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    kept = Path(__file__).parent.parent / ".pytest_cache" / "bytecode"
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(kept))

# Whoever starts the tests in the background of a shell has them ignore SIGINT, and so every process that
# they start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # before those that are not asked for are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark_the_rest(items)


def pytest_collection_finish() -> None:
    """Thousands of tests and all that they import stay to the end: no need to look through them each time."""
    gc.collect()
    gc.freeze()
